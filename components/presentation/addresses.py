"""Addresses on this server, relative to a page: they hold whatever path the server stands under."""

from __future__ import annotations


def server_address(path: str, query: str = "") -> str:
    """The address of a path that begins with a slash, from any page.

    Every page is one step below the path that the server stands under, so an address relative to
    the page needs to know nothing of that path.
    """
    return f".{path}{'?' + query if query else ''}"
