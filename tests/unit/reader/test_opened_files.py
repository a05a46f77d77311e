"""Files that readers open: what an archive, an XML text or a name may hold."""

import io
import zipfile

import pytest

from components import limits
from components.intake.archives import unpack_file
from components.intake.file_formats import UNREAD_KINDS, file_ending, read_sheets
from components.intake.nested_values import (
    flatten_json,
    format_field_path,
    nest_values,
    split_list,
)
from components.intake.problems import Notes, Refusal
from components.intake.xml_scanner import MAX_DEPTH, XmlScanner, local_name


def pack(*members, method=zipfile.ZIP_DEFLATED):
    """A zip of names (or members) with their contents."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def link(name):
    member = zipfile.ZipInfo(name)
    member.external_attr = 0o120777 << 16
    return member


def refusal_of(content):
    with pytest.raises(Refusal) as refused:
        unpack_file(content)
    return refused.value.problem.code


def test_files_are_unpacked_with_plain_slashes_and_without_folders():
    content = pack(("data/", ""), ("data\\a.csv", "x"), ("b.csv", "y"))
    assert unpack_file(content) == {"data/a.csv": b"x", "b.csv": b"y"}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"no archive", "zip_broken", id="no archive"),
        pytest.param(pack(("../a", "x")), "zip_path", id="climbs out"),
        pytest.param(pack(("/a", "x")), "zip_path", id="root"),
        pytest.param(pack(("C:/a", "x")), "zip_path", id="drive"),
        pytest.param(pack(("a\\..\\..\\b", "x")), "zip_path", id="climbs out by backslashes"),
        pytest.param(pack((link("a"), "b")), "zip_link", id="link"),
        pytest.param(pack(("a", "x"), method=zipfile.ZIP_BZIP2), "zip_method", id="method"),
        pytest.param(pack(("a.zip", pack(("b", "x")))), "zip_nested", id="archive within"),
        pytest.param(pack(("a", b"\x1f\x8bx")), "zip_nested", id="gzip within"),
    ],
)
def test_an_archive_that_no_honest_tool_makes_is_refused(content, code):
    assert refusal_of(content) == code


def test_a_workbook_within_an_archive_is_taken_though_it_is_one():
    inner = pack(("b", "x"))
    assert unpack_file(pack(("a.XLSX", inner))) == {"a.XLSX": inner}


@pytest.mark.parametrize(
    ("name", "bound", "code"),
    [
        pytest.param("MOST_FILES", 2, "zip_members", id="files"),
        pytest.param("MOST_UNPACKED_BYTES", 5, "zip_large", id="bytes"),
    ],
)
def test_an_archive_is_bounded(monkeypatch, name, bound, code):
    content = pack(("a", "xx"), ("b", "xx"))
    monkeypatch.setattr(limits.files, name, bound)
    assert len(unpack_file(content)) == 2
    assert refusal_of(pack(("a", "xx"), ("b", "xx"), ("c", "xx"))) == code


def test_a_member_that_is_packed_too_densely_is_refused(monkeypatch):
    monkeypatch.setattr(limits.files, "UNPACKED_TIMES_FROM_BYTES", 1000)
    monkeypatch.setattr(limits.files, "MOST_UNPACKED_TIMES", 10)
    assert unpack_file(pack(("a", "x" * 1000)))
    assert refusal_of(pack(("a", "x" * 5000))) == "zip_ratio"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("a.PDF", "kind_document", id="document"),
        pytest.param("a.shp", "kind_outlines", id="outlines"),
        pytest.param("a.strange", "kind_of_file", id="unknown"),
        pytest.param("a", "kind_of_file", id="no ending"),
    ],
)
def test_a_file_of_another_kind_says_how_it_can_be_saved(name, code):
    with pytest.raises(Refusal) as refused:
        read_sheets(b"x", name, Notes())
    assert refused.value.problem.code == code


def test_an_archive_of_another_kind_is_a_package():
    assert read_sheets(pack(("a", "x")), "story.zip", Notes()) is None


def test_no_ending_is_listed_twice():
    endings = " ".join(UNREAD_KINDS.values()).split()
    assert len(set(endings)) == len(endings)
    assert file_ending("A.B.CSV") == ".csv"


SETTINGS = {"title": {"en": "T"}, "zooms": [{"id": "a"}, {"id": "b"}], "apart": ["CO", "VE"]}


def test_settings_are_rows_of_two_columns():
    assert dict(flatten_json(SETTINGS | {"empty": "", "none": None, "yes": True})) == {
        "title en": "T",
        "zooms 1 id": "a",
        "zooms 2 id": "b",
        "apart": "CO; VE",
        "yes": "true",
    }


def test_rows_of_settings_are_nested_again():
    rows = {tuple(name.split()): value for name, value in flatten_json(SETTINGS)}
    assert nest_values(rows) == SETTINGS | {"apart": "CO; VE"}
    assert split_list("CO; VE") == ["CO", "VE"]


def test_items_are_counted_from_one_in_rows_and_from_none_in_paths():
    assert format_field_path(("zooms", "2", "id")) == "zooms.1.id"
    assert format_field_path(("2" * 9,)) == "2" * 9


class TagScanner(XmlScanner):
    """Which elements begin and end."""

    def __init__(self):
        super().__init__("a.kml", "kml_broken")
        self.tags = []

    def start_element(self, tag, attributes):
        self.tags.append((tag, attributes))

    def end_element(self, tag):
        self.tags.append(tag)


def test_names_of_elements_and_attributes_come_without_prefixes():
    scanner = TagScanner().scan(b'<a:x b:y="1"><z/></a:x>')
    assert scanner.tags == [("x", {"y": "1"}), ("z", {}), "z", "x"]
    assert local_name("a:b") == "b"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"<a>", "kml_broken", id="not closed"),
        pytest.param(b"<!DOCTYPE a><a/>", "xml_entities", id="document type"),
        pytest.param(
            b"<a>" * (MAX_DEPTH + 1) + b"</a>" * (MAX_DEPTH + 1), "kml_broken", id="too deep"
        ),
        pytest.param(
            b'<?xml version="1.0" encoding="x-none"?><a/>', "encoding_unread", id="encoding"
        ),
    ],
)
def test_an_xml_text_that_cannot_be_read_safely_is_refused(content, code):
    with pytest.raises(Refusal) as refused:
        TagScanner().scan(content)
    assert refused.value.problem.code == code


def test_elements_may_be_as_deep_as_the_limit():
    content = b"<a>" * MAX_DEPTH + b"</a>" * MAX_DEPTH
    assert len(TagScanner().scan(content).tags) == 2 * MAX_DEPTH
