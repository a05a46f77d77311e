"""What the server sets up before the first visitor comes."""

import asyncio
import sys

import pytest

from components.server import application


@pytest.fixture
def light_start(monkeypatch) -> None:
    """Let the server start without worker processes, tidying and the first texts."""
    monkeypatch.setattr(application.workers, "start", lambda *_: None)
    monkeypatch.setattr(application.workers, "stop", lambda: None)
    monkeypatch.setattr(application, "start_tidying", lambda _expire: lambda: None)
    monkeypatch.setattr(application, "set_allocator", lambda: None)
    monkeypatch.setattr(application, "allow_large_answers", lambda: None)
    monkeypatch.setattr(application, "prerender_home", lambda: None)
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("light_start")
def test_switch_interval_is_short_enough_for_large_stories():
    async def read_interval() -> float:
        async with application.lifespan(None):
            return sys.getswitchinterval()

    assert asyncio.run(read_interval()) == pytest.approx(0.0005)
