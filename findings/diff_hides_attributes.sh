#!/usr/bin/env bash
# A new link, a new day or a new alternative text is no difference between two versions of a page.
#
# Package   node-htmldiff 0.9.4, htmldiff-js 1.0.5 (npm)
# Guess     a library that compares two pages marks what was corrected, also where the correction is
#           in an attribute: the address of a source, the day of <time>, the words for a picture.
# Behaviour node-htmldiff marks the link alone, htmldiff-js the picture alone. The rest is printed
#           as in the new page, without a mark, so that nothing seems to have changed.
# Seen      the lines of `expected` below: whether each puts anything into <ins> or <del>.
# Do        compare lists of links, dates and alternative texts beside the texts, or write them out
#           as text in both versions before they are compared.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-htmldiff@0.9.4 htmldiff-js@1.0.5

cat >look.cjs <<'NODE'
const nodeHtmldiff = require("node-htmldiff");
const htmldiffJs = require("htmldiff-js").default;

const changes = {
  link: ['<p><a href="https://example.org/1">Report</a></p>', '<p><a href="https://example.org/2">Report</a></p>'],
  day: ['<p><time datetime="2019-02-22">Friday</time></p>', '<p><time datetime="2019-03-01">Friday</time></p>'],
  picture: ['<p><img src="b.png" alt="1,400 people"></p>', '<p><img src="b.png" alt="400 people"></p>'],
  text: ["<p>1,400 people</p>", "<p>400 people</p>"],
};
for (const [name, [before, after]] of Object.entries(changes)) {
  const marked = [nodeHtmldiff(before, after), htmldiffJs.execute(before, after)].map((page) =>
    /<(ins|del)\b/.test(page) ? "marked" : "not marked",
  );
  console.log(`${name}: node-htmldiff ${marked[0]}, htmldiff-js ${marked[1]}`);
}
NODE

cat >expected <<'TEXT'
link: node-htmldiff marked, htmldiff-js not marked
day: node-htmldiff not marked, htmldiff-js not marked
picture: node-htmldiff not marked, htmldiff-js marked
text: node-htmldiff marked, htmldiff-js marked
TEXT

node look.cjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
