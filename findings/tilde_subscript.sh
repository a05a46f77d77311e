#!/usr/bin/env bash
# An EDTF interval of two approximate months is set as a subscript.
#
# Package   pypandoc-binary 1.17, Markdown 3.11.3, pymdown-extensions 13.1.2 (PyPI)
# Guess     `2019-02~/2019-03~` in a sentence of Markdown stays as it is; a tilde is a plain sign.
# Behaviour the two tildes are a pair: pandoc and the tilde extension drop both and lower what
#           stands between, so that both months are certain.
# Seen      the lines of `expected` below.
# Do        put EDTF into backquotes in Markdown, or disable the extension (markdown-subscript,
#           pymdownx.tilde).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17 Markdown==3.11.3 pymdown-extensions==13.1.2

cat >look.py <<'PYTHON'
import markdown
import pypandoc

for text in ("2019-02~/2019-03~", "`2019-02~/2019-03~`"):
    print("pandoc  ", pypandoc.convert_text(text, "html", format="markdown").strip())
    print("pymdownx", markdown.markdown(text, extensions=["pymdownx.tilde"]))
PYTHON

cat >expected <<'TEXT'
pandoc   <p>2019-02<sub>/2019-03</sub></p>
pymdownx <p>2019-02<sub>/2019-03</sub></p>
pandoc   <p><code>2019-02~/2019-03~</code></p>
pymdownx <p><code>2019-02~/2019-03~</code></p>
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
