"""What people call the columns of a table of events, in English and in Spanish."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from components.domain.views.texts import fold

REQUIRED: Final = ("date", "title")
NAMES: Final[dict[str, tuple[str, ...]]] = {
    "id": ("id", "key", "identifier", "clave", "codigo"),
    "date": ("date", "fecha", "day", "dia", "when", "start", "start date", "date start", "inicio",
             "fecha inicio", "fecha de inicio", "fecha inicial", "desde", "from", "cuando"),
    "end": ("end", "end date", "date end", "fin", "fecha fin", "fecha de fin", "fecha final",
            "until", "to", "hasta"),
    "title": ("title", "titulo", "event", "evento", "hecho", "suceso", "acontecimiento",
              "headline", "titular", "name", "nombre", "what", "que"),
    "title_es": ("title es", "titulo es", "title spanish", "titulo en espanol", "spanish title",
                 "title in spanish"),
    "summary": ("summary", "resumen", "description", "descripcion", "text", "texto", "detail",
                "details", "detalle"),
    "summary_es": ("summary es", "resumen es", "summary spanish", "resumen en espanol",
                   "summary in spanish"),
    "category": ("category", "categoria", "kind", "type", "tipo", "clase"),
    "place": ("place", "lugar", "location", "ubicacion", "sitio", "where", "donde", "ciudad",
              "city", "municipio", "town"),
    "country": ("country", "pais", "country code", "codigo pais"),
    "lat": ("lat", "latitude", "latitud"),
    "lon": ("lon", "long", "lng", "longitude", "longitud"),
    "source": ("source", "fuente", "source title", "titulo fuente", "titulo de la fuente",
               "source name", "publication", "medio"),
    "url": ("url", "source url", "link", "enlace", "source link", "address", "direccion",
            "enlace fuente", "url fuente", "web"),
    "source_date": ("source date", "published", "fecha fuente", "publicado", "fecha de la fuente",
                    "fecha de publicacion", "publication date"),
    "accessed": ("accessed", "access date", "date accessed", "retrieved", "urldate", "consultado",
                 "consultada", "fecha de consulta", "fecha consulta", "fecha de acceso"),
    # Those of this project's own table of events.
    "citations": ("citations",),
    "cited_as": ("cited as",),
}  # fmt: skip
_BY_NAME: Final = {name: column for column, names in NAMES.items() for name in names}
_MARKS = re.compile(r"[^a-z0-9]+")


def plain_name(text: str) -> str:
    """A header without accents, capitals and marks: "Título (ES)" is "titulo es"."""
    return _MARKS.sub(" ", fold(text)).strip()


def column_of(header: str) -> str | None:
    """The column that a header means; ``None`` for one of the reader's own."""
    return _BY_NAME.get(plain_name(header))


def looks_like_events(header: Sequence[str]) -> bool:
    """Whether a header names what a table of events cannot do without."""
    known = {column_of(cell) for cell in header}
    return known.issuperset(REQUIRED)
