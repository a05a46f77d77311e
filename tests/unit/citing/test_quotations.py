"""Sentences to quote: which come, in which order, and whose date and figure they give."""

from dataclasses import replace

import pytest

from components.citing.quotation import (
    cited_sentences,
    figure_sentences,
    format_pinpoints,
    quote_claim,
    quote_record,
    sum_sentence,
)
from components.i18n import I18n
from components.query.filters import Filters
from components.query.selection import select_records
from components.query.sources_in_use import restrict_to_sources
from components.query.view import View
from components.story.models import Claimant
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_citations, add_claims, cite

SMALL = small_dataset()
DOCUMENTS = Filters(documents_only=True)


def list_sentences(dataset, **view):
    shown = View(**view)
    selection = select_records(dataset, shown.filters)
    return figure_sentences(dataset, selection, shown, I18n("en", dataset))


def records_of(sentences):
    return [
        sentence.event.id if sentence.event else "+".join(c.id for c in sentence.claims)
        for sentence in sentences
    ]


@pytest.mark.parametrize(
    ("view", "records"),
    [
        ({}, ["cl-total", "cl-north"]),
        ({"event": "ev-aid"}, ["ev-aid", "cl-total", "cl-north"]),
        ({"claim": "cl-north-before"}, ["cl-north-before", "cl-total", "cl-north"]),
        # What is chosen and is a head figure, too, is quoted once: at its last place.
        ({"claim": "cl-total", "event": "ev-aid"}, ["ev-aid", "cl-total", "cl-north"]),
        ({"claim": "cl-north"}, ["cl-total", "cl-north"]),
    ],
    ids=["head figures", "event first", "claim first", "chosen twice", "the last one chosen"],
)
def test_the_chosen_records_come_first_and_no_sentence_comes_twice(view, records):
    assert records_of(list_sentences(SMALL, **view)) == records


def test_a_sentence_that_comes_twice_has_the_record_that_was_chosen():
    # The head figure has the date that the allowed sources give it.
    dated = SMALL.claims["cl-total"].model_copy(update={"document_date": "2019-02"})
    dataset = add_citations(
        replace(SMALL, claims=SMALL.claims | {"cl-total": dated}), cite("cl-total", "doc-a")
    )
    sentences = list_sentences(dataset, claim="cl-total", filters=DOCUMENTS)
    (total,) = (each for each in sentences if "567" in each.text or "total" in each.text)
    assert total.claims == (dated,)


def test_a_record_without_an_allowed_source_is_not_quoted():
    assert records_of(list_sentences(SMALL, claim="cl-total", filters=DOCUMENTS)) == ["cl-north"]
    i18n = I18n("en", SMALL)
    assert quote_claim(restrict_to_sources(SMALL, DOCUMENTS), "cl-total", i18n) is None


def south(value, **extra):
    return claim("south", value, "2019-02-27", region_id="guajira", **extra)


def test_counts_that_cannot_be_added_have_no_sentence():
    dataset = add_claims(SMALL, south(30, qualifier="about"))
    assert records_of(list_sentences(dataset)) == ["cl-total"]


def with_counts(count):
    """The counts of so many regions, in the data set and by themselves."""
    regions = dict(SMALL.regions)
    claims = []
    for number in range(count):
        key = f"r{number}"
        regions[key] = SMALL.regions["oriente"].model_copy(
            update={"id": key, "label": f"R{number}"}
        )
        claims.append(claim(key, 10, "2019-02-27", region_id=key))
    return add_claims(replace(SMALL, regions=regions), *claims), claims


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (2, "Small adds up 2 regional counts: 20 people in R0 and R1 by 27 February 2019"),
        (3, "Small adds up 3 regional counts: 30 people in R0, R1 and R2 by"),
        (4, "Small adds up 4 regional counts: 40 people by 27 February 2019"),
    ],
)
def test_a_sum_names_up_to_three_regions(count, sentence):
    dataset, claims = with_counts(count)
    text = sum_sentence(dataset, claims, I18n("en", dataset))
    assert text.startswith(sentence)
    assert text.endswith("(the counts: Office, in WIRE, 28 February 2019).")


