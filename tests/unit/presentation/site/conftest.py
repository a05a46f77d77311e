"""The story published once, for all who look at its files."""

import pytest

from components.presentation.stories import public_story
from components.site.published import site_files
from components.site.site_page import SiteOptions

BASE = "https://example.org/story/"
OPTIONS = SiteOptions(base=BASE, app="https://app.example.org")


@pytest.fixture(scope="session")
def site() -> dict[str, bytes]:
    """The site without the downloads themselves, which take minutes."""
    made = {}
    for path, content in site_files(public_story(), OPTIONS):
        made[path] = content
        if path == "robots.txt":
            break
    return made
