"""What filtered views say, held against the records they speak of and against the whole story.

Views are chosen at random, always the same ones, and the story is shared by all of them.
"""

import re
from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest

from components.i18n import LANGUAGES
from components.i18n.counts import format_count_row
from components.loading.served_story import public_story
from components.page.data_grid import build_shown_table, table_sentence
from components.page.disagreements_page import question_answer
from components.page.disagreements_page import question_finding as topics_finding
from components.page.sources_page import sources_sentence
from components.presentation import chart_data, figure_texts, finding_texts
from components.presentation.comparison import compare_views
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.finding_texts import format_event_share
from components.presentation.index import render_counts
from components.presentation.notices import list_hidden_notices
from components.presentation.records import render_region
from components.query.claims import list_topic_states
from components.query.figures import list_charted_measures
from components.query.filters import ComparedView, Filters
from components.query.selection import select_records
from components.query.sources_in_use import parse_event_date
from components.query.view import View
from components.story.edtf import parse_edtf
from tests.support.views import random_filters

STORY = public_story()
DATA = STORY.dataset
#: So many views at every run, and so many before a version.
VIEWS = (100, pytest.param(500, marks=pytest.mark.long))
#: Every count by region of the whole story: what "not reported" is held against.
REPORTED = {
    (claim.region_id, claim.as_of): claim
    for claim in DATA.claims.values()
    if claim.region_id and claim.measure == "arrivals" and claim.as_of
}


def random_view(rng: Random) -> View:
    beside = ComparedView(region=rng.choice(list(DATA.regions))) if rng.random() < 0.3 else None
    counts = rng.choice(("latest", "latest", "earlier", "change"))
    filters = random_filters(rng, DATA, unknown=(), often=0.5)
    if filters.start and filters.end:
        # An address has the first day first.
        start, end = sorted((filters.start, filters.end))
        filters = replace(filters, start=start, end=end)
    return View(filters=filters, counts=counts, compare=beside)


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def whole_day(table, which: str) -> str | None:
    """The day that the whole story gives the counts of a day: sources in use may give another."""
    hidden = [row.left_out[which] for row in table.rows if which in row.left_out]
    shown = table.claims_of(which) or hidden
    return DATA.claims[shown[0].id].as_of if shown else table.days.get(which)


def check_counts(ctx: Context) -> None:
    """The table, its description, the list of the stage and the detail of a region."""
    i18n, table = ctx.i18n, chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    silent, hidden = i18n.t("not reported"), i18n.t("left out by your filters")
    said = {
        DATA.regions[region].id: i18n.localize(DATA.regions[region], "label")
        for region in DATA.regions
    }
    for row in table.rows:
        cells = format_count_row(row, i18n)
        for which, text in (("earlier", cells["earlier"]), ("latest", cells["latest"])):
            day = whole_day(table, which)
            if day is None:
                continue
            claim = REPORTED.get((row.region.id, day))
            assert (text == silent) == (claim is None), (row.region.id, day, text)
            assert text in {silent, hidden, claim and i18n.format_number(claim.value_low)}
            if text not in (silent, hidden):
                voice = DATA.claimants[claim.claimant_id].voice
                assert voice not in ctx.view.filters.excluded_voices
    which = table.shown
    day = whole_day(table, which)
    unreported = {key for key in said if (key, day) not in REPORTED}
    told = chart_data.map_description(
        table, ctx.facts, ctx.view.counts, find_facts=ctx.story.facts, i18n=ctx.i18n
    )
    assert {key for key, name in said.items() if f"{name} {silent}" in told} == unreported
    listed = plain(render_counts(ctx))
    if day and table.days.get(table.shown):
        names = i18n.format_list(
            said[row.region.id] for row in table.rows if row.region.id in unreported
        )
        assert i18n.t("Not reported: {regions}.", regions=names) in listed
    for key in ctx.view.filters.regions:
        alone = {region for region, _ in REPORTED}
        assert (
            i18n.t("Not reported.")
            in render_region(key, ctx.facts, ctx.story, i18n=ctx.i18n, link_base=ctx.link_base)
        ) == (key not in alone)


