#!/usr/bin/env bash
# What a transcriber puts into braces is gone when subtitles are read.
#
# Package   pysubs2 1.8.1, srt 3.5.3 (PyPI)
# Guess     "{inaudible}" in an SRT file is a word of the text, as "[on the bridge]" is, and stands
#           in the WebVTT or SRT that is written from it.
# Behaviour pysubs2 takes braces for marks of another format (SubStation Alpha) in each format it
#           reads: "{1400?}" is in no plain text and in no file it writes as SRT or WebVTT. Square
#           brackets stay. The library srt keeps both.
# Seen      the lines of `expected` below.
# Do        put editors' marks into square brackets, or turn { and } into [ and ] before pysubs2
#           reads the file, and compare the numbers of words.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pysubs2==1.8.1 srt==3.5.3

cat >look.py <<'PYTHON'
import pysubs2
import srt

text = "1\n00:00:01,000 --> 00:00:04,000\nWe saw {1400?} people [on the bridge]\n\n"
subtitles = pysubs2.SSAFile.from_string(text)
print("pysubs2, plain text:", subtitles[0].plaintext)
print("pysubs2, WebVTT:", subtitles.to_string("vtt").splitlines()[4])
print("pysubs2, SRT:", subtitles.to_string("srt").splitlines()[2])
print("srt:", next(srt.parse(text)).content)
PYTHON

cat >expected <<'TEXT'
pysubs2, plain text: We saw  people [on the bridge]
pysubs2, WebVTT: We saw  people [on the bridge]
pysubs2, SRT: We saw  people [on the bridge]
srt: We saw {1400?} people [on the bridge]
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
