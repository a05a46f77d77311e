"""A LibreOffice that opens slides."""

import os
import shutil
import subprocess
from pathlib import Path

NAMES = ("soffice", "libreoffice")
PACKAGE = "libreoffice-impress"


def find() -> str | None:
    """The path of a LibreOffice: ``SOFFICE``, then the system's."""
    return os.environ.get("SOFFICE") or next(filter(None, map(shutil.which, NAMES)), None)


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
