#!/usr/bin/env bash
# Paragraph 12 of a page is paragraph 1 of its text, and 20 is 14.
#
# Package   pypandoc-binary 1.17, html2text 2025.4.15, markdownify 1.2.3, inscriptis 2.7.6,
#           trafilatura 2.3.1, lxml_html_clean 0.4.6 (PyPI), turndown 7.2.5, html-to-text 10.0.1,
#           node-html-markdown 2.0.0 (npm)
# Guess     what makes text or Markdown of a page keeps the numbers of its list: where it starts
#           (start="12") and where a number is stated (value="20"), as browsers show them.
# Behaviour none of eight keeps both: five keep the start alone, inscriptis the stated number alone,
#           trafilatura and node-html-markdown neither.
# Seen      the lines of `expected` below.
# Do        write the number of each item into its text before the page is converted, and cite by
#           numbers that a browser shows.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17 html2text==2025.4.15 markdownify==1.2.3 inscriptis==2.7.6 trafilatura==2.3.1 \
  lxml_html_clean==0.4.6
npm install --silent --no-audit --no-fund turndown@7.2.5 html-to-text@10.0.1 node-html-markdown@2.0.0

cat >page.html <<'HTML'
<html><body><article><h1>Ruling</h1><p>The court has read the letters of both sides and has heard what three witnesses
had to say on the day when the bridge was closed, and it finds as follows in this matter.</p>
<ol start="12"><li>Twelve</li><li>Thirteen</li><li value="20">Twenty</li></ol></article></body></html>
HTML

cat >look.py <<'PYTHON'
import pathlib
import re

import html2text
import inscriptis
import markdownify
import pypandoc
import trafilatura

page = pathlib.Path("page.html").read_text()
texts = {
    "pandoc": pypandoc.convert_text(page, "plain", format="html"),
    "html2text": html2text.html2text(page),
    "markdownify": markdownify.markdownify(page),
    "inscriptis": inscriptis.get_text(page),
    "trafilatura": trafilatura.extract(page, output_format="markdown"),
}
for name, text in texts.items():
    print(f"{name}:", ", ".join(re.findall(r"\d+\. +T\w+", text)))
PYTHON

cat >look.mjs <<'NODE'
import { convert } from "html-to-text";
import { NodeHtmlMarkdown } from "node-html-markdown";
import { readFileSync } from "node:fs";
import Turndown from "turndown";

const page = readFileSync("page.html", "utf8");
const texts = {
  turndown: new Turndown().turndown(page),
  "html-to-text": convert(page),
  "node-html-markdown": NodeHtmlMarkdown.translate(page),
};
for (const [name, text] of Object.entries(texts)) {
  console.log(`${name}:`, text.match(/\d+\. +T\w+/g).join(", "));
}
NODE

cat >expected <<'TEXT'
pandoc: 12. Twelve, 13. Thirteen, 14. Twenty
html2text: 12. Twelve, 13. Thirteen, 14. Twenty
markdownify: 12. Twelve, 13. Thirteen, 14. Twenty
inscriptis: 1. Twelve, 2. Thirteen, 20. Twenty
trafilatura: 1. Twelve, 2. Thirteen, 3. Twenty
turndown: 12.  Twelve, 13.  Thirteen, 14.  Twenty
html-to-text: 12. Twelve, 13. Thirteen, 14. Twenty
node-html-markdown: 1. Twelve, 2. Thirteen, 3. Twenty
TEXT

{ venv/bin/python look.py; node look.mjs; } 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
