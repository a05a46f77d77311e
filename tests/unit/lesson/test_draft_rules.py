"""A draft of a lesson, its sources and its slides: what is kept in bounds and in order."""

from dataclasses import replace

import pytest

from components.citing.citations import FormattedCitation
from components.i18n import I18n
from components.lesson.draft import parse_draft, parse_view_address
from components.lesson.drawings import (
    _describe_map,
    _describe_timeline,
    step_scenes,
    without_filters,
)
from components.lesson.slides import (
    TEXT,
    TITLE,
    _format_evidence,
    _name_paragraphs,
    _reference_paragraph,
    box_below_title,
    title_excess,
)
from components.lesson.step_texts import Lesson, fill_figures, list_evidence
from components.query.figures import list_day_counts
from components.query.filters import Filters
from components.story.lesson import LessonText, Step, StepView, Story
from tests.support.stories.small import claim, small_dataset, source
from tests.support.stories.small_views import add_citations, add_claims, build_context, cite

SMALL = small_dataset()
ENGLISH = I18n("en", SMALL)


def draft_of(count):
    steps = [{"id": f"s{number}"} for number in range(count)]
    return parse_draft({"title": {"en": "T"}, "lesson": steps}, SMALL)


def step_ids(draft):
    return [step["id"] for step in draft.steps]


@pytest.mark.parametrize(("place", "shown"), [(1, 1), (9, 2), (-4, 0)])
def test_the_nearest_step_is_shown(place, shown):
    draft = draft_of(3)
    draft.show_step(place)
    assert draft.place == shown


def test_a_new_step_is_last_shown_and_has_the_days_of_the_story():
    draft = draft_of(2)
    draft.add_step(SMALL)
    step = draft.steps[-1]
    assert (draft.place, step["id"], step["minutes"]) == (2, "step-1", 3)
    assert (step["view"]["from"], step["view"]["to"]) == ("2019-01-21", "2019-04-30")
    assert step["view"]["extent"] == "whole"


def test_a_new_step_has_an_id_that_no_other_has():
    draft = parse_draft({"lesson": [{"id": "step-1"}, {"id": "step-2"}]}, SMALL)
    draft.add_step(SMALL)
    assert step_ids(draft) == ["step-1", "step-2", "step-3"]


@pytest.mark.parametrize(
    ("place", "left", "shown"), [(0, ["s1", "s2"], 0), (2, ["s0", "s1"], 1)], ids=["first", "last"]
)
def test_a_removed_step_leaves_the_next_one_shown(place, left, shown):
    draft = draft_of(3)
    draft.show_step(place)
    draft.remove_step(SMALL)
    assert (step_ids(draft), draft.place) == (left, shown)


def test_the_last_step_is_replaced_by_an_empty_one():
    draft = draft_of(1)
    draft.remove_step(SMALL)
    assert (len(draft.steps), draft.place) == (1, 0)
    assert draft.steps[0]["headline"] == {"en": "", "es": ""}


@pytest.mark.parametrize(
    ("place", "distance", "order", "shown"),
    [
        (0, 1, ["s1", "s0", "s2"], 1),
        (2, -1, ["s0", "s2", "s1"], 1),
        (0, -1, ["s0", "s1", "s2"], 0),
        (2, 1, ["s0", "s1", "s2"], 2),
    ],
    ids=["down", "up", "first up", "last down"],
)
def test_a_moved_step_stays_shown(place, distance, order, shown):
    draft = draft_of(3)
    draft.show_step(place)
    draft.move_step(distance)
    assert (step_ids(draft), draft.place) == (order, shown)


def test_drafts_and_steps_have_widgets_of_their_own():
    first, second = draft_of(2), draft_of(2)
    keys = {draft.widget_key("text", step) for draft in (first, second) for step in draft.steps}
    assert len(keys) == 4


def parse_address(address):
    view, notices = parse_view_address(address, build_context(SMALL).story)
    return view, len(notices)


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        (
            "https://a.org/map?region=oriente",
            {"regions": ["oriente"], "counts": "2019-02-27", "from": "2019-02-22"},
        ),
        ("/map?counts=earlier", {"counts": "2019-02-26", "events": []}),
        ("timeline?from=2019-02-20", {"from": "2019-02-20", "to": "2019-04-30"}),
        ("?event=ev-aid", {"events": ["ev-aid"], "from": "2019-02-22", "to": "2019-02-23"}),
        ("figures?claim=cl-total", {"claims": ["cl-total"], "events": []}),
        ("", {"events": [], "regions": []}),
    ],
    ids=["region on the map", "earlier counts", "days", "event", "figure", "nothing"],
)
def test_a_shared_address_sets_the_view_of_a_step(address, fields):
    view, _ = parse_address(address)
    assert {name: view.get(name) for name in fields} == fields


def test_what_of_an_address_cannot_be_used_is_said():
    assert parse_address("map?region=nowhere")[1] == 1
    view, _ = parse_address("timeline")
    assert "counts" not in view


# Texts and sources --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{cl-total} came", "567 came"),
        ("on {cl-total:date}", "on 27 February"),
        ("{cl-north/cl-total} of all", "73% of all"),
        ("from {ev-aid} on", "from 22–23 February on"),
        ("no {place} here", "no {place} here"),
    ],
    ids=["figure", "day", "share", "event", "other braces"],
)
def test_places_of_a_text_are_filled_from_the_data(text, filled):
    assert fill_figures(text, SMALL, ENGLISH) == filled


