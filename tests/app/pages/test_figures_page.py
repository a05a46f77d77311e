"""The page “How many?” without a browser: its chart, choices and check of a figure."""

import re

from lxml import html

from tests.support.apptest import bodies, follow, found, text_of, words

SLUG = "figures"


def fields(at):
    (form,) = [body for body in bodies(at) if "data-now" in body and 'name="check"' in body]
    return {
        one.get("name"): one.get("data-now")
        for one in html.fromstring(form).xpath("//*[@data-now]")
    }


def test_form_shows_the_figure_of_the_address(opened):
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


def test_figures_page_gives_no_verdict(opened):
    said = r"contradi|confirm|\b(true|false|falsa?|verdader|cierto|desm(ie|e)n)"
    verdict = re.compile(said, re.I)
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
        assert not [body for body in bodies(at) if "<script>alert" in body]


def test_figure_that_fits_and_is_the_last_is_named_once(opened):
    sentence = "more than 1,400 had arrived by April"
    (line,) = found(opened(SLUG, {"lang": "en", "check": sentence}), "check-nearest")
    assert "29 April 2019" in words(line)
    assert "The last figure until 30 April 2019 is the first" in words(line)
    at = opened(SLUG, {"lang": "en", "check": "more than 1,400 by March"})
    assert len(found(at, "check-nearest")) == 2
