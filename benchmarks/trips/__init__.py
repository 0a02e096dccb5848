"""Whole trips of one tool each: paths on standard input, one JSON line of figures out.

Each runs in a process of its own, with the interpreter that has the tool: nothing of a peer is ever
imported beside dragoman. Reading files and imports are not timed; every file is tried on its own,
and one that a tool cannot read counts neither bytes nor seconds, but as failed.
"""
