"""dragoman.toml of the user or machine: named models with address, credential, price and limits."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

from platformdirs import user_config_path

from dragoman.errors import ConfigurationError
from dragoman.providers.model import Limits, Tariff
from dragoman.settings import Settings

FILE_NAME: Final = "dragoman.toml"
SYSTEM_FILE: Final = Path("/etc/dragoman") / FILE_NAME

_NAMED_DIALECTS = ("openai", "anthropic")
_PRICE_KEYS = ("input", "output", "cached", "currency", "date")
_LIMIT_KEYS = ("requests_per_minute", "tokens_per_minute")
_SECRET_KEYS = frozenset({"key", "api_key", "apikey", "token", "secret", "password"})
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MODEL_KEYS = (
    "dialect", "base_url", "model", "key_env", "key_file", "price", "limits", "concurrency",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NamedModel:
    """One `[models.<name>]` table. `concurrency` 0 leaves the setting's value."""

    dialect: str
    remote_name: str
    base_url: str = ""
    key_env: str = ""
    key_file: str = ""
    tariff: Tariff | None = None
    limits: Limits = Limits()
    concurrency: int = 0


@dataclass(frozen=True, slots=True)
class Machine:
    """The models this machine names, and the file they come from ("" when there is none)."""

    path: str = ""
    models: Mapping[str, NamedModel] = field(default_factory=lambda: MappingProxyType({}))


def load_machine(settings: Settings) -> Machine:
    """The machine's models: DRAGOMAN_CONFIG, else the user's file, else /etc; else none.

    Raises: ConfigurationError with every fault of the file at once.
    """
    if settings.machine_file is not None:
        return _read_machine(settings.machine_file)
    for path in (user_config_path("dragoman") / FILE_NAME, SYSTEM_FILE):
        if path.is_file():
            return _read_machine(path)
    return Machine()


