"""The only place that imports by name: tables name plugs and commands as dotted strings."""

from __future__ import annotations

import importlib
from typing import Any


def load(dotted: str) -> Any:
    """The object behind `package.module:name`.

    >>> load("math:pi") > 3
    True
    """
    module, _, name = dotted.partition(":")
    return getattr(importlib.import_module(module), name)
