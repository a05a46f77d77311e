"""What readers get is what is kept; a change is looked at and named in the commit that makes it."""

import pytest

from tests.golden.__main__ import differences
from tests.golden.outputs import GROUPS


@pytest.mark.parametrize("group", GROUPS)
def test_readers_get_what_is_kept(group: str) -> None:
    assert differences(group) == []
