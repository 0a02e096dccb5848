"""The repository's folders: where it begins, what is translated and where it goes."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from dragoman.errors import (
    ConfigurationError,
    DocumentRefused,
    SourceUnreadable,
    TargetRefused,
)
from dragoman.sources.file_settings import FileSettings
from dragoman.sources.l10n_config import CONFIG_NAME, Config
from dragoman.sources.schema import SourcePattern


@dataclass(frozen=True, slots=True)
class Job:
    """One source in one locale. Paths are relative to the repository, with `/`."""

    source: str
    target: str
    locale: str
    settings: FileSettings


def find_repository(start: Path) -> Path:
    """The resolved directory at or above `start` that holds `.git`, else the topmost L10N.md.

    Raises: ConfigurationError when there is neither.
    """
    start = start.resolve()
    above = [start, *start.parents]
    for folder in above:
        if (folder / ".git").exists():
            return folder
    for folder in reversed(above):
        if (folder / CONFIG_NAME).is_file():
            return folder
    raise ConfigurationError(
        "neither a git repository nor an L10N.md here or above",
        path=str(start),
        remedy="Go to your project, or run `dragoman init` in it.",
    )


def list_jobs(config: Config, paths: Collection[str], locales: Collection[str]) -> list[Job]:
    """The jobs below `paths` for `locales`, sorted by source and locale.

    Takes files or folders relative to the repository (empty = all), and locales (empty = all).
    Raises: TargetRefused (a target outside the repository, or one that is a source or another
    job's target), SourceUnreadable (a directory without permission), ConfigurationError (an unknown
    locale, a path that is no source, a source without output).
    """
    _check_locales(config, locales)
    jobs = _leave_out_targets(config, list(_find_sources(config)))
    jobs.sort(key=lambda job: (job.source, job.locale))
    _check_targets(config.root, jobs)
    wanted = [job for job in jobs if not locales or job.locale in locales]
    return _select_paths(wanted, paths)


def read_source(root: Path, path: str, limit_bytes: int) -> bytes:
    """The bytes of the repository file `path`.

    Raises: SourceUnreadable (permission, or a symlink out of the repository), DocumentRefused
    (larger than `limit_bytes`).
    """
    try:
        real = (root / path).resolve(strict=True)
        if not real.is_relative_to(root.resolve()):
            raise SourceUnreadable(
                "the symlink leaves the repository",
                path=path,
                remedy="Copy the file in, or exclude it in L10N.md.",
            )
        if not real.is_file():
            # Opening a pipe would wait for whoever writes into it, for ever.
            raise SourceUnreadable(
                "this is no regular file",
                path=path,
                remedy="Put a file there, or exclude it in L10N.md.",
            )
        with real.open("rb") as file:
            content = file.read(limit_bytes + 1)
    except (OSError, RuntimeError) as fault:
        raise SourceUnreadable(
            f"the file cannot be read: {getattr(fault, 'strerror', None) or 'a symlink loop'}",
            path=path,
            remedy="Give this account permission to read it, or exclude it in L10N.md.",
        ) from None
    if len(content) > limit_bytes:
        raise DocumentRefused(
            f"larger than {limit_bytes} bytes",
            path=path,
            remedy="Split the file, or raise DRAGOMAN_MAX_FILE_BYTES.",
        )
    return content


def _check_locales(config: Config, locales: Collection[str]) -> None:
    known = config.locales()
    for locale in locales:
        if locale not in known:
            near = get_close_matches(locale, known, 1, 0.4)
            raise ConfigurationError(
                f"`{locale}` is not among the targets",
                path=CONFIG_NAME,
                remedy=f"Did you mean {near[0]}?" if near else f"Targets: {', '.join(known)}.",
            )


def _find_sources(config: Config) -> Iterator[tuple[str, str, SourcePattern]]:
    """Every source with its locales and patterns, translations made by a pattern left out."""
    patterns = list(config.patterns())
    own = {layer.file for layer in (*config.layers, *config.overlays)}
    for path in _walk_files(config.root, _outermost({one.glob.fixed_prefix() for one in patterns})):
        if path in own or not any(one.glob.is_match(path) for one in patterns):
            continue
        locales = config.targets_of(path)
        for locale in locales:
            pattern = config.find_pattern(path, locale)
            template = pattern and config.template_for(path, locale, pattern)
            if pattern and not (template and template.is_output(path, locales)):
                yield path, locale, pattern


def _outermost(prefixes: set[str]) -> list[str]:
    """The prefixes that lie in no other one, sorted.

    >>> _outermost({"docs/a", "docs", "x"})
    ['docs', 'x']
    """
    kept: list[str] = []
    for prefix in sorted(prefixes):
        if not any(not one or prefix == one or prefix.startswith(one + "/") for one in kept):
            kept.append(prefix)
    return kept


def _walk_files(root: Path, prefixes: list[str]) -> Iterator[str]:
    for prefix in prefixes:
        start = root / prefix
        if not start.resolve().is_relative_to(root):
            raise SourceUnreadable(
                "the directory is a symlink that leaves the repository",
                path=prefix,
                remedy="Copy the files in, or take the pattern out of L10N.md.",
            )
        if not start.is_dir():
            continue
        for folder, folders, files in os.walk(start, onerror=_refuse_folder):
            folders[:] = sorted(name for name in folders if name not in {".git", ".dragoman"})
            at = Path(folder).relative_to(root)
            yield from ((at / name).as_posix() for name in sorted(files))


def _refuse_folder(fault: OSError) -> None:
    raise SourceUnreadable(
        f"the directory cannot be read: {fault.strerror}",
        path=str(fault.filename),
        remedy="Give this account permission to read it, or exclude it in L10N.md.",
    ) from None


def _make_job(config: Config, source: str, locale: str, pattern: SourcePattern) -> Job:
    template = config.template_for(source, locale, pattern)
    if template is None:
        raise ConfigurationError(
            f"nothing says where translations of `{source}` go",
            path=pattern.origin.file,
            line=pattern.origin.line,
            remedy="Give the pattern a template, or set `output: i18n/{locale}/{relpath}`.",
        )
    target = template.expand(source, pattern.glob.fixed_prefix(), locale)
    return Job(source, target, locale, config.settings_for(source, locale))


def _check_targets(root: Path, jobs: list[Job]) -> None:
    sources = {os.path.realpath(root / job.source): job.source for job in jobs}
    owners: dict[str, Job] = {}
    for job in jobs:
        real = os.path.realpath(root / job.target)
        reason = _refuse_target(root, real)
        if real in sources:
            reason = f"is the source {sources[real]}"
        elif real in owners:
            other = owners[real]
            reason = f"is already the target of {other.source} in {other.locale}"
        if reason:
            raise TargetRefused(
                f"the target {job.target} of {job.source} in {job.locale} {reason}",
                path=job.source,
                remedy="Change the template; {locale} and {relpath} keep targets apart.",
            )
        owners[real] = job


def _refuse_target(root: Path, real: str) -> str:
    """Why nothing may be written at the resolved path `real`, "" when it may."""
    if not Path(real).is_relative_to(root):
        return "lies outside the repository"
    inside = Path(real).relative_to(root)
    if inside.parts[:1] in {(".git",), (".dragoman",)} or not inside.parts:
        return "lies in a directory that is not for translations"
    if inside.name == CONFIG_NAME:
        return "is a configuration file"
    return "is a directory" if Path(real).is_dir() else ""


def _leave_out_targets(config: Config, found: list[tuple[str, str, SourcePattern]]) -> list[Job]:
    """The jobs of `found`, without those whose source is what another job writes.

    A pattern as wide as `**/*.md` finds the translations too once they exist. A source that is
    named without wildcard, or would be its own target, stays, to be refused.
    """
    jobs = [(_make_job(config, *one), one[2].glob.is_literal()) for one in found]
    targets = {job.target for job, _ in jobs if job.target != job.source}
    return [job for job, is_named in jobs if is_named or job.source not in targets]


def _select_paths(jobs: list[Job], paths: Collection[str]) -> list[Job]:
    if not paths:
        return jobs
    picked: set[str] = set()
    for path in paths:
        wanted = path.rstrip("/")
        below = {
            job.source
            for job in jobs
            if wanted in {"", "."} or job.source == wanted or job.source.startswith(wanted + "/")
        }
        if not below:
            raise ConfigurationError(
                "no source of L10N.md lies here",
                path=path,
                remedy="Name a file or folder that a pattern of `sources` matches.",
            )
        picked |= below
    return [job for job in jobs if job.source in picked]
