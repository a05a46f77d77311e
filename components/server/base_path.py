"""The path that this server stands under, such as ``/story`` behind a site's own pages."""

from __future__ import annotations

import streamlit as st
from starlette.routing import Route


def base_path() -> str:
    """``server.baseUrlPath`` as an address begins with it; empty where there is none."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"/{base}" if base else ""


def own_path(path: str) -> str | None:
    """What follows the base path in a request's path, or ``None`` where another path is asked."""
    base = base_path()
    if not path.startswith(f"{base}/"):
        return None
    return path.removeprefix(base)


def under_base(route: Route) -> Route:
    """The same route below the base path, as the framework's own are."""
    methods = sorted(route.methods or ())
    return Route(base_path() + route.path, route.endpoint, methods=methods)
