#!/usr/bin/env bash
# A sentence that no browser shows is in the text of a page.
#
# Package   trafilatura 2.3.1, lxml_html_clean 0.4.6, inscriptis 2.7.6, readability-lxml 0.9 (PyPI)
# Guess     what takes the text out of a page leaves out what browsers hide: the attribute hidden,
#           <template>, display: none; and keeps <noscript>, which is for readers without scripts.
# Behaviour each keeps other parts. All three print the inert <template>; trafilatura and inscriptis
#           print what is hidden; trafilatura and readability-lxml drop <noscript>.
# Seen      the lines of `expected` below.
# Do        quote a page only after looking whether a browser shows the sentence; put no older
#           counts into hidden elements, and what all shall read into no <noscript>.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  trafilatura==2.3.1 lxml_html_clean==0.4.6 inscriptis==2.7.6
# On its own: with the others pip 23 cannot resolve it.
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  readability-lxml==0.9

cat >look.py <<'PYTHON'
import inscriptis
import trafilatura
from readability import Document


def paragraph(count):
    return (f"<p>On 23 February {count} soldiers left their posts at the bridge, and the police of the"
            " town wrote down the names of all who came across in the afternoon.</p>")


PARTS = {
    "hidden": f"<div hidden>{paragraph(61)}</div>",
    "template": f"<template>{paragraph(62)}</template>",
    "display: none": f'<div style="display: none">{paragraph(63)}</div>',
    "noscript": f"<noscript>{paragraph(64)}</noscript>",
}
page = ("<html><head><title>A chronology</title></head><body><article><h1>A chronology</h1>"
        f"{paragraph(11)}{paragraph(12)}{''.join(PARTS.values())}{paragraph(13)}</article></body></html>")
for name, text in {
    "trafilatura": trafilatura.extract(page),
    "inscriptis": inscriptis.get_text(page),
    "readability-lxml": Document(page).summary(),
}.items():
    kept = [part for count, part in enumerate(PARTS, 61) if f"February {count} " in text]
    print(f"{name}: {', '.join(kept)}")
PYTHON

cat >expected <<'TEXT'
trafilatura: hidden, template
inscriptis: hidden, template, noscript
readability-lxml: template
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
