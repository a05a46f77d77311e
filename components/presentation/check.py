"""A figure that a reader checks: what was understood, and the claims that say it or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from components.domain.evidence.lookup import KINDS, Match, MatchKind, matches
from components.domain.evidence.phrase import Reading, read_phrase
from components.domain.records.models import Claim, Population, Qualifier
from components.figures.totals.chart import GLYPH
from components.i18n import N_, I18n
from components.presentation.charts.totals_words import (
    claimant_name,
    measure_name,
    population_name,
    unit_name,
    value_words,
)
from components.presentation.context import Context
from components.presentation.records.badges import address
from components.presentation.records.citations import CitationView, citation_views

MOST_SHOWN: Final = 8

HEADS: Final[dict[MatchKind, str]] = {
    "says": N_("Say this number"),
    "nearly": N_("Come close to it"),
    "contradicts": N_("Contradict it"),
    "otherwise": N_("Give another number"),
}

NOTES: Final[dict[MatchKind, str]] = {
    "says": "",
    "nearly": N_("Within 10% of it, or worded loosely enough to include it."),
    "contradicts": N_("Same question, another number: both cannot be right."),
    "otherwise": N_(
        "They are for another day or count different people, so they may not contradict it."
    ),
}

QUALIFIED: Final[dict[Qualifier, str]] = {
    "about": N_("about {number}"),
    "nearly": N_("nearly {number}"),
    "more_than": N_("more than {number}"),
    "at_least": N_("at least {number}"),
    "less_than": N_("fewer than {number}"),
    "up_to": N_("up to {number}"),
}


# Counted with a noun that is feminine in Spanish, where "about" agrees with it: "unas 2 horas".
FEMININE: Final = frozenset({"hours", "meals", "miles", "times"})
ABOUT_FEMININE: Final = N_("about {number}{feminine}")


#: What a reader may say is counted: unit, people, and the words for it, which are read back.
COUNTED: Final[dict[str, tuple[str | None, Population | None, str]]] = {
    "any": (None, None, ""),
    "soldiers": ("people", "soldiers", N_("soldiers")),
    "soldiers-and-police": ("people", "soldiers-and-police", N_("soldiers and police")),
    "security-forces": ("people", "security-forces", N_("of the security forces")),
    "relatives": ("people", "relatives", N_("relatives")),
    "migrants": ("people", "migrants", N_("migrants")),
    "people": ("people", None, N_("people")),
    "hotels": ("hotels", None, N_("hotels")),
    "days": ("days", None, N_("days")),
    "months": ("months", None, N_("months")),
    "countries": ("countries", None, N_("countries")),
    "meals": ("meals", None, N_("meals")),
    "percent": ("percent", None, N_("percent")),
}
EXACTLY: Final = "exact"
MOST_EXAMPLES: Final = 3


@dataclass(frozen=True)
class _ClaimMatch:
    """One claim beside the phrase, ready to show."""

    value: str
    glyph: str
    counts: str
    statement: str
    claimant: str
    date: str
    tags: tuple[str, ...]
    address: str
    citations: tuple[CitationView, ...]


@dataclass(frozen=True)
class _Group:
    head: str
    note: str
    rows: tuple[_ClaimMatch, ...]
    more: str


def _number(reading: Reading, i18n: I18n) -> str:
    value = reading.value or 0.0
    unit = unit_name(reading.unit, reading.high or value, i18n)
    if reading.high is not None:
        low, high = i18n.number(value), i18n.number(reading.high)
        text = i18n.t("{low} to {high}", low=low, high=high)
    elif reading.unit == "percent":
        text = i18n.percent(value / 100, 0 if value == int(value) else 1)
    else:
        text = i18n.number(value)
    said = QUALIFIED.get(reading.qualifier) if reading.qualifier else None
    people = reading.unit == "people" and not reading.population
    if reading.qualifier == "about" and (people or reading.unit in FEMININE):
        said = ABOUT_FEMININE
    return f"{i18n.t(said, number=text, feminine='') if said else text} {unit}".strip()


def reading_words(reading: Reading, i18n: I18n) -> str:
    """What was understood: "Read as: more than 1,000 soldiers (Still in Colombia)"."""
    text = _number(reading, i18n)
    if reading.population:
        text = f"{text} {population_name(reading.population, i18n)}"
    elif reading.unit == "people":
        text = i18n.t("{number} people", number=text)
    if reading.in_hotels:
        text = i18n.t("{number} in hotels", number=text)
    if reading.measure:
        text = f"{text} ({measure_name(reading.measure, i18n)})"
    return i18n.t("Read as: {meaning}.", meaning=text)


def counted(reading: Reading) -> str:
    """Which of the choices a reading counts; "any" where it is none of them."""
    for key, (unit, population, _) in COUNTED.items():
        if key != "any" and (unit, population) == (reading.unit, reading.population):
            return key
    return "any"


def phrase_for(value: float, qualifier: str, what: str, i18n: I18n) -> str:
    """A phrase that is read as these choices: how it is said, the number, what is counted."""
    said = QUALIFIED.get(qualifier)  # type: ignore[call-overload]
    if qualifier == "about" and what in {"people", *FEMININE}:
        said = ABOUT_FEMININE
    number = i18n.t(said, number=i18n.number(value), feminine="") if said else i18n.number(value)
    noun = COUNTED[what][2]
    return f"{number} {i18n.t(noun)}".strip() if noun else str(number)


def _phrase_of(claim: Claim, i18n: I18n) -> tuple[str, str] | None:
    """What a claim counts and the phrase of its figure; ``None`` where no phrase says it whole."""
    ends = {claim.value_low, claim.value_high} - {None}
    if len(ends) != 1 or not claim.unit:
        return None
    (value,) = ends
    kinds = {(unit, who): what for what, (unit, who, _) in COUNTED.items()}
    what = kinds.get((claim.unit, claim.population)) or kinds.get((claim.unit, None))
    return (
        (what, phrase_for(value or 0.0, claim.qualifier or EXACTLY, what, i18n)) if what else None
    )


def examples(claims: Sequence[Claim], i18n: I18n) -> list[str]:
    """Figures that a reader may try: of a story's own claims, each of something else."""
    found: dict[str, str] = {}
    for claim in claims:
        what, phrase = _phrase_of(claim, i18n) or ("", "")
        if len(found) == MOST_EXAMPLES:
            break
        if what and what not in found:
            told = matches(read_phrase(phrase), claims)
            if any(match.kind == "says" and match.claim == claim for match in told):
                found[what] = phrase
    return list(found.values())


