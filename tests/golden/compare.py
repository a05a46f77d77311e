"""Compares what is made now with what is kept."""

import difflib
import io
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
    """Whether two pictures are of one size and all but a few of their pixels are alike."""
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
    """The outputs of a group that are kept."""
    return {
        str(file.relative_to(KEPT))
        for file in KEPT.rglob("*")
        if file.is_file() and file.relative_to(KEPT).parts[0].partition(".")[0] == group
    }


def differences(group: str) -> list[str]:
    """How a group's outputs differ from those that are kept."""
    made: set[str] = set()
    found = []
    for path, content in GROUPS[group]():
        made.add(path)
        found.append(difference(path, content))
    gone = [f"{path}: no longer made" for path in sorted(kept_paths(group) - made)]
    return [one for one in (*found, *gone) if one]


def write(group: str) -> int:
    """Keep a group's outputs as they are made now; returns how many changed."""
    made: set[str] = set()
    changed = 0
    for path, content in GROUPS[group]():
        made.add(path)
        if difference(path, content):
            changed += 1
            file = KEPT / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    for path in kept_paths(group) - made:
        (KEPT / path).unlink()
        changed += 1
    return changed
