"""The terms of the pages and the data, one for each thing.

The Method page shows it, and a test holds the catalogues and the records to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from components.i18n.language import N_, I18n, Language, i18n_for
from components.story.dataset import Dataset

OTHER: Final[Mapping[Language, Language]] = {"en": "es", "es": "en"}
#: Each term with its meaning in a sentence.
GLOSSARY: Final = {
    N_("event"): N_(
        "Something that happened on a day, in a month or over a time that can be named."
    ),
    N_("claim"): N_(
        "What somebody said that can be counted or disputed. A reported number is a claim."
    ),
    N_("record"): N_("An event or a claim."),
    N_("source"): N_(
        "A text that events and claims rest on: a document or a corroborating report."
    ),
    N_("document"): N_("One of the texts that the data set is made from. Marked §."),
    N_("corroborating report"): N_(
        "Any other report, used to check a date or a number of the documents. Marked ◇."
    ),
    N_("citation"): N_(
        "Where a record stands in a source: the paragraph, and at most eight of its words."
    ),
    N_("paragraph"): N_("A line of a document’s text, counted from 1 without the empty ones."),
    N_("voice"): N_("Whoever said something first: an office, a person or a newsroom."),
    N_("independent source"): N_(
        "A newsroom that did not take the statement from another one that is counted."
    ),
    N_("question"): N_("What several claims answer, alike or differently."),
    N_("figure"): N_("A number that was reported, with its qualifier."),
    N_("qualifier"): N_(
        "How exact a figure is: about, nearly, more than, at least, fewer than, up to."
    ),
    N_("as of"): N_("The day that a figure refers to. It may be earlier than the report."),
    N_("stated, inferred, corroborated"): N_(
        "How a date is known: the source gives the day, it follows from what the source says, "
        "or only a corroborating report gives it."
    ),
    N_("region"): N_("An area of the map for which something is counted."),
    N_("seat"): N_("The town where the circle of a region stands."),
    N_("not reported"): N_("No source gives a figure. It does not mean zero."),
    N_("story, lesson, step"): N_(
        "A story told on a screen or in a class is a lesson; it is told step by step."
    ),
}


#: Terms of what a story may not have.
OF_REGIONS: Final = ("region", "seat", "not reported")


def glossary_rows(i18n: I18n, data: Dataset | None = None) -> tuple[tuple[str, str, str], ...]:
    """Each term in the reader's language, the same in the other language, and its meaning.

    The terms of the data come first, those of a story after them; without ``data`` all of them.
    """
    here, other = i18n.language, OTHER[i18n.language]
    story = data.presentation.terms if data else ()
    absent = OF_REGIONS if data and not data.regions else ()
    elsewhere = i18n_for(other)
    return (
        *(
            (i18n.t(name), elsewhere.t(name), i18n.t(text))
            for name, text in GLOSSARY.items()
            if name not in absent
        ),
        *((getattr(t.name, here), getattr(t.name, other), getattr(t.meaning, here)) for t in story),
    )
