"""Where sources differ, without a browser: every question, under filters, in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from components.domain.evidence.topics import topic_states
from components.domain.views.filters import Filters, select
from components.domain.views.view import View
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.badges import differs_mark, marks
from components.presentation.records.claims import claim_view
from tests.support.apptest import DATA, LANGUAGES, found, words
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_conflicting_claims_have_two_marks_and_one_has_none(language):
    data = small(THREE, SEVEN)
    i18n = i18n_for(language)
    both = in_context(data, (THREE, SEVEN), language)
    found_marks = [differs_mark(c, both) for c in (THREE, SEVEN)]
    assert [m.words for m in found_marks if m] == [i18n.t("sources differ")] * 2
    for mark in found_marks:
        assert mark.address == f"disagreements?lang={language}&topic=how-many"
    alone = in_context(data, (THREE,), language)
    assert differs_mark(THREE, alone) is None


def test_the_marks_are_words_and_a_link_beside_the_figure():
    ctx = in_context(small(THREE, SEVEN), (THREE, SEVEN))
    drawn = render(
        "region.html", ctx.i18n, label="", claims=[claim_view(c, ctx) for c in (THREE, SEVEN)],
        attested="", inferred="", seat="", note="", presented="", hidden=None,
    )  # fmt: skip
    assert drawn.count('href="disagreements?lang=en&amp;topic=how-many"') == 2
    assert drawn.count("sources differ") == 2
    assert drawn.count("one independent source") == 2
    alone = in_context(small(THREE, SEVEN), (THREE,))
    drawn = render(
        "region.html", alone.i18n, label="", claims=[claim_view(THREE, alone)],
        attested="", inferred="", seat="", note="", presented="", hidden=None,
    )  # fmt: skip
    assert "sources differ" not in drawn


def test_the_badge_is_there_for_one_independent_source_alone():
    data = small(THREE, SEVEN)
    second = data.citations[0].model_copy(update={"source_id": "doc-b"})
    ctx = in_context(data, (THREE, SEVEN))
    assert marks(THREE, ctx).single == "one independent source"
    twice = in_context(replace(data, citations=(*data.citations, second)), (THREE, SEVEN))
    assert marks(THREE, twice).single == ""


def test_unlike_accounts_in_one_source_are_not_said_to_be_sources_that_differ(opened):
    data = small(THREE, SEVEN)
    one = tuple(c.model_copy(update={"source_id": "doc-a"}) for c in data.citations)
    ctx = in_context(replace(data, citations=one), (THREE, SEVEN))
    assert differs_mark(THREE, ctx).words == "voices in one source differ"
    params = {"lang": "en", "source": "caracas-chronicles", "topic": "may-they-work"}
    card = found(opened(SLUG, params), "topic")[0]
    assert len(card.find_class("side")) > 1
    assert "Voices in one source differ" in words(card)
    assert "ources differ" not in words(card.find_class("topic-standing")[0])


def test_a_mark_keeps_the_filters_and_drops_the_choice():
    claim = DATA.claims["cl-hotels-three"]
    filters = Filters(documents_only=True)
    ctx = in_context(DATA, select(DATA, filters).claims, "es", filters=filters,
                      event="ev-2019-02-28-count-567")  # fmt: skip
    mark = differs_mark(claim, ctx)
    assert mark.address == f"disagreements?lang=es&tier=document&topic={TOPIC}"


def test_an_event_has_the_mark_of_its_most_contested_claim():
    ctx = in_context(DATA, DATA.claims.values())
    event = DATA.events["ev-2019-04-30-rush-to-bridge"]
    assert differs_mark(event, ctx).standing == "differ"
    assert differs_mark(DATA.events["ev-2019-01-21-guard-rising"], ctx) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_a_card_with_all_its_claims(opened, language):
    at = opened(SLUG, {"lang": language})
    cards = {card.get("id").removeprefix("topic-"): card for card in found(at, "topic")}
    assert set(cards) == set(DATA.topics)
    i18n = i18n_for(language)
    for key, card in cards.items():
        text = words(card)
        assert i18n.of(DATA.topics[key], "question") in text
        assert i18n.of(DATA.topics[key], "explanation") in text
        assert i18n.of(DATA.topics[key], "settle") in text
        assert i18n.t("the editors’ reading") in text
        ids = {side.get("id") for side in card.find_class("side")}
        assert ids == {c.id for c in DATA.claims.values() if c.topic_id == key}
    for claim in DATA.claims.values():
        if claim.topic_id:
            text = words(cards[claim.topic_id])
            assert i18n.of(claim, "statement") in text
            assert " ".join(i18n.value(claim).split()) in text
            assert i18n.of(DATA.claimants[claim.claimant_id], "name") in text


def test_every_claim_on_the_page_has_its_citations(opened):
    for side in found(opened(SLUG), "side"):
        sources = [e for e in side.find_class("cite") if e.find_class("cite-mark")]
        assert len(sources) == len(DATA.citations_of(side.get("id")))


def test_the_status_is_a_word_and_a_shape(opened):
    shapes = {}
    for card in found(opened(SLUG, {"lang": "en"}), "topic"):
        (standing,) = card.find_class("topic-standing")
        (glyph,) = standing.find_class("glyph")
        shapes.setdefault(words(standing).removeprefix(glyph.text), set()).add(glyph.text)
    one_source = {label for label in shapes if label.strip().startswith("Voices in one source")}
    assert len(shapes) - len(one_source) == 3
    assert len(set.union(*shapes.values())) == 3


def test_cards_come_as_differ_explained_agree_and_the_index_names_them_all(opened):
    at = opened(SLUG)
    order = [card.get("id").removeprefix("topic-") for card in found(at, "topic")]
    assert order == list(topic_states(DATA, DATA.claims.values()))
    (index,) = found(at, "fold-index")
    anchors = [a.get("href") for a in index.iter("a")]
    assert anchors == [f"#topic-{key}" for key in order]


@pytest.mark.parametrize("params", [{"topic": TOPIC}, {"claim": "cl-hotels-seven"}])
def test_the_question_in_the_address_is_first_and_open(opened, params):
    cards = found(opened(SLUG, params), "topic")
    assert cards[0].get("id") == f"topic-{TOPIC}"
    assert "topic-chosen" in cards[0].classes
    assert all("topic-chosen" not in card.classes for card in cards[1:])
    assert ["open" in fold.attrib for fold in found(opened(SLUG, params), "fold")] == [
        True, *[False] * (len(cards) - 1)
    ]  # fmt: skip
    assert len(cards) == len(DATA.topics)
    chosen = [side.get("id") for side in cards[0].find_class("side-chosen")]
    assert chosen == ([params["claim"]] if "claim" in params else [])


@pytest.mark.parametrize(
    ("key", "language", "said"),
    [
        ("how-many-expelled", "en", "more than 100 – 116"),
        ("how-many-expelled", "es", "más de 100 – 116"),
        ("how-many-hotels", "en", "3 – 9"),
        ("how-many-meals", "en", "3"),
        ("how-deep-is-dissent", "en", "6 answers"),
        ("how-many-relatives", "en", "nearly 400 – more than 670"),
        ("how-large-are-the-forces", "en", "95,000 – 365,315"),
        ("who-is-counted", "en", "4 answers"),
        ("may-they-work", "es", "8 respuestas"),
    ],
)
def test_a_closed_question_says_its_answer_in_one_line(opened, key, language, said):
    (card,) = [c for c in found(opened(SLUG, {"lang": language}), "topic") if key in c.get("id")]
    (summary,) = [fold.find("summary") for fold in card.find_class("fold")]
    (line,) = summary.find_class("topic-answer")
    assert " ".join(words(line).split()) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_one_side_left_it_is_not_said_that_sources_differ(opened, language):
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


def test_claims_that_agree_after_filtering_are_not_said_to_differ(opened):
    at = opened(SLUG, {"source": ["vice", "vice-2019-05-17"], "topic": TOPIC, "lang": "en"})
    card = found(at, "topic")[0]
    assert len(card.find_class("side")) >= 2
    assert "Sources agree" in words(card)
    # The topic's own explanation speaks of claims that are not here.
    assert card.find_class("mark-differ") == []


def test_the_claims_are_those_under_the_filters(opened):
    params = {"tier": "document", "from": "2019-03-01"}
    at = opened(SLUG, params)
    shown = {side.get("id") for side in found(at, "side")}
    some = Filters(documents_only=True, start=date(2019, 3, 1))
    assert shown == {c.id for c in select(DATA, some).claims if c.topic_id}
    assert shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_result_names_the_filter_to_lift_and_lifts_it(opened, language):
    at = opened(SLUG, {"lang": language, "q": "zzzz", "source": "npr"})
    assert found(at, "topic") == []
    keys = [button.key for button in at.button]
    assert "lift-text" in keys
    assert "lift-sources" not in keys
    at.button("lift-text").click().run()
    assert not at.exception
    assert at.query_params["source"] == "npr"
    assert "q" not in at.query_params
    assert found(at, "topic")


def test_a_question_with_nothing_left_still_answers_its_link(opened):
    at = opened(SLUG, {"lang": "en", "source": "fighter-jets-world", "topic": TOPIC})
    card = found(at, "topic")[0]
    assert "The filters leave no claim on this question." in words(card)
    assert f"Without the filter on sources: {len(CLAIMS)} claims." in words(card)


def test_an_unknown_question_is_named_and_the_page_is_whole(opened):
    at = opened(SLUG, {"topic": "how-many-angels", "lang": "en"})
    (notice,) = found(at, "notices")
    assert "how-many-angels" in words(notice)
    assert len(found(at, "topic")) == len(DATA.topics)
    assert found(at, "topic-chosen") == []


def test_who_told_whom_is_told_in_a_sentence_and_a_list(opened):
    at = opened(SLUG, {"topic": "by-region", "lang": "en"})
    (side,) = [s for s in found(at, "side") if s.get("id") == "cl-region-2019-02-27-oriente"]
    (provenance,) = side.find_class("provenance")
    assert (
        "First said by Migración Colombia; reported by CNN Español; repeated by Fighter Jets World."
    ) in words(provenance)
    assert [len(chain.findall("li")) for chain in provenance.find_class("chain")] == [3, 2]
    assert "2 newsrooms reported it independently" in words(provenance)
