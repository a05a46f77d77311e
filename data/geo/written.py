"""What the programs beside this one share: a package's hash, GeoJSON a feature a line, the file."""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any


class BuildError(RuntimeError):
    """The package or the geometry in it is not what a program expects."""


def check_package(package: Path, sha256: str) -> None:
    """Hold a package against the one that the files were made from.

    Raises:
        BuildError: if it is another.
    """
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    if digest != sha256:
        raise BuildError(f"{package.name}: SHA-256 is {digest}, expected {sha256}")


def geojson_text(features: Iterable[Mapping[str, Any]]) -> str:
    """A FeatureCollection with one feature a line, so that a change shows where it is."""
    lines = [json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features]
    return '{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n"


def build_file(
    text: Callable[[Path | None, Path], str],
    out: Path,
    most_bytes: int,
    arguments: Sequence[str] | None,
) -> int:
    """Run the command of a program that makes one file; return the process's exit code.

    Args:
        text: makes the file's text from the package, if it is at hand, and a scratch folder.
        out: where the file is written by default.
        most_bytes: what the file may take.
    """
    parser = argparse.ArgumentParser(description=f"Build {out.name} from Natural Earth.")
    parser.add_argument("--package", type=Path, help="the package, if already at hand")
    parser.add_argument("--out", type=Path, default=out)
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            content = text(options.package, Path(folder)).encode()
        if len(content) > most_bytes:
            raise BuildError(f"{len(content)} bytes, more than {most_bytes}")
        options.out.write_bytes(content)
    except (BuildError, OSError, subprocess.CalledProcessError) as error:
        print(f"{out.name}: {error}", file=sys.stderr)
        return 1
    print(f"{options.out}: {len(content) / 1000:.1f} kB")
    return 0
