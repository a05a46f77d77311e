"""Parts of pages by rule: comparison, filter bar, map rows, spans, counts and the shown table."""

from dataclasses import replace
from datetime import date
from types import SimpleNamespace

import pytest

from components.page.data_grid import (
    build_shown_table,
    rows_sentence,
    shown_columns,
    sort_label,
    table_labels,
    table_sentence,
)
from components.presentation import search_hits, timeline_chart
from components.presentation.chart_data import shown_counts
from components.presentation.comparison import compare_views
from components.presentation.filter_line import build_filter_bar_view
from components.presentation.index import answers_in_browser, build_count_steps, date_bounds
from components.presentation.map_scenes import build_map_rows, list_region_remarks
from components.presentation.search_hits import render_hits
from components.presentation.table_view import _cell_zoom, build_cell_circles
from components.presentation.timeline_scenes import build_timeline_frame, build_timeline_row
from components.query import selection
from components.query.filters import ComparedView, Filters
from components.query.view import View
from components.story.edtf import parse_edtf
from components.story.models import Topic
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import (
    add_claims,
    build_context,
    dated_dataset,
    set_presentation,
)

SMALL = small_dataset()
SOUTH = claim("south", 30, "2019-02-27", region_id="guajira")
COUNTED = add_claims(SMALL, SOUTH)
GUAJIRA = ComparedView(region="guajira")
ORIENTE = Filters(regions=("oriente",))
MARCH = ComparedView(dates=(date(2019, 3, 1), date(2019, 3, 31)))


# Two views side by side ---------------------------------------------------------------------------


def list_values(dataset=COUNTED, compared=GUAJIRA, **filters):
    ctx = build_context(dataset, filters=Filters(**filters), compare=compared)
    compared_views = compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)
    assert compared_views
    return {
        line["label"]: tuple(cell["value"] for cell in line["cells"])
        for line in compared_views["lines"]
    }


def test_nothing_is_compared_unless_the_address_names_another_view():
    ctx = build_context(SMALL)
    assert compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base) is None


def test_both_sides_are_named_and_counted():
    values = list_values(regions=("oriente",))
    assert values["Counted by region, as of 27 Feb"] == ("415", "30")
    assert values["Counted by region, as of 26 Feb"] == ("328", "not reported")
    assert values["Events"] == ("3", "0")


def test_a_side_without_regions_is_all_of_them():
    ctx = build_context(COUNTED, compare=GUAJIRA)
    assert (
        compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)["caption"]
        == "Side by side: All regions, and Guajira"
    )


def test_what_neither_side_has_is_no_line():
    assert "Counted by region, as of 26 Feb" not in list_values(
        compared=MARCH, start=date(2019, 4, 1), end=date(2019, 4, 30)
    )


@pytest.mark.parametrize(
    ("filters", "value"),
    [({}, "no count here"), ({"regions": ("oriente",)}, "left out by your filters")],
    ids=["of all regions", "of a region"],
)
def test_days_without_a_count_say_whether_there_is_one(filters, value):
    values = list_values(compared=MARCH, **filters)
    assert values["Counted by region, as of 27 Feb"][1] == value


def test_sources_of_a_side_are_documents_first_and_three_are_named():
    ctx = build_context(COUNTED, compare=MARCH)
    cells = {
        line["label"]: line["cells"]
        for line in compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)[
            "lines"
        ]
    }
    first, second = cells["Sources"]
    assert (first["value"], first["note"]) == ("3", "DOC-A · DOC-B · WIRE, 28 Feb")
    assert (second["value"], second["note"]) == ("0", "")


def test_a_circle_is_on_the_scale_of_the_largest_sum():
    ctx = build_context(COUNTED, filters=ORIENTE, compare=GUAJIRA)
    (line,) = (
        each
        for each in compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)[
            "lines"
        ]
        if each["label"].endswith("27 Feb")
    )
    radii = [cell["radius"] for cell in line["cells"]]
    assert radii[0] > radii[1] > 0
    assert radii[0] <= line["size"]


def test_shared_events_are_marked_on_both_sides():
    dates = ComparedView(dates=(date(2019, 2, 28), date(2019, 4, 30)))
    ctx = build_context(SMALL, filters=Filters(end=date(2019, 2, 28)), compare=dates)
    first, second = compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)[
        "sides"
    ]
    assert [title["id"] for title in first["titles"] if title["shared"]] == ["ev-count"]
    assert [title["id"] for title in second["titles"] if title["shared"]] == ["ev-count"]


