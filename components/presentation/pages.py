"""The pages, in the order of the menu. A new page is a file in ``pages/`` and a line here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from components.i18n import N_
from components.presentation.stories import LoadedStory
from components.story.dataset import Dataset

#: The charts' libraries on this server: a name carries the version, so that a browser may keep the
#: file for good; and where they lie.
PLOTLY: Final = "plotly-basic-4.1.1.min.js"
DECK: Final = "deck-9.3.11.min.js"
LIBRARIES: Final = "/scripts"
FOLDER: Final = Path(__file__).parents[2] / "pages"


#: The script of a page that has nothing to say for a story.
NOT_HERE: Final = FOLDER / "not_here.py"


@dataclass(frozen=True)
class PageInfo:
    """One page: its address, its English title and its question (translated where they are shown).

    ``charts`` are the libraries it draws with, fetched before the page asks for them.
    A ``bare`` page fills the window: it has no menu, filters or foot, and its own way out; where it
    has nothing to show, it is as the others. One that ``answers`` has its own filters, and
    shows another view without a run of the page. One that is not ``filtered`` is the same for every
    view. ``needs`` is whether it has something to say of a story's records, ``tables`` of a table;
    what it asks of one is ``of_table``, where that is another question.
    """

    slug: str
    title: str
    question: str
    charts: tuple[str, ...] = ()
    bare: bool = False
    answers: bool = False
    filtered: bool = True
    needs: Callable[[Dataset], bool] = lambda _: True
    tables: bool = False
    of_table: str = ""

    @property
    def stage(self) -> bool:
        return not self.slug

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.slug or 'overview'}.py"


def server_address(path: str, query: str = "") -> str:
    """The address of a path that begins with a slash, from any page."""
    # Every page is one step below the path that the server stands under, which it need not know.
    return f".{path}{'?' + query if query else ''}"


def has_map(data: Dataset) -> bool:
    """Whether a story has anything to draw on a map: a point, or counts by region."""
    placed = any(place.lat is not None for place in data.places.values())
    return placed or bool(data.regions) or not data.events


#: In the order of the menu.
PAGES: Final[tuple[PageInfo, ...]] = (
    PageInfo(
        "", N_("Overview"), N_("What happened, where, and how many?"), answers=True, tables=True
    ),
    PageInfo(
        "timeline", N_("Timeline"), N_("When did it happen?"), (PLOTLY,), answers=True, tables=True
    ),
    PageInfo("map", N_("Map"), N_("Where did it happen?"), (DECK,), needs=has_map, tables=True),
    PageInfo(
        "figures", N_("How many?"), N_("Every reported total, who said it and how exactly"),
        needs=lambda data: any(claim.qualifier for claim in data.claims.values()), tables=True,
        of_table=N_("What the rows of the table count, added up"),
    ),
    PageInfo(
        "disagreements", N_("Where sources differ"), N_("On what do they not agree?"),
        needs=lambda data: bool(data.topics),
    ),
    PageInfo(
        "sources", N_("Sources"), N_("Who says so?"), needs=lambda data: bool(data.sources),
        tables=True,
    ),
    PageInfo(
        "present", N_("Present"), N_("The story, step by step, for a room"), bare=True,
        filtered=False,
    ),
    PageInfo("data", N_("Data"), N_("The exact rows, to read and download"), tables=True),
    PageInfo("method", N_("Method"), N_("How was this made?"), filtered=False),
)  # fmt: skip

SLUGS: Final = tuple(page.slug for page in PAGES)


def pages_of(story: LoadedStory) -> tuple[PageInfo, ...]:
    """The pages that have something to say for a story: its menu."""
    if table := story.table:
        lacking = {"figures": not table.about.number, "sources": not story.dataset.sources}
        return tuple(page for page in PAGES if page.tables and not lacking.get(page.slug))
    return tuple(page for page in PAGES if page.needs(story.dataset))


def script_of(page: PageInfo, story: LoadedStory) -> Path:
    """The script that draws a page of a story, or says that it has nothing to say."""
    return page.file if page in pages_of(story) else NOT_HERE
