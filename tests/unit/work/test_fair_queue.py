"""A fair queue: turns in order of arrival, with the number before each and a limit."""

import threading
from contextlib import ExitStack

import pytest

from components.work.fair_queue import FairQueue, QueueFullError


class GivenUpError(Exception):
    """What ends the waiting of a reader who has gone."""


def ignore_wait(_: int) -> None:
    """Wait without a word."""


def give_up(_: int) -> None:
    raise GivenUpError


def test_free_slot_is_taken_without_waiting() -> None:
    queue = FairQueue(slots=1, most_waiting=0)

    with queue.turn(give_up):
        pass


@pytest.mark.parametrize("working", [1, 2, 3])
def test_who_waits_hears_how_many_are_before(working: int) -> None:
    queue = FairQueue(slots=working, most_waiting=1)
    heard: list[int] = []

    def hear(before: int) -> None:
        heard.append(before)
        raise GivenUpError

    with ExitStack() as others:
        for _ in range(working):
            others.enter_context(queue.turn(ignore_wait))
        with pytest.raises(GivenUpError), queue.turn(hear):
            pytest.fail("All slots are taken.")

    assert heard == [working]


def test_more_than_may_wait_are_refused() -> None:
    queue = FairQueue(slots=1, most_waiting=0)

    with (
        queue.turn(ignore_wait),
        pytest.raises(QueueFullError),
        queue.turn(give_up),
    ):
        pytest.fail("Nobody may wait.")


def test_place_of_one_who_gave_up_is_free_again() -> None:
    queue = FairQueue(slots=1, most_waiting=1)

    with queue.turn(ignore_wait):
        for _ in range(3):
            with pytest.raises(GivenUpError), queue.turn(give_up):
                pytest.fail("The slot is taken.")


def test_slot_is_free_again_after_an_error() -> None:
    queue = FairQueue(slots=1, most_waiting=0)

    with pytest.raises(ValueError, match="bad file"), queue.turn(ignore_wait):
        raise ValueError("bad file")

    with queue.turn(give_up):
        pass


def test_turns_come_in_the_order_of_coming() -> None:
    queue = FairQueue(slots=1, most_waiting=5)
    order: list[int] = []
    threads: list[threading.Thread] = []

    def work(number: int, waits: threading.Event) -> None:
        with queue.turn(lambda _: waits.set()):
            order.append(number)

    with queue.turn(ignore_wait):
        for number in range(5):
            waits = threading.Event()
            thread = threading.Thread(target=work, args=(number, waits))
            thread.start()
            threads.append(thread)
            assert waits.wait(timeout=10)
    for thread in threads:
        thread.join(timeout=10)

    assert order == [0, 1, 2, 3, 4]
