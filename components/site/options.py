"""What of a story is published, and the absolute addresses of its pages and files."""

from __future__ import annotations

from dataclasses import dataclass

from components.export.metadata import PICTURES
from components.i18n import LANGUAGES, Language
from components.presentation.context import Context
from components.presentation.pages import PAGES
from components.site.links import DOWNLOADS, Links, page_file
from components.story.dataset import Dataset


@dataclass(frozen=True)
class SiteOptions:
    """What is published.

    Attributes:
        base: the address that the site will have, for what must name it whole (link previews, the
            site's map); empty where it is not known.
        app: the address of the app with the same story, for what only it can do; empty for none.
        languages: those that are published; the first stands at the top of the site.
        pages: the slugs of the pages.
        files: the folders of downloads that are made, too: tables, pictures, the lesson's files.
    """

    base: str = ""
    app: str = ""
    languages: tuple[Language, ...] = tuple(LANGUAGES)
    pages: tuple[str, ...] = tuple(page.slug for page in PAGES)
    files: tuple[str, ...] = DOWNLOADS

    @property
    def root(self) -> str:
        """The base address with a slash at its end, or nothing."""
        return f"{self.base.rstrip('/')}/" if self.base else ""

    def own(self, language: Language) -> str:
        """The folder of what is in a language, with a slash at its end."""
        return "" if language == self.languages[0] else f"{language}/"

    def links(self, dataset: Dataset, language: Language, slug: str) -> Links:
        """Where the addresses on a page lead."""
        return Links(dataset, self.languages, language, slug, self.app, self.files, self.pages)


@dataclass(frozen=True)
class SiteAddresses:
    """What the pages and files of a published story are called.

    Attributes:
        options: what is published.
        up: the way from the page to the top of the site, for one whose address is not known.
    """

    options: SiteOptions
    up: str = ""

    @property
    def base(self) -> str:
        """The address of the site without a slash at its end, or the way to it from the page."""
        return (self.options.root or self.up).rstrip("/") or "."

    @property
    def known(self) -> bool:
        """Whether the site's address was named."""
        return bool(self.options.base)

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages that are published."""
        return self.options.languages

    def page(self, slug: str, _: Context, language: Language | None) -> str:
        """A page in a language; in the first one where none is named."""
        first = self.languages[0]
        return f"{self.base}/{page_file(slug, language or first, first)}"

    def picture(self, slug: str, ctx: Context) -> str:
        """The wide picture that stands for a page; empty where pictures are not published."""
        if "pictures" not in self.options.files:
            return ""
        kind = PICTURES.get(slug, "timeline")
        return self._own(f"pictures/{kind}-wide.png", ctx)

    def file(self, name: str, ctx: Context) -> str:
        """A file for programs; empty where these are not published."""
        return self._own(f"api/{name}", ctx) if "api" in self.options.files else ""

    def _own(self, path: str, ctx: Context) -> str:
        return f"{self.base}/{self.options.own(ctx.i18n.language)}{path}"
