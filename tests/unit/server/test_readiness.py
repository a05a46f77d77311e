"""``/ready``: a check that is bounded in time and shared by concurrent requests."""

import asyncio
import threading

import pytest

from components.query.engine_errors import StoreError
from components.server import readiness
from components.server.readiness import NO_ANSWER, UNREACHABLE, ReadinessCheck


def refuse() -> None:
    raise StoreError("postgresql://host:5432 cannot be reached.")


def break_down() -> None:
    raise RuntimeError


@pytest.mark.parametrize(
    ("check", "reason"),
    [(lambda: None, ""), (refuse, UNREACHABLE), (break_down, UNREACHABLE)],
    ids=["ready", "unreachable", "broken"],
)
def test_reason_says_what_is_missing_and_no_address(check, reason):
    assert asyncio.run(ReadinessCheck(check).find_reason()) == reason


def test_slow_check_is_answered_in_time_and_not_begun_twice():
    ends = threading.Event()
    begun = []

    def wait_for_end() -> None:
        begun.append(1)
        ends.wait()

    check = ReadinessCheck(wait_for_end, seconds=0.01)
    assert asyncio.run(check.find_reason()) == NO_ANSWER
    assert asyncio.run(check.find_reason()) == NO_ANSWER
    ends.set()
    assert check._latest
    check._latest.result()
    assert asyncio.run(check.find_reason()) == ""
    assert begun == [1]


@pytest.mark.parametrize(("counts_seconds", "checks"), [(60, 1), (0, 2)], ids=["kept", "old"])
def test_check_counts_for_a_while(monkeypatch, counts_seconds, checks):
    monkeypatch.setattr(readiness, "CHECK_COUNTS_SECONDS", counts_seconds)
    begun = []
    check = ReadinessCheck(lambda: begun.append(1))
    asyncio.run(check.find_reason())
    asyncio.run(check.find_reason())
    assert len(begun) == checks
