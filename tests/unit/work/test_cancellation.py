"""Work asks between its steps whether anybody still waits for it."""

import pytest

from components.work import cancellation
from components.work.cancellation import raise_if_cancelled, register_cancel_check


@pytest.fixture(autouse=True)
def no_checks(monkeypatch):
    monkeypatch.setattr(cancellation, "_cancel_checks", [])


def test_work_goes_on_where_no_check_is_registered():
    raise_if_cancelled()


def test_a_registered_check_ends_the_work_by_its_exception():
    @register_cancel_check
    def reader_has_gone() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        raise_if_cancelled()
