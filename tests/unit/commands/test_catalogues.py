"""What checks the catalogues (`make check`) reports of incomplete ones."""

import re

import pytest
from babel.messages.extract import extract_from_file

from components.commands import catalogues
from components.commands.catalogues import ROOT, Message, catalogue_problems, extract_messages, main


@pytest.fixture(scope="module")
def messages() -> tuple[Message, ...]:
    return extract_messages()


def test_extraction_finds_every_message_that_babel_finds(messages):
    extracted_ids = {message.id for message in messages}
    keywords = {"t": None, "n": (1, 2), "N_": None}
    files = [ROOT / "app.py", *(ROOT / "components").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
    for path in files:
        lines = path.read_text("utf-8").splitlines()
        for line, found, _, _ in extract_from_file("python", path, keywords=keywords):
            # Of a table of messages Babel makes one text, and takes a key of one for a message.
            if re.search(r"N_\(\s*\{|\bt\(\w+\[", "\n".join(lines[line - 2 : line + 1])):
                continue
            message = found if isinstance(found, str) else tuple(found[:2])
            assert message in extracted_ids, path


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


def list_problems(folder, text: str) -> list[str]:
    (folder / "main.po").write_text(HEAD + text, encoding="utf-8")
    return list(catalogue_problems("es", WANTED))


def test_complete_catalogue_has_no_problem(folder):
    assert list_problems(folder, GOOD) == []


FAULTS = {
    "missing": (GOOD.split("\n\n")[1], "missing: 'about {number}'"),
    "unused": (GOOD + '\nmsgid "bye"\nmsgstr "adiós"\n', "unused: 'bye'"),
    "empty": (GOOD.replace('"unos {number}"', '""'), "is not translated"),
    "without its placeholder": (
        GOOD.replace("unos {number}", "unos"), "same places as the English: number",
    ),
    "with another placeholder": (
        GOOD.replace("unos {number}", "unos {numero}"), "same places as the English",
    ),
    "plural without its placeholder": (
        GOOD.replace("{count} eventos", "eventos"), "same places as the English: count",
    ),
    "fuzzy": (GOOD.replace('msgid "about', '#, fuzzy\nmsgid "about'), "marked as fuzzy"),
    "empty plural": (
        GOOD.replace('msgstr[1] "{count} eventos"', 'msgstr[1] ""'), "is not translated",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_of_a_catalogue_is_reported(folder, fault):
    text, message = FAULTS[fault]
    assert [line for line in list_problems(folder, text) if message in line]


@pytest.mark.usefixtures("folder")
def test_command_exits_with_1_for_a_faulty_catalogue(messages, monkeypatch, capsys):
    monkeypatch.setattr(catalogues, "extract_messages", lambda: messages)
    assert main([]) == 1
    assert "missing" in capsys.readouterr().out
    assert main(["--template"]) == 0
