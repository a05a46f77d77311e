"""The pages of evidence: questions, figures and sources under filters."""

from dataclasses import replace
from datetime import date

import pytest
from lxml import html

from components.page.blocks import Chosen, Fold, Form, Records
from components.page.disagreements_page import (
    _list_hidden_claims,
    disagreements_page,
    question_answer,
    question_finding,
)
from components.page.figures_page import _sum_of_regions, figures_page
from components.page.sources_page import sources_page, sources_sentence
from components.query.filters import Filters
from components.story.models import Topic
from tests.support.data import DATA
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, build_context, cite

SMALL = small_dataset()
WORDS = {"qualifier": None, "value_low": None, "value_high": None, "unit": None}


def build_topic(key="how-many", status="differ"):
    names = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")
    return Topic(id=key, status=status, explanation_basis="editors", **dict.fromkeys(names, key))


def answer(key, value, topic="how-many", **extra):
    return claim(key, value, "2019-02-27", topic_id=topic, **extra)


def with_questions(*claims, topics=("how-many",), **status):
    """Claims of documents in turn, on questions that are said to differ."""
    rows = [build_topic(key, status.get(key.replace("-", "_"), "differ")) for key in topics]
    dataset = replace(SMALL, topics={topic.id: topic for topic in rows})
    for number, each in enumerate(claims):
        dataset = add_claims(dataset, each, source=("doc-a", "doc-b")[number % 2])
    return dataset


THREE, SEVEN = answer("three", 3), answer("seven", 7)
TWO_TOPICS = ("how-many", "how-far")
FAR = (answer("near", 3, "how-far"), answer("far", 7, "how-far"))


@pytest.mark.parametrize(
    ("dataset", "filters", "finding"),
    [
        (with_questions(THREE, SEVEN), Filters(), "Claims differ on the one question"),
        (
            with_questions(THREE, SEVEN, *FAR, topics=TWO_TOPICS),
            Filters(),
            "Claims differ on 2 of 2 questions",
        ),
        (
            with_questions(THREE, SEVEN, *FAR, topics=TWO_TOPICS, how_far="explained"),
            Filters(),
            "Claims differ on 1 of 2 questions; on 1 more they differ, with an explanation",
        ),
        (
            with_questions(
                THREE, SEVEN, *FAR, topics=TWO_TOPICS, how_far="explained", how_many="explained"
            ),
            Filters(),
            "Claims differ on 2 of 2 questions, with an explanation for each",
        ),
        (
            with_questions(THREE, SEVEN, FAR[0], topics=TWO_TOPICS),
            Filters(text="three"),
            "On no question do the claims shown here differ",
        ),
    ],
    ids=["the only one", "both", "one is explained", "both are explained", "filters leave one"],
)
def test_the_heading_says_on_how_many_questions_claims_differ(dataset, filters, finding):
    ctx = build_context(dataset, slug="disagreements", filters=filters)
    assert question_finding(ctx.facts, ctx.i18n) == finding


def test_the_heading_counts_the_questions_that_filters_leave():
    dataset = with_questions(THREE, SEVEN, *FAR, topics=(*TWO_TOPICS, "empty"))
    ctx = build_context(dataset)
    assert question_finding(ctx.facts, ctx.i18n) == (
        "Claims differ on 2 of 2 questions that your filters leave"
    )


@pytest.mark.parametrize(
    ("claims", "filters", "text"),
    [
        ([THREE, SEVEN], Filters(), "3 – 7"),
        ([THREE, answer("again", 3)], Filters(), "3"),
        ([answer("a", 3, unit="tents"), answer("b", 7, unit="tents")], Filters(), "3 – 7 tents"),
        ([answer("a", 0, **WORDS), SEVEN, answer("b", 0, **WORDS)], Filters(), "3 answers"),
        # Half of them are figures.
        ([answer("a", 0, **WORDS), SEVEN], Filters(), "2 answers"),
        (
            [answer(key, 0, **WORDS) for key in "abc"],
            Filters(sources=("doc-a",)),
            "2 of 3 answers",
        ),
    ],
    ids=["two", "one number", "a unit", "mostly in words", "a disputed figure", "some of them"],
)
def test_answers_are_in_one_line(claims, filters, text):
    ctx = build_context(with_questions(*claims), filters=filters)
    assert question_answer(ctx.facts.topic_states["how-many"], ctx.facts, ctx.i18n) == text


