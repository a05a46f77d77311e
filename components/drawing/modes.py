"""One drawing for light and for dark pages: drawn once, with the other mode's colours as rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

#: A colour of an element: as an attribute, or at the beginning of its style.
COLOUR: Final = re.compile(r'(?:(fill|stroke)="|style="color:) ?(#[0-9A-Fa-f]{3,8})\b')


def dark_rules(pairs: Iterable[tuple[str, str]], root: str = "") -> str:
    """The style rules that give light markup the colours of the dark one.

    Args:
        pairs: the same markup in light colours, as it is sent, and in dark ones.
        root: the selector of what holds the markup, with a space at its end.

    Returns:
        Rules for the colours of the light markup, to be put into a media query.

    Raises:
        ValueError: when a pair is not the same markup.
    """
    found: dict[tuple[str, str], str] = {}
    for light, dark in pairs:
        if COLOUR.split(light)[::3] != COLOUR.split(dark)[::3]:
            raise ValueError("the two differ in more than their colours")
        both = zip(COLOUR.findall(light), COLOUR.findall(dark), strict=True)
        found |= {old: new for old, (_, new) in both}
    rules = []
    for (name, old), new in sorted(found.items()):
        if name:
            rules.append(f'{root}[{name}="{old}"]{{{name}:{new}}}')
        else:
            rules += [
                f'{root}[style^="color:{gap}{old}"]{{color:{new}!important}}' for gap in ("", " ")
            ]
    return "".join(rules)
