"""What the Method page counts of a story, and which of its sections there are."""

from dataclasses import replace

import pytest

from components.page import method_page as method
from components.page.method_page import method_page
from components.story.models import Correction, RegionDepartment
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import build_context, set_presentation

SMALL = small_dataset()


def list_sections(dataset):
    ctx = build_context(dataset)
    return [key for key, _ in method._list_sections(ctx.dataset, ctx.i18n)]


@pytest.mark.parametrize(
    ("dataset", "section", "is_there"),
    [
        (SMALL, "places", True),
        (replace(SMALL, places={}, regions={}), "places", False),
        (
            set_presentation(
                replace(SMALL, places={}, regions={}), method={"places": [{"en": "x", "es": "x"}]}
            ),
            "places",
            True,
        ),
        (SMALL, "voices", True),
        (replace(SMALL, claims={}), "voices", False),
    ],
    ids=["places", "no places", "a text on places", "claims", "no claims"],
)
def test_a_section_is_there_if_it_has_something_to_show(dataset, section, is_there):
    assert (section in list_sections(dataset)) is is_there


def count_rows(name, dataset=SMALL):
    return method._count_tables(dataset, build_context(dataset).i18n)[name]


def test_dates_are_counted_by_how_they_are_known():
    assert count_rows("dates") == [
        ("Events", "3", "0", "1"),
        ("Claims, by as-of date", "3", "0", "0"),
        ("Sources, by the day they appeared", "3", "0", "0"),
    ]


def test_events_without_a_place_are_counted_as_not_placed():
    assert count_rows("places") == [
        ("a point, such as a bridge", "0"),
        ("a town", "3"),
        ("an area, not drawn as a point", "0"),
        ("not placed", "1"),
    ]


@pytest.mark.parametrize(
    ("seat", "basis", "cell"),
    [
        (None, None, "not drawn"),
        ("cucuta", "attested", "Cucuta"),
        ("cucuta", "inferred", "Cucuta (inferred)"),
    ],
    ids=["none", "named", "inferred"],
)
def test_a_region_has_its_divisions_and_its_seat(seat, basis, cell):
    row = SMALL.regions["oriente"].model_copy(update={"seat_place_id": seat, "seat_basis": basis})
    (region,) = count_rows("regions", replace(SMALL, regions={"oriente": row}))
    assert region == ("Oriente", "Norte de Santander", "–", cell)


@pytest.mark.parametrize(
    ("count", "percent"),
    [(1, "50%"), (198, "1%"), (200, "less than 1%")],
    ids=["half", "rounded to one", "rounded to none"],
)
def test_a_voice_that_says_little_has_a_share_of_less_than_one_per_cent(count, percent):
    press = SMALL.claimants["office"].model_copy(update={"id": "paper", "voice": "press"})
    claims = [claim(f"c{number}", 1, "2019-02-27") for number in range(count)]
    claims.append(claim("paper", 1, "2019-02-27", claimant_id="paper"))
    dataset = replace(
        SMALL,
        claims={each.id: each for each in claims},
        claimants={**SMALL.claimants, "paper": press},
    )
    rows = {row[0]: row[1:] for row in count_rows("voices", dataset)}
    assert rows["Press"] == ("1", "1", percent)


def correct(record_id, **fields):
    values = {"date": "2019-05-01", "version": "1.0.1", "field": "title", "old": "a", "new": "b"}
    values |= {"record_id": record_id, "why": "Misread.", "why_es": "Mal leído."}
    return Correction(**(values | fields))


def list_corrections(*corrections, language="en"):
    dataset = replace(SMALL, corrections=corrections)
    ctx = build_context(dataset, language=language)
    return method._correction_values(ctx.dataset, ctx.view, ctx.i18n, ctx.link_base)


def test_corrections_for_one_reason_are_one_sentence_the_newest_first():
    values = list_corrections(
        correct("ev-a"),
        correct("ev-b"),
        correct("ev-c", date="2019-06-01", version="1.0.2"),
    )
    newest, older = values["corrections"]
    assert newest.sentence == (
        "Corrected on 1 June 2019 (version 1.0.2): ev-c, “title”. It was “a”; it is “b”."
    )
    assert (newest.why, newest.more_count) == ("Misread.", 0)
    assert (older.why, older.more_count) == ("Misread.", 1)


