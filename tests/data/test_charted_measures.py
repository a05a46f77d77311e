"""How many? shows some measures first: its texts name them, and lead to the figures of others.

The right numbers are counted by hand in ``data/claims.csv``.
"""

import re

import pytest

from tests.support.outlets import embed_lines, page_lines, picture_lines

FIRST = {
    "en": "“Arrivals, those still there and relatives”",
    "es": "«Llegadas, quienes siguen allí y familiares»",
}
QUERIES = {
    "the whole story": "",
    "the Venezuelan state": "voice=venezuelan-state",
    "UN, NGOs and researchers": "voice=un-ngo",
    "two sources": "source=fighter-jets-world&source=npr",
}
#: How many figures of the measures shown first fit, and how many of others.
SHOWN = [
    pytest.param(query, count, id=name)
    for (name, query), count in zip(QUERIES.items(), (35, 0, 0, 3), strict=True)
]
OTHERS = [
    pytest.param(query, count, id=name)
    for (name, query), count in zip(QUERIES.items(), (51, 5, 6, 13), strict=True)
]
OUTLETS = {
    "page": lambda query, language: page_lines("figures", query, language),
    "embed": lambda query, language: embed_lines("figures", query, language),
    "picture": lambda query, language: picture_lines("figures", query, language),
}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("outlet", OUTLETS)
@pytest.mark.parametrize(("query", "shown"), SHOWN)
def test_sentence_names_the_measures_that_are_shown_first(query, shown, outlet, language):
    text = "\n".join(OUTLETS[outlet](query, language))
    count = {
        "en": f"Shown: {shown} of 86 reported figures, of {FIRST['en']}",
        "es": f"A la vista: {shown} de 86 cifras publicadas, de {FIRST['es']}",
    }
    assert count[language] in text


@pytest.mark.parametrize("outlet", ["page", "embed"])
@pytest.mark.parametrize(("query", "others"), OTHERS)
def test_page_and_embed_lead_to_the_figures_of_other_measures(query, others, outlet):
    (line,) = [
        line for line in OUTLETS[outlet](query, "en") if line.startswith("Other things counted:")
    ]
    counts = [int(count) for count in re.findall(r"\((\d+)\)\]\(\S*measure=", line)]
    assert sum(counts) == others


@pytest.mark.parametrize(("query", "others"), OTHERS)
def test_picture_says_how_many_figures_of_other_measures_it_leaves_out(query, others):
    text = " ".join(picture_lines("figures", query, "en"))
    assert f"Not shown: {others} figures of other things counted." in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_title_without_a_figure_names_what_none_is_left_of(language):
    title = {
        "en": f"No total is left to show of {FIRST['en']}",
        "es": f"No queda ningún total por mostrar de {FIRST['es']}",
    }
    for lines in OUTLETS.values():
        assert title[language] in " ".join(lines("voice=venezuelan-state", language))


def test_wide_picture_names_the_one_measure_that_it_has_room_for():
    text = " ".join(picture_lines("figures", "", "en", form="wide"))
    assert "Shown: 24 of 86 reported figures, of “Arrived in Colombia”, January to May" in text
    assert "Not shown: 62 figures of other things counted." in text


def test_chosen_measure_leads_to_no_other():
    lines = page_lines("figures", "measure=expelled&voice=venezuelan-state", "en")
    assert not [line for line in lines if line.startswith("Other things counted:")]
