"""Where the filters leave out every count by region, no day of a report left out stands beside."""

import pytest

from tests.support.outlets import embed_lines, page_lines, picture_lines

#: Filters that leave out every count, and the days that the documents alone give these.
FILTERS = {
    "a voice": "voice=un-ngo&tier=document",
    "a source": "tier=document&source=vice",
    "a voice left out": "tier=document&without=colombian-state",
    "the earlier day": "tier=document&voice=un-ngo&counts=earlier",
}
HEADS = {
    "en": "Region | to about 28 February 2019 | Sources",
    "es": "Regional | al 28 de febrero de 2019 (aprox.) | Fuentes",
}
#: What a subtitle has with the day of the counts: none are drawn here.
DATED = {"en": "as of", "es": "con corte a"}


@pytest.mark.parametrize("language", HEADS)
@pytest.mark.parametrize("query", FILTERS.values(), ids=FILTERS)
def test_table_of_a_framed_map_has_the_day_of_the_documents(query, language):
    lines = embed_lines("map", query, language)
    assert HEADS[language] in lines
    assert not [line for line in lines if DATED[language] in line]


@pytest.mark.parametrize(
    ("language", "head"),
    [("en", "Region | Count | Sources"), ("es", "Regional | Cifra | Fuentes")],
)
def test_before_any_count_was_published_no_table_names_a_day_of_counts(language, head):
    known = "known=2019-02-24"
    for lines in (embed_lines("map", known, language), page_lines("map", known, language)):
        heads = [line for line in lines if line.startswith(head.partition("| ")[0])]
        assert heads
        assert all(line.startswith(head.rpartition(" |")[0]) for line in heads)
        assert not [line for line in lines if "to 27 February" in line or "al 27 de feb" in line]
    assert head in embed_lines("map", known, language)


@pytest.mark.parametrize("language", HEADS)
@pytest.mark.parametrize("query", [*FILTERS.values(), "known=2019-02-24"])
def test_picture_without_a_count_names_no_day_of_counts(query, language):
    lines = picture_lines("map", query, language)
    assert not [line for line in lines if DATED[language] in line]
