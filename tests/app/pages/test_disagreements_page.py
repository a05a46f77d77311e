"""Where sources differ, without a browser: every question, under filters, in both languages."""

from __future__ import annotations

from dataclasses import replace

from components.presentation.cited import address, differing, mark_words, single_source
from components.presentation.context import Context
from components.query.filters import Filters, select
from components.query.view import View
from tests.support.apptest import found, words
from tests.support.data import DATA
from tests.support.stories.small import small_dataset
from tests.support.stories.story import story_of
from tests.support.words import i18n_for
from tests.unit.domain.evidence.test_topics import SEVEN, THREE, topic

SLUG = "disagreements"
TOPIC = "how-many-hotels"
CLAIMS = {c.id for c in DATA.claims.values() if c.topic_id == TOPIC}


def in_context(data, claims, language="en", **view):
    """The context of a run that has just these claims left."""
    ctx = Context(story_of(data), View(**view), (), i18n_for(language), "light", SLUG)
    ctx.__dict__["selection"] = replace(select(data, Filters()), claims=tuple(claims))
    return ctx


def small(*claims, status="differ"):
    base = small_dataset()
    first = base.citations[0]
    return replace(
        base,
        claims={c.id: c for c in claims},
        topics={"how-many": topic("how-many", status)},
        citations=tuple(
            first.model_copy(update={"record_id": c.id, "source_id": s})
            for c, s in zip(claims, ("doc-a", "doc-b"), strict=False)
        ),
    )


def test_two_conflicting_claims_have_two_marks_and_one_has_none():
    language = "es"
    data = small(THREE, SEVEN)
    i18n = i18n_for(language)
    both = in_context(data, (THREE, SEVEN), language)
    found_marks = [differing(c, both) for c in (THREE, SEVEN)]
    assert [mark_words(m, both)[1] for m in found_marks if m] == [i18n.t("sources differ")] * 2
    for mark in found_marks:
        link = address("disagreements", both, topic=mark.topic.id)
        assert link == f"disagreements?lang={language}&topic=how-many"
    alone = in_context(data, (THREE,), language)
    assert differing(THREE, alone) is None


def test_the_badge_is_there_for_one_independent_source_alone():
    data = small(THREE, SEVEN)
    second = data.citations[0].model_copy(update={"source_id": "doc-b"})
    ctx = in_context(data, (THREE, SEVEN))
    assert single_source(THREE, ctx)
    twice = in_context(replace(data, citations=(*data.citations, second)), (THREE, SEVEN))
    assert not single_source(THREE, twice)


def test_unlike_accounts_in_one_source_are_not_said_to_be_sources_that_differ(opened):
    data = small(THREE, SEVEN)
    one = tuple(c.model_copy(update={"source_id": "doc-a"}) for c in data.citations)
    ctx = in_context(replace(data, citations=one), (THREE, SEVEN))
    assert mark_words(differing(THREE, ctx), ctx)[1] == "voices in one source differ"
    params = {"lang": "en", "source": "vice", "topic": "how-many-remain"}
    card = found(opened(SLUG, params), "topic")[0]
    assert len(card.find_class("side")) > 1
    assert "Voices in one source differ" in words(card)
    assert "ources differ" not in words(card.find_class("topic-standing")[0])


def test_with_one_side_left_it_is_not_said_that_sources_differ(opened):
    language = "es"
    at = opened(SLUG, {"lang": language, "source": "caracas-chronicles", "topic": TOPIC})
    card = found(at, "topic")[0]
    i18n = i18n_for(language)
    assert [side.get("id") for side in card.find_class("side")] == ["cl-hotels-seven"]
    assert i18n.t("The filters leave one answer to this question.") in words(card)
    assert i18n.t("Sources differ") not in words(card)
    assert card.find_class("mark-differ") == []
    # It says what hides the rest, and how much there is.
    assert i18n.n(
        "Without the filter on {what}: {count} claim.",
        "Without the filter on {what}: {count} claims.",
        len(CLAIMS),
        what=i18n.t("sources"),
    ) in words(card)


def test_an_empty_result_names_the_filter_to_lift_and_lifts_it(opened):
    language = "es"
    at = opened(SLUG, {"lang": language, "q": "zzzz", "source": "npr"})
    assert found(at, "topic") == []
    ways = [button for button in at.button if (button.key or "").startswith("way-empty-")]
    # One filter's end brings claims back; the other way takes all filters away.
    assert len(ways) == 2
    ways[0].click().run()
    assert not at.exception
    assert at.query_params["source"] == "npr"
    assert "q" not in at.query_params
    assert found(at, "topic")
