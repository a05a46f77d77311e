#!/usr/bin/env bash
# A Spanish passage, marked as such, is English in a PDF by way of Typst and in an EPUB saved again.
#
# Package   pypandoc-binary 1.17, EbookLib 0.20 (PyPI)
# Guess     lang="es" on a quotation or on a page stays with it in each format that has languages, so
#           that a screen reader speaks Spanish: in pandoc's DOCX, EPUB and Typst, and in a book that
#           EbookLib reads and writes.
# Behaviour pandoc keeps it in DOCX and EPUB, but for Typst on blocks alone: a quotation within a
#           sentence loses it, though Typst has text(lang: …). EbookLib sets the book's language on
#           every page, drops the page's title, and adds a false page, the id of <body>, to the list
#           of pages.
# Seen      the lines of `expected` below.
# Do        write quotations for Typst as `#text(lang: "es")[…]`{=typst}, set item.lang and
#           item.title of each page before EbookLib writes, and count lang="es" before and after.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17 EbookLib==0.20

mkdir -p book/META-INF book/text
cat >book/META-INF/container.xml <<'XML'
<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="text/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
XML
cat >book/text/book.opf <<'XML'
<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x</dc:identifier>
<dc:title>Letters</dc:title><dc:language>en</dc:language>
<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="carta" href="carta.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="carta"/></spine></package>
XML
cat >book/text/nav.xhtml <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en">
<head><title>Letters</title></head><body><nav epub:type="toc"><ol><li><a href="carta.xhtml">Carta</a></li></ol></nav>
<nav epub:type="page-list"><ol><li><a href="carta.xhtml#p12">12</a></li></ol></nav></body></html>
XML
cat >book/text/carta.xhtml <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="es" xml:lang="es">
<head><title>Carta</title></head><body epub:type="bodymatter" id="cuerpo">
<p><span epub:type="pagebreak" role="doc-pagebreak" id="p12" aria-label="12"/>
El puente estaba cerrado.</p></body></html>
XML

cat >look.py <<'PYTHON'
import pathlib
import re
import zipfile

import pypandoc
from ebooklib import epub

text = "She said [el puente está cerrado]{lang=es}.\n\n::: {lang=es}\nTodo el puente.\n:::\n"
parts = {"docx": ("word/document.xml", '<w:lang w:val="es"'), "epub": ("EPUB/text/ch001.xhtml", 'lang="es"')}
for name, (part, pattern) in parts.items():
    pypandoc.convert_text(text, name, format="markdown", outputfile=f"a.{name}", extra_args=["-M", "title=Letters"])
    page = zipfile.ZipFile(f"a.{name}").read(part).decode()
    print(f"pandoc, {name}: {page.count(pattern)} of 2 passages")
page = pypandoc.convert_text(text, "typst", format="markdown")
marked = page.count('lang: "es"')
print(f"pandoc, typst: {marked} of 2 passages: {page.splitlines()[0]}")

folder = pathlib.Path("book")
with zipfile.ZipFile("before.epub", "w") as archive:
    archive.writestr("mimetype", "application/epub+zip")
    for path in sorted(folder.rglob("*.*")):
        archive.write(path, path.relative_to(folder))
epub.write_epub("after.epub", epub.read_epub("before.epub"))
for name, root in (("before", "text"), ("after", "EPUB")):
    archive = zipfile.ZipFile(f"{name}.epub")
    page = archive.read(f"{root}/carta.xhtml").decode()
    pages = archive.read(f"{root}/nav.xhtml").decode().split("page-list")[1]
    language = re.search(r' lang="(..)"', page)[1]
    print(f"EbookLib, {name}: {language}, title {'<title>' in page}, pages {re.findall(r'#.*?>(.+?)<', pages)}")
PYTHON

cat >expected <<'TEXT'
pandoc, docx: 2 of 2 passages
pandoc, epub: 2 of 2 passages
pandoc, typst: 1 of 2 passages: She said el puente está cerrado.
EbookLib, before: es, title True, pages ['12']
EbookLib, after: en, title False, pages ['cuerpo', '12']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