def build_lesson(dataset=SMALL, **step):
    view = {"extent": "whole", "from": "2019-02-01", "to": "2019-03-01"}
    fields = {"id": "a", "minutes": 2, "headline": LessonText(en="H"), "text": LessonText(en="T")}
    made = Step.model_validate(fields | {"view": view} | step)
    story = Story(title=LessonText(en="L"), lesson=(made,))
    return Lesson(story, build_context(dataset).story, "en")


def test_evidence_says_who_said_it_and_how_a_date_is_known():
    lesson = build_lesson(evidence=("cl-total", "ev-rising"))
    figure, event = list_evidence(lesson.story.steps[0], SMALL, lesson.i18n)
    assert (figure["value"], figure["said"]) == ("567", "Office, as of 27 February 2019")
    assert (event["value"], event["basis"]) == ("", "date known from another report")


@pytest.mark.parametrize(("documents_only", "count"), [(False, 3), (True, 2)])
def test_the_bibliography_of_a_lesson_may_be_of_its_documents_alone(documents_only, count):
    lesson = build_lesson()
    assert len(lesson.format_bibliography(documents_only=documents_only)) == count


def test_sources_of_very_many_events_are_those_of_the_steps(monkeypatch):
    monkeypatch.setattr("components.lesson.step_texts.MOST_MARKS", 3)
    lesson = build_lesson(replace(SMALL, claims={}), citations=("ev-aid",))
    assert [each.id for each in lesson.sources] == ["doc-b"]


def test_counts_of_the_two_latest_days_are_in_the_table_of_a_lesson():
    dataset = add_claims(SMALL, claim("old", 3, "2019-02-20", region_id="guajira"))
    assert build_lesson(dataset).counted_claims == ["cl-north-before", "cl-north"]


# Drawings in words --------------------------------------------------------------------------------


def test_drawings_are_described_by_what_they_show():
    events = [SMALL.events["ev-aid"]]
    assert _describe_timeline("x", events, ENGLISH, "yearless") == (
        "Timeline of x: 22–23 February, Title aid."
    )
    assert _describe_timeline("x", [], ENGLISH, "yearless") == "Timeline of x."
    assert _describe_map(None, ["A", "B", "A"], SMALL, ENGLISH) == "Map with A and B."
    day = list_day_counts(SMALL)[-1]
    assert _describe_map(day, [], SMALL, ENGLISH) == (
        "Map of the people counted by region, as of 27 February 2019: Oriente 415."
    )


def test_a_lesson_is_drawn_without_the_filters_of_its_reader():
    ctx = build_context(SMALL, filters=Filters(text="zzzz"), event="ev-aid")
    plain = without_filters(ctx)
    assert (plain.view.filters, plain.view.event) == (Filters(), None)
    view = StepView(**{"extent": "whole", "from": "2019-02-01", "to": "2019-03-01"},
                    events=("ev-count",))  # fmt: skip
    (scene,) = step_scenes(view, ctx, "wide")
    assert "ev-count" in scene.record_ids("event")


# Slides -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "references", "line"),
    [
        ("415", ("§ A", "§ B"), "– 415. text (Office) [§ A; § B]"),
        ("", (), "– text (Office)"),
    ],
    ids=["figure", "event"],
)
def test_evidence_in_notes_has_its_figure_and_sources(value, references, line):
    item = {"value": value, "text": "text", "said": "Office", "references": references}
    assert _format_evidence(item) == line


def test_a_tall_title_takes_room_from_what_is_below_it():
    assert title_excess("Short") == 0
    excess = title_excess("A long title of many words " * 12)
    assert excess > 0
    box = box_below_title(TEXT, "A long title of many words " * 12)
    assert (box.top, box.height) == pytest.approx((TEXT.top + excess, TEXT.height - excess))
    assert box_below_title(TEXT, "Short") == TEXT
    assert TITLE.height > 0


@pytest.mark.parametrize(
    ("html", "linked"),
    [
        ("Title. News. https://a.org/x", "News."),
        ("<i>Title</i>. https://a.org/x", "Title"),
    ],
    ids=["last words", "title in italics"],
)
def test_a_reference_on_a_slide_is_a_link_in_place_of_its_address(html, linked):
    runs = _reference_paragraph(FormattedCitation("", html))
    assert [run.text for run in runs if run.link] == [linked]
    assert "https" not in "".join(run.text for run in runs)


def test_reports_on_a_slide_are_named_in_order():
    sources = {
        key: source(key, "corroborating", URL=f"https://a.org/{key}") for key in ("b", "c", "a")
    }
    dataset = replace(SMALL, sources=SMALL.sources | sources)
    dataset = add_citations(dataset, *(cite("ev-aid", key) for key in sources))
    (paragraph,) = _name_paragraphs(build_lesson(dataset))
    text = "".join(run.text for run in paragraph)
    positions = [text.index(f"{name}, 28 Feb") for name in ("A", "B", "C", "WIRE")]
    assert positions == sorted(positions)
    assert text.count("; ") == 3
