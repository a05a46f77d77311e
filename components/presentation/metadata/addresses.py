"""Absolute addresses (URLs) of the pages, their pictures and their files, for other sites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import quote, urlencode

from components.i18n import LANGUAGES, Language
from components.presentation.context import Context
from components.presentation.files import file_address
from components.presentation.pictures import Kind, picture_address

#: The picture that a link to a page is shown with.
PICTURES: Final[dict[str, Kind]] = {"map": "map", "figures": "figures"}


class Addresses(Protocol):
    """The absolute addresses of a story's pages, pictures and files."""

    @property
    def base(self) -> str:
        """The address that all pages stand under, without a slash at its end."""

    @property
    def known(self) -> bool:
        """Whether the addresses are whole, so that other sites can use them."""

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages that every page is given in."""

    def page(self, slug: str, ctx: Context, language: Language | None) -> str:
        """A page with the view of a context, in a language or in whichever the reader has."""

    def picture(self, slug: str, ctx: Context) -> str:
        """The wide picture of a view that stands for a page; empty where there is none."""

    def file(self, name: str, ctx: Context) -> str:
        """A file of a view; empty where there is none."""


@dataclass(frozen=True)
class PublicAddresses:
    """Where everybody can read a story that the app serves.

    Attributes:
        base: the address that all pages stand under, without a slash at its end.
    """

    base: str
    known: bool = True
    languages: tuple[Language, ...] = tuple(LANGUAGES)

    def page(self, slug: str, ctx: Context, language: Language | None) -> str:
        """A page with the view of a context, in a language or in whichever the reader has."""
        query = urlencode(ctx.params(slug, lang=language), doseq=True)
        return f"{self.base}/{quote(slug)}{'?' + query if query else ''}"

    def picture(self, slug: str, ctx: Context) -> str:
        """The wide picture of a view that stands for a page, 1200 by 630 pixels."""
        kind = PICTURES.get(slug, "timeline")
        return self._from_page(picture_address(kind, "png", ctx.view, ctx.i18n, "wide"))

    def file(self, name: str, ctx: Context) -> str:
        """A file of a view."""
        return self._from_page(file_address(ctx, name))

    def _from_page(self, address: str) -> str:
        return self.base + address.removeprefix(".")
