#!/usr/bin/env bash
# A number of four digits has two forms on one Spanish page.
#
# Package   babel 2.18.0 (PyPI)
# Guess     Babel and the browser take numbers from the same data (CLDR), so what a server writes and
#           a script renews looks the same: 1400 in Spanish, whose groups begin with five digits.
# Behaviour Babel has no minimum of digits and writes 1.400 where Intl writes 1400: in Spanish, and in
#           Portuguese, Italian and Polish. In es-CO and es-VE both write 1.400,
#           in es-419 1,400.
# Seen      the lines of `expected` below, by Node 20.
# Do        name the country on both sides (es_CO, es-CO), or pass useGrouping: "always" to Intl, and
#           test 1400 beside 14000 in each language.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  babel==2.18.0

cat >look.py <<'PYTHON'
import subprocess

from babel.numbers import format_decimal

SCRIPT = "console.log((1400).toLocaleString(process.argv[1]), (14000).toLocaleString(process.argv[1]))"
for language in ("es", "es-CO", "es-VE", "es-419", "pt-PT", "it", "pl"):
    babel = [format_decimal(number, locale=language.replace("-", "_")) for number in (1400, 14000)]
    intl = subprocess.run(["node", "-e", SCRIPT, language], capture_output=True, text=True, check=True).stdout
    print(f"{language}: Babel {' '.join(babel)}; Intl {intl.strip()}".replace("\u00a0", "_"))
PYTHON

cat >expected <<'TEXT'
es: Babel 1.400 14.000; Intl 1400 14.000
es-CO: Babel 1.400 14.000; Intl 1.400 14.000
es-VE: Babel 1.400 14.000; Intl 1.400 14.000
es-419: Babel 1,400 14,000; Intl 1,400 14,000
pt-PT: Babel 1_400 14_000; Intl 1400 14_000
it: Babel 1.400 14.000; Intl 1400 14.000
pl: Babel 1_400 14_000; Intl 1400 14_000
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
