"""``python -m tests.golden [--write] [GROUP …]``: compare the outputs, or keep what is made now."""

import argparse
import difflib
import io
import sys
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from tests.golden.outputs import GROUPS

KEPT: Final = Path(__file__).parent / "kept"
#: A pixel differs when a channel differs by more than this of 255, and a picture when more than
#: this share of its pixels do: edges of type are not drawn alike everywhere.
CHANNEL: Final = 48
SHARE: Final = 0.002
SHOWN_LINES: Final = 30


def _pixels(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB"), dtype=np.int16)


def same_picture(kept: bytes, made: bytes) -> bool:
    one, two = _pixels(kept), _pixels(made)
    if one.shape != two.shape:
        return False
    return float((np.abs(one - two).max(axis=2) > CHANNEL).mean()) <= SHARE


def difference(path: str, made: bytes) -> str:
    """How an output differs from the kept one; empty where it does not."""
    file = KEPT / path
    if not file.exists():
        return f"{path}: not kept"
    kept = file.read_bytes()
    if path.endswith(".png"):
        return "" if same_picture(kept, made) else f"{path}: another picture"
    if kept == made:
        return ""
    lines = difflib.unified_diff(
        kept.decode().splitlines(), made.decode().splitlines(), path, "now", n=1, lineterm=""
    )
    return "\n".join([*lines][:SHOWN_LINES])


def kept_paths(group: str) -> set[str]:
    return {
        str(file.relative_to(KEPT))
        for file in KEPT.rglob("*")
        if file.is_file() and file.relative_to(KEPT).parts[0].partition(".")[0] == group
    }


def differences(group: str, *, write: bool = False) -> list[str]:
    """How a group's outputs differ from those that are kept; with ``write`` they are kept so."""
    made, found = set(), []
    for path, content in GROUPS[group]():
        made.add(path)
        found.append(said := difference(path, content))
        if said and write:
            (KEPT / path).parent.mkdir(parents=True, exist_ok=True)
            (KEPT / path).write_bytes(content)
    gone = sorted(kept_paths(group) - made)
    for path in gone if write else ():
        (KEPT / path).unlink()
    return [one for one in (*found, *(f"{path}: no longer made" for path in gone)) if one]


def main() -> int:
    parser = argparse.ArgumentParser(description="What readers get, compared with what is kept.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--write", action="store_true", help="keep what is made now")
    options = parser.parse_args()
    found = 0
    for group in options.groups or GROUPS:
        lines = differences(group, write=options.write)
        if options.write:
            print(f"{group}: {len(lines)} changed")
        else:
            found += len(lines)
            print("\n".join([f"{group}: {len(lines)} differ", *lines]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
