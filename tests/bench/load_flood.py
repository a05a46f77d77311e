"""Flood a server by websocket: thousands of rerun messages in a burst, again and again.

``python -m tests.bench.load_flood http://127.0.0.1:8501 60`` floods for 60 seconds and prints what
was sent as JSON. ``load_sessions.py`` runs it as a process of its own, so that sending takes no
time from the readers who measure. How a server should bear it: ``components/server/websocket.py``.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Final
from urllib.parse import urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

#: The framework needs 2.7 ms of the event loop for each queued rerun: eight seconds a burst.
BURST_MESSAGES: Final = 3_000
#: A burst begins so long after the one before. What a server has not read by then stays unsent.
BURST_SECONDS: Final = 15.0
RECONNECT_SECONDS: Final = 1.0


@dataclass
class FloodCounts:
    """What was sent; a burst is slowed when the server did not read it before the next one."""

    bursts: int = 0
    messages: int = 0
    slowed_bursts: int = 0
    connections: int = 0


def rerun_message(number: int) -> bytes:
    """Return a request to run the first page with a view of its own, in some 12 bytes."""
    state = ClientState(query_string=f"q={number}")
    return BackMsg(rerun_script=state).SerializeToString()


async def send_burst(socket: websockets.ClientConnection, counts: FloodCounts) -> None:
    counts.bursts += 1
    try:
        async with asyncio.timeout(BURST_SECONDS):
            for number in range(BURST_MESSAGES):
                await socket.send(rerun_message(number))
                counts.messages += 1
    except TimeoutError:
        counts.slowed_bursts += 1


async def discard_answers(socket: websockets.ClientConnection) -> None:
    """Read what the server sends, so that it never waits for this reader."""
    with suppress(websockets.ConnectionClosed):
        async for _ in socket:
            pass


async def send_bursts(base: str, end: float, counts: FloodCounts) -> None:
    """Open a socket and send bursts until ``end``, a time of the monotonic clock."""
    host = urlsplit(base).netloc
    socket = await websockets.connect(
        f"ws://{host}/_stcore/stream",
        subprotocols=[websockets.Subprotocol("streamlit")],
        origin=websockets.Origin(base),
        max_size=None,
        ping_interval=None,
        close_timeout=1,
    )
    counts.connections += 1
    discarding = asyncio.create_task(discard_answers(socket))
    try:
        while time.monotonic() < end:
            next_burst = time.monotonic() + BURST_SECONDS
            await send_burst(socket, counts)
            await asyncio.sleep(max(min(next_burst, end) - time.monotonic(), 0))
    finally:
        discarding.cancel()
        await socket.close()


async def flood(base: str, seconds: float) -> FloodCounts:
    """Send bursts for some seconds; a socket that the server closed is opened anew."""
    counts = FloodCounts()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(websockets.WebSocketException, OSError):
            await send_bursts(base, end, counts)
        if time.monotonic() < end:
            await asyncio.sleep(RECONNECT_SECONDS)
    return counts


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(flood(sys.argv[1], float(sys.argv[2]))))))
