#!/usr/bin/env bash
# A count of Wikipedia is gone from its sentence.
#
# Package   mwparserfromhell 0.7.2, wikitextparser 3.0.0 (PyPI)
# Guess     the text of a page without its markup keeps what readers see: the count within
#           {{nowrap|1.400}}, the distance in {{convert|5|km}}, the day in {{fecha|22|2|2019}}.
# Behaviour both libraries take every template out with what it shows, so that soldiers crossed
#           without a number, and a sentence stays that reads well. keep_template_params brings
#           parameters back, but the day as 22 2 2019.
# Seen      the lines of `expected` below.
# Do        replace the templates of numbers, units and dates by their texts first, and refuse
#           sentences in which another template stood.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  mwparserfromhell==0.7.2 wikitextparser==3.0.0

cat >look.py <<'PYTHON'
import mwparserfromhell
import wikitextparser

TEXT = "El {{fecha|22|2|2019}} cruzaron {{nowrap|1.400}} soldados el [[puente]], a {{convert|5|km}} de Cúcuta."
print("mwparserfromhell ", mwparserfromhell.parse(TEXT).strip_code())
print("wikitextparser   ", wikitextparser.parse(TEXT).plain_text())
print("with parameters  ", mwparserfromhell.parse(TEXT).strip_code(keep_template_params=True))
PYTHON

cat >expected <<'TEXT'
mwparserfromhell  El  cruzaron  soldados el puente, a  de Cúcuta.
wikitextparser    El  cruzaron  soldados el puente, a  de Cúcuta.
with parameters   El 22 2 2019 cruzaron 1.400 soldados el puente, a 5 km de Cúcuta.
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
