"""The headline of the Overview, and the map's title, say what is true of the view that is shown."""

from dataclasses import replace
from datetime import timedelta

import pytest

from components.export.embed import headline_of
from components.presentation.filter_line import line_view
from components.presentation.findings import map_finding, shown_counts
from components.presentation.index import stage_index
from components.presentation.stage import as_of_day, stage_parts
from tests.support.data import DATA
from tests.support.views import viewed

SAID = {
    "category=counts&region=guajira": (
        "2 of 43 events, in Guajira, of the kind Counts published",
        "2 de 43 hechos, en Guajira, del tipo «Cifras publicadas»",
    ),
    "day=2019-02-23": (
        "What had happened by 23 February 2019",
        "Lo que había pasado hasta el 23 de febrero de 2019",
    ),
    "day=2019-03-03&from=2019-02-19&to=2019-03-04": (
        "What happened from 19 February to 3 March 2019",
        "Lo que pasó del 19 de febrero al 3 de marzo de 2019",
    ),
    "day=2019-02-23&from=2019-02-23": (
        "What happened on 23 February 2019",
        "Lo que pasó el 23 de febrero de 2019",
    ),
    "region=oriente&compare=region:guajira": (
        "Side by side: Oriente (Norte de Santander, Santander), and Guajira",
        "Lado a lado: Oriente (Norte de Santander, Santander), y Guajira",
    ),
}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", ("", "")),
        ("known=2019-03-01", ("As published by 1 Mar", "Publicado hasta el 1 de mar")),
        ("from=2019-02-20&known=2019-03-01",
         ("from 20 February 2019", "desde el 20 de febrero de 2019")),
    ],
)  # fmt: skip
def test_the_button_of_the_dates_says_what_is_set(query, said):
    told = [line_view(viewed(query, language), "")["dates_said"] for language in ("en", "es")]
    assert told == list(said)


@pytest.mark.parametrize(("query", "said"), SAID.items(), ids=SAID)
def test_the_headline_is_that_of_the_view(query, said):
    for language, words in zip(("en", "es"), said, strict=True):
        assert stage_parts(viewed(query, language))["headline"] == words


def test_a_headline_with_very_many_filters_says_how_much_is_shown_alone():
    query = "&".join(f"source={key}" for key in sorted(DATA.sources)[:9])
    ctx = viewed(query)
    shown = len(ctx.selection.events)
    assert stage_parts(ctx)["headline"] == f"{shown} of 43 events"


def test_the_text_of_a_day_has_the_events_that_the_browser_plays():
    first, last = DATA.period
    events = stage_index(viewed(""))["events"]
    for step in range(0, (last - first).days, 5):
        day = first + timedelta(days=step)
        ctx = viewed(f"day={day}")
        shown = {e.id for e in replace(ctx, view=as_of_day(ctx.view)).selection.events}
        reached = {e["id"] for e in events if (e["first"] or 0) <= day.toordinal()}
        assert shown == reached, day


@pytest.mark.parametrize("language", ["en", "es"])
def test_regions_never_get_the_map_title_of_the_whole(language):
    whole = map_finding(viewed("", language))
    table = shown_counts(viewed("", language))
    numbers = {row.region.id: row.number("latest") or 0 for row in table.rows}
    every = sum(numbers.values())
    for regions in (["guajira"], ["oriente"], ["caribe", "guajira"], list(numbers)[:4]):
        query = "&".join(f"region={one}" for one in regions)
        for counts in ("latest", "earlier", "change"):
            ctx = viewed(f"{query}&counts={counts}", language)
            said = map_finding(ctx)
            assert said != whole
            assert said == headline_of("map", ctx)
        shown = sum(numbers[one] for one in regions)
        assert map_finding(viewed(query, language)).startswith(
            f"{shown} de {every}" if language == "es" else f"{shown} of {every}"
        )
    assert map_finding(viewed("region=amazonas")) == "No source gives a count for Amazonas"
