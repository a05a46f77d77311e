"""Tables of events of any size, made by rule: the same size gives the same bytes."""

import csv
import io
import random
from datetime import date, timedelta

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
