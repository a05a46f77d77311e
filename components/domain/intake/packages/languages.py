"""Texts in two languages, of which a package may have one: it then stands in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel

from components.domain.intake.problems import Notes

LANGUAGES: Final = ("en", "es")
#: Parts of ``presentation.json`` that a language may simply lack: it has a word of its own there.
LEFT: Final = frozenset({"region"})


def pairs_of(model: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The columns of a table that hold one text in English and in Spanish."""
    fields = model.model_fields
    return tuple((name, f"{name}_es") for name in fields if f"{name}_es" in fields)


def cells_completed(
    values: Mapping[str, str], pairs: Sequence[tuple[str, str]], written: set[str]
) -> dict[str, str]:
    """The cells of a row, each text in both languages; ``written`` takes the languages it had."""
    found = dict(values)
    for names in pairs:
        texts = [values.get(name) or "" for name in names]
        written |= {language for language, text in zip(LANGUAGES, texts, strict=True) if text}
        if any(texts):
            found |= {name: text or max(texts) for name, text in zip(names, texts, strict=True)}
    return found


def completed(content: Any) -> Any:
    """What a JSON file holds, with each text that has one language in both."""
    if isinstance(content, list):
        return [completed(item) for item in content]
    if not isinstance(content, dict):
        return content
    if texts := _texts(content):
        return dict.fromkeys(LANGUAGES, next(iter(texts.values()))) | texts
    return {key: item if key in LEFT else completed(item) for key, item in content.items()}


def say_half(name: str, row: int | None, content: Any, notes: Notes) -> None:
    """Say which texts of a JSON file have one language alone, where reading is strict."""
    for place in _half(content, ()):
        notes.rule("rule_empty", name, row, ".".join(place))


def _texts(item: Mapping[str, Any]) -> dict[str, str]:
    """The texts of ``{"en": …, "es": …}``; none of any other object."""
    if not item or not item.keys() <= set(LANGUAGES):
        return {}
    return {key: text for key, text in item.items() if isinstance(text, str) and text.strip()}


def _half(content: Any, place: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(content, list):
        items = [(str(number), item) for number, item in enumerate(content, start=1)]
    elif isinstance(content, dict):
        texts = _texts(content)
        yield from ((*place, one) for one in LANGUAGES if texts and one not in texts)
        items = list(content.items())
    else:
        return
    for key, item in items:
        yield from _half(item, (*place, key))
