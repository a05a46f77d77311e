"""Check that every language has every message, and none that nobody uses.

``python -m components.commands.catalogues`` lists what is missing, unused, marked as fuzzy, given
twice, or filled with other ``{places}`` than the English, which is the message itself; it ends with
1 if there is anything to mend. ``--template`` writes the missing messages as ``.po`` entries.
"""

import ast
import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from components.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language
from components.i18n.messages import LOCALES

ROOT: Final = Path(__file__).parents[2]
# How many of a call's first arguments are messages: t("…"), n("… one", "… many", count), N_("…").
KEYWORDS: Final = {"t": 1, "n": 2, "N_": 1}

Id = str | tuple[str, str]


class Message(NamedTuple):
    """One message, or a pair of singular and plural, and the places in the code that use it."""

    id: Id
    where: tuple[str, ...]


def _messages(path: Path) -> Iterator[tuple[int, Id]]:
    """Each message of a module or a template, with its line."""
    if path.suffix == ".html":
        options = {"trimmed": "false", "silent": "false"}
        with path.open("rb") as file:
            for line, called, message, _ in babel_extract(file, tuple(KEYWORDS), (), options):
                texts = [m for m in (message if isinstance(message, tuple) else (message,)) if m]
                wanted = KEYWORDS[str(called)]
                if len(texts) >= wanted:
                    yield line, texts[0] if wanted == 1 else (texts[0], texts[1])
        return
    # The syntax tree and not Babel's reader of tokens: that one overlooks calls within f-strings.
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        wanted = KEYWORDS.get(called, 0)
        head = node.args[0] if wanted and node.args else None
        # A table of messages is marked as a whole.
        given = head.values if isinstance(head, ast.Dict) else node.args[:wanted]
        said = [
            (one.lineno, one.value)
            for one in given
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value
        ]
        if isinstance(head, ast.Dict):
            yield from said
        elif wanted and len(said) == wanted:
            message = said[0][1]
            yield node.lineno, message if wanted == 1 else (message, said[1][1])


def extract() -> tuple[Message, ...]:
    """Every message of the code and the templates, in the order of its first use."""
    found: dict[Id, list[str]] = {}
    code = sorted(path for room in ("components", "pages") for path in (ROOT / room).rglob("*.py"))
    for path in (ROOT / "app.py", *code, *sorted((ROOT / "components").glob("*/templates/*.html"))):
        for line, message in sorted(_messages(path), key=lambda pair: pair[0]):
            spot = f"{path.relative_to(ROOT).as_posix()}:{line}"
            found.setdefault(message, []).append(spot)
    return tuple(Message(key, tuple(spots)) for key, spots in found.items())


def catalogues(language: Language) -> tuple[Path, ...]:
    """The catalogues of a language, in the order in which they are joined."""
    return tuple(sorted((LOCALES / language).glob("*.po")))


def _entries(language: Language) -> Iterator[tuple[str, Id, tuple[str, ...], bool]]:
    """File, message, its translations (one, or one for each plural form) and whether fuzzy."""
    for path in catalogues(language):
        with path.open("rb") as file:
            for entry in read_po(file, locale=language, abort_invalid=True):
                if entry.id:
                    key = entry.id if isinstance(entry.id, str) else (entry.id[0], entry.id[1])
                    text = entry.string or ""
                    texts = (text,) if isinstance(text, str) else tuple(text)
                    yield path.name, key, texts, entry.fuzzy


def _faults(key: Id, texts: tuple[str, ...], *, fuzzy: bool) -> Iterator[str]:
    def places_of(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    if fuzzy:
        yield "is marked as fuzzy: read it again and take the mark away"
    if not all(text.strip() for text in texts):
        yield "is not translated"
        return
    singular, plural = (key, key) if isinstance(key, str) else key
    needed, allowed = places_of(plural), places_of(singular) | places_of(plural)
    for number, text in enumerate(texts):
        places = places_of(text)
        # A singular may say "one" instead of {count}; every other form keeps all the places.
        missing = needed - places - ({"count"} if number == 0 and len(texts) > 1 else set())
        if missing or places - allowed:
            wrong = ", ".join(sorted(missing | (places - allowed)))
            yield f"does not have the same places as the English: {wrong}"


def missing(language: Language, messages: Sequence[Message]) -> tuple[Message, ...]:
    known = {key for _, key, _, _ in _entries(language)}
    return tuple(message for message in messages if message.id not in known)


def catalogue_problems(language: Language, messages: Sequence[Message]) -> Iterator[str]:
    used = {message.id for message in messages}
    first: dict[Id, str] = {}
    for message in missing(language, messages):
        yield f"{language}: missing: {message.id!r} ({message.where[0]})"
    for file, key, texts, fuzzy in _entries(language):
        where = f"{language}/{file}"
        if key not in used:
            yield f"{where}: unused: {key!r}"
        if key in first:
            yield f"{where}: given twice: {key!r}, in {first[key]} too"
        first.setdefault(key, file)
        yield from (f"{where}: {key!r} {fault}" for fault in _faults(key, texts, fuzzy=fuzzy))


def main(arguments: Sequence[str]) -> int:
    messages = extract()
    translated = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
    if "--template" in arguments:
        for language in translated:
            catalog = Catalog(locale=language, fuzzy=False)
            for message in missing(language, messages):
                spots = [spot.rpartition(":") for spot in message.where]
                catalog.add(message.id, locations=[(file, int(line)) for file, _, line in spots])
            where = {"omit_header": True, "include_lineno": False}
            write_po(sys.stdout.buffer, catalog, width=100, **where)
        return 0
    found = [line for language in translated for line in catalogue_problems(language, messages)]
    for line in found:
        print(line)
    names = ", ".join(translated)
    print(f"{len(messages)} messages; {names}: {len(found) or 'nothing'} to mend.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
