"""Rules beyond the schema that only this project's own data must keep."""

from __future__ import annotations

from collections.abc import Mapping

from components.domain.intake.packages.rows import MODELS, CheckedTable
from components.domain.intake.problems import Notes
from components.domain.records.package_files import (
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    EVENTS,
    SOURCES,
)

Tables = Mapping[str, CheckedTable]


def check_house_rules(tables: Tables, notes: Notes) -> None:
    """Note every breach, where reading is strict."""
    if notes.strict:
        _languages(tables, notes)
        _locators(tables, notes)
        _dates(tables, notes)
        _mentions(tables, notes)


def _languages(tables: Tables, notes: Notes) -> None:
    """Texts stand in both languages."""
    for name, model in MODELS.items():
        pairs = [(c, f"{c}_es") for c in model.model_fields if f"{c}_es" in model.model_fields]
        for row, record in tables[name].rows:
            for english, spanish in pairs:
                if bool(getattr(record, english)) != bool(getattr(record, spanish)):
                    empty = english if getattr(record, spanish) else spanish
                    notes.rule("rule_language", name, row, empty)
    for number, source in tables[SOURCES].rows:
        if not (source.custom.issued_edtf and source.custom.date_basis):
            notes.rule("rule_empty", SOURCES, number, "custom.issued_edtf")
        for part in ("date_note", "notes"):
            for language, text in getattr(source.custom, part).model_dump().items():
                if not text:
                    notes.rule("rule_empty", SOURCES, number, f"custom.{part}.{language}")


def _locators(tables: Tables, notes: Notes) -> None:
    """A document is cited by paragraph and words, an outside report by neither."""
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    for row, citation in tables[CITATIONS].rows:
        tier = tiers.get(citation.source_id)
        if tier == "document" and citation.locator is None:
            notes.rule("rule_locator", CITATIONS, row, "locator")
        if tier == "document" and not citation.wording:
            notes.rule("rule_wording", CITATIONS, row, "wording")
        if tier == "corroborating" and citation.locator is not None:
            notes.rule("rule_outside", CITATIONS, row, "locator", citation.locator)


def _dates(tables: Tables, notes: Notes) -> None:
    """A date has its basis, and a document date only where another report has sharpened it.

    A claim that a document is cited for has its date beside one that another report gives, and that
    report is cited, too.
    """
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    citations = [citation for _, citation in tables[CITATIONS].rows]
    # Versions before 1.3 have neither this column nor that of the next rule.
    dated = any(claim.document_date for _, claim in tables[CLAIMS].rows)
    for row, claim in tables[CLAIMS].rows:
        if (claim.as_of is None) != (claim.as_of_basis is None):
            empty = "as_of" if claim.as_of is None else "as_of_basis"
            notes.rule("rule_as_of", CLAIMS, row, empty)
        if claim.as_of and not claim.as_of_note:
            notes.rule("rule_as_of_note", CLAIMS, row, "as_of_note")
        if claim.document_date and claim.as_of_basis != "corroborated":
            notes.rule("rule_document_date", CLAIMS, row, "document_date", claim.document_date)
        if dated and claim.as_of_basis == "corroborated":
            cited = {tiers.get(c.source_id) for c in citations if c.record_id == claim.id}
            if "document" in cited and not claim.document_date:
                notes.rule("rule_document_date_missing", CLAIMS, row, "document_date")
            if "corroborating" not in cited:
                notes.rule("rule_report_missing", CLAIMS, row, "as_of")
    for row, event in tables[EVENTS].rows:
        if event.document_date and event.date_basis != "corroborated":
            notes.rule("rule_document_date", EVENTS, row, "document_date", event.document_date)


def _mentions(tables: Tables, notes: Notes) -> None:
    """Every claimant has its name inside a sentence, with its article."""
    named = any(claimant.mention for _, claimant in tables[CLAIMANTS].rows)
    for row, claimant in tables[CLAIMANTS].rows:
        if named and not claimant.mention:
            notes.rule("rule_mention", CLAIMANTS, row, "mention")
