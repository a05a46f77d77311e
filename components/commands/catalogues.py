"""Check that every language has every message, and none that nobody uses.

``python -m components.commands.catalogues`` lists, for each language and catalogue, what is
missing, unused, marked as fuzzy, given twice, or filled with other ``{places}`` than the English;
it ends with 1 if there is anything to mend. ``--template`` writes the missing messages as ``.po``
entries instead, ready to be pasted into a catalogue and translated.

English is the message itself, so there is no catalogue for it.
"""

from __future__ import annotations

import ast
import string
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from components.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language
from components.i18n.language import LOCALES

ROOT: Final = Path(__file__).parents[2]
TEMPLATES: Final = "*/templates/*.html"
# How many of a call's first arguments are messages: t("…"), n("… one", "… many", count), N_("…").
KEYWORDS: Final = {"t": 1, "n": 2, "N_": 1}

Id = str | tuple[str, str]


@dataclass(frozen=True)
class Message:
    """One message, or a pair of singular and plural, and the places in the code that use it."""

    id: Id
    where: tuple[str, ...]


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _from_python(path: Path) -> Iterator[tuple[int, Id]]:
    # The syntax tree and not Babel's reader of tokens: that one overlooks calls within f-strings.
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        wanted = KEYWORDS.get(_name(node)) if isinstance(node, ast.Call) else None
        if not wanted or not isinstance(node, ast.Call):
            continue
        if node.args and isinstance(node.args[0], ast.Dict):
            yield from ((one.lineno, _literal(one) or "") for one in node.args[0].values)
            continue
        texts = [text for text in map(_literal, node.args[:wanted]) if text]
        if len(texts) == wanted:
            yield node.lineno, texts[0] if wanted == 1 else (texts[0], texts[1])


def _from_template(path: Path) -> Iterator[tuple[int, Id]]:
    options = {"trimmed": "false", "silent": "false"}
    with path.open("rb") as file:
        for line, name, message, _ in babel_extract(file, tuple(KEYWORDS), (), options):
            texts = [m for m in (message if isinstance(message, tuple) else (message,)) if m]
            wanted = KEYWORDS[str(name)]
            if len(texts) >= wanted:
                yield line, texts[0] if wanted == 1 else (texts[0], texts[1])


def _files() -> Iterator[Path]:
    yield ROOT / "app.py"
    for folder in ("components", "pages"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from sorted((ROOT / "components").glob(TEMPLATES))


def extract() -> tuple[Message, ...]:
    """Every message of the code and the templates, in the order of its first use."""
    found: dict[Id, list[str]] = {}
    for path in _files():
        read = _from_template if path.suffix == ".html" else _from_python
        for line, message in sorted(read(path), key=lambda pair: pair[0]):
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
                if not entry.id:
                    continue
                key = entry.id if isinstance(entry.id, str) else (entry.id[0], entry.id[1])
                found = entry.string or ""
                texts = (found,) if isinstance(found, str) else tuple(found)
                yield path.name, key, texts, entry.fuzzy


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _faults(key: Id, texts: tuple[str, ...], *, fuzzy: bool) -> Iterator[str]:
    if fuzzy:
        yield "is marked as fuzzy: read it again and take the mark away"
    if not all(text.strip() for text in texts):
        yield "is not translated"
        return
    singular, plural = (key, key) if isinstance(key, str) else key
    allowed = _places(singular) | _places(plural)
    needed = _places(plural)
    for number, text in enumerate(texts):
        places = _places(text)
        # A singular may say "one" instead of {count}; every other form keeps all the places.
        missing = needed - places - ({"count"} if number == 0 and len(texts) > 1 else set())
        if missing or places - allowed:
            wrong = ", ".join(sorted(missing | (places - allowed)))
            yield f"does not have the same places as the English: {wrong}"


def _shown(key: Id) -> str:
    return repr(key if isinstance(key, str) else key[0])


def missing(language: Language, messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages no catalogue of a language has."""
    known = {key for _, key, _, _ in _entries(language)}
    return tuple(message for message in messages if message.id not in known)


def catalogue_problems(language: Language, messages: Sequence[Message]) -> Iterator[str]:
    """Everything to mend in one language, one line each."""
    used = {message.id for message in messages}
    first: dict[Id, str] = {}
    for message in missing(language, messages):
        yield f"{language}: missing: {_shown(message.id)} ({message.where[0]})"
    for file, key, texts, fuzzy in _entries(language):
        if key not in used:
            yield f"{language}/{file}: unused: {_shown(key)}"
        if key in first:
            yield f"{language}/{file}: given twice: {_shown(key)}, in {first[key]} too"
        first.setdefault(key, file)
        for fault in _faults(key, texts, fuzzy=fuzzy):
            yield f"{language}/{file}: {_shown(key)} {fault}"


def _write_template(language: Language, messages: Iterable[Message]) -> None:
    catalog = Catalog(locale=language, fuzzy=False)
    for message in messages:
        spots = [spot.rpartition(":") for spot in message.where]
        catalog.add(message.id, locations=[(file, int(line)) for file, _, line in spots])
    write_po(sys.stdout.buffer, catalog, width=100, omit_header=True, include_lineno=False)


def main(arguments: Sequence[str]) -> int:
    """Print what is to be mended (or the missing entries); 1 if there is anything."""
    messages = extract()
    translated = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
    if "--template" in arguments:
        for language in translated:
            _write_template(language, missing(language, messages))
        return 0
    found = [line for language in translated for line in catalogue_problems(language, messages)]
    for line in found:
        print(line)
    names = ", ".join(translated)
    print(f"{len(messages)} messages; {names}: {len(found) or 'nothing'} to mend.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
