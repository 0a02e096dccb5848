"""Durable, byte-exact translation of documentation and catalogs."""

__version__ = "0.1.0"
