"""The terms of the pages and the data, one for each thing, with the words that are not used.

``docs/glossary.md`` is written from here, the Method page shows it, and a test holds the catalogues
and the records to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from components.i18n.language import N_, I18n, Language, i18n_for
from components.story.presentation import StoryTerm

Patterns = Mapping[Language, str]
OTHER: Final[Mapping[Language, Language]] = {"en": "es", "es": "en"}


@dataclass(frozen=True)
class GlossaryTerm:
    """One term.

    Attributes:
        name: the term in English; the catalogues translate it.
        meaning: one sentence, in English.
        said: language to a pattern of all its forms. Where a message has the English one, its
            translation has the other. Empty where a term is told in several ways.
        unused: language to a pattern of words that are not used for it.
    """

    name: str
    meaning: str
    said: Patterns = field(default_factory=dict)
    unused: Patterns = field(default_factory=dict)


GLOSSARY: Final[tuple[GlossaryTerm, ...]] = (
    GlossaryTerm(
        N_("event"),
        N_("Something that happened on a day, in a month or over a time that can be named."),
        {"en": "events?", "es": "hechos?"},
        {"es": "eventos?|sucesos?"},
    ),
    GlossaryTerm(
        N_("claim"),
        N_("What somebody said that can be counted or disputed. A reported number is a claim."),
        {"en": "claims?", "es": "afirmaci(?:ón|ones)"},
        {"es": "aseveraci(?:ón|ones)|alegatos?"},
    ),
    GlossaryTerm(
        N_("record"),
        N_("An event or a claim."),
        {"en": "records?", "es": "registros?"},
    ),
    GlossaryTerm(
        N_("source"),
        N_("A text that events and claims rest on: a document or a corroborating report."),
        {"en": "sources?", "es": "fuentes?"},
    ),
    GlossaryTerm(
        N_("document"),
        N_("One of the texts that the data set is made from. Marked §."),
        {"en": "documents?", "es": "documentos?"},
    ),
    GlossaryTerm(
        N_("corroborating report"),
        N_("Any other report, used to check a date or a number of the documents. Marked ◇."),
        {"en": "corroborating reports?", "es": "reportes? que (?:los )?corroboran?"},
        {"es": "corroborantes?|corroborativ[oa]s?"},
    ),
    GlossaryTerm(
        N_("citation"),
        N_("Where a record stands in a source: the paragraph, and at most eight of its words."),
        {"en": "citations?", "es": "cit(?:as?|ar)"},
    ),
    GlossaryTerm(
        N_("paragraph"),
        N_("A line of a document’s text, counted from 1 without the empty ones."),
        {"en": "paragraphs?", "es": "párrafos?"},
        {"en": "locators?", "es": "localizador(?:es)?"},
    ),
    GlossaryTerm(
        N_("voice"),
        N_("Whoever said something first: an office, a person or a newsroom."),
        {"en": "voices?", "es": "vo(?:z|ces)"},
        {"en": "claimants?", "es": "vocer[oa]s?|declarantes?"},
    ),
    GlossaryTerm(
        N_("independent source"),
        N_("A newsroom that did not take the statement from another one that is counted."),
        {"en": "independent sources?", "es": "fuentes? independientes?"},
    ),
    GlossaryTerm(
        N_("question"),
        N_("What several claims answer, alike or differently."),
        {"en": "questions?", "es": "preguntas?"},
        {"en": "topics?"},
    ),
    GlossaryTerm(
        N_("figure"),
        N_("A number that was reported, with its qualifier."),
        {"en": "figures?", "es": "cifras?"},
        {"es": "conteos?|guarismos?"},
    ),
    GlossaryTerm(
        N_("qualifier"),
        N_("How exact a figure is: about, nearly, more than, at least, fewer than, up to."),
        {"en": "qualifiers?", "es": "matiz|matices"},
        {"es": "calificador(?:es)?"},
    ),
    GlossaryTerm(
        N_("as of"),
        N_("The day that a figure refers to. It may be earlier than the report."),
    ),
    GlossaryTerm(
        N_("stated, inferred, corroborated"),
        N_(
            "How a date is known: the source gives the day, it follows from what the source says, "
            "or only a corroborating report gives it."
        ),
    ),
    GlossaryTerm(
        N_("region"),
        N_("An area for which people are counted."),
        {"en": "region(?:s|al)?", "es": "regional(?:es)?|regi(?:ón|ones)"},
    ),
    GlossaryTerm(
        N_("seat"),
        N_("The town where the circle of a region stands."),
        {"en": "seats?", "es": "sedes?"},
    ),
    GlossaryTerm(
        N_("not reported"),
        N_("No source gives a figure. It does not mean zero."),
        {"en": "not reported", "es": "sin reporte|no se reportó"},
    ),
    GlossaryTerm(
        N_("security forces"),
        N_("Armed forces and police together, where it is not said which of the two."),
        {"en": "security forces", "es": "fuerza pública"},
        {"es": "(?:fuerzas|cuerpos|organismos) de seguridad"},
    ),
    GlossaryTerm(
        N_("story, lesson, step"),
        N_("A story told on a screen or in a class is a lesson; it is told step by step."),
    ),
)


def glossary_rows(i18n: I18n, story: Iterable[StoryTerm] = ()) -> tuple[tuple[str, str, str], ...]:
    """Each term in the reader's language, the same in the other language, and its meaning.

    The terms of the data come first, those of a story after them.
    """
    here, other = i18n.language, OTHER[i18n.language]
    words = i18n_for(other)
    rows = [(i18n.t(t.name), words.t(t.name), i18n.t(t.meaning)) for t in GLOSSARY]
    rows += [
        (getattr(t.name, here), getattr(t.name, other), getattr(t.meaning, here)) for t in story
    ]
    return tuple(rows)
