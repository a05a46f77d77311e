"""The bibliography: who each source is, what rests on it, and its citation to take away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from components.domain.filters import source_in_use
from components.domain.models import Citation, Source, Tier
from components.domain.view import Cite
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.exports.citations import STYLE_NAMES, STYLES, format_source
from components.i18n import N_, Language
from components.i18n.labels import BASIS, KIND, VOICE
from components.ui import resources
from components.ui.cited import in_version, issued
from components.ui.context import Context, change_view
from components.ui.markup import block

TIERS: Final[dict[Tier, tuple[str, str]]] = {
    "document": (
        N_("The four documents"),
        N_("The articles this project was built from. They stand without the reports below."),
    ),
    "corroborating": (
        N_("Corroborating reports"),
        N_("Reports from outside the four documents, marked ◇ wherever they appear."),
    ),
}
#: Of a source of a very large story, so many records are listed; the filters lead to the others.
MOST_RESTING: Final = 150
MOST_SOURCES: Final = 100
#: As many bibliographies are kept, each a few tens of kilobytes.
KEPT: Final = 128


@dataclass(frozen=True)
class _Resting:
    """One event or claim that rests on a source, at one paragraph."""

    locator: int | None
    wording: str
    text: str
    kind: str
    address: str


def _resting(citation: Citation, here: Context) -> _Resting:
    i18n, data = here.i18n, here.dataset
    record = citation.record_id
    if record in data.events:
        text, kind, chosen = i18n.of(data.events[record], "title"), i18n.t("Event"), record
    else:
        claim = data.claims[record]
        text, kind = i18n.of(claim, "statement"), i18n.t("Claim")
        chosen = claim.event_id or ""
    address = f"./?lang={i18n.language}&event={chosen}{in_version(here)}" if chosen else ""
    return _Resting(citation.locator, citation.wording, text, kind, address)


def resting_on(source: Source, here: Context) -> tuple[_Resting, ...]:
    """Everything that rests on a source, by paragraph."""
    found = here.dataset.citations_from(source.id)
    ordered = sorted(found, key=lambda c: (c.locator or 0, c.record_id))
    return tuple(_resting(citation, here) for citation in ordered[:MOST_RESTING])


def _card(source: Source, here: Context) -> None:
    i18n, details = here.i18n, source.custom
    style = here.view.cite
    names = here.dataset.sources
    block(
        "source.html",
        i18n,
        id=source.id,
        short=i18n.source(source),
        title=source.title,
        kind=i18n.t(KIND[details.kind]),
        voice=i18n.t(VOICE[details.voice]),
        issued=issued(source, i18n),
        basis=details.date_basis,
        basis_label=i18n.t(BASIS[details.date_basis]),
        date_note=getattr(details.date_note, i18n.language),
        notes=getattr(details.notes, i18n.language),
        upstream=i18n.list(i18n.source(names[s]) for s in details.upstream),
        language=i18n.locale.languages.get(source.language[:2], source.language),
        source_language=source.language[:2],
        url=source.URL,
        resting=resting_on(source, here),
        more=max(len(here.dataset.citations_from(source.id)) - MOST_RESTING, 0),
        opened=here.view.filters.sources == (source.id,),
        style=STYLE_NAMES[style],
    )
    entry = format_source(source, style, i18n.language)
    st.code(entry.text, language=None, wrap_lines=True, width="stretch")


def _style_choice(here: Context) -> None:
    def changed() -> None:
        chosen: Cite = st.session_state["cite"] or STYLES[0]
        change_view(cite=chosen)

    st.session_state["cite"] = here.view.cite
    st.segmented_control(
        here.i18n.t("Citation style"),
        list(STYLES),
        format_func=lambda style: STYLE_NAMES[style],
        key="cite",
        on_change=changed,
    )


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _kept_file(name: str, ids: tuple[str, ...], version: str | None, language: Language) -> bytes:
    every = resources.dataset(version).sources
    text = BIBLIOGRAPHY_FORMATS[name].write([every[source] for source in ids], language)
    return text.encode()


def _file(name: str, sources: Sequence[Source], here: Context) -> bytes | Callable[[], bytes]:
    """A file of the sources; of a story of any length, how to make it when it is asked for.

    A file that is there beforehand is a plain download: nothing moves under the next click, and no
    run of the page can take it away between a click and its answer.
    """
    language = here.i18n.language
    if resources.other_story():
        return lambda: BIBLIOGRAPHY_FORMATS[name].write(sources, language).encode()
    return _kept_file(name, tuple(s.id for s in sources), here.view.version, language)


def download_bibliography(sources: Sequence[Source], here: Context, *, key: str) -> None:
    """Buttons that give the sources as BibTeX, RIS and CSL-JSON."""
    with st.container(horizontal=True, gap="small", key=key):
        for name, form in BIBLIOGRAPHY_FORMATS.items():
            st.download_button(
                here.i18n.t("Download {format}", format=form.label),
                data=_file(name, sources, here),
                file_name=form.file_name,
                mime=form.mime,
                key=f"{key}-{name}",
                on_click="ignore",
            )


def shown_sources(here: Context) -> tuple[Source, ...]:
    """The sources under the filters: tier, voices, day of knowledge, and those chosen."""
    filters = here.view.filters
    return tuple(
        source
        for source in here.dataset.sources.values()
        if source_in_use(source, replace(filters, sources=()))
        and (not filters.sources or source.id in filters.sources)
    )


def draw_sources(here: Context) -> None:
    """Draw the bibliography by tier."""
    i18n, found = here.i18n, shown_sources(here)
    with st.container(horizontal=True, vertical_alignment="bottom", key="cite-tools"):
        _style_choice(here)
        download_bibliography(found, here, key="bibliography")
    for tier, (heading, lead) in TIERS.items():
        every = [s for s in here.dataset.sources.values() if s.custom.tier == tier]
        shown = [s for s in found if s.custom.tier == tier]
        block(
            "tier.html",
            i18n,
            heading=i18n.t(heading),
            lead=i18n.t(lead),
            count=i18n.t("{shown} of {total}", shown=len(shown), total=len(every)),
        )
        if len(shown) > MOST_SOURCES:
            more = len(shown) - MOST_SOURCES
            st.write(
                i18n.n(
                    "The first {shown} are listed; {count} more can be chosen under Sources above.",
                    "The first {shown} are listed; {count} more can be chosen under Sources above.",
                    more,
                    shown=i18n.number(MOST_SOURCES),
                )
            )
        for source in shown[:MOST_SOURCES]:
            with st.container(key=f"source-{source.id}"):
                _card(source, here)
