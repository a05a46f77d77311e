"""Whether a statement names its speaker, so that a sentence to quote need not."""

import pytest

from components.citing.speech import (
    lower_opening,
    names_speaker,
    names_year,
    reports_a_source,
    split_where,
)

STATEMENTS = {
    "a verb of speech": ("en", "A sergeant said he walked across the bridge"),
    "a newsroom that relays": ("en", "NPR relays that 100 crossed in a night"),
    "a newsroom behind its sentence": ("en", "All the men had walked for a week, NPR writes"),
    "an attribution anywhere": ("en", "Twelve crossed, by one deserter’s account"),
    "a verb in Spanish": ("es", "Un sargento dijo que cruzó el puente"),
    "an attribution in Spanish": ("es", "Según la ministra, cruzaron cien"),
}
UNNAMED = {
    "a pronoun": ("en", "They said that they had walked"),
    "a passive verb": ("en", "The men were counted at the bridge"),
    "people who were interviewed": ("en", "None of those interviewed by the paper had a blanket"),
    "nobody speaks": ("en", "100 people crossed in a night"),
    "a verb after many words": (
        "en",
        "One two three four five six seven eight nine ten eleven twelve thirteen said so",
    ),
    "a pronoun in Spanish": ("es", "Lo que dijo un sargento no se sabe"),
    "a reflexive verb": ("es", "Allí se contó a cien personas"),
}


@pytest.mark.parametrize(("language", "statement"), STATEMENTS.values(), ids=STATEMENTS)
def test_a_statement_with_a_phrase_of_speech_names_its_speaker(language, statement):
    assert names_speaker(statement, language)


@pytest.mark.parametrize(("language", "statement"), UNNAMED.values(), ids=UNNAMED)
def test_a_statement_without_a_named_speaker_has_none(language, statement):
    assert not names_speaker(statement, language)


@pytest.mark.parametrize(
    ("language", "statement", "expected"),
    [
        ("en", "NPR writes of an uprising", True),
        ("en", "By AP’s account three guards crossed", True),
        ("en", "The minister said that 100 had crossed", False),
        ("en", "Soldiers crossed the bridge", False),
        ("es", "NPR habla de un alzamiento", True),
        ("es", "Según AP, cruzaron tres guardias", True),
        ("es", "El ministro dijo que cruzaron cien", False),
    ],
    ids=["writes", "account", "said", "nobody", "habla", "según", "dijo"],
)
def test_a_source_reports_in_the_present_and_speakers_have_said(language, statement, expected):
    assert reports_a_source(statement, language) is expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [("by 7 May 2019", True), ("1,285 people", False), ("12.019 people", False)],
    ids=["a date", "a figure", "a figure that ends like a year"],
)
def test_a_statement_names_a_year(statement, expected):
    assert names_year(statement) is expected


@pytest.mark.parametrize(
    ("language", "statement", "lowered"),
    [
        ("en", "The mayor came", "the mayor came"),
        ("en", "Colombia paid", "Colombia paid"),
        ("en", "567 came", "567 came"),
        ("es", "Los hoteles cobraron", "los hoteles cobraron"),
        ("es", "Venezuela calló", "Venezuela calló"),
    ],
    ids=["article", "name", "figure", "Spanish article", "Spanish name"],
)
def test_only_a_first_word_that_is_no_name_is_lowered(language, statement, lowered):
    assert lower_opening(statement, language) == lowered


def test_a_text_is_divided_where_another_speaks():
    text = "100 came. They were tired. NPR writes that they walked."
    assert split_where(text, "en", names_speaker) == [
        "100 came. They were tired.",
        "NPR writes that they walked.",
    ]
