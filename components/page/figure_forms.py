"""The forms of How many?: what its chart shows, and a figure to check.

A field has the name of its parameter. A script puts what is chosen into the address; without
scripts a form is sent, and the address is the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from components.i18n import I18n
from components.i18n.labels import QUALIFIER
from components.presentation.context import Context
from components.presentation.figure_texts import (
    ALL_VALUES,
    EXACT,
    format_last_day,
    read_checked_parts,
    render_check_answer,
)
from components.presentation.markup import render
from components.presentation.view_links import LinkBase, view_address
from components.query.address_parser import MAX_TEXT
from components.query.checked_sentence import SentenceParts
from components.query.claims import parse_typed_figure
from components.query.figures import (
    list_charted_measures,
    list_measures,
    list_populations,
    select_totals,
)
from components.query.former_figure import FORMER_FIELDS
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Claim

#: What a view has where no figure is checked.
NO_CHECK: Final = {
    "check": "",
    "said": EXACT,
    "check_to": "",
    "check_day": None,
    "check_region": None,
}


class Choice(NamedTuple):
    """A list of a form: its parameter, its label, its options by value, and the present value."""

    parameter: str
    label: str
    options: Mapping[str, str]
    present: object


def _name_terms(i18n: I18n, table: str, term_ids: Iterable[str]) -> dict[str, str]:
    return {term_id: i18n.term_name(table, term_id) for term_id in term_ids}


def _measure_options(
    dataset: Dataset, view: View, i18n: I18n, totals: Sequence[Claim]
) -> dict[str, str]:
    """Return the measures that have totals, and the one of the address."""
    measure_ids = list(list_measures(dataset, totals))
    if view.measure:
        measure_ids.append(view.measure)
    return _name_terms(i18n, "measures", measure_ids)


def _population_options(
    dataset: Dataset, view: View, i18n: I18n, totals: Sequence[Claim]
) -> dict[str, str]:
    """Return the groups of people that these totals count, and the one of the address."""
    population_ids = list(list_populations(dataset, totals))
    if view.population:
        population_ids.append(view.population)
    return _name_terms(i18n, "populations", population_ids)


def _claimant_options(
    dataset: Dataset, view: View, i18n: I18n, totals: Sequence[Claim]
) -> dict[str, str]:
    """Return who said these totals, and the one of the address, by name."""
    claimant_ids = [claim.claimant_id for claim in totals]
    if view.claimant:
        claimant_ids.append(view.claimant)
    names = {}
    for claimant_id in claimant_ids:
        names[claimant_id] = i18n.localize(dataset.claimants[claimant_id], "name")
    return dict(sorted(names.items(), key=lambda item: item[1].casefold()))


def render_choices(ctx: Context) -> Markup:
    """Render the lists that choose what is counted, who is counted, and who said it."""
    t = ctx.i18n.t
    view = ctx.view
    totals = select_totals(ctx.dataset.claims.values())
    charted_measures = list_charted_measures(ctx.dataset, view)
    charted_totals = [claim for claim in totals if claim.measure in charted_measures]
    measures = {
        ALL_VALUES: t("Every measure"),
        **_measure_options(ctx.dataset, ctx.view, ctx.i18n, totals=totals),
    }
    populations = {
        ALL_VALUES: t("Everybody"),
        **_population_options(ctx.dataset, ctx.view, ctx.i18n, totals=charted_totals),
    }
    claimants = {
        ALL_VALUES: t("All voices"),
        **_claimant_options(ctx.dataset, ctx.view, ctx.i18n, totals=charted_totals),
    }
    choices = [
        Choice(
            "measure",
            t("What is counted"),
            options=measures,
            present=view.measure or ALL_VALUES,
        ),
        Choice(
            "population",
            t("Who is counted"),
            options=populations,
            present=view.population or ALL_VALUES,
        ),
        Choice(
            "claimant",
            t("Who said it"),
            options=claimants,
            present=view.claimant or ALL_VALUES,
        ),
    ]
    return render(
        "figures_form.html",
        ctx.i18n,
        choices=choices,
        check=None,
        rest=_list_other_params(ctx.link_base, choices),
    )


def _check_days(
    view: View, i18n: I18n, figures: Sequence[Claim], period: str | None
) -> dict[str, str]:
    """Return the days that some figure holds for, and the one that is checked."""
    days: set[date] = set()
    for claim in figures:
        if not claim.as_of:
            continue
        as_of = parse_edtf(claim.as_of)
        if as_of.is_day:
            days.add(as_of.first)
    if view.check_day:
        days.add(view.check_day)
    options = {day.isoformat(): i18n.format_day(day) for day in sorted(days)}
    if view.check_day:
        options[view.check_day.isoformat()] = format_last_day(view.check_day, period, i18n)
    return options


def _used_terms(
    dataset: Dataset, i18n: I18n, table: str, used_ids: set[str | None]
) -> dict[str, str]:
    """Return the terms of a table that are in use, in the order of the table."""
    term_ids = [term_id for term_id in dataset.terms[table] if term_id in used_ids]
    return _name_terms(i18n, table, term_ids)


def _qualifier_options(i18n: I18n) -> dict[str, str]:
    """Return how a figure may have been said; what is the default leaves the address."""
    options = {}
    for qualifier, label in QUALIFIER.items():
        value = "" if qualifier == EXACT else str(qualifier)
        options[value] = i18n.t(label)
    options["range"] = i18n.t("between")
    return options


def _format_typed_figure(i18n: I18n, text: str) -> str:
    """Return a typed figure as the language writes it; what is no figure stays as it was typed."""
    value = parse_typed_figure(text).value
    if value is None:
        return text
    return i18n.format_number(value)


def _check_choices(dataset: Dataset, view: View, i18n: I18n, period: str | None) -> list[Choice]:
    """Return the lists of the form that checks a figure.

    ``period`` is the month or the year of which the checked day is the last.
    """
    t = i18n.t
    figures = [claim for claim in dataset.claims.values() if claim.qualifier]
    any_value = {"": t("any")}
    used_measures = {view.measure, *(claim.measure for claim in figures)}
    used_populations = {view.population, *(claim.population for claim in figures)}
    regions = {}
    for region_id, region in dataset.regions.items():
        regions[region_id] = i18n.localize(region, "label")
    measures = any_value | _used_terms(dataset, i18n, "measures", used_ids=used_measures)
    populations = any_value | _used_terms(dataset, i18n, "populations", used_ids=used_populations)
    days = any_value | _check_days(view, i18n, figures, period)
    present_qualifier = "" if view.said == EXACT else view.said
    return [
        Choice(
            "said",
            t("How it was said"),
            options=_qualifier_options(i18n),
            present=present_qualifier,
        ),
        Choice(
            "measure",
            t("What is counted"),
            options=measures,
            present=view.measure or "",
        ),
        Choice(
            "population",
            t("Who is counted"),
            options=populations,
            present=view.population or "",
        ),
        Choice(
            "check_day",
            t("Day"),
            options=days,
            present=view.check_day or "",
        ),
        Choice(
            "check_region",
            t("Region"),
            options=any_value | regions,
            present=view.check_region or "",
        ),
    ]


def _show_parts(view: View, parts: SentenceParts | None) -> View:
    """Return a view with the parts of its checked sentence in the fields that choose them."""
    if parts is None:
        return view
    upper_text = view.check_to
    if parts.upper_value is not None:
        upper_text = f"{parts.upper_value:.15g}"
    return replace(
        view,
        check=f"{parts.value:.15g}",
        said=parts.qualifier,
        check_to=upper_text,
        measure=parts.measure,
        population=parts.population,
        check_day=parts.day,
        check_region=parts.region,
    )


def render_check(ctx: Context) -> Markup:
    """Render the form that checks a figure, and the answer where the address asks for one."""
    view = ctx.view
    parts = read_checked_parts(view, ctx.dataset)
    shown_view = _show_parts(view, parts)
    typed_figure = {
        "check": _format_typed_figure(ctx.i18n, shown_view.check),
        "check_to": _format_typed_figure(ctx.i18n, shown_view.check_to),
    }
    clear_address = view_address(ctx.link_base, **NO_CHECK) if view.check else ""
    choices = _check_choices(
        ctx.dataset, shown_view, ctx.i18n, period=parts.period if parts else None
    )
    former_fields = dict(typed_figure)
    for choice in choices:
        former_fields[choice.parameter] = str(choice.present)
    other_params = _list_other_params(ctx.link_base, choices, *typed_figure)
    return render(
        "figures_form.html",
        ctx.i18n,
        most_text=MAX_TEXT,
        choices=choices,
        check=typed_figure,
        clear=clear_address,
        answer=render_check_answer(ctx.facts, ctx.i18n, ctx.link_base),
        rest=[*other_params, (FORMER_FIELDS, urlencode(former_fields))],
    )


def _list_other_params(
    link_base: LinkBase, choices: Sequence[Choice], *names: str
) -> list[tuple[str, str]]:
    """Return what a form sends along without a script: what the address has besides its fields."""
    field_names = {*names, *(choice.parameter for choice in choices)}
    return [pair for pair in link_base.list_pairs() if pair[0] not in field_names]
