"""Bad input: one clear message with file and remedy, a failing exit code, nothing lost."""

from __future__ import annotations

import pytest

from tests.runs.places import L10N, PAGE, put
from tests.stories.program import Program, check_refusal

pytestmark = pytest.mark.story

TARGET = "i18n/fr/page.md"


def configure(program, line):
    put(program.root, "L10N.md", L10N.replace("targets: [fr]", f"targets: [fr]\n{line}"))


def test_invalid_utf8_fails_its_file_and_spares_the_others(program):
    put(program.root, "docs/bad.md", b"# caf\xe9\n")
    result = program.run("translate")
    check_refusal(result, 1, "docs/bad.md", "UTF-8")
    assert (program.root / TARGET).exists()
    check_refusal(program.run("plan"), 1, "docs/bad.md", "UTF-8")
    check_refusal(program.run("units", "docs/bad.md"), 1, "docs/bad.md", "UTF-8")


def test_a_directory_without_permission_is_named(program):
    put(program.root, "docs/closed/page.md", PAGE)
    (program.root / "docs/closed").chmod(0)
    result = program.without_override().run("translate")
    (program.root / "docs/closed").chmod(0o755)
    assert result.code in {1, 2}
    check_refusal(result, result.code, "docs/closed", "permission")


def test_a_file_without_permission_fails_alone(program):
    put(program.root, "docs/closed.md", PAGE).chmod(0)
    result = program.without_override().run("translate")
    check_refusal(result, 1, "docs/closed.md", "permission")
    assert (program.root / TARGET).exists()


def test_a_target_folder_without_permission_keeps_the_replies(program):
    (program.root / "i18n/fr").mkdir(parents=True)
    (program.root / "i18n/fr").chmod(0o555)
    check_refusal(program.without_override().run("translate"), 1, "i18n/fr")
    (program.root / "i18n/fr").chmod(0o755)
    report = program.run("translate", "--json").read_json()
    assert (report["sent"], report["from_checkpoints"], report["written"]) == (0, 3, 1)


def test_a_broken_front_matter_of_the_configuration_is_named_with_its_line(program):
    put(program.root, "L10N.md", "---\nsources: [\ntargets: fr: de\n---\n")
    check_refusal(program.run("translate"), 2, "L10N.md:")


def test_a_broken_front_matter_of_a_source_is_no_reason_to_lose_it(program):
    put(program.root, "docs/page.md", "---\ntitle: [broken\n---\n" + PAGE)
    result = program.run("translate")
    assert "Traceback" not in result.err
    if result.code == 0:
        assert program.run("verify", "docs/page.md", TARGET).code == 0
    else:
        check_refusal(result, 1, "docs/page.md")


@pytest.mark.parametrize("template", ["../{locale}/{relpath}", "/srv/{locale}/{relpath}"])
def test_a_template_that_leaves_the_repository_is_refused(program, template):
    put(program.root, "L10N.md", L10N.replace("i18n/{locale}/{relpath}", template))
    check_refusal(program.run("translate"), 2, "L10N.md:", "repository")


def test_a_symlink_that_leaves_the_repository_is_not_followed(program):
    secret = put(program.root.parent, "secret.md", "# Secret\n\nNothing for you.\n")
    (program.root / "docs/link.md").symlink_to(secret)
    result = program.run("translate")
    check_refusal(result, result.code, "docs/link.md")
    assert result.code in {1, 2}
    assert not (program.root / "i18n/fr/link.md").exists()


def test_a_target_behind_a_symlink_out_of_the_repository_is_refused(program):
    outside = program.root.parent / "outside"
    outside.mkdir()
    (program.root / "i18n").symlink_to(outside)
    check_refusal(program.run("translate"), 2, "i18n/fr/page.md")
    assert list(outside.iterdir()) == []


def test_an_unknown_key_warns_with_a_suggestion_and_fails_only_strictly(program):
    configure(program, "retrys: 3")
    lax = program.run("plan")
    assert lax.code == 0
    assert "`retrys`" in lax.err
    assert "retries" in lax.err
    check_refusal(program.run("plan", "--strict"), 2, "L10N.md:5", "retries")
    check_refusal(program.run("translate", "--strict"), 2, "L10N.md:5", "retries")


def test_all_configuration_errors_come_at_once(program):
    put(program.root, "L10N.md", L10N.replace("targets: [fr]", "targets: [fr, fr]\nretries: many"))
    check_refusal(program.run("plan"), 2, "fr", "retries")


@pytest.mark.parametrize(
    ("model", "said"), [("gpt-nonsense", "gpt-nonsense"), ("openai/gpt-4o", "OPENAI_API_KEY")]
)
def test_a_missing_model_or_key_is_named_with_its_remedy(program, model, said):
    configure(program, f"model: {model}")
    check_refusal(program.run("translate"), 2, said)
    assert not (program.root / ".dragoman").exists()


def test_a_full_disk_keeps_the_old_file_and_the_paid_replies(program):
    assert program.run("translate").code == 0
    before = (program.root / TARGET).read_bytes()
    put(program.root, "docs/page.md", PAGE + "\nAnother paragraph of words.\n" * 2000)
    limited = Program(program.root, program.environment, ("prlimit", "--fsize=65536"))
    check_refusal(limited.run("translate"), 1, "page.md")
    assert (program.root / TARGET).read_bytes() == before
    assert sorted(path.name for path in (program.root / "i18n/fr").iterdir()) == ["page.md"]
    report = program.run("translate", "--json").read_json()
    assert (report["sent"], report["written"]) == (0, 1)


def test_a_path_that_is_not_there_is_named(program):
    check_refusal(program.run("translate", "docs/nowhere.md"), 2, "docs/nowhere.md")
    check_refusal(program.run("verify", "docs/nowhere.md", "docs/page.md"), 1, "docs/nowhere.md")
    check_refusal(program.run("units", "docs/nowhere.md"), 1, "docs/nowhere.md")


def test_an_unknown_locale_is_refused_with_a_suggestion(program):
    check_refusal(program.run("translate", "--to", "fr-FR"), 2, "fr-FR", "fr")


def test_no_repository_at_all_points_to_init(tmp_path):
    (tmp_path / "empty").mkdir()
    check_refusal(Program(tmp_path / "empty").run("plan"), 2, "dragoman init")


def test_a_damaged_lock_names_its_repair(program):
    assert program.run("translate").code == 0
    put(program.root, ".dragoman/docs/page.md/fr.lock", "{")
    check_refusal(program.run("translate"), 1, "fr.lock", "lock repair")
    assert program.run("lock", "repair").code == 0
    assert program.run("translate", "--json").read_json()["sent"] == 0


def test_an_impossible_setting_is_named(program):
    odd = Program(program.root, {**program.environment, "DRAGOMAN_CONCURRENCY": "many"})
    check_refusal(odd.run("plan"), 2, "DRAGOMAN_CONCURRENCY")


def test_an_unknown_command_is_refused_with_a_suggestion(program):
    check_refusal(program.run("transalte"), 2, "translate")
