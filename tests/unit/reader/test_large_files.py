"""Files of very many rows or made to be slow: asked as a table, or refused by count and named."""

import json
from collections.abc import Mapping

import pytest

from components import limits
from components.i18n import i18n_for
from components.i18n.names import say
from components.intake import ImportResult
from components.presentation import stories
from components.presentation.stories import Opened, read_files, unpacked
from components.query.filters import Filters
from tests.bench.linear import ODD
from tests.support.opened import read_story
from tests.support.stories.uploads import GOOD, HEADER, package, table, workbook

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
    monkeypatch.setattr(stories, "MOST_READ_ROWS", FEW)


def read(*files: tuple[str, bytes]) -> Opened:
    return read_files(files, None)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", LARGE)
def test_a_file_of_very_many_rows_is_asked_as_a_table_whatever_its_format(name: str) -> None:
    intake, store = unpacked(read((name, LARGE[name])))
    assert store.total(Filters()).count == MANY
    assert not intake.dataset.events


@pytest.mark.usefixtures("few")
def test_very_many_rows_with_files_beside_them_or_in_a_package_are_refused() -> None:
    beside = read(("areas.geojson", collection(OUTLINES)), ("a.csv", LARGE["a.csv"]))[0]
    assert codes(beside) == ["rows_alone"]
    events = "id,date,title\n" + "".join(f"ev-{n},2019-02-23,x\n" for n in range(MANY))
    packed = read(("a.zip", package(**{"events.csv": events.encode()})))[0]
    assert "rows_many" in codes(packed)


def test_a_line_of_delimiters_is_refused_by_their_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CELL_CHARACTERS", 10)
    found = read_story(b"date,title\n" + b"," * 5_000, "a.csv")
    assert codes(found) == ["columns_many"]


@pytest.mark.parametrize(
    "shape",
    ["a line of delimiters", "features with keys that stand twice", "a text never closed",
     "features of one key", "marks after a closed quotation", "blanks in an entry of BibTeX"],
)  # fmt: skip
def test_a_file_made_to_be_slow_is_refused_with_a_sentence(shape: str) -> None:
    # What took minutes grew with the square of the size; now each is looked at once.
    name, make = ODD[shape]
    found = read_story(make(4_000_000), name)
    assert found.dataset is None
    assert codes(found)


def said(found: ImportResult) -> str:
    return " ".join(say(problem, i18n_for("en")).line for problem in found.problems)


@pytest.mark.parametrize("encoding", ["UTF-7", "UTF-32", "EBCDIC-CP-US", "x-nobody-knows"])
def test_an_encoding_that_is_not_read_is_named(encoding: str) -> None:
    kml = f'<?xml version="1.0" encoding="{encoding}"?><kml>{MARK}</kml>'.encode()
    assert f"encoding “{encoding}”, which is not read" in said(read_story(kml, "a.kml"))


def test_a_table_in_an_encoding_that_is_not_read_is_named() -> None:
    for encoding in ("utf-32", "utf-7"):
        mark = b"+/v8-" if encoding == "utf-7" else b""
        found = read_story(mark + "date,title\n2019-02-23,ñ\n".encode(encoding), "a.csv")
        assert f"encoding “{encoding.upper()}”" in said(found)


def test_a_long_line_in_windows_1252_is_told_in_short() -> None:
    content = b"date,title\n2019-02-23,x\n2019-02-24,\xe9" + b"y" * 5_000 + b"\n"
    (note,) = (one for one in read_story(content, "a.csv").problems if one.code == "windows_1252")
    assert note.row == 3
    assert note.value.startswith("2019-02-24,éyyy")
    assert len(note.value) < 200
