"""Who told whom: from the first speaker, through every text in between, to the page read."""

from dataclasses import replace

import pytest

from components.query.evidence import Chain, ChainStep, chains, speaks_for
from components.query.filters import Filters
from components.story.models import Citation, Claimant
from tests.support.data import DATA
from tests.support.stories.small import small_dataset
from tests.unit.domain.evidence.test_independence import OUTLETS, chained, cite

NONE = Filters()
OFFICE = ChainStep("said", "office")


def text(part, key):
    return ChainStep(part, key)


def told(*citations, filters=NONE, record="cl-total"):
    data = replace(small_dataset(), sources=OUTLETS, citations=citations)
    return chains(data, record, filters)


def test_a_road_starts_with_the_speaker_and_reads_via_backwards():
    assert told(cite("jets", "insider", "cnn")) == (
        Chain((OFFICE, text("reported", "cnn"), text("repeated", "insider"),
               text("repeated", "jets"))),
    )  # fmt: skip


def test_a_road_that_another_continues_is_told_once():
    (chain,) = told(cite("cnn"), cite("jets", "cnn"))
    assert [s.key for s in chain.steps] == ["office", "cnn", "jets"]


def test_two_roads_stay_two():
    assert len(told(cite("jets", "cnn"), cite("efe-1"))) == 2


def test_two_paragraphs_of_one_text_are_one_road():
    first, second = (
        Citation(record_id="cl-total", source_id="paper", locator=n, role="supports")
        for n in (1, 2)
    )
    assert len(told(first, second)) == 1


def test_an_aggregator_that_names_no_source_hides_a_step():
    (chain,) = told(cite("jets"))
    assert chain.unnamed
    assert chain.steps == (OFFICE, text("repeated", "jets"))


def test_the_hidden_step_is_no_longer_hidden_where_another_paragraph_tells_it():
    (chain,) = told(cite("jets"), cite("jets", "cnn"))
    assert not chain.unnamed


def test_an_event_has_no_first_speaker():
    cited = cite("jets", "cnn", record="ev-count")
    (chain,) = told(cited, record="ev-count")
    assert chain.steps == (text("reported", "cnn"), text("repeated", "jets"))


def test_what_the_filters_leave_out_is_not_told_but_what_was_repeated_is():
    cited = (cite("efe-1"), cite("jets", "cnn"))
    (chain,) = told(*cited, filters=Filters(documents_only=True))
    assert [s.key for s in chain.steps] == ["office", "cnn", "jets"]
    assert told(cite("efe-1", role="context")) == ()


@pytest.mark.parametrize(
    ("claimant", "name", "voice", "source", "expected"),
    [
        ("efe", "EFE", "press", "efe-1", True),
        ("the-paper", "The Paper of Record", "press", "paper", True),
        ("cnn", "CNN", "press", "efe-1", False),
        ("efe", "EFE", "colombian-state", "efe-1", False),
    ],
)
def test_a_newsroom_and_its_text_are_one_station(claimant, name, voice, source, expected):
    speaker = Claimant(id=claimant, name=name, name_es=name, voice=voice)
    assert speaks_for(speaker, OUTLETS[source]) is expected


def test_a_newsroom_in_its_own_name_is_not_told_by_itself():
    own = Claimant(id="cnn", name="CNN", name_es="CNN", voice="press")
    base = small_dataset()
    total = base.claims["cl-total"].model_copy(update={"claimant_id": "cnn"})
    data = replace(
        base,
        sources=OUTLETS,
        claims={**base.claims, "cl-total": total},
        claimants={**base.claimants, "cnn": own},
        citations=(cite("jets", "cnn"),),
    )
    (chain,) = chains(data, "cl-total", NONE)
    assert chain.steps == (text("reported", "cnn"), text("repeated", "jets"))


def test_every_citation_of_the_shipped_data_is_on_a_road():
    data = DATA
    for record in (*data.claims, *data.events):
        stations = {s.key for chain in chains(data, record, NONE) for s in chain.steps}
        cited = [c for c in data.citations_of(record) if c.role == "supports"]
        assert {c.source_id for c in cited} <= stations, record
        assert {v for c in cited for v in c.via} <= stations, record


def test_a_road_of_three_thousand_stations_and_a_thousand_roads_are_told():
    made = chained(3000)
    long = cite("s2999", *(f"s{n}" for n in range(2998, -1, -1)))
    data = replace(small_dataset(), sources=made, citations=(long,))
    assert [len(chain.steps) for chain in chains(data, "cl-total", NONE)] == [3001]
    many = tuple(cite(f"s{n}", "s0") for n in range(1, 1001))
    data = replace(small_dataset(), sources=made, citations=(*many, cite("s0")))
    assert len(chains(data, "cl-total", NONE)) == 1000
