"""A sentence on what is shown names every choice of the address that selects it, and no other."""

import random
import re
from functools import cache
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from components.query.view import FILTER_PARAMETERS, PARAMETER_NAMES, list_page_parameters
from tests.support.outlets import (
    KINDS,
    PAGES_BY_SLUG,
    embed_lines,
    head_lines,
    page_lines,
    picture_lines,
    render_page,
)

#: Page, query, what its lines have in English and in Spanish.
NAMED = [
    pytest.param(
        "figures", "measure=force-size&from=2019-03-25",
        r"Shown: 0 of 86 reported figures, of “[^”]+”, from 25 March 2019",
        r"A la vista: 0 de 86 cifras publicadas, de «[^»]+», desde el 25 de marzo de 2019",
        id="what is counted",
    ),
    pytest.param(
        "timeline", "to=2019-03-30&possible=out",
        r"events, until 30 March 2019, without what may fall outside these dates",
        r"hechos, hasta el 30 de marzo de 2019, sin lo que puede estar fuera de estas fechas",
        id="events that may fall outside",
    ),
    pytest.param(
        "", "region=guajira&day=2019-02-26",
        r"^What had happened by .*Shown: 0 of 43 events, until 26 February 2019",
        r"A la vista: 0 de 43 hechos, hasta el 26 de febrero de 2019",
        id="the day that is played, in a preview",
    ),
    pytest.param(
        "figures", "region=antioquia&measure=force-size&counts=change",
        r"\[On the Map: .*\]\(\S*counts=change",
        r"\[En el mapa: .*\]\(\S*counts=change",
        id="the counts that a link tells of",
    ),
    pytest.param(
        "", "source=fighter-jets-world&category=counts",
        r"cited from Fighter Jets World, with dates from CNN Español[.]",
        r"con cita de Fighter Jets World, con fechas de CNN Español[.]",
        id="a source that is chosen, and another whose dates are shown",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "query", "english", "spanish"), NAMED)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_choice_of_the_address_is_in_the_sentence(slug, query, english, spanish, language):
    wanted = {"en": english, "es": spanish}[language]
    lines = page_lines(slug, query, language)
    assert [line for line in lines if re.search(wanted, line)]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "voices"), ("es", "voces")], ids=["en", "es"]
)
def test_a_voice_that_selects_no_source_is_not_named_with_the_sources(language, words):
    shown = [
        line for line in page_lines("sources", "voice=opposition&to=2019-02-24", language)
        if re.search(r"64 (of|de) 64", line)
    ]  # fmt: skip
    assert shown
    assert [line for line in shown if words in line] == []


# Every parameter ----------------------------------------------------------------------------------
class Choice(NamedTuple):
    """A choice of an address, and how readers are told of it."""

    query: str
    english: str
    spanish: str
    #: The choices without which this one means nothing.
    base: str = ""
    #: Whether the sentence "Shown: …" names it, too, where what it counts changes.
    is_in_sentence: bool = True


