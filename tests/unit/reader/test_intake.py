"""Opening a file: what is read, what is refused and why."""

import json
import tomllib
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import limits
from components.export.problem_reports import guard_cell, marked_rows_csv, problems_csv
from components.export.view_files import file_bytes
from components.i18n import i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult
from components.intake.problems import MB
from components.loading.story_files import OpenedFiles, read_files, unpack_opened_files
from components.query.filters import Filters
from components.query.view import View
from tests.bench.linear import ODD
from tests.corpus.hostile import with_member
from tests.support.data import DATA
from tests.support.server import ROOT
from tests.support.stories.uploads import (
    GOOD,
    HEADER,
    package,
    parts_of,
    read_story,
    table,
    workbook,
    zipped,
)

EN, ES = i18n_for("en"), i18n_for("es")


def lines(intake: ImportResult, language: str = "en") -> list[str]:
    return [format_problem(problem, i18n_for(language)).line for problem in intake.problems]


CELLS = st.one_of(
    st.sampled_from(["", " ", "2019-03-01", "02/03/2019", "2019", "7,8", "-72.5", "95", "=1+1",
                     "<b>x</b>", "a;b", "43526", "2019-03~", "https://example.org/"]),
    st.text(max_size=12),
)  # fmt: skip


@given(rows=st.lists(st.lists(CELLS, min_size=1, max_size=8), max_size=12))
def test_every_row_is_accepted_or_refused_with_a_problem(rows: list[list[str]]) -> None:
    intake = read_story(table(HEADER, rows), "x.csv")
    filled = sum(any(cell.strip() for cell in row) for row in rows)
    stopped = intake.of_level("stop")
    if not stopped:
        assert intake.total.read == filled
        assert intake.total.accepted == (len(intake.dataset.events) if intake.dataset else 0)
        said = {problem.row for problem in intake.of_level("refused")}
        assert len(said) == intake.total.refused
    for problem in intake.problems:
        assert format_problem(problem, EN).line
        assert format_problem(problem, ES).line


@given(content=st.binary(max_size=300), ending=st.sampled_from(["csv", "zip", "xlsx", "doc", ""]))
def test_random_bytes_never_raise(content: bytes, ending: str) -> None:
    intake = read_story(content, f"x.{ending}")
    assert intake.problems or intake.dataset is not None


@pytest.mark.parametrize("size", [200_000, 8 * MB, 10 * MB])
def test_title_of_many_megabytes_is_cut_and_named(size):
    rows = [GOOD, (GOOD[0], "x" * size, *GOOD[2:]), GOOD]
    found = read_story(table(HEADER, rows), "x.csv")
    (problem,) = [problem for problem in found.problems if problem.code == "text_cut"]
    assert (problem.row, problem.column) == (3, "title")
    assert problem.params["count"] == str(size)
    assert not any(problem.code == "csv_broken" for problem in found.problems)


def test_unclosed_quotation_mark_is_reported_in_a_large_file():
    text = table(HEADER, [GOOD, GOOD]) + b'2019-03-01,"open,' + b"x" * (9 * MB)
    found = read_story(text, "x.csv")
    assert [problem.code for problem in found.problems] == ["csv_broken"]


def test_shared_short_texts_of_a_workbook_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        [
            f"2019-03-{1 + number % 28:02}",
            "The same title again",
            *GOOD[2:6],
            f"https://example.org/{number}",
        ]
        for number in range(2000)
    ]
    monkeypatch.setattr(limits.files, "MOST_CHARACTERS", 2_000_000)
    intake = read_story(workbook(rows), "x.xlsx")
    assert intake.total.accepted == 2000
    monkeypatch.setattr(limits.files, "MOST_CHARACTERS", 100_000)
    intake = read_story(workbook(rows), "x.xlsx")
    assert any("the cells hold more than 100,000 characters" in line for line in lines(intake))


def test_changed_byte_in_a_package_or_workbook_never_raises() -> None:
    whole, parts = package(), parts_of(workbook([GOOD] * 5))
    hurt = [
        (whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :], "flood.zip")
        for at in range(0, len(whole), max(len(whole) // 150, 1))
    ]
    for name in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"):
        part = parts[name]
        hurt += [
            (zipped(parts | {name: part[:at] + b"9" + part[at + 1 :]}), "x.xlsx")
            for at in range(0, len(part), 29)
        ]
    for content, name in hurt:
        intake = read_story(content, name)
        assert intake.dataset is not None or intake.problems


def test_archive_is_not_written_to_disk(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    read_story(with_member("../escaped.csv"), "x.zip")
    read_story(package(), "x.zip")
    assert list(tmp_path.iterdir()) == []
    assert not (tmp_path.parent / "escaped.csv").exists()


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "\r=1", "'=1"])
def test_downloaded_cells_are_no_formulas(cell: str) -> None:
    assert guard_cell(cell).lstrip(" ").startswith("'")


def test_downloaded_numbers_stay_numbers() -> None:
    plain = ["-72.5", "-72,5", "7", "a-b"]
    assert [guard_cell(cell) for cell in plain] == plain


