"""How a phrase was read can be chosen anew: what is chosen is read back as it was chosen."""

from __future__ import annotations

import pytest

from components.domain.evidence.phrase import read_phrase
from components.i18n import LANGUAGES
from components.presentation.check import COUNTED, EXACTLY, QUALIFIED, counted, phrase_for
from tests.support.words import i18n_for


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", COUNTED)
@pytest.mark.parametrize("said", [EXACTLY, *QUALIFIED])
def test_every_choice_is_read_as_it_was_chosen(language, what, said):
    phrase = phrase_for(1400, said, what, i18n_for(language))
    reading = read_phrase(phrase)
    assert reading.value == 1400, phrase
    assert (reading.qualifier or EXACTLY) == said, phrase
    assert counted(reading) == what, phrase
    # A share says nothing without what it is of.
    assert reading.doubtful == (what == "percent"), phrase
