#!/usr/bin/env bash
# A source from before 2019 is cited as one of 2019, and one until March as until 22 March.
#
# Package   citeproc 2.4.63 (npm)
# Guess     citeproc-js prints a `raw` date that it cannot parse as it stands, and one that it can
#           with the precision it has.
# Behaviour it takes the numbers and months that it knows and drops the other words: "antes de" and
#           "ca." are gone, two days of a month are the second, ".." is a single day, and the end of
#           an interval gets the day of its start.
# Seen      the lines of `expected` below.
# Do        write date-parts, with `circa` and two parts for a range, and `literal` for all else;
#           never hand a date in words to `raw`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund citeproc@2.4.63

cat >look.mjs <<'NODE'
import CSL from "citeproc";

const months = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const terms = months.map((name, index) => `<term name="month-${String(index + 1).padStart(2, "0")}">${name}</term>`);
const locale = `<locale xmlns="http://purl.org/net/xbiblio/csl" version="1.0" xml:lang="es-ES">
  <style-options punctuation-in-quote="false"/>
  <date form="text" delimiter=" de "><date-part name="day"/><date-part name="month"/><date-part name="year"/></date>
  <terms>${terms.join("")}</terms></locale>`;
const style = `<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" default-locale="es-ES">
  <info><title>dates</title><id>dates</id><updated>2020-01-01T00:00:00Z</updated></info>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography><layout>
    <choose><if is-uncertain-date="issued"><text value="ca. "/></if></choose><date variable="issued" form="text"/>
  </layout></bibliography></style>`;

const dates = ["22 de febrero de 2019", "5 ago 2019", "antes de 2019", "2019~", "ca. 2019",
  "entre el 22 y el 25 de febrero de 2019", "2019-02-22/..", "2019-02-22/2019-03"];
for (const raw of dates) {
  const engine = new CSL.Engine({
    retrieveLocale: () => locale,
    retrieveItem: () => ({ id: "letter", type: "book", title: "Letter", issued: { raw } }),
  }, style, "es-ES", true);
  engine.updateItems(["letter"]);
  console.log(`${raw}: ${engine.makeBibliography()[1][0].replace(/<[^>]+>/g, "").trim()}`);
}
NODE

cat >expected <<'TEXT'
22 de febrero de 2019: 22 de febrero de 2019
5 ago 2019: 5 ago 2019
antes de 2019: 2019
2019~: ca. 2019
ca. 2019: 2019
entre el 22 y el 25 de febrero de 2019: 25 de febrero de 2019
2019-02-22/..: 22–22 de febrero de 2019
2019-02-22/2019-03: 22 de febrero–22 de marzo de 2019
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
