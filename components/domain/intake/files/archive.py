"""Unpacking an archive in memory, a member at a time, with a limit on everything.

Nothing is ever written to disk, so a path that climbs out could do no harm here; it is refused all
the same, because an archive that holds one was not made by an honest tool.
"""

from __future__ import annotations

import io
import posixpath
import stat
import zipfile
import zlib
from collections.abc import Iterator

from components.domain.intake.limits import MB, Limits
from components.domain.intake.problems import Refusal

CHUNK = 256 * 1024
ENCRYPTED_BIT = 0x1
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ", b"Rar!")


def unpack(content: bytes, limits: Limits) -> dict[str, bytes]:
    """The files of an archive by path.

    Raises:
        Refusal: at the first thing that an archive must not hold, before anything is unpacked
            where its list tells, and else as soon as a limit is passed.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = list(_checked(archive, limits))
            return _read_all(archive, members, limits)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise Refusal("zip_broken") from error


def _checked(archive: zipfile.ZipFile, limits: Limits) -> Iterator[zipfile.ZipInfo]:
    """The members that hold something, each found harmless by what the list says of it."""
    members = archive.infolist()
    if len(members) > limits.members:
        raise Refusal("zip_members", count=len(members), most=limits.members)
    total = sum(member.file_size for member in members)
    if total > limits.unpacked:
        raise Refusal("zip_large", size=_mb(total), most=_mb(limits.unpacked))
    seen = set()
    for member in members:
        name = member.filename
        _check_path(name)
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
            raise Refusal("zip_link", value=name)
        if member.flag_bits & ENCRYPTED_BIT:
            raise Refusal("zip_encrypted", value=name)
        if member.compress_type not in METHODS:
            raise Refusal("zip_method", value=name)
        if name in seen:
            raise Refusal("zip_twice", value=name)
        seen.add(name)
        packed = max(member.compress_size, 1)
        if member.file_size > limits.ratio_from and member.file_size / packed > limits.ratio:
            raise Refusal("zip_ratio", value=name, most=limits.ratio)
        if not member.is_dir():
            yield member


def _check_path(name: str) -> None:
    plain = name.replace("\\", "/")
    climbs = ".." in plain.split("/")
    absolute = plain.startswith("/") or (len(plain) > 1 and plain[1] == ":")
    if climbs or absolute or "\x00" in name or posixpath.normpath(plain) in {"", "."}:
        raise Refusal("zip_path", value=name)


def _read_all(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], limits: Limits
) -> dict[str, bytes]:
    """Unpack; what the list says of a size is not believed."""
    files: dict[str, bytes] = {}
    total = 0
    for member in members:
        parts: list[bytes] = []
        size = 0
        with archive.open(member) as stream:
            while chunk := stream.read(CHUNK):
                size += len(chunk)
                total += len(chunk)
                if total > limits.unpacked:
                    raise Refusal("zip_large", size=f"> {_mb(total)}", most=_mb(limits.unpacked))
                if size > limits.ratio_from and size / max(member.compress_size, 1) > limits.ratio:
                    raise Refusal("zip_ratio", value=member.filename, most=limits.ratio)
                parts.append(chunk)
        content = b"".join(parts)
        if content.startswith(ARCHIVES):
            raise Refusal("zip_nested", value=member.filename)
        files[member.filename.replace("\\", "/")] = content
    return files


def _mb(size: int) -> str:
    return f"{size / MB:.0f}"
