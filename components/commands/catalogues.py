"""Check that every language has every message, and none that nobody uses.

``python -m components.commands.catalogues`` lists what is missing, unused, marked as fuzzy, given
twice, or filled with other ``{places}`` than the English, which is the message itself; it ends with
1 if there is anything to mend. ``--template`` writes the missing messages as ``.po`` entries.
"""

import ast
import string
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as CatalogMessage
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from components.i18n import DEFAULT_LANGUAGE, LANGUAGES, Language
from components.i18n.messages import LOCALES

ROOT: Final = Path(__file__).parents[2]
#: How many of a call's first arguments are messages: t("…"), n("… one", "… many", count), N_("…").
MESSAGE_ARGUMENTS: Final[Mapping[str, int]] = {"t": 1, "n": 2, "N_": 1}
#: The width of a line of a template.
TEMPLATE_WIDTH: Final = 100

#: A message, or a pair of singular and plural.
MessageId = str | tuple[str, str]


class Message(NamedTuple):
    """A message, and the places in the code that use it, as ``path:line``."""

    id: MessageId
    where: tuple[str, ...]


class FoundMessage(NamedTuple):
    """A message in a file of the code."""

    line: int
    id: MessageId


class Translation(NamedTuple):
    """An entry of a catalogue."""

    file_name: str
    id: MessageId
    #: One text, or one for each plural form.
    texts: tuple[str, ...]
    fuzzy: bool


# Messages of the code -----------------------------------------------------------------------------


def _make_id(texts: Sequence[str], argument_count: int) -> MessageId:
    if argument_count == 1:
        return texts[0]
    return texts[0], texts[1]


def _template_messages(path: Path) -> Iterator[FoundMessage]:
    options = {"trimmed": "false", "silent": "false"}
    keywords = tuple(MESSAGE_ARGUMENTS)
    with path.open("rb") as file:
        calls = babel_extract(file, keywords, (), options)
        for line, function_name, message, _ in calls:
            if isinstance(message, tuple):
                texts = list(filter(None, message))
            else:
                texts = list(filter(None, (message,)))
            argument_count = MESSAGE_ARGUMENTS[str(function_name)]
            if len(texts) >= argument_count:
                message_id = _make_id(texts, argument_count)
                yield FoundMessage(line, message_id)


def _text_constants(nodes: Sequence[ast.expr]) -> list[FoundMessage]:
    """Return the texts among some expressions, without empty ones."""
    constants = []
    for node in nodes:
        if not isinstance(node, ast.Constant):
            continue
        text = node.value
        if text and isinstance(text, str):
            constants.append(FoundMessage(node.lineno, text))
    return constants


