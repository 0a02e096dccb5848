"""The few settings of a process, all from the environment, each with unit, default and reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from dragoman.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Settings:
    """What `DRAGOMAN_*` variables say; see docs/reference/settings.md."""

    database_url: str = ""
    """DRAGOMAN_DATABASE_URL: your own PostgreSQL (>= 14); empty = embedded. One URL, libpq form."""
    data_dir: Path | None = None
    """DRAGOMAN_DATA_DIR: where the embedded server keeps its files; default per user (db path)."""
    pg_bin: Path | None = None
    """DRAGOMAN_PG_BIN: directory with initdb and postgres to use instead of the wheel's."""
    pg_user: str = "nobody"
    """DRAGOMAN_PG_USER: account the server runs under when the command runs as root."""
    machine_file: Path | None = None
    """DRAGOMAN_CONFIG: dragoman.toml of this user or machine: named models, limits, prices."""
    concurrency: int = 8
    """DRAGOMAN_CONCURRENCY: requests in flight per credential; 8 keeps small limits usable."""
    request_timeout: timedelta = timedelta(seconds=120)
    """DRAGOMAN_REQUEST_TIMEOUT: seconds for one provider request; long batches take a minute."""
    batch_bytes: int = 8_000
    """DRAGOMAN_BATCH_BYTES: UTF-8 bytes of unit text per request; about 2,000 tokens."""
    max_file_bytes: int = 32_000_000
    """DRAGOMAN_MAX_FILE_BYTES: larger sources are refused with this limit named."""
    strict_scope: bool = False
    """DRAGOMAN_STRICT_SCOPE: 1 adds the surrounding document to a checkpoint's scope."""
    models_off: bool = False
    """DRAGOMAN_MODELS_OFF: 1 turns every model call off."""
    log_level: str = "warning"
    """DRAGOMAN_LOG_LEVEL: debug, info, warning or error; JSON lines on standard error."""

    @staticmethod
    def load(environment: Mapping[str, str]) -> Settings:
        """The settings that `environment` describes.

        Raises: ConfigurationError naming every variable that cannot be read, all at once.
        """
        faults: list[str] = []
        values: dict[str, object] = {}
        for name, read in _READERS.items():
            variable = _VARIABLES.get(name, "DRAGOMAN_" + name.upper())
            text = environment.get(variable, "")
            if text == "":
                continue
            try:
                values[name] = read(text)
            except ValueError as fault:
                faults.append(f"{variable}: {fault}")
        if faults:
            raise ConfigurationError(
                "; ".join(faults), remedy="Correct or unset the environment variables named."
            )
        return Settings(**values)  # type: ignore[arg-type]  # each reader gives its field's type


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise ValueError(f"{text!r} is not a whole number of at least 1")
    return number


def _seconds(text: str) -> timedelta:
    return timedelta(seconds=_positive(text))


def _switch(text: str) -> bool:
    if text not in {"0", "1"}:
        raise ValueError(f"{text!r} is neither 0 nor 1")
    return text == "1"


def _level(text: str) -> str:
    if text not in {"debug", "info", "warning", "error"}:
        raise ValueError(f"{text!r} is not debug, info, warning or error")
    return text


_VARIABLES = {"machine_file": "DRAGOMAN_CONFIG"}

_READERS: Mapping[str, Callable[[str], object]] = {
    "database_url": str,
    "data_dir": Path,
    "pg_bin": Path,
    "pg_user": str,
    "machine_file": Path,
    "concurrency": _positive,
    "request_timeout": _seconds,
    "batch_bytes": _positive,
    "max_file_bytes": _positive,
    "strict_scope": _switch,
    "models_off": _switch,
    "log_level": _level,
}
