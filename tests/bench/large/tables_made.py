"""Tables of events of any number of rows, made by rule: the same number gives the same bytes."""

import csv
import io
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import duckdb

HEADER = ("date", "title", "summary", "category", "place", "lat", "lon", "source", "url")
KINDS = ("Protest", "Arrest", "Decree", "Crossing", "Relief")
FIRST = date(2014, 1, 1)
DAYS = 3650
PLACES = 900


def events_csv(size: int) -> bytes:
    """A table of ``size`` events over ten years at 900 places, in five kinds, from 60 sources."""
    rng = random.Random(size)  # noqa: S311 - the same each time, and guarding nothing
    text = io.StringIO(newline="")
    write = csv.writer(text, lineterminator="\n")
    write.writerow(HEADER)
    for number in range(size):
        day = FIRST + timedelta(days=int(DAYS * rng.random() ** 0.7))
        spot = rng.randrange(PLACES)
        source = rng.randrange(60)
        write.writerow(
            (
                day.isoformat() if number % 9 else day.isoformat()[:7],
                f"Event {number} of the kind that is counted here",
                f"What was said of event {number}, in a sentence of ordinary length.",
                KINDS[rng.randrange(5)],
                f"Place {spot}",
                round(-4 + (spot % 30) * 0.4, 3),
                round(-78 + (spot // 30) * 0.4, 3),
                f"Source {source}",
                f"https://example.org/{source}",
            )
        )
    return text.getvalue().encode()


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
