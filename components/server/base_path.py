"""The path that this server stands under, such as ``/story`` behind a site's own pages."""

from __future__ import annotations

import os
from typing import Final

import streamlit as st
from starlette.requests import Request
from starlette.routing import Route

#: The address that all pages stand under, such as ``https://news.example/story``.
ADDRESS: Final = "STORY_ADDRESS"


def base_path() -> str:
    """``server.baseUrlPath`` as an address begins with it; empty where there is none."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"/{base}" if base else ""


def path_below_base(path: str) -> str | None:
    """What follows the base path in a request's path, or ``None`` where another path is asked."""
    base = base_path()
    if not path.startswith(f"{base}/"):
        return None
    return path.removeprefix(base)


def under_base(route: Route) -> Route:
    """The same route below the base path, as the framework's own are."""
    methods = sorted(route.methods or ())
    return Route(base_path() + route.path, route.endpoint, methods=methods)


def server_base(request: Request) -> str:
    """The whole address that this server's pages hang from, as the one who asks knows it.

    The setting ``STORY_ADDRESS`` names it; without that, it is what the request was made to. A
    proxy that ends TLS says with ``X-Forwarded-Proto`` how it was asked itself.
    """
    if named := os.environ.get(ADDRESS, "").strip().rstrip("/"):
        return named
    said = request.headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    scheme = said if said in {"http", "https"} else request.url.scheme
    return f"{scheme}://{request.headers.get('host', request.url.netloc)}{base_path()}"
