#!/usr/bin/env bash
# A picture without an alternative text has one: the name of its file.
#
# Package   python-pptx 1.0.2, xlsxwriter 3.3.1, pillow 13.0.0 (PyPI)
# Guess     a picture put on a slide or a sheet without an alternative text has none, so that a
#           checker of accessibility reports it.
# Behaviour both libraries write the file's name as the description. Checkers find a text and are
#           content, and a screen reader reads mapa_final_v3.png.
# Seen      the lines of `expected` below.
# Do        set the description of every picture (descr; the option description), "" for ornaments,
#           and test that none ends in .png.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-pptx==1.0.2 xlsxwriter==3.3.1 pillow==13.0.0

cat >look.py <<'PYTHON'
import io
import re
import zipfile

import xlsxwriter
from PIL import Image
from pptx import Presentation

Image.new("RGB", (9, 9)).save("mapa_final_v3.png")
with open("mapa_final_v3.png", "rb") as file:
    stream = io.BytesIO(file.read())

slides = Presentation()
shapes = slides.slides.add_slide(slides.slide_layouts[6]).shapes
for source in ("mapa_final_v3.png", stream):
    print("slide", repr(shapes.add_picture(source, 0, 0)._element.nvPicPr.cNvPr.get("descr")))

with xlsxwriter.Workbook("map.xlsx") as book:
    book.add_worksheet().insert_image("A1", "mapa_final_v3.png")
drawing = zipfile.ZipFile("map.xlsx").read("xl/drawings/drawing1.xml").decode()
print("sheet", re.findall('descr="([^"]*)"', drawing))
PYTHON

cat >expected <<'TEXT'
slide 'mapa_final_v3.png'
slide 'mapa_final_v3.png'
sheet ['mapa_final_v3.png']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
