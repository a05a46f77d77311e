"""What is published, and the paths of its files."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from components.i18n import LANGUAGES, Language
from components.presentation.pages import SLUGS

#: The path and the content of files of a site.
SiteFiles = Iterator[tuple[str, bytes]]
#: The folders of downloads.
DOWNLOADS: Final = ("api", "pictures", "takeaway")
#: The folder of the charts for frames.
EMBED_FOLDER: Final = "embed"
#: The file of a page, in a folder of its name.
INDEX_FILE: Final = "index.html"
#: The folder of the pictures of events.
PICTURE_FILES: Final = "assets/pictures/"


@dataclass(frozen=True)
class SiteOptions:
    """What is published.

    Attributes
    ----------
    base
        The address of the site, for absolute addresses; may be empty.
    app
        The address of the app with the same story, for what only it can do; may be empty.
    languages
        The languages of pages; the first is at the top of the site.
    pages
        Slugs of pages.
    files
        Folders of downloads.
    """

    base: str = ""
    app: str = ""
    languages: tuple[Language, ...] = tuple(LANGUAGES)
    pages: tuple[str, ...] = SLUGS
    files: tuple[str, ...] = DOWNLOADS

    @property
    def root_address(self) -> str:
        """Return the address of the site with a slash at its end, or ""."""
        if not self.base:
            return ""
        return f"{self.base.rstrip('/')}/"

    def language_folder(self, language: Language) -> str:
        """Return the folder of what is in a language, with a slash at its end; "" for the top."""
        if language == self.languages[0]:
            return ""
        return f"{language}/"

    def page_path(self, slug: str, language: Language) -> str:
        """Return the file of a page, from the top of the site."""
        folder = self.language_folder(language)
        if slug:
            folder += f"{slug}/"
        return f"{folder}{INDEX_FILE}"
