#!/usr/bin/env bash
# General, mayor and dos are words without a meaning.
#
# Package   stopwordsiso 0.7.1, stop-words 2025.11.4 (PyPI), stopword 3.1.5 (npm)
# Guess     a list of Spanish stop words holds articles, pronouns, prepositions and the like, so that
#           ranks, numbers and things are still found and counted after they are taken out.
# Behaviour the two large lists have more than 650 words: ranks and offices (mayor, estado), numbers
#           (dos), things (trabajo, lugar, parte), and ex, which makes soldiers of former soldiers.
#           "General" and "día" are in one of them.
# Seen      the lines of `expected` below.
# Do        print the words that a list takes out of your own texts before you use it, or take a
#           short one (stopword's spa).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  stopwordsiso==0.7.1 stop-words==2025.11.4
npm install --silent --no-audit --no-fund stopword@3.1.5

cat >look.py <<'PYTHON'
import json
import subprocess

import stopwordsiso
from stop_words import get_stop_words

SCRIPT = "console.log(JSON.stringify(require('stopword').spa))"
LISTS = {
    "stopwordsiso": stopwordsiso.stopwords("es"),
    "stop-words": set(get_stop_words("es")),
    "stopword": set(json.loads(subprocess.run(["node", "-e", SCRIPT], capture_output=True, check=True).stdout)),
}
TEXT = "el general y el mayor del estado llegaron al lugar con dos ex soldados y una parte de su trabajo de un día"
for name, words in LISTS.items():
    print(f"{name}, {len(words)}:", " ".join(word for word in TEXT.split() if word not in words))
PYTHON

cat >expected <<'TEXT'
stopwordsiso, 732: llegaron soldados
stop-words, 652: general llegaron soldados día
stopword, 57: general mayor estado llegaron lugar dos ex soldados parte trabajo día
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
