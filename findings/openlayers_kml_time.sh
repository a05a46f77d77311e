#!/usr/bin/env bash
# A KML timeline has no time in OpenLayers.
#
# Package   ol 10.10.0, jsdom 29.1.1 (npm)
# Guess     TimeSpan and TimeStamp of a placemark are among the properties of its feature, as its
#           name and its ExtendedData are, and are written back.
# Behaviour both are skipped without a word, so that what is written back has no time.
# Seen      the lines of `expected` below.
# Do        write the dates of KML into ExtendedData, too, or read with @tmcw/togeojson.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ol@10.10.0 jsdom@29.1.1

cat >look.mjs <<'NODE'
import { JSDOM } from "jsdom";

const { window } = new JSDOM("", { url: "https://example.org/" });
for (const name of ["window", "document", "DOMParser", "XMLSerializer", "Node", "Document", "Image"]) globalThis[name] = window[name];
const { default: KML } = await import("ol/format/KML.js");

const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark id="ev-1"><name>Cruce</name><TimeSpan><begin>2019-02-22</begin><end>2019-02-25</end></TimeSpan>
<ExtendedData><Data name="source"><value>Informe</value></Data></ExtendedData>
<Point><coordinates>-72.4,7.8</coordinates></Point></Placemark></Document></kml>`;
const format = new KML({ extractStyles: false, writeStyles: false });
const features = format.readFeatures(text);
for (const feature of features) {
  const { geometry, ...properties } = feature.getProperties();
  console.log(geometry.getType(), JSON.stringify(properties));
}
const written = format.writeFeatures(features);
console.log("written:", ...["Cruce", "Informe", "2019"].map((word) => `${word} ${written.includes(word)}`));
NODE

cat >expected <<'TEXT'
Point {"name":"Cruce","source":"Informe"}
written: Cruce true Informe true 2019 false
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
