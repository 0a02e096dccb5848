"""How long to wait after a failure."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

FIRST_WAIT: Final = timedelta(seconds=2)
LONGEST_WAIT: Final = timedelta(seconds=30)
LONGEST_HINT: Final = timedelta(minutes=5)
JITTER: Final = 0.25
"""*Source:* spec/recovery §2, backoff of one request and of the credential."""


def back_off(failures: int, hint: timedelta | None, jitter: float) -> timedelta:
    """How long to wait after `failures` failures in a row (>= 1).

    The longer of the exponential wait and the provider's hint (capped at five minutes), plus up to
    a quarter of the exponential one: `jitter` is 0 to 1 and never shortens anything. A hint is the
    provider's own moment; a quarter of a long one would leave the room it gives unused.
    *Source:* spec/recovery §2.

    >>> [back_off(n, None, 0).total_seconds() for n in (1, 2, 4, 5, 60)]
    [2.0, 4.0, 16.0, 30.0, 30.0]
    >>> back_off(1, timedelta(hours=1), 0)
    datetime.timedelta(seconds=300)
    """
    # The exponent is bounded because 2**failures would outgrow a timedelta.
    exponential = min(FIRST_WAIT * (1 << min(failures - 1, 10)), LONGEST_WAIT)
    wait = max(exponential, min(hint or timedelta(), LONGEST_HINT))
    return wait + exponential * (JITTER * jitter)