# The filter bar -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filters", "text"),
    [
        (Filters(), ""),
        (Filters(start=date(2019, 2, 22)), "from 22 February 2019"),
        (Filters(published_by=date(2019, 3, 1)), "As published by 1 Mar"),
        (
            Filters(start=date(2019, 2, 22), published_by=date(2019, 3, 1)),
            "from 22 February 2019",
        ),
    ],
    ids=["none", "days", "day of knowledge", "days come first"],
)
def test_the_bar_names_the_days_that_are_chosen(filters, text):
    view = build_filter_bar_view(build_context(SMALL, filters=filters), "map")
    assert view["dates_said"] == text


def test_hits_are_found_in_the_whole_story_and_lead_there():
    ctx = build_context(SMALL, filters=replace(ORIENTE, text="rising"))
    html = render_hits(ctx.dataset, ctx.i18n, ctx.link_base).unescape()
    assert "Title <mark>rising</mark>" in html
    # The link is without the words, which would leave out what is around the hit.
    assert "timeline?lang=en&region=oriente&event=ev-rising" in html


@pytest.mark.parametrize(
    ("view", "label", "address"),
    [
        ({"search": "rising"}, "Show only these", "?lang=en&q=rising"),
        ({"filters": Filters(text="rising")}, "Show everything again", "?lang=en&search=rising"),
    ],
    ids=["listed", "filtered"],
)
def test_a_list_leads_to_what_it_finds_alone_and_back(view, label, address):
    ctx = build_context(SMALL, **view)
    html = render_hits(ctx.dataset, ctx.i18n, ctx.link_base).unescape()
    assert f'href="{address}"' in html
    assert label in html


def test_words_that_are_listed_select_nothing():
    ctx = build_context(SMALL, search="rising")
    assert len(ctx.facts.selection.events) == len(SMALL.events)


def test_dates_in_words_lead_to_their_view_first():
    ctx = build_context(SMALL, search="27 February")
    html = render_hits(ctx.dataset, ctx.i18n, ctx.link_base).unescape()
    assert html.index("from=2019-02-27&to=2019-02-27") < html.index("Found:")


def test_searched_words_are_marked_where_they_are():
    ctx = build_context(SMALL, search="risings")
    html = render_hits(ctx.dataset, ctx.i18n, ctx.link_base)
    assert "Title <mark>rising</mark>" in html


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        ("a hotel", "a hotel"),
        ("It rained. By her account, he left the hotel.", "By her account, he left the hotel."),
        ("He left the hotel, they say, in May.", "He left the hotel, they say, in May."),
        (f"{'a ' * 21}hotel{' b' * 60}", f"… {'a ' * 20}hotel{' b' * 39} …"),
        ("nothing", ""),
    ],
    ids=["short", "said before", "said behind", "very long", "none"],
)  # fmt: skip
def test_context_is_the_sentence_with_the_searched_word(text, excerpt):
    assert search_hits.excerpt_context(text, frozenset({"hotel"})) == excerpt


def test_without_words_nothing_is_searched():
    ctx = build_context(SMALL)
    assert render_hits(ctx.dataset, ctx.i18n, ctx.link_base) == ""


@pytest.mark.parametrize(
    ("count", "shown", "more"), [(3, 3, -1), (4, 4, 0), (250, 250, 246), (251, 4, 247)]
)
def test_of_very_many_hits_four_are_shown(count, shown, more):
    dataset = dated_dataset(*["2019-02-01"] * count)
    ctx = build_context(dataset)
    group = search_hits._build_hit_group(
        "events", list(dataset.events), dataset, i18n=ctx.i18n, link_base=ctx.link_base
    )
    assert (len(group.hits), group.more) == (shown, more)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("aid zzzz", "Nothing has all of these words; these have 1 of 2."),
        ("Cucota", "Cucuta"),
        ("567", "check=567"),
    ],
    ids=["part", "spelling", "figure"],
)
def test_a_search_says_what_else_can_be_done(text, says):
    ctx = build_context(SMALL, filters=Filters(text=text))
    assert says in render_hits(ctx.dataset, ctx.i18n, ctx.link_base)


def test_a_claim_leads_to_its_question_unless_it_is_a_total():
    texts = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")
    topic = Topic(id="q", status="agree", explanation_basis="editors", **dict.fromkeys(texts, "x"))
    counted = claim("asked", 3, "2019-02-27", topic_id="q", region_id="oriente")
    dataset = add_claims(replace(SMALL, topics={"q": topic}), counted)
    ctx = build_context(dataset, filters=Filters(text="statement"))
    html = render_hits(ctx.dataset, ctx.i18n, ctx.link_base).unescape()
    assert "disagreements?lang=en&claim=cl-asked" in html
    assert "figures?lang=en&claim=cl-total" in html


# Rows of the map ----------------------------------------------------------------------------------


def seated(dataset=COUNTED, **region):
    row = SMALL.regions["oriente"].model_copy(update={"seat_place_id": "cucuta"} | region)
    return replace(dataset, regions=SMALL.regions | {"oriente": row})


