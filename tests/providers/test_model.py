"""A resolved model never shows its key."""

from __future__ import annotations

from dragoman.providers.model import OFFLINE_DIALECTS, Model
from tests.providers.requests import SECRET


def test_the_key_is_in_no_picture_of_a_model():
    model = Model("openai/m", "openai", "m", key=SECRET)
    assert SECRET not in repr(model)
    assert SECRET not in str(model)
    assert model.key == SECRET


def test_offline_dialects_are_offline_and_the_others_are_not():
    assert all(Model("x", dialect).is_offline for dialect in OFFLINE_DIALECTS)
    assert not Model("x", "openai").is_offline
