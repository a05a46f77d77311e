"""What a view holds, computed again from the files of the data package with code of its own.

None of the project's code is imported: pandas reads the tables, and dates are parsed here. The
rules are those that ``data/README.md`` and ``docs/addresses.md`` give in words.
"""

import calendar
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pandas as pd

DATA = Path(__file__).parents[2] / "data"
PART = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?[~?%]?")
#: An open end.
NEVER = date(9999, 12, 31)
DOUBTS = "~?%"
TABLES = (
    "events", "claims", "citations", "claimants", "topics", "measures", "populations", "places",
    "region_departments", "regions", "statements", "units", "voices", "categories", "left_out",
    "corrections",
)  # fmt: skip
#: Filters that decide which sources are in use; dates, kinds and regions do not.
SOURCE_FILTERS = ("published_by", "sources", "voices", "without", "documents_only")


@dataclass(frozen=True)
class Chosen:
    """The filters and choices of a view, as an address names them."""

    start: date | None = None
    end: date | None = None
    published_by: date | None = None
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    documents_only: bool = False
    certain_only: bool = False
    regions: tuple[str, ...] = ()
    #: Choices of a page alone: ``measure``, ``population``, ``claimant``, ``counts``, ``check``.
    choices: tuple[tuple[str, str], ...] = ()

    def choice(self, name: str) -> str:
        """Return a choice of a page; "" without it."""
        return dict(self.choices).get(name, "")

    def keep_only(self, *names: str) -> "Chosen":
        """Return these filters with all others at their default, without choices."""
        return Chosen(**{name: getattr(self, name) for name in names})

    def without_filter(self, *names: str) -> "Chosen":
        """Return these filters with some at their default."""
        plain = Chosen()
        return replace(self, **{name: getattr(plain, name) for name in names})

    def to_query(self) -> str:
        """Return the query string of the view."""
        parts = []
        if self.start:
            parts.append(f"from={self.start}")
        if self.end:
            parts.append(f"to={self.end}")
        if self.certain_only:
            parts.append("possible=out")
        if self.published_by:
            parts.append(f"known={self.published_by}")
        parts += [f"region={region}" for region in self.regions]
        parts += [f"category={category}" for category in self.categories]
        parts += [f"source={source}" for source in self.sources]
        parts += [f"voice={voice}" for voice in self.voices]
        parts += [f"without={voice}" for voice in self.without]
        if self.documents_only:
            parts.append("tier=document")
        parts += [f"{name}={value}" for name, value in self.choices]
        return "&".join(parts)


class Span(NamedTuple):
    """The first and last day that an EDTF date may mean, and whether it is in doubt."""

    first: date
    last: date
    in_doubt: bool

    def is_certainly_within(self, start: date | None, end: date | None) -> bool:
        """Return whether it falls in some days for sure; without any days it does."""
        if start is None and end is None:
            return True
        if self.in_doubt or (start and self.first < start):
            return False
        return not (end and self.last > end)

    def is_possibly_within(self, start: date | None, end: date | None) -> bool:
        """Return whether it may fall in some days."""
        return not ((end and self.first > end) or (start and self.last < start))


def date_bounds(text: str) -> Span:
    """Return the first and last day that an EDTF date may mean, and whether it is in doubt."""
    ends = text.split("/")
    bounds = []
    for position, end in enumerate((ends[0], ends[-1])):
        match = PART.fullmatch(end)
        assert match, text
        year, month, day = (int(number) if number else None for number in match.groups())
        if day:
            bounds.append(date(year, month, day))
        elif position == 0:
            bounds.append(date(year, month or 1, 1))
        else:
            last_month = month or 12
            last_day = calendar.monthrange(year, last_month)[1]
            bounds.append(date(year, last_month, last_day))
    return Span(bounds[0], bounds[1], any(mark in text for mark in DOUBTS))


