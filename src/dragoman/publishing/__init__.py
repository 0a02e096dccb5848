"""Translations become documents: put together, proven, and handed on."""
