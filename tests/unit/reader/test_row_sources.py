"""The sources that rows of a table name: names and links of a row belong together."""

import pytest

from components.intake import ImportResult, read_together
from components.story.models import UNKNOWN_VOICE
from tests.support.stories.own_tables import ZOTERO, row, zotero
from tests.support.stories.uploads import book, read_story, table

#: What a citation shows: the title of its source and its link.
TitleAndLink = tuple[str, str]
FIRST, SECOND = "https://example.org/1", "https://example.net/2"


def read_rows(header: str, *rows: str) -> ImportResult:
    """Read rows of a day, a title and further cells between bars."""
    cells = []
    for number, text in enumerate(rows, start=1):
        cells.append((f"2019-03-0{number}", f"Event {number}", *text.split("|")))
    return read_story(table(("date", "title", *header.split("|")), cells), "mine.csv")


def list_sources(result: ImportResult) -> list[list[TitleAndLink]]:
    """Return the sources of each event, in the order of its rows."""
    dataset = result.dataset
    assert dataset is not None
    sources_of_events = []
    for event_id in sorted(dataset.events, key=lambda event_id: dataset.events[event_id].title):
        sources = []
        for citation in dataset.citations:
            if citation.record_id == event_id:
                source = dataset.sources[citation.source_id]
                sources.append((source.title, source.URL or ""))
        sources_of_events.append(sources)
    return sources_of_events


def codes_of(result: ImportResult) -> list[str]:
    return [problem.code for problem in result.problems if problem.code != "columns_other"]


NAME_AND_LINK_HEADERS = [
    "Outlet|Link", "Newspaper|URL", "Medio|Enlace", "Periódico|Enlace", "Publication|Link",
    "Source|Link", "Outlet|Source", "Medio|Fuente", "Newspaper|Source link", "News outlet|Article",
    "Nombre del medio|Nota", "Local newspaper|Web page",
]  # fmt: skip


@pytest.mark.parametrize("header", NAME_AND_LINK_HEADERS)
@pytest.mark.parametrize("is_turned", [False, True], ids=["name first", "link first"])
def test_name_and_link_of_a_row_belong_together(header: str, is_turned: bool) -> None:
    rows = [f"El Heraldo|{FIRST}", f"El Tiempo|{SECOND}"]
    texts = [header, *rows]
    if is_turned:
        texts = ["|".join(reversed(text.split("|"))) for text in texts]
    result = read_rows(*texts)
    assert list_sources(result) == [[("El Heraldo", FIRST)], [("El Tiempo", SECOND)]]


ROWS_OF_ONE_OUTLET = {
    "two links are two articles": (
        (f"El Heraldo|{FIRST}", f"El Heraldo|{SECOND}"),
        [[("El Heraldo", FIRST)], [("El Heraldo", SECOND)]],
        [],
    ),
    "no link of another row": (
        (f"El Heraldo|{FIRST}", "El Heraldo|"),
        [[("El Heraldo", FIRST)], [("El Heraldo", "")]],
        ["source_linkless"],
    ),
    "written otherwise": (
        (f"El Heraldo|{FIRST}", "EL HERALDO|"),
        [[("El Heraldo", FIRST)], [("EL HERALDO", "")]],
        ["source_linkless"],
    ),
}


@pytest.mark.parametrize(
    ("rows", "sources", "codes"), ROWS_OF_ONE_OUTLET.values(), ids=ROWS_OF_ONE_OUTLET
)
def test_link_belongs_to_its_row_alone(rows, sources, codes) -> None:
    result = read_rows("source|url", *rows)
    assert list_sources(result) == sources
    assert codes_of(result) == codes


def test_rows_of_one_outlet_without_links_share_a_source() -> None:
    result = read_rows("source", "El Heraldo", "EL HERALDO")
    assert result.dataset is not None
    assert len(result.dataset.sources) == 1


