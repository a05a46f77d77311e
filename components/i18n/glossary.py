"""The glossary of the Method page, to which a test holds the catalogues and the records."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from components.i18n.language import I18n, i18n_for
from components.i18n.messages import N_, Language
from components.story.dataset import Dataset

OTHER_LANGUAGE: Final[Mapping[Language, Language]] = {"en": "es", "es": "en"}
#: Each term with its meaning in a sentence.
GLOSSARY: Final = {
    N_("event"): N_(
        "Something that happened on a day, in a month or over a time that can be named."
    ),
    N_("claim"): N_(
        "What somebody said that can be counted or disputed. A reported number is a claim."
    ),
    N_("source"): N_("A text that events and claims rest on: a document or another report."),
    N_("document"): N_("One of the texts that the data set is made from. Marked §."),
    N_("other report"): N_(
        "Any report but the documents: it checks the documents, adds to them or contradicts them. "
        "Marked ◇."
    ),
    N_("citation"): N_(
        "Where an event or a claim stands in a source: the paragraph, and at most eight of its "
        "words."
    ),
    N_("paragraph"): N_("A line of a document’s text, counted from 1 without the empty ones."),
    N_("voice"): N_("Whoever said something first: an office, a person or a newsroom."),
    N_("independent source"): N_(
        "A newsroom that did not take it from another one that is counted, or a statement that "
        "several newsrooms relay."
    ),
    N_("question"): N_("What several claims answer, alike or differently."),
    N_("figure"): N_("A number that was reported, with its qualifier."),
    N_("qualifier"): N_(
        "How exact a figure is: about, nearly, more than, at least, fewer than, up to."
    ),
    N_("as of"): N_("The day that a figure refers to. It may be earlier than the report."),
    N_("stated, inferred, from another report"): N_(
        "How a date is known: the source gives the day, it follows from what the source says, "
        "or only another report gives it."
    ),
    N_("region"): N_("An area of the map for which something is counted."),
    N_("seat"): N_("The town where the circle of a region stands."),
    N_("not reported"): N_("No source gives a figure. It does not mean zero."),
    N_("story, lesson, step"): N_(
        "A story told on a screen or in a class is a lesson; it is told step by step."
    ),
}
#: Terms that a story without regions does not need.
REGION_TERMS: Final = ("region", "seat", "not reported")


class GlossaryRow(NamedTuple):
    """A term in the reader's language and in the other one, and its meaning."""

    term: str
    other_term: str
    meaning: str


def glossary_rows(i18n: I18n, data: Dataset) -> list[GlossaryRow]:
    """Return the terms that a story needs, and after them those that it brings."""
    this_language = i18n.language
    other_language = OTHER_LANGUAGE[this_language]
    other_i18n = i18n_for(other_language)
    rows: list[GlossaryRow] = []
    for term, meaning in GLOSSARY.items():
        if term in REGION_TERMS and not data.regions:
            continue
        row = GlossaryRow(
            term=i18n.t(term),
            other_term=other_i18n.t(term),
            meaning=i18n.t(meaning),
        )
        rows.append(row)
    for story_term in data.presentation.terms:
        names = story_term.name
        row = GlossaryRow(
            term=getattr(names, this_language),
            other_term=getattr(names, other_language),
            meaning=getattr(story_term.meaning, this_language),
        )
        rows.append(row)
    return rows
