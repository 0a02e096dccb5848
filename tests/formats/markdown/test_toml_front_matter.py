"""Places of TOML strings."""

from __future__ import annotations

from dragoman.formats.markdown.toml_front_matter import find_strings


def list_strings(source):
    return [
        (key, source[span.start : span.end]) for key, span in find_strings(source, 0, len(source))
    ]


def test_strings_are_found_with_their_dotted_keys():
    source = b"""a = "1" # "no"
n = 3
d = 2026-01-01
'q r' = 'it # is'
l = [ "x", # "no"
  'y', ["z"] ]
i = { t = "inline" }
m = \"\"\"
two "quoted"
lines\"\"\"
[p.s]
t.u = "3"
[[v]]
w = '''4'''
"""
    assert list_strings(source) == [
        ("a", b'"1"'),
        ("q r", b"'it # is'"),
        ("l", b'"x"'),
        ("l", b"'y'"),
        ("l", b'"z"'),
        ("m", b'"""\ntwo "quoted"\nlines"""'),
        ("p.s.t.u", b'"3"'),
        ("v.w", b"'''4'''"),
    ]
