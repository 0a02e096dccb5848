"""micromark and mdast agree with us on which text of an MDX file is a unit."""

from __future__ import annotations

import shutil

import pytest

from benchmarks.generate import make_document
from benchmarks.letters import tally_file
from benchmarks.micromark import ask_node, read_nodes
from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import FormatOptions

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")

SAMPLES = {
    "imports": (
        'import A from "a"\n'
        "export const b = {\n"
        '  c: "not prose",\n'
        "\n"
        "  d: `nor this`,\n"
        "}\n"
        "\n"
        "Prose.\n"
    ),
    "tabs": (
        'import T from "x";\n'
        "\n"
        "<Tabs>\n"
        '  <Tab title="One *1*">\n'
        "      - item `a`\n"
        "        more\n"
        "\n"
        "      para\n"
        "  </Tab>\n"
        "</Tabs>\n"
    ),
    "expressions": (
        'Total {count > 1 ? "{a}" : `}`} items {/* note */} end\n'
        "\n"
        "{/* block\n"
        "\n"
        " comment */}\n"
        "\n"
        "Last\n"
    ),
    "attributes": (
        '<Card title={<b title="x">hi</b>} label="Go" href="no">\n'
        "\n"
        'Text <Icon name="a"/> and <Link to="/x">link *em*</Link>.\n'
        "\n"
        "</Card>\n"
    ),
    "inline element": "A <b>bold *and* italic</b> word, a <kbd>Key</kbd>.\n",
    "element on one line": "<Note>Inside of it **text**</Note>\n",
    "element of two lines": "<Note>\nInside of it\nis text\n</Note>\n\nAfter\n",
    "fragment": "<>\n\nIn a fragment\n\n</>\n",
    "member and colon": (
        '<Ui.Card title="Shown">\n\nBody\n\n</Ui.Card>\n\n<svg:path alt="Seen" />\n'
    ),
    "spread": '<A {...props} title="Both" render={() => <p>no</p>}>\n\nYes\n\n</A>\n',
    "list in element": (
        "<Steps>\n\n1. First\n\n   <Inner>\n\n   Deep text\n\n   </Inner>\n2. Second\n\n</Steps>\n"
    ),
    "deep indentation": ("<A>\n    <B>\n        # Heading\n\n        Words here\n    </B>\n</A>\n"),
    "no indented code": "    four columns are prose in MDX\n",
    "code": "```jsx {1,2}\n<A title='no' />\n```\n\n~~~\nno\n~~~\n\n`{no}` yes\n",
    "table": "| a {b} | `c` |\n|---|---|\n| <D/> e | f |\n",
    "image and link": "![An *alt*](a.png \"A title\") and [text](b.md 'Another')\n",
    "front matter": "---\ntitle: kept\n---\n\n# Heading {1 + 1}\n",
    "escapes": "A \\{brace} and \\<tag> in prose &amp; more\n",
    "template in attribute": "<A title={`no`} alt='single \"quotes\"' />\n\nx\n",
    "multiline tag": ('<A\n  title="Over lines"\n  other={{\n    a: "}",\n  }}\n/>\n\nAfter\n'),
    "expression beside text": "{a}\n\ntext {b}\n\n{c} {d}\n",
    "quote": "> <A>\n>\n> Quoted words\n>\n> </A>\n",
    "footnote": "Word[^1].\n\n[^1]: Note with *markup*\n",
    "less and greater": "a > b and 1 &lt; 2\n",
    "regular expression": "<A test={/[}\"']/} />\n\nafter\n",
}


def compare(source):
    (answer,) = ask_node([source], is_mdx=True)
    assert isinstance(answer, list), answer
    document = MARKDOWN.extract(source.encode(), FormatOptions(flavour="mdx"))
    return tally_file(read_nodes(source, answer), document.units, "sample")


@pytest.mark.parametrize("name", SAMPLES)
def test_both_call_the_same_text_a_unit(name):
    tally = compare(SAMPLES[name])
    assert tally.examples == {}
    assert tally.beyond == 0
    assert tally.seen["prose"] > 0


def test_generated_files_hold_the_same_units_for_both():
    for number in range(12):
        tally = compare(make_document(7, number, "mdx"))
        assert tally.examples == {}
        assert tally.seen["prose"] > 1_000


def test_the_comparison_sees_a_missing_and_a_leaked_word():
    source = "word `code`\n"
    (answer,) = ask_node([source], is_mdx=True)
    unit = MARKDOWN.extract(source.encode(), FormatOptions(flavour="mdx")).units[0]
    leaves = read_nodes(source, answer)
    assert "missing from prose" in tally_file(leaves, [], "x").examples
    leaked = unit._replace(text="word code")
    assert "code leaked in prose" in tally_file(leaves, [leaked], "x").examples
