#!/usr/bin/env bash
# The words in a text box of Word are read twice, or not at all, or in the place of its paragraph.
#
# Package   python-docx 1.2.0, docx2txt 0.9, docx2python 3.7.1, mammoth 1.13.0, pypandoc-binary 1.17
#           (PyPI)
# Guess     what takes the text out of a document gives the words of a text box once, as a reader sees
#           them, or leaves text boxes out; the paragraph that holds the box is there in any case.
# Behaviour Word writes each text box twice, for new and for old programs (mc:Choice, mc:Fallback).
#           docx2txt and docx2python print both, so that a count stands there twice; python-docx
#           prints none; pandoc prints the box and drops the words of the paragraph that holds it.
#           mammoth alone gives each once.
# Seen      the lines of `expected` below.
# Do        read with mammoth, or take the mc:Fallback elements out of word/document.xml before
#           docx2txt or docx2python; with the others, refuse documents that have w:txbxContent.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-docx==1.2.0 docx2txt==0.9 docx2python==3.7.1 mammoth==1.13.0 pypandoc-binary==1.17

cat >box.xml <<'XML'
<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
    xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
    xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml">
  <mc:AlternateContent>
    <mc:Choice Requires="wps"><w:drawing>
      <wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1" behindDoc="0" locked="0"
          layoutInCell="1" allowOverlap="1">
        <wp:simplePos x="0" y="0"/>
        <wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>
        <wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>
        <wp:extent cx="2000000" cy="500000"/><wp:wrapSquare wrapText="bothSides"/>
        <wp:docPr id="1" name="Text Box 1"/><wp:cNvGraphicFramePr/>
        <a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">
          <wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr/>
            <wps:txbx><w:txbxContent><w:p><w:r><w:t>1400 people crossed.</w:t></w:r></w:p></w:txbxContent></wps:txbx>
          <wps:bodyPr/></wps:wsp>
        </a:graphicData></a:graphic>
      </wp:anchor>
    </w:drawing></mc:Choice>
    <mc:Fallback><w:pict><v:shape style="width:150pt;height:40pt">
      <v:textbox><w:txbxContent><w:p><w:r><w:t>1400 people crossed.</w:t></w:r></w:p></w:txbxContent></v:textbox>
    </v:shape></w:pict></mc:Fallback>
  </mc:AlternateContent>
</w:r>
XML

cat >look.py <<'PYTHON'
import pathlib

import docx
import docx2txt
import mammoth
import pypandoc
from docx2python import docx2python

document = docx.Document()
paragraph = document.add_paragraph("The bridge was open.")
paragraph._p.append(docx.oxml.parse_xml(pathlib.Path("box.xml").read_text()))
document.save("note.docx")

texts = {
    "python-docx": "\n".join(paragraph.text for paragraph in docx.Document("note.docx").paragraphs),
    "docx2txt": docx2txt.process("note.docx"),
    "docx2python": docx2python("note.docx").text,
    "pandoc": pypandoc.convert_file("note.docx", "plain"),
    "mammoth": mammoth.extract_raw_text(open("note.docx", "rb")).value,
}
for name, text in texts.items():
    print(f"{name}: paragraph {text.count('The bridge was open.')}, text box {text.count('1400 people crossed.')}")
PYTHON

cat >expected <<'TEXT'
python-docx: paragraph 1, text box 0
docx2txt: paragraph 1, text box 2
docx2python: paragraph 1, text box 2
pandoc: paragraph 0, text box 1
mammoth: paragraph 1, text box 1
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
