"""One term for one thing: the catalogues, the records and the page of the glossary agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from babel.messages.pofile import read_po

from components.commands.catalogues import catalogues, extract
from components.i18n import i18n_for
from components.i18n.glossary import GLOSSARY, GlossaryTerm, glossary_rows
from components.intake.package import DEFAULT_DATA, load_dataset
from components.story.dataset import Dataset
from components.story.versions import kept_versions
from tests.data.rules import stored_texts
from tests.support.cases import for_each
from tests.support.data import DATA
from tests.support.kept import Unpacked

# The first version was published with other words, and is kept as it was.
FIRST = "1.0.0"
_PLACE: Final = re.compile(r"\{[^{}]*\}")
# Messages in which an English term is not the term: names of columns and of parameters, and
# sentences that say it without the noun.
NOT_THE_TERM: Final = (
    "The parameters are those of the pages: ",
    # The name of the data set, published with these words.
    "Across the Táchira: cited evidence",
    # The areas of somebody else's story, whatever this one calls its own.
    "A package holds more: ",
)


@cache
def messages() -> list[tuple[str, str]]:
    """Every message of the catalogues with its Spanish, without the ``{places}``."""
    return list(_messages())


def _messages() -> Iterator[tuple[str, str]]:
    for path in catalogues("es"):
        with path.open("rb") as file:
            for entry in read_po(file, locale="es"):
                if entry.id:
                    english = entry.id if isinstance(entry.id, str) else entry.id[1]
                    text = entry.string or ""
                    spanish = text if isinstance(text, str) else text[-1]
                    yield _PLACE.sub("", english), _PLACE.sub("", spanish)


def has(pattern: str, text: str) -> bool:
    return bool(re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE))


#: The words that are not used for a term of this story, by the term.
STORY_UNUSED = {
    "reported to an office": {"en": "present(?:ed|s|ing)? (?:themselves|himself|herself)"},
    "those who left": {"en": "deserters?", "es": "desertor(?:es|as?)?"},
    "refugee status": {"es": "asil(?:o|ados?|adas?)"},
}
TERMS = DATA.presentation.terms
TWO_WAYS = [term for term in GLOSSARY if term.said]
BANNED = [
    *(term for term in GLOSSARY if term.unused),
    *(GlossaryTerm(t.name.en, t.meaning.en, {}, STORY_UNUSED[t.name.en])
      for t in TERMS if t.name.en in STORY_UNUSED),
]  # fmt: skip


def called(term: GlossaryTerm) -> str:
    return term.name


@for_each("term", TWO_WAYS)
def test_a_term_has_one_translation(term: GlossaryTerm) -> None:
    wrong = [
        (english, spanish)
        for english, spanish in messages()
        if not english.startswith(NOT_THE_TERM)
        and has(term.said["en"], english)
        and not has(term.said["es"], spanish)
    ]
    assert not wrong


@cache
def written() -> dict[str, list[str]]:
    """The messages of the pages in both languages; the glossary may name what is not used."""
    glossary = {str(m.id) for m in extract() if all("glossary" in spot for spot in m.where)}
    rows = [pair for pair in messages() if pair[0] not in glossary]
    return {"en": [english for english, _ in rows], "es": [spanish for _, spanish in rows]}


@pytest.mark.parametrize("term", BANNED, ids=called)
def test_words_that_are_not_used_stand_in_no_catalogue(term: GlossaryTerm) -> None:
    texts = written()
    assert not [
        text
        for language, pattern in term.unused.items()
        for text in texts[language]
        if has(pattern, text)
    ]


def in_records(term: GlossaryTerm, dataset: Dataset) -> list[str]:
    return [
        f"{text.record}, {text.field}: {text.text}"
        for text in stored_texts(dataset)
        if text.language in term.unused and has(term.unused[text.language], text.text)
    ]


@pytest.mark.parametrize("term", BANNED, ids=called)
def test_words_that_are_not_used_stand_in_no_record(term: GlossaryTerm) -> None:
    assert DATA.version == FIRST or not in_records(term, DATA)


def test_the_first_version_is_refused() -> None:
    """Its records call the security forces by a second name."""
    folder = Unpacked(kept_versions(DEFAULT_DATA / "versions")[FIRST])
    kept = load_dataset(folder.path)
    (term,) = (t for t in GLOSSARY if t.name == "security forces")
    assert len(in_records(term, kept)) > 3


def test_both_languages_have_every_term() -> None:
    for language in ("en", "es"):
        rows = glossary_rows(i18n_for(language), TERMS)
        assert len({name for name, _, _ in rows}) == len(GLOSSARY) + len(TERMS)
        assert all(name != other and meaning for name, other, meaning in rows)