def check_map(ctx: Context) -> None:
    """A share or a part of a sum is of every count of its day."""
    i18n, table, text = (
        ctx.i18n,
        chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts),
        chart_data.map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts),
    )
    day = whole_day(table, table.shown)
    whole = {key: claim.value_low for (key, when), claim in REPORTED.items() if when == day}
    shown = {claim.region_id: claim.value_low for claim in table.claims_of(table.shown)}
    assert shown.items() <= whole.items()
    top = max(shown, key=lambda key: shown[key], default="")
    if "%" in text:
        assert shown == whole
        assert i18n.format_percent(shown[top] / sum(whole.values())) in text
    asked_for = ctx.view.filters.regions
    of = i18n.t("{count} of {total} people counted in {region}", count="#", total="#", region="#")
    numbers = re.match(re.escape(of).split(r"\#")[0] + r"(\S+)\D+?(\d+) ", text)
    if numbers and asked_for and table.answered and ctx.view.counts != "change":
        assert i18n.format_number(sum(shown.get(key, 0) for key in asked_for)) == numbers[1]
        assert shown == whole
        assert i18n.format_number(sum(whole.values())) == numbers[2]


def check_totals(ctx: Context) -> None:
    """A headline that joins two figures joins those of one speaker and one population."""
    i18n, claims, text = (
        ctx.i18n,
        figure_texts.charted_claims(ctx.facts, ctx.view),
        figure_texts.totals_finding(
            figure_texts.charted_claims(ctx.facts, ctx.view), ctx.facts, ctx.view, i18n=ctx.i18n
        ),
    )
    if not claims:
        measures = figure_texts.format_charted_measures(DATA, ctx.view, i18n)
        assert text == i18n.t("No total is left to show of “{measure}”", measure=measures)
        return
    wanted = list_charted_measures(DATA, ctx.view)[0]
    own = [claim for claim in claims if claim.measure == wanted]
    own = own or [claim for claim in claims if claim.measure == claims[0].measure]
    name = i18n.term_name("measures", own[0].measure)
    # The main measure is named where figures are counted.
    said = text.removeprefix(f"{name}: ")
    names = {finding_texts.claimant_label(claim.claimant_id, DATA, i18n) for claim in own}
    if len(own) == 1:
        assert i18n.format_figure(own[0]) in said
        assert names.pop() in said
        return
    joined = defaultdict(list)
    for claim in own:
        joined[claim.claimant_id, claim.population].append(claim)
    pairs = {
        i18n.t(
            "From {first} on {start} to {last} by {end} ({names})",
            first=i18n.format_figure(one), start=finding_texts.format_claim_date(one, i18n),
            last=i18n.format_figure(other), end=finding_texts.format_claim_date(other, i18n),
            names=finding_texts.claimant_label(one.claimant_id, DATA, i18n),
        ).casefold()
        for group in joined.values() for one in group for other in group
    }  # fmt: skip
    if said.casefold() in pairs:
        return
    count = i18n.n("{count} figure", "{count} figures", len(own))
    if said.startswith(count):
        if len(names) <= 3:
            assert all(name in said for name in names), said
        # Two numbers from least to most are of one speaker and one population.
        numbers = re.findall(r"\d[\d.,]*", re.sub(r" \(.*: \d+ \w+ \d+\)", "", said))
        assert len(joined) == 1 or len(numbers) <= 2, said
        return
    spans = [group for group in joined.values() if len(group) > 1]
    assert any(
        finding_texts.claimant_label(span[0].claimant_id, DATA, i18n) in said for span in spans
    ), said


