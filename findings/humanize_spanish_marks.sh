#!/usr/bin/env bash
# In Spanish, numbers have English marks beside Spanish words.
#
# Package   humanize 4.17.0 (PyPI)
# Guess     after activate("es_ES") the marks are Spanish, as they are German after
#           activate("de_DE"): 1.400 and 1,4 millones.
# Behaviour the words are Spanish and the marks English: 1,400 is one and four tenths to its
#           readers, and 1.4 millones stands beside it. German, French and Italian have their own.
# Seen      the lines of `expected` below.
# Do        write numbers with Babel or ICU, and test one above 1,000 and one with decimals in each
#           language.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  humanize==4.17.0

cat >look.py <<'PYTHON'
import humanize

for language in ("es_ES", "de_DE", "fr_FR", "it_IT"):
    humanize.activate(language)
    print(language, humanize.intcomma(1400), humanize.intcomma(1400.5), humanize.intword(1_400_000), sep=" | ")
PYTHON

cat >expected <<'TEXT'
es_ES | 1,400 | 1,400.5 | 1.4 millones
de_DE | 1.400 | 1.400,5 | 1,4 Millionen
fr_FR | 1 400 | 1 400,5 | 1,4 millions
it_IT | 1.400 | 1.400,5 | 1,4 milioni
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