def test_a_sum_of_several_voices_names_none():
    dataset, claims = with_counts(2)
    claims[1] = claims[1].model_copy(update={"claimant_id": "mayor"})
    mayor = Claimant(id="mayor", name="Mayor", name_es="Alcalde", voice="press")
    dataset = replace(dataset, claimants={**dataset.claimants, "mayor": mayor})
    text = sum_sentence(dataset, claims, I18n("en", dataset))
    assert text.endswith("(the counts: WIRE, 28 February 2019).")


def test_a_newsroom_is_not_named_twice_for_a_figure_of_its_own():
    wire = Claimant(id="office", name="WIRE", name_es="WIRE", voice="press")
    dataset = replace(SMALL, claimants={"office": wire})
    (total, *_) = list_sentences(dataset)
    assert total.text.endswith("; WIRE, 28 February 2019).")
    assert "WIRE, in WIRE" not in total.text


@pytest.mark.parametrize(
    ("as_of", "phrase"),
    [
        ("2019-02-27", "(figure as of 27 February 2019; "),
        ("2019-02-27~", "(figure as of about 27 February 2019; "),
        ("2019-02-27?", "(figure as of 27 February 2019, an uncertain date; "),
        ("2019-02-27%", "(figure as of about 27 February 2019, an uncertain date; "),
    ],
    ids=["exact", "approximate", "uncertain", "both"],
)
def test_a_figure_is_quoted_with_its_day(as_of, phrase):
    total = SMALL.claims["cl-total"].model_copy(update={"as_of": as_of})
    dataset = replace(SMALL, claims=SMALL.claims | {"cl-total": total})
    (chosen, *_) = list_sentences(dataset, claim="cl-total")
    assert phrase in chosen.text


def test_a_date_that_the_documents_do_not_give_is_said_to_be_the_reports():
    (chosen, *_) = list_sentences(SMALL, event="ev-rising")
    assert chosen.text == (
        "Summary rising (DOC-A, 28 February 2019, para. 3; WIRE, 28 February 2019); the date, "
        "21 January 2019, is from WIRE, 28 February 2019."
    )
    (alone, *_) = list_sentences(SMALL, event="ev-rising", filters=DOCUMENTS)
    assert alone.text.startswith("January 2019: Summary rising (DOC-A")


@pytest.mark.parametrize(
    ("note", "end"),
    [
        ("WIRE names the day.", "the date, 21 January 2019, is from WIRE, 28 February 2019."),
        ("A report has it.", "is from a report and not from DOC-A."),
        ("WIRE and OTHER have it.", "is from a report and not from DOC-A."),
    ],
    ids=["note names one report", "note names none", "note names both"],
)
def test_a_date_is_of_the_report_that_its_note_names(note, end):
    other = SMALL.sources["wire"].model_copy(
        update={
            "id": "other",
            "custom": SMALL.sources["wire"].custom.model_copy(update={"short": "OTHER"}),
        }
    )
    rising = SMALL.events["ev-rising"].model_copy(update={"date_note": note})
    citation = next(c for c in SMALL.citations_of("ev-rising") if c.source_id == "wire")
    dataset = replace(
        SMALL,
        sources={**SMALL.sources, "other": other},
        events={**SMALL.events, "ev-rising": rising},
        citations=(*SMALL.citations, citation.model_copy(update={"source_id": "other"})),
    )
    (chosen, *_) = list_sentences(dataset, event="ev-rising")
    assert chosen.text.endswith(end)


def test_a_document_gives_the_date_that_it_has():
    """A sentence that a report supports, too, has the report's date, and says whose it is."""
    i18n = I18n("en", SMALL)
    (citation,) = (c for c in SMALL.citations_of("ev-rising") if c.source_id == "doc-a")
    alone = restrict_to_sources(SMALL, Filters(sources=("doc-a",)))
    (of_document,) = cited_sentences(alone, citation, i18n)
    (of_both,) = cited_sentences(SMALL, citation, i18n)
    assert of_document.startswith("January 2019: Summary rising (DOC-A")
    assert of_both.endswith("the date, 21 January 2019, is from WIRE, 28 February 2019.")


@pytest.mark.parametrize(
    ("role", "sentence"),
    [
        ("supports", ("According to Office, Statement total (WIRE, 28 February 2019).",)),
        (
            "disputes",
            ("According to Office, Statement total (disputed by WIRE, 28 February 2019).",),
        ),
        ("context", ()),
    ],
)
def test_a_source_is_quoted_for_what_it_does_to_a_claim(role, sentence):
    citation = cite("cl-total", "wire", role=role)
    dataset = replace(SMALL, citations=(citation,))
    assert cited_sentences(dataset, citation, I18n("en", dataset)) == sentence


