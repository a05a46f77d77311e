"""The filter bar, the same on every page: what it offers, and what is chosen."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.i18n import I18n
from components.presentation import chart_data
from components.presentation.context import Context
from components.presentation.filter_texts import format_dates
from components.presentation.markup import render
from components.presentation.search_hits import render_hits
from components.presentation.table_answers import QueryFailed, TableAnswers
from components.query import view as views
from components.query.address_parser import MAX_TEXT
from components.query.filters import REGION_PREFIX, Facet
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import LAST_DAY
from components.story.models import Source

Json = dict[str, Any]
#: Values of parameters by their names.
Chosen = dict[str, list[str]]
#: What a table is queried for a filter's values.
FACETS: Final[dict[str, Facet]] = {
    "region": "regions",
    "category": "categories",
    "source": "sources",
}
#: What a filter bar sends without a script; its other lists need one.
SENT_PARAMETERS: Final = frozenset(
    {"from", "to", "possible", "known", "region", "category", "source", "tier", "search"}
)
#: More values than these are a list with a search field.
MOST_SEEN: Final = 80


# What it offers -----------------------------------------------------------------------------------
def list_named_spans(data: Dataset, i18n: I18n) -> dict[str, str]:
    """Return the spans of time within the story that it names, by their value in an address."""
    first_day, last_day = data.period
    spans: dict[str, str] = {}
    for zoom, (start, end) in chart_data.list_zooms(data).items():
        if zoom != "all" and first_day <= start and end <= last_day:
            span = f"{start}/{end}"
            spans[span] = i18n.format_date(span, "short")
    return spans


def _build_choice(
    name: str, label: str, all_label: str, options: Mapping[str, str], **texts: str
) -> Json:
    """Build a list of the filter bar.

    Parameters
    ----------
    name
        The parameter of the address.
    label, all_label
        What is filtered on, and the option without a filter.
    options
        The labels of the values.
    texts
        ``one`` and ``several``: how the bar formats a chosen value, or several; ``alone``: the
        parameter that shows a value alone, in a list whose own parameter leaves values out.
    """
    return {
        "name": name,
        "label": label,
        "all": all_label,
        "options": options,
        **texts,
    }


def _is_report(source: Source) -> bool:
    return source.custom.tier != "document"


def _list_record_choices(dataset: Dataset, i18n: I18n) -> list[Json]:
    """Build the lists of regions, kinds of event and sources, the documents first."""
    sources: dict[str, str] = {}
    for source in sorted(dataset.sources.values(), key=_is_report):
        sources[source.id] = i18n.source_label(source)
    region_choice = _build_choice(
        "region",
        label=i18n.t("Regions"),
        all_label=i18n.t("All regions"),
        options=_label_regions(dataset, i18n),
    )
    kind_choice = _build_choice(
        "category",
        label=i18n.t("Kinds of event"),
        all_label=i18n.t("All kinds"),
        options=i18n.kind_names,
    )
    source_choice = _build_choice(
        "source",
        label=i18n.t("Sources"),
        all_label=i18n.t("All sources"),
        options=sources,
    )
    return [region_choice, kind_choice, source_choice]


def _label_regions(data: Dataset, i18n: I18n) -> dict[str, str]:
    labels: dict[str, str] = {}
    for region_id, region in data.regions.items():
        labels[region_id] = i18n.localize(region, "label")
    return labels


def _add_table_counts(choice: Json, answers: TableAnswers, i18n: I18n) -> None:
    """Add its events to each value of a table's filter, and put those with the most first."""
    counts: dict[str, int] = {}
    values = answers.count_values(FACETS[choice["name"]])
    if not isinstance(values, QueryFailed):
        counts = {value.id: value.count for value in values}
    options = choice["options"]
    sorted_keys = sorted(options, key=lambda value_id: -counts.get(value_id, 0))
    choice["options"] = {value_id: options[value_id] for value_id in sorted_keys}
    choice["counts"] = {}
    for value_id, count in counts.items():
        choice["counts"][value_id] = i18n.format_number(count)


def _list_source_choices(data: Dataset, i18n: I18n) -> list[Json]:
    """Build the lists of reports and voices."""
    documents_alone = i18n.t("in the documents alone")
    tier_choice = _build_choice(
        "tier",
        label=i18n.t("Reports"),
        all_label=i18n.t("All reports"),
        # The list has this one choice, so it says what is left out.
        options={"document": f"{documents_alone[:1].upper()}{documents_alone[1:]}"},
    )
    voices: dict[str, str] = {}
    for voice_id in data.terms["voices"]:
        voices[voice_id] = i18n.term_name("voices", voice_id)
    # A tick means shown, as in the other lists; the address names what is left out.
    hidden_voice = i18n.t("{name}", name="{name}")
    voices_choice = _build_choice(
        "without",
        label=i18n.t("Kinds of voice"),
        all_label=i18n.t("All kinds of voice"),
        options=voices,
        one=i18n.t("without {voices}", voices=hidden_voice),
        several=i18n.t("Kinds of voice: {shown} of {total}", shown="{off}", total=len(voices)),
        # Each voice can be shown alone, too: by another parameter.
        alone="voice",
    )
    return [tier_choice, voices_choice]


