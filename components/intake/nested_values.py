"""Nested values as rows of two columns: the settings and sources of a workbook, read and written.

The name of a row is the keys that lead to its value, with spaces between: "title en". Items of
lists are numbered from 1.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from components.intake.value_names import LIST_SEPARATOR

#: Numbers of items in lists are shorter than this; longer digits are keys.
MAX_ITEM_DIGITS: Final = 8
#: The keys of a name.
NameParts = tuple[str, ...]
#: A name and its value as two columns have them.
NameAndValue = tuple[str, str]


def flatten_json(content: Any, name_parts: NameParts = ()) -> Iterator[NameAndValue]:
    """Flatten a JSON value to pairs for two columns, the inverse of :func:`nest_values`.

    Parameters
    ----------
    content
        A decoded JSON value; null and empty texts are left out.
    name_parts
        The keys that lead to it.

    Yields
    ------
    tuple[str, str]
        Name and value: keys are separated by spaces, items of lists are numbered from 1, and lists
        of plain values become texts separated by semicolons.
    """
    name = " ".join(name_parts)
    if isinstance(content, dict):
        for key, value in content.items():
            yield from flatten_json(value, (*name_parts, key))
    elif isinstance(content, list):
        if any(isinstance(item, (dict, list)) for item in content):
            for item_number, item in enumerate(content, start=1):
                item_name = (*name_parts, str(item_number))
                yield from flatten_json(item, item_name)
        else:
            yield name, "; ".join(map(str, content))
    elif content is True:
        yield name, "true"
    elif content not in (None, ""):
        yield name, str(content)


def nest_values(values: Mapping[NameParts, Any]) -> Any:
    """Build the JSON value of names of several parts: keys, and numbers for items of lists."""
    inner_values: dict[str, dict[NameParts, Any]] = {}
    for name_parts, value in values.items():
        first_part = name_parts[0]
        values_of_part = inner_values.setdefault(first_part, {})
        values_of_part[name_parts[1:]] = value
    nested: dict[str, Any] = {}
    for key, inner in inner_values.items():
        if () in inner:
            nested[key] = inner[()]
        else:
            nested[key] = nest_values(inner)
    if all(map(_is_item_number, nested)):
        return list(nested.values())
    return nested


def _is_item_number(name_part: str) -> bool:
    """Return whether a part of a name is the number of an item in a list."""
    return name_part.isdecimal() and len(name_part) <= MAX_ITEM_DIGITS


def format_field_path(name_parts: NameParts) -> str:
    """Return a name as validation names a field: items of lists are counted from 0."""
    path_parts = []
    for name_part in name_parts:
        if _is_item_number(name_part):
            item_index = int(name_part) - 1
            path_parts.append(str(item_index))
        else:
            path_parts.append(name_part)
    return ".".join(path_parts)


def split_list(text: str) -> list[str]:
    """Return the items of a cell, which semicolons separate."""
    return [item.strip() for item in text.split(LIST_SEPARATOR)]
