"""Which columns of a table may hold the figure of each row, the likeliest first.

Values decide: most cells are numbers, and not years, degrees or what tells rows apart. What the
figure counts nobody can guess, so a reader is asked once.
"""

from typing import Final

from components.intake.column_guesses import SAMPLE_ROWS, words_of
from components.intake.column_values import MOST_SHARE, share_of
from components.intake.columns import NAME_SEPARATOR, WORDS
from components.intake.sheet_models import ColumnMap, Sheet
from components.intake.unmapped_columns import is_private
from components.values.cell_numbers import parse_cell_number

#: As many columns are offered.
MOST_NUMBER_COLUMNS: Final = 12
#: Whole numbers of four digits in these bounds may be years.
YEAR_DIGITS: Final = 4
FIRST_LIKELY_YEAR: Final = 1500
LAST_LIKELY_YEAR: Final = 2100
#: Words of headers whose numbers count nothing.
OTHER_NUMBER_WORDS: Final = frozenset(
    {
        "id", "uuid", "code", "codigo", "clave", "zip", "postal", "cp", "row", "fila", "index",
        "key", "no", "nr", "ref", "year", "ano", "anio", "month", "mes", "day", "dia", "hour",
        "hora", "time", "lat", "lon", "lng", "latitude", "longitude", "latitud", "longitud", "x",
        "y", "page", "pagina", "version", "order", "orden", "rank", "status",
    }
)  # fmt: skip
#: Words of headers whose numbers count people or things, besides those of the field itself.
_COUNTING_WORDS: Final = frozenset(
    {
        "number", "numero", "num", "total", "affected", "afectados", "afectadas", "displaced",
        "evacuated", "evacuados", "damnificados", "desplazados", "missing", "desaparecidos",
        "arrested", "detained", "detenidos", "detenidas", "families", "familias", "houses",
        "viviendas", "casas", "hectares", "hectareas", "volume", "volumen", "m3", "victims",
    }
)  # fmt: skip


def find_number_columns(table: Sheet, column_map: ColumnMap) -> tuple[str, ...]:
    """Return the headers of columns that may hold the figure of each row, the likeliest first.

    That is the column that the map has, then those whose names say that they count, then others.
    """
    present_headers = column_map.columns.get("number", ())
    taken_headers: set[str] = set()
    for headers in column_map.columns.values():
        taken_headers.update(headers)
    counting_headers: list[str] = []
    other_headers: list[str] = []
    for position, header in enumerate(table.header):
        if not header.strip() or header in taken_headers or is_private(header):
            continue
        header_words = words_of(header)
        if not header_words.isdisjoint(OTHER_NUMBER_WORDS):
            continue
        if not _holds_numbers(table.column_texts(position, SAMPLE_ROWS)):
            continue
        if header_words.isdisjoint(_words_that_count()):
            other_headers.append(header)
        else:
            counting_headers.append(header)
    number_headers = dict.fromkeys([*present_headers, *counting_headers, *other_headers])
    return tuple(number_headers)[:MOST_NUMBER_COLUMNS]


def _words_that_count() -> frozenset[str]:
    words = set(_COUNTING_WORDS)
    for name in WORDS["events"]["number"].split(NAME_SEPARATOR):
        words.update(word for word in name.split() if word not in {"of", "de"})
    return frozenset(words)


def _holds_numbers(texts: list[str]) -> bool:
    """Return whether most texts of a column are numbers, and these are not all years."""
    if share_of(texts, _is_number) < MOST_SHARE:
        return False
    return not all(map(_may_be_year, texts))


def _is_number(text: str) -> bool:
    return parse_cell_number(text) is not None


def _may_be_year(text: str) -> bool:
    is_of_four_digits = len(text) == YEAR_DIGITS and text.isdecimal()
    return is_of_four_digits and FIRST_LIKELY_YEAR <= int(text) <= LAST_LIKELY_YEAR
