// Reads one JSON object a line, {"source", "mdx"}, and answers one JSON array a line: every text
// node, code and URL of the tree as {"kind", "text", "start", "end"}, the place being that of the
// paragraph, heading or cell around it (else its own) in UTF-16 units of the source; or {"error"}
// where the parser refuses the source.
import { createInterface } from "node:readline";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfm } from "micromark-extension-gfm";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mdxjs } from "micromark-extension-mdxjs";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { frontmatter } from "micromark-extension-frontmatter";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";

const BLOCKS = new Set(["paragraph", "heading", "tableCell"]);
const CODE = new Set([
  "code", "inlineCode", "mdxFlowExpression", "mdxTextExpression", "mdxjsEsm", "html", "yaml", "toml",
]);

function tell(node, found, block, isAddress) {
  if (BLOCKS.has(node.type)) block = node;
  const place = (block ?? node).position;
  const note = (kind, text) =>
    found.push({ kind, text, start: place.start.offset, end: place.end.offset });
  if (node.type === "text") note(isAddress ? "url" : "prose", node.value);
  if (node.type === "image" && node.alt) note("alt", node.alt);
  if (node.title) note("title", node.title);
  if (CODE.has(node.type)) note(node.type, node.value);
  if (node.url) note("url", node.url);
  for (const attribute of node.attributes ?? []) {
    if (typeof attribute.value === "string") {
      note("attribute", attribute.value);
      found[found.length - 1].name = attribute.name;
    }
  }
  // A link that shows nothing but its own address: an autolink.
  const shown = node.type === "link" && node.children.length === 1 && node.children[0].value;
  const isBare = /^(https?:|www\.|mailto:)|@/.test(shown || "") && node.url.endsWith(encodeURI(shown));
  for (const child of node.children ?? []) tell(child, found, block, isBare);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { source, mdx } = JSON.parse(line);
  const extensions = [gfm(), frontmatter(["yaml", "toml"])];
  const mdastExtensions = [gfmFromMarkdown(), frontmatterFromMarkdown(["yaml", "toml"])];
  if (mdx) {
    extensions.push(mdxjs());
    mdastExtensions.push(mdxFromMarkdown());
  }
  try {
    const found = [];
    tell(fromMarkdown(source, { extensions, mdastExtensions }), found, null, false);
    console.log(JSON.stringify(found));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error.message ?? error) }));
  }
}
