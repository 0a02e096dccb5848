"""Frozen values that travel from room to room; they know nobody."""
