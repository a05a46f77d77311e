#!/usr/bin/env bash
# The newest entry of a feed is the one added last.
#
# Package   feedgen 1.0.0 (PyPI)
# Guess     entries stand in the feed in the order in which they were added, as in a list.
# Behaviour each is put in front, so a chronology added from the newest to the oldest is published
#           upside down.
# Seen      the lines of `expected` below.
# Do        pass order="append" to add_entry(), and test the order.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  feedgen==1.0.0

cat >look.py <<'PYTHON'
import re

from feedgen.feed import FeedGenerator

for options in ({}, {"order": "append"}):
    feed = FeedGenerator()
    feed.id("urn:x")
    feed.title("Chronology")
    feed.description("Chronology")
    feed.link(href="https://example.org/")
    for day in ("2019-02-25", "2019-02-23", "2019-02-22"):
        entry = feed.add_entry(**options)
        entry.id(day)
        entry.title(day)
    print(options, re.findall(r"<guid[^>]*>([^<]*)", feed.rss_str().decode()))
PYTHON

cat >expected <<'TEXT'
{} ['2019-02-22', '2019-02-23', '2019-02-25']
{'order': 'append'} ['2019-02-25', '2019-02-23', '2019-02-22']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
