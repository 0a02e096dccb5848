"""Two commands at once, an interruption, a provider that stops, a violent end."""

from __future__ import annotations

import json
import signal
from dataclasses import replace

import pytest

from benchmarks.kills import KillPlan, run_kills
from benchmarks.slow_server import serve_slowly
from tests.runs.places import L10N, put
from tests.stories.program import Program, Result, check_refusal

pytestmark = pytest.mark.story

PAGES = 40


@pytest.fixture
def pages(program):
    put(program.root, "L10N.md", L10N.replace("targets:", "model: openai/slow\ntargets:"))
    (program.root / "docs/page.md").unlink()
    for number in range(PAGES):
        put(program.root, f"docs/{number:02}.md", f"# Page {number}\n\nText of page {number}.\n")
    return program


def point_to(program, server, **more):
    said = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "key-of-a-test", **more}
    return replace(program, environment={**program.environment, **said})


def end(process):
    out, err = process.communicate(timeout=60)
    return Result(process.returncode, out, err)


def list_paid(server):
    return [text for one in server.exchanges() if one.answered is not None for text in one.texts]


def test_a_second_translate_ends_at_once_and_names_the_first(pages):
    with serve_slowly(1.0) as server:
        program = point_to(pages, server)
        first = program.start("translate")
        server.wait_for_requests(1)
        check_refusal(program.run("translate"), 2, f"pid {first.pid}")
        first.send_signal(signal.SIGINT)
        assert end(first).code == 130
        assert program.run("plan").code == 0


def test_an_interruption_finishes_the_files_in_work_and_keeps_them(pages):
    with serve_slowly(0.5) as server:
        program = point_to(pages, server, DRAGOMAN_CONCURRENCY="2")
        process = program.start("translate", "--json")
        server.wait_for_requests(3)
        process.send_signal(signal.SIGINT)
        result = end(process)
        report = json.loads(result.out)
        assert (result.code, report["stopped_by"], report["failed"]) == (130, "interrupted", 0)
        assert 0 < report["written"] < PAGES
        assert report["written"] + report["left"] == PAGES
        last = program.run("translate", "--json")
        assert (last.code, last.read_json()["written"]) == (0, report["left"])
        assert sorted(list_paid(server)) == sorted(set(list_paid(server)))


def test_a_provider_without_credit_stops_the_run_and_a_later_one_resumes(pages):
    with serve_slowly(0.05, status=402) as server:
        program = point_to(pages, server, DRAGOMAN_CONCURRENCY="2")
        check_refusal(program.run("translate"), 3, "ProviderCredit", "were not begun")
        assert len(server.exchanges()) < PAGES
    with serve_slowly(0.05) as server:
        report = point_to(pages, server).run("translate", "--json")
        assert (report.code, report.read_json()["written"]) == (0, PAGES)


def test_a_rejected_key_stops_the_run_without_showing_it(pages):
    with serve_slowly(0.05, status=401) as server:
        result = point_to(pages, server, DRAGOMAN_LOG_LEVEL="info").run("translate")
    check_refusal(result, 3, "ProviderCredentials")
    assert "key-of-a-test" not in result.out + result.err


def test_a_model_that_the_provider_does_not_know_is_said_once(pages):
    with serve_slowly(0.05, status=404) as server:
        result = point_to(pages, server, DRAGOMAN_CONCURRENCY="2").run("translate")
        assert len(server.exchanges()) < PAGES
    check_refusal(result, 2, "answered 404", "check the model's name", "were not begun")
    assert result.err.count("answered 404") == 1


def test_killed_in_the_middle_nothing_is_lost_and_nothing_paid_twice(program: Program):
    program.root.joinpath("L10N.md").unlink()
    program.root.joinpath("docs/page.md").unlink()
    program.root.joinpath("docs").rmdir()
    with serve_slowly(0.3) as server:
        plan = KillPlan(program.root, dict(program.environment), kills=3, files=24)
        report = run_kills(plan, server)
    assert report.is_passed(), report
    assert report.verdict.with_answers_and_open == 3
    assert report.verdict.units_answered == 24 * 20
