#!/usr/bin/env bash
# A short timestamp of a web archive is the last moment, not the first.
#
# Package   warcio 1.8.1 (PyPI)
# Guess     timestamp_to_datetime("2019") is 1 January 2019, as Python and ISO parsers fill up.
# Behaviour it is 31 December 2019, 23:59:59: a short timestamp means "up to". A citation
#           "archived 2019" gets a date after its own access date.
# Seen      the lines of `expected` below.
# Do        ask archives with all fourteen digits, and never store a padded timestamp as the day
#           of a capture.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  warcio==1.8.1

cat >look.py <<'PYTHON'
from warcio.timeutils import timestamp_to_datetime

for text in ("2019", "201902", "20190222", "20190222180759"):
    print(text, timestamp_to_datetime(text))
PYTHON

cat >expected <<'TEXT'
2019 2019-12-31 23:59:59
201902 2019-02-28 23:59:59
20190222 2019-02-22 23:59:59
20190222180759 2019-02-22 18:07:59
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
