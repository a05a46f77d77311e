"""Debian's packages for the tests, where they may be installed."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(*packages: str, recommended: bool = False) -> None:
    """Install packages; nothing happens where there is no apt-get, or no right to use it."""
    if not packages or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    alone = () if recommended else ("--no-install-recommends",)
    for command in (("update", "-qq"), ("install", "-y", "-qq", *alone, *packages)):
        print("+ apt-get", *command, flush=True)
        subprocess.run(["apt-get", *command], check=False)
