"""Who told whom, in words: what may be said of several newsrooms, and the letters of footnotes."""

from dataclasses import replace

import pytest

from components.presentation.cited import (
    describe_source,
    dispute_mark,
    footnote_letter,
    group_citations,
    provenance_texts,
    relay_text,
    same_voice_note,
    single_source_label,
    source_language,
    via_label,
)
from components.query.filters import Filters
from components.story.models import Claimant, Statement, Topic
from tests.support.stories.small import claim, small_dataset, source
from tests.support.stories.small_views import add_citations, add_claims, build_context, cite

SMALL = small_dataset()
#: The total is reported by an agency; here also by a document.
TWICE_REPORTED = add_citations(SMALL, cite("cl-total", "doc-a", locator=2))


def with_source(key, kind, upstream=()):
    custom = SMALL.sources["wire"].custom.model_dump()
    custom |= {"kind": kind, "short": key.title(), "upstream": list(upstream)}
    added = source(key, "document", custom=custom)
    return replace(SMALL, sources=SMALL.sources | {key: added})


def test_newsrooms_that_quote_one_voice_confirm_only_that_it_was_said():
    ctx = build_context(TWICE_REPORTED)
    assert same_voice_note("cl-total", ctx.facts, ctx.i18n) == (
        "2 newsrooms reported it, DOC-A and WIRE; none is recorded as another's source. "
        "They quote the same voice, so they confirm only that it was said."
    )


@pytest.mark.parametrize(
    ("dataset", "record", "filters"),
    [
        pytest.param(SMALL, "cl-total", Filters(), id="one newsroom"),
        pytest.param(TWICE_REPORTED, "cl-total", Filters(documents_only=True), id="one is hidden"),
        # Nobody is quoted: who reports an event may have seen it.
        pytest.param(SMALL, "ev-rising", Filters(), id="event"),
    ],
)
def test_no_note_where_no_two_newsrooms_quote_a_speaker(dataset, record, filters):
    ctx = build_context(dataset, filters=filters)
    assert same_voice_note(record, ctx.facts, ctx.i18n) == ""


def test_no_note_where_the_press_itself_speaks():
    press = Claimant(id="office", name="Paper", name_es="Diario", voice="press")
    dataset = replace(TWICE_REPORTED, claimants={"office": press})
    ctx = build_context(dataset)
    assert same_voice_note("cl-total", ctx.facts, ctx.i18n) == ""


def test_newsrooms_that_nobody_can_tell_apart_are_joined_by_or():
    digest = with_source("digest", "aggregator", ["doc-a", "doc-b"])
    dataset = add_citations(digest, cite("cl-total", "digest"))
    ctx = build_context(dataset)
    assert "2 newsrooms reported it, DOC-A or DOC-B and WIRE; none is recorded" in same_voice_note(
        "cl-total", ctx.facts, ctx.i18n
    )


