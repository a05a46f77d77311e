"""One drawing for light and for dark pages: drawn once, with the other mode's colours as rules."""

from __future__ import annotations

import re
from typing import Final

#: A colour of an element, as :func:`~components.figures.drawing.svg.tag` writes it.
COLOUR: Final = re.compile(r'(fill|stroke)="(#[0-9A-Fa-f]{3,8})"')


def dark_rules(light: str, dark: str, root: str = "") -> str:
    """The style rules that give a light drawing the colours of the dark one.

    Args:
        light: the markup as it is sent.
        dark: the same with the other mode's colours, element for element.
        root: the selector of what holds the markup.

    Returns:
        Rules for the attributes of ``light``, to be put into a media query.

    Raises:
        ValueError: when the two are not the same drawing.
    """
    if COLOUR.split(light)[::3] != COLOUR.split(dark)[::3]:
        raise ValueError("the two drawings differ in more than their colours")
    pairs = zip(COLOUR.findall(light), COLOUR.findall(dark), strict=True)
    found = {(name, old): new for (name, old), (_, new) in pairs}
    return "".join(
        f'{root} [{name}="{old}"]{{{name}:{new}}}' for (name, old), new in sorted(found.items())
    )
