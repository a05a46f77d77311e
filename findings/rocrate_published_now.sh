#!/usr/bin/env bash
# A data set without a day of publication was published when its description was last saved.
#
# Package   rocrate 0.16.0 (PyPI)
# Guess     an RO-Crate in which nobody stated datePublished has none, or is refused when it is
#           written, since the format demands one.
# Behaviour the moment of the run is written as datePublished, to the second. A crate that comes
#           from elsewhere without the day gets it, too, when it is read and written again.
# Seen      the lines of `expected` below.
# Do        set crate.datePublished yourself, as text of the precision that is known, and compare it
#           with the day of the run before the crate goes out.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  rocrate==0.16.0

cat >look.py <<'PYTHON'
import datetime
import json
import pathlib

from rocrate.rocrate import ROCrate


def read_root(folder):
    path = pathlib.Path(folder, "ro-crate-metadata.json")
    graph = json.loads(path.read_text())
    return path, graph, next(node for node in graph["@graph"] if node["@id"] == "./")


def describe(text):
    if len(text) < 10:
        return text
    age = datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(text)
    return "a moment ago" if age < datetime.timedelta(minutes=10) else text


for case in ("new, no day", "read, no day", "read, a year"):
    crate = ROCrate()
    crate.name = "Letters"
    crate.write(case)
    path, graph, root = read_root(case)
    if case != "new, no day":
        del root["datePublished"]
        if case == "read, a year":
            root["datePublished"] = "2019"
        path.write_text(json.dumps(graph))
        ROCrate(case).write(f"{case}, again")
        path, graph, root = read_root(f"{case}, again")
    print(f"{case}: {describe(root['datePublished'])}")
PYTHON

cat >expected <<'TEXT'
new, no day: a moment ago
read, no day: a moment ago
read, a year: 2019
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
