"""References in the Chicago style, 18th edition: notes and bibliography."""

from typing import Final

from components.citing.citation_text import (
    curl_quotes,
    end_with_stop,
    has_end_mark,
    italicize,
    join_nonempty,
    outer_quotes,
    title_case,
)
from components.citing.reference import AuthorName, Reference, join_names
from components.citing.source_dates import format_date

#: Up to so many authors are all named; of more, the first three and "et al.".
MOST_AUTHORS: Final = 6
FIRST_AUTHORS: Final = 3


def format_chicago(reference: Reference) -> str:
    """Return author, title, container, date; an unsigned article begins with its container.

    Italics are marked as in :mod:`components.citing.citation_text`.
    """
    author_text = _author_text(reference)
    container = _container_text(reference)
    begins_with_container = reference.cited_as in ("article", "page", "broadcast")
    if begins_with_container and not author_text:
        author_text = container
        container = ""
    sentences = [
        end_with_stop(author_text),
        _title_text(reference),
        *_container_sentences(reference, container),
    ]
    if reference.read_on:
        reading_day = f"{reference.terms.accessed} {reference.read_on}"
        sentences.append(end_with_stop(reading_day))
    sentences.append(end_with_stop(reference.url))
    return join_nonempty(" ", sentences)


def _format_first_author(author: AuthorName) -> str:
    name_parts = (author.family, author.given_with_particle, author.suffix)
    return join_nonempty(", ", name_parts)


def _format_next_author(author: AuthorName) -> str:
    given_and_family = join_nonempty(" ", (author.given, author.family_with_particle))
    return join_nonempty(", ", (given_and_family, author.suffix))


def _author_text(reference: Reference) -> str:
    authors = reference.authors
    names = [_format_first_author(author) for author in authors[:1]]
    names += [_format_next_author(author) for author in authors[1:]]
    names = list(filter(None, names))
    if len(names) > MOST_AUTHORS:
        first_names = ", ".join(names[:FIRST_AUTHORS])
        return f"{first_names}, et al"
    comma = ""
    # Spanish has no comma before "y", except where it closes the inverted first name.
    has_single_next = len(names[1:]) == 1
    if has_single_next or reference.language == "en":
        comma = ","
    return join_names(names, reference.language, comma)


def _title_text(reference: Reference) -> str:
    """Return the title in italics if it stands alone, else in quotation marks."""
    stands_alone = reference.cited_as == "book" or (
        not reference.container and reference.cited_as != "page"
    )
    title = reference.plain_title
    if reference.in_english:
        title = title_case(title)
    title = curl_quotes(title, reference.language, inner=not stands_alone)
    if stands_alone:
        return end_with_stop(italicize(title))
    stop = "."
    if has_end_mark(title):
        stop = ""
    quotes = outer_quotes(reference.language)
    # English has a full stop inside the quotation marks and Spanish outside.
    opening_and_title = f"{quotes.opening}{title}"
    if reference.language == "en":
        return f"{opening_and_title}{stop}{quotes.closing}"
    return f"{opening_and_title}{quotes.closing}{stop}"


def _container_text(reference: Reference) -> str:
    """Return a periodical in italics; the name of a site is upright."""
    if reference.cited_as == "page":
        return reference.container_if_not_author
    return italicize(reference.container)


def _container_sentences(reference: Reference, container: str) -> list[str]:
    """Return where and when the source appeared.

    Parameters
    ----------
    reference
        The source.
    container
        The container, empty if the reference begins with it.
    """
    if reference.cited_as == "journal" and container:
        return [_journal_sentence(reference, container)]
    if reference.cited_as == "book":
        date_text = reference.cite_issued_date("year", "chicago")
    else:
        date_text = reference.cite_issued_date("month first", "chicago")
    if reference.cited_as == "broadcast":
        publisher_and_date = join_nonempty(", ", (reference.publisher, date_text))
        return [end_with_stop(container), end_with_stop(publisher_and_date)]
    publisher = ""
    if reference.cited_as in ("book", "page"):
        publisher = reference.publisher
    sentence = join_nonempty(", ", (container, publisher, date_text))
    return [end_with_stop(sentence)]


def _journal_sentence(reference: Reference, container: str) -> str:
    """Return "Journal 12, no. 3 (2019): 45–67."."""
    date_text = reference.year
    if not reference.issue:
        date_text = format_date(reference.issued, reference.language, "month first")
    terms = reference.terms
    text = join_nonempty(" ", (container, reference.volume))
    if reference.issue:
        text += f", {terms.issue} {reference.issue}"
    if not date_text:
        date_text = terms.undated
    text += f" ({date_text})"
    if reference.pages:
        text += f": {reference.pages}"
    return end_with_stop(text)
