"""Archives, unpacked in memory with a limit on everything.

Nothing is ever written to disk, so a path in an archive that climbs out could do no harm here; it
is refused all the same, because an archive that holds one was not made by an honest tool.
"""

import io
import posixpath
import stat
import zipfile
import zlib
from collections.abc import Sequence
from typing import Final

from components import limits
from components.intake.problems import MB, Refusal
from components.story.package_files import Files

#: The bit of a member that says that it is encrypted.
ENCRYPTED_BIT: Final = 0x1
METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
#: What the standard library raises for a broken archive.
_ZIP_ERRORS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    EOFError,
    ValueError,
)
#: What archives begin with.
ARCHIVES: Final = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ", b"Rar!")
#: What an archive may contain though it is one: it is opened with the limits of any workbook.
WORKBOOKS: Final = (".xlsx", ".ods")


def unpack_file(content: bytes) -> Files:
    """Return the files of an archive by their paths; unpack none before all are checked.

    Raises
    ------
    Refusal
        If it is no zip, is too large or too densely packed, or has a member that is an archive, a
        link, encrypted, packed by another method, or at an unsafe path.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            _check_members(members)
            return _unpack_members(archive, members)
    except _ZIP_ERRORS as error:
        raise Refusal("zip_broken") from error


def _check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    if len(members) > limits.files.MOST_FILES:
        raise Refusal("zip_members", count=len(members), most=limits.files.MOST_FILES)
    total_bytes = sum(member.file_size for member in members)
    if total_bytes > limits.files.MOST_UNPACKED_BYTES:
        most_megabytes = limits.files.MOST_UNPACKED_BYTES // MB
        megabytes = total_bytes / MB
        raise Refusal("zip_large", size=f"{megabytes:.0f}", most=most_megabytes)
    seen_names: set[str] = set()
    for member in members:
        code = _find_member_problem(member, seen_names)
        if code:
            raise Refusal(code, value=member.filename, most=limits.files.MOST_UNPACKED_TIMES)
        seen_names.add(member.filename)


def _find_member_problem(member: zipfile.ZipInfo, seen_names: set[str]) -> str:
    """Return the code of the first problem of an archive's member; empty without one."""
    if not _is_safe_path(member.filename):
        return "zip_path"
    # The upper half is the mode of Unix; 0 where another system made the archive.
    file_type = stat.S_IFMT(member.external_attr >> 16)
    if file_type not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return "zip_link"
    if member.flag_bits & ENCRYPTED_BIT:
        return "zip_encrypted"
    if member.compress_type not in METHODS:
        return "zip_method"
    if member.filename in seen_names:
        return "zip_twice"
    packed_bytes = max(member.compress_size, 1)
    most_bytes = limits.files.MOST_UNPACKED_TIMES * packed_bytes
    most_bytes = max(most_bytes, limits.files.UNPACKED_TIMES_FROM_BYTES)
    if member.file_size > most_bytes:
        return "zip_ratio"
    return ""


def _is_safe_path(member_name: str) -> bool:
    """Return whether a path is relative and stays below the archive's folder."""
    path = member_name.replace("\\", "/")
    if "\x00" in member_name:
        return False
    if posixpath.normpath(path) in {"", "."}:
        return False
    # A drive of Windows, as in C:.
    names_drive = path[1:2] == ":"
    if path.startswith("/") or names_drive:
        return False
    return ".." not in path.split("/")


def _unpack_members(archive: zipfile.ZipFile, members: Sequence[zipfile.ZipInfo]) -> Files:
    files: dict[str, bytes] = {}
    for member in members:
        if member.is_dir():
            continue
        with archive.open(member) as stream:
            # No more than the list says, even where it is wrong: those sizes were checked.
            unpacked = stream.read(member.file_size)
        path = member.filename.replace("\\", "/")
        is_workbook = path.lower().endswith(WORKBOOKS)
        if unpacked.startswith(ARCHIVES) and not is_workbook:
            raise Refusal("zip_nested", value=path)
        files[path] = unpacked
    return files
