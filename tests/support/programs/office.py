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


def convert(files: list[Path], folder: Path, form: str) -> list[Path]:
    """Open files in LibreOffice and write them as ``pdf`` or ``png``, with a profile thrown away.

    Raises:
        FileNotFoundError: if there is no LibreOffice, or if it made nothing of a file.
    """
    program = find()
    if program is None:
        raise FileNotFoundError(PACKAGE)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--convert-to", form, "--outdir", str(folder)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=300)
    made = [folder / f"{file.stem}.{form}" for file in files]
    for file in made:
        if not file.exists():
            raise FileNotFoundError(file)
    return made
