"""Find a LibreOffice that opens slides, or install one.

``python -m tests.support.programs.office`` is part of the tests' set-up: it looks for one, then
takes Debian's package where it may (some 20 seconds). Without one, the test that renders the
slides says that they were not rendered; where nothing may be skipped (``REQUIRE_ALL``) it fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.programs import debian

NAMES = ("soffice", "libreoffice")
PACKAGE = "libreoffice-impress"


def find() -> str | None:
    """The path of a LibreOffice: ``SOFFICE``, then the system's."""
    return os.environ.get("SOFFICE") or next(filter(None, map(shutil.which, NAMES)), None)


def install() -> str | None:
    """Install one and return its path."""
    debian.install(PACKAGE)
    return find()


def to_pdf(files: list[Path], folder: Path) -> list[Path]:
    """Open files in LibreOffice and print them as PDF, with a profile that is thrown away.

    Raises:
        FileNotFoundError: if there is no LibreOffice, or if it made no PDF of a file.
    """
    program = find()
    if program is None:
        raise FileNotFoundError(PACKAGE)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=300)
    made = [folder / f"{file.stem}.pdf" for file in files]
    for file in made:
        if not file.exists():
            raise FileNotFoundError(file)
    return made


if __name__ == "__main__":
    path = find() or install()
    print(f"LibreOffice: {path}" if path else f"NO SLIDE WILL BE RENDERED: install {PACKAGE}.")
