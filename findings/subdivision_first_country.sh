#!/usr/bin/env bash
# The state of Bolívar in Venezuela is looked up in Colombia.
#
# Package   pycountry 26.2.16 (PyPI)
# Guess     subdivisions.lookup("Bolívar") raises LookupError or gives a list, since Colombia, Ecuador
#           and Venezuela have a Bolívar.
# Behaviour it gives the first by alphabet of the country codes, without a word: Colombia's. A column
#           of the states of Venezuela is coded rightly but for Bolívar, Sucre (both Colombia) and
#           Amazonas (Brazil). search_fuzzy gives all.
# Seen      the lines of `expected` below.
# Do        choose among the subdivisions of one country, subdivisions.get(country_code="VE"), and
#           test that every code begins with it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pycountry==26.2.16

cat >look.py <<'PYTHON'
import pycountry

for name in ("Táchira", "Bolívar", "Sucre", "Amazonas"):
    found = pycountry.subdivisions.lookup(name).code
    states = pycountry.subdivisions.get(country_code="VE")
    print(name, found, [state.code for state in states if state.name == name])
print([state.code for state in pycountry.subdivisions.search_fuzzy("Bolívar")])
PYTHON

cat >expected <<'TEXT'
Táchira VE-S ['VE-S']
Bolívar CO-BOL ['VE-F']
Sucre CO-SUC ['VE-R']
Amazonas BR-AM ['VE-Z']
['CO-BOL', 'EC-B', 'VE-F']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
