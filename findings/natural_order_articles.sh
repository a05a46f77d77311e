#!/usr/bin/env bash
# Article 7.10 comes before article 7.9.
#
# Package   natural-orderby 5.0.0, natural-compare 1.4.0 (npm), natsort 8.4.0 (PyPI)
# Guess     natural order compares numbers as numbers, part by part, so that 7.9, 7.10 and 7.11 follow
#           one another in each library of that name.
# Behaviour natural-orderby takes 7.10 for the decimal 7.1 and puts it before 7.9, but after it as soon
#           as a word stands before the number or a third part follows. natural-compare and natsort
#           put it after. With marks of thousands all three put 1.400 before 900.
# Seen      the lines of `expected` below.
# Do        sort articles by lists of integers, split at the points, and counts by their values.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  natsort==8.4.0
npm install --silent --no-audit --no-fund natural-orderby@5.0.0 natural-compare@1.4.0

cat >look.py <<'PYTHON'
import json
import subprocess

from natsort import natsorted

SCRIPT = """
const { orderBy } = require("natural-orderby");
const compare = require("natural-compare");
const texts = JSON.parse(process.argv[1]);
console.log(JSON.stringify([orderBy(texts), [...texts].sort(compare)]));
"""
for texts in (["7.10", "7.9"], ["art. 7.10", "art. 7.9"], ["7.10.1", "7.9.1"], ["900", "1.400"]):
    node = subprocess.run(["node", "-e", SCRIPT, json.dumps(texts)], capture_output=True, check=True)
    orders = dict(zip(("natural-orderby", "natural-compare"), json.loads(node.stdout)), natsort=natsorted(texts))
    print("; ".join(f"{name} {' < '.join(order)}" for name, order in orders.items()))
PYTHON

cat >expected <<'TEXT'
natural-orderby 7.10 < 7.9; natural-compare 7.9 < 7.10; natsort 7.9 < 7.10
natural-orderby art. 7.9 < art. 7.10; natural-compare art. 7.9 < art. 7.10; natsort art. 7.9 < art. 7.10
natural-orderby 7.9.1 < 7.10.1; natural-compare 7.9.1 < 7.10.1; natsort 7.9.1 < 7.10.1
natural-orderby 1.400 < 900; natural-compare 1.400 < 900; natsort 1.400 < 900
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
