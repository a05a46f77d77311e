"""The head figures: chosen by rule, filtered like everything else, and adding up."""

from dataclasses import replace
from datetime import date

from components.query.figures import headlines
from components.query.filters import Filters, select
from components.story.models import Citation
from tests.support.cases import for_each
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


LATER = claim("later", 999, "2019-04-01")
NO_NUMBER = {"qualifier": None, "value_low": None, "value_high": None, "unit": None}
#: Claims beside those of the small data set, the source of each, and which heads the page.
TOTALS = [
    # A report heads it where the documents are silent.
    ([], {}, "total"),
    # The latest day does.
    ([claim("early", 100, "2019-02-01"), claim("late", 900, "2019-03-20")],
     {"early": "wire", "late": "wire"}, "late"),
    # A document comes before a later report.
    ([claim("documented", 100, "2019-02-01"), claim("reported", 900, "2019-03-20")],
     {"documented": "doc-a", "reported": "wire"}, "documented"),
    # A region's count is never taken for the total, nor what has no day or no number.
    ([claim("later", 999, "2019-04-01", region_id="oriente")], {"later": "doc-a"}, "total"),
    ([LATER.model_copy(update={"as_of": None, "as_of_basis": None})], {"later": "doc-a"}, "total"),
    ([LATER.model_copy(update=NO_NUMBER)], {"later": "doc-a"}, "total"),
]  # fmt: skip


@for_each("claims, cited, first", TOTALS)
def test_the_total_is_that_of_the_latest_day_of_the_best_source(claims, cited, first):
    assert heads(with_claims(*claims, **cited))["total"].claims[0].id == f"cl-{first}"


def test_a_figure_nobody_reports_is_absent_and_not_zero():
    assert "relatives" not in heads(SMALL)
    assert "expelled" not in heads(SMALL)


def test_a_region_without_a_count_has_no_headline():
    assert heads(regions=("amazonas",)) == {}


def test_dates_before_the_latest_count_do_not_pass_an_older_one_for_it():
    assert "regions" not in heads(start=date(2019, 3, 1))


def test_turned_back_to_a_day_no_later_figure_is_shown():
    for item in heads(published_by=date(2019, 2, 28)).values():
        for row in item.claims:
            assert row.as_of <= "2019-02-28"
