"""Look up the locked packages among the known vulnerabilities.

``python -m tests.support.programs.audit`` runs pip-audit, which asks the package index. An audit
that looked up no package fails: silence is no good news. One that missed some packages names their
number, and fails with ``REQUIRE_ALL``.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tests.support.server import ROOT

LOCK: Final = "tests/requirements.lock"  # It holds what the app needs, too.
PROGRAM: Final = (
    f"{sys.prefix}/bin/uv", "tool", "run", "--no-config", "--quiet", "pip-audit@2.10.1",
)  # fmt: skip
OPTIONS: Final = (
    "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json",
)  # fmt: skip

Package = Mapping[str, Any]


class Audit(NamedTuple):
    """The result for all packages of a lock file."""

    flaws: list[str]
    checked: int
    missed: int

    @property
    def is_empty(self) -> bool:
        return self.checked == 0

    def failed(self, require_all: bool) -> bool:
        """Whether the command must fail; ``require_all`` forbids missed packages."""
        return bool(self.flaws) or self.is_empty or (require_all and self.missed > 0)


def read_packages(output: str) -> list[Package]:
    """Parse the JSON of pip-audit; return no package where it is none."""
    try:
        packages: list[Package] = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return []
    return packages


def run_pip_audit(lock: str) -> list[Package]:
    """Ask pip-audit about every package of a lock file; print why where it does not answer."""
    command = [*PROGRAM, *OPTIONS, "--requirement", lock]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as error:
        print(error, file=sys.stderr)
        return []
    packages = read_packages(done.stdout)
    if not packages:
        print(done.stderr.strip(), file=sys.stderr)
    return packages


def describe_flaw(package: Package, flaw: Mapping[str, Any]) -> str:
    versions = ", ".join(flaw["fix_versions"]) or "no version"
    return f"{package['name']} {package['version']}: {flaw['id']}, mended in {versions}"


def summarize(packages: Sequence[Package]) -> Audit:
    """Count the packages that were checked, and those of which the index knows nothing."""
    checked = [package for package in packages if "vulns" in package]
    flaws = [describe_flaw(package, flaw) for package in checked for flaw in package["vulns"]]
    return Audit(flaws, len(checked), len(packages) - len(checked))


def format_audit(audit: Audit) -> str:
    """Return the lines to print, the worst news last."""
    lines = [*audit.flaws]
    if audit.is_empty:
        lines.append("NOTHING WAS AUDITED: the package index answered for no package.")
        return "\n".join(lines)
    lines.append(f"{audit.checked} packages were looked up, {len(audit.flaws)} flaws found.")
    if audit.missed:
        lines.append(f"NOT AUDITED: {audit.missed} packages; the index knows nothing of them.")
    return "\n".join(lines)


def main() -> int:
    audit = summarize(run_pip_audit(LOCK))
    print(format_audit(audit))
    return int(audit.failed(require_all=bool(os.environ.get("REQUIRE_ALL"))))


if __name__ == "__main__":
    sys.exit(main())
