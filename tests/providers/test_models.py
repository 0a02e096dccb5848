"""From a name to a model that can be asked."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from dragoman.errors import ConfigurationError, Disabled, NotConfigured
from dragoman.providers import DIALECTS
from dragoman.providers.machine import Machine, parse_machine
from dragoman.providers.models import find_model, open_provider, resolve_model
from dragoman.settings import Settings
from tests.providers.requests import SECRET

KEYS = {"OPENAI_API_KEY": SECRET, "ANTHROPIC_API_KEY": SECRET}
HOUSE = parse_machine(
    '[models.house]\ndialect="openai"\nmodel="m-1"\nbase_url="http://127.0.0.1:9/v1/"\n'
    'key_env="HOUSE_KEY"\nconcurrency=3',
    "dragoman.toml",
)


def resolve(name, environment=KEYS, machine=Machine(), settings=Settings()):  # noqa: B008 (frozen values)
    return resolve_model(name, machine, environment, settings)


def test_built_in_forms_are_read_as_their_own_clients_read_them():
    model = resolve("openai/gpt-x", {**KEYS, "OPENAI_BASE_URL": "http://127.0.0.1:1/v1/"})
    assert (model.remote_name, model.base_url, model.key) == (
        "gpt-x", "http://127.0.0.1:1/v1", SECRET,
    )  # fmt: skip
    assert resolve("anthropic/c").base_url == "https://api.anthropic.com"


def test_a_name_of_the_machine_has_its_own_credential():
    model = resolve("house", {"HOUSE_KEY": "k"}, HOUSE)
    assert (model.remote_name, model.key, model.concurrency) == ("m-1", "k", 3)
    assert model.credential_id == "openai http://127.0.0.1:9/v1 HOUSE_KEY"


def test_a_credential_is_told_by_its_place_and_never_by_its_value():
    one, two = (resolve("openai/m", {"OPENAI_API_KEY": key}) for key in ("a", "b"))
    assert one.credential_id == two.credential_id
    assert "OPENAI_API_KEY" in one.credential_id


@pytest.mark.parametrize(
    ("name", "environment", "message"),
    [
        ("opnai/m", KEYS, "no model is called"),
        ("psuedo", KEYS, "no model is called"),
        ("openai/", KEYS, "no model is called"),
        ("openai/m", {}, "has no key"),
        ("openai/m", {"OPENAI_API_KEY": "  "}, "has no key"),
        ("openai/m", {"OPENAI_API_KEY": "a\nb"}, "one line of ASCII"),
        ("replay/away.jsonl", KEYS, "not there"),
    ],
)
def test_what_is_missing_is_said_with_a_remedy(name, environment, message):
    with pytest.raises(NotConfigured, match=message) as raised:
        resolve(name, environment)
    assert raised.value.remedy
    assert "a\nb" not in str(raised.value)


def test_a_near_miss_gets_a_suggestion():
    with pytest.raises(NotConfigured) as raised:
        resolve("psuedo")
    assert "Did you mean pseudo?" in raised.value.remedy


def test_an_address_with_a_password_is_refused():
    with pytest.raises(ConfigurationError, match="not http"):
        resolve("openai/m", {**KEYS, "OPENAI_BASE_URL": "http://u:p@127.0.0.1/v1"})


def test_the_switch_turns_every_call_off_but_not_the_plan():
    off = Settings(models_off=True)
    with pytest.raises(Disabled):
        resolve("pseudo", settings=off)
    assert find_model("openai/m", Machine(), {}, off).key == ""


def test_a_key_file_is_read_and_a_missing_one_is_named(tmp_path):
    (tmp_path / "key").write_text(f"{SECRET}\n")
    (tmp_path / "key").chmod(0o600)
    text = '[models.f]\ndialect="anthropic"\nmodel="m"\nkey_file="%s"'
    machine = parse_machine(text % (tmp_path / "key"), "d.toml")
    assert resolve("f", {}, machine).key == SECRET
    away = parse_machine(text % (tmp_path / "away"), "d.toml")
    with pytest.raises(NotConfigured, match="has no key"):
        resolve("f", {}, away)


@pytest.mark.parametrize(("mode", "lines"), [(0o600, 0), (0o640, 0), (0o644, 1)])
def test_a_key_file_that_everybody_may_read_is_warned_about(tmp_path, mode, lines):
    file = tmp_path / "key"
    file.write_text(SECRET)
    file.chmod(mode)
    machine = parse_machine(f'[models.f]\ndialect="openai"\nmodel="m"\nkey_file="{file}"', "d.toml")
    with capture_logs() as logs:
        assert resolve("f", {}, machine).key == SECRET
    assert [line["log_level"] for line in logs] == ["warning"] * lines
    assert SECRET not in str(logs)
    assert str(file) not in str(logs)


async def test_every_dialect_of_the_table_opens(tmp_path):
    (tmp_path / "r.jsonl").write_text("")
    names = {
        "openai": "openai/m",
        "anthropic": "anthropic/m",
        "replay": f"replay/{tmp_path}/r.jsonl",
    }
    for dialect in DIALECTS.keys() - {"apertium"}:
        provider = open_provider(resolve(names.get(dialect, dialect)))
        await provider.close()
