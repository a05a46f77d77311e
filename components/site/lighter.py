"""Makes published files smaller: style sheets and scripts without comments."""

from __future__ import annotations

import re
from typing import Final

REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A rule for the framework's own parts alone, which published pages have none of.
FRAMEWORK: Final = re.compile(
    r"^[^\n{}@]*(?:data-testid|\.st-key|data-stale)[^\n{}]*\{[^{}]*\}\n", re.MULTILINE
)
SCRIPT_REMARK: Final = re.compile(r"^\s*//.*\n", re.MULTILINE)
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


def lighter_style(sheet: str) -> str:
    """A style sheet without comments and without the rules for the framework's own parts."""
    return INDENT.sub("", FRAMEWORK.sub("", REMARK.sub("", sheet)))


def lighter_script(text: str) -> str:
    """A script without its remarks and its indentation; no text of ours has lines."""
    return INDENT.sub("", SCRIPT_REMARK.sub("", text))
