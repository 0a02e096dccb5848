"""Tables and progress for a person at a terminal; the only module that imports rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn
from rich.table import Table


def draw_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Draws a table on standard output; numbers stand right."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for index, column in enumerate(columns):
        right = bool(rows) and isinstance(rows[0][index], int | float)
        table.add_column(column, justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    Console(markup=False, highlight=False).print(table)


class FileProgress:
    """A bar on standard error that counts finished files."""

    def __init__(self, total: int) -> None:
        """Takes the number of files to come and shows the bar."""
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("files", total=total)
        self._bar.start()

    def advance(self) -> None:
        """Counts one more file."""
        self._bar.advance(self._task)

    def show(self, done: int, total: int) -> None:
        """Shows that `done` of `total` files are finished."""
        self._bar.update(self._task, completed=done, total=total)

    def close(self) -> None:
        """Takes the bar away."""
        self._bar.stop()
