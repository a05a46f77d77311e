"""Opening a file of one's own: what is read, what is wrong, and that nothing is lost in silence."""

import json

from hypothesis import given
from hypothesis import strategies as st

from components.i18n import i18n_for
from components.i18n.names import say
from components.intake import ImportResult
from tests.support.opened import read_story
from tests.support.stories.uploads import EVENT, HEADER, fixture, package, rows_of, table

EN, ES = i18n_for("en"), i18n_for("es")


def lines(intake: ImportResult, language: str = "en") -> list[str]:
    return [say(p, i18n_for(language)).line for p in intake.problems]


def test_a_sound_package_is_read_without_a_word() -> None:
    intake = read_story(package(), "flood.zip")
    assert lines(intake) == []
    data = intake.dataset
    assert (data.about.title_es, data.about.description_es) == (
        "La inundación", "Un río en Lima, mayo de 2024.")  # fmt: skip
    assert list(data.category_ids) == ["flood"]
    assert set(intake.geo) == {"regions"}


CELLS = st.one_of(
    st.sampled_from(["", " ", "2019-03-01", "02/03/2019", "2019", "7,8", "-72.5", "95", "=1+1",
                     "<b>x</b>", "a;b", "43526", "2019-03~", "https://example.org/"]),
    st.text(max_size=12),
)  # fmt: skip


@given(rows=st.lists(st.lists(CELLS, min_size=1, max_size=8), max_size=12))
def test_rows_read_are_accepted_or_refused_and_each_refusal_is_said(rows: list[list[str]]) -> None:
    intake = read_story(table(HEADER, rows), "x.csv")
    filled = sum(any(cell.strip() for cell in row) for row in rows)
    stopped = intake.of_level("stop")
    if not stopped:
        assert intake.total.read == filled
        assert intake.total.accepted == (len(intake.dataset.events) if intake.dataset else 0)
        said = {p.row for p in intake.of_level("refused")}
        assert len(said) == intake.total.refused
    for problem in intake.problems:
        assert say(problem, EN).line
        assert say(problem, ES).line


@given(content=st.binary(max_size=300), ending=st.sampled_from(["csv", "zip", "xlsx", "doc", ""]))
def test_no_bytes_at_all_raise(content: bytes, ending: str) -> None:
    intake = read_story(content, f"x.{ending}")
    assert intake.problems or intake.dataset is not None


def test_one_bad_byte_anywhere_in_a_package_never_raises() -> None:
    whole = package()
    for at in range(0, len(whole), max(len(whole) // 150, 1)):
        hurt = bytearray(whole)
        hurt[at] ^= 0xFF
        intake = read_story(bytes(hurt), "flood.zip")
        assert intake.dataset is not None or intake.problems


def test_what_is_exported_opens_again_with_nothing_lost() -> None:
    from components.export.packaging import FileNotes, files_of_package, zipped
    from components.query.filters import Filters
    from components.query.view_tables import subset

    evil = {**EVENT, "title": "=cmd()", "summary": "'=quoted", "title_es": "@x"}
    for content, name in (
        (package(events_csv=rows_of(evil)), "flood.zip"),
        (fixture("many_kinds.csv"), "kinds.csv"),
    ):
        first = read_story(content, name)
        part = subset(first.dataset, Filters())
        geo = {f"geo/{k}.geojson": json.dumps(v).encode() for k, v in first.geo.items()}
        files = files_of_package(part, FileNotes("all", "data", EN), geo)
        again = read_story(zipped(files), "again.zip")
        assert again.total.refused == 0, lines(again)
        assert again.geo == first.geo
        for table_name in ("events", "claims", "sources", "places", "regions", "categories",
                           "citations", "claimants", "region_departments"):  # fmt: skip
            assert getattr(again.dataset, table_name) == getattr(first.dataset, table_name)
        assert again.dataset.title == first.dataset.title
