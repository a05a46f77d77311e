"""Links that change the view of a page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from components.presentation.context import Context
from components.query.view import write_view


class ViewChange(NamedTuple):
    """A link to a changed view."""

    label: str
    #: Fields of the view to set.
    changes: dict[str, Any]


class CountedChange(NamedTuple):
    """A link to a changed view, with how many records that shows."""

    record_count: int
    label: str
    changes: dict[str, Any]


class ViewChoice(NamedTuple):
    """A link that chooses a value of a field of the view."""

    address: str
    label: str
    is_chosen: bool


def view_address(ctx: Context, **changes: Any) -> str:
    """Return the address of the same page with another view, its language always named."""
    params = write_view(replace(ctx.view, lang=ctx.i18n.language, **changes))
    return f"./{ctx.slug}?{urlencode(params, doseq=True)}"


def list_choices(
    ctx: Context, field_name: str, options: Mapping[Any, str], **other_changes: Any
) -> list[ViewChoice]:
    """Return links that choose a value of a field of the view.

    Parameters
    ----------
    ctx
        The view.
    field_name
        A field of the view; the first option is chosen where it is empty.
    options
        The values with their labels.
    other_changes
        Fields that each choice sets besides.
    """
    present_value = getattr(ctx.view, field_name) or next(iter(options))
    choices: list[ViewChoice] = []
    for option_value, value_label in options.items():
        link_address = view_address(ctx, **other_changes, **{field_name: option_value})
        choices.append(ViewChoice(link_address, value_label, option_value == present_value))
    return choices
