"""Sentences that were once false or misleading: what is not said again, and what is said instead.

Each case has an address, a pattern of the old sentence in both languages, and the sentences that
must stand there. Numbers are computed from the CSV files by :mod:`tests.data.expected`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl

import pytest

from tests.data.expected import Expected
from tests.data.recomputed import Chosen, Tables
from tests.data.wording import number
from tests.support.outlets import (
    embed_lines,
    handout_paragraphs,
    page_lines,
    picture_lines,
    slide_lines,
)

TABLES = Tables()
LANGUAGES = ("en", "es")
EXPECTED = {language: Expected(TABLES, language) for language in LANGUAGES}


@dataclass(frozen=True)
class Case:
    """A sentence that was wrong at an address."""

    #: The fault in words.
    fault: str
    #: ``/<page>?<query>``, ``/embed/<chart>?…``, ``/pictures/<chart>.svg?…``.
    address: str
    #: What is not said: a pattern for each language.
    never: dict[str, str]
    #: What is said, of a view in a language.
    says: Callable[[Expected, Chosen], list[str]] = lambda _expected, _chosen: []


def parse_chosen(query: str) -> Chosen:
    """Return the filters of an address; the others of its parameters are choices."""
    values: dict[str, tuple[str, ...]] = {}
    for name, value in parse_qsl(query):
        values[name] = (*values.get(name, ()), value)
    filters = {
        "categories": values.pop("category", ()),
        "sources": values.pop("source", ()),
        "voices": values.pop("voice", ()),
        "without": values.pop("without", ()),
        "regions": values.pop("region", ()),
        "documents_only": bool(values.pop("tier", ())),
    }
    for field, name in (("start", "from"), ("end", "to"), ("published_by", "known")):
        if name in values:
            filters[field] = TABLES.parse_day(values.pop(name)[0])
    choices = tuple((name, each) for name, given in values.items() for each in given)
    return Chosen(**filters, choices=choices)


@cache
def read_lines(address: str, language: str) -> tuple[str, ...]:
    """Return what stands at an address, line by line."""
    path, _, query = address.partition("?")
    folder, _, name = path.strip("/").rpartition("/")
    if folder == "embed":
        return tuple(embed_lines(name, query, language))
    if folder == "pictures":
        return tuple(picture_lines(name.removesuffix(".svg"), query, language))
    return tuple(page_lines(name, query, language))


def both(english: str, spanish: str) -> dict[str, str]:
    return {"en": english, "es": spanish}


# What must be said --------------------------------------------------------------------------------
def hidden_voices(expected: Expected, chosen: Chosen) -> list[str]:
    """How much of the whole story a hidden voice leaves out."""
    left = Chosen(without=chosen.without)
    events = len(TABLES.events) - len(TABLES.select_events(left))
    claims = len(TABLES.claims) - len(TABLES.select_figures(left))
    return [expected.say(
        f"Of the whole story this leaves out {events} events and {claims} claims, and other",
        f"De toda la historia quedan por fuera {events} hechos y {claims} afirmaciones, y otros",
    )]  # fmt: skip


def map_title(expected: Expected, chosen: Chosen) -> list[str]:
    return [expected.map_title(chosen)]


def totals_title(expected: Expected, chosen: Chosen) -> list[str]:
    return [expected.totals_title(chosen)]


def questions_title(expected: Expected, chosen: Chosen) -> list[str]:
    return [expected.questions_title(chosen)]


def resting(source_id: str, page: str) -> Callable[[Expected, Chosen], list[str]]:
    """How many events and claims a source supports, each once."""

    def says(expected: Expected, _chosen: Chosen) -> list[str]:
        count = TABLES.resting[source_id]
        if page == "sources":
            return [expected.say(
                f"{count} events and claims rest on it",
                f"{count} hechos y afirmaciones se apoyan en ella",
            )]  # fmt: skip
        return [
            f"source={source_id}) · {expected.say('document', 'documento')}",
            expected.say(f" {count} events and claims", f" {count} hechos y afirmaciones"),
        ]

    return says


def head_total(expected: Expected, chosen: Chosen) -> list[str]:
    """The figure at the head of the Overview, and who gave it."""
    figure = expected.head_figure(chosen, "arrivals")
    writer = expected.writer
    claimant = writer.claimant(figure.cells["claimant_id"])
    return [f"[{writer.figure(figure)}](", f" · {claimant}"]


def question_range(expected: Expected, chosen: Chosen) -> list[str]:
    """The least and the greatest figure on how many had arrived, of the claims that are shown."""
    figures = [
        each
        for each in TABLES.select_figures(chosen)
        if each.cells["topic_id"] == "how-many-arrived"
    ]
    numbered = [each for each in figures if each.cells["qualifier"]]
    least = number(min(each.number for each in numbered), expected.language)
    greatest = max(each.most for each in numbered)
    most = number(greatest, expected.language)
    # A figure that leaves room above it is the end.
    qualifiers = {each.cells["qualifier"] for each in numbered if each.most == greatest}
    if "more_than" in qualifiers:
        most = expected.say(f"more than {most}", f"más de {most}")
    return [f"{least} – {most}"]


def state_share(expected: Expected, _chosen: Chosen) -> list[str]:
    """How many of the claims on how many arrived are the Colombian state's."""
    claims = TABLES.claims[TABLES.claims.topic_id == "how-many-arrived"]
    voices = claims.claimant_id.map(TABLES.voice_of)
    count = int((voices == "colombian-state").sum())
    name = expected.writer.name("voices", "colombian-state")
    share = expected.say(f"{count} of {len(claims)}", f"{count} de {len(claims)}")
    return [f"{name}: {share}"]


