"""Whether a statement names its speaker, so that a sentence to quote need not."""

import pytest

from components.citing.speech import names_speaker

STATEMENTS = {
    "a verb of speech": ("en", "A sergeant said he walked across the bridge"),
    "a newsroom that relays": ("en", "NPR relays that 100 crossed in a night"),
    "words between": ("en", "Soldiers whom VICE interviewed had no blankets"),
    "an attribution anywhere": ("en", "Twelve crossed, by one deserter’s account"),
    "a verb in Spanish": ("es", "Un sargento dijo que cruzó el puente"),
    "an attribution in Spanish": ("es", "Según la ministra, cruzaron cien"),
}
UNNAMED = {
    "a pronoun": ("en", "They said that they had walked"),
    "a passive verb": ("en", "The men were counted at the bridge"),
    "nobody speaks": ("en", "100 people crossed in a night"),
    "a verb after nine words": ("en", "One two three four five six seven eight nine ten said so"),
    "a pronoun in Spanish": ("es", "Lo que dijo un sargento no se sabe"),
    "a reflexive verb": ("es", "Allí se contó a cien personas"),
}


@pytest.mark.parametrize(("language", "statement"), STATEMENTS.values(), ids=STATEMENTS)
def test_a_statement_with_a_phrase_of_speech_names_its_speaker(language, statement):
    assert names_speaker(statement, language)


@pytest.mark.parametrize(("language", "statement"), UNNAMED.values(), ids=UNNAMED)
def test_a_statement_without_a_named_speaker_has_none(language, statement):
    assert not names_speaker(statement, language)
