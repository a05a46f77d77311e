"""The link with which a reader reports a mistake, on every page and in every record."""

import re
from typing import Final, NamedTuple
from urllib.parse import quote

from components.i18n import N_, I18n
from components.loading.loaded_story import LoadedStory
from components.loading.report_address import read_report_address
from components.presentation.cited import page_address
from components.presentation.view_links import LinkBase

#: What a mail asks for; the browser fills in the two places.
MAIL_LINES: Final = (
    N_("Page: {address}"),
    N_("About: {record}"),
    N_("What is wrong, and which source and paragraph say so:"),
)
#: Where Method says how to report a mistake to a host that has set no address.
REPORT_SECTION: Final = "#corrections"
_PLACE: Final = re.compile(r"(\{[^{}]*\})")


class ReportLink(NamedTuple):
    """Where the link leads.

    Attributes
    ----------
    address
        Of the link before the browser has filled in anything; empty where there is no link.
    pattern
        The address with places for the page and the record, percent-encoded but for these; empty
        where nothing is filled in.
    is_form
        Whether it is a page of another site.
    """

    address: str
    pattern: str = ""
    is_form: bool = False


def report_link(story: LoadedStory, i18n: I18n, link_base: LinkBase) -> ReportLink:
    """Return the link for a view: to the host's mail or form, else to what Method says of it.

    Of a story that a reader has opened there is none: its records are the reader's own.
    """
    if story.private:
        return ReportLink("")
    target = read_report_address()
    if not target:
        return ReportLink(page_address("method", link_base) + REPORT_SECTION)
    is_form = not target.startswith("mailto:")
    pattern = target
    if not is_form:
        pattern = _write_mail(target, i18n)
    return ReportLink(_PLACE.sub("", pattern), pattern, is_form)


def _write_mail(mailbox: str, i18n: I18n) -> str:
    """Return a mail's address with its subject and its text."""
    subject = i18n.t("A mistake in “{story}”", story=i18n.t("The story"))
    text = "\r\n\r\n".join(i18n.t(line) for line in MAIL_LINES)
    pieces = _PLACE.split(text)
    encoded_pieces: list[str] = []
    for piece in pieces:
        is_place = _PLACE.fullmatch(piece) is not None
        encoded_pieces.append(piece if is_place else quote(piece))
    body = "".join(encoded_pieces)
    return f"{mailbox}?subject={quote(subject)}&body={body}"
