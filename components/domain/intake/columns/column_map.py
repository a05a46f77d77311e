"""What the columns of somebody's table are: declared, kept as a small file, used again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from components.domain.dates.edtf import parse_edtf
from components.domain.intake.files.strict_json import parse_json
from components.domain.intake.limits import LIMITS, MB, Limits
from components.domain.intake.problems import Refusal
from components.domain.intake.rows.columns import plain_name

#: Every field of an event that a column, or several joined, can hold.
FIELDS: Final = (
    "date", "date_mark", "year", "month", "day", "end", "end_year", "end_month", "end_day",
    "title", "title_es", "summary", "summary_es", "category", "place", "region", "country", "lat",
    "lon", "coordinates", "source", "author", "publication", "url", "source_date", "accessed",
    "id", "citations", "cited_as",
)  # fmt: skip
MAP_KIND: Final = "column-map"
MOST_MAP_BYTES: Final = MB
JOINED: Final = " – "


def key_of(header: str) -> str:
    """What a header is known by, whatever its accents, capitals and marks."""
    return plain_name(header) or header.strip()


def _names(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _edtf(value: str) -> str:
    parse_edtf(value)
    return value


Header = Annotated[str, Field(max_length=300)]
WebAddress = Annotated[str, Field(max_length=2000, pattern=r"^(https?://\S+)?$")]
Headers = Annotated[tuple[Header, ...], BeforeValidator(_names), Field(max_length=8)]
Answer = Annotated[str, BeforeValidator(_edtf)]


class Credit(BaseModel):
    """What a table is called, whose it is and under what it may be used, where somebody says it.

    ``address`` is that of the source's page, ``licence_address`` that of the licence's text.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Header = ""
    title_es: Header = ""
    source: Header = ""
    address: WebAddress = ""
    licence: Header = ""
    licence_address: WebAddress = ""


class ColumnMap(BaseModel):
    """Which column of a table is what, and how its dates are read.

    ``columns`` gives the header, or the headers whose cells are joined, of each field. ``order``
    says whether days or months are first in 03/04/2019. ``header`` is the row with the names, as a
    spreadsheet numbers it; 0 says that there is none and ``names`` are the columns in order;
    ``None`` that it is looked for. ``footnotes`` says that texts bring the marks of footnotes, and
    ``markup`` that they bring HTML, which are taken out. ``answers`` are EDTF
    dates of texts that were asked about, and ``values`` what stands for a cell's text: the word for
    a code. ``credit`` is what the pages say of the table itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["column-map"] = "column-map"
    name: Annotated[str, Field(max_length=100)] = ""
    columns: dict[str, Headers] = Field(default_factory=dict, max_length=len(FIELDS))
    order: Literal["", "day", "month"] = ""
    sheet: Annotated[str, Field(max_length=300)] = ""
    header: Annotated[int, Field(ge=0)] | None = None
    names: Annotated[tuple[Header, ...], Field(max_length=200)] = ()
    footnotes: bool = False
    markup: bool = False
    answers: Annotated[dict[Header, Answer], Field(max_length=2000)] = Field(default_factory=dict)
    values: Annotated[
        dict[str, Annotated[dict[Header, Header], Field(max_length=500)]], Field(max_length=40)
    ] = Field(default_factory=dict)
    credit: Credit = Credit()

    @property
    def dated(self) -> bool:
        """Whether a column, or the parts of a date, say when something was."""
        return "date" in self.columns or "year" in self.columns

    def held_by(self, header: Sequence[str]) -> ColumnMap:
        """The same with the columns that a header has, under the header's own spelling."""
        own = {key_of(cell): cell for cell in reversed(header) if cell.strip()}
        kept = {
            field: tuple(own[key_of(n)] for n in names if key_of(n) in own)
            for field, names in self.columns.items()
        }
        return self.model_copy(update={"columns": {f: names for f, names in kept.items() if names}})

    def written(self) -> bytes:
        """The map as a JSON file, to be opened beside the next table of its kind."""
        values = self.model_dump(exclude_defaults=True)
        text = json.dumps({"kind": MAP_KIND, **values}, ensure_ascii=False, indent=2)
        return f"{text}\n".encode()


def is_map(content: bytes, name: str) -> bool:
    """Whether a file is, by its ending and its first words, a column map."""
    return name.lower().endswith(".json") and b'"column-map"' in content[:2000]


def read_map(content: bytes, name: str = "", limits: Limits = LIMITS) -> ColumnMap:
    """Read a column map from its file.

    Raises:
        Refusal: when it is too large, no JSON or not of this form.
    """
    if len(content) > MOST_MAP_BYTES:
        raise Refusal("map_broken", sheet=name)
    try:
        text = content.decode("utf-8-sig")
        made = ColumnMap.model_validate(parse_json(text, name, limits))
    except (UnicodeDecodeError, ValidationError, ValueError) as error:
        raise Refusal("map_broken", sheet=name) from error
    unknown = sorted(made.columns.keys() - set(FIELDS))
    if unknown:
        raise Refusal("map_broken", sheet=name, value=", ".join(unknown))
    return made
