"""How many? without a browser: the chart, its choices and the check, in both languages."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from components.presentation.figure_texts import PROBLEMS
from components.query.figures import ChartOptions, charted
from components.query.view import MAX_TEXT
from tests.support.apptest import (
    assert_sound,
    bodies,
    component_data,
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
    at.button(key="way-empty-0").click().run()
    assert "region" not in at.query_params
    assert marks(at)
    at = opened(SLUG, {"q": "no such words anywhere"})
    assert not found(at, "on-map")
    [way for way in at.button if (way.key or "").startswith("way-empty-")][-1].click().run()
    assert_sound(at)
    assert marks(at) == DEFAULT


def heads(at):
    return [
        words(h).rpartition(" ")[0] for section in found(at, "check") for h in section.findall("h3")
    ]


def form(at, **values):
    """Fill fields of the form and send it."""
    for name, value in values.items():
        group = at.text_input if name in {"number", "to"} else at.selectbox
        group(key=f"check-{name}").set_value(value)
    at.button(key="check-send").click().run()
    assert_sound(at)


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


def test_what_is_sent_goes_to_the_address_and_is_shown_again(opened):
    at = opened(SLUG, {"lang": "en"})
    sent = {"number": "1.2", "unit": "million", "said": "more_than", "population": "migrants"}
    form(at, **sent)
    assert at.query_params["check"] == "1200000"
    assert at.query_params["said"] == "more_than"
    assert at.query_params["population"] == "migrants"
    assert at.text_input(key="check-number").value == "1,200,000"
    form(at, number="10", said="range", to="1 400", population="", day="2019-02-27",
         region="oriente")  # fmt: skip
    assert at.query_params["check_to"] == "1400"
    assert at.query_params["check_day"] == "2019-02-27"
    assert at.query_params["check_region"] == "oriente"
    assert "cl-region-2019-02-27-oriente" in "".join(bodies(at))
    form(at, number="")
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
        own = [w.label for w in (*at.text_input, *at.selectbox, *at.button, *at.expander)]
        own += [option for box in at.selectbox for option in box.options]
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
    assert len(at.text_input(key="check-number").value) <= MAX_TEXT
