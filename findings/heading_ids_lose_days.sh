#!/usr/bin/env bash
# The headings of two days differ by a number that changes with the order.
#
# Package   pypandoc-binary 1.17, docutils 0.23, Markdown 3.11.3 (PyPI)
# Guess     the id of the heading "22 de febrero de 2019", which links to that day use, begins with
#           its day, as 22-de-febrero-de-2019.
# Behaviour pandoc and docutils drop all before the first letter: each day of February is
#           de-febrero-de-2019, and which of them has -1 at its end depends on the order in the
#           text, so that a day put in before moves the links to the next. 2019-02-24 is section, or
#           section-1. Python-Markdown keeps the day.
# Seen      the lines of `expected` below.
# Do        state the id of a heading that begins with a number ({#d-2019-02-24}; a target in
#           reStructuredText), or write with gfm_auto_identifiers.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17 docutils==0.23 Markdown==3.11.3

cat >look.py <<'PYTHON'
import docutils.core
import markdown
import pypandoc

days = ["22 de febrero de 2019", "23 de febrero de 2019", "2019-02-24"]
text = "".join(f"# {day}\n\nUn hecho.\n\n" for day in days)
rst = "Hechos\n######\n\n" + "".join(f"{day}\n{'=' * len(day)}\n\nUn hecho.\n\n" for day in days)


def ids(html):
    return [part.split('"')[0] for part in html.split(' id="')[1:]]


print("pandoc", *ids(pypandoc.convert_text(text, "html", format="markdown")))
print("docutils", *ids(docutils.core.publish_parts(rst, writer="html5")["body"]))
print("Markdown", *ids(markdown.markdown(text, extensions=["toc"])))
PYTHON

cat >expected <<'TEXT'
pandoc de-febrero-de-2019 de-febrero-de-2019-1 section
docutils de-febrero-de-2019 de-febrero-de-2019-1 section-1
Markdown 22-de-febrero-de-2019 23-de-febrero-de-2019 2019-02-24
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
