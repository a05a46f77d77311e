"""Forms of pages: how the tables of Data are shown and taken along, and what How many? is asked."""

from dataclasses import replace

import streamlit as st

from components.export import view_files
from components.export.download_tokens import opened_file_address
from components.export.formats import MAP_TABLES
from components.export.metadata import SiteAddresses
from components.i18n.credit import file_stem
from components.i18n.labels import QUALIFIER
from components.limits import MOST_PUBLISHED_EVENTS
from components.presentation import shown_table
from components.presentation.context import Context
from components.presentation.figure_texts import ALL_VALUES, render_check_answer
from components.presentation.notices import view_address
from components.query.address_parser import MAX_TEXT
from components.query.claims import parse_typed_figure
from components.query.figures import (
    list_charted_measures,
    list_measures,
    list_populations,
    select_totals,
)
from components.query.view_tables import TABLE_SPECS
from components.story.edtf import parse_edtf
from components.ui.parts import block, draw_form, take_buttons


def draw_tools(ctx: Context) -> None:
    i18n, view, spec = ctx.i18n, ctx.view, TABLE_SPECS[ctx.view.table]
    names = shown_table.shown_columns(view, i18n)
    orders = ["", *(o for name in names for o in (name, f"-{name}")), view.sort]
    labels = {
        c.name: shown_table.column_label(c, view.table, ctx.dataset, i18n)
        for c in spec.columns.values()
    }
    first = shown_table.shown_columns(replace(view, columns=()), i18n)
    draw_form(
        "data_tools.html",
        i18n,
        "data-tools",
        view=view,
        most_text=MAX_TEXT,
        orders={sort: shown_table.order_label(sort, ctx) for sort in orders},
        labels=labels,
        shown=names,
        first=sorted(first, key=[*spec.columns].index),
    )


def draw_addresses(ctx: Context) -> None:
    links, name = SiteAddresses.from_page_url(st.context.url, view_files.DATA_SLUG), ctx.view.table
    mapped = name if name in MAP_TABLES else "events"
    block(
        "data_addresses.html",
        ctx.i18n,
        files=list(view_files.FILE_MEDIA_TYPES),
        csv=links.absolute_address(view_files.file_address(ctx, f"{name}.csv")),
        geojson=links.absolute_address(view_files.file_address(ctx, f"{mapped}.geojson")),
        package=links.absolute_address(view_files.file_address(ctx, "package.zip")),
        version=ctx.dataset.version,
    )


def draw_opened_files(ctx: Context) -> None:
    """Buttons for the files of the table shown and of all that the filters leave."""
    i18n = ctx.i18n
    endings = {
        f"{ctx.view.table}.{end}": one.label for end, one in view_files.TABLE_FORMATS.items()
    }
    files = {name: label for name, label in endings.items() if name in view_files.FILE_MEDIA_TYPES}
    files[view_files.PACKAGE_WORKBOOK] = i18n.t("Workbook to edit (Excel)")
    files |= {name: label for name, (label, _) in shown_table.WHOLE.items()}
    takes = view_files.opened_view_files(files, ctx)
    if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
        note = i18n.t(
            "The whole story as plain files, for any host, without a server. It takes some seconds."
        )
        lang = {"lang": i18n.language}
        address = opened_file_address(ctx.story.intake, view_files.SITE_ARCHIVE, lang)
        name, label = f"{file_stem(ctx.dataset)}-site.zip", i18n.t("Published pages (ZIP)")
        takes.append(view_files.DownloadFile(label, name=name, opened_address=address, note=note))
    block("opened_files.html", i18n)
    take_buttons(takes, i18n, key="own-files")


def draw_choices(ctx: Context) -> None:
    i18n, data, view, t = ctx.i18n, ctx.dataset, ctx.view, ctx.i18n.t
    every = select_totals(data.claims.values())
    counted = [*list_measures(data, every), *([view.measure] if view.measure else [])]
    measures = list_charted_measures(data, view)
    within = [c for c in every if c.measure in measures]
    people = [*list_populations(data, within), *filter(None, [view.population])]
    speakers = [c.claimant_id for c in within] + ([view.claimant] if view.claimant else [])
    names = {key: i18n.localize(data.claimants[key], "name") for key in speakers}
    by_name = dict(sorted(names.items(), key=lambda item: item[1].casefold()))
    choices = (
        ("measure", t("What is counted"), t("Every measure"),
         {m: i18n.term_name("measures", m) for m in counted}),
        ("population", t("Who is counted"), t("Everybody"),
         {p: i18n.term_name("populations", p) for p in people}),
        ("claimant", t("Who said it"), t("All voices"), by_name),
    )  # fmt: skip
    fields = [
        (name, label, {ALL_VALUES: everything} | options, getattr(view, name) or ALL_VALUES)
        for name, label, everything, options in choices
    ]
    draw_form("figures_form.html", ctx.i18n, "totals-choices", choices=fields, check=None)


def draw_check(ctx: Context) -> None:
    """Draw the form, open where the address asks for a figure, and the claims beside it."""
    i18n, data, view, t = ctx.i18n, ctx.dataset, ctx.view, ctx.i18n.t
    counted = [c for c in data.claims.values() if c.qualifier]
    # The days that some figure holds for, and the one in the address.
    dates = (parse_edtf(claim.as_of) for claim in counted if claim.as_of)
    days = {date.first for date in dates if date.is_day} | ({view.check_day} - {None})

    def words(table: str, *used: str | None) -> dict[str, str]:
        named = {key: i18n.term_name(table, key) for key in data.terms[table] if key in used}
        return {"": t("any")} | named

    def number(text: str) -> str:
        value = parse_typed_figure(text).value
        return text if value is None else i18n.format_number(value)

    # What is the default leaves the address.
    said = {"" if key == "exact" else str(key): t(name) for key, name in QUALIFIER.items()}
    said["range"] = t("between")
    measures = words("measures", view.measure, *(c.measure for c in counted))
    people = words("populations", view.population, *(c.population for c in counted))
    by_day = {day.isoformat(): i18n.format_day(day) for day in sorted(filter(None, days))}
    regions = {key: i18n.localize(region, "label") for key, region in data.regions.items()}
    choices = (
        ("said", t("How it was said"), said, "" if view.said == "exact" else view.said),
        ("measure", t("What is counted"), measures, view.measure or ""),
        ("population", t("Who is counted"), people, view.population or ""),
        ("check_day", t("Day"), {"": t("any")} | by_day, view.check_day or ""),
        ("check_region", t("Region"), {"": t("any")} | regions, view.check_region or ""),
    )
    asked = {"check": "", "said": "exact", "check_to": "", "check_day": None, "check_region": None}
    draw_form(
        "figures_form.html",
        i18n,
        "check",
        most_text=MAX_TEXT,
        choices=choices,
        check={"number": number(view.check), "to": number(view.check_to)},
        clear=view_address(ctx, **asked) if view.check else "",
        answer=render_check_answer(ctx),
    )
