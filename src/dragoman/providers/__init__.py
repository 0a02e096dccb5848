"""Providers: ways to have texts translated, one file each, and the pace they share.

`DIALECTS` is the room's table: a new provider is one file and one line here.
"""

from collections.abc import Mapping
from types import MappingProxyType

DIALECTS: Mapping[str, str] = MappingProxyType(
    {
        "openai": "dragoman.providers.openai:open_openai",
        "anthropic": "dragoman.providers.anthropic:open_anthropic",
        "apertium": "dragoman.providers.apertium:open_apertium",
        "pseudo": "dragoman.providers.pseudo:open_pseudo",
        "identity": "dragoman.providers.identity:open_identity",
        "replay": "dragoman.providers.replay:open_replay",
    }
)
"""Dialect → what opens it: a function from `Model` to `Provider`."""
