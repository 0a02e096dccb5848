"""Forms."""

from __future__ import annotations

from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.markdown.forms import PLAIN, forms_of
from dragoman.model.document import FormatOptions


def test_plain_units_share_one_form() -> None:
    document = MARKDOWN.extract(b"a\n\nb *c*\n", FormatOptions(flavour="gfm"))
    plain, tagged = forms_of(document)
    assert plain is PLAIN
    assert tagged.payloads == ((5, 6, 7, 8),)