@pytest.mark.parametrize(
    ("statement", "quoted"),
    [
        ("The office said 567 came.", "The office said 567 came ("),
        ("They said 567 came.", "According to Office, they said 567 came ("),
    ],
    ids=["speaker is named", "pronoun"],
)
def test_a_statement_that_names_its_speaker_is_not_attributed_again(statement, quoted):
    total = SMALL.claims["cl-total"].model_copy(update={"statement": statement})
    dataset = replace(SMALL, claims=SMALL.claims | {"cl-total": total})
    sentence = quote_claim(dataset, "cl-total", I18n("en", dataset))
    assert sentence
    assert sentence.sentence.startswith(quoted)


def test_pinpoints_name_each_source_once_the_documents_first():
    citations = [
        cite("ev-aid", "wire"),
        cite("ev-aid", "doc-a", locator=7),
        cite("ev-aid", "doc-a", locator=3),
        cite("ev-aid", "doc-b", locator=1),
    ]
    assert format_pinpoints(SMALL, citations, I18n("en", SMALL)) == (
        "DOC-A, 28 February 2019, paras. 3 and 7; DOC-B, 28 February 2019, para. 1; "
        "WIRE, 28 February 2019"
    )


def with_claim(**changes):
    total = SMALL.claims["cl-total"].model_copy(update=changes)
    return replace(SMALL, claims=SMALL.claims | {"cl-total": total})


def with_summary(summary):
    aid = SMALL.events["ev-aid"].model_copy(update={"summary": summary})
    return replace(SMALL, events=SMALL.events | {"ev-aid": aid})


@pytest.mark.parametrize(
    ("summary", "beginning"),
    [
        ("Soldiers crossed.", "22–23 February 2019: Soldiers crossed ("),
        ("Soldiers crossed in February 2019.", "Soldiers crossed in February 2019 ("),
        ("DOC-B writes that soldiers crossed.", "DOC-B writes that soldiers crossed ("),
        ("A sergeant said that he crossed.", "22–23 February 2019: A sergeant said"),
    ],
    ids=["no date", "its own year", "a report", "somebody said it then"],
)
def test_the_date_stands_before_a_sentence_that_has_none(summary, beginning):
    data = with_summary(summary)
    (sentence,) = quote_record(data, "ev-aid", I18n("en", data))
    assert sentence.startswith(beginning)


def test_the_interval_of_a_document_says_that_the_day_in_it_is_unknown():
    rising = SMALL.events["ev-rising"].model_copy(update={"document_date": "2019-01/2019-02"})
    data = replace(SMALL, events=SMALL.events | {"ev-rising": rising})
    data = restrict_to_sources(data, DOCUMENTS)
    (sentence,) = quote_record(data, "ev-rising", I18n("en", data))
    assert sentence.startswith("January\u2009–\u2009February 2019 (day unknown): Summary rising (")


def test_another_speaker_is_quoted_apart_from_the_claimant():
    data = with_claim(statement="About 567 came. WIRE writes that they reported.")
    sentences = quote_record(data, "cl-total", I18n("en", data))
    assert sentences == (
        "According to Office, about 567 came (WIRE, 28 February 2019).",
        "WIRE writes that they reported (WIRE, 28 February 2019).",
    )


def test_a_newsroom_that_is_not_cited_stands_behind_the_source_that_relays_it():
    press = Claimant(id="office", name="WIRE", name_es="WIRE", voice="press")
    relayed = cite("cl-total", "doc-a", locator=3).model_copy(update={"via": ("wire",)})
    data = replace(SMALL, claimants={"office": press}, citations=(relayed,))
    (sentence,) = quote_record(data, "cl-total", I18n("en", data))
    assert sentence.startswith("According to DOC-A, which relays WIRE, Statement total (DOC-A, ")


def test_the_count_of_a_region_has_its_day():
    (sentence,) = quote_record(SMALL, "cl-north-before", I18n("en", SMALL))
    assert sentence == (
        "According to Office, Statement north-before "
        "(figure as of 26 February 2019; WIRE, 28 February 2019)."
    )