@pytest.mark.parametrize(
    ("view", "target"),
    [
        ({"topic": "how-many"}, "topic-how-many"),
        ({"claim": "cl-seven"}, "cl-seven"),
        ({"claim": "cl-total"}, ""),
        ({}, ""),
    ],
    ids=["question", "claim", "a claim on none", "none"],
)
def test_what_the_address_names_is_open(view, target):
    ctx = build_context(with_questions(THREE, SEVEN), slug="disagreements", **view)
    (fold,) = (block for block in disagreements_page(ctx).blocks if isinstance(block, Fold))
    assert fold.target == target


def test_the_question_of_the_address_comes_first():
    dataset = with_questions(THREE, SEVEN, *FAR, topics=TWO_TOPICS)
    found = []
    for topic in TWO_TOPICS:
        page = disagreements_page(build_context(dataset, topic=topic))
        (fold,) = (block for block in page.blocks if isinstance(block, Fold))
        html = str(fold.html)
        found.append(html.index("topic-how-many") < html.index("topic-how-far"))
    assert found == [True, False]


@pytest.mark.parametrize(
    ("claims", "text"),
    [
        pytest.param([], "No claim of this story answers a question", id="no claim"),
        pytest.param([THREE], "One claim alone answers it", id="one claim"),
    ],
)
def test_story_without_two_answers_does_not_blame_filters(claims, text):
    ctx = build_context(with_questions(*claims), slug="disagreements")
    page = disagreements_page(ctx)
    page_html = "".join(str(block.html) for block in page.blocks)
    assert text in page_html
    assert "ilters" not in page_html
    assert question_finding(ctx.facts, ctx.i18n) == "No two claims answer one question"


@pytest.mark.parametrize(
    ("texts", "terms"),
    [
        ({}, ["What may explain it", "What would settle it"]),
        ({"explanation": "", "explanation_es": ""}, ["What would settle it"]),
        ({"settle": "", "settle_es": ""}, ["What may explain it"]),
        (dict.fromkeys(("explanation", "explanation_es", "settle", "settle_es"), ""), []),
    ],
    ids=["both", "no explanation", "nothing to settle it", "neither"],
)
def test_question_shows_no_explanation_that_nobody_gives(texts, terms):
    dataset = with_questions(THREE, SEVEN)
    topics = {key: topic.model_copy(update=texts) for key, topic in dataset.topics.items()}
    page = disagreements_page(build_context(replace(dataset, topics=topics)))
    (fold,) = (block for block in page.blocks if isinstance(block, Fold))
    shown = html.fromstring(str(fold.html)).xpath("//dl[@class='topic-reading']//dt/text()")
    assert [term.strip() for term in shown] == terms


def test_where_filters_hide_every_claim_links_lead_to_some():
    ctx = build_context(with_questions(THREE, SEVEN), filters=Filters(sources=("wire",)))
    page = disagreements_page(ctx)
    assert "No claim fits all of these filters" in page.blocks[-1].html
    assert "Remove the filter on sources: 2 claims" in page.blocks[-1].html
    assert page.shown == "Shown: 0 of 2 claims, on 0 of 1 question, cited from WIRE, 28 Feb."


@pytest.mark.parametrize(
    ("counts", "lines"),
    [
        pytest.param(
            {"sources": 2, "regions": 1},
            ["Without the filter on sources: 2 claims."],
            id="one filter hides some",
        ),
        pytest.param(
            {"sources": 1, "regions": 1},
            ["More than one filter hides the rest: clear them all to see it."],
            id="both hide the same",
        ),
        pytest.param({}, [], id="no filter"),
    ],
)
def test_a_question_names_the_filters_that_hide_claims_of_it(counts, lines):
    ctx = build_context(with_questions(THREE, SEVEN), filters=Filters(sources=("doc-a",)))
    state = ctx.facts.topic_states["how-many"]
    relaxed_counts = {name: {"how-many": count} for name, count in counts.items()}
    assert _list_hidden_claims(state, relaxed_counts, ctx.i18n) == lines


def test_a_question_on_which_claims_differ_names_no_filter():
    ctx = build_context(with_questions(THREE, SEVEN))
    state = ctx.facts.topic_states["how-many"]
    assert _list_hidden_claims(state, {"sources": {"how-many": 9}}, ctx.i18n) == []


# Figures ------------------------------------------------------------------------------------------


def test_figures_are_drawn_listed_and_in_a_table():
    page = figures_page(build_context(SMALL, slug="figures"))
    assert [type(block).__name__ for block in page.blocks] == [
        "Row", "HtmlBlock", "Chart", "Share", "HtmlBlock", "HtmlBlock", "Chosen", "Records",
        "HtmlBlock"
    ]  # fmt: skip
    (records,) = (block for block in page.blocks if isinstance(block, Records))
    assert ([row["id"] for row in records.rows], records.chooses) == (["cl-total"], "claim")


