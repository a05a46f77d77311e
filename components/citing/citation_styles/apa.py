"""References in the style of the American Psychological Association, 7th edition."""

from typing import Final

from components.citing.citation_text import end_with_stop, italicize, join_nonempty
from components.citing.reference import AuthorName, Reference, join_names

#: Up to so many authors are all named; of more, the first 19 and the last (APA 7, 9.8).
MOST_AUTHORS: Final = 20
FIRST_AUTHORS: Final = 19


def format_apa(reference: Reference) -> str:
    """Return author, date, title, container; an unsigned source begins with its title.

    Italics are marked as in :mod:`components.citing.citation_text`.
    """
    sentences = _head_sentences(reference)
    sentences += _container_sentences(reference)
    sentences.append(_address_text(reference))
    return join_nonempty(" ", sentences)


def _format_author(author: AuthorName) -> str:
    name_parts = (author.family_with_particle, author.initials, author.suffix)
    return join_nonempty(", ", name_parts)


def _author_text(reference: Reference) -> str:
    author_names = map(_format_author, reference.authors)
    names = list(filter(None, author_names))
    conjunction = ""
    if reference.language == "en":
        conjunction = "&"
    if len(names) > MOST_AUTHORS:
        first_names = names[:FIRST_AUTHORS]
        names = [*first_names, names[-1]]
        conjunction = "…"
    return join_names(names, reference.language, ",", conjunction)


def _date_sentence(reference: Reference) -> str:
    """Return the date in brackets: the year alone for books and journals."""
    if reference.cited_as in ("book", "journal"):
        date_text = reference.cite_issued_date("year", "apa")
    else:
        date_text = reference.cite_issued_date("year first", "apa")
    return f"({date_text})."


def _head_sentences(reference: Reference) -> list[str]:
    """Return author, date and title in this order, or the title and the date."""
    author_text = _author_text(reference)
    title = reference.title
    # What stands alone is in italics; a part of something else is not.
    stands_alone = not reference.container
    if stands_alone or reference.cited_as in ("book", "page"):
        title = italicize(title)
    medium = ""
    if reference.cited_as == "broadcast":
        medium = reference.terms.broadcast
    date_sentence = _date_sentence(reference)
    first_text = title
    last_text = medium
    if author_text:
        first_text = author_text
        last_text = join_nonempty(" ", (title, medium))
    return [end_with_stop(first_text), date_sentence, end_with_stop(last_text)]


def _container_sentences(reference: Reference) -> list[str]:
    """Return where the source appeared."""
    publisher = end_with_stop(reference.publisher_if_not_author)
    if reference.cited_as == "book":
        return [publisher]
    if reference.cited_as == "page":
        return [publisher, end_with_stop(reference.container_if_not_author)]
    container = italicize(reference.container)
    if reference.cited_as == "broadcast":
        if container:
            container = f"{reference.terms.inside} {container}"
        return [end_with_stop(container), publisher]
    volume_and_issue = italicize(reference.volume)
    if reference.issue:
        volume_and_issue += f"({reference.issue})"
    parts = (container, volume_and_issue, reference.pages)
    return [end_with_stop(join_nonempty(", ", parts))]


def _address_text(reference: Reference) -> str:
    """Return the address, after the day of reading if the source has no date."""
    if not reference.read_on:
        return reference.url
    if not reference.url:
        return ""
    terms = reference.terms
    reading_day = f"{terms.retrieved} {reference.read_on}"
    return f"{reading_day}, {terms.retrieved_from} {reference.url}"
