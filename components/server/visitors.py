"""Limits on all websockets of a visitor, who is known by the network address.

The limits of a single websocket (:mod:`components.server.websocket`) leave somebody free to open a
thousand of them. Here they share an allowance of messages, and are counted.
"""

import ipaddress
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from components.limits.messages import (
    MOST_VISITOR_WEBSOCKETS,
    VISITOR_MESSAGES_A_SECOND,
    VISITOR_MESSAGES_AT_ONCE,
)

LOGGER: Final = logging.getLogger(__name__)
#: Leading bits of an address of IPv6 that belong to one customer (RFC 6177).
NETWORK_BITS: Final = 64


class Allowance:
    """How many messages may be sent at this moment; it grows with time up to a bound.

    Parameters
    ----------
    clock
        Returns seconds that only count on.
    at_once
        The bound, which is there at first.
    a_second
        How many more are allowed with each second.
    """

    def __init__(self, clock: Callable[[], float], at_once: int, a_second: int) -> None:
        self._clock = clock
        self._at_once = at_once
        self._a_second = a_second
        self._count = float(at_once)
        self._counted_at = clock()

    def use(self) -> float:
        """Use up one message; return the seconds to wait until it is allowed, 0 if it is now."""
        self._count = self._grow() - 1
        return max(-self._count / self._a_second, 0)

    def is_full(self) -> bool:
        """Return whether it has grown to its bound, as if nothing had ever been sent."""
        return self._grow() >= self._at_once

    def _grow(self) -> float:
        now = self._clock()
        grown = self._count + (now - self._counted_at) * self._a_second
        self._count = min(grown, self._at_once)
        self._counted_at = now
        return self._count


def visitor_address(scope: Scope) -> str:
    """Return the address by which a visitor is known; for IPv6 that of the network.

    A proxy on this machine or in its private network is believed what it says of the reader
    (``X-Forwarded-For``, whose last entry it wrote itself); anybody else may write there what they
    like.
    """
    client = scope.get("client") or ("", 0)
    peer = _parse_address(client[0])
    if peer is None:
        return ""
    if peer.is_private:
        forwarded = Headers(scope=scope).get("x-forwarded-for", "")
        peer = _parse_address(forwarded.rpartition(",")[2].strip()) or peer
    if isinstance(peer, ipaddress.IPv4Address):
        return str(peer)
    return str(ipaddress.ip_network((peer, NETWORK_BITS), strict=False))


def _parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


class TooManyWebsocketsError(Exception):
    """A visitor has as many websockets open as one may have."""


class _Visitor:
    """The websockets of one address."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.allowance = Allowance(clock, VISITOR_MESSAGES_AT_ONCE, VISITOR_MESSAGES_A_SECOND)
        self.websockets = 0
        #: Whether a line in the log said that no more are opened.
        self.is_reported = False


class Visitors:
    """The visitors who have a websocket open, or had one a moment ago."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._by_address: dict[str, _Visitor] = {}

    def __len__(self) -> int:
        return len(self._by_address)

    @contextmanager
    def count_websocket(self, address: str) -> Iterator[Allowance]:
        """Count a websocket while the block runs; give what it shares with the visitor's others.

        Raises
        ------
        TooManyWebsocketsError
            When the visitor may open no more.
        """
        self._forget_visitors()
        visitor = self._by_address.setdefault(address, _Visitor(self._clock))
        if visitor.websockets >= MOST_VISITOR_WEBSOCKETS:
            if not visitor.is_reported:
                visitor.is_reported = True
                LOGGER.warning("%s has %d websockets; no more.", address, visitor.websockets)
            raise TooManyWebsocketsError
        visitor.websockets += 1
        try:
            yield visitor.allowance
        finally:
            visitor.websockets -= 1

    def _forget_visitors(self) -> None:
        """Forget who has gone, once a new visitor would have no larger allowance."""
        for address, visitor in list(self._by_address.items()):
            if not visitor.websockets and visitor.allowance.is_full():
                del self._by_address[address]


#: The visitors of this process; its event loop alone uses them.
VISITORS: Final = Visitors()