def map_row(dataset, **view):
    ctx = build_context(dataset, **view)
    (row,) = build_map_rows(ctx, shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)).regions
    return row


@pytest.mark.parametrize(
    ("basis", "is_inferred"), [("attested", False), ("inferred", True), (None, True)]
)
def test_a_seat_is_inferred_unless_a_source_names_it(basis, is_inferred):
    assert map_row(seated(seat_basis=basis)).seat_inferred is is_inferred


@pytest.mark.parametrize(
    ("counts", "value", "earlier", "text"),
    [("latest", 415, None, "415"), ("earlier", 328, None, "328"),
     ("change", 415, 328, "328 → 415")],
)  # fmt: skip
def test_a_region_is_drawn_with_the_numbers_of_the_day_that_is_shown(counts, value, earlier, text):
    row = map_row(seated(), counts=counts)
    assert (row.value, row.earlier, row.text) == (value, earlier, text)


def test_a_region_that_had_no_count_before_is_new():
    alone = replace(SMALL, claims={"cl-north": SMALL.claims["cl-north"]})
    dataset = add_claims(alone, claim("x", 9, "2019-02-26", region_id="guajira"))
    assert map_row(seated(dataset), counts="change").text == "new: 415"


def test_a_region_without_seat_and_outline_is_in_the_table_alone():
    ctx = build_context(COUNTED)
    assert (
        list(build_map_rows(ctx, shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)).regions)
        == []
    )


def test_a_hidden_count_is_left_out_and_a_missing_one_has_no_text():
    other = add_claims(replace(SMALL, claims={}, citations=()), SOUTH, source="doc-a")
    silent = map_row(seated(other))
    assert (silent.left_out, silent.value, silent.text) == (False, None, "")
    reported = add_claims(other, claim("north", 415, "2019-02-27", region_id="oriente"))
    hidden = map_row(seated(reported), filters=Filters(documents_only=True))
    assert (hidden.left_out, hidden.text) == (True, "left out by your filters")


@pytest.mark.parametrize(("is_close", "count"), [(True, 1), (False, 0)], ids=["close", "wide"])
def test_a_close_map_says_that_a_number_is_of_the_whole_region(is_close, count):
    extent = {"id": "a", "bounds": [-75, -2, -70, 3], "close": is_close}
    ctx = build_context(set_presentation(seated(), extents=[extent]))
    remarks = list_region_remarks(
        shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts),
        ctx.story,
        ctx.view,
        i18n=ctx.i18n,
    )
    assert len(remarks) == count
    assert all("The 415 of Oriente were counted in the whole region" in each for each in remarks)


# Days and counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zooms", "view", "offered"),
    [
        ([], View(), []),
        ([{"id": "feb", "from": "2019-02-01", "to": "2019-02-28"}], View(), ["all", "feb"]),
        (
            [{"id": "feb", "from": "2019-02-01", "to": "2019-02-28"}],
            View(filters=Filters(start=date(2019, 2, 1))),
            [],
        ),
        ([], View(zoom="2019-02-01/2019-02-03"), ["all", "2019-02-01/2019-02-03"]),
    ],
    ids=["nothing to choose", "a story's", "days are chosen", "what is seen"],
)
def test_spans_to_look_at_are_offered_where_there_is_a_choice(zooms, view, offered):
    dataset = set_presentation(SMALL, zooms=zooms)
    ctx = build_context(dataset, slug="timeline", filters=view.filters, zoom=view.zoom)
    html = timeline_chart._render_spans(ctx.facts, ctx.view, ctx.i18n)
    assert bool(html) is bool(offered)
    assert list(timeline_chart._list_offered_spans(ctx.dataset, ctx.view)) == (offered or ["all"])


def test_counts_of_a_day_are_played_with_their_regions_and_finding():
    steps = build_count_steps(build_context(COUNTED))
    assert [(step["when"], sorted(step["regions"])) for step in steps] == [
        ("26 Feb", ["oriente"]), ("27 Feb", ["guajira", "oriente"])
    ]  # fmt: skip
    html = str(steps[1]["html"])
    assert html.index("Oriente") < html.index("Guajira")
    assert steps[1]["finding"] == "93% of the 445 counted were counted in Oriente"


@pytest.mark.parametrize(
    ("edtf", "bounds"),
    [
        ("2019-02-27", (737117, 737117, False)),
        ("2019-02-27~", (737117, 737117, True)),
        ("../2019-02-27", (None, 737117, False)),
    ],
)
def test_the_browser_compares_dates_as_numbers_of_days(edtf, bounds):
    found = date_bounds(parse_edtf(edtf))
    assert (found["first"], found["last"], found["unsure"]) == bounds


def test_a_story_of_as_many_events_as_are_indexed_is_filtered_in_the_browser(monkeypatch):
    for most, answers in ((4, True), (3, False)):
        monkeypatch.setattr(selection, "MOST_INDEXED", most)
        assert answers_in_browser(SMALL) is answers


