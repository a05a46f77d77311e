"""The sentences that a view must say of its events, counts, totals and questions.

Each is written from the tables by code of the tests' own (:mod:`tests.data.recomputed`), word for
word, in both languages; the project's code is not used.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations
from typing import NamedTuple

from tests.data.recomputed import SOURCE_FILTERS, Chosen, Figure, Tables, date_bounds
from tests.data.wording import Writer, day, edtf, is_one_day, list_names, number, percent

#: What "about" and "nearly" leave room for: the check of a figure says "a tenth more or less".
TENTH = 0.10
STANDINGS = ("differ", "explained", "agree", "several", "alone", "none")


class Room(NamedTuple):
    """The numbers that a figure leaves room for."""

    low: float
    high: float
    open_low: bool
    open_high: bool


def room(figure: Figure) -> Room:
    """Return the numbers that a figure leaves room for, by its qualifier."""
    low = -math.inf if figure.low is None else figure.low
    high = math.inf if figure.high is None else figure.high
    qualifier = figure.cells["qualifier"]
    if qualifier in ("less_than", "up_to"):
        low = 0.0
    if qualifier == "nearly":
        low = high * (1 - TENTH)
    if qualifier == "about":
        low, high = low * (1 - TENTH), high * (1 + TENTH)
    return Room(low, high, qualifier == "more_than", qualifier == "less_than")


def can_both_hold(first: Figure, second: Figure) -> bool:
    """Return whether a number fits two figures."""
    one, two = room(first), room(second)
    if one.low > two.high or two.low > one.high:
        return False
    if one.low == two.high and (one.open_low or two.open_high):
        return False
    return not (two.low == one.high and (two.open_low or one.open_high))


@dataclass(frozen=True)
class State:
    """A question under a view: its claims, and how they relate."""

    topic: dict[str, str]
    figures: tuple[Figure, ...]
    total: int
    standing: str


@dataclass(frozen=True)
class Counts:
    """The counts by region of the two latest days that a view allows."""

    #: The day that is shown.
    key: str
    #: By "latest" and "earlier": the date, and the counts by region.
    days: dict[str, str]
    figures: dict[str, dict[str, Figure]]
    left_out: dict[str, set[str]]
    answered: bool

    def total(self, key: str) -> int:
        return int(sum(figure.number for figure in self.figures[key].values()))


class Expected:
    """What a view must say, in a language."""

    def __init__(self, tables: Tables, language: str) -> None:
        self.tables = tables
        self.language = language
        self.writer = Writer(tables, language)
        self.measures = {row["id"]: row for row in tables.measures.to_dict("records")}
        self.contrary = [set(pair["claims"]) for pair in tables.presentation["contrary"]]

    def say(self, english: str, spanish: str) -> str:
        return english if self.language == "en" else spanish

    # Events ---------------------------------------------------------------------------------------
    def timeline_title(self, chosen: Chosen) -> str:
        """Return how many events fall in the story's busiest days, of those that are shown."""
        spans = self.tables.select_event_spans(chosen)
        if not spans:
            return self.say(
                "No event in the story fits this view",
                "Ningún hecho de la historia corresponde a esta vista",
            )
        peak = self.tables.presentation["peak"]
        first = max(date.fromisoformat(peak["from"]), chosen.start or date.min)
        last = min(date.fromisoformat(peak["to"]), chosen.end or date.max)
        certain = sum(span.is_certainly_within(first, last) for span in spans.values())
        if first > last:
            certain = 0
        if certain in (0, len(spans)):
            return self.say("The events in order of date", "Los hechos, por orden de fecha")
        if (chosen.start, chosen.end) == (first, last):
            return self.say(
                f"{len(spans)} events, {certain} of them certainly in these dates",
                f"{len(spans)} hechos, {certain} de ellos con certeza en estas fechas",
            )
        days = self._between(first, last)
        verb = "falls" if certain == 1 else "fall"
        verb_es = "ocurrió" if certain == 1 else "ocurrieron"
        possible = sum(span.is_possibly_within(first, last) for span in spans.values())
        least = self.say("At least ", "Al menos ") if possible > certain else ""
        return least + self.say(
            f"{certain} of {len(spans)} events {verb} {days}",
            f"{certain} de los {len(spans)} hechos {verb_es} {days}",
        )

    def _between(self, first: date, last: date) -> str:
        end = day(last, self.language, "yearless")
        if first == last:
            return self.say(f"on {end}", f"el {end}")
        start = str(first.day)
        if first.month != last.month:
            start = day(first, self.language, "yearless")
        return self.say(f"between {start} and {end}", f"entre el {start} y el {end}")

    # Totals ---------------------------------------------------------------------------------------
    def charted_name(self, chosen: Chosen) -> str:
        """Return what is counted by the figures that are drawn."""
        if chosen.choice("measure"):
            return self.writer.name("measures", chosen.choice("measure"))
        return self.say(
            "Arrivals, those still there and relatives",
            "Llegadas, quienes siguen allí y familiares",
        )

    def totals_title(self, chosen: Chosen) -> str:
        """Return what the figures of the first charted measure of a view say."""
        figures = self.tables.charted_figures(chosen)
        if not figures:
            name = self.charted_name(chosen)
            return self.say(
                f"No total is left to show of “{name}”",
                f"No queda ningún total por mostrar de «{name}»",
            )
        first_measure = chosen.choice("measure") or self.tables.charted[0]
        figures = sorted(figures, key=total_order)
        leading = [each for each in figures if each.cells["measure"] == first_measure]
        measure = first_measure
        if not leading:
            measure = figures[0].cells["measure"]
            leading = [each for each in figures if each.cells["measure"] == measure]
        said = self.totals_finding(leading)
        is_count = len(leading) == 1 or said[0].isdigit()
        if measure == self.tables.main_measure and not is_count:
            return said
        return f"{self.writer.name('measures', measure)}: {said[:1].lower()}{said[1:]}"

    def totals_finding(self, figures: Sequence[Figure]) -> str:
        """Return what figures of one measure say, in order of date.

        Only figures of one voice and of the same people are joined. They are a growth only where
        the last is of a later day and greater, and where that voice has no other figures, of other
        people, from before the first or after the last.
        """
        write = self.writer
        count = len(figures)
        if count == 1:
            names, value = write.claimants(figures), write.figure(figures[0])
            return self.say(f"One figure, by {names}: {value}", f"Una cifra, de {names}: {value}")
        names = write.claimants(figures)
        counted = self.say(f"{count} figures by {names}", f"{count} cifras de {names}")
        running = self.measures[figures[0].cells["measure"]]["running"] == "true"
        growth = _find_growth(figures) if running else None
        if growth:
            return self._format_growth(*growth)
        series = {_series_key(each) for each in figures}
        statements = {each.cells["statement_id"] for each in figures}
        if len(statements) == 1 and "" not in statements:
            return self.say(
                f"{count} figures of one statement, by {names}",
                f"{count} cifras de una misma declaración, de {names}",
            )
        if len(series) > 1:
            return counted
        least = min(figures, key=lambda each: (each.number, not each.is_exact, each.id))
        most = max(figures, key=lambda each: (each.most, each.id))
        ends = self._end(least, least.low), self._end(most, most.high)
        if len({each.as_of for each in figures}) == 1:
            when = self._claim_day(least)
            return self.say(
                f"{counted} for {when}, from {ends[0]} to {ends[1]}",
                f"{counted} para el {when}, de {ends[0]} a {ends[1]}",
            )
        return self.say(
            f"{counted}, from {ends[0]} to {ends[1]}", f"{counted}, de {ends[0]} a {ends[1]}"
        )

    def _end(self, figure: Figure, value: float | None) -> str:
        if figure.cells["qualifier"] != "range" or value is None:
            return self.writer.figure(figure)
        return self.writer.amount(value, figure.cells["unit"])

    def _claim_day(self, figure: Figure) -> str:
        if is_one_day(figure.as_of):
            return day(figure.span.first, self.language, "yearless")
        return edtf(figure.as_of, self.language, "short")

    def _format_growth(self, first: Figure, last: Figure) -> str:
        start, end = self._claim_day(first), self._claim_day(last)
        names = self.writer.claimants([first])
        least, most = self._end(first, first.low), self._end(last, last.high)
        if is_one_day(first.as_of) and is_one_day(last.as_of):
            return self.say(
                f"From {least} on {start} to {most} by {end} ({names})",
                f"De {least} el {start} a {most} hasta el {end} ({names})",
            )
        return self.say(
            f"From {least} as of {start} to {most} as of {end}, by {names}",
            f"De {least} con corte a {start} a {most} con corte a {end}, según {names}",
        )

    # Head figures ---------------------------------------------------------------------------------
    def head_figure(self, chosen: Chosen, measure: str) -> Figure | None:
        """Return the figure of a measure that stands for it at the head of the Overview.

        It is the latest that a document gives. Of a running total a greater one takes its place
        that is later, or for which it leaves no room: an old total would pass for the present one.
        """
        totals = self.tables.keep_totals(self.tables.select_figures(chosen))
        figures = [each for each in totals if each.cells["measure"] == measure]
        if not figures:
            return None
        ranked = sorted(figures, key=lambda each: self._head_rank(each, chosen), reverse=True)
        head = ranked[0]
        if self.measures[measure]["running"] != "true":
            return head
        for other in ranked[1:]:
            if other.number <= head.number:
                continue
            if other.span.first > head.span.first or not can_both_hold(head, other):
                head = other
        return head

    def _head_rank(self, figure: Figure, chosen: Chosen) -> tuple[bool, date, bool, str]:
        shown = self.tables.shown_sources(chosen)
        tiers = {
            self.tables.tiers[row["source_id"]]
            for row in self.tables.cited[figure.id]
            if row["source_id"] in shown
        }
        return "document" in tiers, figure.span.last, not figure.is_exact, figure.id

    # Counts by region -----------------------------------------------------------------------------
    def counts(self, chosen: Chosen) -> Counts | None:
        """Return the counts by region that a view shows; ``None`` where its sources allow none.

        Dates and regions leave out no count of a day; they decide whether it answers the view.
        """
        sourced = chosen.keep_only(*SOURCE_FILTERS)
        undated = chosen.without_filter("start", "end", "certain_only", "regions")
        allowed = self._regional(sourced)
        if not allowed:
            return None
        fitting_ids = {figure.id for figure in self.tables.select_figures(undated)}
        fitting = [figure for figure in allowed if figure.id in fitting_ids]
        by_day: dict[str, dict[str, Figure]] = {}
        for figure in fitting or allowed:
            by_day.setdefault(figure.as_of, {})[figure.cells["region_id"]] = figure
        reported = self._regional(Chosen())
        keys = sorted(by_day, key=lambda text: date_bounds(text)[:2])[-2:]
        names = ("latest", "earlier")
        days = dict(zip(names, reversed(keys), strict=False))
        figures = {name: by_day[text] for name, text in days.items()}
        left_out = {}
        for name, of_day in figures.items():
            ids = {figure.id for figure in of_day.values()}
            same = {each.as_of for each in reported if each.id in ids}
            left_out[name] = {
                each.cells["region_id"] for each in reported if each.as_of in same
            } - set(of_day)
        dated_ids = {each.id for each in self.tables.select_figures(replace(chosen, regions=()))}
        key = self._count_key(chosen, days)
        answered = any(figure.id in dated_ids for figure in figures[key].values())
        return Counts(key, days, figures, left_out, answered)

    @staticmethod
    def _count_key(chosen: Chosen, days: dict[str, str]) -> str:
        """Return which day is shown; where the sources give one day alone, it is that."""
        if chosen.choice("counts") == "earlier" and "earlier" in days:
            return "earlier"
        return "latest"

    def _regional(self, chosen: Chosen) -> list[Figure]:
        figures = []
        for figure in self.tables.select_figures(chosen):
            cells = figure.cells
            if cells["region_id"] and cells["measure"] == self.tables.main_measure:
                figures.append(figure)
        return figures

    def map_title(self, chosen: Chosen) -> str:
        """Return the largest share of the counts, or how many were counted in chosen regions."""
        counts = self.counts(chosen)
        left_out_text = self.say(
            "The counts by region are left out by your filters",
            "Los filtros excluyen las cifras por regional",
        )
        if counts is None:
            return self._without_counts(chosen, left_out_text)
        key = counts.key
        figures = counts.figures[key]
        regions = chosen.regions or tuple(self.tables.regions.id)
        requested = {region: figures[region] for region in regions if region in figures}
        if not requested:
            if counts.left_out[key] & set(regions):
                return left_out_text
            return self._missing(chosen, counts.days[key])
        if not counts.answered:
            when = edtf(counts.days[key], self.language, "short")
            return self.say(
                f"The counts by region are of {when}, outside these filters",
                f"Las cifras por regional son del {when}, fuera de estos filtros",
            )
        if chosen.choice("counts") == "change":
            change = self._change(counts, regions)
            if change:
                return change
        if not chosen.regions:
            return self._largest_share(counts, key)
        return self._of_regions(counts, key, requested)

    def _without_counts(self, chosen: Chosen, left_out_text: str) -> str:
        """Return what is said where the sources of the view give no count: both days are hidden."""
        by_day: dict[str, set[str]] = {}
        for figure in self._regional(Chosen()):
            by_day.setdefault(figure.as_of, set()).add(figure.cells["region_id"])
        days = sorted(by_day)
        wanted = days[0] if chosen.choice("counts") == "earlier" else days[-1]
        if not chosen.regions or by_day[wanted] & set(chosen.regions):
            return left_out_text
        return self._missing(chosen, wanted)

    def _region_names(self, regions: Sequence[str]) -> list[str]:
        return [self.writer.name("regions", region) for region in regions]

    def _missing(self, chosen: Chosen, counted_day: str) -> str:
        """Return that no source gives a count; of a day alone where one does for another day."""
        order = self.region_order(self.counts(chosen))
        regions = sorted(chosen.regions, key=order.index)
        names = list_names(self._region_names(regions), self.language)
        reported = {figure.cells["region_id"] for figure in self._regional(Chosen())}
        if reported & set(regions):
            when = edtf(counted_day, self.language, "short")
            return self.say(
                f"No source gives a count for {names} for {when}",
                f"Ninguna fuente da una cifra para {names} con corte a {when}",
            )
        return self.say(
            f"No source gives a count for {names}", f"Ninguna fuente da una cifra para {names}"
        )

    def region_order(self, counts: Counts | None) -> list[str]:
        """Return the regions with the largest latest count first, those without one last."""
        latest = counts.figures["latest"] if counts else {}
        numbers = {region: int(figure.number) for region, figure in latest.items()}
        return sorted(self.tables.regions.id, key=lambda region: (-numbers.get(region, -1), region))

    def _change(self, counts: Counts, regions: Sequence[str]) -> str:
        if len(counts.days) < 2 or any(counts.left_out[key] & set(regions) for key in counts.days):
            return ""
        sums = {}
        for key, of_day in counts.figures.items():
            of_regions = [of_day[region] for region in regions if region in of_day]
            if not of_regions:
                return ""
            sums[key] = number(sum(figure.number for figure in of_regions), self.language)
        first, last = (edtf(counts.days[key], self.language, "yearless") for key in
                       ("earlier", "latest"))  # fmt: skip
        return self.say(
            f"Counted by region: {sums['earlier']} on {first}, {sums['latest']} on {last}",
            f"Personas contadas por regional: {sums['earlier']} el {first}, "
            f"{sums['latest']} el {last}",
        )

    def _largest_share(self, counts: Counts, key: str) -> str:
        figures = counts.figures[key]
        order = self.region_order(counts)
        top = max(figures, key=lambda region: (figures[region].number, -order.index(region)))
        name = self.writer.name("regions", top)
        if counts.left_out[key]:
            value = number(figures[top].number, self.language)
            return self.say(
                f"{value} people counted in {name}, the most in the regions that your filters "
                "leave",
                f"{value} personas contadas en {name}, la mayor cifra de las regionales que dejan "
                "los filtros",
            )
        share = percent(figures[top].number / counts.total(key), self.language)
        total = number(counts.total(key), self.language)
        return self.say(
            f"{share} of the {total} counted were for one office: {name}",
            f"El {share} de los {total} contados correspondió a una regional: {name}",
        )

    def _of_regions(self, counts: Counts, key: str, requested: dict[str, Figure]) -> str:
        name = self.say("these regions", "estas regionales")
        if len(requested) == 1:
            name = self._region_names(list(requested))[0]
        count = int(sum(figure.number for figure in requested.values()))
        value = number(count, self.language)
        if counts.left_out[key]:
            people = self.say("person" if count == 1 else "people",
                              "persona contada" if count == 1 else "personas contadas")  # fmt: skip
            return self.say(f"{value} {people} counted in {name}", f"{value} {people} en {name}")
        total = number(counts.total(key), self.language)
        return self.say(
            f"{value} of {total} people counted in {name}",
            f"{value} de {total} personas contadas, en {name}",
        )

    # Questions ------------------------------------------------------------------------------------
    def states(self, chosen: Chosen) -> list[State]:
        """Return every question with its claims of a view, and how they relate.

        Sources are said to differ only while two claims of the view cannot both be so, by their
        numbers or as the package says.
        """
        by_topic: dict[str, list[Figure]] = {}
        for figure in self.tables.select_figures(chosen):
            by_topic.setdefault(figure.cells["topic_id"], []).append(figure)
        totals = Counter(self.tables.claims.topic_id)
        states = []
        for topic in self.tables.topics.to_dict("records"):
            figures = tuple(by_topic.get(topic["id"], ()))
            total = totals[topic["id"]]
            states.append(State(topic, figures, total, self._standing(topic, figures, total)))
        return states

    def _standing(self, topic: dict[str, str], figures: Sequence[Figure], total: int) -> str:
        status = topic["status"]
        if len(figures) < 2:
            return "alone" if figures else "none"
        said_by_region: dict[str, set[tuple[object, ...]]] = {}
        for figure in figures:
            cells = figure.cells
            said: tuple[object, ...] = (figure.id,)
            if cells["qualifier"]:
                said = (figure.low, figure.high, cells["qualifier"], cells["unit"])
            said_by_region.setdefault(cells["region_id"], set()).add(said)
        all_shown = len(figures) >= total
        is_agreed = all(len(said) == 1 for said in said_by_region.values())
        if is_agreed and (status != "differ" or all_shown):
            return "agree"
        if status == "agree" or all_shown:
            return status
        for first, second in combinations(figures, 2):
            if {first.id, second.id} in self.contrary:
                return status
            if self._contradict(first, second, of_one_day=status == "differ"):
                return status
        return "several"

    @staticmethod
    def _contradict(first: Figure, second: Figure, *, of_one_day: bool) -> bool:
        """Return whether two claims count the same, and no number fits both."""
        for name in ("measure", "unit", "region_id"):
            if first.cells[name] != second.cells[name]:
                return False
        if not first.cells["qualifier"] or not second.cells["qualifier"]:
            return False
        if of_one_day:
            if first.cells["population"] != second.cells["population"]:
                return False
            if first.span is None or second.span is None:
                return False
            if not first.span.is_possibly_within(second.span.first, second.span.last):
                return False
        return not can_both_hold(first, second)

    def questions_title(self, chosen: Chosen) -> str:
        """Return on how many of the questions with several claims these differ."""
        standings = Counter(state.standing for state in self.states(chosen))
        shown = sum(count for standing, count in standings.items() if standing != "none")
        differing, explained = standings["differ"], standings["explained"]
        if not differing and not explained:
            return self.say(
                "On no question do the claims shown here differ",
                "En ninguna pregunta difieren las afirmaciones que se muestran",
            )
        if shown == len(self.tables.topics):
            questions = self.say(f"{shown} questions", f"{shown} preguntas")
        else:
            plural = "" if shown == 1 else "s"
            questions = self.say(
                f"{shown} question{plural} that your filters leave",
                f"{shown} pregunta{plural} que dejan los filtros",
            )
        if not differing:
            return self.say(
                f"Claims differ on {explained} of {questions}, with an explanation for each",
                f"Las afirmaciones difieren en {explained} de {questions}, y para cada diferencia "
                "hay una explicación",
            )
        title = self.say(
            f"Claims differ on {differing} of {questions}",
            f"Las afirmaciones difieren en {differing} de {questions}",
        )
        if explained:
            title += self.say(
                f"; on {explained} more they differ, with an explanation",
                f"; en {explained} más difieren, con una explicación",
            )
        return title


