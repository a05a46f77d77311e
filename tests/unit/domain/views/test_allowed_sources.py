"""Which sources a view allows, and what each of them was taken from."""

from dataclasses import replace
from datetime import date

import pytest

from components.query.filters import Filters
from components.query.sources_in_use import is_source_allowed, select_allowed_sources
from components.query.subset import add_upstream_sources
from tests.support.stories.small import small_dataset, source


def dated_source(issued, **fields):
    made = source("a", "corroborating")
    details = {"issued_edtf": issued} | fields
    return made.model_copy(update={"custom": made.custom.model_copy(update=details)})


@pytest.mark.parametrize(
    ("issued", "is_allowed"),
    [
        pytest.param("2019-02-27", True, id="before"),
        pytest.param("2019-02-28", True, id="on the day"),
        pytest.param("2019-03-01", False, id="after"),
        pytest.param("2019-02", True, id="month that ends on the day"),
        pytest.param("2019-02-20/2019-03-02", False, id="possibly after"),
        pytest.param("", False, id="no date"),
    ],
)
def test_a_source_counts_as_published_on_the_last_day_it_may_mean(issued, is_allowed):
    filters = Filters(published_by=date(2019, 2, 28))
    assert is_source_allowed(dated_source(issued), filters) is is_allowed
    assert is_source_allowed(dated_source(issued), Filters())


@pytest.mark.parametrize(
    ("tier", "is_allowed"),
    [
        pytest.param("document", True, id="document"),
        pytest.param("corroborating", False, id="other"),
    ],
)
def test_only_documents_are_allowed_where_others_are_left_out(tier, is_allowed):
    filters = Filters(documents_only=True)
    assert is_source_allowed(dated_source("2019", tier=tier), filters) is is_allowed


def test_a_source_of_a_voice_that_is_left_out_is_not_allowed():
    made = dated_source("2019")
    assert not is_source_allowed(made, Filters(excluded_voices=("press",)))
    assert is_source_allowed(made, Filters(excluded_voices=("colombian-state",)))


def test_the_allowed_sources_are_those_of_the_story():
    assert select_allowed_sources(small_dataset(), Filters(documents_only=True)) == {
        "doc-a",
        "doc-b",
    }


def story_of_upstream(**upstream):
    """Sources that each took what they say from others."""
    sources = {}
    for key, taken_from in upstream.items():
        made = source(key, "document")
        details = made.custom.model_copy(update={"upstream": tuple(taken_from)})
        sources[key] = made.model_copy(update={"custom": details})
    return replace(small_dataset(), sources=sources)


@pytest.mark.parametrize(
    ("allowed", "found"),
    [
        pytest.param("abcd", "abc", id="all allowed"),
        pytest.param("acd", "a", id="nothing beyond one left out"),
        pytest.param("bcd", "", id="cited one left out"),
    ],
)
def test_of_what_a_cited_source_took_from_others_the_allowed_ones_come_along(allowed, found):
    dataset = story_of_upstream(a="b", b="c", c="", d="")
    assert add_upstream_sources(dataset, ["a"], set(allowed)) == set(found)


def test_sources_that_took_from_each_other_are_gone_through_once():
    dataset = story_of_upstream(a="b", b="a")
    assert add_upstream_sources(dataset, ["a"], {"a", "b"}) == {"a", "b"}
