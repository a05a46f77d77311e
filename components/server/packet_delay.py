"""Have every connection send what it has at once, without waiting for a full packet.

An answer's head and its body are two packets. Nagle's algorithm (RFC 896) holds the second one back
until the reader's machine has acknowledged the first, which it does after 40 ms (RFC 1122, section
4.2.3.2): for each of the hundred small files of a first visit.
"""

import socket
from asyncio import AbstractEventLoop, Server
from contextlib import suppress
from typing import Any, Final

INTERNET_FAMILIES: Final = frozenset({socket.AF_INET, socket.AF_INET6})


def disable_packet_delay(loop: AbstractEventLoop) -> None:
    """Set ``TCP_NODELAY`` on the sockets that a loop is given to listen on.

    asyncio sets it for sockets that name their protocol. The framework's socket does not, and what
    it accepts has its options.

    Parameters
    ----------
    loop
        The loop of the web server, before it listens.
    """
    create_server = loop.create_server

    async def create_prompt_server(
        *args: Any, sock: socket.socket | None = None, **options: Any
    ) -> Server:
        if sock is not None and sock.family in INTERNET_FAMILIES:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return await create_server(*args, sock=sock, **options)

    # The loop of uvloop cannot be changed, and sets it for every socket.
    with suppress(AttributeError):
        loop.create_server = create_prompt_server  # type: ignore[method-assign]
