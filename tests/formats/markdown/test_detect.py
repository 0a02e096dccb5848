"""Detection of flavours."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.detect import detect_flavour


@pytest.mark.parametrize(
    ("path", "source", "flavour"),
    [
        ("a.md", b"# Title\n\nText {x} <b>y</b>.\n", "gfm"),
        ("a.mdx", b"# Title\n\n<A>b</A>\n", "mdx"),
        ("a.mdx", b":::tip[Title]\nb\n:::\n", "docusaurus"),
        ("a.md", b"import Tabs from '@theme/Tabs';\n\n<Tabs>\n</Tabs>\n", "docusaurus"),
        ("a.md", b":::note\n\nb\n\n:::\n", "docusaurus"),
        ("a.md", b"::: tip Title\nb\n:::\n", "vitepress"),
        ("a.md", b"<script setup>\nimport A from './A.vue'\n</script>\n\n# T\n", "vitepress"),
        ("a.md", b"{{< note >}}\nb\n{{< /note >}}\n", "hugo"),
        ("a.md", b"+++\ntitle = 'a'\n+++\nb\n", "hugo"),
        ("a.md", b'!!! note "Title"\n\n    b\n', "mkdocs"),
        ("a.md", b'=== "Tab"\n\n    b\n', "mkdocs"),
        ("a.md", b"{% include a.html %}\n", "jekyll"),
        ("a.md", b"# T\n{: .no_toc }\n", "jekyll"),
        ("a.md", b"```{note}\nb\n```\n", "myst"),
        ("a.md", b"See {ref}`a <b>`.\n", "myst"),
        ("a.md", b"See [[Page|text]] and ![[b.png]].\n", "obsidian"),
    ],
)
def test_a_construct_tells_the_flavour(path, source, flavour):
    assert detect_flavour(path, source) == flavour


@pytest.mark.parametrize(
    "construct", [b"{{< a >}}", b"{% a %}", b"[[a]]", b'!!! note "a"', b":::tip[a]", b"::: tip"]
)
def test_constructs_in_code_tell_nothing(construct):
    assert detect_flavour("a.md", b"b\n\n````md\n```\n" + construct + b"\n```\n````\n") == "gfm"
    assert detect_flavour("a.md", b"Write `" + construct + b"` here.\n") == "gfm"
