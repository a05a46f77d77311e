"""The long tests, part by part, and the report of the last run of each.

``python -m tests.bench.long [PART …]`` runs all parts, or those that are named, and writes
``tests/bench/LONG.md`` after each; the rows of the other parts stay. ``make test-long`` runs all.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from lxml import etree

from tests.bench.harness import HERE, machine

REPORT: Final = HERE / "LONG.md"
PARTS: Final = (
    "tests/app",
    "tests/corpus",
    "tests/server",
    "tests/unit",
    "tests/browser/every_page",
    "tests/browser/pages",
    "tests/browser/servers",
    "tests/browser/stage",
)
#: Those that `make test` leaves out, and those of random examples once more with ten times as many.
MARKS: Final = "long or hypothesis"
HEAD: Final = """# The long tests

Made by `make test-long`, before a version: each part as it was when it was last run.

{machine}

| part | day | passed | left out | failed | seconds |
| --- | --- | ---: | ---: | ---: | ---: |
"""


def run(part: str, workers: int) -> tuple[str, list[str]]:
    """Run a part; gives its row, and the tests that failed: a part of which none passed is one."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", MARKS, "-n", str(workers)]
        env = os.environ | {"THOROUGH": "1"}
        subprocess.run([*command, part, f"--junitxml={told}"], check=False, env=env)
        suite = next(etree.parse(told).iter("testsuite"))
    cases, left = suite.findall("testcase"), len(suite.findall("testcase/skipped"))
    wrong = [one for one in cases if {"failure", "error"} & {mark.tag for mark in one}]
    names = [f"{one.get('classname')}::{one.get('name')}" for one in wrong]
    passed_count = len(cases) - len(wrong) - left
    if not passed_count:
        names.append(f"{part}: no test passed")
    day, seconds = datetime.now(UTC).date(), float(suite.get("time", 0))
    counts = f"{passed_count} | {left} | {len(wrong)}"
    return f"| `{part}` | {day} | {counts} | {seconds:.0f} |", names


def main() -> int:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("parts", nargs="*", metavar="PART", default=PARTS)
    read.add_argument("--workers", type=int, default=2)
    asked = read.parse_args()
    wrong: list[str] = []
    for part in asked.parts:
        row, failed = run(part, asked.workers)
        wrong += failed
        lines = REPORT.read_text(encoding="utf-8").splitlines()
        rows = {line.split("`")[1]: line for line in lines if line.startswith("| `")} | {part: row}
        body = "\n".join(rows[one] for one in PARTS if one in rows)
        REPORT.write_text(f"{HEAD.format(machine=machine())}{body}\n", encoding="utf-8")
    print(*wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
