"""The Markdown plug: odd bytes, identity, escaping, repair, nesting, keys, pairing."""

from __future__ import annotations

import pytest

from dragoman.errors import DocumentRefused, SourceInvalidEncoding, StructureDiffers
from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import Document, FormatOptions
from dragoman.publishing.assemble import assemble


def read(text: str | bytes, flavour: str = "gfm") -> Document:
    source = text.encode() if isinstance(text, str) else text
    return MARKDOWN.extract(source, FormatOptions(flavour=flavour))


def texts(text: str | bytes, flavour: str = "gfm") -> list[str]:
    return [unit.text for unit in read(text, flavour).units]


def put(source: str, *targets: str, flavour: str = "gfm") -> str:
    document = read(source, flavour)
    chosen = {unit.key: text for unit, text in zip(document.units, targets, strict=False)}
    assembly = assemble(MARKDOWN, document, chosen)
    assert assembly.refused == {}
    return assembly.data.decode()


ODD = [
    "a\r\nb\r\n\r\n# c\r\n",
    "a\rb\r\rc",
    "a\nb\r\nc\rd\n",
    "\ufeff# a\n",
    "\ufeff---\r\ntitle: x\r\n---\r\n\r\na\r\n",
    "no end",
    "a  \nb\\\nc\n",
    "\ta\n\n\tcode\n",
    "a\x85b\u2028c\xa0 d\n",
    "a\0b <g1> \0\n",
    "> > > a\n> b\nc\n",
    "- a\n\n  b\n\n      code\n- [x] c\n",
    "| a \\| b | `c \\| d` |\n|---|---|\n| \\*x | \\ |\n",
    "|a|\n|-|\n|b\\\\|\n",
    '[a](b "c \\" d") [e](f \'g\') [h](i (j)) ![k *l*](m "n")\n',
    "[a]\n\n[a]: /b 'title'\n[c]:\n  /d\n  \"e\"\n",
    "<a id='x'></a> b <br/> <i>c</i> <!-- d -->\n",
    "x <g1>y</g1> &lt;g2/&gt; \\<g3> z\n",
    "***a** b* __c__ ~~d~~ ~e~\n",
    "[*a*][] [b *c*] ![d][]\n\n[*a*]: x\n[b *c*]: y\n[d]: z\n",
    "see https://x.y/a_b_(c). www.a.b, (http://q.r) and a@b.c\n",
    "x[^1]\n\n[^1]: a\n    b\n\n    c\n",
    "> [!NOTE]\n> a\n",
    "a\n===\n\nb\n---\n***\n",
    "# a # b #\n#\n## \n",
    "<details>\n<summary> A &amp; <b>b</b>\n c </summary>\n\nd\n\n</details>\n",
    "",
    "\n\n\n",
    "\ufeff",
]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("prefix", ["", "> ", "- "])
def test_odd_bytes_come_back_as_they_were(text: str, prefix: str) -> None:
    body = prefix + text.replace("\n", f"\n{prefix if prefix == '> ' else '  '}")
    for source in (text, body if prefix else text):
        document = read(source)
        same = {unit.key: unit.text for unit in document.units}
        assert MARKDOWN.splice(document, same, same) == source.encode()
        assert not MARKDOWN.differences(document, same, read(source))


@pytest.mark.parametrize("text", ODD)
def test_odd_bytes_take_new_text(text: str) -> None:
    document = read(text)
    targets = {unit.key: unit.text + " é" for unit in document.units}
    assembly = assemble(MARKDOWN, document, targets)
    assert assembly.refused == {}


def test_line_ends_stay_mixed() -> None:
    assert put("# a\r\n\r\nb\n\rc\r", "x", "y", "z") == "# x\r\n\r\ny\n\rz\r"


def test_invalid_bytes_are_refused_with_their_line() -> None:
    with pytest.raises(SourceInvalidEncoding) as caught:
        read(b"a\nb \xff\n")
    assert caught.value.line == 2
    assert caught.value.remedy


def test_a_lone_surrogate_in_the_source_is_refused() -> None:
    with pytest.raises(SourceInvalidEncoding):
        read(b"a \xed\xa0\x80\n")


def test_nesting_beyond_the_limit_is_refused() -> None:
    with pytest.raises(DocumentRefused) as caught:
        read(b">" * 20_000 + b" a\n")
    assert caught.value.remedy


@pytest.mark.parametrize("target", ["a\0b", "\ud800", "", " \n "])
def test_a_text_that_can_never_stand_is_refused(target: str) -> None:
    unit = read("a\n").units[0]
    assert MARKDOWN.refuse(unit, target) is not None
    assert MARKDOWN.refuse(unit, "b") is None


def test_link_titles_are_nested_units() -> None:
    document = read("a [b](c \"d\") ![e](f 'g')\n")
    assert [(unit.text, unit.parent) for unit in document.units] == [
        ("a <g1>b</g1> <g2>e</g2>", -1),
        ("d", 0),
        ("g", 0),
    ]
    targets = {document.units[1].key: 'say "d"', document.units[0].key: "<g2>E</g2> <g1>B</g1>!"}
    assembly = assemble(MARKDOWN, document, targets)
    assert assembly.data.decode() == "![E](f 'g') [B](c \"say &quot;d&quot;\")!\n"


def test_nested_units_are_paired_after_their_tags_moved() -> None:
    document = read('a [b](c "d") [e](f "g")\n')
    translated = read('[E](f "G") [B](c "D") a\n')
    paired = MARKDOWN.pair(document, translated)
    assert [paired[unit.key] for unit in document.units] == [
        "<g2>E</g2> <g1>B</g1> a",
        "D",
        "G",
    ]