def total_order(figure: Figure) -> tuple[date, date, float, str]:
    """Return what totals are in order of: their last day, first day, number and id."""
    return figure.span.last, figure.span.first, figure.number, figure.id


def _series_key(figure: Figure) -> tuple[str, str, str]:
    return figure.cells["claimant_id"], figure.cells["population"], figure.cells["unit"]


def _first_order(figure: Figure) -> tuple[date, float, bool, str]:
    return figure.span.first, figure.number, not figure.is_exact, figure.id


def _series(figures: Sequence[Figure]) -> Iterator[list[Figure]]:
    """Yield the figures of each voice and people; of a statement that several relay the first."""
    groups: dict[tuple[str, str, str], list[Figure]] = {}
    for figure in figures:
        groups.setdefault(_series_key(figure), []).append(figure)
    for group in groups.values():
        first_relays: dict[str, Figure] = {}
        for figure in sorted(group, key=_first_order):
            first_relays.setdefault(figure.cells["statement_id"] or figure.id, figure)
        yield list(first_relays.values())


def _find_growth(figures: Sequence[Figure]) -> tuple[Figure, Figure] | None:
    """Return the first and last figure of the longest series that grows; ``None`` without one."""
    best = None
    for series in _series(figures):
        first = min(series, key=_first_order)
        last = max(series, key=lambda each: (each.span.last, each.number, each.id))
        if last.span.first <= first.span.last or last.number <= first.number:
            continue
        key = (len(series), last.span.last, last.id)
        if best is None or key > best[0]:
            best = (key, first, last)
    if best is None:
        return None
    _, first, last = best
    for figure in figures:
        if figure.cells["claimant_id"] != first.cells["claimant_id"]:
            continue
        if _series_key(figure) == _series_key(first):
            continue
        if figure.span.first < first.span.first or figure.span.last > last.span.last:
            return None
    return first, last
