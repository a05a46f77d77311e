"""Forms of pages: the tables of Data and their downloads, and what How many? is asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple

import streamlit as st

from components.export import view_files
from components.export.column_specs import TABLE_SPECS
from components.export.download_tokens import opened_file_address
from components.export.formats import MAP_TABLES
from components.export.problem_reports import list_unread_rows
from components.i18n import I18n
from components.i18n.credit import file_stem
from components.i18n.labels import QUALIFIER
from components.limits.views import MOST_PUBLISHED_EVENTS
from components.loading.loaded_story import LoadedStory
from components.page import data_grid
from components.page.metadata import SiteAddresses
from components.presentation.context import Context
from components.presentation.figure_texts import (
    ALL_VALUES,
    EXACT,
    read_checked_parts,
    render_check_answer,
)
from components.presentation.view_links import view_address
from components.query.address_parser import MAX_TEXT
from components.query.claims import parse_typed_figure
from components.query.figures import (
    list_charted_measures,
    list_measures,
    list_populations,
    select_totals,
)
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Claim
from components.ui.parts import block, draw_form, take_buttons

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


# -- Data ------------------------------------------------------------------------------------------


def draw_tools(ctx: Context) -> None:
    """Draw the form for the columns and the order of the table shown."""
    i18n = ctx.i18n
    view = ctx.view
    spec = TABLE_SPECS[view.table]
    column_names = data_grid.shown_columns(view, i18n)
    orders = [""]
    for name in column_names:
        orders.extend([name, f"-{name}"])
    orders.append(view.sort)
    column_labels = {}
    for column in spec.columns.values():
        label = data_grid.column_label(column, view.table, ctx.dataset, i18n)
        column_labels[column.name] = label
    default_names = data_grid.shown_columns(replace(view, columns=()), i18n)
    all_names = list(spec.columns)
    draw_form(
        "data_tools.html",
        i18n,
        "data-tools",
        view=view,
        most_text=MAX_TEXT,
        orders={
            order: data_grid.sort_label(order, ctx.dataset, ctx.view, i18n=ctx.i18n)
            for order in orders
        },
        labels=column_labels,
        shown=column_names,
        first=sorted(default_names, key=all_names.index),
    )


def draw_addresses(ctx: Context) -> None:
    """Draw the addresses of the table shown, for programs."""
    links = SiteAddresses.from_page_url(st.context.url, view_files.DATA_SLUG)
    table_name = ctx.view.table
    map_table = table_name if table_name in MAP_TABLES else "events"
    csv_address = view_files.file_address(ctx.view, ctx.i18n, f"{table_name}.csv")
    geojson_address = view_files.file_address(ctx.view, ctx.i18n, f"{map_table}.geojson")
    package_address = view_files.file_address(ctx.view, ctx.i18n, "package.zip")
    block(
        "data_addresses.html",
        ctx.i18n,
        files=list(view_files.FILE_MEDIA_TYPES),
        csv=links.absolute_address(csv_address),
        geojson=links.absolute_address(geojson_address),
        package=links.absolute_address(package_address),
        version=ctx.dataset.version,
        has_other_columns=bool(ctx.dataset.other_columns.names),
    )


def draw_opened_files(ctx: Context) -> None:
    """Draw buttons for the files of the table shown and of all that the filters leave."""
    i18n = ctx.i18n
    labels = {}
    for ending, file_format in view_files.TABLE_FORMATS.items():
        name = f"{ctx.view.table}.{ending}"
        if name in view_files.FILE_MEDIA_TYPES:
            labels[name] = file_format.label
    labels[view_files.PACKAGE_WORKBOOK] = i18n.t("Workbook to edit (Excel)")
    for name, (label, _) in data_grid.PACKAGE_FILES.items():
        labels[name] = label
    downloads = view_files.opened_view_files(labels, ctx)
    if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
        downloads.append(_site_download(ctx.dataset, ctx.story, ctx.i18n))
    unread_count = len(list_unread_rows(ctx.story.intake))
    block("opened_files.html", i18n, unread_count=unread_count)
    take_buttons(downloads, i18n, key="own-files")


def _site_download(dataset: Dataset, story: LoadedStory, i18n: I18n) -> view_files.DownloadFile:
    """Return the download of the opened story as published pages."""
    note = i18n.t(
        "The whole story as plain files, for any host, without a server. It takes some seconds."
    )
    language = {"lang": i18n.language}
    address = opened_file_address(story.intake, view_files.SITE_ARCHIVE, language)
    return view_files.DownloadFile(
        i18n.t("Published pages (ZIP)"),
        name=f"{file_stem(dataset)}-site.zip",
        opened_address=address,
        note=note,
    )


# -- How many? -------------------------------------------------------------------------------------


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


def draw_choices(ctx: Context) -> None:
    """Draw the lists that choose what is counted, who is counted, and who said it."""
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
    draw_form(
        "figures_form.html",
        ctx.i18n,
        "totals-choices",
        choices=choices,
        check=None,
    )


def _check_days(view: View, i18n: I18n, figures: Sequence[Claim]) -> dict[str, str]:
    """Return the days that some figure holds for, and the one of the address."""
    days: set[date] = set()
    for claim in figures:
        if not claim.as_of:
            continue
        as_of = parse_edtf(claim.as_of)
        if as_of.is_day:
            days.add(as_of.first)
    if view.check_day:
        days.add(view.check_day)
    return {day.isoformat(): i18n.format_day(day) for day in sorted(days)}


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


def _check_choices(dataset: Dataset, view: View, i18n: I18n) -> list[Choice]:
    """Return the lists of the form that checks a figure."""
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
    days = any_value | _check_days(view, i18n, figures)
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


def _show_parts(view: View, dataset: Dataset) -> View:
    """Return a view with the parts of its checked sentence in the fields that choose them."""
    parts = read_checked_parts(view, dataset)
    if parts is None:
        return view
    return replace(
        view,
        check=f"{parts.value:.15g}",
        said=parts.qualifier,
        measure=parts.measure,
        population=parts.population,
        check_day=parts.day,
        check_region=parts.region,
    )


def draw_check(ctx: Context) -> None:
    """Draw the form that checks a figure, and the answer where the address asks for one."""
    view = ctx.view
    shown_view = _show_parts(view, ctx.dataset)
    typed_figure = {
        "number": _format_typed_figure(ctx.i18n, shown_view.check),
        "to": _format_typed_figure(ctx.i18n, view.check_to),
    }
    clear_address = view_address(ctx.link_base, **NO_CHECK) if view.check else ""
    draw_form(
        "figures_form.html",
        ctx.i18n,
        "check",
        most_text=MAX_TEXT,
        choices=_check_choices(ctx.dataset, shown_view, ctx.i18n),
        check=typed_figure,
        clear=clear_address,
        answer=render_check_answer(ctx.facts, ctx.i18n, ctx.link_base),
    )
