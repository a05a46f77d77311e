"""A LibreOffice that opens slides."""

import subprocess
from functools import partial
from pathlib import Path

from tests.support.programs import program

PACKAGE = "libreoffice-impress"
find = partial(program, "SOFFICE", "soffice", "libreoffice")


def convert(files: list[Path], folder: Path, form: str) -> list[Path]:
    """Open files in LibreOffice and write them as ``pdf`` or ``png``, with a profile thrown away.

    Raises:
        FileNotFoundError: if there is no LibreOffice, or if it made nothing of a file.
    """
    office = find()
    if office is None:
        raise FileNotFoundError(PACKAGE)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", form, "--outdir", str(folder)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=300)
    made = [folder / f"{file.stem}.{form}" for file in files]
    for file in made:
        if not file.exists():
            raise FileNotFoundError(file)
    return made
