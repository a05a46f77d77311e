"""Rules of a lesson's texts, its file and its slides, each by itself."""

import json

import pytest

from components.drawing.fonts import PAPER_SIGN
from components.drawing.text_direction import text_direction
from components.i18n import i18n_for
from components.lesson.draft import parse_draft
from components.lesson.slides import (
    TEXT,
    TEXT_POINTS,
    TEXT_SIZES,
    choose_font_size,
    measure_text_height,
    split_text,
)
from components.lesson.step_texts import fill_figures, list_source_references
from tests.support.data import DATA

EVENT = "ev-2019-02-23-aid-blocked"
FIGURE = next(key for key, claim in DATA.claims.items() if claim.qualifier == "more_than")
ENGLISH = i18n_for("en")


@pytest.mark.parametrize(
    ("text", "is_capital"),
    [
        ("{%s} came.", True),
        ("They came. {%s} left.", True),
        ("“{%s} came”, they said.", True),
        ("About {%s} came.", False),
        ("On 1.5 km {%s} came.", False),
    ],
    ids=["start", "after_sentence", "after_quotation_mark", "within", "after_decimal_point"],
)
def test_figure_has_capital_at_start_of_sentence_alone(text, is_capital):
    filled_text = fill_figures(text % FIGURE, DATA, ENGLISH)
    figure = ENGLISH.format_value(DATA.claims[FIGURE])
    wanted = figure[:1].upper() + figure[1:] if is_capital else figure
    assert figure[:1].islower()
    assert filled_text == text.replace("{%s}", wanted)


@pytest.mark.parametrize(
    ("language", "text", "filled_text"),
    [
        ("en", "the {%s} Venezuelans", "the 1.2 million Venezuelans"),
        ("es", "los {%s} venezolanos", "los 1,2 millones de venezolanos"),
        ("es", "{%s}, de ellos", "1.200.000, de ellos"),
    ],
    ids=["English", "Spanish", "without a noun"],
)
def test_round_million_before_a_noun_is_written_as_its_source_has_it(language, text, filled_text):
    """Seven digits would say that somebody counted them one by one."""
    assert fill_figures(text % "cl-migrants-1200000", DATA, i18n_for(language)) == filled_text


def test_date_in_a_text_right_to_left_is_isolated():
    """Else the date, which comes first, would turn the whole text around."""
    filled_text = fill_figures(f"{{{EVENT}}}. وقع انفجار", DATA, ENGLISH)
    assert filled_text == "\u206823 February 2019\u2069. وقع انفجار"
    assert text_direction(filled_text) == "rtl"


def test_sources_are_listed_once_with_documents_first():
    both = [EVENT, *DATA.claims]
    references = list_source_references(both, DATA, ENGLISH, short=True)
    signs = [reference[0] for reference in references]
    assert set(signs) == {"§", PAPER_SIGN}
    assert signs == sorted(signs, key=lambda sign: sign != "§")
    cited = {citation.source_id for record in both for citation in DATA.citations_of(record)}
    assert len(references) == len(cited)


def write_step(**fields: object) -> dict:
    draft = parse_draft({"title": {"en": "A title"}, "lesson": [fields]}, DATA)
    return json.loads(draft.serialize())["lesson"][0]


@pytest.mark.parametrize(
    ("text", "citations", "wanted"),
    [
        ("They came.", [], [EVENT]),
        (f"They came on {{{EVENT}}}.", [], []),
        ("They came.", [FIGURE], [FIGURE]),
    ],
    ids=["shown_records", "named_record", "chosen_records"],
)
def test_step_rests_on_what_it_shows_where_nothing_is_cited(text, citations, wanted):
    step = write_step(text={"en": text}, citations=citations, view={"events": [EVENT]})
    assert step["citations"] == wanted


def test_file_has_question_answer_and_evidence_together_or_none():
    assert {"question", "answer", "evidence"}.isdisjoint(write_step())
    step = write_step(question={"en": "How many?"})
    assert (step["question"], step["answer"], step["evidence"]) == ({"en": "How many?"}, {}, [])


def test_slide_text_is_split_between_sentences_into_parts_that_fit():
    sentences = [f"Sentence {number} says what happened on that day." for number in range(40)]
    parts = split_text(" ".join(sentences), TEXT)
    assert len(parts) > 1
    assert " ".join(parts) == " ".join(sentences)
    assert all(part.endswith(".") for part in parts)
    assert all(measure_text_height(part, TEXT.width, TEXT_POINTS) <= TEXT.height for part in parts)


def test_slide_text_has_largest_size_that_fits_and_else_smallest():
    assert choose_font_size("Short.", TEXT, TEXT_SIZES) == TEXT_SIZES[0]
    assert choose_font_size("Long text. " * 400, TEXT, TEXT_SIZES) == TEXT_SIZES[-1]
    assert measure_text_height("x" * 400, TEXT.width, TEXT_POINTS) == float("inf")
