"""The front door: one file per command, each loaded only when it is called."""
