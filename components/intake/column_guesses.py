"""Guesses which column of a table of events holds which field: names are hints, values decide."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from components.intake.cell_texts import means_nothing, split_addresses
from components.intake.column_values import (
    HALF_SHARE,
    MOST_SHARE,
    PICTURE_WORDS,
    RECORD_DAY_WORDS,
    contradicts,
    has_address,
    has_letters,
    is_date,
    is_day,
    is_for_desk,
    looks_like_coordinates,
    looks_like_date,
    name_without_number,
    share_of,
)
from components.intake.columns import (
    NAME_SEPARATOR,
    WORDS,
    YEAR_NAMES,
    ColumnGuess,
    Guesses,
    fields_of_headers,
    fold_header,
)
from components.intake.sheet_models import Certainty, Sheet
from components.story.models import MAX_LATITUDE, MAX_LONGITUDE
from components.values.number_text import parse_number
from components.values.program_dates import is_count_of_time

#: Rows whose values are looked at.
SAMPLE_ROWS: Final = 200
#: Of a table of hundreds of columns fewer rows are looked at.
MOST_SAMPLE_CELLS: Final = 20_000
#: How long titles are on average; longer texts are summaries, shorter ones codes.
MIN_TITLE_CHARACTERS: Final = 8
MAX_TITLE_COLUMN_CHARACTERS: Final = 160
#: Of two columns whose scores are so near each other neither is sure.
NEAR_SCORE: Final = 0.15
#: How much a name says of a date: one that means it alone, a word within it, and none.
NAME_SCORE: Final = 1.0
WORD_SCORE: Final = 0.8
YEAR_NAME_SCORE: Final = 0.6
NO_NAME_SCORE: Final = 0.3
#: The name of a day of the record, and not of what happened, counts so much less.
RECORD_DAY_LOSS: Final = 0.5
#: The values count so much: all are dates, all are exact to the day.
DATE_SHARE_SCORE: Final = 0.3
DAY_SHARE_SCORE: Final = 0.5
#: Words of headers whose numbers may be counts of seconds since 1970.
TIME_WORDS: Final = frozenset(
    {"time", "date", "timestamp", "utc", "created", "epoch", "unix", "at", "fecha", "hora"}
)
#: Names of titles, the most telling first: what happened comes before the name of somebody.
TITLE_RANKS: Final = (
    frozenset({"what happened", "que paso", "que ocurrio", "headline", "titular"}),
    frozenset({"title", "titulo", "titre"}),
    frozenset({"event", "evento", "hecho", "suceso", "acontecimiento", "what", "que"}),
)
#: Columns of a network or of letters: what is called source there is where something came from.
DESTINATION_NAMES: Final = frozenset({"destination", "target", "destino", "recipient"})
#: The last words of headers that name who published: "Media outlet".
OUTLET_WORDS: Final = frozenset({"outlet", "newspaper", "periodico"})
#: Words of headers of parts of addresses, which are no titles.
ADDRESS_WORDS: Final = frozenset(
    {"address", "direccion", "street", "calle", "state", "county", "estado", "operations", "code"}
)
#: Words of headers of what tells a row from others, which is no title.
ID_WORDS: Final = frozenset({"id", "uuid", "guid", "codigo", "clave"})
#: Words of headers of what a row is about.
EVENT_WORDS: Final = frozenset({"event", "incident", "evento", "hecho", "incidente", "disaster"})
NAME_WORDS: Final = frozenset({"name", "nombre"})
#: Words of names that are not those of what happened.
PERSON_WORDS: Final = frozenset(
    {"submitter", "reporter", "author", "user", "region", "file", "device"}
)
#: Fields whose names mean nothing else, but for those of addresses of streets.
CLEAR_FIELDS: Final = frozenset({"lat", "lon", "url"})
ADDRESS_NAMES: Final = frozenset({"address", "direccion"})
START_WORDS: Final = frozenset({"start", "begin", "from", "inicio", "desde"})
_WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])")


class _ScoredColumn(NamedTuple):
    """A column that may hold dates, how good it is, and whether its name says so alone."""

    score: float
    header: str
    certainty: Certainty


def words_of(header: str) -> frozenset[str]:
    """Return the folded words of a header; capitals within it begin words, too."""
    spaced_header = _WORD_BEGINS.sub(" ", header)
    folded_header = fold_header(spaced_header)
    return frozenset(folded_header.split())


def _sample_rows(sheet: Sheet) -> Sheet:
    """Return a sheet of rows from all of the table: its first may be unlike the others."""
    column_count = len(sheet.header)
    most_rows = MOST_SAMPLE_CELLS // max(column_count, 1)
    row_count = min(SAMPLE_ROWS, most_rows)
    rows_in_step = len(sheet.rows) // row_count
    step = max(rows_in_step, 1)
    spread_rows = sheet.rows[::step]
    return replace(sheet, rows=spread_rows[:row_count])


class _ColumnGuesser:
    """Guesses the columns of a table from their names and their values together."""

    def __init__(self, sheet: Sheet) -> None:
        self.guesses: Guesses = {}
        #: Values from all of each column that anybody is meant to read.
        self._texts: dict[str, list[str]] = {}
        #: Without rows names alone decide, as where the row with the names is looked for.
        self._has_rows = bool(sheet.rows)
        sample = _sample_rows(sheet)
        for position, header in enumerate(sheet.header):
            header_words = words_of(header)
            if header.strip() and not is_for_desk(header_words):
                texts = sample.column_texts(position)
                self._texts.setdefault(header, texts)
        headers = list(self._texts)
        self._fields = fields_of_headers(headers)

    def guess_all(self) -> Guesses:
        """Guess every field, those that are surest first."""
        self._take_parts_of_dates()
        self._choose_date()
        self._choose_title()
        self._take_source_names()
        self._take_known_names()
        self._take_words_within_names()
        self._take_coordinates()
        self._take_links()
        if "title" not in self.guesses:
            self._claim_title()
        self._order_by_header()
        return self.guesses

    # Helpers --------------------------------------------------------------------------------------

    def _free_headers(self) -> list[str]:
        taken_headers = set()
        for guess in self.guesses.values():
            taken_headers.add(guess.header)
            taken_headers.update(guess.further)
        return [header for header in self._texts if header not in taken_headers]

    def _claim(self, field: str, header: str, certainty: Certainty) -> None:
        self.guesses[field] = ColumnGuess(header, certainty)

    def _fits(self, field: str, header: str) -> bool:
        """Return whether the values of a column do not contradict a field."""
        return not contradicts(field, self._texts[header])

    def _order_by_header(self) -> None:
        """Put the fields in the order of their columns, as a reader sees these."""
        ordered_guesses: Guesses = {}
        for header in self._texts:
            for field, guess in self.guesses.items():
                if guess.header == header:
                    ordered_guesses[field] = guess
        self.guesses = ordered_guesses

    # Dates ----------------------------------------------------------------------------------------

    def _take_parts_of_dates(self) -> None:
        """Take year, month and day where each has a column."""
        for header, field in self._fields.items():
            if field in WORDS["parts"]:
                guess = ColumnGuess(header, "sure")
                self.guesses.setdefault(field, guess)

    def _choose_date(self) -> None:
        """Choose the column of first days: the one that is most exact and named most clearly."""
        scored = []
        for header in self._free_headers():
            column = self._score_date(header)
            if column:
                scored.append(column)
        scored.sort(key=lambda column: -column.score)
        if not scored:
            return
        best = scored[0]
        if "year" in self.guesses and best.certainty != "sure":
            # Parts of dates come before a column that is not called a date.
            return
        certainty = best.certainty
        if len(scored) > 1:
            second_best = scored[1]
            lead = best.score - second_best.score
            if lead < NEAR_SCORE:
                certainty = "doubtful"
        self._claim("date", best.header, certainty)
        self._choose_end(best.header)

    def _score_date(self, header: str) -> _ScoredColumn | None:
        """Score a column as that of first days; ``None`` where it is none."""
        if self._fields.get(header, "date") not in {"date", "time"}:
            return None
        texts = self._texts[header]
        folded = fold_header(header)
        words = words_of(header)
        is_named = self._fields.get(header) == "date"
        date_words = WORDS["within"]["date"].split(NAME_SEPARATOR)
        is_worded = not words.isdisjoint(date_words)
        may_count_seconds = not words.isdisjoint(TIME_WORDS)
        fits = looks_like_date
        if is_named or is_worded:
            fits = is_date
        date_share = share_of(texts, fits)
        count_share = 0.0
        if may_count_seconds:
            count_share = share_of(texts, is_count_of_time)
        date_share = max(date_share, count_share)
        certainty: Certainty = "likely"
        name_score = NO_NAME_SCORE
        if is_named:
            certainty = "sure"
            name_score = NAME_SCORE
            if folded in YEAR_NAMES:
                name_score = YEAR_NAME_SCORE
        elif is_worded:
            name_score = WORD_SCORE
        elif date_share < HALF_SHARE:
            return None
        is_empty = all(means_nothing(text) for text in texts)
        if date_share == 0 and not is_empty:
            # A column called "date" without any date is chosen only where no other may be.
            name_score -= NAME_SCORE
        is_of_record = not words.isdisjoint(RECORD_DAY_WORDS)
        is_word_alone = is_worded and not is_named and date_share < HALF_SHARE
        if is_word_alone and (self._has_rows or is_of_record):
            return None
        if is_of_record:
            name_score -= RECORD_DAY_LOSS
        day_share = share_of(texts, is_day)
        day_share = max(day_share, count_share)
        date_score = DATE_SHARE_SCORE * date_share
        day_score = DAY_SHARE_SCORE * day_share
        value_score = date_score + day_score
        return _ScoredColumn(name_score + value_score, header, certainty)

    def _choose_end(self, date_header: str) -> None:
        """Take the column of last days, unless its first days are in another column."""
        has_other_start = False
        for header in self._free_headers():
            header_words = words_of(header)
            if header != date_header and not header_words.isdisjoint(START_WORDS):
                has_other_start = True
        date_words = words_of(date_header)
        if has_other_start and date_words.isdisjoint(START_WORDS):
            return
        for header in self._free_headers():
            if self._fields.get(header) != "end":
                continue
            if self._fits("end", header):
                self._claim("end", header, "sure")
                return

    # Titles ---------------------------------------------------------------------------------------

    def _choose_title(self) -> None:
        """Choose the most telling of the columns that are called a title or a name."""
        candidates = []
        for header in self._free_headers():
            if self._fields.get(header) != "title":
                continue
            if self._fits("title", header):
                candidates.append(header)
        if candidates:
            title = min(candidates, key=_title_rank)
            self._claim("title", title, "sure")

    def _claim_title(self) -> None:
        """Take short texts that differ from row to row as the title, and longer as the summary.

        A place, a kind or a number is no title; texts of any length are, where there are no short
        ones.
        """
        characters: dict[str, int] = {}
        other_words = ADDRESS_WORDS | PERSON_WORDS
        for header in self._free_headers():
            header_words = words_of(header)
            if not header_words.isdisjoint(other_words):
                continue
            field = self._fields.get(header, "title")
            if field not in {"title", "summary"}:
                continue
            if not self._fits("title", header):
                continue
            texts = self._texts[header]
            letter_share = share_of(texts, has_letters)
            if letter_share >= MOST_SHARE:
                characters[header] = sum(map(len, texts))
        if not characters:
            return
        for header in characters:
            if _last_word(header) in NAME_WORDS:
                # The name of a thing: "Volcano Name".
                self._claim("title", header, "doubtful")
                return
        short_headers = []
        for header, count in characters.items():
            texts = self._texts[header]
            average = count / len(texts)
            if MIN_TITLE_CHARACTERS <= average <= MAX_TITLE_COLUMN_CHARACTERS:
                short_headers.append(header)
        telling_headers = [header for header in short_headers if self._has_phrases(header)]
        if not telling_headers and self._has_any("category", "place"):
            # A title is made of these rather than of a code or a name.
            return
        candidates = telling_headers or short_headers or list(characters)
        title = max(candidates, key=self._share_of_distinct)
        title_characters = characters[title]
        longer_headers = [
            header for header, count in characters.items() if count > title_characters
        ]
        self._claim("title", title, "doubtful")
        if longer_headers and "summary" not in self.guesses:
            self._claim("summary", longer_headers[0], "doubtful")

    def _has_phrases(self, header: str) -> bool:
        """Return whether most texts of a column have several words."""
        texts = self._texts[header]
        phrase_share = share_of(texts, lambda text: " " in text.strip())
        return phrase_share >= HALF_SHARE

    def _share_of_distinct(self, header: str) -> float:
        texts = self._texts[header]
        distinct_texts = set(texts)
        return len(distinct_texts) / len(texts)

    # Sources --------------------------------------------------------------------------------------

    def _take_source_names(self) -> None:
        """Tell names from links of sources by their values; those of a row belong together.

        Where one column names the sources and another that is called a source has their links,
        both are taken. A column of links alone stays with its name: its cells are moved later.
        """
        name_headers = []
        link_headers = []
        for header in self._free_headers():
            is_source = self._fields.get(header) == "source" or self._is_outlet(header)
            if not is_source or not self._may_hold("source", header):
                continue
            if self._holds_links(header):
                link_headers.append(header)
            elif share_of(self._texts[header], has_letters) >= MOST_SHARE:
                name_headers.append(header)
        if not name_headers:
            return
        self._claim("source", name_headers[0], "sure")
        if not link_headers:
            return
        headers = [header for header in self._free_headers() if self._is_named_link(header)]
        first_header, *further = dict.fromkeys([*headers[:1], *link_headers])
        self.guesses["url"] = ColumnGuess(first_header, "sure", tuple(further))

    def _is_outlet(self, header: str) -> bool:
        """Return whether a header without a meaning of its own names who published."""
        if header in self._fields:
            return False
        words = fold_header(header).split()
        is_name = len(words) > 1 and words[-1] in NAME_WORDS
        if is_name:
            words = words[:-1]
        return bool(words) and words[-1] in OUTLET_WORDS

    def _holds_links(self, header: str) -> bool:
        """Return whether the cells of a column are addresses, and nothing else."""
        return share_of(self._texts[header], _is_link) >= MOST_SHARE

    def _is_named_link(self, header: str) -> bool:
        return self._fields.get(header) == "url" and self._holds_links(header)

    # Other fields ---------------------------------------------------------------------------------

    def _take_known_names(self) -> None:
        """Take the columns whose names mean a field, unless their values contradict it."""
        for header in self._free_headers():
            field = self._fields.get(header)
            if not field or field in self.guesses:
                continue
            if field in {"date", "title", "end"}:
                continue
            if self._may_hold(field, header):
                self._claim(field, header, "sure")

    def _may_hold(self, field: str, header: str) -> bool:
        """Return whether a column with the name of a field may hold it, by its values."""
        texts = self._texts[header]
        if field == "source":
            names = {fold_header(other) for other in self._texts}
            return DESTINATION_NAMES.isdisjoint(names)
        if field == "number":
            # It may be the title where no text of it is a number.
            if "title" in self.guesses:
                return True
            return not all(parse_number(text).code for text in texts)
        if field == "id":
            distinct_texts = set(texts)
            return len(distinct_texts) == len(texts)
        folded_header = fold_header(header)
        if field in CLEAR_FIELDS and folded_header not in ADDRESS_NAMES:
            # The name means one thing alone: each cell that is not right is named.
            return True
        return self._fits(field, header)

    def _take_words_within_names(self) -> None:
        """Take columns that have a field's word within a longer name, if their values agree."""
        for field, names in WORDS["within"].items():
            if field in self.guesses or field == "date":
                continue
            words = frozenset(names.split(NAME_SEPARATOR))
            # The type of an event comes before that of a magnitude.
            headers = self._free_headers()
            if field == "category":
                headers.sort(key=lambda header: EVENT_WORDS.isdisjoint(words_of(header)))
            for header in headers:
                if not self._has_word(header, field, words):
                    continue
                if self._agrees(field, header):
                    self._claim(field, header, "likely")
                    break

    def _has_word(self, header: str, field: str, words: frozenset[str]) -> bool:
        """Return whether a header has a word of a field, and does not end with another field's.

        The last word of a longer name is what it is about: an "event type" is a kind.
        """
        header_words = words_of(header)
        if header_words.isdisjoint(words):
            return False
        last_word = _last_word(header)
        if last_word in words:
            return True
        for other_field, names in WORDS["within"].items():
            other_words = names.split(NAME_SEPARATOR)
            if other_field != field and last_word in other_words:
                return other_field in self.guesses
        return True

    def _agrees(self, field: str, header: str) -> bool:
        """Return whether values say the same as a word within the name of their column."""
        texts = self._texts[header]
        if field == "source":
            # Much is called the source of something else: of a colour, of coordinates.
            address_share = share_of(texts, has_address)
            return address_share >= MOST_SHARE
        header_words = words_of(header)
        if field == "title" and not header_words.isdisjoint(ID_WORDS):
            return False
        if field == "url" and not header_words.isdisjoint(PICTURE_WORDS):
            return False
        return self._fits(field, header)

    # Places and links -----------------------------------------------------------------------------

    def _take_coordinates(self) -> None:
        """Take degrees: two columns X and Y, a cell with both, or two columns side by side."""
        if not self._has_any("lat", "lon", "coordinates"):
            self._take_x_and_y()
        if not self._has_any("lat", "lon"):
            self._claim_best("coordinates", looks_like_coordinates)
            place = self.guesses.get("place")
            if place:
                place_texts = self._texts[place.header]
                coordinate_share = share_of(place_texts, looks_like_coordinates)
                if coordinate_share >= MOST_SHARE:
                    del self.guesses["place"]
        if self._has_any("lat", "lon", "coordinates"):
            return
        if not self._is_sure():
            self._claim_degrees()

    def _has_any(self, *fields: str) -> bool:
        return any(field in self.guesses for field in fields)

    def _is_sure(self) -> bool:
        """Return whether date and title are sure: then columns without a name mean other things."""
        for field in ("date", "title"):
            guess = self.guesses.get(field)
            if not guess or guess.certainty != "sure":
                return False
        return True

    def _take_x_and_y(self) -> None:
        """Take columns X and Y as longitude and latitude, as maps count them."""
        by_name = {}
        for header in self._free_headers():
            folded_header = fold_header(header)
            by_name[folded_header] = header
        if not {"x", "y"} <= by_name.keys():
            return
        lat_header = by_name["y"]
        lon_header = by_name["x"]
        if self._are_both_degrees(lat_header, lon_header):
            self._claim("lat", lat_header, "likely")
            self._claim("lon", lon_header, "likely")

    def _claim_best(
        self,
        field: str,
        fits: Callable[[str], bool],
        min_share: float = MOST_SHARE,
    ) -> None:
        """Give a field the free column with the largest share of texts that fit."""
        if field in self.guesses:
            return
        best_header = ""
        best_share = 0.0
        for header in self._free_headers():
            texts = self._texts[header]
            share = share_of(texts, fits)
            if share > best_share:
                best_header = header
                best_share = share
        if best_share >= min_share:
            self._claim(field, best_header, "likely")

    def _claim_degrees(self) -> None:
        """Take two columns side by side of decimals within the bounds of degrees as lat, lon."""
        for lat_header, lon_header in pairwise(self._free_headers()):
            if self._are_both_degrees(lat_header, lon_header):
                self._claim("lat", lat_header, "doubtful")
                self._claim("lon", lon_header, "doubtful")
                return

    def _are_both_degrees(self, lat_header: str, lon_header: str) -> bool:
        if not self._are_degrees(lat_header, MAX_LATITUDE):
            return False
        return self._are_degrees(lon_header, MAX_LONGITUDE)

    def _are_degrees(self, header: str, limit: int) -> bool:
        texts = self._texts[header]
        for text in texts:
            if "." not in text and "," not in text:
                return False
            number = parse_number(text)
            if number.value is None:
                return False
            if abs(number.value) > limit:
                return False
        return bool(texts)

    def _take_links(self) -> None:
        """Take a column of links, and others of its name that are numbered: "link 1", "link 2"."""
        if "url" not in self.guesses and not self._is_sure():
            self._claim_first_link()
        elif "url" not in self.guesses and "source" in self.guesses:
            self._claim_only_link()
        guess = self.guesses.get("url")
        if not guess:
            return
        folded_header = fold_header(guess.header)
        name = name_without_number(folded_header)
        further = []
        for header in self._free_headers():
            folded = fold_header(header)
            has_name = name_without_number(folded) == name
            has_number = folded != name
            if not has_name or not has_number:
                continue
            if self._fits("url", header):
                further.append(header)
        self.guesses["url"] = guess._replace(further=(*guess.further, *further))

    def _claim_first_link(self) -> None:
        for header in self._free_headers():
            header_words = words_of(header)
            if not header_words.isdisjoint(PICTURE_WORDS):
                continue
            texts = self._texts[header]
            address_share = share_of(texts, has_address)
            if address_share >= MOST_SHARE:
                self._claim("url", header, "likely")
                return

    def _claim_only_link(self) -> None:
        """Take the only column of links beside one of names of sources: it has their links."""
        source = self.guesses["source"]
        if self._holds_links(source.header):
            return
        link_headers = []
        for header in self._free_headers():
            is_picture = not words_of(header).isdisjoint(PICTURE_WORDS)
            if not is_picture and self._holds_links(header):
                link_headers.append(header)
        if len(link_headers) == 1:
            self._claim("url", link_headers[0], "likely")


def _is_link(text: str) -> bool:
    return bool(split_addresses(text))


def _last_word(header: str) -> str:
    """Return the last folded word of a header, which says what it is about, without its number."""
    folded_header = fold_header(header)
    name = name_without_number(folded_header)
    _, _, last_word = name.rpartition(" ")
    return last_word


def _title_rank(header: str) -> int:
    """Return how telling the name of a title is; 0 is the most."""
    folded_header = fold_header(header)
    for rank, names in enumerate(TITLE_RANKS):
        if folded_header in names:
            return rank
    return len(TITLE_RANKS)


def guess_columns(sheet: Sheet) -> Guesses:
    """Guess the column of each field by the names of the columns and their values together."""
    guesser = _ColumnGuesser(sheet)
    return guesser.guess_all()
