"""In which order a reader is told who took a statement from whom, and which chains say nothing."""

from dataclasses import replace

import pytest

from components.query.evidence import Chain, ChainStep, drop_contained_chains, trace_chains
from components.query.filters import Filters
from tests.support.stories.small import small_dataset, source
from tests.support.stories.small_views import cite

KEYS = ("a", "b", "c", "d")


def list_chains(*citations):
    """The keys of each chain of a total that is cited so."""
    sources = {key: source(key, "document") for key in KEYS}
    dataset = replace(small_dataset(), sources=sources, citations=citations)
    chains = trace_chains(dataset, "cl-total", Filters())
    return ["".join(step.key for step in chain.steps[1:]) for chain in chains]


def total(source_id, *via):
    return cite("cl-total", source_id, via=via)


def chain(keys, *, unnamed=False):
    return Chain(tuple(ChainStep("repeated", key) for key in keys), unnamed)


def test_the_longest_chain_comes_first_and_equals_by_their_sources():
    assert list_chains(total("d"), total("b"), total("c", "a")) == ["ac", "b", "d"]


@pytest.mark.parametrize(
    ("chains", "remaining"),
    [
        pytest.param(["a", "ab"], ["ab"], id="another begins with it"),
        pytest.param(["ab", "b"], ["ab", "b"], id="another ends with it"),
        pytest.param(["a", "b"], ["a", "b"], id="others"),
    ],
)
def test_a_chain_that_another_begins_with_says_nothing_more(chains, remaining):
    found = drop_contained_chains([chain(keys) for keys in chains])
    assert found == [chain(keys) for keys in remaining]


@pytest.mark.parametrize(
    ("others", "is_dropped"),
    [
        pytest.param(["ab"], True, id="another names how"),
        pytest.param(["ac"], False, id="another ends elsewhere"),
        pytest.param([], False, id="none"),
    ],
)
def test_a_chain_that_hides_a_step_goes_where_another_names_it(others, is_dropped):
    hidden = chain("b", unnamed=True)
    found = drop_contained_chains([*(chain(keys) for keys in others), hidden])
    assert (hidden not in found) == is_dropped
