"""References by ISO 690, author and date; in Spanish as UNE-ISO 690."""

from typing import NamedTuple

from components.citing.citation_text import end_with_stop, italicize, join_nonempty
from components.citing.reference import AuthorName, Reference, join_names
from components.citing.source_dates import date_parts


class ReferenceDates(NamedTuple):
    """The year behind the author, and the full date where the year does not say it all."""

    year: str
    full_date: str


def format_iso690(reference: Reference) -> str:
    """Return author and year, title, container, publisher; the title first if nobody signed.

    Italics are marked as in :mod:`components.citing.citation_text`.
    """
    dates = _reference_dates(reference)
    sentences = [
        *_head_sentences(reference, dates.year),
        _publication_sentence(reference, dates.full_date),
        _volume_sentence(reference),
        _address_text(reference),
    ]
    return join_nonempty(" ", sentences)


def _reference_dates(reference: Reference) -> ReferenceDates:
    if not reference.year:
        return ReferenceDates(reference.terms.no_date, "")
    date_ends = date_parts(reference.issued)
    most_parts = max(map(len, date_ends), default=0)
    if reference.cited_as == "book" or most_parts <= 1:
        # The year is in brackets where it alone shows that it is inferred.
        return ReferenceDates(reference.cite_issued_date("year", "iso690"), "")
    full_date = reference.cite_issued_date("day first", "iso690")
    return ReferenceDates(reference.year, full_date)


def _format_author(author: AuthorName) -> str:
    family_in_capitals = author.family_with_particle.upper()
    name_parts = (family_in_capitals, author.given, author.suffix)
    return join_nonempty(", ", name_parts)


def _head_sentences(reference: Reference, year: str) -> list[str]:
    """Return author, year, title, container and medium."""
    author_names = map(_format_author, reference.authors)
    known_names = list(filter(None, author_names))
    author_text = join_names(known_names, reference.language)
    sentences = []
    title = reference.title
    container = reference.container
    if reference.cited_as == "book":
        title = italicize(title)
        container = ""
    if author_text:
        sentences.append(f"{author_text}, {year}")
    else:
        title = join_nonempty(", ", (title, year))
    sentences.append(title)
    if container:
        sentences.append(italicize(container))
    if reference.url:
        # Spanish names the medium behind the title or the container, English in a sentence.
        sentences[-1] += reference.terms.medium
        sentences.append(reference.terms.online)
    return [end_with_stop(sentence) for sentence in sentences]


def _publication_sentence(reference: Reference, full_date: str) -> str:
    """Return "Place: Publisher, date.", or the date alone."""
    if reference.cited_as == "page" or not reference.publisher:
        initial = full_date[:1].upper()
        return end_with_stop(initial + full_date[1:])
    place = reference.place
    is_spanish_book = reference.cited_as == "book" and reference.language == "es"
    if is_spanish_book and not place:
        # "Sine loco": the place is not known.
        place = "S.l."
    place_and_publisher = join_nonempty(": ", (place, reference.publisher))
    sentence = join_nonempty(", ", (place_and_publisher, full_date))
    return end_with_stop(sentence)


def _volume_sentence(reference: Reference) -> str:
    parts = []
    if reference.volume:
        parts.append(f"Vol. {reference.volume}")
    if reference.issue:
        parts.append(f"no. {reference.issue}")
    if reference.pages:
        parts.append(f"p. {reference.pages}")
    return end_with_stop(", ".join(parts))


def _address_text(reference: Reference) -> str:
    """Return the address and the day on which it was looked up."""
    if not reference.url:
        return ""
    terms = reference.terms
    text = f"{terms.available} {reference.url}"
    if reference.looked_up:
        text += f" [{terms.looked_up} {reference.looked_up}]"
    return text
