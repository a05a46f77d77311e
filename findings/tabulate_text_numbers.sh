#!/usr/bin/env bash
# A table of texts printed by pandas has other counts, coordinates and ids.
#
# Package   pandas 3.1.1, numpy 2.4.6, tabulate 0.10.0 (PyPI)
# Guess     a column read with dtype=str is printed by to_markdown() as it stands, as by to_csv().
# Behaviour tabulate, by which pandas writes it, takes a column of texts for numbers if all look like
#           numbers: the Spanish count 1.400 is 1.4, the coordinate 7.810 is 7.81, the id 12e3 is
#           12000. One row that is no number leaves all rows of the column as they are.
# Seen      the lines of `expected` below.
# Do        pass disable_numparse=True to to_markdown() or tabulate().
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pandas==3.1.1 numpy==2.4.6 tabulate==0.10.0

cat >look.py <<'PYTHON'
import io

import pandas

text = "count,lat,id,code\n1.400,7.810,12e3,05001\n900,7.800,13e3,08001\n"
table = pandas.read_csv(io.StringIO(text), dtype=str)
print(table.to_csv(index=False).strip())
print(table.to_markdown(index=False))
print(table.to_markdown(index=False, disable_numparse=True))
table.loc[2] = "unknown"
print(table.to_markdown(index=False))
PYTHON

cat >expected <<'TEXT'
count,lat,id,code
1.400,7.810,12e3,05001
900,7.800,13e3,08001
|   count |   lat |    id |   code |
|--------:|------:|------:|-------:|
|     1.4 |  7.81 | 12000 |  05001 |
|   900   |  7.8  | 13000 |  08001 |
| count   | lat   | id   | code   |
|:--------|:------|:-----|:-------|
| 1.400   | 7.810 | 12e3 | 05001  |
| 900     | 7.800 | 13e3 | 08001  |
| count   | lat     | id      | code    |
|:--------|:--------|:--------|:--------|
| 1.400   | 7.810   | 12e3    | 05001   |
| 900     | 7.800   | 13e3    | 08001   |
| unknown | unknown | unknown | unknown |
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
