#!/usr/bin/env bash
# Two accessible handouts put together are not accessible.
#
# Package   pypdf 7.1.1, typst 0.15.2 (PyPI)
# Guess     PdfWriter.append() keeps what a tagged PDF has: its structure, its language and its
#           title.
# Behaviour the pages are whole, but the tree of tags, the mark that there is one, /Lang and the
#           title are gone. Cloning a single file keeps them.
# Seen      the lines of `expected` below.
# Do        join the sources and make one PDF, or clone the first file and check /StructTreeRoot
#           and /Lang afterwards.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypdf==7.1.1 typst==0.15.2

cat >look.py <<'PYTHON'
import io
import pathlib

import typst
from pypdf import PdfReader, PdfWriter

pathlib.Path("page.typ").write_text(
    '#set document(title: "Handout")\n#set text(lang: "es")\n= Hoja\nTexto.\n')
typst.compile("page.typ", output="page.pdf")
merged = PdfWriter()
merged.append("page.pdf")
merged.append("page.pdf")
for name, writer in (("cloned", PdfWriter(clone_from="page.pdf")), ("appended", merged)):
    buffer = io.BytesIO()
    writer.write(buffer)
    reader = PdfReader(buffer)
    root = reader.trailer["/Root"]
    title = reader.metadata.title if reader.metadata else None
    print(name, [key for key in ("/StructTreeRoot", "/MarkInfo", "/Lang") if key in root], title)
PYTHON

cat >expected <<'TEXT'
cloned ['/StructTreeRoot', '/MarkInfo', '/Lang'] Handout
appended [] None
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