CELLS_WITH_SEMICOLONS = {
    "names": ("El Tiempo; El Heraldo|", [("El Tiempo", ""), ("El Heraldo", "")], ["sources_split"]),
    "a link each": (
        f"El Tiempo; El Heraldo|{FIRST}; {SECOND}",
        [("El Tiempo", FIRST), ("El Heraldo", SECOND)],
        ["sources_split"],
    ),
    "fewer links": (
        f"El Tiempo; El Heraldo|{FIRST}", [("El Tiempo; El Heraldo", FIRST)], ["sources_unsplit"],
    ),
    "a page behind a title": (
        "El Tiempo; página 5|", [("El Tiempo; página 5", "")], ["sources_unsplit"],
    ),
    "a day behind a title": (
        "El Tiempo; 3 March 2019|", [("El Tiempo; 3 March 2019", "")], ["sources_unsplit"],
    ),
    "authors": ("García, J.; Pérez, M.|", [("García, J.; Pérez, M.", "")], ["sources_unsplit"]),
    "a semicolon at the end": ("El Tiempo;|", [("El Tiempo", "")], []),
}  # fmt: skip


@pytest.mark.parametrize(
    ("row", "sources", "codes"), CELLS_WITH_SEMICOLONS.values(), ids=CELLS_WITH_SEMICOLONS
)
def test_sources_between_semicolons_are_split_if_they_are_names(row, sources, codes) -> None:
    result = read_rows("source|url", row)
    assert list_sources(result) == [sources]
    assert codes_of(result) == codes


def test_source_beside_one_of_the_list_is_kept() -> None:
    content = table(("date", "title", "source"), [("2019-03-01", "Event 1", "A report; Semana")])
    files = [("sources.csv", zotero()), ("mine.csv", content)]
    result = read_together(files)
    titles = [title for title, _ in list_sources(result)[0]]
    assert titles == ["A report", "Semana"]


FILES_WITHOUT_KINDS = {
    "table": (table(("date", "title", "source"), [("2019-03-01", "A", "El Heraldo")]), "mine.csv"),
    "workbook": (
        book(
            {
                "events": [("date", "title", "source"), ("2019-03-01", "A", "El Heraldo")],
                "settings": [("name", "value"), ("title", "Mine")],
            }
        ),
        "mine.xlsx",
    ),
    "workbook with sources": (
        book(
            {
                "events": [("date", "title", "source"), ("2019-03-01", "A", "El Heraldo")],
                "sources": [("title",), ("El Heraldo",)],
            }
        ),
        "mine.xlsx",
    ),
}


@pytest.mark.parametrize(("content", "name"), FILES_WITHOUT_KINDS.values(), ids=FILES_WITHOUT_KINDS)
def test_kind_and_voice_of_a_source_are_not_made_up(content: bytes, name: str) -> None:
    dataset = read_story(content, name).dataset
    assert dataset is not None
    (source,) = [source for source in dataset.sources.values() if source.title == "El Heraldo"]
    assert source.custom.kind is None
    assert source.custom.voice == UNKNOWN_VOICE
    assert dataset.terms["voices"][UNKNOWN_VOICE].name_es == "Voz no indicada"


@pytest.mark.parametrize(
    ("item_type", "kind", "voice"),
    [
        ("newspaperArticle", "newspaper", "press"),
        ("tvBroadcast", "broadcaster", "press"),
        ("statute", "official", UNKNOWN_VOICE),
        ("webpage", None, UNKNOWN_VOICE),
    ],
)
def test_kind_of_a_listed_source_is_that_of_its_list(item_type, kind, voice) -> None:
    listed = table(ZOTERO, [row(ZOTERO, Key="K", Item_Type=item_type, Title="Mine")])
    events = table(("date", "title", "source"), [("2019-03-01", "A", "Mine")])
    dataset = read_together([("list.csv", listed), ("mine.csv", events)]).dataset
    assert dataset is not None
    (source,) = dataset.sources.values()
    assert (source.custom.kind, source.custom.voice) == (kind, voice)
