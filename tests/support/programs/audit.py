"""Look the locked packages up among the known vulnerabilities.

``python -m tests.support.programs.audit`` asks pip-audit, which asks the package index. What the
index says nothing of is counted and said aloud; with ``REQUIRE_ALL`` that is a failure.
"""

import json
import os
import subprocess
import sys
from typing import Any

from tests.support.server import ROOT

LOCK = "tests/requirements.lock"  # It holds what the app needs, too.
PROGRAM = (f"{sys.prefix}/bin/uv", "tool", "run", "--no-config", "--quiet", "pip-audit@2.10.1")
ASKED = ("--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json")


def look_up(lock: str) -> list[dict[str, Any]]:
    """pip-audit's word on every package of a lock file; empty if it could not be had."""
    command = [*PROGRAM, *ASKED, "--requirement", lock]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(done.stderr.strip(), file=sys.stderr)
        return []
    return found


def report(packages: list[dict[str, Any]]) -> tuple[list[str], int, int]:
    """What to say of the packages, how many flaws are known, and how many were not looked up."""
    flaws = [
        f"{package['name']} {package['version']}: {flaw['id']}, mended in "
        f"{', '.join(flaw['fix_versions']) or 'no version'}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    missed = sum("vulns" not in package for package in packages)
    lines = [*flaws, f"{len(packages) - missed} packages were looked up, {len(flaws)} flaws found."]
    if missed or not packages:
        lines.append(f"NOT AUDITED: {missed or 'ALL'} PACKAGES; the index said nothing of them.")
    return lines, len(flaws), missed or int(not packages)


def main() -> int:
    lines, flaws, missed = report(look_up(LOCK))
    print("\n".join(lines))
    return int(bool(flaws or (missed and os.environ.get("REQUIRE_ALL"))))


if __name__ == "__main__":
    sys.exit(main())
