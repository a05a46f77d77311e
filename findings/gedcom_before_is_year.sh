#!/usr/bin/env bash
# Who was born before 1850 was born in 1850, and between 1850 and 1860 in 1860.
#
# Package   python-gedcom 1.1.0, ged4py 0.5.5 (PyPI)
# Guess     get_birth_year() gives no year (-1) for a date that is a bound or a range, and a match by
#           years takes the range into account.
# Behaviour the last word of the date is the year, whatever stands before it: BEF, AFT, ABT and a day
#           are one year, BET … AND … its end, and the search for 1850 to 1855 does not find it. Only
#           a last word that is no number gives -1, as in the double year 1850/51.
# Seen      the lines of `expected` below.
# Do        read dates with ged4py, whose values are bounds and ranges, or the DATE line itself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-gedcom==1.1.0 ged4py==0.5.5

cat >look.py <<'PYTHON'
import pathlib

from ged4py import GedcomReader
from gedcom.parser import Parser

for date in ("BEF 1850", "AFT 1850", "12 MAR 1850", "BET 1850 AND 1860", "1850/51"):
    pathlib.Path("people.ged").write_text(f"0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 BIRT\n2 DATE {date}\n0 TRLR\n")
    parser = Parser()
    parser.parse_file("people.ged")
    person = next(element for element in parser.get_root_child_elements() if element.get_tag() == "INDI")
    with GedcomReader("people.ged") as reader:
        value = next(reader.records0("INDI")).sub_tag_value("BIRT/DATE")
    print(f"{date}: {person.get_birth_year()}, 1850 to 1855 {person.birth_range_match(1850, 1855)}, ged4py {value}")
PYTHON

cat >expected <<'TEXT'
BEF 1850: 1850, 1850 to 1855 True, ged4py BEFORE 1850
AFT 1850: 1850, 1850 to 1855 True, ged4py AFTER 1850
12 MAR 1850: 1850, 1850 to 1855 True, ged4py 12 MAR 1850
BET 1850 AND 1860: 1860, 1850 to 1855 False, ged4py BETWEEN 1850 AND 1860
1850/51: -1, 1850 to 1855 False, ged4py 1850/51
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
