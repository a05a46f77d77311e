#!/usr/bin/env bash
# An address of a source ends at its first %.
#
# Package   bibtexparser 2.1.0, pylatexenc 2.11 (PyPI)
# Guess     LatexDecodingMiddleware decodes accents of names and titles (Ure\~na) and leaves
#           addresses and dates as they are.
# Behaviour every field is decoded: % begins a comment, so that the rest of an address with %C3%B1
#           is lost, ~ becomes a no-break space, and the approximate date 2019-02~ a certain one
#           with such a space behind it. No block fails.
# Seen      the lines of `expected` below.
# Do        decode titles and authors alone, and compare url, doi and date with those of the file.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  bibtexparser==2.1.0 pylatexenc==2.11

cat >look.py <<'PYTHON'
import bibtexparser
from bibtexparser.middlewares import LatexDecodingMiddleware

TEXT = r"""
@online{a,
  title = {Puente de Ure\~na},
  date = {2019-02~},
  url = {https://example.org/~ana/Ure%C3%B1a.html#p12},
}
"""
library = bibtexparser.parse_string(TEXT, append_middleware=[LatexDecodingMiddleware()])
(entry,) = library.entries
for field in entry.fields:
    print(field.key, ascii(field.value))
print("failed blocks:", len(library.failed_blocks))
PYTHON

cat >expected <<'TEXT'
title 'Puente de Ure\xf1a'
date '2019-02\xa0'
url 'https://example.org/\xa0ana/Ure'
failed blocks: 0
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
