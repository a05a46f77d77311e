"""The check of sentences: each of its rules finds the fault that it is for, and no other."""

from dataclasses import replace

import pytest

from components.commands.check_sentences import (
    MEASURE_STEMS,
    UNIT_MEASURES,
    check_alignment,
    check_measures,
    check_named_sources,
    check_references,
    check_titles,
    list_problems,
)
from components.story.models import Citation
from tests.support.data import DATA, kept_version
from tests.support.stories.small import small_dataset

SMALL = small_dataset()
#: The version in which sentences named other sources than those in their brackets.
OLD = "1.4.0"


def with_event(summary, summary_es, *citations):
    """The small story with another text of an event, and its citations."""
    event = SMALL.events["ev-aid"].model_copy(update={"summary": summary, "summary_es": summary_es})
    others = [citation for citation in SMALL.citations if citation.record_id != "ev-aid"]
    events = {**SMALL.events, "ev-aid": event}
    return replace(SMALL, events=events, citations=(*others, *citations))


def cite(source_id, *sentences, role="supports", via=()):
    return Citation(
        record_id="ev-aid", source_id=source_id, role=role, sentences=sentences, via=via
    )


def with_claim(**fields):
    claim = SMALL.claims["cl-total"].model_copy(update=fields)
    return replace(SMALL, claims={**SMALL.claims, "cl-total": claim})


@pytest.mark.parametrize(
    ("summary", "summary_es", "citations", "problem"),
    [
        pytest.param(
            "One fell. Two ran.", "Uno cayó. Dos corrieron.", [cite("doc-b")], "", id="all cited"
        ),
        pytest.param(
            "One fell. Two ran.", "Uno cayó y dos corrieron.", [cite("doc-b", 1, 2)],
            "2 sentences in English, 1 in Spanish", id="other sentences in Spanish",
        ),
        pytest.param(
            "One fell. Two ran.", "Uno cayó. Dos corrieron.", [cite("doc-b", 1)],
            "no citation supports sentence 2", id="a sentence without a place",
        ),
        pytest.param(
            "One fell.", "Uno cayó.", [cite("doc-b", 1), cite("wire", 2)],
            "wire: there is no sentence 2", id="a place of no sentence",
        ),
        pytest.param(
            "One fell.", "Uno cayó.", [cite("doc-b", role="context")],
            "no citation supports sentence 1", id="context alone",
        ),
    ],
)  # fmt: skip
def test_sentences_are_aligned_with_both_languages_and_places(
    summary, summary_es, citations, problem
):
    problems = list(check_alignment(with_event(summary, summary_es, *citations)))
    of_event = [line for line in problems if line.startswith("ev-aid")]
    assert len(of_event) == bool(problem)
    assert all(problem in line for line in of_event)


@pytest.mark.parametrize(
    ("citations", "found"),
    [
        pytest.param([cite("doc-b", 1), cite("wire", 2)], False, id="its sentence cites it"),
        pytest.param([cite("doc-b", 1, 2), cite("wire", 1)], True, id="another sentence cites it"),
        pytest.param([cite("doc-b"), cite("wire", role="context")], True, id="context"),
        pytest.param([cite("doc-b", 1), cite("doc-b", 2, via=("wire",))], False, id="by the road"),
    ],
)
def test_sentence_names_no_source_that_it_does_not_cite(citations, found):
    dataset = with_event("One fell. WIRE counts two.", "Uno cayó. WIRE cuenta dos.", *citations)
    problems = list(check_named_sources(dataset))
    # In each language.
    assert problems == ["ev-aid, sentence 2: names WIRE, does not cite it"] * (2 * found)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("They ran.", True),
        ("Its count starts on 23 February.", True),
        ("By RT's account he said so.", True),
        ("By the account of reports, they came for aid.", True),
        ("The article speaks of soldiers.", True),
        ("Those whom AP interviewed ran.", False),
        ("The former soldiers ran.", False),
        ("By RT's account, the minister said so.", False),
    ],
)
def test_sentence_begins_with_no_word_that_another_explains(sentence, found):
    problems = list(check_references(with_event(sentence, "Corrieron.", cite("doc-b"))))
    assert bool(problems) is found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Ellos corrieron.", True),
        ("Su cuenta empieza el 23 de febrero.", True),
        ("Según RT, él lo dijo.", True),
        ("Los exmilitares corrieron.", False),
    ],
)
def test_spanish_sentence_begins_with_no_word_that_another_explains(sentence, found):
    problems = list(check_references(with_event("Some ran.", sentence, cite("doc-b"))))
    assert bool(problems) is found


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        pytest.param({"statement": "567 came."}, "", id="its words bear it"),
        pytest.param({"statement": "There were 567."}, "nothing in its words", id="they do not"),
        pytest.param(
            {"statement": "567 wait.", "measure": "expelled"}, "nothing in its words",
            id="they bear another",
        ),
        pytest.param(
            {"statement": "567 came.", "measure": "tents"}, "no words are known", id="unknown"
        ),
        pytest.param({"statement": "There were 567.", "measure": "people"}, "", id="by its unit"),
        pytest.param(
            {"statement": "Many.", "qualifier": None, "value_low": None, "value_high": None}, "",
            id="no figure",
        ),
    ],
)  # fmt: skip
def test_words_of_a_figure_bear_its_measure(fields, problem):
    dataset = with_claim(**fields)
    problems = [line for line in check_measures(dataset) if line.startswith("cl-total")]
    assert len(problems) == bool(problem)
    assert all(problem in line for line in problems)


@pytest.mark.parametrize(
    ("title", "problems"),
    [
        pytest.param("Title aid", 0, id="as it was read"),
        # The new one was not read, and the old one is gone.
        pytest.param("He is questioned", 2, id="changed since"),
    ],
)
def test_title_is_read_again_when_it_changes(title, problems):
    reviewed = [(each.id, each.title, each.title_es) for each in SMALL.events.values()]
    event = SMALL.events["ev-aid"].model_copy(update={"title": title})
    dataset = replace(SMALL, events={**SMALL.events, "ev-aid": event})
    assert len(list(check_titles(dataset, reviewed))) == problems


@pytest.mark.parametrize(
    ("check", "record"),
    [
        (check_named_sources, "ev-2019-02-27-padrino-109"),
        (check_references, "cl-began-past-month"),
        (check_measures, "cl-arrivals-2019-03-21-headline-1000"),
    ],
    ids=["named sources", "references", "measures"],
)
def test_rule_finds_what_was_wrong_before_it(check, record):
    assert any(line.startswith(record) for line in check(kept_version(OLD)))


def test_data_set_breaks_none_of_the_rules():
    assert list_problems(DATA) == []


def test_every_measure_of_figures_has_a_rule():
    measures = {claim.measure for claim in DATA.claims.values() if claim.qualifier}
    assert measures == MEASURE_STEMS.keys() | UNIT_MEASURES
