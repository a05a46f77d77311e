"""What sentences of a view say, computed again from the CSV files with code of its own.

None of the project's code is imported: pandas reads the tables, and dates are parsed here.
"""

import calendar
import json
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pandas as pd

DATA = Path(__file__).parents[2] / "data"
PART = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?[~?%]?")
#: An open end.
NEVER = date(9999, 12, 31)


@dataclass(frozen=True)
class Chosen:
    """The filters of a view, as an address names them."""

    start: date | None = None
    end: date | None = None
    published_by: date | None = None
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    documents_only: bool = False

    def to_query(self) -> str:
        """Return the query string of the view."""
        parts = []
        if self.start:
            parts.append(f"from={self.start}")
        if self.end:
            parts.append(f"to={self.end}")
        if self.published_by:
            parts.append(f"known={self.published_by}")
        parts += [f"category={category}" for category in self.categories]
        parts += [f"source={source}" for source in self.sources]
        parts += [f"without={voice}" for voice in self.without]
        if self.documents_only:
            parts.append("tier=document")
        return "&".join(parts)


def date_bounds(text: str) -> tuple[date, date, bool]:
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
    return bounds[0], bounds[1], any(mark in text for mark in "~?%")


class Tables:
    """The tables of the data package, as they stand in its files."""

    def __init__(self) -> None:
        for name in ("events", "claims", "citations", "claimants", "topics", "measures"):
            frame = pd.read_csv(DATA / f"{name}.csv", dtype=str, keep_default_na=False)
            setattr(self, name, frame)
        self.sources = json.loads((DATA / "sources.json").read_text(encoding="utf-8"))
        self.tiers = {source["id"]: source["custom"]["tier"] for source in self.sources}
        presentation = json.loads((DATA / "presentation.json").read_text(encoding="utf-8"))
        self.charted = tuple(presentation["measures"])

    def allowed_sources(self, chosen: Chosen) -> set[str]:
        """Return the sources that tier, voices and the day of publication leave."""
        allowed = set()
        for source in self.sources:
            details = source["custom"]
            if chosen.documents_only and details["tier"] != "document":
                continue
            if details["voice"] in chosen.without:
                continue
            issued = details.get("issued_edtf", "")
            last_day = date_bounds(issued)[1] if issued else NEVER
            if chosen.published_by is None or last_day <= chosen.published_by:
                allowed.add(source["id"])
        return allowed

    def _cited(self, record_id: str, allowed: set[str], chosen: Chosen) -> tuple[bool, bool]:
        """Return whether a shown source is cited for a record, and whether an allowed report is."""
        rows = self.citations[self.citations.record_id == record_id]
        cited = set(rows.source_id) & allowed
        shown = cited & set(chosen.sources) if chosen.sources else cited
        has_report = any(self.tiers[source_id] == "corroborating" for source_id in cited)
        return bool(shown), has_report

    def select_events(self, chosen: Chosen) -> dict[str, bool]:
        """Return the events of a view, and whether each is certainly in its days."""
        allowed = self.allowed_sources(chosen)
        selected = {}
        for row in self.events.itertuples():
            is_shown, has_report = self._cited(row.id, allowed, chosen)
            if not is_shown:
                continue
            if chosen.categories and row.category not in chosen.categories:
                continue
            text = row.document_date if row.document_date and not has_report else row.date
            first, last, in_doubt = date_bounds(text)
            if (chosen.end and first > chosen.end) or (chosen.start and last < chosen.start):
                continue
            after_start = not chosen.start or first >= chosen.start
            before_end = not chosen.end or last <= chosen.end
            has_days = bool(chosen.start or chosen.end)
            is_certain = after_start and before_end and not (in_doubt and has_days)
            selected[row.id] = is_certain
        return selected

    def select_claims(self, chosen: Chosen) -> pd.DataFrame:
        """Return the claims of a view, each with the date that the allowed sources give it."""
        allowed = self.allowed_sources(chosen)
        kinds = dict(zip(self.events.id, self.events.category, strict=True))
        voices = dict(zip(self.claimants.id, self.claimants.voice, strict=True))
        selected = []
        for position, row in enumerate(self.claims.itertuples()):
            is_shown, has_report = self._cited(row.id, allowed, chosen)
            if not is_shown or voices[row.claimant_id] in chosen.without:
                continue
            if chosen.categories and kinds.get(row.event_id) not in chosen.categories:
                continue
            text = row.as_of or row.period
            if row.document_date and not has_report:
                text = row.document_date
            if not text and (chosen.start or chosen.end):
                continue
            if text:
                first, last, _ = date_bounds(text)
                if (chosen.end and first > chosen.end) or (chosen.start and last < chosen.start):
                    continue
            selected.append(position)
        return self.claims.iloc[selected]

    def count_totals(self, claims: pd.DataFrame) -> int:
        """Count the claims that the chart of totals may draw."""
        totals = claims[(claims.qualifier != "") & (claims.region_id == "") & (claims.as_of != "")]
        return int(totals.measure.isin(self.charted).sum())

    def count_resting(self, source_id: str) -> int:
        """Count the events and claims that a source supports, each once."""
        rows = self.citations[self.citations.source_id == source_id]
        return rows[rows.role == "supports"].record_id.nunique()
