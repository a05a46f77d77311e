"""Citing a view: its link comes back as that view, and every figure brings its paragraph."""

from dataclasses import replace

import pytest

from components.export.citations import format_pinpoint
from components.export.quotation import dataset_citation, figure_sentences, sources_in_view
from components.query.figures import headlines
from components.query.filters import Filters, citations_in_use, select
from components.query.view import View, read_view
from components.story.models import Citation
from tests.support.cases import for_each
from tests.support.data import DATA
from tests.support.stories.small import small_dataset
from tests.support.words import i18n_for

SMALL = small_dataset()
LANGUAGES = ("en", "es")
FILTERS = {
    "everything": Filters(),
    "a region": Filters(regions=("oriente",)),
    "two regions": Filters(regions=("guajira", "oriente")),
    "the documents alone": Filters(documents_only=True),
    "as known on a day": Filters(
        published_by=read_view({"known": ["2019-03-08"]}, DATA)[0].filters.published_by
    ),
    "one source": Filters(sources=("npr",)),
    "a voice left out": Filters(excluded_voices=("colombian-state",)),
    "words": Filters(text="567"),
    "nothing left": Filters(text="no such words anywhere"),
}
EVERY_FILTER = pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)


@EVERY_FILTER
def test_the_sources_are_those_of_the_citations_in_use(filters):
    selection = select(DATA, filters)
    wanted = set()
    for record in (*selection.events, *selection.claims):
        wanted |= {c.source_id for c in citations_in_use(DATA, record.id, filters)}
    found = [source.id for source in sources_in_view(DATA, selection, View(filters=filters))]
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_a_chosen_event_brings_its_own_sources_and_those_of_its_claims():
    filters = FILTERS["nothing left"]
    event = "ev-2019-02-28-count-567"
    left = select(DATA, filters)
    found = sources_in_view(DATA, left, View(filters=filters, event=event))
    records = [event, *(c.id for c in DATA.claims_of_event(event))]
    assert {s.id for s in found} == {c.source_id for r in records for c in DATA.citations_of(r)}
    assert sources_in_view(DATA, left, View(filters=filters)) == ()


def test_a_source_that_disputes_a_figure_is_named_as_such():
    against = Citation(record_id="cl-total", source_id="doc-a", locator=7, role="disputes")
    data = replace(SMALL, citations=(*SMALL.citations, against))
    filters = Filters(text="statement total")
    made = " ".join(
        s.text
        for s in figure_sentences(
            data, select(data, filters), View(filters=filters), i18n_for("en")
        )
    )
    assert made.endswith(
        "(Office, in WIRE, 28 February 2019; disputed by DOC-A, 28 February 2019, para. 7)."
    )


@for_each("language", LANGUAGES)
@EVERY_FILTER
def test_every_headline_figure_is_cited_to_every_source_in_use(filters, language):
    i18n = i18n_for(language)
    selection = select(DATA, filters)
    made = figure_sentences(DATA, selection, View(filters=filters), i18n)
    found = headlines(DATA, selection.claims, filters)
    assert [sentence.claims for sentence in made] == [item.claims for item in found]
    for item, sentence in zip(found, made, strict=True):
        assert sentence.text.endswith(".")
        for record in item.claims:
            for citation in citations_in_use(DATA, record.id, filters):
                source = DATA.sources[citation.source_id]
                assert format_pinpoint(source, None, language) in sentence.text
        if item.kind == "regions":
            assert f"{int(item.total)} " in sentence.text
        elif item.kind in {"total", "relatives"}:
            assert i18n.value(item.claims[0]).casefold() in sentence.text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_can_be_chosen_and_is_cited(language):
    i18n, nothing = i18n_for(language), FILTERS["nothing left"]
    selection = select(DATA, nothing)
    for event in DATA.events.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, event=event.id), i18n)
        assert i18n.of(event, "summary").removesuffix(".") in made.text
        assert i18n.date(event.date).casefold() in made.text.casefold()
        assert made.event == event
    for record in DATA.claims.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, claim=record.id), i18n)
        assert made.text.endswith(".")
        assert made.claims == (record,)
        assert "{" not in made.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_data_set_is_cited_with_its_version_and_no_address(language):
    made = dataset_citation(DATA, "Shown: 1 of 42 events.", i18n_for(language))
    title = {"en": "Across the Táchira", "es": "Al otro lado del Táchira"}[language]
    assert made.startswith(f"{title}, ")
    assert DATA.version in made
    assert "Shown: 1 of 42 events." in made
    assert "http" not in made
    assert "doi" not in made.casefold()
    assert {"en": "[date of access]", "es": "[fecha de consulta]"}[language] in made
