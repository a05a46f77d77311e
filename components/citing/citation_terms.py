"""The citation styles, and the fixed terms of a citation in each language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from components.i18n.messages import Language

Style = Literal["apa", "chicago", "iso690"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: Final[Mapping[Style, str]] = {
    "apa": "APA 7",
    "chicago": "Chicago 18",
    "iso690": "ISO 690",
}
#: A style, or "plain" for a date outside a bibliography.
DateStyle = Style | Literal["plain"]


@dataclass(frozen=True)
class CitationTerms:
    """The words of one language that the styles put around the fields of a source."""

    #: APA, Chicago and ISO 690 in place of a date that is not known.
    undated: str
    #: ISO 690 in place of the year behind the author.
    no_date: str
    #: APA after the title of a broadcast.
    broadcast: str
    #: APA before the programme of a broadcast.
    inside: str
    #: APA before the day on which an undated page was read, and before its address.
    retrieved: str
    retrieved_from: str
    #: Chicago before the issue of a journal, and before the day of reading.
    issue: str
    accessed: str
    #: ISO 690: the medium as a sentence (English) or after the title (Spanish).
    online: str
    medium: str
    #: ISO 690 before the address, and before the day of reading.
    available: str
    looked_up: str
    #: How each style writes an inferred date, as a format of the date.
    inferred_dates: Mapping[DateStyle, str]


TERMS: Final[Mapping[Language, CitationTerms]] = {
    "en": CitationTerms(
        undated="n.d.",
        no_date="[no date]",
        broadcast="[Broadcast]",
        inside="In",
        retrieved="Retrieved",
        retrieved_from="from",
        issue="no.",
        accessed="Accessed",
        online="Online",
        medium="",
        available="Available from:",
        looked_up="Accessed",
        inferred_dates={
            "apa": "ca. {}",
            "chicago": "[{}?]",
            "iso690": "[ca. {}]",
            "plain": "c. {}",
        },
    ),
    "es": CitationTerms(
        undated="s. f.",
        no_date="[sin fecha]",
        broadcast="[Emisión]",
        inside="En",
        retrieved="Recuperado el",
        retrieved_from="de",
        issue="n.º",
        accessed="Consultado el",
        online="",
        medium=" [en línea]",
        available="Disponible en:",
        looked_up="consulta:",
        inferred_dates={
            "apa": "c. {}",
            "chicago": "[¿{}?]",
            "iso690": "[ca. {}]",
            "plain": "ca. {}",
        },
    ),
}
