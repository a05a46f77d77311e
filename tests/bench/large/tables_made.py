"""Tables of events of any number of rows, made up, the same each time."""

from pathlib import Path
from typing import Final

import duckdb

#: The seed: another one makes another table.
SEED: Final = 2019
_WORDS: Final = (
    "guardia", "puente", "frontera", "protesta", "militares", "cruce", "ayuda", "humanitaria",
    "soldados", "hotel", "refugio", "desertaron", "cúcuta", "táchira", "convoy", "marcha",
    "vecinos", "policía", "comercio", "cerrado", "camión", "noche", "mañana", "río", "trocha",
    "migrantes",
    "reunión", "acuerdo", "denuncia", "herido", "detenido", "bloqueo", "elección", "paro",
    "maestros", "hospital", "escuela", "agua", "electricidad", "alimentos", "precio", "mercado",
)  # fmt: skip
_KINDS: Final = (
    "Protests", "Riots", "Battles", "Violence against civilians", "Strategic developments",
    "Explosions", "Movements", "Agreements",
)  # fmt: skip
_REGIONS: Final = (
    "Norte de Santander", "Arauca", "La Guajira", "Táchira", "Zulia", "Apure", "Amazonas",
    "Vichada", "Cesar", "Bolívar", "Mérida", "Barinas",
)  # fmt: skip


def _pick(values: tuple[str, ...], salt: str) -> str:
    listed = ", ".join(f"'{value}'" for value in values)
    return f"list_extract([{listed}], 1 + (h(i, '{salt}') % {len(values)})::INT)"


def write_table(path: Path, rows: int) -> Path:
    """Write a table of so many rows: 11 years of days, 200 places, 60 sources, 8 kinds."""
    if path.is_file():
        return path
    text = " || ' ' || ".join(_pick(_WORDS, f"w{n}") for n in range(6))
    more = " || ' ' || ".join(_pick(_WORDS, f"s{n}") for n in range(14))
    with duckdb.connect() as made:
        made.execute("SET preserve_insertion_order = true")
        made.execute(f"CREATE MACRO h(i, salt) AS hash(i * 31 + {SEED}, salt)")
        made.execute(
            f"""COPY (
              SELECT 'E' || i AS event_id,
                DATE '2014-01-01' + (h(i, 'day') % 4018)::INT AS event_date,
                {_pick(_KINDS, "kind")} AS event_type,
                {_pick(_REGIONS, "region")} AS region,
                'Place ' || (h(i, 'place') % 200) AS place,
                round(1.5 + ((h(i, 'place') % 200) * 7919 % 1000) / 90.0, 5) AS latitude,
                round(-76 + ((h(i, 'place') % 200) * 104729 % 1000) / 80.0, 5) AS longitude,
                {text} AS title, {more} AS summary,
                'Source ' || (h(i, 'source') % 60) AS source,
                'https://example.org/' || i AS url
              FROM range({rows}) t(i)) TO '{path}' (FORMAT parquet)"""  # noqa: S608
        )
    return path
