#!/usr/bin/env bash
# The date that a machine could read is gone after pandoc.
#
# Package   pypandoc-binary 1.17 (PyPI)
# Guess     <time datetime="2019-02-22"> in HTML becomes a span with its attribute, as <abbr title>
#           and <mark> do, in HTML and Markdown.
# Behaviour the tags of time and data vanish with their attributes; what stays is "el viernes". The
#           source of a <blockquote cite> goes as well, that of <q cite> stays.
# Seen      the lines of `expected` below.
# Do        write the date out in the text, or turn <time> into <span data-datetime> before pandoc
#           reads it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17

cat >look.py <<'PYTHON'
import pypandoc

page = ('<p>Cruzaron el <time datetime="2019-02-22">viernes</time> unos <data value="1400">mil</data> '
        '<abbr title="Ejército">ELN</abbr>: <q cite="https://example.org/a">nadie pasa</q>.</p>'
        '<blockquote cite="https://example.org/b"><p>Nadie pasa.</p></blockquote>')
print(pypandoc.convert_text(page, "html", format="html", extra_args=["--wrap=none"]).strip())
kept = '<p>El <span data-datetime="2019-02-22">viernes</span></p>'
print(pypandoc.convert_text(kept, "html", format="html").strip())
PYTHON

cat >expected <<'TEXT'
<p>Cruzaron el viernes unos mil <abbr title="Ejército">ELN</abbr>: “<span cite="https://example.org/a">nadie pasa</span>”.</p>
<blockquote>
<p>Nadie pasa.</p>
</blockquote>
<p>El <span data-datetime="2019-02-22">viernes</span></p>
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
