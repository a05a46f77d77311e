"""Links of published pages: addresses of the app become paths of files.

The app has one path for each page and says language and view in the query; a site has a file for
each page and language. The stage reads the same query as the app; other pages open the part that an
address names.
"""

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from components.export.pictures import FORM_PARAMETER
from components.i18n import Language
from components.page.metadata import SiteAddresses
from components.presentation.pages import SLUGS
from components.presentation.view_links import LinkBase
from components.query.view import list_page_parameters
from components.site.site_options import DOWNLOADS, INDEX_FILE, PICTURE_FILES, SiteOptions
from components.story.dataset import Dataset

#: Pages whose views the stage of the Overview shows as well.
STAGE_SLUGS: Final = ("", "timeline", "map")
#: An address of the app in HTML, without those of other sites, of parts of the page, and data.
_APP_ADDRESS: Final = re.compile(r' (href|src)="(?!#|https?:|mailto:|data:)([^"]*)"')
#: A picture that a page of the app contains; published it is a file beside the pages.
_INLINE_PICTURE: Final = re.compile(r' src="data:image/[a-z]+;base64,[^"]*" data-file="([^"]+)"')
#: A link whose address was removed; its look is in its class.
_LINK_WITHOUT_ADDRESS: Final = re.compile(
    r"<a\b(?![^>]* href=)(?:[^>]*?(?P<look> class=\"[^\"]*\"))?[^>]*>"
)

QueryParams = Mapping[str, Sequence[str]]
#: The parameter of a part of a page, and what is before its value in the fragment.
RECORD_FRAGMENTS: Final = {
    "disagreements": ("topic", "#topic-"),
    "sources": ("source", "#"),
}


class LinkTarget(NamedTuple):
    """A page of the site, and the query and fragment that open a part of it."""

    slug: str
    suffix: str


