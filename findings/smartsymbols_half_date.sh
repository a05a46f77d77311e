#!/usr/bin/env bash
# The day 1/2/2019 is a half of 2019.
#
# Package   pymdown-extensions 13.1.2, Markdown 3.11.3 (PyPI)
# Guess     smartsymbols turns a fraction that stands alone into its sign (1/2 litre); a day between
#           slashes stays, as 11/2/2019 does.
# Behaviour 1/2, 1/4 and 3/4 are taken out of a day with slashes, at its start or its end, and
#           the (c) of an article out of its number: other days of the same table stay as they are.
# Seen      the lines of `expected` below.
# Do        set fractions and copyright of pymdownx.smartsymbols to false, or write days as
#           2019-02-01 and articles as "5 c".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pymdown-extensions==13.1.2 Markdown==3.11.3

cat >look.py <<'PYTHON'
import html

import markdown

for text in ("1/2/2019", "11/2/2019", "1/4/2019", "3/4/2019", "5/4/2019", "2019/1/2", "art. 5(c)", "art. 5(d)"):
    page = markdown.markdown(text, extensions=["pymdownx.smartsymbols"])
    print(f"{text}: {html.unescape(page.removeprefix('<p>').removesuffix('</p>'))}")
PYTHON

cat >expected <<'TEXT'
1/2/2019: ½/2019
11/2/2019: 11/2/2019
1/4/2019: ¼/2019
3/4/2019: ¾/2019
5/4/2019: 5/4/2019
2019/1/2: 2019/½
art. 5(c): art. 5©
art. 5(d): art. 5(d)
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