@pytest.mark.parametrize(
    ("number", "letter"),
    [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba")],
)
def test_footnotes_after_z_have_two_letters(number, letter):
    assert footnote_letter(number) == letter


def test_one_direct_report_needs_no_chain():
    # It would say no more than the claimant and the citation beside it.
    ctx = build_context(SMALL)
    assert provenance_texts("cl-total", ctx.facts, ctx.i18n) == []


def test_chains_that_differ_in_their_last_step_are_one_sentence():
    dataset = add_citations(
        SMALL,
        cite("cl-total", "doc-a", via=("wire",)),
        cite("cl-total", "doc-b", via=("wire",)),
    )
    ctx = build_context(dataset)
    (text,) = provenance_texts("cl-total", ctx.facts, ctx.i18n)
    assert text.sentence == ("First said by Office; reported by WIRE; repeated by DOC-A and DOC-B.")


@pytest.mark.parametrize(
    ("language", "first_words"),
    [
        ("en", "First said by Mayor; reported by WIRE"),
        ("es", "Dicho primero por: Alcalde;"),
    ],
)
def test_a_chain_begins_with_who_made_the_statement_that_the_claim_relays(language, first_words):
    # Who made the statement said it first, whatever name the claim's source has for the speaker.
    statement = Statement(
        id="st-1",
        claimant_id="mayor",
        day="2019-02-27",
        kind="communique",
        title="On 567",
        title_es="Sobre 567",
    )
    mayor = SMALL.claimants["office"].model_copy(
        update={"id": "mayor", "name": "Mayor", "name_es": "Alcalde"}
    )
    relaying_claim = SMALL.claims["cl-total"].model_copy(update={"statement_id": "st-1"})
    dataset = replace(
        add_citations(SMALL, cite("cl-total", "doc-a", via=("wire",))),
        claims={**SMALL.claims, "cl-total": relaying_claim},
        claimants={**SMALL.claimants, "mayor": mayor},
        statements={"st-1": statement},
    )
    ctx = build_context(dataset, language=language)
    (text,) = provenance_texts("cl-total", ctx.facts, ctx.i18n)
    assert text.sentence.startswith(first_words)


def relaying(*bases, day="2019-02-27", **view):
    """The total as a claim of a statement: a citation of a source of its own for each basis."""
    statement = Statement(
        id="st-1",
        claimant_id="office",
        day=day,
        kind="communique",
        title="The communiqué",
        title_es="El comunicado",
    )
    total = SMALL.claims["cl-total"].model_copy(update={"statement_id": "st-1"})
    sources = ("wire", "doc-a", "doc-b")
    citations = [
        cite("cl-total", source_id).model_copy(update={"statement_basis": basis})
        for source_id, basis in zip(sources, bases, strict=False)
    ]
    dataset = replace(
        SMALL,
        claims={**SMALL.claims, "cl-total": total},
        statements={"st-1": statement},
        citations=tuple(citations),
    )
    return build_context(dataset, **view), total


@pytest.mark.parametrize(
    ("bases", "basis", "label", "note"),
    [
        pytest.param(("stated",), "stated", "as the source says", "", id="stated"),
        pytest.param(
            ("inferred",), "inferred", "by inference", "the cited passage does not say so",
            id="inferred",
        ),
        pytest.param(
            ("inferred", "inferred"), "inferred", "by inference",
            "none of the cited passages says so", id="inferred of both",
        ),
        pytest.param(
            ("inferred", "stated"), "inferred", "partly by inference",
            "DOC-A says so; of WIRE it is inferred", id="inferred of one",
        ),
        pytest.param(
            ("inferred", "stated", "stated"), "inferred", "partly by inference",
            "DOC-A and DOC-B say so; of WIRE it is inferred", id="stated by two",
        ),
    ],
)  # fmt: skip
def test_a_card_says_how_it_is_known_that_a_claim_relays_a_statement(bases, basis, label, note):
    ctx, total = relaying(*bases)
    relay = relay_text(total, ctx.facts, ctx.i18n)
    assert relay
    assert (relay.statement.title, relay.day) == ("The communiqué", "27 February 2019")
    assert (relay.basis, relay.label, relay.note) == (basis, label, note)


def test_how_it_is_known_is_said_of_the_sources_in_use_alone():
    ctx, total = relaying("inferred", "stated", filters=Filters(documents_only=True))
    relay = relay_text(total, ctx.facts, ctx.i18n)
    assert relay
    assert relay.label == "as the source says"


def test_a_version_without_the_bases_names_no_statement_on_cards():
    ctx, total = relaying(None)
    assert relay_text(total, ctx.facts, ctx.i18n) is None


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("2019-02-27", "27 February 2019"),
        ("2019-02-25/2019-02-26", "some day between 25 and 26 February 2019"),
        ("../2019-05-07", "no later than 7 May 2019"),
        (None, ""),
    ],
    ids=["day", "span", "open", "unknown"],
)
def test_the_day_of_a_statement_is_as_uncertain_as_it_is_known(day, text):
    ctx, total = relaying("stated", day=day)
    relay = relay_text(total, ctx.facts, ctx.i18n)
    assert relay
    assert relay.day == text


@pytest.mark.parametrize(
    ("bases", "label"),
    [
        (("stated", "stated"), "all its sources relay one statement"),
        (("stated", "inferred"), "all its sources relay one statement (inferred)"),
        (("stated",), "one independent source"),
    ],
    ids=["stated", "inferred", "one newsroom"],
)
def test_the_mark_of_one_independent_source_says_which_it_is(bases, label):
    ctx, total = relaying(*bases)
    assert single_source_label([total], ctx.facts, ctx.i18n) == label