def state_figures(expected: Expected, chosen: Chosen) -> list[str]:
    """How many of the voices whose figures are drawn are the Colombian state's."""
    claimants = {
        each.cells["claimant_id"]
        for each in TABLES.charted_figures(chosen)
        if each.cells["measure"] == TABLES.main_measure
    }
    count = sum(TABLES.voice_of[claimant] == "colombian-state" for claimant in claimants)
    name = expected.writer.name("voices", "colombian-state")
    share = expected.say(f"{count} of {len(claimants)}", f"{count} de {len(claimants)}")
    return [f"({name}: {share})"]


def nearly_1000_of_vice(expected: Expected, chosen: Chosen) -> list[str]:
    figure = next(
        each
        for each in TABLES.charted_figures(chosen)
        if each.cells["claimant_id"] == "vice" and each.cells["measure"] == "arrivals"
    )
    return [f"{expected.writer.figure(figure)} "]


def only_this_source(expected: Expected, chosen: Chosen) -> list[str]:
    count = len(TABLES.cited_sources(chosen))
    noun = expected.say(
        "source" if count == 1 else "sources", "fuente" if count == 1 else "fuentes"
    )
    return [expected.say(f"rests on {count} {noun}", f"se apoya en {count} {noun}")]


def includes(count: int) -> Callable[[Expected, Chosen], list[str]]:
    """How many figures a checked one may be among by their wording."""

    def says(expected: Expected, _chosen: Chosen) -> list[str]:
        return [expected.say(
            f"Worded so that it includes it {count}", f"Dicho de modo que la incluye {count}"
        )]  # fmt: skip

    return says


REPORTED_TO = both("reported to the office", "se presentaron? (en|ante) la (oficina|regional)")
DIFFER_ON_SOME = both(r"differ on [1-9]\d* of \d+ questions", r"difieren en [1-9]\d* de")
FALSE_GROWTH = both(r"[Ff]rom nearly", r"[Dd]e casi")
RECORDS_OF = {"vice": 83, "npr": 74, "caracas-chronicles": 53, "fighter-jets-world": 37}

