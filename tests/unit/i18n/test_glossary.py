"""One term for one thing in catalogues and records."""

import re
from functools import cache
from typing import Final

import pytest
from babel.messages.pofile import read_po

from components.commands.catalogues import extract_messages, list_catalogues
from components.i18n import i18n_for
from components.i18n.glossary import GLOSSARY, glossary_rows
from components.story.dataset import Dataset
from tests.data.rules import stored_texts
from tests.support.data import DATA, kept_version

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
    found = []
    for path in list_catalogues("es"):
        with path.open("rb") as file:
            for entry in read_po(file, locale="es"):
                if entry.id:
                    english = entry.id if isinstance(entry.id, str) else entry.id[1]
                    text = entry.string or ""
                    spanish = text if isinstance(text, str) else text[-1]
                    found.append((_PLACE.sub("", english), _PLACE.sub("", spanish)))
    return found


def has(pattern: str, text: str) -> bool:
    return bool(re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE))


#: All the forms of a term: where a message has the English one, its translation has the other.
TERM_FORMS: Final = {
    "event": {"en": "events?", "es": "hechos?"},
    "claim": {"en": "claims?", "es": "afirmaci(?:ón|ones)"},
    "source": {"en": "sources?", "es": "fuentes?"},
    "document": {"en": "documents?", "es": "documentos?"},
    "other report": {"en": "(?:an)?other reports?", "es": "otros? reportes?"},
    "citation": {"en": "citations?", "es": "cit(?:as?|ar)"},
    "paragraph": {"en": "paragraphs?", "es": "párrafos?"},
    "voice": {"en": "voices?", "es": "vo(?:z|ces)"},
    "independent source": {"en": "independent sources?", "es": "fuentes? independientes?"},
    "question": {"en": "questions?", "es": "preguntas?"},
    "figure": {"en": "figures?", "es": "cifras?"},
    "qualifier": {"en": "qualifiers?", "es": "matiz|matices"},
    "region": {"en": "region(?:s|al)?", "es": "regional(?:es)?|regi(?:ón|ones)"},
    "seat": {"en": "seats?", "es": "sedes?"},
    "not reported": {"en": "not reported", "es": "sin reporte|no se reportó"},
}
#: Words that are not used for a term of the pages or of this story.
DISUSED: Final = {
    "event": {"es": "eventos?|sucesos?"},
    "claim": {"es": "aseveraci(?:ón|ones)|alegatos?"},
    "other report": {
        "en": "corroborating reports?",
        "es": "corroborantes?|corroborativ[oa]s?|reportes? que (?:los )?corroboran?",
    },
    "paragraph": {"en": "locators?", "es": "localizador(?:es)?"},
    "voice": {"en": "claimants?", "es": "vocer[oa]s?|declarantes?"},
    "question": {"en": "topics?"},
    "figure": {"es": "conteos?|guarismos?"},
    "qualifier": {"es": "calificador(?:es)?"},
    "security forces": {"es": "(?:fuerzas|cuerpos|organismos) de seguridad"},
    "reported to an office": {"en": "present(?:ed|s|ing)? (?:themselves|himself|herself)"},
    "those who left": {"en": "deserters?", "es": "desertor(?:es|as?)?"},
    "refugee status": {"es": "asil(?:o|ados?|adas?)"},
}
TERMS = DATA.presentation.terms


@pytest.mark.parametrize("term", TERM_FORMS)
def test_term_has_one_translation(term: str) -> None:
    wrong = [
        (english, spanish)
        for english, spanish in messages()
        if not english.startswith(NOT_THE_TERM)
        and has(TERM_FORMS[term]["en"], english)
        and not has(TERM_FORMS[term]["es"], spanish)
    ]
    assert not wrong


@cache
def page_messages() -> dict[str, list[str]]:
    """The messages of the pages in both languages; the glossary may name what is not used."""
    terms = {*GLOSSARY, *GLOSSARY.values()}
    glossary = {
        str(message.id)
        for message in extract_messages()
        if len(message.where) == 1 and str(message.id) in terms
    }
    rows = [pair for pair in messages() if pair[0] not in glossary]
    return {"en": [english for english, _ in rows], "es": [spanish for _, spanish in rows]}


@pytest.mark.parametrize("term", DISUSED)
def test_disused_words_are_in_no_catalogue(term: str) -> None:
    texts = page_messages()
    assert not [
        text
        for language, pattern in DISUSED[term].items()
        for text in texts[language]
        if has(pattern, text)
    ]


def in_records(term: str, dataset: Dataset) -> list[str]:
    unused = DISUSED[term]
    return [
        f"{text.record}, {text.field}: {text.text}"
        for text in stored_texts(dataset)
        if text.language in unused and has(unused[text.language], text.text)
    ]


@pytest.mark.parametrize("term", DISUSED)
def test_disused_words_are_in_no_record(term: str) -> None:
    assert not in_records(term, DATA)
    # The first version's records call the security forces by a second name.
    assert term != "security forces" or len(in_records(term, kept_version(FIRST))) > 3


def test_both_languages_have_every_term() -> None:
    assert {*TERM_FORMS} <= {*GLOSSARY}
    for language in ("en", "es"):
        rows = glossary_rows(i18n_for(language), DATA)
        assert len({name for name, _, _ in rows}) == len(GLOSSARY) + len(TERMS)
        assert all(name != other and meaning for name, other, meaning in rows)


def test_value_with_braces_is_not_a_placeholder():
    assert i18n_for("en").t("in {places}", places="{0.__class__}") == "in {0.__class__}"
