"""How many? as text: the totals drawn, listed and in a table, and a figure checked."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from components.domain.evidence.headlines import regional_counts
from components.domain.evidence.lookup import matches
from components.domain.evidence.lookup import with_words as claims_with
from components.domain.evidence.phrase import read_phrase
from components.domain.evidence.totals import as_of, loosenings, on_ladder, totals
from components.domain.records.models import Claim
from components.exports.citations import STYLE_NAMES
from components.figures.totals.chart import GLYPH
from components.i18n import N_
from components.i18n.labels import BASIS, VOICE
from components.presentation.charts.drawings import draw_ladder
from components.presentation.charts.totals_choice import CHOICES, asked
from components.presentation.charts.totals_table import (
    Addend,
    claim_row,
    claim_table_row,
    ladder_finding,
)
from components.presentation.charts.totals_words import (
    measure_name,
    population_name,
    shown_words,
    value_words,
)
from components.presentation.check import EXAMPLES, match_groups, reading_words, word_groups
from components.presentation.context import Context
from components.presentation.records.badges import address
from components.presentation.records.citations import Cited, cited, quoted
from components.presentation.records.claims import claim_view
from components.presentation.text.parts import (
    WIDTH,
    Said,
    caveat,
    drawing,
    empty,
    filled,
    own_address,
    rows,
    shown,
)


def sum_of_regions(here: Context) -> Markup:
    """The one sum shown: the regional counts of the latest day, each named; else nothing."""
    i18n = here.i18n
    days = regional_counts(here.dataset, here.view.filters)
    parts = days[-1] if days else ()
    if len(parts) < 2 or any(c.qualifier != "exact" for c in parts):
        return Markup()
    marks: dict[tuple[str, int | None], Cited] = {}
    for claim in parts:
        for item in cited(claim.id, here):
            marks.setdefault((item.source_id, item.locator), item)
    ordered = sorted(parts, key=lambda c: (-(c.value_low or 0), c.id))
    return filled(
        "ladder_sum.html",
        here,
        total=i18n.number(sum(c.value_low or 0 for c in parts)),
        count=len(parts),
        day=i18n.date(as_of(parts[0])),
        parts=[
            Addend(i18n.of(here.dataset.regions[c.region_id or ""], "label"), i18n.value(c))
            for c in ordered
        ],
        citations=tuple(marks.values()),
    )


def _more(claim: Claim, here: Context) -> list[tuple[str, str]]:
    """Links to the event a claim belongs to and to the question it answers."""
    i18n, found = here.i18n, []
    if claim.event_id:
        event = here.dataset.events[claim.event_id]
        found.append((address("timeline", here, event=event.id), i18n.of(event, "title")))
    if claim.topic_id:
        topic = here.dataset.topics[claim.topic_id]
        found.append((address("disagreements", here, topic=topic.id), i18n.of(topic, "question")))
    return found


def claim_in_full(claim: Claim, here: Context) -> Markup:
    """One claim: its words, its date and how it is known, and its citations."""
    i18n, data = here.i18n, here.dataset
    claimant = data.claimants[claim.claimant_id]
    region = data.regions.get(claim.region_id or "")
    return filled(
        "claim.html",
        here,
        view=claim_view(claim, here),
        value=value_words(claim, i18n),
        glyph=GLYPH[claim.population],
        measure=measure_name(claim.measure, i18n),
        population=population_name(claim.population, i18n),
        voice=i18n.t(VOICE[claimant.voice]),
        region=i18n.of(region, "label") if region else "",
        date=i18n.date(claim.as_of) if claim.as_of else "",
        basis=claim.as_of_basis or "",
        basis_label=i18n.t(BASIS[claim.as_of_basis]) if claim.as_of_basis else "",
        date_note=i18n.of(claim, "as_of_note"),
        more=_more(claim, here),
    )


def quotation(claim: Claim, here: Context) -> Markup:
    """The claim ready to quote, with its references; nothing where no source is in use."""
    found = quoted(claim.id, here)
    style = STYLE_NAMES[here.view.cite]
    return filled("text_quotation.html", here, quote=found, style=style) if found else Markup()


def answer(here: Context) -> Markup:
    """The claims that say, nearly say or contradict the figure of the address; else nothing."""
    i18n, view = here.i18n, here.view
    if not view.check:
        return Markup()
    reading, claims = read_phrase(view.check), here.selection.claims
    if reading.value is None:
        meaning = i18n.t("No number was found in this, so the words were looked up.")
        groups = word_groups(claims_with(here.dataset, claims, reading.words), here)
    else:
        meaning = reading_words(reading, i18n)
        groups = match_groups(matches(reading, claims), here)
    return filled(
        "check.html",
        here,
        meaning=meaning,
        groups=groups,
        doubtful=reading.value is not None and reading.doubtful,
        filtered=bool(view.filters.active()),
        examples=[i18n.t(example) for example in EXAMPLES],
    )


def _drawn(found: Sequence[Claim], here: Context) -> list[Markup]:
    i18n, chosen = here.i18n, here.dataset.claims.get(here.view.claim or "")
    listed = [claim_row(claim, here) for claim in found]
    told = next((row for row in listed if row.sign), None)
    return [
        drawing(draw_ladder(here, WIDTH), ladder_finding(found, here), here),
        sum_of_regions(here) if "arrivals" in asked(here).measures else Markup(),
        claim_in_full(chosen, here) + quotation(chosen, here) if chosen else Markup(),
        caveat(f"{told.sign} {told.basis}" if told else "", here),
        rows(listed, i18n.t("The same figures, in order of date"), "claim", here),
        filled("ladder_table.html", here, rows=[claim_table_row(c, here) for c in found]),
    ]


def _nothing(here: Context) -> Markup:
    """That no figure is left, and which choice's end would help."""
    i18n = here.i18n
    links = [
        (
            own_address(here, **{name: None}),
            i18n.n(
                "Clear “{what}”: {count} figure",
                "Clear “{what}”: {count} figures",
                count,
                what=i18n.t(CHOICES[name]),
            ),
        )
        for name, count in loosenings(here.selection.claims, asked(here))
        if count
    ]
    note = i18n.t("The filters above leave figures out as well.")
    filtered = bool(here.view.filters.active())
    heading = i18n.t("No figure fits all of these choices")
    return empty(heading, note if filtered else "", links, here)


def figures(here: Context) -> Said:
    """Every reported total, and the answer to a figure that a reader checks."""
    found = on_ladder(here.selection.claims, asked(here))
    total = len(totals(here.dataset.claims.values()))
    lead = N_(
        "Every reported total by its as-of date, with who said it and how exactly. The "
        "figures count different people on different days: they are not joined, added up "
        "or averaged."
    )
    parts = [
        shown(shown_words(found, total, here), here),
        *(_drawn(found, here) if found else [_nothing(here)]),
        answer(here),
    ]
    return Said(ladder_finding(found, here), here.i18n.t(lead), tuple(parts))
