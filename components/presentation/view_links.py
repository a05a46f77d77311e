"""Links from a page to others, and links that change its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from components.i18n import Language
from components.query.filters import Filters
from components.query.view import PAGES_BY_PARAMETER, View, write_view

#: The parameters of an address.
Params = dict[str, str | list[str]]


@dataclass(frozen=True)
class LinkBase:
    """What the links of a page start from.

    Attributes
    ----------
    slug
        The page on which they are shown.
    view
        What its address asks for.
    language
        The reader's language, which a link names.
    """

    slug: str
    view: View
    language: Language

    def with_filters(self, filters: Filters) -> LinkBase:
        """Return the same page with other filters."""
        return replace(self, view=replace(self.view, filters=filters))

    def list_params(self, slug: str | None = None, **changes: Any) -> Params:
        """Return the parameters of a link to a page with this view.

        Parameters
        ----------
        slug
            The page; this one if ``None``. A link to another page has no parameter that belongs
            to this page alone.
        changes
            Fields of the view to set.
        """
        params = write_view(replace(self.view, **changes))
        if slug is None or slug == self.slug:
            return params
        changed_params = write_view(replace(View(), **changes))
        kept_params: Params = {}
        for param_name, param_value in params.items():
            if param_name not in PAGES_BY_PARAMETER or param_name in changed_params:
                kept_params[param_name] = param_value
        return kept_params

    def list_pairs(self) -> list[tuple[str, str]]:
        """Return the parameters of a link to this page, the language among them, one by one."""
        pairs: list[tuple[str, str]] = []
        for param_name, param_value in self.list_params(lang=self.language).items():
            values = [param_value] if isinstance(param_value, str) else param_value
            pairs.extend((param_name, value) for value in values)
        return pairs


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


def view_address(link_base: LinkBase, **changes: Any) -> str:
    """Return the address of the same page with another view, its language always named."""
    params = write_view(replace(link_base.view, lang=link_base.language, **changes))
    return f"./{link_base.slug}?{urlencode(params, doseq=True)}"


def list_choices(
    link_base: LinkBase, field_name: str, options: Mapping[Any, str], **other_changes: Any
) -> list[ViewChoice]:
    """Return links that choose a value of a field of the view.

    Parameters
    ----------
    link_base
        What the links start from.
    field_name
        A field of the view; the first option is chosen where it is empty.
    options
        The values with their labels.
    other_changes
        Fields that each choice sets besides.
    """
    present_value = getattr(link_base.view, field_name) or next(iter(options))
    choices: list[ViewChoice] = []
    for option_value, value_label in options.items():
        link_address = view_address(link_base, **other_changes, **{field_name: option_value})
        choices.append(ViewChoice(link_address, value_label, option_value == present_value))
    return choices
