"""What a row of a table may hold, and which texts of a story are refused."""

import pytest
from pydantic import ValidationError

from components.story.models import Citation, Measure, column_references
from components.story.models import Claim as ClaimRow
from components.story.package_files import picture_kind, split_record_ids
from components.story.presentation import Presentation, RegionName
from tests.support.stories.small import claim, event, source


@pytest.mark.parametrize(
    ("qualifier", "low", "high", "is_allowed"),
    [
        ("exact", 5, 5, True),
        ("exact", 5, 6, False),
        ("exact", 5, None, False),
        ("about", 5, 5, True),
        ("about", 5, 6, False),
        ("more_than", 5, None, True),
        ("more_than", 5, 6, False),
        ("at_least", 5, None, True),
        ("nearly", None, 5, True),
        ("nearly", 4, 5, False),
        ("less_than", None, 5, True),
        ("up_to", None, 5, True),
        ("up_to", 5, None, False),
        ("range", 5, 6, True),
        ("range", 5, 5, False),
        ("range", 6, 5, False),
        (None, None, None, True),
        (None, 5, None, False),
        (None, None, 5, False),
    ],
)
def test_a_qualifier_takes_the_values_that_it_means(qualifier, low, high, is_allowed):
    values = {"qualifier": qualifier, "value_low": low, "value_high": high}
    if is_allowed:
        assert claim("a", 0, "2019-02-27", **values).qualifier == qualifier
        return
    with pytest.raises(ValidationError):
        claim("a", 0, "2019-02-27", **values)


def test_a_value_needs_a_unit():
    with pytest.raises(ValidationError, match="a value needs a unit"):
        claim("a", 5, "2019-02-27", unit=None)


@pytest.mark.parametrize(
    ("qualifier", "rule"),
    [("nearly", "no value_low and a value_high"), ("more_than", "a value_low and no value_high")],
)
def test_it_is_said_which_values_a_qualifier_takes(qualifier, rule):
    with pytest.raises(ValidationError, match=rule):
        claim("a", 5, "2019-02-27", qualifier=qualifier)


def test_the_date_of_an_event_alone_has_a_time():
    assert event("a", "2019-02-23T18:07", "border").date == "2019-02-23T18:07"
    with pytest.raises(ValidationError, match="has a time"):
        claim("a", 5, "2019-02-23T18:07")


def test_wording_is_eight_words_at_most():
    fields = {"record_id": "ev-a", "source_id": "doc-a", "role": "supports"}
    assert Citation(**fields, wording=" ".join("a" * 8)).wording
    with pytest.raises(ValidationError, match="eight at most"):
        Citation(**fields, wording=" ".join("a" * 9))


def test_a_list_in_a_cell_is_without_its_blanks():
    assert event("a", "2019-02-23", "border", actors="A ; B;; ").actors == ("A", "B")


def test_a_sentence_of_a_measure_has_known_places_alone():
    texts = {"id": "a", "name": "a", "name_es": "a"}
    assert Measure(**texts, sentence="{figure} {people} {by}").sentence
    with pytest.raises(ValidationError, match=r"\{who\} is none of"):
        Measure(**texts, sentence="{figure} {who}")


def test_a_source_keeps_fields_that_this_software_does_not_know():
    kept = source("a", "document", keyword="flood")
    assert kept.to_csl()["keyword"] == "flood"


def test_columns_name_the_files_that_their_ids_are_of():
    references = column_references(ClaimRow)
    assert references["event_id"] == ("events.csv",)
    assert column_references(Citation)["record_id"] == ("events.csv", "claims.csv")
    assert "statement" not in references


@pytest.mark.parametrize(
    ("content", "kind"),
    [(b"\x89PNG\r\n", "png"), (b"RIFF....WEBP", "webp"), (b"\xff\xd8", "jpeg")],
)
def test_a_picture_is_known_by_its_first_bytes(content, kind):
    assert picture_kind(content) == kind


def test_a_correction_may_be_of_several_records():
    assert split_record_ids("ev-a; cl-b ;ev-c") == ("ev-a", "cl-b", "ev-c")


@pytest.mark.parametrize(
    "fields",
    [
        {"period": {"from": "2019-03-01", "to": "2019-02-01"}},
        {"zooms": [{"id": "a", "from": "2019-03-01", "to": "2019-02-01"}]},
        {"extents": [{"id": "a", "bounds": [10, 0, 5, 8]}]},
        {"extents": [{"id": "a", "bounds": [0, 8, 5, 8]}]},
        {"extents": [{"id": "a", "bounds": [0, 0, 5, 91]}]},
        {
            "extents": [{"id": "a", "bounds": [0, 0, 5, 8]}],
            "scenes": [{"id": "a", "bounds": [0, 0, 5, 8]}],
        },
        {"synonyms": [["aid"]]},
        {"sentences": {"overview.titel": {"en": "x"}}},
        {"sentences": {"counts.share": {"en": "{percent} in {place}"}}},
        {"sentences": {"map.title": {"en": "x" * 401}}},
        {"method": {"scope": [{"en": "x" * 401}]}},
    ],
    ids=["days", "zoom", "west after east", "no height", "beyond the pole", "id twice",
         "one synonym", "unknown sentence", "unknown place", "long sentence", "long paragraph"],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(fields):
    with pytest.raises(ValidationError):
        Presentation.model_validate(fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"period": {"from": "2019-02-01", "to": "2019-02-01"}},
        {"extents": [{"id": "a", "bounds": [0, -90, 5, 90]}]},
        {"sentences": {"counts.share": {"en": "{percent} of all in {region}"}}},
        {"sentences": {"map.title": {"en": "x" * 400}}},
        # A message without places may have braces of its own.
        {"sentences": {"map.title": {"en": "Where {exactly}?"}}},
    ],
    ids=["one day", "pole to pole", "known places", "longest sentence", "braces"],
)
def test_what_is_just_allowed_is_shown(fields):
    assert Presentation.model_validate(fields)


def test_keys_of_earlier_versions_are_left_out():
    shown = Presentation.model_validate(
        {
            "method": True,
            "sentences": {
                "measure.arrivals": {"en": "x"},
                "head.deaths": {"en": "x"},
                "head.regions": {"en": "By district"},
            },
        }
    )
    assert (shown.method, list(shown.sentences)) == ({}, ["head.regions"])


@pytest.mark.parametrize(
    ("name", "is_allowed"),
    [("district", True), ("a" * 40, True), ("a" * 41, False), ("1st", False), ("<b>", False)],
)
def test_a_name_for_regions_is_a_short_word(name, is_allowed):
    texts = {"one": {"en": name}, "many": {"en": name}}
    if is_allowed:
        assert RegionName.model_validate(texts)
        return
    with pytest.raises(ValidationError):
        RegionName.model_validate(texts)
