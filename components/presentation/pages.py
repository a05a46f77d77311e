"""The pages, in the order of the menu. A new page is a file in ``pages/`` and a line here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from components.i18n import N_
from components.loading.loaded_story import LoadedStory
from components.query.row_numbers import shows_row_numbers
from components.story.dataset import Dataset

#: The charts' libraries on this server: a name has the version, so that a browser may cache the
#: file for good.
PLOTLY: Final = "plotly-basic-4.1.1.min.js"
DECK: Final = "deck-9.3.11.min.js"
#: The path of the libraries.
LIBRARIES: Final = "/scripts"
FOLDER: Final = Path(__file__).parents[2] / "pages"
#: The script of a page that has nothing to show for a story.
NOT_HERE: Final = FOLDER / "not_here.py"


def needs_nothing(_data: Dataset) -> bool:
    """Show a page for every story."""
    return True


def has_map(data: Dataset) -> bool:
    """Tell whether a story has anything to draw on a map: a point, or counts by region.

    The data set of a table has no events; its map counts them by cells.
    """
    if data.regions or not data.events:
        return True
    return any(place.lat is not None for place in data.places.values())


def has_figures(data: Dataset) -> bool:
    """Tell whether a claim of a story is a reported number, or its rows give numbers."""
    return any(claim.qualifier for claim in data.claims.values()) or shows_row_numbers(data)


def has_questions(data: Dataset) -> bool:
    """Tell whether a story has questions that several claims answer."""
    return bool(data.topics)


def has_sources(data: Dataset) -> bool:
    """Tell whether a story has sources."""
    return bool(data.sources)


@dataclass(frozen=True)
class PageInfo:
    """A page of the app.

    Attributes
    ----------
    slug
        Its address; empty for the Overview.
    title, question
        In English; they are translated where they are shown.
    charts
        The libraries it draws with what it does not paint, fetched before the page asks for them.
    bare
        Full screen, without menu, filters and foot; with nothing to show it is as the others.
    answers
        Updates in the browser without a server run, and has its own filters.
    filtered
        Depends on the filters.
    live
        Has no instruments: HTML with forms, the same in its first document and in the app.
    needs
        Shown in the menu only if this is true of the data set.
    tables
        Shown for a table of events.
    of_table
        The question that it answers of a table, where that is another one.
    """

    slug: str
    title: str
    question: str
    charts: tuple[str, ...] = ()
    bare: bool = False
    answers: bool = False
    filtered: bool = True
    live: bool = False
    needs: Callable[[Dataset], bool] = needs_nothing
    tables: bool = False
    of_table: str = ""

    @property
    def stage(self) -> bool:
        """Whether it is the Overview, whose picture is the stage."""
        return not self.slug

    @property
    def file(self) -> Path:
        """The script that draws it."""
        return FOLDER / f"{self.slug or 'overview'}.py"


def server_address(path: str, query: str = "") -> str:
    """Return the address of a path that begins with a slash, from any page."""
    # Every page is one step below the base path of the server, which it need not know.
    if query:
        return f".{path}?{query}"
    return f".{path}"


#: In the order of the menu.
PAGES: Final[tuple[PageInfo, ...]] = (
    PageInfo(
        "",
        N_("Overview"),
        N_("What happened, where, and how many?"),
        answers=True,
        tables=True,
    ),
    PageInfo(
        "timeline",
        N_("Timeline"),
        N_("When did it happen?"),
        charts=(PLOTLY,),
        answers=True,
        tables=True,
    ),
    PageInfo(
        "map",
        N_("Map"),
        N_("Where did it happen?"),
        charts=(DECK,),
        answers=True,
        needs=has_map,
        tables=True,
    ),
    PageInfo(
        "figures",
        N_("How many?"),
        N_("Reported totals, who said each one and how exactly"),
        live=True,
        needs=has_figures,
        tables=True,
        of_table=N_("What the rows of the table count, added up"),
    ),
    PageInfo(
        "disagreements",
        N_("Where sources differ"),
        N_("On what do they not agree?"),
        live=True,
        needs=has_questions,
    ),
    PageInfo(
        "sources",
        N_("Sources"),
        N_("Who says so?"),
        live=True,
        needs=has_sources,
        tables=True,
    ),
    PageInfo(
        "present",
        N_("Step by step"),
        N_("The story, step by step, for a room"),
        bare=True,
        filtered=False,
    ),
    PageInfo("data", N_("Data"), N_("The exact rows, to read and download"), tables=True),
    PageInfo("method", N_("Method"), N_("How was this made?"), filtered=False, live=True),
)

SLUGS: Final = tuple(page.slug for page in PAGES)
#: The pages that filters do not change: they tell the whole story.
WHOLE_STORY_PAGES: Final = frozenset(page.slug for page in PAGES if not page.filtered)


def list_pages(story: LoadedStory) -> tuple[PageInfo, ...]:
    """Return the pages that have something to show for a story: its menu."""
    if story.table is None:
        return tuple(page for page in PAGES if page.needs(story.dataset))
    pages: list[PageInfo] = []
    for page in PAGES:
        # How many? needs a column of numbers, Sources a column of sources.
        is_missing = (page.slug == "figures" and not story.table.about.number) or (
            page.slug == "sources" and not story.dataset.sources
        )
        if page.tables and not is_missing:
            pages.append(page)
    return tuple(pages)


def is_live_page(page: PageInfo, story: LoadedStory) -> bool:
    """Tell whether a page of a story is HTML that answers by itself, with its own filters."""
    return page.live and story.table is None and page in list_pages(story)


def page_script(page: PageInfo, story: LoadedStory) -> Path:
    """Return the script that draws a page of a story, or tells that it has nothing to show."""
    if page in list_pages(story):
        return page.file
    return NOT_HERE