def parse_machine(text: str, path: str) -> Machine:
    r"""The models that `text`, the content of `path`, defines.

    Raises: ConfigurationError with every fault at once; unknown keys come with a suggestion.

    >>> text = '[models.house]\ndialect = "openai"\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"'
    >>> parse_machine(text, "dragoman.toml").models["house"].remote_name
    'm'
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ConfigurationError(
            f"this is not TOML: {fault}",
            path=path,
            line=_find_line(str(fault), text),
            remedy="Correct the file.",
        ) from None
    reader = _Reader(_list_lines(text))
    reader.refuse_unknown(tree, ("models",), "")
    tables = reader.take(tree, "models", dict, "")
    models = {
        name: reader.read_model(table, f"models.{name}.")
        for name, table in tables.items()
        if reader.is_table(table, f"models.{name}")
    }
    if reader.faults:
        (line, first), *others = sorted(reader.faults)
        raise ConfigurationError(
            "; ".join([first, *(f"line {at}: {fault}" for at, fault in others)]),
            path=path,
            line=line,
            remedy="Correct the file; nothing was sent.",
        )
    return Machine(path, MappingProxyType(models))


def _read_machine(path: Path) -> Machine:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigurationError(
            f"the file of this machine's models cannot be read ({type(fault).__name__})",
            path=str(path),
            remedy="Make it a readable UTF-8 file, or unset DRAGOMAN_CONFIG.",
        ) from fault
    return parse_machine(text, str(path))


class _Reader:
    """Reads tables and gathers what is wrong with them instead of stopping at the first fault."""

    def __init__(self, lines: Mapping[str, int]) -> None:
        """Takes the line on which each key stands."""
        self.faults: list[tuple[int, str]] = []
        self._lines = lines

    def blame(self, at: str, fault: str) -> None:
        """Keeps a fault of the key `at`, on its line or on that of the table around it."""
        place = at
        while place and place not in self._lines:
            place = place.rpartition(".")[0]
        self.faults.append((self._lines.get(place, 1), f"{at} {fault}"))

    def refuse_unknown(self, table: Mapping[str, Any], known: tuple[str, ...], at: str) -> None:
        for key in table:
            if key in known:
                continue
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            if key.lower() in _SECRET_KEYS:
                hint = (
                    "keys come from the environment (key_env names the variable) or from a file "
                    "of their own (key_file)"
                )
            self.blame(at + key, f"is unknown; {hint}")

    def is_table(self, value: object, at: str) -> bool:
        if not isinstance(value, dict):
            self.blame(at, "is not a table")
        return isinstance(value, dict)

    def take(self, table: Mapping[str, Any], key: str, kind: type, at: str) -> Any:
        """The value of `key`, or the kind's empty one when it is absent or of another kind."""
        value = table.get(key, kind())
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            self.blame(at + key, f"is not a {_KIND_NAMES[kind]}")
            return kind()
        if isinstance(value, int | float) and not 0 <= value < float("inf"):
            self.blame(at + key, "is not a number of at least 0")
        return value

    def read_model(self, table: Mapping[str, Any], at: str) -> NamedModel:
        self.refuse_unknown(table, _MODEL_KEYS, at)
        dialect = self.take(table, "dialect", str, at)
        if dialect not in _NAMED_DIALECTS:
            self.blame(f"{at}dialect", f"is none of {', '.join(_NAMED_DIALECTS)}")
        remote = self.take(table, "model", str, at)
        if not remote:
            self.blame(f"{at}model", "is missing: the provider's name of the model")
        if "key_env" in table and "key_file" in table:
            self.blame(f"{at}key_env", f"and {at}key_file exclude each other")
        return NamedModel(
            dialect,
            remote,
            self.read_url(table, at),
            self.read_variable(table, at),
            self.take(table, "key_file", str, at),
            self.read_tariff(table, at),
            self.read_limits(table, at),
            self.take(table, "concurrency", int, at),
        )

    def read_url(self, table: Mapping[str, Any], at: str) -> str:
        url: str = self.take(table, "base_url", str, at)
        if url and not is_web_address(url):
            self.blame(
                f"{at}base_url", "is not an http or https address without user name and query"
            )
        return url

    def read_variable(self, table: Mapping[str, Any], at: str) -> str:
        """The name of a variable; what is none may be the key itself and is not repeated."""
        name: str = self.take(table, "key_env", str, at)
        if name and not _VARIABLE.fullmatch(name):
            self.blame(f"{at}key_env", "is not the name of an environment variable")
            return ""
        return name

    def read_tariff(self, table: Mapping[str, Any], at: str) -> Tariff | None:
        if "price" not in table:
            return None
        price = self.take(table, "price", dict, at)
        self.refuse_unknown(price, _PRICE_KEYS, f"{at}price.")
        paid, made = (self.take(price, key, float, f"{at}price.") for key in ("input", "output"))
        cached = self.take(price, "cached", float, f"{at}price.") if "cached" in price else paid
        return Tariff(
            paid,
            made,
            cached,
            self.take(price, "currency", str, f"{at}price.") or "USD",
            self.take(price, "date", str, f"{at}price."),
        )

    def read_limits(self, table: Mapping[str, Any], at: str) -> Limits:
        limits = self.take(table, "limits", dict, at)
        self.refuse_unknown(limits, _LIMIT_KEYS, f"{at}limits.")
        return Limits(*(self.take(limits, key, float, f"{at}limits.") for key in _LIMIT_KEYS))


_KIND_NAMES = {str: "string", int: "whole number", float: "number", dict: "table"}


def is_web_address(url: str) -> bool:
    """Whether `url` is http(s) with a host, without user name, query or fragment.

    >>> is_web_address("https://api.example/v1"), is_web_address("file:///etc/passwd")
    (True, False)
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    extras = parts.query or parts.fragment or "@" in parts.netloc
    is_written_plainly = url.isprintable() and " " not in url
    is_web = parts.scheme in {"http", "https"} and bool(parts.hostname)
    return is_web and is_written_plainly and not extras


_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(
    r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*="
)
_NAME = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")


def _list_lines(text: str) -> dict[str, int]:
    """The 1-based line of every table and key of TOML that was read without fault.

    A line of a text over several lines that looks like a key may move a number; nothing else.
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(line):
            table = _join_names(header[1])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            name = _join_names(key[1])
            lines.setdefault(f"{table}.{name}" if table else name, number)
    return lines


def _join_names(written: str) -> str:
    return ".".join(name.strip("\"'") for name in _NAME.findall(written))


def _find_line(message: str, text: str) -> int:
    """The line a message of tomllib names; the last one when it says "at end of document"."""
    found = re.search(r"\(at line (\d+)", message)
    return int(found[1]) if found else text.rstrip("\n").count("\n") + 1
