"""How many? without a browser: the chart, its choices and the check, in both languages."""

import re
from urllib.parse import parse_qs, urlsplit

from lxml import html

from components.presentation.figure_texts import PROBLEMS
from components.query.figures import ChartOptions, charted
from components.query.view import MAX_TEXT
from tests.support.apptest import (
    assert_sound,
    bodies,
    component_data,
    follow,
    found,
    text_of,
    words,
)
from tests.support.cases import for_each
from tests.support.data import DATA
from tests.support.drawing import ids
from tests.support.words import i18n_for

SLUG = "figures"
DEFAULT = {
    c.id for c in charted(DATA.claims.values(), ChartOptions(defaults=DATA.presentation.measures))
}


def drawings(at):
    """The drawing in its widths; none where no figure is left."""
    drawn = [c for c in at.get("bidi_component") if c.proto.component_name == "totals_drawing"]
    sent = component_data(at, "totals_drawing")["totals"] if drawn else ""
    return [f"{svg}</svg>" for svg in sent.split("</svg>")[:-1]]


def marks(at):
    """The ids of the claims drawn, the same in every width."""
    (found,) = {frozenset(ids(svg, "claim")) for svg in drawings(at)}
    return set(found)


def test_filters_that_leave_no_figure_offer_what_brings_some_back(opened):
    at = opened(SLUG, {"region": "orinoquia", "from": "2019-02-26"})
    assert not drawings(at)
    assert text_of(at, "on-map") == "On the Map: 46 of 567 people counted in Orinoquía"
    follow(at, "Remove the filter on regions")
    assert "region" not in at.query_params
    assert marks(at)
    at = opened(SLUG, {"q": "no such words anywhere"})
    assert not found(at, "on-map")
    follow(at, "Clear all filters")
    assert_sound(at)
    assert marks(at) == DEFAULT


def heads(at):
    return [
        words(h).rpartition(" ")[0] for section in found(at, "check") for h in section.findall("h3")
    ]


def fields(at):
    """The check's form: what stands in each of its fields."""
    (form,) = [
        html.fromstring(body)
        for body in bodies(at)
        if "data-now" in body and 'name="check"' in body
    ]
    return {one.get("name"): one.get("data-now") for one in form.xpath("//*[@data-now]")}


def test_every_group_is_whole_and_what_is_folded_opens(opened):
    at = opened(SLUG, {"lang": "en", "check": "567", "measure": "arrivals"})
    (section,) = found(at, "check")
    for head in section.findall("h3"):
        count = int(words(head).rpartition(" ")[2])
        lists = []
        for node in head.itersiblings():
            if node.tag == "h3":
                break
            lists += node.xpath("self::ul/li | self::details/ul/li")
        assert len(lists) == count
    assert section.find("details/summary") is not None


def test_what_the_address_asks_for_is_shown_again_in_the_form(opened):
    at = opened(SLUG, {"lang": "en", "check": "1.2 million", "said": "more_than",
                       "population": "migrants"})  # fmt: skip
    shown = {"check": "1,200,000", "said": "more_than", "population": "migrants", "unit": ""}
    assert fields(at) == fields(at) | shown
    at = opened(SLUG, {"lang": "en", "check": "10", "said": "range", "check_to": "1 400",
                       "check_day": "2019-02-27", "check_region": "oriente"})  # fmt: skip
    shown = {"check_to": "1,400", "check_day": "2019-02-27", "check_region": "oriente"}
    assert fields(at) == fields(at) | shown
    assert "cl-region-2019-02-27-oriente" in "".join(bodies(at))
    follow(at, "Clear")
    names = {"check", "said", "check_to", "check_day", "check_region"}
    assert not names & set(at.query_params)


def test_of_a_phrase_the_numbers_are_offered_and_nothing_is_compared(opened):
    language = "es"
    phrase = "más de 500 militares y 1.400 policías el 27 de febrero"
    at = opened(SLUG, {"lang": language, "check": phrase, "tier": "document"})
    (section,) = found(at, "check")
    asked = [parse_qs(urlsplit(to).query) for to in section.xpath(".//ul//a/@href")]
    assert [one["check"] for one in asked] == [["500"], ["1400"]]
    assert all(one["tier"] == ["document"] and one["lang"] == [language] for one in asked)
    assert not heads(at)


def test_the_page_gives_no_verdict(opened):
    verdict = re.compile(
        r"contradi|confirm|\b(true|false|falsa?|verdader|cierto|desm(ie|e)n)", re.I
    )
    for params in (
        {"lang": "es"}, {"check": "567"}, {"check": "60", "check_day": "2019-02-23", "lang": "es"},
        {"check": "500", "said": "up_to", "measure": "arrivals"}, {"check": "two 7", "lang": "es"},
        {"check": "77777"}, {"check": "<script>alert(1)</script> 567"},
    ):  # fmt: skip
        at = opened(SLUG, params)
        own = [words(form) for form in found(at, "asks")]
        own.append(text_of(at, "check-head"))
        for section in found(at, "check"):
            for item in section.xpath(".//li"):
                item.drop_tree()
            own.append(words(section))
        assert not [text for text in own if verdict.search(text)]
        assert not [b for b in bodies(at) if "<script>alert" in b]


@for_each(
    "params, message",
    [
        ({"check": "x" * 5000}, PROBLEMS["none"]),
        ({"check": "9" * 150}, PROBLEMS["large"]),
        ({"check": "-5"}, PROBLEMS["negative"]),
        ({"check": "1.2.3"}, PROBLEMS["marks"]),
        ({"check": "9", "said": "range"}, PROBLEMS["between"]),
        ({"check": "9", "said": "range", "check_to": "<b>8"}, PROBLEMS["between"]),
        ({"check": "77,777"}, "None of these sources gives a figure like it."),
    ],
)
def test_what_cannot_be_compared_gets_a_plain_message(opened, params, message):
    at = opened(SLUG, {"lang": "es", **params})
    i18n = i18n_for("es")
    assert i18n.t(message, most=i18n.number(1e9)) in text_of(at, "check")
    assert len(fields(at)["check"]) <= MAX_TEXT
