"""Who told whom: from the first speaker, through every text in between, to the page read."""

from dataclasses import replace

import pytest

from components.query.evidence import chains, speaks_for
from components.query.filters import Filters
from components.story.models import Citation, Claimant
from tests.support.data import DATA
from tests.support.stories.small import small_dataset
from tests.unit.domain.evidence.test_independence import OUTLETS, chained, cite


def told(*citations, record="cl-total", data=None, **filters):
    """Each road as its stations, with what each did; a hidden one is a question mark."""
    data = replace(data or small_dataset(), sources=OUTLETS, citations=citations)
    return [
        " ".join(f"{step.part} {step.key}" for step in chain.steps) + " ?" * chain.unnamed
        for chain in chains(data, record, Filters(**filters))
    ]


JETS = "said office reported cnn repeated jets"
PAPER = [Citation(record_id="cl-total", source_id="paper", locator=n, role="supports")
         for n in (1, 2)]  # fmt: skip


@pytest.mark.parametrize(
    ("citations", "roads"),
    [
        # A road starts with the speaker, and reads via backwards.
        ([cite("jets", "insider", "cnn")],
         ["said office reported cnn repeated insider repeated jets"]),
        # A road that another continues is told once, and two stay two.
        ([cite("cnn"), cite("jets", "cnn")], [JETS]),
        ([cite("jets", "cnn"), cite("efe-1")], [JETS, "said office reported efe-1"]),
        # Two paragraphs of one text are one road.
        (PAPER, ["said office reported paper"]),
        # An aggregator that names no source hides a step, until another paragraph tells it.
        ([cite("jets")], ["said office repeated jets ?"]),
        ([cite("jets"), cite("jets", "cnn")], [JETS]),
        ([cite("efe-1", role="context")], []),
    ],
)  # fmt: skip
def test_roads(citations, roads):
    assert sorted(told(*citations)) == roads


def test_an_event_has_no_first_speaker():
    cited = cite("jets", "cnn", record="ev-count")
    assert told(cited, record="ev-count") == ["reported cnn repeated jets"]


def test_what_the_filters_leave_out_is_not_told_but_what_was_repeated_is():
    assert told(cite("efe-1"), cite("jets", "cnn"), documents_only=True) == [JETS]


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
    data = replace(base, claims={"cl-total": total}, claimants={"cnn": own})
    assert told(cite("jets", "cnn"), data=data) == ["reported cnn repeated jets"]


def test_every_citation_of_the_shipped_data_is_on_a_road():
    for record in (*DATA.claims, *DATA.events):
        stations = {s.key for chain in chains(DATA, record, Filters()) for s in chain.steps}
        cited = [c for c in DATA.citations_of(record) if c.role == "supports"]
        assert {c.source_id for c in cited} <= stations, record
        assert {v for c in cited for v in c.via} <= stations, record


def test_a_road_of_three_thousand_stations_and_a_thousand_roads_are_told():
    made = chained(3000)
    long = cite("s2999", *(f"s{n}" for n in range(2998, -1, -1)))
    data = replace(small_dataset(), sources=made, citations=(long,))
    assert [len(chain.steps) for chain in chains(data, "cl-total", Filters())] == [3001]
    many = tuple(cite(f"s{n}", "s0") for n in range(1, 1001))
    data = replace(small_dataset(), sources=made, citations=(*many, cite("s0")))
    assert len(chains(data, "cl-total", Filters())) == 1000
