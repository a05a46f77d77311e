"""Opening a file of one's own: what is read, what is wrong, and that nothing is lost in silence."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.i18n import i18n_for
from components.i18n.intake import MESSAGES, say
from components.intake import ImportResult, read_hosted, read_story
from components.intake.package import DEFAULT_DATA, load_dataset
from tests.support.server import ROOT
from tests.support.stories.uploads import (
    CLAIM,
    EVENT,
    FIXTURES,
    GOOD,
    HEADER,
    PLACE,
    fixture,
    package,
    package_files,
    rows_of,
    source,
    table,
    workbook,
)

EN, ES = i18n_for("en"), i18n_for("es")


def lines(intake: ImportResult, language: str = "en") -> list[str]:
    return [say(p, i18n_for(language)).line for p in intake.problems]


# file: rows accepted, rows kept without a day, rows refused, the message in English and in Spanish
TABLES = {
    "ambiguous_date.csv": (1, 1, 0,
        "row 3, date: 02/03/2019 can be read two ways; write 2019-03-02 or 2019-02-03.",
        "fila 3, date: 02/03/2019 se puede leer de dos maneras; escriba 2019-03-02 o 2019-02-03."),
    "excel_serial.csv": (1, 1, 0,
        "row 3, date: 43526 looks like the number under which a spreadsheet keeps a day; "
        "if it is 2019-03-02, write that.",
        "si es 2019-03-02, escríbalo así."),
    "short_year.csv": (1, 1, 0, "02/03/19 has a year of two digits; write all four",
                       "02/03/19 tiene el año con dos cifras"),
    "impossible_day.csv": (1, 1, 0, "2019-02-30 is a day that does not exist",
                           "2019-02-30 es un día que no existe"),
    "unknown_edtf.csv": (1, 1, 0, "2019-21 is not a date that is read here; write 2019-03-02",
                         "2019-21 no es una fecha que aquí se lea"),
    "words_for_date.csv": (1, 1, 0, "last week is not a date", "last week no es una fecha"),
    "date_with_time.csv": (2, 0, 0, "2019-03-02 14:30: the day is read, the hour is not",
                           "se lee el día, no la hora"),
    "ends_first.csv": (1, 1, 0, "row 3, end date: 2019-03-05 – 2019-03-01 ends before it begins",
                       "termina antes de empezar"),
    "span_twice.csv": (1, 1, 0, "one of the two is a span already",
                       "una de las dos ya es un lapso"),
    "no_date.csv": (1, 1, 0, "row 3, date: the cell is empty; fill it in.",
                    "fila 3, date: la celda está vacía; llénela."),
    "no_title.csv": (1, 0, 1, "row 3, title: the cell is empty",
                     "fila 3, title: la celda está vacía"),
    "decimal_comma.csv": (1, 0, 0, "decimal commas were read as decimal points; rows with one: 1.",
                          "las comas decimales se leyeron como puntos"),
    "not_a_number.csv": (2, 0, 0, "row 3, lat: north is not a number", "north no es un número"),
    "degrees.csv": (2, 0, 0, "7°48'N is in degrees and minutes; write decimal degrees",
                    "7°48'N está en grados y minutos"),
    "one_coordinate.csv": (2, 0, 0, "row 3, lon: only lat is there (7.8); give both",
                           "solo está lat (7.8)"),
    "swapped.csv": (2, 0, 0, "-172.5, 7.89 cannot be latitude and longitude, but turned around "
                    "it can: lat 7.89, lon -172.5.", "al revés sí: lat 7.89, lon -172.5"),
    "far_off.csv": (5, 0, 0, "row 5, lat, lon: -72.5, 7.89 lies far from all other places; is it "
                    "lat 7.89, lon -72.5?", "queda lejos de todos los demás lugares"),
    "no_decimal_mark.csv": (2, 0, 0, "7891 is beyond the earth: the most is 90",
                            "7891 está fuera de la Tierra"),
    "duplicate_id.csv": (1, 0, 1, "row 3, id: a1 is the id of row 2 already",
                         "a1 ya es el id de la fila 2"),
    "bad_address.csv": (2, 0, 0, "javascript:alert(1) is not the address of a web page",
                        "javascript:alert(1) no es la dirección"),
    "bad_country.csv": (2, 0, 0, "Colombia is not a country’s two letters",
                        "Colombia no son las dos letras"),
    "no_source.csv": (2, 0, 0, "row 3, source: no source is named; the event is cited from your "
                      "own table.", "no se nombra ninguna fuente"),
    "too_long.csv": (1, 0, 1, "the text has 349 characters; shorten it to 300.",
                     "el texto tiene 349 caracteres; acórtelo a 300."),
    "too_many_cells.csv": (1, 0, 1, "the row has 8 cells, and the header names 7 columns",
                           "la fila tiene 8 celdas"),
    "extra_column.csv": (1, 0, 0, "row 1: these columns are not read: mood.",
                         "estas columnas no se leen: mood."),
    "column_twice.csv": (1, 0, 0, "titulo means the same as title; only title is read.",
                         "titulo significa lo mismo que title"),
    "blank_lines.csv": (2, 0, 0, "blank rows passed over: 2.",
                        "filas en blanco que se pasaron por alto: 2."),
    "many_kinds.csv": (12, 0, 0, "there are more than 8 kinds of event; the rarest (5) share",
                       "hay más de 8 tipos de hechos"),
    "windows_1252.csv": (1, 0, 0, "was read as Windows-1252; check that the accents are right: "
                         "2019-03-01,A good row,Cúcuta", "se leyó como Windows-1252"),
    "control_characters.csv": (1, 0, 1, "holds characters that are no text",
                               "caracteres que no son texto"),
    "missing_column.csv": (0, 0, 1, "these columns are missing: title.",
                           "faltan estas columnas: title."),
    "open_quote.csv": (0, 0, 0, "from row 3 on a quotation mark is not closed", "desde la fila 3"),
    "header_only.csv": (0, 0, 0, "there are no rows", "no hay filas"),
    "empty.csv": (0, 0, 0, "the file is empty", "el archivo está vacío"),
    "not_text.csv": (0, 0, 0, "this is not a text file", "no es un archivo de texto"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_each_fault_of_a_table_is_said_in_both_languages(name: str) -> None:
    accepted, undated, refused, english, spanish = TABLES[name]
    intake = read_story(fixture(name), name)
    assert (intake.accepted, len(intake.undated), intake.refused) == (accepted, undated, refused)
    assert len([x for x in lines(intake) if english in x]) == 1, lines(intake)
    assert len([x for x in lines(intake, "es") if spanish in x]) == 1, lines(intake, "es")
    shown = len(intake.dataset.events) if intake.dataset else 0
    assert shown == accepted


@pytest.mark.parametrize(
    "name",
    ["day_first.csv", "named_month.csv", "utf8_bom.csv", "utf16_tabs.csv", "semicolons.csv",
     "spanish_headers.csv"],
)  # fmt: skip
def test_what_is_clear_is_read_without_a_word(name: str) -> None:
    intake = read_story(fixture(name), name)
    assert lines(intake) == []
    assert intake.refused == 0
    assert intake.dataset


def test_dates_that_only_one_day_can_mean_are_that_day() -> None:
    for name in ("day_first.csv", "named_month.csv"):
        intake = read_story(fixture(name), name)
        assert [e.date for e in intake.dataset.events.values()] == ["2019-02-23", "2019-03-01"]


def test_a_table_becomes_places_sources_kinds_and_citations() -> None:
    data = read_story(fixture("spanish_headers.csv"), "Mi historia.csv").dataset
    (event,) = data.events.values()
    (place,) = data.places.values()
    (kind,) = data.categories.values()
    assert (data.title, event.id, event.place_id) == (
        "Mi historia", "ev-2019-03-01-cruce-del-puente", place.id)  # fmt: skip
    assert (place.name, place.lat, place.lon) == ("Cúcuta", 7.89, -72.5)
    assert (kind.id, kind.name) == ("frontera", "Frontera")
    (citation,) = data.citations_of(event.id)
    found = data.sources[citation.source_id]
    assert (found.title, found.URL) == ("El Diario", "https://example.org/a")
    # The table gives no date for the source: none is lent from its event.
    assert (found.custom.issued_edtf, found.custom.date_basis) == ("", None)


def test_a_place_that_seems_to_be_turned_around_is_left_off_the_map() -> None:
    data = read_story(fixture("far_off.csv"), "far_off.csv").dataset
    assert data is not None
    assert len(data.events) == 5
    assert {(p.lat, p.lon) for p in data.places.values() if p.lat is not None} == {(7.89, -72.5)}


def test_a_first_and_a_last_day_are_one_span() -> None:
    data = read_story(fixture("ends_first.csv"), "x.csv").dataset
    assert [e.date for e in data.events.values()] == ["2019-03-01/2019-03-04"]


def test_a_row_of_the_table_is_called_by_the_readers_own_column() -> None:
    content = "Fecha;Título\n2019-03-01;Uno\n02/03/2019;Dos\n".encode()
    assert lines(read_story(content, "x.csv"))[0].startswith("x.csv, row 3, Fecha: 02/03/2019")


def test_days_kept_by_excel_are_read_and_its_numbers_are_not_taken_for_days() -> None:
    rows = [(datetime(2019, 3, 2), *GOOD[1:])]
    (event,) = read_story(workbook(rows, date_column=0), "x.xlsx").dataset.events.values()
    assert event.date == "2019-03-02"
    intake = read_story(workbook([(43526, *GOOD[1:])]), "x.xlsx")
    assert intake.dataset is None
    assert "if it is 2019-03-02, write that" in lines(intake)[0]


def test_other_sheets_of_a_workbook_are_said_not_to_be_read() -> None:
    intake = read_story(workbook(more_sheets=["Notes", "Old"]), "x.xlsx")
    assert lines(intake) == ["only the sheet Events is read; these are not: Notes, Old."]


def test_formulas_are_never_run_and_one_without_a_result_is_said() -> None:
    content = workbook([("2019-03-01", '=HYPERLINK("http://x","y")', *GOOD[2:])])
    assert '<f>HYPERLINK("http://x","y")</f>' in _sheet(content)
    said = lines(read_story(content, "x.xlsx"))
    assert "formulas without a saved result are read as empty: B2." in said[0]


def _sheet(content: bytes) -> str:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read("xl/worksheets/sheet1.xml").decode()


def cited(*ids: str) -> bytes:
    return rows_of(*({"record_id": i, "source_id": "diario", "role": "supports"} for i in ids))


TWO = {**EVENT, "id": "ev-two"}
# changes to the small package: rows refused, and the messages that must stand there
PACKAGES = {
    "dangling place": (
        {"places_csv": None}, 4,
        ["events.csv, row 2, place_id: lima is no id in places.csv; add it there or correct it "
         "here.",
         "citations.csv, row 2, record_id: ev-one is in events.csv / claims.csv, but in a row that "
         "is left out; correct that one first."]),
    "unknown source": (
        {"citations_csv": rows_of({"record_id": "ev-one", "source_id": "nobody",
                                   "role": "supports"})}, 3,
        ["citations.csv, row 2, source_id: nobody is no source in sources.json; add the source "
         "there or correct the id.", "events.csv, row 2, id: nothing cites ev-one"]),
    "duplicate id": (
        {"events_csv": rows_of(EVENT, EVENT)}, 1,
        ["events.csv, row 3, id: ev-one is the id of row 2 already"]),
    "wrong enum": (
        {"events_csv": rows_of(EVENT, {**TWO, "date_basis": "guessed"})}, 1,
        ["events.csv, row 3, date_basis: guessed is not one of the values allowed here: stated, "
         "inferred, corroborated."]),
    "unknown kind": (
        {"events_csv": rows_of(EVENT, {**TWO, "category": "storm"})}, 1,
        ["events.csv, row 3, category: storm is no kind in categories.csv"]),
    "ambiguous date": (
        {"events_csv": rows_of(EVENT, {**TWO, "date": "02/03/2024"})}, 1,
        ["events.csv, row 3, date: 02/03/2024 can be read two ways; write 2024-03-02 or "
         "2024-02-03."]),
    "malformed id": (
        {"events_csv": rows_of(EVENT, {**TWO, "id": "Two!"})}, 1,
        ["events.csv, row 3, id: Two! does not have the form allowed here; write it like "
         "ev-2019-02-23-bridge."]),
    "latitude beyond the pole": (
        {"places_csv": rows_of(PLACE, {**PLACE, "id": "b", "lat": "95"})}, 1,
        ["places.csv, row 3, lat: 95 is beyond what is possible here (90)"]),
    "number with words": (
        {"claims_csv": rows_of(CLAIM, {**CLAIM, "id": "cl-two", "value_low": "many"})}, 1,
        ["claims.csv, row 3, value_low: many is not a number"]),
    "values against the qualifier": (
        {"claims_csv": rows_of(CLAIM, {**CLAIM, "id": "cl-two", "value_high": "130"})}, 1,
        ["claims.csv, row 3: numbers and qualifier do not fit"]),
    "no unit": (
        {"claims_csv": rows_of(CLAIM, {**CLAIM, "id": "cl-two", "unit": ""})}, 1,
        ["claims.csv, row 3: the claim gives a number without a unit"]),
    "long wording": (
        {"citations_csv": rows_of(
            {"record_id": "ev-one", "source_id": "diario", "role": "supports", "wording": "w"},
            {"record_id": "cl-one", "source_id": "diario", "role": "supports",
             "wording": "one two three four five six seven eight nine"})}, 2,
        ["row 3: the claim gives", "quotes more than eight words"][1:]),
    "missing column": (
        {"events_csv": rows_of({k: v for k, v in EVENT.items() if "title" not in k})}, 4,
        ["events.csv: these columns are missing: title, title_es."]),
    "script for an address": (
        {"sources_json": json.dumps([source(), source("b", URL="javascript:x()")]).encode()}, 1,
        ["sources.json, item 2, URL: javascript:x() is not the address of a web page"]),
    "unread file": ({"notes_txt": b"x"}, 0, ["these files are not read: notes_txt."]),
    "no descriptor": ({"datapackage_json": None}, 0, ["the story is named after its file"]),
    "broken boundaries": (
        {"geo__regions_geojson": b'{"type": "FeatureCollection"}'}, 0,
        ["geo/regions.geojson: this is not a FeatureCollection"]),
    "boundaries in metres": (
        {"geo__regions_geojson": json.dumps({"features": [{"geometry": {"type": "Polygon",
         "coordinates": [[[500000, 900000], [1, 1], [2, 2], [500000, 900000]]]}}]}).encode()}, 0,
        ["which is not in degrees"]),
}  # fmt: skip


@pytest.mark.parametrize("name", PACKAGES)
def test_each_fault_of_a_package_is_said_and_the_good_rows_stay(name: str) -> None:
    changes, refused, wanted = PACKAGES[name]
    intake = read_story(package(**changes), "flood.zip")
    found = lines(intake)
    for text in wanted:
        assert any(text in line for line in found), (text, found)
    assert intake.refused == refused, (intake.counts, found)
    # Spanish is there for each of them, with nothing left to fill in.
    for english, spanish in zip(found, lines(intake, "es"), strict=True):
        assert english != spanish
        assert not re.search(r"\{\w+\}", english + spanish)


def test_a_sound_package_is_read_without_a_word() -> None:
    intake = read_story(package(), "flood.zip")
    assert lines(intake) == []
    data = intake.dataset
    assert (data.title, data.about.title_es, data.version) == (
        "The flood", "La inundación", "1.2.0")  # fmt: skip
    assert data.about.description_es == "Un río en Lima, mayo de 2024."
    assert data.regions_of(data.events["ev-one"]) == {"north"}
    assert list(data.category_ids) == ["flood"]
    assert set(intake.geo) == {"regions"}


def test_a_package_in_a_folder_of_the_archive_is_found() -> None:
    from tests.support.stories.uploads import zipped

    files = {f"my-story/{name}": content for name, content in package_files().items()}
    files |= {"__MACOSX/my-story/._events.csv": b"x"}
    assert lines(read_story(zipped(files), "flood.zip")) == []


def test_what_this_project_ships_opens_as_it_is() -> None:
    intake = read_hosted(DEFAULT_DATA)
    ours = load_dataset(DEFAULT_DATA)
    assert intake.refused == 0
    assert [p for p in intake.problems if p.level != "note"] == []
    for name in ("events", "claims", "citations", "sources", "places", "regions", "topics"):
        assert getattr(intake.dataset, name) == getattr(ours, name), name


def test_every_code_has_its_message_and_every_message_its_code() -> None:
    used = set()
    for path in (ROOT / "components" / "intake").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        used |= {word for word in re.findall(r'"([a-z_0-9]+)"', text) if word in MESSAGES}
        raised = re.findall(r'(?:Refusal|notes\.add)\(\s*"([a-z_0-9]+)"', text)
        raised += re.findall(r'code="([a-z_0-9]+)"', text)
        assert set(raised) <= set(MESSAGES), path
    assert used == set(MESSAGES)


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
        assert intake.read == filled
        assert intake.accepted == (len(intake.dataset.events) if intake.dataset else 0)
        said = {p.row for p in intake.of_level("refused")}
        assert len(said) == intake.refused
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


def test_the_fixtures_are_all_used() -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("*.py"))
    assert [p.name for p in FIXTURES.iterdir() if p.name not in text] == []
    assert len(TABLES) + len(PACKAGES) >= 30


def test_what_is_exported_opens_again_with_nothing_lost() -> None:
    from components.export.package import FileNotes, package_file
    from components.query.filters import Filters
    from components.query.tables import subset

    evil = {**EVENT, "title": "=cmd()", "summary": "'=quoted", "title_es": "@x"}
    for content, name in (
        (package(events_csv=rows_of(evil)), "flood.zip"),
        (fixture("many_kinds.csv"), "kinds.csv"),
    ):
        first = read_story(content, name)
        part = subset(first.dataset, Filters())
        geo = {f"geo/{k}.geojson": json.dumps(v).encode() for k, v in first.geo.items()}
        again = read_story(package_file(part, FileNotes("all", "data", EN), geo), "again.zip")
        assert again.refused == 0, lines(again)
        assert again.geo == first.geo
        for table_name in ("events", "claims", "sources", "places", "regions", "categories",
                           "citations", "claimants", "region_departments"):  # fmt: skip
            assert getattr(again.dataset, table_name) == getattr(first.dataset, table_name)
        assert again.dataset.title == first.dataset.title
