"""Programs that the tests use beside the app: where they are, and how they are installed."""

import os
import shutil
import subprocess
from pathlib import Path


def program(variable: str, *names: str) -> str | None:
    """The path of a program: what a variable of the environment names, then the system's."""
    path = f"{os.environ['PATH']}:/usr/sbin"
    found = (shutil.which(name, path=path) for name in names)
    return os.environ.get(variable) or next(filter(None, found), None)


def npm_install(folder: Path, *packages: str) -> None:
    """Install packages of npm into a folder; nothing happens without npm."""
    if shutil.which("npm"):
        folder.mkdir(exist_ok=True)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *packages]
        print("+", *command, flush=True)
        subprocess.run(command, cwd=folder, check=False)
