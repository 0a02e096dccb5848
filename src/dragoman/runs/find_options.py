"""How a pair named on the command line is to be read: as L10N.md says, where there is one."""

from __future__ import annotations

from pathlib import Path

from dragoman.errors import ConfigurationError
from dragoman.model.document import FormatOptions
from dragoman.runs.open_folder import locate_path
from dragoman.runs.read_pair import build_options
from dragoman.sources.directory import Job, find_repository
from dragoman.sources.l10n_config import Config, load_config


def find_options(source: Path, target: Path) -> FormatOptions:
    """The options under which `target` is the translation of `source`; defaults when nothing says.

    Without them front matter that was translated, or an id that was pinned, would look like damage.
    Raises: ConfigurationError when an L10N.md there cannot be read.
    """
    try:
        root = find_repository(source.parent)
        paths = [locate_path(root, Path.cwd(), path) for path in (source, target)]
    except ConfigurationError:
        return FormatOptions(path=str(source))
    config = load_config(root, strict=False)
    for locale in config.locales():
        job = find_job(config, paths[0], locale)
        if job is not None and job.target == paths[1]:
            return build_options(job)
    return FormatOptions(path=str(source))


def find_job(config: Config, source: str, locale: str) -> Job | None:
    """The job of one source and locale, None when no pattern or template makes one."""
    pattern = config.find_pattern(source, locale)
    template = config.template_for(source, locale, pattern) if pattern else None
    if pattern is None or template is None:
        return None
    target = template.expand(source, pattern.glob.fixed_prefix(), locale)
    return Job(source, target, locale, config.settings_for(source, locale))
