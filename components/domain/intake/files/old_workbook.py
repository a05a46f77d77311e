"""Reading a workbook of Excel 97 to 2003 (.xls): a small file system, with sheets in one file.

The table that chains the file's sectors is looked through first: a chain that runs in a circle
would be read without end. What a sheet's rectangle may cost is bounded by the worker that reads it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from components.domain.intake.files.workbook import sheets_in
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Refusal, Sheet

OLE: Final = b"\xd0\xcf\x11\xe0"
#: The parts of the header (512 bytes): the size of a sector as a power of two, the sector with the
#: rest of the list of table sectors, and the list's first 109 entries.
_SHIFT: Final = struct.Struct("<H")
_NUMBER: Final = struct.Struct("<I")
_HEADER_BYTES: Final = 512
_AT_SHIFT, _AT_MORE, _AT_LIST = 30, 68, 76


def read_old_workbook(content: bytes, name: str, limits: Limits) -> list[Sheet]:
    """The sheets of an old workbook that hold anything, each cell as text.

    Raises:
        Refusal: when it cannot be read: it is broken, locked, or no workbook.
    """
    if not _chains_end(content):
        raise Refusal("xls_broken", value=name)
    return sheets_in(content, Refusal("xls_broken", value=name), limits)


def _chains_end(content: bytes) -> bool:
    """Whether every chain of sectors comes to an end."""
    if len(content) < _HEADER_BYTES:
        return False
    (shift,) = _SHIFT.unpack_from(content, _AT_SHIFT)
    if shift not in {9, 12}:
        return False
    size, most = 1 << shift, len(content) >> shift
    listed = _numbers(content[_AT_LIST:_HEADER_BYTES])
    (more,) = _NUMBER.unpack_from(content, _AT_MORE)
    turns = 0
    while more < most:
        *entries, more = _numbers(_sector(content, more, size)) or (most,)
        listed = (*listed, *entries)
        turns += 1
        if turns > most:
            return False
    table = [n for at in listed if at < most for n in _numbers(_sector(content, at, size))]
    return not _circular(table[: most + 1])


def _numbers(part: bytes) -> tuple[int, ...]:
    return tuple(n for (n,) in _NUMBER.iter_unpack(part[: len(part) // 4 * 4]))


def _sector(content: bytes, number: int, size: int) -> bytes:
    # The header takes the place of a sector before the first.
    return content[(number + 1) * size : (number + 2) * size]


def _circular(following: Sequence[int]) -> bool:
    """Whether going from number to number ever comes back to where it has been."""
    done = [0] * len(following)
    for start in range(len(following)):
        at = start
        while at < len(following) and not done[at]:
            done[at] = start + 1
            at = following[at]
        if at < len(following) and done[at] == start + 1:
            return True
    return False
