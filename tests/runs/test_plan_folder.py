"""What `plan` counts and prices."""

from __future__ import annotations

from dragoman.runs.plan_folder import plan_folder
from dragoman.settings import Settings
from tests.runs.places import L10N, PAGE, isolate, open_place, plant, put


def plan(root, model=""):
    return plan_folder(open_place(root, isolate(root, Settings())), {}, model)


def test_a_new_file_counts_all_its_units_in_every_locale(tmp_path):
    found = plan(plant(tmp_path, config=L10N.replace("[fr]", "[fr, ja]")))
    assert [(row.locale, row.new, row.changed) for row in found.rows] == [
        ("fr", 3, 0),
        ("ja", 3, 0),
    ]


def test_a_model_of_this_machine_is_free_and_an_unpriced_one_unknown(tmp_path):
    root = plant(tmp_path)
    (row,) = plan(root).rows
    assert (row.price.low, row.price.high, row.price.currency) == (0.0, 0.0, "USD")
    (row,) = plan(root, "openai/unheard-of").rows
    assert row.price.currency == ""


def test_more_text_costs_more(tmp_path):
    root = plant(tmp_path, {"docs/a.md": PAGE, "docs/b.md": PAGE * 10})
    small, large = plan(root, "openai/gpt-4o").rows
    assert 0 < small.price.low < small.price.high
    assert small.tokens * 9 < large.tokens < small.tokens * 12
    assert small.price.high * 9 < large.price.high


def test_a_file_that_cannot_be_planned_has_its_reason(tmp_path):
    put(plant(tmp_path), "docs/bad.md", b"\xff\n")
    found = plan(tmp_path)
    assert [row.path for row in found.rows] == ["docs/page.md"]
    assert [(one.path, one.code) for one in found.failed] == [
        ("docs/bad.md", "SourceInvalidEncoding")
    ]


def test_planning_writes_nothing(tmp_path):
    root = plant(tmp_path)
    plan(root)
    names = sorted(path.name for path in root.rglob("*"))
    assert names == ["L10N.md", "docs", "machine.toml", "page.md"]
