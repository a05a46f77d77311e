#!/usr/bin/env bash
# A sitemap says midnight of 1 January for a year.
#
# Package   sitemap 9.0.1 (npm)
# Guess     `lastmod` may be 2019 or 2019-02 (W3C's profile of ISO 8601), and is written as given.
# Behaviour every value becomes a moment: 2019 is 2019-01-01T00:00:00.000Z. Even a plain day gets
#           midnight in UTC.
# Seen      the lines of `expected` below.
# Do        set lastmodDateOnly for days, and write the element yourself, or leave it out, where
#           the day is not known.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sitemap@9.0.1

cat >look.mjs <<'NODE'
import { SitemapStream, streamToPromise } from "sitemap";

for (const lastmodDateOnly of [false, true]) {
  const stream = new SitemapStream({ hostname: "https://example.org", lastmodDateOnly });
  for (const lastmod of ["2019", "2019-02", "2019-02-22"]) stream.write({ url: `/${lastmod}`, lastmod });
  stream.end();
  console.log(lastmodDateOnly, ...String(await streamToPromise(stream)).match(/(?<=<lastmod>)[^<]*/g));
}
NODE

cat >expected <<'TEXT'
false 2019-01-01T00:00:00.000Z 2019-02-01T00:00:00.000Z 2019-02-22T00:00:00.000Z
true 2019-01-01 2019-02-01 2019-02-22
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
