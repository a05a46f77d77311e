"""Provenance: independent sources, and paths from the first speaker to the page."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.query.evidence import (
    Origin,
    find_fewest_roots,
    find_independent_roots,
    find_newsroom_roots,
    find_newsrooms,
    find_origins,
    trace_chains,
)
from components.query.filters import Filters
from components.story.models import Citation, Claimant
from tests.support.data import DATA
from tests.support.stories.small import small_dataset, source

NOTE = {"en": "n", "es": "n"}
NONE = Filters()


def outlet(key, short, kind="newspaper", upstream=(), tier="corroborating", voice="press"):
    custom = {
        "tier": tier, "kind": kind, "voice": voice, "short": short, "issued_edtf": "2019-02-28",
        "date_basis": "stated", "date_note": NOTE, "notes": NOTE, "upstream": list(upstream),
    }  # fmt: skip
    return source(key, tier, custom=custom)


OUTLETS = {
    source.id: source
    for source in (
        outlet("cnn", "CNN", "broadcaster"),
        outlet("insider", "Insider"),
        outlet("paper", "The Paper", tier="document"),
        outlet("efe-1", "EFE", "wire"),
        outlet("efe-2", "EFE, via The Paper", "wire"),
        outlet("office", "Office", "official", voice="colombian-state"),
        outlet("jets", "Jets World", "aggregator", ("cnn", "insider"), "document"),
        outlet("digest", "Digest", "aggregator", ("insider", "paper")),
        outlet("echo", "Echo", "aggregator", ("jets",)),
    )
}


def cite(key, *via, role="supports", record="cl-total"):
    return Citation(record_id=record, source_id=key, role=role, via=via)


def data(*citations):
    return replace(small_dataset(), sources=OUTLETS, citations=citations)


def names(found):
    """Each root as the names that it may be; a statement's is its id."""
    return tuple(tuple(origin.key for origin in root) for root in found)


def roots(*citations, filters=NONE):
    return names(find_independent_roots(data(*citations), ("cl-total",), filters))


@pytest.mark.parametrize(
    ("citations", "expected"),
    [
        ([cite("cnn")], [("CNN",)]),
        ([cite("cnn"), cite("efe-1")], [("CNN",), ("EFE",)]),
        # Copies and a second text of one agency are one source.
        ([cite("efe-1"), cite("efe-2")], [("EFE",)]),
        # Two texts that repeat one report are one, with the report itself or without it.
        ([cite("jets", "cnn"), cite("paper", "cnn")], [("CNN",)]),
        ([cite("cnn"), cite("jets", "cnn"), cite("paper", "cnn")], [("CNN",)]),
        # The nearest comes first in via, so the last is the root.
        ([cite("jets", "insider", "cnn")], [("CNN",)]),
        # An aggregator adds nothing to its upstream, even when it does not say which.
        ([cite("jets")], [("CNN", "Insider")]),
        ([cite("cnn"), cite("jets")], [("CNN",)]),
        ([cite("cnn"), cite("insider"), cite("jets")], [("CNN",), ("Insider",)]),
        ([cite("echo")], [("CNN", "Insider")]),
        ([cite("paper", "jets")], [("CNN", "Insider")]),
        # Two aggregators that may both repeat the Insider are one source, and it is that one.
        ([cite("jets"), cite("digest")], [("Insider",)]),
        ([cite("efe-1"), cite("jets")], [("CNN", "Insider"), ("EFE",)]),
        # What gives context or disputes a record is not what it rests on.
        ([cite("cnn"), cite("efe-1", role="context"), cite("paper", role="disputes")], [("CNN",)]),
        ([], []),
    ],
)
def test_independent_sources_are_counted(citations, expected):
    assert list(roots(*citations)) == expected


def test_excluded_sources_are_not_counted():
    both = (cite("cnn"), cite("paper"), cite("office"))
    assert len(roots(*both)) == 3
    assert roots(*both, filters=Filters(documents_only=True)) == (("The Paper",),)
    assert len(roots(*both, filters=Filters(excluded_voices=("colombian-state",)))) == 2
    # A repeated report keeps its root where the report itself is left out.
    alone = roots(cite("cnn"), cite("jets", "cnn"), filters=Filters(documents_only=True))
    assert alone == (("CNN",),)


def test_claims_from_one_report_are_counted_once():
    some = data(cite("jets", "cnn", record="cl-a"), cite("cnn", record="cl-b"))
    assert names(find_independent_roots(some, ("cl-a", "cl-b"), NONE)) == (("CNN",),)


RELAYS = {"cl-a": "st-1", "cl-b": "st-1", "cl-c": "st-2", "cl-d": None}


