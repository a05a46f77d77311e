"""How a phrase was read can be chosen anew: what is chosen is read back as it was chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.domain.evidence.lookup import matches
from components.domain.evidence.phrase import read_phrase
from components.domain.views.view import read_view
from components.i18n import LANGUAGES
from components.presentation.check import (
    COUNTED,
    EXACTLY,
    QUALIFIED,
    counted,
    examples,
    phrase_for,
)
from components.presentation.context import Context
from components.presentation.stories import LoadedStory, public_story
from components.presentation.text.figures import answer
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


CLAIMS = tuple(public_story().dataset.claims.values())
PARTS = {
    "every claim": CLAIMS,
    "relatives": tuple(c for c in CLAIMS if c.population == "relatives"),
    "things": tuple(c for c in CLAIMS if c.unit not in {"people", None}),
    "nothing": (),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("claims", PARTS.values(), ids=PARTS)
def test_the_examples_are_figures_of_the_story_itself(language, claims):
    i18n = i18n_for(language)
    found = examples(claims, i18n)
    assert bool(found) == bool(claims)
    for phrase in found:
        told = matches(read_phrase(phrase), claims)
        assert any(match.kind == "says" for match in told), phrase
    soldiers = i18n.t("soldiers")
    assert any(soldiers in phrase for phrase in found) == (claims is CLAIMS)


def test_a_story_without_figures_is_given_no_example():
    story = public_story()
    bare = replace(story.dataset, claims={})
    shown = replace(story.intake, dataset=bare)
    view, _ = read_view({"check": ["zebra"]}, bare)
    for dataset, told in ((story, True), (LoadedStory(shown, "bare"), False)):
        ctx = Context(dataset, view, (), i18n_for("en"), "light", "figures")
        assert ("Try, for example" in answer(ctx)) is told