def _build_comparison_choice(dataset: Dataset, view: View, i18n: I18n) -> Json:
    """Build the list of what a view can be compared with: a named span of time, or a region."""
    options = list_named_spans(dataset, i18n)
    compared_dates = _compared_dates(view)
    if compared_dates:
        options.setdefault(compared_dates, i18n.format_date(compared_dates, "short"))
    for region_id, region_name in _label_regions(dataset, i18n).items():
        options[f"{REGION_PREFIX}{region_id}"] = region_name
    label = i18n.t("Compare")
    return _build_choice(
        "compare",
        label=label,
        all_label=i18n.t("Compare with…"),
        options=options,
        # A region chosen to compare with is no filter; the bar says so.
        one=f"{label}: {{name}}",
    )


def _list_choices(
    dataset: Dataset, view: View, answers: TableAnswers, i18n: I18n, slug: str
) -> list[Json]:
    """Build the lists of a page; of a table those that it can be queried for."""
    choices = _list_record_choices(dataset, i18n)
    if answers.story.table:
        for choice in choices:
            _add_table_counts(choice, answers, i18n)
        return choices
    choices += _list_source_choices(dataset, i18n)
    if not slug:
        choices.append(_build_comparison_choice(dataset, view, i18n))
    return choices


def _compared_dates(view: views.View) -> str:
    """Return the dates that a view is compared with, as in its address; empty without any."""
    compared_view = view.compare
    if compared_view and compared_view.dates:
        return str(compared_view)
    return ""


# The bar ------------------------------------------------------------------------------------------
def _render_bar(
    ctx: Context, slug: str, omitted: tuple[str, ...], chosen: Chosen | None = None
) -> Markup:
    i18n = ctx.i18n
    is_table = ctx.story.table is not None
    choices: list[Json] = []
    for choice in _list_choices(ctx.dataset, ctx.view, ctx.table_answers, i18n=ctx.i18n, slug=slug):
        if choice["options"] and choice["name"] not in omitted:
            choices.append(choice)
    known_days: list[str] = []
    if not is_table and "known" not in omitted:
        first_published, _ = ctx.dataset.published
        known_days = [first_published.isoformat(), LAST_DAY.isoformat()]
    search_label = i18n.t("Search events, figures, questions")
    search_name = "search"
    if is_table:
        # The rows of a table are themselves the list: words leave those that have them.
        search_label = i18n.t("Only events with these words")
        search_name = "q"
    first_day, last_day = ctx.dataset.coverage
    return render(
        "filter_line.html",
        i18n,
        lists=choices,
        span=i18n.format_date(f"{first_day}/{last_day}", "short"),
        period=[day.isoformat() for day in ctx.dataset.period],
        known=known_days,
        palette=ctx.palette,
        search=search_label,
        search_name=search_name,
        most_seen=MOST_SEEN,
        most_text=MAX_TEXT,
        cleared=views.list_cleared_parameters(slug),
        chosen=chosen,
    )


def render_filter_bar(ctx: Context, slug: str, omitted: tuple[str, ...] = ()) -> Markup:
    """Render the filter bar of a page.

    It is cached, whatever is chosen; of a table, whose values have their counts, it is rendered
    for each view.

    Parameters
    ----------
    ctx
        The view.
    slug
        The page.
    omitted
        Names of lists that it does not have.
    """
    render_bar = partial(_render_bar, ctx, slug, omitted)
    if ctx.story.table is not None:
        return render_bar()
    compared_dates = ""
    if not slug:
        compared_dates = _compared_dates(ctx.view)
    cache_key = (
        "line",
        slug,
        ctx.i18n.language,
        ctx.mode,
        omitted,
        compared_dates,
    )
    return ctx.story.memoize(cache_key, render_bar)


def render_filter_form(ctx: Context) -> Markup:
    """Render the filter bar of this page as a form with what is chosen.

    Without scripts it is sent; what it has no field for, the form keeps.
    """
    chosen: Chosen = {}
    kept: list[tuple[str, str]] = []
    for name, value in ctx.link_base.list_pairs():
        if name in SENT_PARAMETERS:
            chosen.setdefault(name, []).append(value)
        else:
            kept.append((name, value))
    bar = _render_bar(ctx, ctx.slug, (), chosen)
    return render("live_filters.html", ctx.i18n, slug=ctx.slug, line=bar, kept=kept)


def build_filter_bar_view(ctx: Context, slug: str) -> Json:
    """Build what of the bar changes with the view; its HTML where other dates are compared."""
    i18n = ctx.i18n
    filters = ctx.view.filters
    dates_text = ""
    if filters.start or filters.end:
        dates_text = format_dates(ctx.view.filters, i18n)
    elif filters.published_by:
        day_text = i18n.format_day(filters.published_by, "short")
        dates_text = i18n.t("As published by {date}", date=day_text)
    bar_view: Json = {}
    if not slug and _compared_dates(ctx.view):
        bar_view["line"] = render_filter_bar(ctx, slug)
    bar_view["dates_said"] = dates_text
    bar_view["hits"] = ""
    if ctx.story.table is None:
        bar_view["hits"] = render_hits(ctx.dataset, ctx.i18n, ctx.link_base)
    params = views.write_view(ctx.view)
    bar_view["seen"] = urlencode(params, doseq=True)
    bar_view["names"] = [name for name in views.list_page_parameters(slug) if name != "lang"]
    return bar_view
