"""A sentence on what is shown names every choice of the address that selects it, and no other."""

import re

import pytest

from tests.support.outlets import page_lines

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
