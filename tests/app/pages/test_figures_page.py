"""The page “How many?” without a browser: its chart, choices and check of a figure."""

import re

import pytest
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
    assert "and the last until the end of April 2019" in words(line)
    at = opened(SLUG, {"lang": "en", "check": "more than 1,400 by March"})
    assert len(found(at, "check-nearest")) == 2


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("en", "567 by April", "Compared: 567, by the end of April 2019."),
        ("es", "567 hasta abril", "Se compara: 567, hasta el final de abril de 2019."),
        ("en", "567 by 2019", "Compared: 567, by the end of 2019."),
        ("es", "567 hasta 2019", "Se compara: 567, hasta el final de 2019."),
        ("en", "567 by 30 April 2019", "Compared: 567, 30 April 2019."),
        ("en", "567 by April", "The last figure until the end of April 2019:"),
        ("es", "567 hasta abril", "La última cifra hasta el final de abril de 2019:"),
        ("en", "between 300 and 400 by 17 March", "Compared: 300 to 400, 17 March 2019."),
        ("es", "unos mil", "Se compara: unos 1.000."),
        (
            "en",
            "more than 1,400",
            "the first figure that fits “more than 1,400” is: about 1,400, 29",
        ),
        ("es", "más de 1.400", "la primera cifra que encaja con «más de 1.400» es: "),
        ("es", "90.210", "En estas fuentes, ninguna cifra encaja con «90.210»."),
    ],
)
def test_answer_says_how_a_sentence_was_read(opened, language, sentence, expected):
    answer = words(found(opened(SLUG, {"lang": language, "check": sentence}), "check")[0])
    assert expected in answer


@pytest.mark.parametrize(
    ("language", "label"), [("en", "the end of April 2019"), ("es", "final de abril de 2019")]
)
def test_chosen_day_of_a_month_is_named_as_its_end(opened, language, label):
    at = opened(SLUG, {"lang": language, "check": "567 by April"})
    (form,) = [body for body in bodies(at) if 'name="check_day"' in body]
    (option,) = html.fromstring(form).xpath('//*[@name="check_day"]/option[@selected]')
    assert option.text_content() == label


def test_both_numbers_of_a_range_are_shown_in_their_fields(opened):
    at = opened(SLUG, {"lang": "en", "check": "between 1,000 and 1,400 arrived"})
    shown = {"check": "1,000", "said": "range", "check_to": "1,400"}
    assert fields(at) == fields(at) | shown


def test_name_with_a_remark_stands_in_no_further_brackets(opened):
    at = opened(SLUG, {"lang": "es", "check": "más de 1.400 hasta abril"})
    answer = words(found(at, "check")[0])
    assert "(sin precisar)" in answer
    assert "((" not in answer.replace(" ", "")
    assert not re.search(r"\([^()]*\(", answer)
