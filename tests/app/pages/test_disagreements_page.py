"""Where sources differ, without a browser: every question, under filters, in both languages."""

from tests.support.apptest import follow, found, words
from tests.support.data import DATA
from tests.support.words import i18n_for

SLUG = "disagreements"
TOPIC = "how-many-hotels"
CLAIMS = {c.id for c in DATA.claims.values() if c.topic_id == TOPIC}


def test_unlike_accounts_in_one_source_are_not_said_to_be_sources_that_differ(opened):
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
    (box,) = found(at, "text-empty")
    ways = [words(link) for link in box.iter("a")]
    # One filter's end brings claims back; the other way takes all filters away.
    assert len(ways) == 2
    follow(at, ways[0])
    assert not at.exception
    assert at.query_params["source"] == "npr"
    assert "q" not in at.query_params
    assert found(at, "topic")
