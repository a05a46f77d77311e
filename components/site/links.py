"""What of a story is published, and where: addresses of the app made into addresses of files.

The app has one path for each page and says the language and the view in the query. Published pages
have a file for each page and language; the stage on the Overview reads the same query, the other
pages open the part that an address names.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from components.export.metadata import Addresses
from components.i18n import LANGUAGES, Language
from components.presentation.context import Context
from components.presentation.pages import PAGES
from components.presentation.pictures import FORM_PARAMETER
from components.query.view import names_of
from components.story.dataset import Dataset

SLUGS: Final = tuple(page.slug for page in PAGES)
#: Pages whose views the stage shows as well.
ON_STAGE: Final = ("", "timeline", "map")
#: The folders of what can be taken away.
DOWNLOADS: Final = ("api", "pictures", "takeaway")
ADDRESS: Final = re.compile(r' (href|src)="(?!#|https?:|mailto:|data:)([^"]*)"')
#: A picture that a page holds; published it is a file beside the pages.
HELD: Final = re.compile(r' src="data:image/[a-z]+;base64,[^"]*" data-file="([^"]+)"')
PICTURE_FILES: Final = "assets/pictures/"
#: The way up at the beginning of an address.
UP: Final = re.compile(r"^(?:\.{1,2}/)+")
#: A link that leads nowhere, once its address was taken out.
NOWHERE: Final = re.compile(r"<a\b(?![^>]* href=)[^>]*>")


@dataclass(frozen=True)
class SiteOptions:
    """What is published.

    ``base`` is the address of the site, for what must name it whole, ``app`` that of the app with
    the same story, for what only it can do; both may be empty. The first of the ``languages``
    stands at the top of the site; ``pages`` are slugs, ``files`` folders of downloads.
    """

    base: str = ""
    app: str = ""
    languages: tuple[Language, ...] = tuple(LANGUAGES)
    pages: tuple[str, ...] = SLUGS
    files: tuple[str, ...] = DOWNLOADS

    @property
    def root(self) -> str:
        """The base address with a slash at its end, or nothing."""
        return f"{self.base.rstrip('/')}/" if self.base else ""

    def own(self, language: Language) -> str:
        """The folder of what is in a language, with a slash at its end."""
        return "" if language == self.languages[0] else f"{language}/"

    def page(self, slug: str, language: Language) -> str:
        """The file of a page, from the top of the site."""
        return f"{self.own(language)}{slug}{'/' if slug else ''}index.html"


@dataclass(frozen=True)
class Links:
    """Where the addresses on one published page of a story lead."""

    options: SiteOptions
    dataset: Dataset
    language: Language
    slug: str

    @property
    def up(self) -> str:
        """From the page's folder to the top of the site, such as ``../``."""
        return "../" * self.options.page(self.slug, self.language).count("/")

    def page(self, slug: str, language: Language | None = None, rest: str = "") -> str:
        """The address of a page from this one."""
        return self.up + self.options.page(slug, language or self.language) + rest

    def to(self, address: str) -> str:
        """An address of the app as one of the site; empty where only the app answers it."""
        options, parts = self.options, urlsplit(address)
        path = UP.sub("", parts.path).strip("/")
        params = parse_qs(parts.query)
        named = params.pop("lang", [self.language])[0]
        language = next((one for one in options.languages if one == named), self.language)
        if (folder := path.split("/")[0]) in DOWNLOADS:
            # A picture of another form than the tall one has its name.
            stem, _, ending = path.partition(".")
            name = "-".join([stem, *params.get(FORM_PARAMETER, [])])
            own = f"{self.up}{options.own(self.language)}{name}.{ending}"
            return own if folder in options.files else ""
        if path not in SLUGS:
            return ""
        slug, rest = self._place(path, params, parts.fragment)
        of_the_app = "v" in params or params.get("table", ["events"]) != ["events"]
        if not of_the_app and slug in options.pages:
            return self.page(slug, language, rest)
        return f"{options.app.rstrip('/')}/{path}?{parts.query}" if options.app else ""

    def _place(self, path: str, params: dict[str, list[str]], fragment: str) -> tuple[str, str]:
        """A page and what follows its address: the part of it, or the view on the stage."""
        one = {name: values[-1] for name, values in params.items()}
        claim = self.dataset.claims.get(one.get("claim", ""))
        if path == "figures" and claim and claim.topic_id:
            return "disagreements", f"#{claim.id}"
        if path == "disagreements" and "topic" in one:
            return path, f"#topic-{one['topic']}"
        if path == "sources" and "source" in one:
            return path, f"#{one['source']}"
        if path == "present" and one.get("step", "").isdigit():
            return path, f"?step={one['step']}#step-{one['step']}"
        view = {name: params[name] for name in names_of(path) if name in params}
        if path in ON_STAGE and view:
            return "", "?" + urlencode(view, doseq=True)
        return path, f"#{fragment}" if fragment else ""

    def all_of(self, text: str) -> str:
        """A page's HTML with every address led to a file; one that leads nowhere is taken out."""

        def led(found: re.Match[str]) -> str:
            to = self.to(html.unescape(found[2]))
            return f' {found[1]}="{html.escape(to, quote=True)}"' if to else ""

        text = NOWHERE.sub("<a>", ADDRESS.sub(led, text))
        return HELD.sub(rf' src="{self.up}{PICTURE_FILES}\1"', text)

    def all_in(self, value: Any) -> Any:
        """What a script is sent, with every address in its texts led to a file."""
        if isinstance(value, str):
            return self.all_of(value)
        if isinstance(value, dict):
            return {key: self.all_in(one) for key, one in value.items()}
        return [self.all_in(one) for one in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class SiteAddresses(Addresses):
    """The same of a published story: a file for each page, picture and table that is published."""

    options: SiteOptions = SiteOptions()

    def page(self, slug: str, _: Context, language: Language | None) -> str:
        """A page in a language; in the first one where none is named."""
        return f"{self.base}/{self.options.page(slug, language or self.languages[0])}"

    def at(self, address: str, ctx: Context) -> str:
        """The file that stands for an address of the app; empty where it is not published."""
        links = Links(self.options, ctx.dataset, ctx.i18n.language, "")
        led = links.to(address)
        return f"{self.base}/{led.removeprefix(links.up)}" if led else ""


def site_addresses(options: SiteOptions, up: str = "") -> SiteAddresses:
    """The addresses of a published story; ``up`` leads to its top where its address is unknown."""
    base = (options.root or up).rstrip("/") or "."
    return SiteAddresses(base, bool(options.base), options.languages, options)
