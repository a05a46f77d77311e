"""A source: one document as CSL-JSON, with what the bibliography needs beyond it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Basis, Edtf, Kind, Slug, TableRow, Tier


class Bilingual(TableRow):
    """A short text in both languages."""

    en: str = ""
    es: str = ""


class SourceDetails(TableRow):
    """What the bibliography needs to know of a source beyond CSL-JSON (its ``custom`` object)."""

    tier: Tier
    kind: Kind
    voice: Slug
    short: str
    issued_edtf: Edtf = ""
    date_basis: Basis | None = None
    date_note: Bilingual = Bilingual()
    upstream: tuple[str, ...] = ()
    notes: Bilingual = Bilingual()
    file: str | None = None

    @property
    def issued(self) -> EdtfDate:
        """When it appeared; open at both ends where no date is known."""
        return parse_edtf(self.issued_edtf or "../..")


class Source(BaseModel):
    """One document, as CSL-JSON. Fields not named here pass through to the citation styles."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: Slug
    type: str
    title: Annotated[str, Field(min_length=1)]
    language: str
    URL: str | None = None
    custom: SourceDetails

    def csl(self) -> dict[str, Any]:
        """The item as plain CSL-JSON, ``custom`` included."""
        return self.model_dump(mode="json", exclude_none=True)