@pytest.mark.parametrize(
    ("citations", "expected"),
    [
        pytest.param(
            [("cl-a", "cnn"), ("cl-b", "efe-1")], [("st-1",)], id="two newsrooms, one statement"
        ),
        pytest.param(
            [("cl-a", "cnn"), ("cl-a", "efe-1"), ("cl-a", "insider")], [("st-1",)],
            id="one claim in three newsrooms",
        ),
        # Where to read it is worth more than what the newsroom was told.
        pytest.param([("cl-a", "cnn")], [("CNN",)], id="one newsroom"),
        pytest.param(
            [("cl-a", "cnn"), ("cl-c", "cnn")], [("CNN",)], id="two interviews in one newsroom"
        ),
        pytest.param(
            [("cl-a", "cnn"), ("cl-b", "efe-1"), ("cl-c", "insider")], [("Insider",), ("st-1",)],
            id="two statements",
        ),
        pytest.param(
            [("cl-a", "cnn"), ("cl-b", "efe-1"), ("cl-d", "cnn")], [("CNN",), ("EFE",)],
            id="a claim that names no statement keeps its newsroom",
        ),
        pytest.param([("cl-d", "cnn"), ("cl-d", "efe-1")], [("CNN",), ("EFE",)], id="no statement"),
        pytest.param([("cl-a", "jets")], [("CNN", "Insider")], id="newsroom that is not known"),
    ],
)  # fmt: skip
def test_claims_that_relay_one_statement_have_one_independent_source(citations, expected):
    total = small_dataset().claims["cl-total"]
    claims = {
        key: total.model_copy(update={"id": key, "statement_id": statement_id})
        for key, statement_id in RELAYS.items()
    }
    cited = [cite(source_id, record=record) for record, source_id in citations]
    some = replace(data(*cited), claims=claims)
    found = names(find_independent_roots(some, tuple(RELAYS), NONE))
    assert sorted(found) == expected


def test_newsrooms_that_relay_one_statement_can_be_counted_apart():
    relaying = small_dataset().claims["cl-total"].model_copy(update={"statement_id": "st-1"})
    some = replace(data(cite("cnn"), cite("jets", "cnn"), cite("efe-1")))
    some = replace(some, claims={"cl-total": relaying})
    assert names(find_newsroom_roots(some, "cl-total", NONE)) == (("CNN",), ("EFE",))


def tried(sets):
    """The smallest number of names with one of each set, by trying all: for a few sets only."""
    origins = sorted(frozenset().union(*sets))
    sizes = range(len(sets) + 1)
    choices = (set(claim) for size in sizes for claim in combinations(origins, size))
    return next(
        len(choice) for choice in choices if all(names_of_set & choice for names_of_set in sets)
    )


SOME_ORIGINS = [Origin("newsroom", name) for name in "abcde"]
SOME_ORIGINS += [Origin("statement", name) for name in "fg"]


@given(st.lists(st.frozensets(st.sampled_from(SOME_ORIGINS), min_size=1, max_size=4), max_size=8))
def test_count_equals_that_of_a_brute_force_search(sets):
    assert len(find_fewest_roots(sets)) == tried(sets)


def test_counts_of_the_data_set_equal_a_brute_force_search():
    records = [*DATA.claims, *DATA.events]
    for record in records:
        cited = [citation for citation in DATA.citations_of(record) if citation.role == "supports"]
        found = find_independent_roots(DATA, (record,), NONE)
        assert len(found) == tried([find_origins(DATA, citation) for citation in cited])


def aggregators(number, *, newsrooms, upstream):
    """So many aggregators, each with so many newsrooms upstream, all citing one claim."""
    papers = {
        f"p{number}": outlet(f"p{number}", f"Paper {number:04}") for number in range(newsrooms)
    }
    made = {}
    for index in range(number):
        first = index * upstream
        taken = [f"p{(first + offset) % newsrooms}" for offset in range(upstream)]
        made[f"a{index}"] = outlet(f"a{index}", f"A {index}", "aggregator", taken)
    cited = tuple(cite(key) for key in made)
    return replace(small_dataset(), sources={**papers, **made}, citations=cited)


@pytest.mark.parametrize(("newsrooms", "upstream"), [(999, 2), (1500, 2), (97, 3), (40, 7)])
def test_thousand_connected_aggregators_are_counted_quickly(newsrooms, upstream):
    tangled = aggregators(1000, newsrooms=newsrooms, upstream=upstream)
    found = find_independent_roots(tangled, ("cl-total",), NONE)
    assert newsrooms / upstream / 2 <= len(found) <= newsrooms
    # Never too many: no two roots share a newsroom.
    assert sum(map(len, found)) == len({name for names in found for name in names})


