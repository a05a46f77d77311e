"""Whether a connection sends its packets at once."""

import asyncio
import socket
from collections.abc import Callable

import pytest

from components.server.packet_delay import disable_packet_delay

Prepare = Callable[[asyncio.AbstractEventLoop], None]


def listen_as_the_framework() -> socket.socket:
    """Return a listening socket that does not name its protocol, as the framework's."""
    listening = socket.socket(family=socket.AF_INET)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    listening.setblocking(False)
    return listening


async def read_delay(prepare: Prepare) -> bool:
    """Return whether a connection to a loop's server waits for full packets."""
    loop = asyncio.get_running_loop()
    prepare(loop)
    accepted: asyncio.Future[asyncio.BaseTransport] = loop.create_future()

    class Connection(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted.set_result(transport)

    listening = listen_as_the_framework()
    server = await loop.create_server(Connection, sock=listening)
    with socket.create_connection(listening.getsockname()):
        transport = await accepted
        accepted_socket = transport.get_extra_info("socket")
        sends_at_once = accepted_socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        transport.close()
    server.close()
    await server.wait_closed()
    return not sends_at_once


@pytest.mark.parametrize(
    ("prepare", "is_delayed"),
    [
        pytest.param(disable_packet_delay, False, id="prepared"),
        pytest.param(lambda _loop: None, True, id="as the framework has it"),
    ],
)
def test_connections_of_a_prepared_loop_send_their_packets_at_once(prepare, is_delayed):
    assert asyncio.run(read_delay(prepare)) == is_delayed


def test_unix_sockets_are_served_too(tmp_path):
    async def listen() -> bool:
        loop = asyncio.get_running_loop()
        disable_packet_delay(loop)
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(tmp_path / "socket"))
        server = await loop.create_server(asyncio.Protocol, sock=listening)
        is_serving = server.is_serving()
        server.close()
        await server.wait_closed()
        return is_serving

    assert asyncio.run(listen())
