"""What checks the catalogues (`make check`) can tell when they are not whole."""

import re

import pytest
from babel.messages.extract import extract_from_file

from components.commands import catalogues
from components.commands.catalogues import ROOT, Message, catalogue_problems, extract_messages, main
from tests.support.cases import for_each


@pytest.fixture(scope="module")
def messages() -> tuple[Message, ...]:
    return extract_messages()


def test_babels_own_reader_finds_no_message_that_ours_overlooks(messages):
    ours = {message.id for message in messages}
    keywords = {"t": None, "n": (1, 2), "N_": None}
    files = [ROOT / "app.py", *(ROOT / "components").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
    for path in files:
        lines = path.read_text("utf-8").splitlines()
        for line, found, _, _ in extract_from_file("python", path, keywords=keywords):
            # Of a table of messages Babel makes one text, and takes a key of one for a message.
            if re.search(r"N_\(\s*\{|\bt\(\w+\[", "\n".join(lines[line - 2 : line + 1])):
                continue
            message = found if isinstance(found, str) else tuple(found[:2])
            assert message in ours, path


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "LOCALES", tmp_path)
    (tmp_path / "es").mkdir()
    return tmp_path / "es"


HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
WANTED = (
    Message("about {number}", ("a.py:1",)),
    Message(("{count} event", "{count} events"), ("a.py:2",)),
)
GOOD = (
    'msgid "about {number}"\nmsgstr "unos {number}"\n\n'
    'msgid "{count} event"\nmsgid_plural "{count} events"\n'
    'msgstr[0] "un evento"\nmsgstr[1] "{count} eventos"\n'
)


def found_in(folder, text: str) -> list[str]:
    (folder / "main.po").write_text(HEAD + text, encoding="utf-8")
    return list(catalogue_problems("es", WANTED))


def test_a_whole_catalogue_has_no_problem(folder):
    assert found_in(folder, GOOD) == []


@for_each(
    "text, says",
    [
        (GOOD.split("\n\n")[1], "missing: 'about {number}'"),
        (GOOD + '\nmsgid "bye"\nmsgstr "adiós"\n', "unused: 'bye'"),
        (GOOD.replace('"unos {number}"', '""'), "is not translated"),
        (GOOD.replace("unos {number}", "unos"), "same places as the English: number"),
        (GOOD.replace("unos {number}", "unos {numero}"), "same places as the English"),
        (GOOD.replace("{count} eventos", "eventos"), "same places as the English: count"),
        (GOOD.replace('msgid "about', '#, fuzzy\nmsgid "about'), "marked as fuzzy"),
        (GOOD.replace('msgstr[1] "{count} eventos"', 'msgstr[1] ""'), "is not translated"),
    ],
)
def test_a_fault_of_a_catalogue_is_named(folder, text, says):
    assert [line for line in found_in(folder, text) if says in line]


@pytest.mark.usefixtures("folder")
def test_the_command_ends_with_one_when_something_is_to_be_mended(messages, monkeypatch, capsys):
    monkeypatch.setattr(catalogues, "extract_messages", lambda: messages)
    assert main([]) == 1
    assert "missing" in capsys.readouterr().out
    assert main(["--template"]) == 0