def test_an_event_is_drawn_with_its_date_and_how_that_is_known():
    ctx = build_context(SMALL)
    row = build_timeline_row(
        SMALL.events["ev-march"], parse_edtf("2019-04~"), ctx.facts, i18n=ctx.i18n
    )
    assert row.when == "April"
    assert row.says == (
        "about April 2019 (date stated by the source). Title march. Reception. DOC-A para. 9"
    )
    assert build_timeline_frame(ctx, 900).lanes == ctx.i18n.kind_names


# Tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "page", "shown"), [(25, 1, (1, 1)), (26, 2, (2, 2)), (26, 9, (2, 2)), (0, 1, (1, 1))]
)
def test_a_table_goes_by_twenty_five_rows(count, page, shown):
    ctx = build_context(dated_dataset(*["2019-02-01"] * count), page=page)
    table = build_shown_table(ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n)
    assert (table.page, table.page_count) == shown


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ({}, "4 of 4 events."),
        ({"find": "aid"}, "1 of 4 events; with the words “aid”."),
        ({"sort": "-date"}, "4 of 4 events; order: date, descending."),
        ({"table": "claims", "claimant": "office"}, "3 of 3 claims; said by Office."),
    ],
    ids=["all", "words", "order", "claimant"],
)
def test_rows_are_counted_with_what_chooses_them(view, sentence):
    ctx = build_context(SMALL, **view)
    shown = build_shown_table(ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n)
    assert rows_sentence(ctx.dataset, ctx.view, ctx.i18n, shown=shown) == sentence


def test_a_page_of_rows_is_named_by_their_numbers():
    ctx = build_context(dated_dataset(*["2019-02-01"] * 30), page=2)
    shown = build_shown_table(ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n)
    sentence = rows_sentence(ctx.dataset, ctx.view, ctx.i18n, shown=shown)
    assert sentence == "30 of 30 events; rows 26 to 30."


def test_tables_without_rows_are_no_choice_unless_they_are_shown():
    empty = replace(SMALL, places={}, events={
        key: event.model_copy(update={"place_id": None}) for key, event in SMALL.events.items()
    })  # fmt: skip
    ctx = build_context(empty)
    assert "places" not in table_labels(ctx.subset, ctx.view, ctx.i18n)
    ctx = build_context(empty, table="places")
    assert "places" in table_labels(ctx.subset, ctx.view, ctx.i18n)
    ctx = build_context(SMALL, filters=ORIENTE)
    labels = table_labels(ctx.subset, ctx.view, ctx.i18n)
    assert labels["events"] == "Events · 3 of 4"


def test_columns_shown_first_are_in_the_readers_language():
    assert "title" in shown_columns(View(), build_context(SMALL).i18n)
    spanish = shown_columns(View(), build_context(SMALL, language="es").i18n)
    assert "title_es" in spanish
    assert "title" not in spanish
    assert shown_columns(View(columns=("id",)), build_context(SMALL).i18n) == ("id",)


@pytest.mark.parametrize(
    ("sort", "label"),
    [("", "as in the table"), ("date", "date, ascending"), ("-date", "date, descending")],
)
def test_an_order_is_named(sort, label):
    ctx = build_context(SMALL)
    assert sort_label(sort, ctx.dataset, ctx.view, i18n=ctx.i18n) == label


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ({"filters": ORIENTE, "table": "claims"}, "Shown: 2 of 3 claims, in Oriente."),
        ({"find": "aid"}, "Shown: 1 of 4 events, with the words “aid”."),
    ],
    ids=["filters", "words of the table"],
)
def test_the_sentence_on_a_table_counts_its_rows_and_names_what_chooses_them(view, sentence):
    ctx = build_context(SMALL, **view)
    shown = build_shown_table(ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n)
    assert table_sentence(ctx.story, ctx.view, ctx.i18n, shown) == sentence


# Circles of a table -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degrees", "zoom"), [(360, 4), (180, 5), (1, 12), (0.001, 12), (100_000, 0)]
)
def test_about_fourteen_cells_cover_a_map(degrees, zoom):
    assert _cell_zoom((0, 0, degrees, degrees / 2)) == zoom


def test_the_fullest_cells_are_drawn_and_the_first_have_numbers():
    cells = [
        SimpleNamespace(x=number, y=0, lat=0.0, lon=0.0, count=500 - number)
        for number in range(130)
    ]
    ctx = build_context(SMALL)
    rows = build_cell_circles(cells, ctx.story.basemap, ctx.i18n).regions
    assert len(rows) == 120
    assert [row.text for row in rows[:10]] == [
        "500", "499", "498", "497", "496", "495", "494", "493", "", ""
    ]  # fmt: skip
