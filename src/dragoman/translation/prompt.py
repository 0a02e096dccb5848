"""The words around the units of a request."""

from __future__ import annotations


def voice_hash(voice: str, language_name: str = "") -> str:
    """The fingerprint of the guidance and of the prompt's version; part of lock and checkpoint."""
    raise NotImplementedError