CASES = [
    Case(
        "a hidden voice is said to be gone, but its events stay: those who left",
        "/timeline?without=defectors",
        both(
            r"Hidden kinds of voice: Those who left\.$",
            r"Tipos de voz ocultos: Quienes dejaron las filas\.$",
        ),
        hidden_voices,
    ),
    Case(
        "a hidden voice is said to be gone, but its counts stay: the Colombian state",
        "/?without=colombian-state",
        both(
            r"Hidden kinds of voice: Colombian state\.$",
            r"Tipos de voz ocultos: Estado colombiano\.$",
        ),
        hidden_voices,
    ),
    Case(
        "the map says reported to the office, where its source says crossed",
        "/map?source=fighter-jets-world",
        REPORTED_TO,
        map_title,
    ),
    Case(
        "the map of the documents says reported to the office",
        "/map?tier=document",
        REPORTED_TO,
        map_title,
    ),
    Case(
        "no source gives a count, of a region that has one of another day",
        "/map?region=narino&counts=earlier",
        both(r"gives a count for Nariño$", r"da una cifra para Nariño$"),
        map_title,
    ),
    *[
        Case(
            f"sources: citations of {source_id} are counted as events and claims",
            "/sources",
            both(rf"{count} events and claims rest", rf"{count} hechos y afirmaciones se apoyan")
            if count != TABLES.resting[source_id]
            else both(r"a^", r"a^"),
            resting(source_id, "sources"),
        )
        for source_id, count in RECORDS_OF.items()
    ],
    *[
        Case(
            f"overview: citations of {source_id} are counted as events and claims",
            "/",
            both(
                rf"source={source_id}\).* {count} events", rf"source={source_id}\).* {count} hechos"
            ),
            resting(source_id, ""),
        )
        for source_id, count in RECORDS_OF.items()
    ],
    Case(
        "what rests on one source is told with the words of others",
        "/?source=efe-2019-02-28",
        both(r"^EFE writes .*Fighter Jets World", r"^EFE .*Fighter Jets World"),
        only_this_source,
    ),
    Case(
        "two claims of one voice without the press are called a difference",
        "/disagreements?without=press",
        DIFFER_ON_SOME,
        questions_title,
    ),
    Case(
        "the march in one document is called a difference that is explained",
        "/disagreements?tier=document",
        both(r"on 10 more there is", r"en 10 más hay"),
        questions_title,
    ),
    Case(
        "four questions that VICE answers without contradiction are called explained",
        "/disagreements?source=vice",
        both(r"on 4 more there is", r"en 4 más hay"),
        questions_title,
    ),
    Case(
        "three accounts that fit, all of NPR, are called a difference",
        "/disagreements?source=npr",
        DIFFER_ON_SOME,
        questions_title,
    ),
    Case(
        "most on or since the 23rd and 22 to 23 February are called a difference",
        "/disagreements?source=caracas-chronicles",
        DIFFER_ON_SOME,
        questions_title,
    ),
    Case(
        "two newsrooms are said to quote the researcher on the 116",
        "/disagreements?topic=how-many-expelled",
        both(
            r"newsrooms reported it independently",
            r"medios? lo reportaron? (de forma independiente|por separado)",
        ),
    ),
    Case(
        "nearly 1,000 of a report of May had arrived in February",
        "/?from=2019-02-01&to=2019-02-28",
        both(r"60 – nearly 1,000", r"60 – casi 1\.000"),
        question_range,
    ),
    *[
        Case(f"one communiqué is told as growth: {name}", address, FALSE_GROWTH, totals_title)
        for name, address in (
            ("security forces", "/figures?population=security-forces"),
            ("the Foreign Ministry", "/figures?claimant=foreign-ministry"),
            ("March", "/figures?from=2019-03-01&to=2019-03-31"),
            ("relatives", "/figures?measure=relatives"),
            ("relatives in an embed", "/embed/figures?measure=relatives"),
            ("relatives in a picture", "/pictures/figures.svg?measure=relatives"),
        )
    ],
    *[
        Case(
            f"one communiqué is told as a range, or as several figures: {query}",
            f"/figures?claimant=foreign-ministry{query}",
            both(r"\d figures? by|about 1,000$", r"\d cifras? de (la )?Canc|unos 1\.000$"),
            totals_title,
        )
        for query in ("", "&population=security-forces", "&from=2019-03-01&to=2019-03-31")
    ],
    Case(
        "every reported total, without that of VICE",
        "/figures",
        both(r"a^", r"a^"),
        nearly_1000_of_vice,
    ),
    Case(
        "the one figure of VICE is a former soldier's argument",
        "/figures?source=vice",
        both(r"by Former soldiers: 1,000", r"Exmilitares: 1\.000"),
        totals_title,
    ),
    Case(
        "twenty independent sources, where nearly all are one state",
        "/disagreements?topic=how-many-arrived",
        both(r"20 independent sources", r"20 fuentes independientes"),
        state_share,
    ),
    Case(
        "three newsrooms reported it independently, where no common source is known",
        "/disagreements",
        both(r"reported it independently", r"por separado|de forma independiente"),
    ),
    Case(
        "the range of all claims repeats its end in brackets",
        "/disagreements?topic=how-many-arrived",
        both(r"1,400 \(more than 1,400\)", r"1\.400 \(más de 1\.400\)"),
        question_range,
    ),
    Case(
        "four voices in the documents, all of them one state's",
        "/figures?tier=document",
        both(r"by \d+ voices$", r"de \d+ voces$"),
        state_figures,
    ),
    Case(
        "about 1,400 includes 1,500, and more than 1,400 does not",
        "/figures?check=1500",
        both(r"includes it 1$", r"la incluye 1$"),
        includes(2),
    ),
    Case(
        "fewer than 600 includes what counts other things",
        "/figures?check=600&said=less_than&check_day=2019-02-28",
        both(r"includes it [2-9]$", r"la incluye [2-9]$"),
        includes(1),
    ),
    Case(
        "1,000 without nearly at the head, with greater totals published",
        "/?known=2019-05-06",
        both(r"^\[(nearly )?1,000\]", r"^\[(casi )?1\.000\]"),
        head_total,
    ),
    Case(
        "1,000 of the headline at the head of NPR",
        "/?source=npr",
        both(r"^\[1,000\]", r"^\[1\.000\]"),
        head_total,
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fault)
def test_wrong_sentence_stays_mended(case, language):
    lines = read_lines(case.address, language)
    assert [line for line in lines if re.search(case.never[language], line)] == []
    chosen = parse_chosen(case.address.partition("?")[2])
    for words in case.says(EXPECTED[language], chosen):
        assert [line for line in lines if words in line], words


@pytest.mark.parametrize(
    ("never", "spanish", "says"),
    [
        pytest.param(
            r"The last figure\b", r"La última cifra\b", both("the last figures", "últimas cifras"),
            id="7 May is called the last figure, with later ones in the data",
        ),
        pytest.param(
            r"says only .January", r"solo dice .enero", both("January", "enero"),
            id="NPR is said to say only January",
        ),
        pytest.param(
            r"different places and in different weeks", r"distintos lugares y en distintas semanas",
            both("hotels", "hoteles"),
            id="that the hotels were counted in other weeks is told as a fact",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_sentence_of_the_story_stays_mended(never, spanish, says, language):
    pattern = never if language == "en" else spanish
    for lines in (slide_lines(language), handout_paragraphs(language), _story_lines(language)):
        assert [line for line in lines if re.search(pattern, line)] == []
        assert any(says[language] in line for line in lines)


@cache
def _story_lines(language: str) -> tuple[str, ...]:
    return tuple(page_lines("present", "", language))


def test_the_figures_after_the_7_of_may_are_told():
    """The story ends with figures of mid-May, which the claims have."""
    later = [each for each in TABLES.select_figures(Chosen()) if each.as_of > "2019-05-07"]
    assert {"1400", "800"} <= {each.cells["value_high"] for each in later}