def test_the_title_of_a_reference_is_a_unit() -> None:
    assert put('[a]\n\n[a]: /b "c"\n', "<g1>a</g1>", "é").endswith('[a]: /b "é"\n')
    document = read('[a]\n\n[a]: /b "c"\n')
    assert [unit.kind for unit in document.units] == ["paragraph", "title"]


def test_emphasis_beside_full_width_punctuation_is_repaired() -> None:
    source = "This is **bold** text\n"
    assert put(source, "これは<g1>注意：</g1>です") == "これは**注意**：です\n"
    assert put(source, "これは<g1>「語」</g1>です") == "これは「**語**」です\n"
    assert put(source, "これは<g1>a（b）</g1>です") == "これは<strong>a（b）</strong>です\n"
    assert put(source, "これは<g1>語</g1>です") == "これは**語**です\n"


def test_an_underscore_within_a_word_becomes_an_element() -> None:
    assert put("an _old_ one\n", "x<g1>y</g1>z") == "x<em>y</em>z\n"


def test_a_shortcut_keeps_its_form_while_its_text_does() -> None:
    source = "see [the docs] now\n\n[the docs]: /d\n"
    assert put(source, "nun <g1>the docs</g1>!").startswith("nun [the docs]!\n")
    assert put(source, "nun <g1>Doku</g1>!").startswith("nun [Doku][the docs]!\n")


def test_text_beside_a_bare_address_does_not_join_it() -> None:
    assert put("see https://a.b now\n", "&amp;<g1/>&amp; x").startswith("&amp;amp;https://a.b&#38;")


@pytest.mark.parametrize("flavour", ["gfm", "mdx", "hugo", "myst", "obsidian", "vitepress"])
@pytest.mark.parametrize(
    "target",
    [
        "{{< x >}} {% y %} {{ z }} {a}",
        "::: note",
        '!!! note "x"',
        "[[x]] ![[y]] [^1] [z](w)",
        ":smile: $a$ ~~b~~ ==c== %%d%%",
        "<!-- x --> <b>y</b> <Z/>",
        "import x from 'y'",
        "export const x",
        "https://x.y www.z.w &copy; &#65;",
        "a | b | c",
        "ends \\",
        "\ttab\t",
        "⁂ sign",
    ],
)
@pytest.mark.parametrize("source", ["word\n", "# word\n", "- word\n", "|word|\n|-|\n", "> word\n"])
def test_markup_of_any_flavour_in_a_target_stays_text(
    source: str, target: str, flavour: str
) -> None:
    put(source, target, flavour=flavour)


def test_inserting_a_section_makes_only_its_units_new() -> None:
    old = read("# A\n\none\n\ntwo\n\n- x\n- x\n")
    new = read("# New\n\none\n\nfresh\n\n# A\n\none\n\ntwo\n\n- x\n- x\n")
    added = {unit.key for unit in new.units} - {unit.key for unit in old.units}
    assert len(added) == 3
    assert {unit.key for unit in old.units} <= {unit.key for unit in new.units}


def test_moving_a_section_makes_nothing_new() -> None:
    old = read("# A\n\none *x*\n\n# B\n\ntwo\n")
    new = read("# B\n\ntwo\n\n# A\n\none *x*\n")
    assert {unit.key for unit in new.units} == {unit.key for unit in old.units}


def test_a_list_that_becomes_loose_keeps_its_keys() -> None:
    tight, loose = read("- a\n- b\n"), read("- a\n\n- b\n")
    assert [unit.key for unit in tight.units] == [unit.key for unit in loose.units]


def test_a_unit_knows_the_headings_above_it() -> None:
    document = read("# A `x`\n\n## B\n\nt\n\n# C\n\nu\n")
    assert [unit.context for unit in document.units] == ["", "A ", "A  > B", "", "C"]


def test_a_translation_is_paired_with_the_numbers_of_the_source() -> None:
    document = read("a `b` [c](d) `e`\n")
    translated = read("`e` [ç](d) et `b`\n")
    paired = MARKDOWN.pair(document, translated)
    assert list(paired.values()) == ["<g3/> <g2>ç</g2> et <g1/>"]


def test_other_structures_cannot_be_paired() -> None:
    with pytest.raises(StructureDiffers):
        MARKDOWN.pair(read("a\n"), read("a\n\nb\n"))


@pytest.mark.parametrize(
    ("again", "code"),
    [
        ("# b\n\nc [d](e)\n", "text"),
        ("# x\n\nc [d](f)\n", "payload"),
        ("## x\n\nc [d](e)\n", "skeleton"),
        ("# x\n\nc [d](e)\n\nf\n", "units"),
        ("- x\n\nc [d](e)\n", "units"),
    ],
)
def test_each_kind_of_difference_is_found(again: str, code: str) -> None:
    document = read("# a\n\nc [d](e)\n")
    found = MARKDOWN.differences(document, {document.units[0].key: "x"}, read(again))
    assert found[0].code == code


def test_equal_documents_have_no_difference() -> None:
    document = read("# a\n\nc [d](e)\n")
    again = read("# x\n\nc [d](e)\n")
    assert not MARKDOWN.differences(document, {document.units[0].key: "x"}, again)


def test_a_translation_that_looks_like_another_flavour_is_read_as_its_source_was():
    document = MARKDOWN.extract(b"Version\n", FormatOptions(path="a.md"))
    target = "import x from 'x' Version"
    targets = {document.units[0].key: target}
    again = MARKDOWN.extract(MARKDOWN.splice(document, targets), document.options)
    assert (again.flavour, again.units[0].text) == ("gfm", target)
