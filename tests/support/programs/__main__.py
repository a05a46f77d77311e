"""Find the programs that the tests use beside the app, and install missing ones.

``python -m tests.support.programs`` is part of the tests' set-up. Debian's packages are taken where
there is apt-get and the right to use it, others with npm and pip. What is not there is said; the
tests that need it say so, too, and where nothing may be skipped (``REQUIRE_ALL``) they fail.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from tests.browser import chromium
from tests.support.programs import (
    bom_schema,
    citation_programs,
    clock,
    deploy_linters,
    office,
    postgres,
    proxy,
    svg_programs,
    web_validators,
)

#: What is looked for, Debian's packages, and what will not be tested without.
WANTED: Final[tuple[tuple[Callable[[], object], tuple[str, ...], str], ...]] = (
    (office.find, (office.PACKAGE,), "no slide will be rendered"),
    (proxy.find, (proxy.PACKAGE,), "nothing behind a proxy"),
    (postgres.find, (postgres.PACKAGE,), "nothing of PostgreSQL"),
    (deploy_linters.find_systemd, (deploy_linters.SYSTEMD_PACKAGE,), "no unit of systemd"),
    (clock.find, clock.PACKAGES, "no clock will be moved"),
    *((lambda name=name: svg_programs.missing(name) is None, (package,), "not every drawing")
      for name, package in svg_programs.PACKAGES.items()),
    (lambda: shutil.which("java"), ("default-jre-headless",), "no page will be validated"),
)  # fmt: skip


def run(*command: str) -> None:
    print("+", *command, flush=True)
    subprocess.run(command, check=False)


def debian(*packages: str, alone: bool = True) -> None:
    """Install Debian's packages; nothing happens without apt-get, or the right to use it."""
    if packages and shutil.which("apt-get") and os.geteuid() == 0:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", *["--no-install-recommends"] * alone, *packages)


def install_chromium() -> None:
    """A Chromium, of Playwright's or else of Debian's; the program ends where there is none."""
    if not chromium.find():
        run(sys.executable, "-m", "playwright", "install", "chromium")
    if not chromium.find():
        debian("chromium", alone=False)
    if not chromium.find():
        sys.exit("Install a Chromium, or name one in the environment variable CHROMIUM.")
    if not chromium.find_shell() and not os.environ.get("CHROMIUM"):
        debian(chromium.SHELL, alone=False)


if __name__ == "__main__":
    install_chromium()
    debian(*(name for find, packages, _ in WANTED if not find() for name in packages))
    lost = [f"{what}: install {', '.join(names)}" for find, names, what in WANTED if not find()]
    lost += [] if citation_programs.install() else ["no reference with citation-js: install npm"]
    lost += [] if web_validators.install() else ["nothing as the web reads it: install npm"]
    lost += [] if deploy_linters.install() else ["not every file of deploy/: install pip and npm"]
    lost += [] if bom_schema.install() else ["no bill of materials: install it with pip"]
    print("\n".join(f"NOT TESTED: {one}." for one in lost) or "Every program is there.")