def _function_name(call: ast.Call) -> str:
    """Return the name of a called function or method; "" for other expressions."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    if isinstance(call.func, ast.Name):
        return call.func.id
    return ""


def _call_messages(call: ast.Call) -> Iterator[FoundMessage]:
    """Yield the messages that a call marks or translates."""
    function_name = _function_name(call)
    argument_count = MESSAGE_ARGUMENTS.get(function_name, 0)
    if not argument_count or not call.args:
        return
    first_argument = call.args[0]
    if isinstance(first_argument, ast.Dict):
        # A table of messages is marked as a whole.
        yield from _text_constants(first_argument.values)
        return
    constants = _text_constants(call.args[:argument_count])
    if len(constants) == argument_count:
        texts = [str(constant.id) for constant in constants]
        message_id = _make_id(texts, argument_count)
        yield FoundMessage(call.lineno, message_id)


def _module_messages(path: Path) -> Iterator[FoundMessage]:
    """Yield the messages of a module.

    From the syntax tree: Babel's reader of tokens overlooks calls within f-strings.
    """
    code = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            yield from _call_messages(node)


def _found_line(message: FoundMessage) -> int:
    return message.line


def _list_messages(path: Path) -> list[FoundMessage]:
    """Return the messages of a module or a template, in the order of their lines."""
    if path.suffix == ".html":
        messages = _template_messages(path)
    else:
        messages = _module_messages(path)
    return sorted(messages, key=_found_line)


def _code_files() -> list[Path]:
    """Return the modules, then the templates, that may have messages."""
    components_folder = ROOT / "components"
    pages_folder = ROOT / "pages"
    modules = sorted([*components_folder.rglob("*.py"), *pages_folder.rglob("*.py")])
    templates = sorted(components_folder.glob("*/templates/*.html"))
    return [ROOT / "app.py", *modules, *templates]


def extract_messages() -> tuple[Message, ...]:
    """Return every message of the code and the templates, in the order of its first use."""
    places_by_id: dict[MessageId, list[str]] = {}
    for code_path in _code_files():
        code_name = code_path.relative_to(ROOT).as_posix()
        for found_message in _list_messages(code_path):
            code_places = places_by_id.setdefault(found_message.id, [])
            code_places.append(f"{code_name}:{found_message.line}")
    messages: list[Message] = []
    for message_id, code_places in places_by_id.items():
        messages.append(Message(message_id, tuple(code_places)))
    return tuple(messages)


# Catalogues ---------------------------------------------------------------------------------------


def list_catalogues(language: Language) -> tuple[Path, ...]:
    """Return the catalogues of a language, in the order in which they are joined."""
    return tuple(sorted((LOCALES / language).glob("*.po")))


def _parse_entry(file_name: str, entry: CatalogMessage) -> Translation:
    message_id: MessageId
    if isinstance(entry.id, str):
        message_id = entry.id
    else:
        message_id = (entry.id[0], entry.id[1])
    texts = entry.string or ""
    if isinstance(texts, str):
        texts = (texts,)
    return Translation(
        file_name,
        message_id,
        texts=tuple(texts),
        fuzzy=entry.fuzzy,
    )


def _read_translations(language: Language) -> Iterator[Translation]:
    for path in list_catalogues(language):
        with path.open("rb") as file:
            for entry in read_po(file, locale=language, abort_invalid=True):
                # The entry without an id is the head of the catalogue.
                if entry.id:
                    yield _parse_entry(path.name, entry)


def _find_placeholders(text: str) -> set[str]:
    """Return the names of the ``{places}`` of a text."""
    names = set()
    for _, name, _, _ in string.Formatter().parse(text):
        if name is not None:
            names.add(name)
    return names


def _placeholder_problems(translation: Translation) -> Iterator[str]:
    """Yield the forms of a translation whose ``{places}`` are not those of the English."""
    singular = translation.id
    plural = translation.id
    if isinstance(translation.id, tuple):
        singular, plural = translation.id
    needed = _find_placeholders(str(plural))
    allowed = needed | _find_placeholders(str(singular))
    for form_index, text in enumerate(translation.texts):
        placeholders = _find_placeholders(text)
        missing = needed - placeholders
        if form_index == 0 and len(translation.texts) > 1:
            # A singular may say "one" instead of {count}.
            missing.discard("count")
        wrong = missing | (placeholders - allowed)
        if wrong:
            names = ", ".join(sorted(wrong))
            yield f"does not have the same places as the English: {names}"


def _translation_problems(translation: Translation) -> Iterator[str]:
    if translation.fuzzy:
        yield "is marked as fuzzy: read it again and take the mark away"
    if all(text.strip() for text in translation.texts):
        yield from _placeholder_problems(translation)
    else:
        yield "is not translated"


def list_missing(language: Language, messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages that no catalogue of a language has."""
    translations = _read_translations(language)
    known_ids = {translation.id for translation in translations}
    return tuple(message for message in messages if message.id not in known_ids)


def catalogue_problems(language: Language, messages: Sequence[Message]) -> Iterator[str]:
    """Yield what is to be mended in the catalogues of a language, a line for each problem.

    Parameters
    ----------
    language
        A translated language.
    messages
        Every message of the code.
    """
    used_ids = {message.id for message in messages}
    for message in list_missing(language, messages):
        first_place = message.where[0]
        yield f"{language}: missing: {message.id!r} ({first_place})"
    first_files: dict[MessageId, str] = {}
    for translation in _read_translations(language):
        message_id = translation.id
        catalogue_place = f"{language}/{translation.file_name}"
        if message_id not in used_ids:
            yield f"{catalogue_place}: unused: {message_id!r}"
        if message_id in first_files:
            first_file = first_files[message_id]
            yield f"{catalogue_place}: given twice: {message_id!r}, in {first_file} too"
        first_files.setdefault(message_id, translation.file_name)
        for problem_text in _translation_problems(translation):
            yield f"{catalogue_place}: {message_id!r} {problem_text}"


# The program --------------------------------------------------------------------------------------


def _write_template(language: Language, messages: Sequence[Message]) -> None:
    """Print the missing messages of a language as entries of a catalogue."""
    catalog = Catalog(locale=language, fuzzy=False)
    for message in list_missing(language, messages):
        locations = []
        for code_place in message.where:
            code_file, _, line = code_place.rpartition(":")
            locations.append((code_file, int(line)))
        catalog.add(message.id, locations=locations)
    write_po(
        sys.stdout.buffer,
        catalog,
        width=TEMPLATE_WIDTH,
        omit_header=True,
        include_lineno=False,
    )


def main(arguments: Sequence[str]) -> int:
    """Print the problems or a template; return 1 if there are problems."""
    messages = extract_messages()
    languages = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
    if "--template" in arguments:
        for language in languages:
            _write_template(language, messages)
        return 0
    problems: list[str] = []
    for language in languages:
        problems += catalogue_problems(language, messages)
    for problem in problems:
        print(problem)
    language_list = ", ".join(languages)
    problem_count = len(problems) or "nothing"
    print(f"{len(messages)} messages; {language_list}: {problem_count} to mend.")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