def check_events(ctx: Context) -> None:
    i18n, filters = ctx.i18n, ctx.view.filters
    events = select_records(DATA, filters).events
    count = format_event_share(str(len(events)), len(DATA.events), i18n)
    assert count in view_sentence(ctx.facts, ctx.story, ctx.i18n)
    for voice in filters.excluded_voices:
        assert i18n.term_name("voices", voice) in view_sentence(ctx.facts, ctx.story, ctx.i18n)
    text, peak = chart_data.timeline_finding(ctx.facts, ctx.i18n), DATA.presentation.peak
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if not numbers:
        return
    days = (max(peak.start, filters.start or peak.start), min(peak.end, filters.end or peak.end))
    dates = [parse_event_date(DATA, event, filters) for event in events]
    certain = sum(when.certainly_within(*days) for when in dates)
    possible = sum(when.possibly_within(*days) for when in dates) - certain
    if (filters.start, filters.end) == days:
        assert numbers == [len(events), certain], text
    else:
        assert numbers[:2] == [certain, len(events)], text
        assert text.startswith(("At least ", "Al menos ")) == (possible > 0), text


def check_topics(ctx: Context) -> None:
    states = [*list_topic_states(DATA, select_records(DATA, ctx.view.filters).claims).values()]
    found = [state.standing for state in states if state.claims]
    differ, explained = found.count("differ"), found.count("explained")
    numbers = [int(number) for number in re.findall(r"\d+", topics_finding(ctx.facts, ctx.i18n))]
    expected = {
        (True, True): [differ, len(found), explained],
        (True, False): [differ, len(found)],
        (False, True): [explained, len(found)],
        (False, False): [],
    }[differ > 0, explained > 0]
    assert numbers == expected, topics_finding(ctx.facts, ctx.i18n)
    for state in states:
        said = question_answer(state, ctx.facts, ctx.i18n)
        count = str(len(state.claims))
        assert not state.differs or " – " in said or said.startswith(count), (state.topic.id, said)


def check_voices(ctx: Context) -> None:
    """What the voices left out take with them is said of the whole story."""
    voices = ctx.view.filters.excluded_voices
    line = "".join(
        said
        for said, _, names, _ in list_hidden_notices(
            ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base
        )
        if names.startswith("without")
    )
    left = select_records(DATA, Filters(excluded_voices=voices))
    gone = [len(DATA.events) - len(left.events), len(DATA.claims) - len(left.claims)]
    assert [int(number) for number in re.findall(r"\d+", line)] == (gone if voices else [])


def check_tables(ctx: Context) -> None:
    i18n = ctx.i18n
    claims = len(select_records(DATA, ctx.view.filters).claims)
    table = replace(ctx, view=replace(ctx.view, table="claims"))
    shown = build_shown_table(table.dataset, table.subset, table.view, i18n=i18n)
    sentence = table_sentence(table.story, table.view, i18n, shown)
    assert f"{i18n.format_number(claims)} " in sentence
    assert i18n.format_number(len(DATA.claims)) in sentence
    left = ctx.facts.shown_sources
    assert f"{i18n.format_number(len(left))} " in sources_sentence(ctx.facts, ctx.story, ctx.i18n)


def check_compared(ctx: Context) -> None:
    found = compare_views(ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base)
    if found is None:
        return
    silent = ctx.i18n.t("not reported")
    sides = (ctx.view.filters.regions, (ctx.view.compare.region,))
    days = sorted({when for _, when in REPORTED}, key=lambda day: parse_edtf(day).last)
    label = "Counted by region, as of {date}"
    for line in found["lines"]:
        for day in days:
            if line["label"] != ctx.i18n.t(label, date=ctx.i18n.format_date(day, "short")):
                continue
            for regions, cell in zip(sides, line["cells"], strict=True):
                if cell["value"] == silent:
                    assert not any((key, day) in REPORTED for key in regions), (regions, day)


@pytest.mark.parametrize("views", VIEWS)
def test_filtered_views_say_what_their_records_and_the_whole_story_say(views):
    rng = Random(2019)  # noqa: S311 - the same views in every run
    for number in range(views):
        language = sorted(LANGUAGES)[number % 2]
        words = STORY.in_language(language)
        view = replace(random_view(rng), lang=language)
        ctx = Context(STORY, view, (), words, "light", "map")
        for check in (
            check_counts, check_map, check_totals, check_events, check_topics, check_tables,
            check_compared, check_voices,
        ):  # fmt: skip
            try:
                check(ctx)
            except AssertionError as fault:
                raise AssertionError(
                    f"{check.__name__}: {ctx.link_base.list_params()}: {fault}"
                ) from fault