def test_newsrooms_that_relay_one_statement_confirm_only_that_it_was_made():
    ctx, _ = relaying("stated", "inferred")
    assert same_voice_note("cl-total", ctx.facts, ctx.i18n) == (
        "2 newsrooms reported it, DOC-A and WIRE; they relay one statement, so they confirm only "
        "that it was made."
    )


def test_a_chain_says_when_an_aggregator_hides_a_step():
    digest = with_source("digest", "aggregator", ["doc-a", "doc-b"])
    dataset = replace(digest, citations=(cite("cl-total", "digest"),))
    ctx = build_context(dataset)
    (text,) = provenance_texts("cl-total", ctx.facts, ctx.i18n)
    assert text.sentence.endswith("repeated by Digest. It does not say from which of its sources.")


def test_a_text_that_passed_through_others_names_them_from_the_first_on():
    citation = cite("cl-total", "doc-a", via=("doc-b", "wire"))
    ctx = build_context(SMALL)
    assert via_label([citation], ctx.dataset, ctx.i18n) == "WIRE → DOC-B → DOC-A"
    ctx = build_context(SMALL)
    assert via_label([cite("cl-total", "doc-a")], ctx.dataset, ctx.i18n) == ""


def test_citations_are_of_documents_first_and_each_place_is_shown_once():
    dataset = add_citations(
        SMALL, cite("cl-total", "doc-a", locator=2), cite("cl-total", "doc-a", locator=2)
    )
    ctx = build_context(dataset)
    citations = ctx.facts.citations_of("cl-total")
    assert [citation.source_id for citation in citations] == ["doc-a", "doc-a", "wire"]
    groups = group_citations(citations, ctx.facts)
    assert [(group[0].source_id, len(group)) for group in groups] == [("doc-a", 2), ("wire", 1)]


@pytest.mark.parametrize(
    ("tag", "language"), [("es-CO", "es"), ("en", "en"), ("und", "")], ids=["region", "plain", "no"]
)
def test_html_has_the_language_of_a_source_and_none_where_it_is_unknown(tag, language):
    assert source_language(source("a", "document", language=tag)) == language


def test_how_a_date_is_known_is_said_where_it_is_not_plain():
    plain_custom = SMALL.sources["wire"].custom.model_copy(update={"date_basis": None})
    plain = SMALL.sources["wire"].model_copy(update={"custom": plain_custom})
    i18n = build_context(SMALL).i18n
    stated = describe_source(SMALL.sources["wire"], i18n)
    assert stated.date == "28 February 2019 (stated by the source). note"
    assert (stated.title, stated.kind) == ("Title of wire", "News agency")
    assert describe_source(plain, i18n).date == "28 February 2019."


def disputed(*sources):
    """Two claims that cannot both be so, each reported by one of the sources."""
    texts = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")
    topic = Topic(
        id="how-many", status="differ", explanation_basis="editors", **dict.fromkeys(texts, "text")
    )
    claims = [claim(f"count-{value}", value, "2019-02-27", topic_id="how-many") for value in (3, 7)]
    dataset = replace(SMALL, topics={topic.id: topic})
    for each, source_id in zip(claims, sources, strict=True):
        dataset = add_claims(dataset, each, source=source_id)
    return build_context(dataset), claims


@pytest.mark.parametrize(
    ("sources", "label"),
    [
        (("doc-a", "doc-b"), "sources differ"),
        (("doc-a", "doc-a"), "voices in one source differ"),
    ],
    ids=["two sources", "one source"],
)
def test_claims_from_one_source_differ_in_their_voices_alone(sources, label):
    ctx, _ = disputed(*sources)
    state = ctx.facts.topic_states["how-many"]
    assert dispute_mark(state, ctx.facts, ctx.i18n) == ("≠", label)


def test_a_dispute_marks_its_claims_and_their_event_alone():
    ctx, claims = disputed("doc-a", "doc-b")
    found = ctx.facts.find_dispute(claims[0])
    assert found
    assert found.topic.id == "how-many"
    assert ctx.facts.find_dispute(ctx.dataset.claims["cl-total"]) is None
    assert ctx.facts.find_dispute(ctx.dataset.events["ev-count"]) is None
