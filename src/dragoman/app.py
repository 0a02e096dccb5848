"""Builds everything from Settings; the only module that knows all rooms."""