#: How each choice that changes what is shown is named. A new parameter of the address belongs here,
#: or with its reason in `NOT_NAMED`.
CHOICES = {
    "from": Choice("from=2019-03-01", "from 1 March 2019", "desde el 1 de marzo de 2019"),
    "to": Choice("to=2019-03-20", "until 20 March 2019", "hasta el 20 de marzo de 2019"),
    "possible": Choice(
        "possible=out",
        "without what may fall outside these dates",
        "sin lo que puede estar fuera de estas fechas",
        base="from=2019-02-20",
    ),
    "known": Choice("known=2019-03-01", "ublished by 1 March", "publicado hasta el 1 de marzo"),
    "region": Choice("region=guajira", "Guajira", "Guajira"),
    "category": Choice("category=border", "kind “At the border”", "tipo «En la frontera»"),
    "source": Choice("source=npr", "cited from NPR", "con cita de NPR"),
    "voice": Choice(
        "voice=defectors",
        "of the kind “Those who left”",
        "del tipo «Quienes dejaron las filas»",
    ),
    "without": Choice(
        "without=press", "without voices of the kind “Press”", "sin voces del tipo «Prensa»"
    ),
    "tier": Choice(
        "tier=document", "in the four documents alone", "solo en los cuatro documentos"
    ),
    "q": Choice("q=Mora", "“Mora”", "«Mora»"),
    "search": Choice("search=Mora", "“Mora”", "«Mora»", is_in_sentence=False),
    "event": Choice(
        "event=ev-2019-04-count-1285",
        "The Foreign Ministry counts 1,285",
        r"La Cancillería cuenta 1\.285",
        is_in_sentence=False,
    ),
    "day": Choice("day=2019-02-26", "until 26 February 2019", "hasta el 26 de febrero de 2019"),
    "measure": Choice("measure=relatives", "“Relatives in Colombia”", "«Familiares en Colombia»"),
    "population": Choice("population=soldiers", "soldiers", "militares"),
    "claimant": Choice(
        "claimant=foreign-ministry", "Colombian Foreign Ministry", "Cancillería de Colombia",
        base="table=claims",
    ),
    "check": Choice("check=567", r"Compared: 567\b", r"Se compara: 567\b", is_in_sentence=False),
    "said": Choice(
        "said=about", "Compared: about 567", "unos 567", base="check=567", is_in_sentence=False
    ),
    "check_to": Choice(
        "check_to=600", "567 to 600", "567 a 600", base="check=567&said=range",
        is_in_sentence=False,
    ),
    "check_day": Choice(
        "check_day=2019-02-27", "Compared: 567, 27 February", "567, 27 de febrero",
        base="check=567", is_in_sentence=False,
    ),
    "check_region": Choice(
        "check_region=guajira", "Compared: 567, Guajira", "567, Guajira", base="check=567",
        is_in_sentence=False,
    ),
    "counts": Choice(
        "counts=change",
        r"411 on 26 February \(uncertain\), 567 on 27 February|between these days",
        r"411 el 26 de febrero \(fecha incierta\), 567 el 27 de febrero|entre estos días",
        is_in_sentence=False,
    ),
    "table": Choice("table=claims", "of 260 claims", "de 260 afirmaciones"),
    "find": Choice("find=Mora", "with the words “Mora”", "con las palabras «Mora»"),
}  # fmt: skip
#: Choices that select nothing: how the same is shown, or what is seen of it.
NOT_NAMED = {
    "lang": "the language of all texts",
    "compare": "the headline of the stage, which the first document has not: test_headline.py",
    "claim": "a figure that stands open in its list, with its statement",
    "topic": "a question that stands first and open",
    "v": "a version is named in a notice on every page, whatever it changes",
    "step": "the step of the story, by its title",
    "extent": "the part of the map that is seen",
    "look": "where on the map a reader looks",
    "inferred": "lines around departments, with their button",
    "zoom": "the span that is seen, on the axis",
    "cite": "the style of references",
    "sort": "the order of a table, with its sign in the head",
    "column": "the columns, by their heads",
    "page": "the page of a list, with its number",
    "evidence": "opens the evidence of a step",
    "panel": "opens the teacher's panel",
    "screen": "the notes in a window of their own",
}
SENTENCE = re.compile(r"(?:Shown|A la vista): .*")
ADDRESS = re.compile(r"\]\([^)]*\)")
#: Pages of `make test` in one language each, in turn; the long test has both.
PAIRS = 24


class Reading(NamedTuple):
    """What an outlet says: the sentences on what is shown, what they count, and the rest."""

    sentences: tuple[str, ...]
    counts: tuple[str, ...]
    lines: tuple[str, ...]


@cache
def read(slug: str, query: str, language: str) -> Reading:
    sentences = []
    lines = []
    _, head = render_page(slug, query, language)
    text_lines = page_lines(slug, query, language)
    body_count = len(text_lines) - len(head_lines(head))
    for position, line in enumerate(text_lines):
        text = ADDRESS.sub("]", line)
        sentence = SENTENCE.search(text)
        if sentence:
            sentences.append(sentence[0])
        elif position < body_count:
            lines.append(text)
    counts = tuple(sentence.partition(",")[0] for sentence in sentences)
    return Reading(tuple(sentences), counts, tuple(lines))


