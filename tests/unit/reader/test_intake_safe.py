"""Files made to do harm: each kind is refused with a reason, or opened and found harmless."""

import io
import zipfile

import pytest

from components import limits
from components.export.formats import harmless_text, marked_table, problem_list
from components.i18n import i18n_for
from components.i18n.names import say
from components.intake import ImportResult
from tests.corpus.hostile import with_member
from tests.support.opened import read_story
from tests.support.stories.uploads import GOOD, HEADER, package, table, workbook, zipped

EN, ES = i18n_for("en"), i18n_for("es")


def lines(intake: ImportResult) -> list[str]:
    return [say(p, EN).line for p in intake.problems]


def test_short_texts_that_many_cells_share_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        [f"2019-03-{1 + n % 28:02}", "The same title again", *GOOD[2:6], f"https://example.org/{n}"]
        for n in range(2000)
    ]
    monkeypatch.setattr(limits, "MOST_CHARACTERS", 2_000_000)
    intake = read_story(workbook(rows), "x.xlsx")
    assert intake.total.accepted == 2000
    monkeypatch.setattr(limits, "MOST_CHARACTERS", 100_000)
    intake = read_story(workbook(rows), "x.xlsx")
    assert any("the cells hold more than 100,000 characters" in line for line in lines(intake))


def test_one_bad_byte_anywhere_in_a_workbook_never_raises() -> None:
    whole = workbook([GOOD] * 5)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"):
        for at in range(0, len(parts[name]), 29):
            hurt = bytearray(parts[name])
            hurt[at] = ord("9")
            intake = read_story(zipped(parts | {name: bytes(hurt)}), "x.xlsx")
            assert intake.dataset is not None or intake.problems


def test_nothing_of_an_archive_is_written_to_disk(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    read_story(with_member("../escaped.csv"), "x.zip")
    read_story(package(), "x.zip")
    assert list(tmp_path.iterdir()) == []
    assert not (tmp_path.parent / "escaped.csv").exists()


def test_values_with_braces_do_not_break_the_message() -> None:
    intake = read_story(table(("date", "title"), [["{0} {value} {x.__class__}", "t"]]), "x.csv")
    assert "{0} {value} {x.__class__} is not a date" in lines(intake)[0]


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "\r=1", "'=1"])
def test_no_cell_of_a_download_is_run_by_a_spreadsheet(cell: str) -> None:
    assert harmless_text(cell).lstrip(" ").startswith("'")


def test_numbers_of_a_download_stay_numbers() -> None:
    plain = ["-72.5", "-72,5", "7", "a-b"]
    assert [harmless_text(c) for c in plain] == plain


def test_the_marked_table_holds_every_row_and_what_is_wrong_with_it() -> None:
    rows = [GOOD, ("02/03/2019", "=HYPERLINK(1)", *GOOD[2:])]
    intake = read_story(table(HEADER, rows), "mine.csv")
    text = marked_table(intake, EN).decode("utf-8-sig").splitlines()
    assert text[0] == "row,state,problems," + ",".join(HEADER)
    assert text[1].startswith("2,shown,,2019-03-01,A good row")
    assert text[2].startswith("3,without a date,date: 02/03/2019 can be read two ways; write ")
    assert "'=HYPERLINK(1)" in text[2]
    listed = problem_list(intake, ES).decode("utf-8-sig").splitlines()
    assert listed[0] == "tabla,fila,columna,valor,qué hacer"
    assert "mine.csv,3,date,02/03/2019,02/03/2019 se puede leer de dos" in listed[1]


def test_the_server_itself_refuses_more_than_may_be_opened() -> None:
    import tomllib

    from components.intake.problems import MB
    from tests.support.server import ROOT

    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["maxUploadSize"] == limits.MOST_FILE_BYTES // MB
