"""The views whose outputs are kept: an address's parameters, and the story it is asked of."""

from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import parse_qs

from components.i18n import Language
from components.presentation.context import Context, public_context, read_address
from components.presentation.stories import LoadedStory, loaded_story, read_files, unpacked
from tests.support.opened import read_story
from tests.support.stories.foreign import files_of, foreign_files
from tests.support.stories.uploads import fixture, zipped

LANGUAGES: Final[tuple[Language, ...]] = ("en", "es")


@dataclass(frozen=True)
class KeptView:
    """One view: its name, its parameters and the story (the built-in one where none is named)."""

    name: str
    query: str = ""
    story: str = ""


VIEWS: Final = (
    KeptView("whole"),
    KeptView("days", "from=2019-02-22&to=2019-02-28"),
    KeptView("region", "region=guajira"),
    KeptView("kind", "category=counts"),
    KeptView("source", "source=npr"),
    KeptView("documents", "tier=document"),
    KeptView("voice left out", "without=colombian-state"),
    KeptView("known on a day", "known=2019-03-01"),
    KeptView("words", "q=puente"),
    KeptView("nothing", "q=zzzz"),
)
#: Of pages besides: something chosen, an older version, stories of others.
PAGE_VIEWS: Final = (
    *(view for view in VIEWS if view.name not in ("kind", "source", "words")),
    KeptView(
        "chosen",
        "event=ev-2019-02-28-count-567&claim=cl-arrivals-2019-02-27-567&region=oriente"
        "&topic=how-many-arrived&counts=change&step=5",
    ),
    KeptView("old version", "v=1.0.0"),
    KeptView("foreign story", "", "foreign"),
    KeptView("opened table", "", "table"),
    KeptView("large table", "", "large"),
    KeptView("city", "event=ev-blast", "city"),
    KeptView("centuries", "", "centuries"),
)
#: The pages of the two companions that are kept, in English alone.
COMPANIONS: Final = ("city", "centuries")
COMPANION_PAGES: Final = ("", "timeline", "method")
PICTURE_VIEWS: Final = tuple(
    view
    for view in VIEWS
    if view.name in ("whole", "days", "region", "documents", "voice left out", "nothing")
)


def _large() -> LoadedStory:
    """A table of more rows than are read as records."""
    rows = (
        f"2021-{1 + n % 12:02}-{1 + n % 28:02},Event {n},Place {n % 40},"
        f"{n % 40 / 4:.2f},{-70 - n % 7},kind {n % 5}"
        for n in range(25_500)
    )
    content = "\n".join(["date,title,place,lat,lon,category", *rows]).encode()
    intake, table = unpacked(read_files([("large.csv", content)], None))
    if table is None:
        raise ValueError("the file was not taken as a large table")
    return loaded_story(intake, "large", table=table)


@cache
def story(name: str) -> LoadedStory:
    """One of the stories of others, as a reader opens it."""
    if name == "large":
        return _large()
    files = {"foreign": ("piura.zip", zipped(foreign_files())),
             **{one: (f"{one}.zip", zipped(files_of(one))) for one in COMPANIONS},
             "table": ("own.csv", fixture("day_first.csv"))}  # fmt: skip
    file, content = files[name]
    return loaded_story(read_story(content, file), name)


def context(view: KeptView, language: Language, slug: str = "") -> Context:
    """A view of its story in one language."""
    params = parse_qs(view.query)
    if not view.story:
        return public_context(params, language, slug)
    told = story(view.story)
    _, asked, notices = read_address(params, lambda _: told)
    return Context(told, asked, notices, told.in_language(language), "light", slug)
