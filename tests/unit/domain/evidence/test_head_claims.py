"""Which figure is at the head of a page, and which figures are told as first and last."""

from dataclasses import replace

import pytest

from components.query.figure_findings import compute_figures_finding
from components.query.figures import choose_head_claim, select_headlines
from components.query.filters import Filters
from components.query.findings import Rule
from components.query.selection import select_records
from tests.support.data import DATA
from tests.support.stories.small import claim, small_dataset
from tests.support.views import facts_of

SMALL = small_dataset()
RUNNING = SMALL.terms["measures"]["arrivals"].model_copy(update={"running": True})


def running_dataset():
    """The small story, whose arrivals are a running total."""
    return replace(SMALL, vocabularies={"measures": {"arrivals": RUNNING}})


@pytest.mark.parametrize(
    ("later", "head"),
    [
        pytest.param(claim("report", 900, "2019-03-20"), "cl-report", id="later and greater"),
        pytest.param(claim("report", 90, "2019-03-20"), "cl-document", id="later and smaller"),
        # A total does not fall: the document printed an old one.
        pytest.param(claim("report", 900, "2019-02-01"), "cl-report", id="greater and earlier"),
    ],
)
def test_old_running_total_gives_way_to_a_greater_one(later, head):
    document = claim("document", 100, "2019-02-20")
    assert choose_head_claim(running_dataset(), [document, later]).id == head


def test_total_that_leaves_room_for_a_greater_one_of_an_earlier_day_stays():
    """“More than 500” of the 28th does not deny the 567 of the 27th."""
    document = claim("document", 500, "2019-02-28", qualifier="more_than", value_high=None)
    report = claim("report", 567, "2019-02-27")
    assert choose_head_claim(running_dataset(), [document, report]).id == "cl-document"


def test_total_without_a_day_gives_way_to_one_within_its_span():
    """Its last possible day is that of the report, and says nothing of its age."""
    document = claim("document", 100, "2019-02-20/2019-05-02")
    report = claim("report", 900, "2019-04-24")
    assert choose_head_claim(running_dataset(), [document, report]) == report


def test_figure_that_does_not_run_stays_with_the_documents():
    document = claim("document", 100, "2019-02-20")
    report = claim("report", 900, "2019-03-20")
    assert choose_head_claim(SMALL, [document, report]) == document


def test_headline_of_a_report_never_drops_its_nearly():
    filters = Filters(sources=("npr",))
    claims = select_records(DATA, filters).claims
    (total,) = select_headlines(DATA, claims, ())["total"]
    assert total.qualifier == "nearly"


def test_statement_that_two_agencies_relay_is_no_growth():
    """From "nearly 1,000" to "about 1,000" is one communiqué."""
    first = claim("efe", 990, "2019-03-17", statement_id="communique")
    second = claim("ap", 1000, "2019-03-18", statement_id="communique")
    assert (
        compute_figures_finding(facts_of(running_dataset()), [first, second]).rule
        != Rule.RUNNING_TOTAL
    )


def test_two_statements_of_a_speaker_are_first_and_last():
    first = claim("first", 60, "2019-02-23")
    last = claim("last", 567, "2019-02-27")
    assert (
        compute_figures_finding(facts_of(running_dataset()), [first, last]).rule
        == Rule.RUNNING_TOTAL
    )


def test_series_is_not_told_where_its_speaker_goes_on_of_other_people():
    """The words "From 800 to 1,000, by the ministry" would hide its later 1,400."""
    first = claim("first", 800, "2019-03-07")
    last = claim("last", 1000, "2019-03-18")
    others = claim("others", 1400, "2019-05-14", population="security-forces")
    finding = compute_figures_finding(facts_of(running_dataset()), [first, last, others])
    assert finding.rule == Rule.FIGURES_APART
