#!/usr/bin/env bash
# An address that points at a quotation points at another passage, or at none, after it is tidied.
#
# Package   yarl 1.25.1, url-normalize 3.1.0, furl 2.1.4, w3lib 2.5.0 (PyPI)
# Guess     a library that normalizes addresses leaves #:~:text=1%2C200%20people as it is, since %2C
#           is a part of the quotation there, and a bare comma divides its first words from its last.
# Behaviour yarl writes the comma out, so a browser looks for a passage from "1" to "200 people";
#           url-normalize and furl escape the colons of :~: and a browser sees no text fragment.
#           w3lib alone keeps it, if it is told to keep fragments.
# Seen      the lines of `expected` below.
# Do        cut the address at # before it is normalized, and put the fragment back as it was.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  yarl==1.25.1 url-normalize==3.1.0 furl==2.1.4 w3lib==2.5.0

cat >look.py <<'PYTHON'
from furl import furl
from url_normalize import url_normalize
from w3lib.url import canonicalize_url
from yarl import URL

address = "https://example.org/a#:~:text=1%2C200%20people"
print("as written   ", address)
print("yarl         ", URL(address))
print("url-normalize", url_normalize(address))
print("furl         ", furl(address).url)
print("w3lib        ", canonicalize_url(address, keep_fragments=True))
PYTHON

cat >expected <<'TEXT'
as written    https://example.org/a#:~:text=1%2C200%20people
yarl          https://example.org/a#:~:text=1,200%20people
url-normalize https://example.org/a#%3A~%3Atext=1%2C200%20people
furl          https://example.org/a#%3A~%3Atext=1%2C200+people
w3lib         https://example.org/a#:~:text=1%2C200%20people
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
