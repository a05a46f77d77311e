"""Golden files: outputs for readers change only in a commit that names the change."""

import pytest

from tests.golden.__main__ import differences
from tests.golden.outputs import GROUPS


@pytest.mark.parametrize("group", GROUPS)
def test_output_equals_golden_file(group: str) -> None:
    assert differences(group) == []