def list_unnamed(slug: str, base: str, name: str, language: str) -> list[str]:
    """Return what is wrong with how a page names a choice that an address adds to others."""
    choice = CHOICES[name]
    query = "&".join(filter(None, [base, choice.query]))
    named = re.compile({"en": choice.english, "es": choice.spanish}[language])
    before = read(slug, base, language)
    after = read(slug, query, language)
    where = f"{language} {slug or 'overview'} ?{query}"
    new_lines = set(after.lines) - set(before.lines)
    naming = {line for line in new_lines if named.search(line)}
    is_changed = bool(new_lines - naming) or bool(set(before.lines) - set(after.lines))
    is_counted_anew = set(after.counts) != set(before.counts)
    in_sentence = [sentence for sentence in after.sentences if named.search(sentence)]
    faults = []
    if (is_changed or is_counted_anew) and not naming and not in_sentence:
        faults.append(f"{where}: {name} changes what is shown and is not named")
    if (naming or in_sentence) and not is_changed and not is_counted_anew:
        faults.append(
            f"{where}: {name} is named and changes nothing: {[*naming, *in_sentence][:1]}"
        )
    if choice.is_in_sentence and is_counted_anew:
        for sentence in after.sentences:
            # A description is cut after so many letters.
            if not named.search(sentence) and not sentence.endswith("…"):
                faults.append(f"{where}: {sentence!r} does not name {name}")
    return faults


def test_every_parameter_is_named_or_has_its_reason():
    assert sorted([*CHOICES, *NOT_NAMED]) == sorted(PARAMETER_NAMES)


def list_pages(name: str) -> list[str]:
    return [slug for slug in PAGES_BY_SLUG if name in list_page_parameters(slug)]


def list_walks() -> list[ParameterSet]:
    """Return each choice on each of its pages, in the two languages by turns; the rest are long."""
    walks = []
    for position, name in enumerate(CHOICES):
        for language in ("en", "es"):
            is_turn = (position % 2 == 0) == (language == "en")
            marks = () if is_turn else (pytest.mark.long,)
            walks.append(pytest.param(name, language, marks=marks, id=f"{name} {language}"))
    return walks


@pytest.mark.parametrize(("name", "language"), list_walks())
def test_a_choice_is_named_where_it_changes_what_is_shown_alone(name, language):
    faults = []
    for slug in list_pages(name):
        faults += list_unnamed(slug, CHOICES[name].base, name, language)
    assert faults == []


def list_pairs() -> list[tuple[str, str, str, str]]:
    """Return pairs of choices at random, the same each time: a page, the two, and a language."""
    chance = random.Random("pairs of choices")  # noqa: S311 - the same pairs each time
    pairs = []
    while len(pairs) < PAIRS:
        first, second = chance.sample(sorted(CHOICES), 2)
        pages = [slug for slug in list_pages(first) if slug in list_pages(second)]
        if pages:
            pairs.append((chance.choice(pages), first, second, chance.choice(["en", "es"])))
    return pairs


def test_two_choices_are_both_named_where_they_change_what_is_shown():
    faults = []
    for slug, first, second, language in list_pairs():
        parts = [CHOICES[second].base, CHOICES[first].base, CHOICES[first].query]
        base = "&".join(dict.fromkeys(filter(None, parts)))
        faults += list_unnamed(slug, base, second, language)
    assert faults == []


#: The choices of a page that its picture and its chart in other pages have, besides the filters.
CHOICES_OF_CHARTS = {"figures": ("measure", "population", "claimant"), "map": ("counts",)}


@pytest.mark.parametrize("read_chart", [picture_lines, embed_lines], ids=["picture", "embed"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_alone_names_its_choices(kind, read_chart):
    faults = []
    for position, name in enumerate([*FILTER_PARAMETERS, *CHOICES_OF_CHARTS.get(kind, ())]):
        choice = CHOICES[name]
        language = ("en", "es")[position % 2]
        named = re.compile((choice.english, choice.spanish)[position % 2])
        query = "&".join(filter(None, [choice.base, choice.query]))
        lines = read_chart(kind, query, language)
        sentences = [line for line in lines if SENTENCE.search(line)]
        checked_lines = sentences if choice.is_in_sentence else [" ".join(lines)]
        faults += [(query, line) for line in checked_lines if not named.search(line)]
        assert sentences, query
    assert faults == []
