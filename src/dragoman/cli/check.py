"""`dragoman check`: faults in existing translations, for people and for CI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.options import Choice, open_selected, print_as_json, select_files
from dragoman.cli.output import print_json, print_note
from dragoman.model.finding import Finding
from dragoman.runs.check_folder import check_folder
from dragoman.settings import Settings

_GITHUB_ESCAPES: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
"""*Source:* GitHub's workflow commands: data is percent-encoded in these three characters."""


@click.command(
    epilog=show_examples("dragoman check", "dragoman check docs --to fr --format github")
)
@select_files
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "github"]),
    default="text",
    help="`github` prints annotations for GitHub Actions.",
)
@print_as_json
@click.pass_obj
def check(settings: Settings, choice: Choice, *, style: str, as_json: bool) -> int:
    """Look for faults in the translations of PATHS, whoever made them.

    Stale and missing units, structure, placeholders, dead links to headings, source text left over.
    Works offline. Exit code 1 when anything was found.
    """
    findings = check_folder(open_selected(settings, choice))
    if as_json:
        print_json({"findings": [describe_finding(finding) for finding in findings]})
    else:
        show_findings(findings, style)
    return int(bool(findings))


def describe_finding(finding: Finding) -> dict[str, object]:
    """The finding as the JSON object that `check --json` prints."""
    return {
        "path": finding.path,
        "locale": finding.locale,
        "line": finding.line,
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
    }


def show_findings(findings: Sequence[Finding], style: str) -> None:
    """Prints one line per finding, and their number on standard error."""
    for finding in findings:
        click.echo(annotate(finding) if style == "github" else describe_line(finding))
    errors = sum(finding.severity == "error" for finding in findings)
    print_note(f"{errors} errors, {len(findings) - errors} warnings")


def describe_line(finding: Finding) -> str:
    """`path:line: severity: message [code]`.

    >>> describe_line(Finding("fr/a.md", "fr", 3, "empty", "error", "it is empty"))
    'fr/a.md:3: error: it is empty [empty]'
    """
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return f"{place}: {finding.severity}: {finding.message} [{finding.code}]"


def annotate(finding: Finding) -> str:
    """The finding as a workflow command of GitHub Actions.

    >>> annotate(Finding("fr/a.md", "fr", 3, "urls", "warning", "100 %"))
    '::warning file=fr/a.md,line=3,title=urls::100 %25'
    """
    line = f",line={finding.line}" if finding.line else ""
    path = _escape(finding.path).replace(":", "%3A").replace(",", "%2C")
    return f"::{finding.severity} file={path}{line},title={finding.code}::" + _escape(
        finding.message
    )


def _escape(text: str) -> str:
    return "".join(_GITHUB_ESCAPES.get(sign, sign) for sign in text)
