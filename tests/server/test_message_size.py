"""The limits of a websocket message, from a reader and to a reader."""

import asyncio
import csv
import io
import struct
import tomllib
from contextlib import AsyncExitStack

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from components.limits.files import MEGABYTE, MOST_PICTURE_BYTES
from components.limits.messages import MOST_MESSAGE_BYTES
from tests.bench.reader import Reader
from tests.server.test_attacks import PATIENCE, open_websocket
from tests.support.server import ROOT
from tests.support.stories.foreign import files_of
from tests.support.stories.uploads import zipped

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
MOST_FRAME_BYTES = CONFIG["server"]["maxMessageSize"] * 1_000_000
#: First bytes of a frame (RFC 6455, section 5.2): a message, its beginning, its end.
MESSAGE, BEGINNING, END = 0x82, 0x02, 0x80
#: The code with which a websocket is closed for a message that is too long.
MESSAGE_TOO_BIG = 1009


def header(first_byte: int, length: int) -> bytes:
    """Return a frame's header; the mask of zeros leaves what follows as it is."""
    return struct.pack("!BBQ4x", first_byte, 0x80 | 127, length)


#: What is sent of a message before its last bytes: nothing but how long it is; half of it.
UNFINISHED = {
    "one-frame": header(MESSAGE, MOST_FRAME_BYTES + 1),
    "200-megabytes": header(MESSAGE, 200 * MEGABYTE),
    "two-frames": header(BEGINNING, 3 * MEGABYTE)
    + bytes(3 * MEGABYTE)
    + header(END, MOST_FRAME_BYTES - 3 * MEGABYTE + 1),
}


def close_code(socket: ClientConnection) -> int | None:
    """Receive until the server closes a websocket, and return why it does."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_too_long_message_closes_its_websocket_before_it_is_read(server: str, sent: bytes) -> None:
    with open_websocket(server) as socket:
        socket.socket.sendall(sent)

        assert close_code(socket) == MESSAGE_TOO_BIG


def test_server_reads_every_message_that_the_app_allows() -> None:
    assert MOST_MESSAGE_BYTES < MOST_FRAME_BYTES < 2 * MOST_MESSAGE_BYTES


def story_with_pictures() -> bytes:
    """Return a package whose lesson, of its first events, has a picture in each step."""
    files = files_of("city")
    (picture,) = csv.DictReader(io.StringIO(files["pictures.csv"].decode()))
    (path,) = (name for name in files if name.endswith(picture["file"]))
    # What follows the end of a PNG is ignored.
    files[path] = files[path].ljust(MOST_PICTURE_BYTES, b"\0")
    ids = [f"ev-day-{number:02}" for number in range(1, 29)]
    files["events.csv"] += b"".join(
        f"\n{id},1962-02-{id[-2:]},stated,Note.,blast,gasworks,Title,Summary.".encode()
        for id in ids
    )
    files["citations.csv"] += b"".join(f"\n{id},courier,1,,supports".encode() for id in ids)
    pictures = io.StringIO()
    writer = csv.DictWriter(pictures, picture)
    writer.writeheader()
    writer.writerows(picture | {"event_id": id} for id in ids)
    files["pictures.csv"] = pictures.getvalue().encode()
    return zipped(files)


class SizeReader(Reader):
    """A reader who notes the size of the longest message."""

    longest = 0

    async def _heard(self, message: ForwardMsg) -> bytes:
        raw = await super()._heard(message)
        self.longest = max(self.longest, len(raw))
        return raw


def test_lesson_longer_than_a_readers_message_reaches_its_reader(server: str) -> None:
    reader = SizeReader(server, ["/_stcore/health", "/_stcore/host-config"])

    async def present() -> None:
        async with AsyncExitStack() as stack:
            await reader.open(stack, "data")
            await reader.upload("upload", "city.zip", story_with_pictures())
            await reader.run(slug="present")

    asyncio.run(present())

    assert reader.longest > MOST_FRAME_BYTES
    assert reader.faults == []