def chained(length):
    made = {"s0": outlet("s0", "First")}
    for number in range(1, length):
        made[f"s{number}"] = outlet(f"s{number}", f"S {number}", "aggregator", (f"s{number - 1}",))
    return made


def test_chain_of_three_thousand_sources_has_one_root():
    some = replace(small_dataset(), sources=chained(3000))
    assert find_newsrooms(some, cite("s2999")) == {"First"}


def test_lattice_of_upstream_sources_is_walked_once():
    """Two sources in each layer, each taking from both below: twice as many ways per layer."""
    made = {key: outlet(key, key.upper()) for key in ("x0", "y0")}
    for number in range(1, 400):
        below = (f"x{number - 1}", f"y{number - 1}")
        made |= {
            f"{letter}{number}": outlet(
                f"{letter}{number}", f"{letter} {number}", "aggregator", below
            )
            for letter in "xy"
        }
    some = replace(small_dataset(), sources=made)
    assert find_newsrooms(some, cite("x399")) == {"X0", "Y0"}


def test_aggregators_in_a_cycle_are_roots_unless_it_has_an_exit():
    ring = {
        key: outlet(key, key.upper(), "aggregator", (upstream_key,))
        for key, upstream_key in zip("abc", "bca", strict=True)
    }
    some = replace(small_dataset(), sources=ring)
    assert find_newsrooms(some, cite("a")) == {"A", "B", "C"}
    out = {**ring, "d": outlet("d", "D"), "b": outlet("b", "B", "aggregator", ("c", "d"))}
    for key in "abc":
        assert find_newsrooms(replace(some, sources=out), cite(key)) == {"D"}


def told(*citations, record="cl-total", data=None, **filters):
    """Each road as its stations, with what each did; a hidden one is a question mark."""
    data = replace(data or small_dataset(), sources=OUTLETS, citations=citations)
    return [
        " ".join(f"{step.part} {step.key}" for step in chain.steps) + " ?" * chain.unnamed
        for chain in trace_chains(data, record, Filters(**filters))
    ]


JETS = "said office reported cnn repeated jets"
PAPER = [Citation(record_id="cl-total", source_id="paper", locator=number, role="supports")
         for number in (1, 2)]  # fmt: skip


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
def test_provenance_paths_lead_to_each_citation(citations, roads):
    assert sorted(told(*citations)) == roads


def test_provenance_path_begins_with_an_allowed_claimant():
    of_event = cite("jets", "cnn", record="ev-count")
    assert told(of_event, record="ev-count") == ["reported cnn repeated jets"]
    assert told(cite("efe-1"), cite("jets", "cnn"), documents_only=True) == [JETS]
    # A newsroom in its own name is not told by itself.
    own = Claimant(id="cnn", name="CNN", name_es="CNN", voice="press")
    base = small_dataset()
    total = base.claims["cl-total"].model_copy(update={"claimant_id": "cnn"})
    data = replace(base, claims={"cl-total": total}, claimants={"cnn": own})
    assert told(cite("jets", "cnn"), data=data) == ["reported cnn repeated jets"]


def test_newsroom_that_repeats_did_not_say_it_first():
    """What an aggregator words for itself it has from its source, which no path puts behind it."""
    speaker = Claimant(id="jets", name="Jets World", name_es="Jets World", voice="press")
    base = small_dataset()
    total = base.claims["cl-total"].model_copy(update={"claimant_id": "jets"})
    data = replace(base, claims={"cl-total": total}, claimants={"jets": speaker})
    assert told(cite("jets", "cnn"), data=data) == ["reported cnn repeated jets"]


def test_every_citation_of_the_data_set_is_on_a_provenance_path():
    for record in (*DATA.claims, *DATA.events):
        stations = {
            step.key for chain in trace_chains(DATA, record, Filters()) for step in chain.steps
        }
        cited = [citation for citation in DATA.citations_of(record) if citation.role == "supports"]
        assert {citation.source_id for citation in cited} <= stations, record
        assert {source for citation in cited for source in citation.via} <= stations, record


def test_very_long_and_very_many_provenance_paths_are_written():
    made = chained(3000)
    long = cite("s2999", *(f"s{number}" for number in range(2998, -1, -1)))
    data = replace(small_dataset(), sources=made, citations=(long,))
    assert [len(chain.steps) for chain in trace_chains(data, "cl-total", Filters())] == [3001]
    many = tuple(cite(f"s{number}", "s0") for number in range(1, 1001))
    data = replace(small_dataset(), sources=made, citations=(*many, cite("s0")))
    assert len(trace_chains(data, "cl-total", Filters())) == 1000
