"""The views whose outputs are kept: an address's parameters, and the story it is asked of."""

from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import parse_qs

from components.i18n import Language
from components.loading.loaded_story import LoadedStory
from components.loading.story_files import read_files, unpack_opened_files
from components.presentation.context import Context, public_context, read_address
from tests.support.data import DATA
from tests.support.stories.foreign import files_of, foreign_files
from tests.support.stories.uploads import fixture, read_story, zipped

LANGUAGES: Final[tuple[Language, ...]] = ("en", "es")


@dataclass(frozen=True)
class KeptView:
    """One view: its name, its parameters and the story (the built-in one where none is named).

    Some are kept of the pages alone that they are made for.
    """

    name: str
    query: str = ""
    story: str = ""
    pages: tuple[str, ...] = ()


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
    KeptView("a day", "day=2019-03-03&from=2019-02-19&to=2019-03-04", "", ("",)),
    KeptView("one day", "day=2019-02-23&from=2019-02-23", "", ("",)),
    KeptView("compared", "region=oriente&compare=region:narino", "", ("",)),
    KeptView("two regions", "region=guajira&region=oriente&counts=earlier", "", ("", "map")),
    KeptView("after the counts", "from=2019-04-01", "", ("", "map")),
    KeptView("a day of counts", "from=2019-02-26&to=2019-02-26&counts=earlier", "", ("", "map")),
    KeptView("nine sources", "&".join(f"source={key}" for key in sorted(DATA.sources)[:9]), "",
             ("",)),
    KeptView("one source", "source=vice&topic=how-many-remain", "", ("disagreements",)),
    KeptView("one side", "source=caracas-chronicles&topic=how-many-hotels", "",
             ("disagreements", "timeline")),
    KeptView("checked", "check=567&measure=arrivals", "", ("figures",)),
    KeptView("checked words", "check=m%C3%A1s+de+500+militares+y+1.400+polic%C3%ADas&tier=document",
             "", ("figures",)),
    KeptView("checked in vain", "check=9&said=range&check_to=%3Cb%3E8", "", ("figures",)),
    KeptView("old version", "v=1.0.0"),
    KeptView("foreign story", "", "foreign"),
    KeptView("opened table", "", "table"),
    KeptView("one row", "", "one", ("", "timeline", "method")),
    KeptView("large table", "", "large"),
    KeptView("row of a table", "event=18", "large", ("timeline", "data")),
    KeptView("part of a table", "known=2021-01-01&category=kind-1&tier=document&q=7", "large",
             ("", "sources", "figures")),
    KeptView("several years", "", "harbour", ("", "timeline")),
    KeptView("city", "event=ev-blast", "city"),
    KeptView("centuries", "", "centuries"),
)  # fmt: skip
#: The companions, whose pages are kept in English alone.
COMPANIONS: Final = ("city", "centuries")
PICTURED: Final = ("whole", "days", "region", "documents", "voice left out", "nothing",
                   "foreign story", "city", "centuries")  # fmt: skip
PICTURE_VIEWS: Final = tuple(view for view in PAGE_VIEWS if view.name in PICTURED)


def _large() -> LoadedStory:
    rows = (
        f"2021-{1 + number % 12:02}-{1 + number % 28:02},Event <{number}>,Place {number % 40},"
        f"{number % 40 / 4:.2f},{-70 - number % 7},kind {number % 5},{number % 7 or ''},Wire,"
        f"https://example.org/{number % 5}"
        for number in range(25_500)
    )
    header = "date,title,place,lat,lon,category,Muertos,source,url"
    intake, table = unpack_opened_files(
        read_files([("large.csv", "\n".join([header, *rows]).encode())], None)
    )
    assert table, "the file was not taken as a large table"
    return LoadedStory(intake, "large", private=True, table=table)


@cache
def story(name: str) -> LoadedStory:
    """One of the stories of others, as a reader opens it."""
    if name == "large":
        return _large()
    files = {"foreign": ("piura.zip", zipped(foreign_files())),
             **{one: (f"{one}.zip", zipped(files_of(one))) for one in ("harbour", *COMPANIONS)},
             "one": ("one.csv", b"date,title,source\n2020-05-04,The bridge is closed,El Diario\n"),
             "table": ("own.csv", fixture("day_first.csv"))}  # fmt: skip
    file, content = files[name]
    return LoadedStory(read_story(content, file), name, private=True)


def context(view: KeptView, language: Language, slug: str = "") -> Context:
    params = parse_qs(view.query)
    if not view.story:
        return public_context(params, language, slug)
    told = story(view.story)
    _, asked, notices = read_address(params, lambda _: told)
    return Context(told, asked, notices, told.in_language(language), "light", slug)
