#!/usr/bin/env bash
# A sentence of TEI loses the place of its dates, and its codes their zeros.
#
# Package   xmltodict 1.0.4 (PyPI), fast-xml-parser 5.12.1, xml2js 0.6.2 (npm)
# Guess     a sentence with a marked date and a marked number can be put together again from what
#           common XML readers return, and text stays text.
# Behaviour three readers collect the words between the marks into one text, in which nothing says
#           where the date stood. fast-xml-parser joins them without spaces and reads 05001 and 2019
#           as numbers.
# Seen      the lines of `expected` below.
# Do        walk the tree (DOM, lxml with tails), or set preserveOrder: true, trimValues: false and
#           parseTagValue: false.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  xmltodict==1.0.4
npm install --silent --no-audit --no-fund fast-xml-parser@5.12.1 xml2js@0.6.2

cat >look.py <<'PYTHON'
import json

import xmltodict

text = "<p>El <date>viernes</date> cruzaron <num>60</num> militares de <placeName>05001</placeName>.</p>"
print("xmltodict", json.dumps(xmltodict.parse(text), ensure_ascii=False))
PYTHON

cat >look.mjs <<'NODE'
import { XMLParser } from "fast-xml-parser";
import { parseStringPromise } from "xml2js";

const text = "<p>El <date>viernes</date> cruzaron <num>60</num> militares de <placeName>05001</placeName>.</p>";
console.log("fast-xml-parser", JSON.stringify(new XMLParser().parse(text)));
console.log("xml2js", JSON.stringify(await parseStringPromise(text)));
NODE

cat >expected <<'TEXT'
xmltodict {"p": {"date": "viernes", "num": "60", "placeName": "05001", "#text": "El  cruzaron  militares de ."}}
fast-xml-parser {"p":{"date":"viernes","num":60,"placeName":5001,"#text":"Elcruzaronmilitares de."}}
xml2js {"p":{"_":"El  cruzaron  militares de .","date":["viernes"],"num":["60"],"placeName":["05001"]}}
TEXT

{
  venv/bin/python look.py
  node look.mjs
} 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
