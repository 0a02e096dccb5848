from __future__ import annotations

import json

import pytest

from dragoman.loading import load


def test_a_dotted_string_gives_the_object():
    assert load("json:loads") is json.loads


@pytest.mark.parametrize("dotted", ["json:nothing", "no.such.module:x"])
def test_a_wrong_table_entry_is_loud(dotted):
    with pytest.raises((AttributeError, ModuleNotFoundError)):
        load(dotted)
