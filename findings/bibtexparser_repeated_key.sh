#!/usr/bin/env bash
# The second of two entries with one key is not among the entries.
#
# Package   bibtexparser 2.1.0 (PyPI)
# Guess     two entries with the same key, as two exports pasted together have them, are both in
#           `library.entries`, or parsing raises.
# Behaviour the second entry, and any entry that states a field twice, is moved to `failed_blocks`
#           without an exception. A bibliography made from `entries` is shorter than its file.
# Seen      the lines of `expected` below.
# Do        compare the number of `@` blocks with the number of entries after each reading, and
#           refuse a file with failed blocks.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  bibtexparser==2.1.0

cat >look.py <<'PYTHON'
import logging

import bibtexparser

logging.disable()
library = bibtexparser.parse_string("""
@misc{report, title = {First report}, date = {2019-02-22}}
@misc{report, title = {Second report}, date = {2019-02-23}}
@misc{twice, title = {Third report}, title = {Its Spanish title}}
@misc{last, title = {Fourth report}}
""")
print("entries:", [entry["title"] for entry in library.entries])
print("failed blocks:", [type(block).__name__ for block in library.failed_blocks])
PYTHON

cat >expected <<'TEXT'
entries: ['First report', 'Fourth report']
failed blocks: ['DuplicateBlockKeyBlock', 'DuplicateFieldKeyBlock']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
