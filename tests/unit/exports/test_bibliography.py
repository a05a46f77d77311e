"""Bibliographies for reference managers, read back by parsers that did not write them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
import rispy

from components.export.bibliography import (
    to_bibtex,
    to_csl_json,
    to_ris,
)
from components.export.citations import clean
from components.story.sources import Source
from tests.support.cases import for_each
from tests.support.server import ROOT

FIXTURES = tuple(
    Source.model_validate(item)
    for item in json.loads(
        (Path(__file__).parent / "golden" / "sources.json").read_text(encoding="utf-8")
    )
)
DATA = ROOT / "data" / "sources.json"
BY_ID = {source.id: source for source in FIXTURES}
REAL = tuple(
    map(
        Source.model_validate, json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else ()
    )
)
EVERY = pytest.mark.parametrize("sources", [FIXTURES, REAL], ids=["fixtures", "data set"])

HOSTILE = (
    "100 % of A & B cost $5 #1 under_score ~tilde ^caret",
    "{braces} and \\backslash and \\textbf{bold}",
    "one } too many",
    "one { too few",
    "}}, author = {Nobody}, x = {{",
    "@article{fake, title={Fake}}",
    'quote " and # "concat"',
    "TY  - JOUR\nTI  - Fake\nER  - \n\nTY  - BOOK",
    "ER  - ",
    "line\r\nbreak\ttab\x0bvertical\u2028separator",
    "right\u202eto\u202cleft\x00",
    "<script>alert(1)</script> [link](javascript:alert(1))",
    "“Añoranza” – Táchira, Ñuñoa, coöperate, 日本",
    "long " * 3000,
    "Smith and Sons, Ltd.",
)

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_UNTEX = {
    r"\textbackslash{}": "\\",
    r"\textbraceleft{}": "{",
    r"\textbraceright{}": "}",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
}


def changed(source: Source, **fields: Any) -> Source:
    """The source with other fields, checked anew."""
    return Source.model_validate(source.csl() | fields)


def extra(source: Source, key: str) -> Any:
    return (source.model_extra or {}).get(key) or ""


def from_tex(text: str) -> str:
    """What LaTeX would print."""
    commands = "|".join(map(re.escape, _UNTEX))
    return re.sub(
        rf"{commands}|\\([&%$#_])|[{{}}]",
        lambda m: _UNTEX.get(m.group(), m.group(1) or ""),
        text,
    )


def edtf_start(source: Source) -> list[int]:
    first = source.custom.issued_edtf.split("/")[0].rstrip("~?%")
    return [int(part) for part in first.split("-")] if first else []


def start_of(edtf: str) -> list[int]:
    return [int(part) for part in edtf.split("/")[0].rstrip("~").split("-") if part]


def plain_names(source: Source) -> list[str]:
    return [
        name.get("literal") or f"{name['family']}, {name['given']}"
        for name in extra(source, "author") or ()
    ]


def read_bibtex(text: str) -> list[Any]:
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    assert len(library.blocks) == len(library.entries), "nothing but entries"
    return list(library.entries)


@EVERY
def test_csl_json_keeps_everything(sources: tuple[Source, ...]) -> None:
    items = json.loads(to_csl_json(sources))
    assert [item["id"] for item in items] == [source.id for source in sources]
    for item, source in zip(items, sources, strict=True):
        given = source.csl()
        assert {key: item[key] for key in given if key not in ("issued", "note")} == {
            key: value for key, value in given.items() if key not in ("issued", "note")
        }
        assert isinstance(item["custom"], dict)
        if source.custom.issued_edtf:
            assert item["issued"]["date-parts"][0] == edtf_start(source)
        else:
            assert "issued" not in item or extra(source, "issued")


@EVERY
def test_bibtex_keeps_everything(sources: tuple[Source, ...]) -> None:
    entries = read_bibtex(to_bibtex(sources))
    assert [entry.key for entry in entries] == [source.id for source in sources]
    for entry, source in zip(entries, sources, strict=True):
        fields = {key: from_tex(field.value) for key, field in entry.fields_dict.items()}
        assert fields["title"] == clean(source.title)
        for word in entry["title"].split():
            assert (word == word.lower()) or word.startswith("{"), "the capitals are protected"
        names = (
            [from_tex(n) for n in entry.get("author", "").value.split(" and ")]
            if ("author" in entry.fields_dict)
            else []
        )
        assert names == plain_names(source)
        assert fields.get("journal", "") == clean(extra(source, "container-title"))
        house = "institution" if source.type == "report" else "publisher"
        assert fields.get(house, "") == clean(extra(source, "publisher"))
        assert fields.get("url") == source.URL
        assert fields["language"] == source.language
        parts = [int(fields["year"])] if "year" in fields else []
        parts += [MONTHS.index(fields["month"]) + 1] if "month" in fields else []
        assert parts == edtf_start(source)[:2]
        assert start_of(fields.get("date", "")) == edtf_start(source)


@EVERY
def test_ris_keeps_everything(sources: tuple[Source, ...]) -> None:
    records = rispy.loads(to_ris(sources))
    assert [record["id"] for record in records] == [source.id for source in sources]
    for record, source in zip(records, sources, strict=True):
        assert record["title"] == clean(source.title)
        assert record.get("first_authors", []) == plain_names(source)
        assert record.get("alternate_title3", "") == clean(extra(source, "container-title"))
        assert record.get("publisher", "") == clean(extra(source, "publisher"))
        assert record.get("urls", [None]) == [source.URL]
        assert record.get("language", source.language) == source.language
        assert start_of(record.get("publication_year", "")) == edtf_start(source)


def test_types_are_those_reference_managers_know() -> None:
    kinds = {
        s.type: r["type_of_reference"]
        for s, r in zip(FIXTURES, rispy.loads(to_ris(FIXTURES)), strict=True)
    }
    assert kinds["article-newspaper"] == "NEWS"
    assert kinds["article-magazine"] == "MGZN"
    assert kinds["webpage"] == "WEB"
    assert kinds["post-weblog"] == "BLOG"
    assert kinds["broadcast"] == "SOUND"
    assert kinds["report"] == "RPRT"
    assert kinds["interview"] == "GEN"
    bibtex = {
        s.type: e.entry_type
        for s, e in zip(FIXTURES, read_bibtex(to_bibtex(FIXTURES)), strict=True)
    }
    assert bibtex["article-newspaper"] == "article"
    assert bibtex["webpage"] == "online"


def test_a_date_that_is_not_known_is_not_made_up() -> None:
    undated, month = BY_ID["undated-news"], BY_ID["unsigned-news"]
    assert "issued" not in json.loads(to_csl_json([undated]))[0]
    assert "year" not in to_bibtex([undated])
    assert not re.search("^Y1", to_ris([undated]), re.MULTILINE)
    assert json.loads(to_csl_json([month]))[0]["issued"] == {"date-parts": [[2019, 2]]}
    assert "month = feb" in to_bibtex([month])
    assert "date = {2019-02}," in to_bibtex([month])
    assert "Y1  - 2019-02\n" in to_ris([month])


def test_an_inferred_date_is_noted() -> None:
    vice, span = BY_ID["vice"], BY_ID["fighter-jets"]
    item = json.loads(to_csl_json([vice]))[0]
    assert item["issued"] == {"date-parts": [[2019, 5, 2]], "circa": True}
    assert item["note"] == "Date inferred: Counted from “third straight day”."
    assert "note = {Date inferred: Counted" in to_bibtex([vice])
    assert "N1  - Fecha inferida: Contado desde «tercer día seguido»." in to_ris([vice], "es")
    assert "Published: 28 February–2 March 2019. Date inferred:" in to_ris([span])
    assert "Y1  - 2019-02-28~/2019-03-02~\n" in to_ris([span])
    assert "date = {2019-02-28~/2019-03-02~}," in to_bibtex([span])
    assert "inferred" not in to_ris([BY_ID["npr"]])


def test_the_day_of_the_last_look_is_in_every_file() -> None:
    seen = [changed(BY_ID["npr"], accessed={"date-parts": [[2026, 1, 5]]})]
    assert json.loads(to_csl_json(seen))[0]["accessed"] == {"date-parts": [[2026, 1, 5]]}
    assert "urldate = {2026-01-05}," in to_bibtex(seen)
    assert "Y2  - 2026-01-05\n" in to_ris(seen)


def test_an_unknown_address_is_left_out() -> None:
    bare = [changed(BY_ID["vice"], URL=None)]
    assert "URL" not in json.loads(to_csl_json(bare))[0]
    assert "url = " not in to_bibtex(bare)
    assert "UR  -" not in to_ris(bare)


def test_bibtex_keeps_names_whole() -> None:
    authors = [
        {"literal": "Smith and Sons, Ltd."},
        {"family": "Torre", "non-dropping-particle": "de la", "given": "Ana"},
        {"family": "King", "suffix": "Jr.", "given": "Martin"},
        {"family": "Command and Control", "given": "X"},
    ]
    text = to_bibtex([changed(BY_ID["vice"], author=authors)])
    assert (
        "author = {{Smith and Sons, Ltd.} and de la Torre, Ana and King, Jr., Martin"
        " and {Command and Control}, X}" in text
    )


@for_each("hostile", HOSTILE)
def test_hostile_values_stay_values(hostile: str) -> None:
    source = changed(
        BY_ID["vice"],
        title=hostile,
        author=[{"literal": hostile}],
        URL=f"https://example.org/{hostile}",
        **{"container-title": hostile, "publisher": hostile, "note": hostile},
    )
    after = BY_ID["npr"]
    flat = clean(hostile)

    item, second = json.loads(to_csl_json([source, after]))
    assert item["title"] == source.title
    assert second["id"] == after.id

    entry, second_entry = read_bibtex(to_bibtex([source, after]))
    assert from_tex(entry["title"]) == from_tex(entry["journal"]) == flat
    assert from_tex(entry["author"]) == flat
    assert second_entry.key == after.id
    assert entry["title"].count("{") == entry["title"].count("}")

    record, second_record = rispy.loads(to_ris([source, after]))
    assert record["title"] == record["alternate_title3"] == flat
    assert record["first_authors"] == [flat]
    assert second_record["id"] == after.id
    assert to_ris([source]).count("\nER  - \n") == 1
    assert len(re.findall(r"^TY  - ", to_ris([source]), re.MULTILINE)) == 1