def _tags(match: Match, i18n: I18n) -> tuple[str, ...]:
    t = i18n.t
    found = []
    if match.others:
        found.append(t("counts a different group"))
    if match.kind == "nearly" and match.excludes:
        found.append(t("close, but another number"))
    return tuple(found)


def _found(claim: Claim, tags: tuple[str, ...], ctx: Context) -> _ClaimMatch:
    i18n = ctx.i18n
    region = ctx.dataset.regions.get(claim.region_id or "")
    counts = [measure_name(claim.measure, i18n), population_name(claim.population, i18n)]
    if region:
        counts.append(i18n.of(region, "label"))
    return _ClaimMatch(
        value=value_words(claim, i18n),
        glyph=GLYPH[claim.population],
        counts=", ".join(counts),
        statement=i18n.of(claim, "statement"),
        claimant=claimant_name(claim, ctx.dataset, i18n),
        date=i18n.date(claim.as_of) if claim.as_of else i18n.t("no date"),
        tags=tags,
        address=address("figures", ctx, claim=claim.id),
        citations=citation_views(claim.id, ctx),
    )


def match_groups(found: tuple[Match, ...], ctx: Context) -> list[_Group]:
    """The claims that a figure was held against, by what they say of it."""
    i18n = ctx.i18n
    groups = []
    for kind in KINDS:
        own = [m for m in found if m.kind == kind]
        if not own:
            continue
        rest = len(own) - MOST_SHOWN
        more = i18n.n(
            "and {count} more, further from it", "and {count} more, further from it", rest
        )
        groups.append(
            _Group(
                i18n.t(HEADS[kind]),
                i18n.t(NOTES[kind]) if NOTES[kind] else "",
                tuple(_found(m.claim, _tags(m, ctx.i18n), ctx) for m in own[:MOST_SHOWN]),
                more if rest > 0 else "",
            )
        )
    return groups


def word_groups(claims: tuple[Claim, ...], ctx: Context) -> list[_Group]:
    """The claims that hold the words looked up."""
    if not claims:
        return []
    i18n = ctx.i18n
    rest = len(claims) - MOST_SHOWN
    more = i18n.n("and {count} more", "and {count} more", rest) if rest > 0 else ""
    rows = tuple(_found(claim, (), ctx) for claim in claims[:MOST_SHOWN])
    return [_Group(i18n.t("Claims with these words"), "", rows, more)]
