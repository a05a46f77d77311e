"""Tables of events of any number of rows, made by rule: the same number gives the same bytes."""

import csv
import io
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import duckdb

Shape = Callable[[int], dict[str, Any]]
PLAIN: Final = {
    "date": "2019-02-23",
    "title": "What happened",
    "summary": "Said in a sentence.",
    "category": "Protest",
    "place": "Cúcuta",
    "lat": 7.89,
    "lon": -72.5,
    "source": "El Diario",
    "url": "https://example.org/a",
}


def _day(n: int) -> str:
    return f"{1990 + n % 30}-{n % 12 + 1:02}-{n % 28 + 1:02}"


def _spread(n: int) -> dict[str, Any]:
    return {"lat": -60 + n % 1201 / 10, "lon": -170 + n // 7 % 3401 / 10}


#: What of a row is not plain, by the number of the row.
SHAPES: Final[dict[str, Shape]] = {
    "a place of its own for each": lambda n: {"date": _day(n), "place": f"Place {n}", **_spread(n)},
    "places without coordinates": lambda n: {
        "date": _day(n), "place": f"Place {n}", "lat": "", "lon": ""},
    "places all around one spot": lambda n: {
        "date": _day(n), "place": f"Place {n}", "lat": 7.89 + n / 1e6, "lon": -72.5},
    "spans that overlap": lambda n: {"date": f"{_day(n)}/{2020 + n % 5}-{n % 12 + 1:02}"},
    "unsure spans": lambda n: {"date": f"{1900 + n % 100}~/{2001 + n % 20}?"},
    "open ends and decades": lambda n: {"date": (f"{190 + n % 12}X", f"{1950 + n % 60}/..")[n % 2]},
    "years far apart": lambda n: {"date": str(1 + n % 9998).zfill(4)},
    "all on one day": lambda n: {"title": f"What happened, {n}"},
    "a kind of its own for each": lambda n: {"date": _day(n), "category": f"Kind {n}"},
    "a source of its own for each": lambda n: {
        "date": _day(n), "source": f"Source {n}", "url": f"https://example.org/{n}"},
    "long words": lambda n: {"date": _day(n), "title": "x" * 290 + str(n), "place": "y" * 190},
    "combining characters": lambda n: {"date": _day(n), "title": "e\u0301\u0323" * 90 + str(n)},
    "long summaries": lambda n: {"date": _day(n), "summary": "Words of it. " * 150},
    "a country of its own for each": lambda n: {
        "date": _day(n), "place": f"Place {n}", "country": ("CO", "VE", "BR")[n % 3], **_spread(n)},
}  # fmt: skip


def table(shape: Shape, rows: int) -> bytes:
    """A table as CSV: of each row what the shape says for its number, and the rest is plain."""
    made, text = [PLAIN | shape(n) for n in range(rows)], io.StringIO(newline="")
    write = csv.DictWriter(text, [*made[0]], lineterminator="\n")
    write.writeheader()
    write.writerows(made)
    return text.getvalue().encode()


def events_csv(size: int) -> bytes:
    """A table of ``size`` events over ten years at 900 places, in five kinds, from 60 sources."""
    rng = random.Random(size)  # noqa: S311 - the same each time, and guarding nothing

    def event(number: int) -> dict[str, Any]:
        day = date(2014, 1, 1) + timedelta(days=int(3650 * rng.random() ** 0.7))
        spot, source = rng.randrange(900), rng.randrange(60)
        return {
            "date": day.isoformat() if number % 9 else day.isoformat()[:7],
            "title": f"Event {number} of the kind that is counted here",
            "summary": f"What was said of event {number}, in a sentence of ordinary length.",
            "category": ("Protest", "Arrest", "Decree", "Crossing", "Relief")[rng.randrange(5)],
            "place": f"Place {spot}",
            "lat": round(-4 + (spot % 30) * 0.4, 3),
            "lon": round(-78 + (spot // 30) * 0.4, 3),
            "source": f"Source {source}",
            "url": f"https://example.org/{source}",
        }

    return table(event, size)


_WORDS: Final = (
    "guardia", "puente", "frontera", "protesta", "militares", "cruce", "ayuda", "humanitaria",
    "soldados", "hotel", "refugio", "desertaron", "cúcuta", "táchira", "convoy", "marcha",
    "vecinos", "policía", "comercio", "cerrado", "camión", "noche", "mañana", "río", "trocha",
    "migrantes", "reunión", "acuerdo", "denuncia", "herido", "detenido", "bloqueo", "elección",
    "paro", "maestros", "hospital", "escuela", "agua", "electricidad", "alimentos", "precio",
    "mercado",
)  # fmt: skip
_KINDS: Final = (
    "Protests", "Riots", "Battles", "Violence against civilians", "Strategic developments",
    "Explosions", "Movements", "Agreements",
)  # fmt: skip
_REGIONS: Final = (
    "Norte de Santander", "Arauca", "La Guajira", "Táchira", "Zulia", "Apure", "Amazonas",
    "Vichada", "Cesar", "Bolívar", "Mérida", "Barinas",
)  # fmt: skip


def many_words_csv(rows: int) -> bytes:
    """Return a table whose titles and summaries share few words: 240 bytes a row.

    Parameters
    ----------
    rows
        How many events it has.
    """
    rng = random.Random(7)  # noqa: S311 - the same each time, and guarding nothing
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randrange(4, 11))) for _ in range(60_000)]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["id", "date", "title", "summary", "category", "place", "lat", "lon", "source"])
    for number in range(rows):
        title = " ".join(rng.choices(words, k=6))
        summary = " ".join(rng.choices(words, k=16))
        latitude = round(rng.uniform(-10, 10), 4)
        longitude = round(rng.uniform(-70, -60), 4)
        category = rng.choice(["Protest", "Battle", "Riot"])
        place = rng.choice(words)
        source = rng.choice(words)
        writer.writerow(
            [number, _day(number), title, summary, category, place, latitude, longitude, source]
        )
    return text.getvalue().encode()


def _pick(values: tuple[str, ...], salt: str) -> str:
    listed = ", ".join(f"'{value}'" for value in values)
    return f"list_extract([{listed}], 1 + (h(i, '{salt}') % {len(values)})::INT)"


def write_table(path: Path, rows: int) -> Path:
    """Write a table of so many rows: 11 years of days, 200 places, 60 sources, 8 kinds."""
    text = " || ' ' || ".join(_pick(_WORDS, f"w{n}") for n in range(6))
    more = " || ' ' || ".join(_pick(_WORDS, f"s{n}") for n in range(14))
    with duckdb.connect() as made:
        made.execute("SET preserve_insertion_order = true")
        # Another number makes another table.
        made.execute("CREATE MACRO h(i, salt) AS hash(i * 31 + 2019, salt)")
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