def test_annotated_table_has_every_row_with_its_problems() -> None:
    rows = [GOOD, ("02/03/2019", "=HYPERLINK(1)", *GOOD[2:])]
    intake = read_story(table(HEADER, rows), "mine.csv")
    text = marked_rows_csv(intake, "en").decode("utf-8-sig").splitlines()
    assert text[0] == "row,state,problems," + ",".join(HEADER)
    assert text[1].startswith("2,shown,,2019-03-01,A good row")
    assert text[2].startswith("3,without a date,date: 02/03/2019 can be read two ways; write ")
    assert "'=HYPERLINK(1)" in text[2]
    listed = problems_csv(intake, "es").decode("utf-8-sig").splitlines()
    assert listed[0] == "tabla,fila,columna,valor,qué hacer"
    assert "mine.csv,3,date,02/03/2019,02/03/2019 se puede leer de dos" in listed[1]


def test_server_refuses_uploads_over_the_limit() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["maxUploadSize"] == limits.files.MOST_FILE_BYTES // MB


FEW = 30
MANY = FEW + 10
FEATURE = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-72.5, 7.9]}}
MARK = "<Placemark><name>x</name><TimeStamp><when>2019-02-23</when></TimeStamp></Placemark>"
AREA = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
OUTLINES = {"type": "Feature", "properties": {"name": "A"}, "geometry": AREA}


def collection(*features: Mapping[str, object]) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


LARGE = {
    "a.csv": table(HEADER, [GOOD] * MANY),
    "a.xlsx": workbook([GOOD] * MANY),
    "a.geojson": collection(
        *({**FEATURE, "properties": {"date": "2019-02-23", "title": "x"}},) * MANY
    ),
    "a.kml": f"<kml><Document>{MARK * MANY}</Document></kml>".encode(),
}


def codes(found: ImportResult) -> list[str]:
    return [problem.code for problem in found.of_level("stop")]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.files, "MOST_READ_ROWS", FEW)


def read(*files: tuple[str, bytes]) -> OpenedFiles:
    return read_files(files, None)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", LARGE)
def test_very_large_file_is_opened_as_a_table_in_any_format(name: str) -> None:
    intake, store = unpack_opened_files(read((name, LARGE[name])))
    assert store.count_events(Filters()).count == MANY
    assert not intake.dataset.events


@pytest.mark.usefixtures("few")
def test_very_many_rows_in_a_package_or_with_companions_are_refused() -> None:
    beside = read(("areas.geojson", collection(OUTLINES)), ("a.csv", LARGE["a.csv"]))[0]
    assert codes(beside) == ["rows_alone"]
    events = "id,date,title\n" + "".join(f"ev-{number},2019-02-23,x\n" for number in range(MANY))
    packed = read(("a.zip", package(**{"events.csv": events.encode()})))[0]
    assert "rows_many" in codes(packed)


def test_line_of_too_many_delimiters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.files, "MOST_CELL_CHARACTERS", 10)
    found = read_story(b"date,title\n" + b"," * 5_000, "a.csv")
    assert codes(found) == ["columns_many"]


@pytest.mark.parametrize(
    "shape",
    ["a line of delimiters", "features with keys that stand twice", "a text never closed",
     "features of one key", "marks after a closed quotation", "blanks in an entry of BibTeX"],
)  # fmt: skip
def test_slow_to_read_file_is_refused_with_a_reason(shape: str) -> None:
    # What took minutes grew with the square of the size; now each is looked at once.
    name, make = ODD[shape]
    found = read_story(make(4_000_000), name)
    assert found.dataset is None
    assert codes(found)


@pytest.mark.parametrize("encoding", ["UTF-7", "UTF-32", "EBCDIC-CP-US", "x-nobody-knows"])
def test_unsupported_encoding_is_named(encoding: str) -> None:
    kml = f'<?xml version="1.0" encoding="{encoding}"?><kml>{MARK}</kml>'.encode()
    assert f"encoding “{encoding}”, which is not read" in lines(read_story(kml, "a.kml"))[0]


def test_table_in_an_unsupported_encoding_is_refused_by_name() -> None:
    for encoding in ("utf-32", "utf-7"):
        mark = b"+/v8-" if encoding == "utf-7" else b""
        found = read_story(mark + "date,title\n2019-02-23,ñ\n".encode(encoding), "a.csv")
        assert f"encoding “{encoding.upper()}”" in " ".join(lines(found))


def test_table_of_our_events_opens_with_its_sources() -> None:
    intake = read_story(file_bytes("events.csv", View(), "en"), "events.csv")
    ours, data = DATA, intake.dataset
    assert set(data.events) == set(ours.events)
    for key in ours.events:
        cited = {
            (citation.source_id, citation.locator, citation.role)
            for citation in ours.citations_of(key)
        }
        assert {
            (citation.source_id, citation.locator, citation.role)
            for citation in data.citations_of(key)
        } == cited
    for key, found in data.sources.items():
        assert found.title == key or ours.sources[key].custom.short.startswith(found.title)
    assert sum(found.title == key for key, found in data.sources.items()) < 5
