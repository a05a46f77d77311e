"""Places of a table that are written in several ways: joined where they are one, else offered."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from components.intake.problems import Notes, fault
from components.intake.sheet_models import Rows
from components.story.texts import fold

#: Places of one name that round to the same degrees are one: some hundred metres are that much.
PLACE_DECIMALS: Final = 3
#: Names of which one has the words of the other may be one place if they are so near, some 5 km.
NEAR_DEGREES: Final = 0.05
#: Places are compared within squares of so many decimals of a degree, some 10 km.
SQUARE_DECIMALS: Final = 1
#: In a square with more names nobody is asked about each pair.
MAX_NAMES_IN_SQUARE: Final = 40

#: Latitude and longitude, rounded; ``None`` where a row has none.
Spot = tuple[float, float] | None


class WrittenPlace(NamedTuple):
    """A place as a row has it: its name, its country and its spot."""

    name: str
    country: str
    spot: Spot


class PlaceChanges(NamedTuple):
    """The name of each place, the only spot of a name, and the codes of notes on places.

    Beside each code is the other name that its note gives.
    """

    labels: Mapping[WrittenPlace, str]
    spots: Mapping[tuple[str, str], Spot]
    codes: Mapping[WrittenPlace, Mapping[str, str]]


def join_place_names(rows: Rows, notes: Notes) -> None:
    """Join the places of rows that are one place, and note those that may be, in place.

    Names that differ in capitals and accents alone are one place at the same spot, or without
    coordinates in the same country. A row without coordinates has those of the only spot that
    other rows give its name.

    Parameters
    ----------
    rows
        Rows whose coordinates are parsed.
    notes
        Takes what was joined, and what may be one place.
    """
    if not any(rows.field_cells("place")):
        return
    places = _list_written_places(rows)
    counts = Counter(place for place in places if place.name)
    labels = _join_spellings(counts)
    joined_counts: Counter[WrittenPlace] = Counter()
    for place, count in counts.items():
        joined_counts[place._replace(name=labels[place])] += count
    spots = _find_only_spots(joined_counts)
    likely_names = dict(_list_likely_names(joined_counts))
    codes_of_place = {}
    for place in counts:
        label = labels[place]
        codes = {}
        if label.casefold() != place.name.casefold():
            codes["place_joined"] = label
        if place.spot is None and (label.casefold(), place.country) in spots:
            codes["place_point"] = label
        if label in likely_names:
            codes["place_alike"] = likely_names[label]
        if codes:
            codes_of_place[place] = codes
    if codes_of_place:
        _rewrite_places(rows, places, PlaceChanges(labels, spots, codes_of_place), notes)


def _rewrite_places(
    rows: Rows, places: Sequence[WrittenPlace], changes: PlaceChanges, notes: Notes
) -> None:
    """Give rows the names and points of their places, and note it."""
    names = rows.columns["place"]
    latitudes = rows.columns["lat"]
    longitudes = rows.columns["lon"]
    points: dict[Spot, tuple[float, float]] = {}
    for place, lat, lon in zip(places, latitudes, longitudes, strict=True):
        points.setdefault(place.spot, (lat, lon))
    for position, place in enumerate(places):
        codes = changes.codes.get(place, {})
        if not codes:
            continue
        label = changes.labels[place]
        names[position] = label
        if "place_point" in codes:
            only_spot = changes.spots[label.casefold(), place.country]
            latitudes[position], longitudes[position] = points[only_spot]
        for code, other_name in codes.items():
            problem = fault(code, "place", value=place.name, level="note", same=other_name)
            notes.take(problem, rows.count.sheet, rows.numbers[position])


def _list_written_places(rows: Rows) -> list[WrittenPlace]:
    """Return the place of each row as it is written; its name is empty where it has none."""
    places = []
    cells = (rows.field_cells(field) for field in ("place", "country", "lat", "lon"))
    for name, country, lat, lon in zip(*cells, strict=True):
        spot: Spot = None
        if lat not in {None, ""} and lon not in {None, ""}:
            spot = (round(lat, PLACE_DECIMALS), round(lon, PLACE_DECIMALS))
        places.append(WrittenPlace(name, country.upper(), spot))
    return places


def _join_spellings(counts: Mapping[WrittenPlace, int]) -> dict[WrittenPlace, str]:
    """Return the name of each place: of spellings of one place that of most rows."""
    names_of_place: defaultdict[WrittenPlace, Counter[str]] = defaultdict(Counter)
    key_of_place = {}
    for place, count in counts.items():
        is_certain = place.spot is not None or place.country
        folded_name = fold(place.name) if is_certain else place.name.casefold()
        key = place._replace(name=" ".join(folded_name.split()))
        key_of_place[place] = key
        names_of_place[key][place.name] += count
    labels = {}
    for place, key in key_of_place.items():
        ((label, _),) = names_of_place[key].most_common(1)
        labels[place] = label
    return labels


def _find_only_spots(counts: Mapping[WrittenPlace, int]) -> dict[tuple[str, str], Spot]:
    """Return the spot of names, by folded name and country, that have a single one."""
    spots_of_name: defaultdict[tuple[str, str], set[Spot]] = defaultdict(set)
    for place in counts:
        if place.spot is not None:
            spots_of_name[place.name.casefold(), place.country].add(place.spot)
    only_spots = {}
    for key, spots in spots_of_name.items():
        if len(spots) == 1:
            (only_spots[key],) = spots
    return only_spots


def _list_likely_names(counts: Mapping[WrittenPlace, int]) -> Iterator[tuple[str, str]]:
    """Yield names that may be another one, with that: the one of more rows."""
    row_counts: Counter[str] = Counter()
    for place, count in counts.items():
        row_counts[place.name] += count
    for first, second in _list_alike_places(counts):
        rarer, other = sorted((first.name, second.name), key=row_counts.__getitem__)
        if first.country == second.country and rarer.casefold() != other.casefold():
            yield rarer, other


def _list_alike_places(
    counts: Mapping[WrittenPlace, int],
) -> Iterator[tuple[WrittenPlace, WrittenPlace]]:
    """Yield pairs of places with names that are alike and spots that do not contradict it."""
    by_folded_name: defaultdict[str, list[WrittenPlace]] = defaultdict(list)
    by_square: defaultdict[Spot, list[WrittenPlace]] = defaultdict(list)
    for place in counts:
        by_folded_name[fold(place.name)].append(place)
        if place.spot is not None:
            lat, lon = place.spot
            square = (round(lat, SQUARE_DECIMALS), round(lon, SQUARE_DECIMALS))
            by_square[square].append(place)
    for places in by_folded_name.values():
        for first, second in combinations(places, 2):
            if first.spot is None or second.spot is None or _are_near(first.spot, second.spot):
                yield first, second
    for places in by_square.values():
        if len(places) > MAX_NAMES_IN_SQUARE:
            continue
        for first, second in combinations(places, 2):
            if _has_words_of_other(first.name, second.name) and _are_near(first.spot, second.spot):
                yield first, second


def _are_near(first: Spot, second: Spot) -> bool:
    if first is None or second is None:
        return False
    return max(abs(first[0] - second[0]), abs(first[1] - second[1])) <= NEAR_DEGREES


def _has_words_of_other(first: str, second: str) -> bool:
    """Return whether one of two names ends with the other: "San José de Cúcuta"."""
    first_words = fold(first).split()
    second_words = fold(second).split()
    shorter, longer = sorted((first_words, second_words), key=len)
    return bool(shorter) and longer[-len(shorter) :] == shorter