def test_corrected_numbers_come_before_newer_words():
    values = list_corrections(
        correct("ev-a", field="value_low", old="100", new="120", why="Misread number."),
        correct("ev-c", date="2019-06-01", version="1.0.2"),
    )
    assert [entry.why for entry in values["corrections"]] == ["Misread number.", "Misread."]


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"field": "(row)", "old": "(row)", "new": "(empty)"}, "ev-a. It was taken out."),
        ({"field": "(row)", "old": "(empty)", "new": "(row)"}, "ev-a. It was added."),
        ({"old": "(empty)"}, "It was “(empty)”; it is “b”."),
        ({"field": "as_of", "old": "2019-02", "new": "2019-02-27"},
         "It was “February 2019”; it is “27 February 2019”."),
        ({"field": "qualifier", "old": "about", "new": "more_than"},
         "It was “about”; it is “more than”."),
    ],
    ids=["row taken out", "row added", "empty cell", "date", "code"],
)  # fmt: skip
def test_corrected_value_is_told_as_pages_show_it(fields, end):
    (entry,) = list_corrections(correct("ev-a", **fields))["corrections"]
    assert entry.sentence.endswith(end)


@pytest.mark.parametrize(
    ("field", "new", "end"),
    [
        ("text.en", "{cl-total} came", "it is “567 came”."),
        ("text.en", "{cl-lost} came", "it is “{cl-lost} came”."),
        ("citations", '["ev-count"]', "it is “Title count”."),
    ],
    ids=["figure", "figure that is gone", "list of ids"],
)
def test_corrected_step_is_told_as_the_lesson_shows_it(field, new, end):
    (entry,) = list_corrections(correct("story:first", field=field, new=new))["corrections"]
    assert entry.sentence.endswith(end)


def test_correction_is_told_by_the_text_of_the_readers_language():
    corrections = (
        correct("ev-a", field="title", old="one", new="two"),
        correct("ev-a", field="title_es", old="uno", new="dos"),
    )
    (entry,) = list_corrections(*corrections, language="es")["corrections"]
    assert "«uno»; es «dos»." in entry.sentence


def test_long_texts_are_told_by_the_words_that_changed():
    old = "one two three four five six seven eight nine ten eleven"
    (entry,) = list_corrections(correct("ev-a", old=old, new=old.replace("six", "sixty")))[
        "corrections"
    ]
    assert entry.sentence.endswith(
        "It was “… three four five six seven eight nine …”; "
        "it is “… three four five sixty seven eight nine …”."
    )


def test_changes_of_wording_are_counted_by_version():
    (line,) = list_corrections(correct("ev-d; ev-e", kind="wording"))["wording"]
    assert line.startswith("Besides, 2 changes of wording in version 1.0.1")


def list_unknowns(dataset):
    return method._list_unknowns(dataset, build_context(dataset).i18n)


@pytest.mark.parametrize(
    "line",
    [
        "Who wrote DOC-A and DOC-B: no author is named.",
        "Any count by region after 27 February 2019: none was found.",
        "How many were counted in Guajira: no figure was found, which does not mean zero.",
    ],
)
def test_what_the_records_do_not_know_is_said(line):
    assert line in list_unknowns(SMALL)


def test_inferred_dates_and_divisions_are_not_known():
    custom = SMALL.sources["doc-a"].custom.model_copy(update={"date_basis": "inferred"})
    inferred = RegionDepartment(
        department="CO-CES", department_name="Cesar", region_id="oriente", basis="inferred"
    )
    dataset = replace(
        SMALL,
        sources=SMALL.sources
        | {"doc-a": SMALL.sources["doc-a"].model_copy(update={"custom": custom})},
        region_departments=(*SMALL.region_departments, inferred),
    )
    unknowns = list_unknowns(dataset)
    assert unknowns[0] == "The printed date of DOC-A. note"
    assert "Which divisions belong to each region: 1 of 3 are inferred." in unknowns


def test_other_versions_are_linked_and_the_newest_without_its_number():
    ctx = build_context(SMALL, slug="method")
    ctx.story.versions = ("0.0.2", "0.0.1", "0.0.0")
    links = [
        (link.version, "v=" in link.address)
        for link in method._list_other_versions(ctx.dataset, ctx.story, ctx.link_base)
    ]
    assert links == [("0.0.2", False), ("0.0.0", True)]


def test_documents_are_cited_by_paragraph_where_all_their_citations_are():
    document = SMALL.sources["doc-a"]
    assert method._is_cited_by_paragraph(document, SMALL)
    assert not method._is_cited_by_paragraph(SMALL.sources["wire"], SMALL)


def test_the_page_has_an_index_of_its_sections():
    (fold,) = method_page(build_context(SMALL, slug="method")).blocks
    assert [key for key, _ in fold.links] == list_sections(SMALL)