class Row(NamedTuple):
    """An event or a claim with what a view decides by, read once."""

    id: str
    cells: dict[str, str]
    span: Span | None
    #: The date of the documents, where a report gives the other one.
    plain_span: Span | None
    plain_date: str
    sources: frozenset[str]
    reports: frozenset[str]
    regions: frozenset[str]
    category: str
    voices: frozenset[str]


class Figure(NamedTuple):
    """A claim of a view, with the date that the sources in use give it."""

    id: str
    cells: dict[str, str]
    as_of: str
    span: Span | None

    @property
    def low(self) -> float | None:
        return float(self.cells["value_low"]) if self.cells["value_low"] else None

    @property
    def high(self) -> float | None:
        return float(self.cells["value_high"]) if self.cells["value_high"] else None

    @property
    def number(self) -> float:
        """The number that it names; of a range the lower one."""
        if self.low is not None:
            return self.low
        return self.high or 0.0

    @property
    def most(self) -> float:
        """The number that it names; of a range the greater one."""
        return self.high or self.low or 0.0

    @property
    def is_exact(self) -> bool:
        return self.cells["qualifier"] == "exact"


class Tables:
    """The tables of the data package, as they stand in its files."""

    def __init__(self) -> None:
        for name in TABLES:
            frame = pd.read_csv(DATA / f"{name}.csv", dtype=str, keep_default_na=False)
            setattr(self, name, frame)
        self.sources = self.read_json("sources")
        self.presentation = self.read_json("presentation")
        self.tiers = {source["id"]: source["custom"]["tier"] for source in self.sources}
        self.source_voices = {source["id"]: source["custom"]["voice"] for source in self.sources}
        self.charted = tuple(self.presentation["measures"])
        self.voice_of = dict(zip(self.claimants.id, self.claimants.voice, strict=True))
        self.main_measure = self.measures.loc[self.measures["map"] == "true", "id"].iloc[0]
        self._selected_claims: dict[Chosen, list[Figure]] = {}
        self._selected_events: dict[Chosen, dict[str, Span]] = {}

    @staticmethod
    def read_json(name: str) -> object:
        return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))

    @staticmethod
    def parse_day(text: str) -> date:
        return date.fromisoformat(text)

    # What is read once ----------------------------------------------------------------------------
    @cached_property
    def last_issued(self) -> dict[str, date]:
        """The last day on which each source may have appeared."""
        days = {}
        for source in self.sources:
            issued = source["custom"].get("issued_edtf", "")
            days[source["id"]] = date_bounds(issued).last if issued else NEVER
        return days

    @cached_property
    def cited(self) -> dict[str, list[dict[str, str]]]:
        """The citations of each record."""
        groups: dict[str, list[dict[str, str]]] = {}
        for row in self.citations.to_dict("records"):
            groups.setdefault(row["record_id"], []).append(row)
        return groups

    @cached_property
    def region_of_department(self) -> dict[str, str]:
        frame = self.region_departments
        return dict(zip(frame.department, frame.region_id, strict=True))

    def _voices(self, cells: dict[str, str]) -> set[str]:
        """Return the voice of a claim; of an event those of its claims, or else of its sources."""
        if "claimant_id" in cells:
            return {self.voice_of[cells["claimant_id"]]}
        speakers = self.claims[self.claims.event_id == cells["id"]].claimant_id
        if len(speakers):
            return {self.voice_of[speaker] for speaker in speakers}
        return {self.source_voices[source_id] for source_id in self._telling(cells["id"])}

    def _telling(self, record_id: str) -> frozenset[str]:
        """Return the sources that say what a record says; context alone makes nothing known."""
        return frozenset(
            row["source_id"] for row in self.cited.get(record_id, ()) if row["role"] != "context"
        )

    def _row(self, cells: dict[str, str], text: str, regions: set[str], category: str) -> Row:
        sources = self._telling(cells["id"])
        cited = {row["source_id"] for row in self.cited.get(cells["id"], ())}
        # A report may date a record of which it gives no more than the context.
        reports = frozenset(key for key in cited if self.tiers[key] == "corroborating")
        plain_date = cells["document_date"] or text
        voices = self._voices(cells)
        return Row(
            cells["id"],
            cells,
            date_bounds(text) if text else None,
            date_bounds(plain_date) if plain_date else None,
            plain_date,
            sources,
            reports,
            frozenset(regions),
            category,
            frozenset(voices),
        )

    @cached_property
    def event_rows(self) -> list[Row]:
        admin = dict(zip(self.places.id, self.places.admin1, strict=True))
        counted: dict[str, set[str]] = {}
        for claim in self.claims.itertuples():
            if claim.region_id:
                counted.setdefault(claim.event_id, set()).add(claim.region_id)
        rows = []
        for cells in self.events.to_dict("records"):
            regions = set(counted.get(cells["id"], ()))
            region = self.region_of_department.get(admin.get(cells["place_id"], ""))
            if region:
                regions.add(region)
            rows.append(self._row(cells, cells["date"], regions, cells["category"]))
        return rows

    @cached_property
    def claim_rows(self) -> list[Row]:
        kinds = dict(zip(self.events.id, self.events.category, strict=True))
        rows = []
        for cells in self.claims.to_dict("records"):
            regions = {cells["region_id"]} - {""}
            category = kinds.get(cells["event_id"], "")
            rows.append(self._row(cells, cells["as_of"] or cells["period"], regions, category))
        return rows

    # What the filters leave -----------------------------------------------------------------------
    def allowed_sources(self, chosen: Chosen) -> set[str]:
        """Return the sources that tier, voices and the day of publication leave."""
        allowed = set()
        for source_id, tier in self.tiers.items():
            if chosen.documents_only and tier != "document":
                continue
            if self.source_voices[source_id] in chosen.without:
                continue
            if chosen.published_by is None or self.last_issued[source_id] <= chosen.published_by:
                allowed.add(source_id)
        return allowed

    def shown_sources(self, chosen: Chosen) -> set[str]:
        """Return the allowed sources; where sources are chosen, those of them."""
        allowed = self.allowed_sources(chosen)
        return allowed & set(chosen.sources) if chosen.sources else allowed

    def find_dating_reports(self, chosen: Chosen, record_ids: Iterable[str]) -> set[str]:
        """Return the reports, not among the sources chosen, whose dates some records have.

        The note on a date names them, where several reports are cited.
        """
        allowed = self.allowed_sources(chosen)
        shorts = {source["id"]: source["custom"]["short"] for source in self.sources}
        dating: set[str] = set()
        for row in [*self.event_rows, *self.claim_rows]:
            reports = row.reports & allowed
            if row.id not in set(record_ids) or not row.cells["document_date"] or not reports:
                continue
            note = row.cells.get("date_note") or row.cells.get("as_of_note") or ""
            if len(reports) > 1:
                reports = {key for key in reports if shorts[key].partition(",")[0] in note}
            if not reports & set(chosen.sources):
                dating |= reports
        return dating

    @staticmethod
    def _fits(row: Row, span: Span | None, shown: set[str], chosen: Chosen) -> bool:
        if not row.sources & shown:
            return False
        if chosen.categories and row.category not in chosen.categories:
            return False
        if chosen.regions and not row.regions & set(chosen.regions):
            return False
        if chosen.voices and not row.voices & set(chosen.voices):
            return False
        if not chosen.start and not chosen.end:
            return True
        if span is None:
            return False
        if chosen.certain_only:
            return span.is_certainly_within(chosen.start, chosen.end)
        return span.is_possibly_within(chosen.start, chosen.end)

    def select_event_spans(self, chosen: Chosen) -> dict[str, Span]:
        """Return the events of a view, each with the days that the allowed sources give it."""
        chosen = replace(chosen, choices=())
        if chosen not in self._selected_events:
            allowed = self.allowed_sources(chosen)
            shown = self.shown_sources(chosen)
            selected = {}
            for row in self.event_rows:
                span = row.span if row.reports & allowed else row.plain_span
                if self._fits(row, span, shown, chosen):
                    selected[row.id] = span
            self._selected_events[chosen] = selected
        return self._selected_events[chosen]

    def select_events(self, chosen: Chosen) -> dict[str, bool]:
        """Return the events of a view, and whether each is certainly in its days."""
        spans = self.select_event_spans(chosen)
        return {
            key: span.is_certainly_within(chosen.start, chosen.end) for key, span in spans.items()
        }

    def select_figures(self, chosen: Chosen) -> list[Figure]:
        """Return the claims of a view, each with the date that the allowed sources give it."""
        chosen = replace(chosen, choices=())
        if chosen not in self._selected_claims:
            allowed = self.allowed_sources(chosen)
            shown = self.shown_sources(chosen)
            selected = []
            for row in self.claim_rows:
                is_plain = bool(row.cells["document_date"]) and not row.reports & allowed
                span = row.plain_span if is_plain else row.span
                is_hidden = row.voices <= set(chosen.without)
                if not is_hidden and self._fits(row, span, shown, chosen):
                    as_of = row.plain_date if is_plain else row.cells["as_of"]
                    selected.append(Figure(row.id, row.cells, as_of, span))
            self._selected_claims[chosen] = selected
        return self._selected_claims[chosen]

    def select_claims(self, chosen: Chosen) -> pd.DataFrame:
        """Return the rows of the claims of a view."""
        ids = [figure.id for figure in self.select_figures(chosen)]
        return self.claims[self.claims.id.isin(ids)]

    # Sources --------------------------------------------------------------------------------------
    def count_resting(self, source_id: str) -> int:
        """Count the events and claims that a source supports, each once."""
        rows = self.citations[self.citations.source_id == source_id]
        return rows[rows.role == "supports"].record_id.nunique()

    @cached_property
    def resting(self) -> dict[str, int]:
        """For each source, how many events and claims rest on it."""
        rows = self.citations[self.citations.role == "supports"]
        counts = rows.groupby("source_id").record_id.nunique()
        return {key: int(counts.get(key, 0)) for key in self.tiers}

    def cited_sources(self, chosen: Chosen) -> set[str]:
        """Return the shown sources that support an event or a claim of a view."""
        record_ids = {figure.id for figure in self.select_figures(chosen)}
        record_ids |= set(self.select_event_spans(chosen))
        shown = self.shown_sources(chosen)
        return {
            row["source_id"]
            for key in record_ids
            for row in self.cited.get(key, ())
            if row["source_id"] in shown
        }

    # Totals ---------------------------------------------------------------------------------------
    @staticmethod
    def keep_totals(figures: list[Figure]) -> list[Figure]:
        """Return the claims that name a number, hold for a date and count no single region."""
        totals = []
        for figure in figures:
            if figure.cells["qualifier"] and not figure.cells["region_id"] and figure.as_of:
                totals.append(figure)
        return totals

    def count_totals(self, claims: pd.DataFrame) -> int:
        """Count the claims that the chart of totals may draw."""
        totals = claims[(claims.qualifier != "") & (claims.region_id == "") & (claims.as_of != "")]
        return int(totals.measure.isin(self.charted).sum())

    def charted_figures(self, chosen: Chosen) -> list[Figure]:
        """Return the totals that How many? draws of a view."""
        measure = chosen.choice("measure")
        measures = (measure,) if measure else self.charted
        figures = self._chosen_totals(chosen)
        return [figure for figure in figures if figure.cells["measure"] in measures]

    def uncharted_figures(self, chosen: Chosen) -> list[Figure]:
        """Return the totals that fit and count what How many? does not draw at first."""
        figures = self._chosen_totals(chosen)
        return [figure for figure in figures if figure.cells["measure"] not in self.charted]

    def _chosen_totals(self, chosen: Chosen) -> list[Figure]:
        figures = []
        for figure in self.keep_totals(self.select_figures(chosen)):
            cells = figure.cells
            if chosen.choice("population") not in ("", cells["population"]):
                continue
            if chosen.choice("claimant") not in ("", cells["claimant_id"]):
                continue
            figures.append(figure)
        return figures