class PageLinks(SiteAddresses):
    """Where the addresses on a published page lead; ``up`` leads to the top of the site."""

    def __init__(
        self, options: SiteOptions, dataset: Dataset, language: Language, slug: str
    ) -> None:
        self.options = options
        self.dataset = dataset
        self.language = language
        page_path = options.page_path(slug, language)
        folder_count = page_path.count("/")
        self.up = "../" * folder_count
        top_address = options.root_address or self.up
        super().__init__(
            base=top_address.rstrip("/") or ".",
            known=bool(options.base),
            languages=options.languages,
        )

    def page_address(self, slug: str, _: LinkBase, language: Language | None) -> str:
        """Return the absolute address of a page, in the site's first language for ``None``."""
        page_language = language or self.languages[0]
        path = self.options.page_path(slug, page_language)
        return f"{self.base}/{path}"

    def absolute_address(self, address: str) -> str:
        """Return the absolute address for an address of the app; "" if it is not published."""
        link = self.rewrite_link(address)
        if not link or urlsplit(link).netloc:
            return link
        path = link.removeprefix(self.up)
        return f"{self.base}/{path}"

    def folder_address(self, slug: str) -> str:
        """Return the absolute address of a page as people type it, without the name of its file.

        Of a page that is not published it is that of the first page; "" for a site without an
        address.
        """
        if not self.known:
            return ""
        if slug not in self.options.pages:
            slug = self.options.pages[0]
        path = self.options.page_path(slug, self.language)
        folder = path.removesuffix(INDEX_FILE)
        return f"{self.base}/{folder}"

    def relative_link(self, slug: str, language: Language | None = None) -> str:
        """Return a page as a link from this page, in the same language unless one is named."""
        page_language = language or self.language
        path = self.options.page_path(slug, page_language)
        return f"{self.up}{path}"

    def rewrite_link(self, address: str) -> str:
        """Return an address of the app as a link from this page; "" if the site has no such page.

        What only the app can show leads to the app, if its address is known.
        """
        parts = urlsplit(address)
        path = parts.path.lstrip("./").rstrip("/")
        folder, _, _ = path.partition("/")
        params = parse_qs(parts.query)
        language_codes = params.pop("lang", [])
        language = self._find_language(language_codes)
        if folder in DOWNLOADS:
            return self._download_link(path, params)
        if path not in SLUGS:
            return ""
        target = self._find_target(path, params, parts.fragment)
        tables = params.get("table", ["events"])
        shows_other_view = "v" in params or "measure" in params or tables != ["events"]
        is_published = target.slug in self.options.pages
        if is_published and not shows_other_view:
            page_link = self.relative_link(target.slug, language)
            return page_link + target.suffix
        if self.options.app:
            app_address = self.options.app.rstrip("/")
            return f"{app_address}/{path}?{parts.query}"
        return ""

    def _download_link(self, path: str, params: QueryParams) -> str:
        folder, _, _ = path.partition("/")
        if folder not in self.options.files:
            return ""
        stem, _, extension = path.partition(".")
        # A picture of another form than the tall one has the form in its name.
        forms = params.get(FORM_PARAMETER, [])
        file_stem = "-".join([stem, *forms])
        folder = self.options.language_folder(self.language)
        return f"{self.up}{folder}{file_stem}.{extension}"

    def _find_language(self, codes: Sequence[str]) -> Language:
        """Return the first language that an address names if the site has it, else the page's."""
        for language in self.options.languages:
            if codes and codes[0] == language:
                return language
        return self.language

    def _find_target(self, slug: str, params: QueryParams, fragment: str) -> LinkTarget:
        """Return the page and the part of it that shows what an address of the app asks for."""
        values: dict[str, str] = {}
        for name, texts in params.items():
            values[name] = texts[-1]
        claim_id = values.get("claim", "")
        claim = self.dataset.claims.get(claim_id)
        if slug == "figures" and claim and claim.topic_id:
            return LinkTarget("disagreements", f"#{claim_id}")
        if slug in RECORD_FRAGMENTS:
            name, fragment_prefix = RECORD_FRAGMENTS[slug]
            if name in values:
                record_fragment = fragment_prefix + values[name]
                return LinkTarget(slug, record_fragment)
        step = values.get("step", "")
        if slug == "present" and step.isdigit():
            return LinkTarget(slug, f"?step={step}#step-{step}")
        view_params: dict[str, Sequence[str]] = {}
        for name in list_page_parameters(slug):
            if name in params:
                view_params[name] = params[name]
        if slug in STAGE_SLUGS and view_params:
            query = urlencode(view_params, doseq=True)
            return LinkTarget("", f"?{query}")
        if fragment:
            fragment = f"#{fragment}"
        return LinkTarget(slug, fragment)

    def _rewrite_attribute(self, match: re.Match[str]) -> str:
        """Return an attribute of HTML with its link rewritten, "" if it leads nowhere."""
        attribute, escaped_address = match.groups()
        address = html.unescape(escaped_address)
        link = self.rewrite_link(address)
        if not link:
            return ""
        escaped_link = html.escape(link, quote=True)
        return f' {attribute}="{escaped_link}"'

    def rewrite_html(self, text: str) -> str:
        """Return a page's HTML with links to files; links that lead nowhere lose their address."""
        text = _APP_ADDRESS.sub(self._rewrite_attribute, text)
        text = _LINK_WITHOUT_ADDRESS.sub(r"<a\g<look>>", text)
        file_source = rf' src="{self.up}{PICTURE_FILES}\1"'
        return _INLINE_PICTURE.sub(file_source, text)

    def rewrite_json(self, value: Any) -> Any:
        """Return data for a script with the links in all its texts rewritten."""
        if isinstance(value, str):
            return self.rewrite_html(value)
        if isinstance(value, dict):
            rewritten: dict[str, Any] = {}
            for key, item in value.items():
                rewritten[key] = self.rewrite_json(item)
            return rewritten
        if isinstance(value, list):
            return [self.rewrite_json(item) for item in value]
        return value
