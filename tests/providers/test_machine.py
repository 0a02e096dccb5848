"""dragoman.toml of the user or machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError
from dragoman.providers.machine import is_web_address, load_machine, parse_machine
from dragoman.settings import Settings

WHOLE = """
[models.house]
dialect = "openai"
base_url = "http://127.0.0.1:9/v1"
model = "m-1"
key_env = "HOUSE_KEY"
concurrency = 3
price = { input = 1, output = 2.5, currency = "EUR" }
limits = { requests_per_minute = 60 }
"""


def test_a_whole_table_is_read():
    model = parse_machine(WHOLE, "dragoman.toml").models["house"]
    assert (model.dialect, model.remote_name, model.concurrency) == ("openai", "m-1", 3)
    assert model.tariff is not None
    assert (model.tariff.input, model.tariff.output, model.tariff.cached) == (1.0, 2.5, 1.0)
    assert model.limits.requests_per_minute == 60.0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[models.x", "not TOML"),
        ("[modles.x]", "did you mean models"),
        ("[models]\nx = 1", "models.x is not a table"),
        ('[models.x]\ndialect="openai"', "model is missing"),
        ('[models.x]\ndialect="magic"\nmodel="m"', "dialect is none of openai, anthropic"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nbase_ulr="x"', "did you mean base_url"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nbase_url="ftp://a"', "not an http"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nbase_url="http://u:p@a"', "not an http"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nkey="sk-1"', "key is unknown"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nkey_env="A"\nkey_file="b"', "exclude each"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nconcurrency=-1', "at least 0"),
        ('[models.x]\ndialect="openai"\nmodel="m"\nlimits={requests_per_minute="x"}', "number"),
    ],
)
def test_each_fault_is_named_with_the_file(text, fault):
    with pytest.raises(ConfigurationError, match=fault) as raised:
        parse_machine(text, "dragoman.toml")
    assert raised.value.path == "dragoman.toml"
    assert raised.value.remedy
    assert "sk-1" not in str(raised.value)


FAULTY = """# models of this machine
[models."a.1"]
dialect = "x"
model = "m"

[models.b]
model = 1
limits = { requests_per_minute = "many" }

[models.b.price]
input = 1
output = "dear"
"""


def test_all_faults_are_told_at_once_each_with_its_line():
    with pytest.raises(ConfigurationError) as raised:
        parse_machine(FAULTY, "f")
    told = str(raised.value)
    assert told.startswith("f:3: models.a.1.dialect is none of")
    for line, name in ((6, "b.dialect"), (7, "b.model"), (8, "b.limits.requests_per_minute"),
                       (12, "b.price.output")):  # fmt: skip
        assert f"line {line}: models.{name}" in told


@pytest.mark.parametrize(
    ("text", "line"),
    [("\n[models.x\n", 2), ('a = "\n', 1), ("[models]\n\nx = [1,\n", 3), ("a=1\na=2\n\n", 2)],
)
def test_what_is_not_toml_is_named_with_its_line(text, line):
    with pytest.raises(ConfigurationError, match="not TOML") as raised:
        parse_machine(text, "f")
    assert raised.value.line == line


@pytest.mark.parametrize("name", ["key", "api_key", "Token", "secret"])
def test_a_key_in_the_file_is_refused_and_not_repeated(name):
    text = f'[models.x]\ndialect="openai"\nmodel="m"\n{name}="sk-1"'
    with pytest.raises(ConfigurationError, match="come from the environment") as raised:
        parse_machine(text, "f")
    assert raised.value.line == 4
    assert "sk-1" not in str(raised.value)


def test_a_key_in_the_place_of_its_variable_is_not_repeated():
    with pytest.raises(ConfigurationError, match="not the name of an environment") as raised:
        parse_machine('[models.x]\ndialect="openai"\nmodel="m"\nkey_env="sk-1"', "f")
    assert "sk-1" not in str(raised.value)


def test_the_named_file_is_read_and_a_missing_one_is_an_error(tmp_path: Path):
    (tmp_path / "d.toml").write_text(WHOLE)
    machine = load_machine(Settings(machine_file=tmp_path / "d.toml"))
    assert list(machine.models) == ["house"]
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_machine(Settings(machine_file=tmp_path / "away.toml"))


def test_only_plain_web_addresses_are_addresses():
    good = ["http://127.0.0.1:8080/v1", "https://api.example", "http://[::1]:9"]
    bad = ["", "api.example", "https://", "https://a/?k=1", "https://a/#x", "http://a:port", "x:y",
           "http://a b/v1", "http://a/\n", "http://u@a"]  # fmt: skip
    assert all(is_web_address(url) for url in good)
    assert not any(is_web_address(url) for url in bad)
