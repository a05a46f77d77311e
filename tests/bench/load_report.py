"""What the half hour of ``load_sessions.py`` measured, as the second part of ``LOAD.md``."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import mean
from typing import Any, Final, NamedTuple

from tests.bench.harness import machine, markdown, spread
from tests.bench.load_files import LARGE_BYTES, ROWS
from tests.bench.load_files import SESSIONS as FILE_SESSIONS
from tests.bench.load_flood import BURST_MESSAGES, BURST_SECONDS
from tests.bench.load_yardstick import YardstickRuns

SESSIONS, IN_CHROMIUM = 20, 2
UPLOAD_ROWS: Final = 1_000
#: The copy that is killed, and how long it is away.
KILLED, AWAY_SECONDS = "b", 10
#: By then what a killed copy had started is gone, in seconds.
GONE_SECONDS: Final = 5
#: What the framework and the app keep of a session that ended is gone after so many seconds.
REST_SECONDS: Final = 75
MOST_FAULTS: Final = 20
MOST_FAULT_LETTERS: Final = 200

SMALL_FILE: Final = "small file beside large ones"
HEALTH_KINDS: Final = ("health", "health of copy a", "health of copy b")
#: Runs of a page by websocket, which the yardstick has too.
RUN_KINDS: Final = ("page by websocket", "page of an opened story")
KINDS: Final = (
    "first document", "page by websocket", "page in Chromium", "what is said of a view", "picture",
    "API", "file", "upload", "page of an opened story", SMALL_FILE, "large file", *HEALTH_KINDS,
)  # fmt: skip
YARDSTICKS: Final = ("before", "before, flooded", "after", "after, flooded")

HEALTH_AIM_SECONDS: Final = 0.2
SMALL_FILE_AIM_SECONDS: Final = 3.0
RUN_RATIO_AIM: Final = 0.6


class Figures(NamedTuple):
    """What a copy has at a moment; the memory is what it shares with no other process."""

    megabytes: float
    descriptors: float
    threads: float
    processes: float


class Aim(NamedTuple):
    name: str
    measured: float
    aim: float

    def row(self) -> list[str]:
        verdict = "yes" if self.measured <= self.aim else "no"
        return [self.name, f"{self.measured:.2f}", f"≤ {self.aim:g}", verdict]


def p95(seconds: list[float]) -> float:
    """Return the 95th of a hundred; infinite where nothing was measured."""
    return spread(seconds)[1] if seconds else float("inf")


def format_spread(seconds: list[float]) -> list[str]:
    return [f"{value:.2f}" for value in spread(seconds)] if seconds else ["–"] * 3


@dataclass
class Report:
    """Everything that was measured; waits are in seconds, by what was asked for."""

    minutes: float
    visits: int
    waits: Mapping[str, list[float]]
    again: Counter[str]
    later: Counter[str]
    lost: list[tuple[str, str]]
    opened_again: int
    orphans: int
    #: The fields of ``load_flood.FloodCounts``.
    flood: dict[str, Any]
    #: What each copy had, by the moment and its name.
    copies: dict[str, dict[str, Figures]]
    #: As in ``YARDSTICKS``.
    yardsticks: list[YardstickRuns] = field(default_factory=list)

    def runs(self) -> list[float]:
        return [seconds for kind in RUN_KINDS for seconds in self.waits.get(kind, [])]

    def ratio_to(self, names: tuple[str, str]) -> float:
        """Return the p95 of all runs as a ratio to the mean p95 of two yardsticks."""
        yardsticks = dict(zip(YARDSTICKS, self.yardsticks, strict=True))
        return p95(self.runs()) / mean(p95(yardsticks[name].seconds) for name in names)

    def aims(self) -> list[Aim]:
        health = [(kind, p95(self.waits.get(kind, []))) for kind in HEALTH_KINDS]
        small_files = self.waits.get(SMALL_FILE, [])
        return [
            *(Aim(f"{kind}, p95, s", value, HEALTH_AIM_SECONDS) for kind, value in health),
            Aim(f"{SMALL_FILE}, p95, s", p95(small_files), SMALL_FILE_AIM_SECONDS),
            Aim("runs, p95, times that of the yardstick alone",
                self.ratio_to(("before", "after")), RUN_RATIO_AIM),
            Aim("runs, p95, times that of the yardstick under the flood",
                self.ratio_to(("before, flooded", "after, flooded")), RUN_RATIO_AIM),
            Aim("lost", len(self.lost), 0),
        ]  # fmt: skip

    def aim_table(self) -> str:
        head = ("what", "measured", "aim", "reached")
        return markdown(head, (aim.row() for aim in self.aims()))

    def answer_table(self) -> str:
        lost = Counter(kind for kind, _ in self.lost)
        rows = []
        for kind in KINDS:
            waits = self.waits.get(kind, [])
            counts = (self.later[kind], self.again[kind], lost[kind])
            rows.append([kind, f"{len(waits):,}", *format_spread(waits), *counts])
        head = ("answer", "times", "p50, s", "p95, s", "most, s", "told to come later",
                "asked once more", "lost")  # fmt: skip
        return markdown(head, rows)

    def yardstick_table(self) -> str:
        rows: list[list[object]] = [
            [f"yardstick {name}", len(runs.seconds), *format_spread(runs.seconds), runs.faults]
            for name, runs in zip(YARDSTICKS, self.yardsticks, strict=True)
        ]
        rows.append(["the app", len(self.runs()), *format_spread(self.runs()), ""])
        head = ("runs of a page", "times", "p50, s", "p95, s", "most, s", "readers without answer")
        return markdown(head, rows)

    def copy_table(self) -> str:
        labels = ("memory of its own, MB", "descriptors", "threads", "processes")
        moments = [(name, moment) for name in "ab" for moment in self.copies]
        columns = [self.copies[moment].get(name, Figures(0, 0, 0, 0)) for name, moment in moments]
        rows = zip(labels, *columns, strict=True)
        return markdown(
            ("what", *(f"{name}: {moment}" for name, moment in moments)),
            ([label, *(f"{value:.0f}" for value in values)] for label, *values in rows),
        )

    def fault_list(self) -> str:
        lines = (f"- {kind}: {fault}" for kind, fault in self.lost[:MOST_FAULTS])
        return "".join(f"\n{line}"[:MOST_FAULT_LETTERS] for line in lines)

    def flood_sentence(self) -> str:
        counts = self.flood
        return (
            f"The flood sent {counts['messages']:,} messages in {counts['bursts']} bursts of "
            f"{BURST_MESSAGES:,}, on {counts['connections']} sockets in turn; "
            f"{counts['slowed_bursts']} bursts were not read within {BURST_SECONDS:g} s."
        )

    def render(self) -> str:
        """Return the part of ``LOAD.md``, without its heading."""
        return f"""{SESSIONS} sessions at once on two copies behind HAProxy, {IN_CHROMIUM} of them
