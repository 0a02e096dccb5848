"""What a person at a terminal sees."""

from __future__ import annotations

from dragoman.cli.terminal import FileProgress, draw_table


def test_a_table_shows_every_cell_as_it_is(capsys):
    draw_table(["path", "new"], [["a[b].md", 3], ["guide.md", 12]])
    lines = capsys.readouterr().out.splitlines()
    assert "a[b].md" in lines[1]
    assert lines[1].rstrip().endswith("  3")


def test_a_bar_counts_and_goes_away(capsys):
    bar = FileProgress(2)
    bar.advance()
    bar.show(2, 2)
    bar.close()
    assert capsys.readouterr().out == ""
