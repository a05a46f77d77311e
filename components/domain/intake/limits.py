"""How much may be opened. Every limit is said in the message that refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MB: Final = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What a file may hold at most; sizes in bytes.

    ``ratio`` is how many times larger than its packed form a member of an archive may be; small
    members are let be, since a few repeated lines pack very well. ``cells`` are those of the whole
    rectangle of every sheet, and ``characters`` those of all cells once each shared text stands in
    its place: as many as the largest CSV file holds.
    """

    file: int = 50 * MB
    unpacked: int = 300 * MB
    ratio: int = 150
    ratio_from: int = 4 * MB
    members: int = 500
    rows: int = 250_000
    columns: int = 100
    cells: int = 5_000_000
    cell: int = 20_000
    characters: int = 50 * MB
    depth: int = 32
    vertices: int = 200_000


LIMITS: Final = Limits()