in Chromium: each comes, goes to pages, filters, looks at pictures, asks the API, downloads files,
opens a file of {UPLOAD_ROWS:,} rows now and then, and leaves; {self.minutes:g} minutes,
{self.visits} visits. Meanwhile one socket sends {BURST_MESSAGES:,} reruns every
{BURST_SECONDS:g} s, {FILE_SESSIONS} more sessions open a CSV of {LARGE_BYTES / 1e6:g} MB and
{ROWS:,} rows each, over and over, and another opens files of 2.5 kB. Copy {KILLED} is killed
(SIGKILL) at a third and at two thirds, and started again {AWAY_SECONDS} s later. What fails because
of that is asked once more, by HAProxy or by the reader; what has no answer then is lost. Readers
and servers share the machine.

{machine()}

{self.aim_table()}

{self.answer_table()}

{self.flood_sentence()} Opened stories that ended with their copy, and were opened again:
{self.opened_again}. Processes that a killed copy left behind after {GONE_SECONDS} s:
{self.orphans}. Lost: {len(self.lost)}.{self.fault_list()}

The yardstick is a server of a page with one line, run by as many readers with the same pauses,
before and after; alone, and while the same flood is sent to it. It opens no files.

{self.yardstick_table()}

{self.copy_table()}

The start is after three visits to each copy, the end after all have gone, each {REST_SECONDS} s
later; copy {KILLED} is another process at the end.

Aims besides: descriptors, threads and processes at the end as at the start, memory within 100 MB
of it."""
