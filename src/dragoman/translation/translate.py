"""The room's front: units in, candidates and rejections out."""

from __future__ import annotations

from dragoman.translation.candidate import AskProvider, Outcome, Work
from dragoman.translation.checkpoints import Checkpoints


async def translate_units(
    work: Work, ask: AskProvider, checkpoints: Checkpoints | None
) -> Outcome:
    """Every unit of `work.keys`, translated or rejected.

    Checkpoints are looked up first; each reply's accepted units are stored before anything else
    is awaited. Refused units are asked again alone with the reason, three times at most
    (spec: recovery §0). A provider's final error stops the work and is in the outcome.
    """
    raise NotImplementedError
