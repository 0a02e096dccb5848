"""`python -m dragoman`: the program."""

from __future__ import annotations
