"""The head figures: chosen by rule, filtered like everything else, and adding up."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from components.query.figures import headlines
from components.query.filters import Filters, citations_in_use, select
from components.story.models import Citation
from tests.support.data import DATA
from tests.support.stories.small import claim, small_dataset

SMALL = small_dataset()


def heads(dataset=DATA, **chosen):
    filters = Filters(**chosen)
    found = headlines(dataset, select(dataset, filters).claims, filters)
    return {item.kind: item for item in found}


def with_claims(*extra, **cited):
    """The small data set with more claims; ``cited`` names each claim's source."""
    claims = dict(SMALL.claims) | {c.id: c for c in extra}
    more = tuple(
        Citation(record_id=f"cl-{key}", source_id=source, locator=1, wording="w", role="supports")
        if source != "wire"
        else Citation(record_id=f"cl-{key}", source_id=source, role="supports")
        for key, source in cited.items()
    )
    return replace(SMALL, claims=claims, citations=SMALL.citations + more)


def test_the_latest_day_heads_the_page():
    data = with_claims(
        claim("early", 100, "2019-02-01"), claim("late", 900, "2019-03-20"),
        early="wire", late="wire",
    )  # fmt: skip
    assert heads(data)["total"].claims[0].id == "cl-late"


def test_a_document_comes_before_a_later_report():
    data = with_claims(
        claim("documented", 100, "2019-02-01"), claim("reported", 900, "2019-03-20"),
        documented="doc-a", reported="wire",
    )  # fmt: skip
    assert heads(data)["total"].claims[0].id == "cl-documented"


def test_a_report_heads_the_page_where_the_documents_are_silent():
    assert heads(SMALL)["total"].claims[0].id == "cl-total"


def test_a_regions_count_is_never_taken_for_the_total():
    data = with_claims(claim("later", 999, "2019-04-01", region_id="oriente"), later="doc-a")
    assert heads(data)["total"].claims[0].id == "cl-total"


@pytest.mark.parametrize("missing", [{"as_of": None, "as_of_basis": None}, {"qualifier": None}])
def test_a_claim_without_a_day_or_a_number_heads_nothing(missing):
    extra = {"value_low": None, "value_high": None, "unit": None} if "qualifier" in missing else {}
    later = claim("later", 999, "2019-04-01").model_copy(update=missing | extra)
    assert heads(with_claims(later, later="doc-a"))["total"].claims[0].id == "cl-total"


def test_a_figure_nobody_reports_is_absent_and_not_zero():
    assert "relatives" not in heads(SMALL)
    assert "expelled" not in heads(SMALL)


def test_the_regional_counts_of_the_latest_day_add_up():
    head = heads()["regions"]
    assert head.total == 567
    assert len(head.claims) == 8
    assert {c.as_of for c in head.claims} == {"2019-02-27"}


def test_a_region_filter_leaves_that_regions_count():
    head = heads(regions=("oriente",))["regions"]
    assert [c.region_id for c in head.claims] == ["oriente"]
    assert head.total == 415
    assert "total" not in heads(regions=("oriente",))


def test_a_region_without_a_count_has_no_headline():
    assert heads(regions=("amazonas",)) == {}


def test_dates_before_the_latest_count_do_not_pass_an_older_one_for_it():
    assert "regions" not in heads(start=date(2019, 3, 1))


def test_every_headline_is_cited_under_the_filters_in_force():
    for chosen in ({}, {"documents_only": True}, {"published_by": date(2019, 3, 1)}):
        filters = Filters(**chosen)
        for item in heads(**chosen).values():
            for row in item.claims:
                assert citations_in_use(DATA, row.id, filters), (chosen, row.id)


def test_turned_back_to_a_day_no_later_figure_is_shown():
    for item in heads(published_by=date(2019, 2, 28)).values():
        for row in item.claims:
            assert row.as_of <= "2019-02-28"
