"""A small data set whose right answers can be counted by hand."""

from typing import Any

from components.story.dataset import Dataset
from components.story.models import (
    Citation,
    Claim,
    Claimant,
    Event,
    Place,
    Region,
    RegionDepartment,
    Source,
)


def source(key: str, tier: str, **extra: Any) -> Source:
    text = {"en": "note", "es": "nota"}
    custom = {"tier": tier, "kind": "wire", "voice": "press", "short": key.upper(), "notes": text}
    custom |= {"issued_edtf": "2019-02-28", "date_basis": "stated", "date_note": text}
    made = {"id": key, "type": "article-newspaper", "title": f"Title of {key}", "language": "en"}
    made |= {"issued": {"date-parts": [[2019, 2, 28]]}, "custom": custom}
    return Source.model_validate(made | extra)


def event(key: str, when: str, category: str, place: str | None = None, **extra: Any) -> Event:
    made = {"id": f"ev-{key}", "date": when, "category": category, "place_id": place}
    made |= {"date_basis": "stated", "date_note": "n", "date_note_es": "n"}
    made |= {"title": f"Title {key}", "title_es": f"Título {key}"}
    made |= {"summary": f"Summary {key}", "summary_es": f"Resumen {key}"}
    return Event.model_validate(made | extra)


def claim(key: str, value: float, as_of: str, **extra: Any) -> Claim:
    made: dict[str, Any] = {"id": f"cl-{key}", "measure": "arrivals", "population": "soldiers"}
    made |= {"value_low": value, "value_high": value, "qualifier": "exact", "unit": "people"}
    made |= {"as_of": as_of, "as_of_basis": "stated", "claimant_id": "office"}
    made |= {"statement": f"Statement {key}", "statement_es": f"Afirmación {key}"}
    return Claim.model_validate(made | extra)


def place(key: str, admin1: str | None, country: str = "CO") -> Place:
    name, where = key.title(), {"lat": 1.0, "lon": -72.0, "country": country, "admin1": admin1}
    return Place(id=key, name=name, name_es=name, kind="city", precision="locality", **where)


def _by_id(rows: list[Any]) -> dict[str, Any]:
    return {row.id: row for row in rows}


def _region(key: str) -> Region:
    return Region(id=key, name=key, name_es=key, label=key.title(), label_es=key.title())


def small_dataset() -> Dataset:
    """Four events, three claims, two documents and one corroborating report."""
    events = [
        event("rising", "2019-01-21", "armed-forces", "caracas", date_basis="corroborated",
              document_date="2019-01"),
        event("aid", "2019-02-22/2019-02-23", "border", "cucuta"),
        event("march", "2019-04~", "reception", "cucuta"),
        event("count", "2019-02-28", "counts"),
    ]  # fmt: skip
    claims = [
        claim("north", 415, "2019-02-27", region_id="oriente", event_id="ev-count"),
        claim("north-before", 328, "2019-02-26", region_id="oriente"),
        claim("total", 567, "2019-02-27"),
    ]
    cited = [
        ("ev-rising", "doc-a", 3, "w"), ("ev-rising", "wire", None, ""),
        ("ev-aid", "doc-b", 1, "w"), ("ev-march", "doc-a", 9, "w"), ("ev-count", "wire", None, ""),
        ("cl-north", "doc-b", 4, "415"), ("cl-north-before", "wire", None, ""),
        ("cl-total", "wire", None, ""),
    ]  # fmt: skip
    named = ("record_id", "source_id", "locator", "wording")
    citations = [Citation(role="supports", **dict(zip(named, one, strict=True))) for one in cited]
    return Dataset(
        version="0.0.1",
        title="Small",
        sources=_by_id([source("doc-a", "document"), source("doc-b", "document"),
                        source("wire", "corroborating")]),
        events=_by_id(events),
        claims=_by_id(claims),
        claimants=_by_id([Claimant(id="office", name="Office", name_es="Oficina",
                                   voice="colombian-state")]),
        citations=tuple(citations),
        places=_by_id([place("caracas", "VE-A", "VE"), place("cucuta", "CO-NSA")]),
        regions=_by_id([_region("guajira"), _region("oriente")]),
        region_departments=(
            RegionDepartment(department="CO-NSA", department_name="Norte de Santander",
                             region_id="oriente", basis="attested"),
            RegionDepartment(department="CO-LAG", department_name="La Guajira",
                             region_id="guajira", basis="attested"),
        ),
    )  # fmt: skip
