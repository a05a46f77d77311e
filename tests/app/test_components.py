"""What is sent to the project's own components."""

from __future__ import annotations

import subprocess
import sys

import pytest

from components.ui.parts import UNPACKED, script


def test_a_script_is_given_what_is_sent_without_the_tuple_around_it() -> None:
    made = script("const one = 1;\nexport default function ({ data }) { return data; }")
    assert made.count("export default") == 1
    assert "const drawSent = function ({ data })" in made
    assert made.endswith(UNPACKED)


@pytest.mark.long
def test_no_page_loads_a_library_of_tables() -> None:
    """The framework loads pandas and pyarrow where it looks for tables in what a page sends."""
    code = """
import sys
from tests.support.apptest import SLUGS, page_at
said = [str(e) for slug in SLUGS for e in page_at(slug, {"lang": "en"}).exception]
sys.exit("; ".join([*said, *({"pandas", "pyarrow"} & set(sys.modules))]) or 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
