"""The table of commands: what `dragoman --help` prints and where each command stands."""

from __future__ import annotations

from typing import Final

from dragoman.cli.groups import CommandEntry

COMMANDS: Final = {
    "init": CommandEntry("dragoman.cli.init:init", "Write a starter L10N.md for this repository."),
    "plan": CommandEntry("dragoman.cli.plan:plan", "Show what would be translated, and the price."),
    "translate": CommandEntry(
        "dragoman.cli.translate:translate", "Translate what is new or changed."
    ),
    "check": CommandEntry("dragoman.cli.check:check", "Look for faults in existing translations."),
    "heal": CommandEntry("dragoman.cli.heal:heal", "Translate again only what check found."),
    "verify": CommandEntry(
        "dragoman.cli.verify:verify", "Prove that one pair differs in words only."
    ),
    "prove": CommandEntry("dragoman.cli.prove:prove", "Try the round trip on your own files."),
    "units": CommandEntry("dragoman.cli.units:units", "Print what a file holds for translators."),
    "status": CommandEntry("dragoman.cli.status:status", "Show how far every locale is."),
    "config": CommandEntry("dragoman.cli.config:config", "Explain the settings of a file."),
    "lock": CommandEntry("dragoman.cli.lock:lock", "Repair and merge lock files."),
    "db": CommandEntry("dragoman.cli.db:db", "Look after the embedded database."),
}
"""Every command of the program, in the order of its help."""

CONFIG_COMMANDS: Final = {
    "explain": CommandEntry(
        "dragoman.cli.config:explain", "Print each value and the file and line it came from."
    ),
}

LOCK_COMMANDS: Final = {
    "repair": CommandEntry(
        "dragoman.cli.lock:repair", "Rebuild lock files from sources and targets."
    ),
    "merge": CommandEntry("dragoman.cli.lock:merge", "Resolve a lock conflict (called by git)."),
    "install-driver": CommandEntry(
        "dragoman.cli.lock:install_driver", "Make git merge lock files with this program."
    ),
}
