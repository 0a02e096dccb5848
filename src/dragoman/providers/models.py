"""From a model's name to a model that can be asked."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from dragoman.errors import ConfigurationError, Disabled, NotConfigured
from dragoman.loading import load
from dragoman.plugs import Provider
from dragoman.providers import DIALECTS
from dragoman.providers.machine import Machine, NamedModel, is_web_address
from dragoman.providers.model import OFFLINE_DIALECTS, Model
from dragoman.providers.prices import find_tariff
from dragoman.settings import Settings


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a dialect's official client looks when nothing else is said."""

    base_url: str
    url_variable: str
    key_variable: str


_PLACES: Mapping[str, _Place] = {
    "openai": _Place("https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY"),
    "anthropic": _Place("https://api.anthropic.com", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
}


def resolve_model(
    name: str, machine: Machine, environment: Mapping[str, str], settings: Settings
) -> Model:
    """The model called `name`, ready to be asked.

    Raises: Disabled when model calls are switched off; NotConfigured for an unknown name or a
    missing key, with remedy; ConfigurationError for an impossible address.
    """
    if settings.models_off:
        raise Disabled(
            "model calls are switched off on this machine", remedy="Unset DRAGOMAN_MODELS_OFF."
        )
    model = find_model(name, machine, environment, settings)
    if model.is_offline:
        return model
    return replace(model, key=_read_key(model, machine.models.get(name), environment))


def find_model(
    name: str, machine: Machine, environment: Mapping[str, str], settings: Settings
) -> Model:
    """The model called `name` without its key, for plans and prices.

    A name of dragoman.toml comes before a built-in form.

    Raises: NotConfigured for an unknown name; ConfigurationError for an impossible address.
    """
    named = machine.models.get(name)
    if named is not None:
        return _resolve_remote(name, named, environment, settings)
    dialect, _, rest = name.partition("/")
    if dialect in _PLACES and rest:
        return _resolve_remote(name, NamedModel(dialect, rest), environment, settings)
    if dialect == "replay" and rest:
        return _resolve_replay(name, rest)
    if name in OFFLINE_DIALECTS - {"replay"}:
        return Model(name, name, credential_id=name, concurrency=settings.concurrency)
    raise NotConfigured(f"no model is called {name!r}", remedy=_suggest_model(name, machine))


def open_provider(model: Model) -> Provider:
    """The provider that answers for `model`; close it when done.

    Raises: NotConfigured when a program or file it needs is missing.
    """
    provider: Provider = load(DIALECTS[model.dialect])(model)
    return provider


def _resolve_remote(
    name: str, named: NamedModel, environment: Mapping[str, str], settings: Settings
) -> Model:
    place = _PLACES[named.dialect]
    base_url = named.base_url or environment.get(place.url_variable, "") or place.base_url
    if not is_web_address(base_url):
        raise ConfigurationError(
            f"the address of the model {name!r} is not http or https without user name and query",
            remedy=f"Correct {place.url_variable}; keys are never part of an address.",
        )
    base_url = base_url.rstrip("/")
    return Model(
        name=name,
        dialect=named.dialect,
        remote_name=named.remote_name,
        base_url=base_url,
        credential_id=f"{named.dialect} {base_url} {_name_credential(named.dialect, named)}",
        tariff=named.tariff or find_tariff(f"{named.dialect}/{named.remote_name}"),
        limits=named.limits,
        concurrency=named.concurrency or settings.concurrency,
        timeout=settings.request_timeout,
    )


def _read_key(model: Model, named: NamedModel | None, environment: Mapping[str, str]) -> str:
    file = named.key_file if named else ""
    if not file:
        variable = _name_credential(model.dialect, named)
        key, remedy = environment.get(variable, "").strip(), f"Set {variable}."
    else:
        remedy = f"Put the key into {file}."
        key = _read_key_file(Path(file).expanduser())
    if not key:
        raise NotConfigured(f"the model {model.name!r} has no key", remedy=remedy)
    if not key.isascii() or not key.isprintable():
        raise NotConfigured(
            f"the key of the model {model.name!r} is not one line of ASCII", remedy=remedy
        )
    return key


def _read_key_file(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            if os.fstat(file.fileno()).st_mode & 0o004:
                # Offline commands come here too and must not load what logging needs.
                load("dragoman.logs:get_logger")("providers").warning(
                    "key file is open to others; chmod 600 it"
                )
            return file.read().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _name_credential(dialect: str, named: NamedModel | None) -> str:
    """The file or environment variable that holds the key: its name, never its value."""
    if named is not None and (named.key_file or named.key_env):
        return named.key_file or named.key_env
    return _PLACES[dialect].key_variable


def _resolve_replay(name: str, file: str) -> Model:
    if not Path(file).is_file():
        raise NotConfigured(
            f"the recorded answers of {name!r} are not there",
            remedy="Name a file of recorded answers: replay/<file>.",
        )
    return Model(name, "replay", remote_name=file, credential_id="replay")


def _suggest_model(name: str, machine: Machine) -> str:
    known = [*machine.models, "pseudo", "identity", "apertium"]
    near = difflib.get_close_matches(name, known, n=1)
    guess = f"Did you mean {near[0]}? " if near else ""
    return (
        guess + "Use pseudo, identity, apertium, openai/<name>, anthropic/<name>, replay/<file>, "
        "or name it in dragoman.toml of this user or machine."
    )