def test_a_figure_can_be_checked_in_a_story_without_totals():
    dataset = replace(SMALL, claims={"cl-north": SMALL.claims["cl-north"]})
    page = figures_page(build_context(dataset, slug="figures"))
    assert [block.name for block in page.blocks if isinstance(block, Form)] == ["check"]


SOUTH = claim("south", 30, "2019-02-27", region_id="guajira")


@pytest.mark.parametrize(
    ("claims", "view", "is_shown"),
    [
        ([SOUTH], {}, True),
        ([], {}, False),
        ([SOUTH.model_copy(update={"qualifier": "about"})], {}, False),
        (
            [SOUTH, claim("deaths", 3, "2019-02-27", measure="deaths")],
            {"measure": "deaths"},
            False,
        ),
    ],
    ids=["two counts", "one count", "not exact", "another measure"],
)
def test_the_one_sum_is_shown_beside_figures_of_its_measure(claims, view, is_shown):
    ctx = build_context(add_claims(SMALL, *claims), slug="figures", **view)
    html = _sum_of_regions(ctx.facts, ctx.i18n, ctx.link_base).html
    assert ("445" in html) is is_shown
    assert bool(html) is is_shown


@pytest.mark.parametrize(
    ("filters", "is_hidden"), [(Filters(), False), (Filters(start=date(2019, 3, 1)), True)]
)
def test_a_chosen_figure_that_filters_hide_says_why_it_is_shown(filters, is_hidden):
    dataset = add_claims(SMALL, claim("later", 600, "2019-03-05"))
    page = figures_page(build_context(dataset, claim="cl-total", filters=filters))
    (chosen,) = (block for block in page.blocks if isinstance(block, Chosen))
    assert chosen.key == "claim:cl-total"
    assert ("Your filters leave this figure out" in chosen.html) is is_hidden
    assert "According to Office, Statement total" in chosen.html


def test_where_no_figure_fits_choices_and_filters_can_be_lifted():
    ctx = build_context(SMALL, slug="figures", measure="deaths", filters=Filters(text="total"))
    html = figures_page(ctx).blocks[-1].html
    assert "Clear “what is counted”: 1 figure" in html
    assert "Clear all filters" in html


# Sources ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (Filters(), ["doc-a", "doc-b", "wire"]),
        (Filters(documents_only=True), ["doc-a", "doc-b"]),
        (Filters(documents_only=True, sources=("wire", "doc-b")), ["doc-b"]),
        # A bibliography is of sources, whatever words are looked for.
        (Filters(text="zzzz"), ["doc-a", "doc-b", "wire"]),
    ],
    ids=["all", "documents", "chosen", "words"],
)
def test_sources_are_those_that_filters_on_sources_leave(filters, ids):
    facts = build_context(SMALL, filters=filters).facts
    assert [each.id for each in facts.shown_sources] == ids


def test_the_sentence_on_sources_names_the_filters_on_them_alone():
    filters = Filters(documents_only=True, text="aid", start=date(2019, 2, 1))
    ctx = build_context(SMALL, filters=filters)
    assert sources_sentence(ctx.facts, ctx.story, ctx.i18n) == (
        "Shown: 2 of 3 sources, in the documents alone."
    )


def find_fold(**view):
    page = sources_page(build_context(view.pop("dataset", SMALL), **view))
    (fold,) = (block for block in page.blocks if isinstance(block, Fold))
    return fold


@pytest.mark.parametrize(
    ("sources", "target"), [(("wire",), "wire"), (("wire", "doc-a"), ""), ((), "")]
)
def test_a_source_that_is_chosen_alone_is_open(sources, target):
    assert find_fold(filters=Filters(sources=sources)).target == target


def test_records_of_a_source_are_in_order_of_its_paragraphs():
    html = str(find_fold().html)
    # Paragraphs 3 and 9 of a document.
    assert html.index("Title rising") < html.index("Title march")


def test_every_record_of_a_source_is_linked_to_where_it_is_shown():
    ctx = build_context(DATA)
    (fold,) = (block for block in sources_page(ctx).blocks if isinstance(block, Fold))
    items = html.fromstring(str(fold.html)).xpath("//ul[@class='resting']/li")
    assert items
    assert all(item.xpath("./a[@href]") for item in items)


def test_a_tier_without_sources_has_no_list():
    documents = {key: each for key, each in SMALL.sources.items() if key != "wire"}
    dataset = replace(SMALL, sources=documents, citations=(cite("ev-aid", "doc-a", locator=1),))
    html = str(find_fold(dataset=dataset).html)
    assert 'id="tier-document"' in html
    assert 'id="tier-corroborating"' not in html
