"""What the loader says of broken data: file, row, field, and what is allowed."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from components.intake import read_story
from components.intake.package import load_dataset
from components.intake.tables import MODELS
from components.story.package_files import TABLES, DataError, PackageProblem

BOTH = {"en": "Known.", "es": "Se sabe."}
SOUND: dict[str, list[dict[str, str]]] = {
    "events.csv": [
        {
            "id": "ev-count",
            "date": "2019-02-28",
            "date_basis": "stated",
            "date_note": "It says so.",
            "date_note_es": "Lo dice.",
            "category": "counts",
            "place_id": "cucuta",
            "title": "A count",
            "title_es": "Una cuenta",
            "summary": "They counted.",
            "summary_es": "Contaron.",
            "actors": "One; Two",
            "actors_es": "Uno; Dos",
        }
    ],
    "claims.csv": [
        {
            "id": "cl-total",
            "topic_id": "how-many",
            "measure": "arrivals",
            "population": "soldiers",
            "value_low": "500",
            "qualifier": "more_than",
            "unit": "people",
            "region_id": "oriente",
            "as_of": "2019-02-28",
            "as_of_basis": "stated",
            "as_of_note": "It says so.",
            "as_of_note_es": "Lo dice.",
            "claimant_id": "office",
            "statement": "More than 500.",
            "statement_es": "Más de 500.",
            "event_id": "ev-count",
        }
    ],
    "claimants.csv": [
        {"id": "office", "name": "Office", "name_es": "Oficina", "voice": "colombian-state"}
    ],
    "citations.csv": [
        {
            "record_id": "cl-total",
            "source_id": "paper",
            "locator": "2",
            "wording": "More than 500",
            "role": "supports",
            "via": "wire",
        },
        {"record_id": "ev-count", "source_id": "wire", "role": "supports"},
    ],
    "topics.csv": [
        {
            "id": "how-many",
            "question": "How many?",
            "question_es": "¿Cuántos?",
            "status": "agree",
            "explanation": "Alike.",
            "explanation_es": "Iguales.",
            "explanation_basis": "editors",
            "settle": "A list.",
            "settle_es": "Una lista.",
        }
    ],
    "places.csv": [
        {
            "id": "cucuta",
            "name": "Cúcuta",
            "name_es": "Cúcuta",
            "kind": "city",
            "lat": "7.9",
            "lon": "-72.5",
            "country": "CO",
            "admin1": "CO-NSA",
            "precision": "locality",
        }
    ],
    "regions.csv": [
        {
            "id": "oriente",
            "name": "Oriente",
            "name_es": "Oriente",
            "label": "Oriente",
            "label_es": "Oriente",
            "seat_place_id": "cucuta",
            "seat_basis": "attested",
        }
    ],
    "region_departments.csv": [
        {
            "department": "CO-NSA",
            "department_name": "Norte de Santander",
            "region_id": "oriente",
            "basis": "attested",
            "source": "wire",
        }
    ],
    "left_out.csv": [
        {"source_id": "paper", "locator": "3", "reason": "A page number.", "reason_es": "Página."}
    ],
    "corrections.csv": [],
    "categories.csv": [{"id": "counts", "name": "Counts", "name_es": "Cuentas"}],
}


SOUND_STORY: dict[str, Any] = {
    "title": {"en": "A story", "es": "Una historia"},
    "lesson": [
        {
            "id": "the-count",
            "minutes": 2,
            "headline": {"en": "{cl-total} people", "es": "{cl-total} personas"},
            "text": {"en": "On {ev-count} they counted.", "es": "El {ev-count} contaron."},
            "view": {"extent": "border", "from": "2019-02-22", "to": "2019-02-28"},
            "notes": {"en": "None.", "es": "Ninguna."},
        }
    ],
}


def _source(name: str, tier: str, upstream: list[str]) -> dict[str, Any]:
    return {
        "id": name,
        "type": "article-newspaper",
        "title": name.title(),
        "language": "en",
        "custom": {
            "tier": tier,
            "kind": "newspaper",
            "voice": "press",
            "short": name.title(),
            "issued_edtf": "2019-02-28",
            "date_basis": "stated",
            "date_note": dict(BOTH),
            "upstream": upstream,
            "notes": dict(BOTH),
        },
    }


class Package:
    """A small sound package in a folder, to be broken in one place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        for name, rows in SOUND.items():
            self.write(name, [dict(row) for row in rows])
        self.sources([_source("paper", "document", ["wire"]), _source("wire", "corroborating", [])])
        self.text("story.json", json.dumps(SOUND_STORY))
        self.text(
            "datapackage.json",
            '{"version": "1.0.0", "title": "Small", "created": "2026-11-21T00:00:00Z"}\n',
        )

    def text(self, name: str, content: str) -> None:
        (self.folder / name).write_text(content, encoding="utf-8", newline="")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self, name: str, rows: list[dict[str, str]]) -> None:
        with (self.folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(MODELS[name].model_fields), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def sources(self, items: Any) -> None:
        self.text("sources.json", json.dumps(items, ensure_ascii=False))

    def set(self, name: str, column: str, value: str, row: int = 0) -> None:
        rows = [dict(r) for r in SOUND[name]]
        rows[row][column] = value
        self.write(name, rows)

    def problems(self) -> tuple[PackageProblem, ...]:
        with pytest.raises(DataError) as caught:
            load_dataset(self.folder)
        assert str(caught.value) == "\n".join(str(p) for p in caught.value.problems)
        return caught.value.problems


Spoil = Callable[[Package], object]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def test_a_sound_package_is_read_whole(package: Package) -> None:
    data = load_dataset(package.folder)
    assert (data.version, data.title) == ("1.0.0", "Small")
    claim = data.claims["cl-total"]
    assert (claim.value_low, claim.value_high, claim.period) == (500, None, None)
    assert data.events["ev-count"].actors == ("One", "Two")
    assert data.citations[0].locator == 2
    assert data.citations[0].via == ("wire",)
    assert data.citations[1].locator is None
    assert "oriente" in data.regions_of(data.events["ev-count"])
    assert list(data.sources) == ["paper", "wire"]


#: A cell with another value: file, column, value, what the message says.
CELLS = [
    # file, column, value, what the message says
    (
        "claims.csv",
        "qualifier",
        "roughly",
        "roughly is not one of the values allowed here: exact, about, nearly",
    ),
    (
        "claims.csv",
        "measure",
        "guess",
        "guess is not one of the values allowed here: arrivals, still-present",
    ),
    ("claims.csv", "value_low", "many", "many is not a number"),
    ("claims.csv", "as_of", "28/02/2019", "is not a date this project reads: write 2019-02-23"),
    ("claims.csv", "id", "total", "does not have the form allowed here; write it like cl-"),
    ("claims.csv", "statement", "", "the cell is empty"),
    ("claims.csv", "topic_id", "how-come", "how-come is no id in topics.csv"),
    ("claims.csv", "claimant_id", "nobody", "nobody is no id in claimants.csv"),
    ("claims.csv", "region_id", "atlantis", "atlantis is no id in regions.csv"),
    ("claims.csv", "event_id", "ev-none", "ev-none is no id in events.csv"),
    ("claims.csv", "as_of_basis", "", "as_of and as_of_basis stand together or not at all"),
    ("claims.csv", "as_of_note_es", "", "is empty, and the other language is not"),
    ("events.csv", "category", "war", "war is no kind in categories.csv"),
    ("events.csv", "date", "2019-02-30", "'2019-02-30' is not a date this project reads"),
    ("events.csv", "place_id", "atlantis", "atlantis is no id in places.csv"),
    ("events.csv", "title_es", " ", "the cell is empty"),
    ("events.csv", "actors_es", "", "is empty, and the other language is not"),
    ("events.csv", "document_date", "2019-02", "only for a date whose date_basis is corroborated"),
    ("citations.csv", "locator", "two", "two is not a whole number"),
    ("citations.csv", "locator", "0", "0 is beyond what is possible here (1)"),
    ("citations.csv", "locator", "", "a document is cited by paragraph"),
    ("citations.csv", "wording", "", "a document is cited with its words"),
    ("citations.csv", "source_id", "rumour", "rumour is no "),
    ("citations.csv", "via", "rumour", "rumour is no "),
    (
        "citations.csv",
        "role",
        "proves",
        "proves is not one of the values allowed here: supports, disputes, context",
    ),
    ("places.csv", "lat", "97.9", "97.9 is beyond what is possible here (90)"),
    ("places.csv", "country", "Colombia", "does not have the form allowed here; write it like CO"),
    ("regions.csv", "seat_place_id", "atlantis", "atlantis is no id in places.csv"),
    ("region_departments.csv", "region_id", "atlantis", "atlantis is no id in regions.csv"),
    ("region_departments.csv", "source", "rumour", "rumour is no "),
    ("topics.csv", "question_es", "", "the cell is empty"),
    ("left_out.csv", "source_id", "rumour", "rumour is no "),
    ("citations.csv", "wording", "one two three four five six seven eight nine", "eight at most"),
]
#: Values of the claim that do not fit its qualifier.
QUALIFIERS = [
    ("more_than", "500", "600", "qualifier 'more_than' takes a value_low and no value_high"),
    ("nearly", "500", "", "qualifier 'nearly' takes no value_low and a value_high"),
    ("exact", "500", "501", "qualifier 'exact' takes the same number in both values"),
    ("range", "600", "500", "qualifier 'range' takes a value_low under its value_high"),
    ("", "500", "", "a value needs a qualifier"),
]
GHOST = {"record_id": "cl-ghost", "source_id": "wire", "role": "context"}


def more(file: str, *rows: dict[str, str]) -> Spoil:
    return lambda package: package.write(file, [*SOUND[file], *rows])


def text(file: str, content: str) -> Spoil:
    return lambda package: package.text(file, content)


def after(file: str, content: str) -> Spoil:
    return lambda package: package.text(file, package.read(file) + content)


def source(**changes: Any) -> Spoil:
    """The second source with other fields; those of ``custom`` as ``custom=``."""

    def spoil(package: Package) -> None:
        items = [_source("paper", "document", ["wire"]), _source("wire", "corroborating", [])]
        custom = items[1]["custom"] | changes.get("custom", {})
        items[1] |= {**changes, "custom": custom}
        package.sources(items)

    return spoil


def qualified(qualifier: str, low: str, high: str) -> Spoil:
    row = {"qualifier": qualifier, "value_low": low, "value_high": high}
    return lambda package: package.write("claims.csv", [SOUND["claims.csv"][0] | row])


def no_story(package: Package) -> None:
    (package.folder / "story.json").unlink()
    named = json.loads(package.read("datapackage.json")) | {"resources": [{"path": "story.json"}]}
    package.text("datapackage.json", json.dumps(named))


def a_folder(package: Package) -> None:
    (package.folder / "topics.csv").unlink()
    (package.folder / "topics.csv").mkdir()


def in_latin_1(package: Package) -> None:
    (package.folder / "places.csv").write_bytes(package.read("places.csv").encode("latin-1"))


def no_column(package: Package) -> None:
    rows = package.read("claimants.csv").replace(",voice\n", "\n", 1)
    package.text("claimants.csv", rows.replace(",colombian-state", ""))


#: What is done to a sound package, and the first of the problems that are said.
FAULTS: list[tuple[Spoil, str]] = [
    *((qualified(q, low, high), f"claims.csv, row 2: {said}") for q, low, high, said in QUALIFIERS),
    (more("citations.csv", GHOST),
     "citations.csv, row 4, record_id: cl-ghost is no id in events.csv / claims.csv; "
     "add it there or correct it here."),
    (lambda package: package.write("citations.csv", SOUND["citations.csv"][:1]),
     "events.csv, row 2, id: nothing cites ev-count; "
     "add a row to citations.csv that names its source."),
    (lambda package: package.set("citations.csv", "locator", "4", row=1),
     "citations.csv, row 3, locator: only the documents are cited"),
    *((more(file, SOUND[file][0]),
       f"{file}, row {len(SOUND[file]) + 2}, {field}: {key} is the id of row 2 already")
      for file, field, key in (
          ("claims.csv", "id", "cl-total"),
          ("events.csv", "id", "ev-count"),
          ("citations.csv", "record_id, source_id, locator", "cl-total, paper, 2"),
          ("region_departments.csv", "department", "CO-NSA"),
          ("left_out.csv", "source_id, locator", "paper, 3"))),
    (no_column, "claimants.csv, row 1, voice: the column is missing"),
    (text("claimants.csv", "id,name,name_es,voice,mood\na,A,A,press,glad\n"),
     "claimants.csv, row 1, mood: "),
    (text("claimants.csv", "id,name,name_es,voice,name\na,A,A,press,B\n"),
     "claimants.csv, row 1, name: the column stands twice in the header"),
    (after("claimants.csv", "another,Another\n"),
     "claimants.csv, row 3: 2 cells, but the header names 6"),
    (after("claimants.csv", '"another,A,A,press\n'), "claimants.csv"),
    (in_latin_1, "places.csv, row 2: the file is not UTF-8"),
    *((lambda package, file=file: (package.folder / file).unlink(), f"{file}: the file is missing")
      for file in (*TABLES, "sources.json", "datapackage.json")),
    (no_story, "story.json: the file is missing"),
    (text("topics.csv", ""),
     "topics.csv: there are no rows; the first row names the columns, the rows follow."),
    (a_folder, "topics.csv: the file is missing"),
    (text("sources.json", '[{"id": "paper",]'), "sources.json"),
    (text("sources.json", '{"id": "paper"}'),
     "sources.json: the file must hold a list of sources, each in braces."),
    (text("sources.json", '["paper"]'),
     "sources.json, item 1: this is not an item with fields; put it in braces."),
    (source(custom={"tier": "hearsay"}),
     "sources.json, item 2, custom.tier: hearsay is not one of the values allowed here: "
     "document, corroborating"),
    (source(custom={"upstream": ["rumour"]}),
     "sources.json, item 2, custom.upstream: rumour is no "),
    (source(custom={"notes": {"en": "Known.", "es": ""}}),
     "sources.json, item 2, custom.notes.es: is empty, and must not be"),
    (source(custom={"mood": "glad"}),
     "sources.json, item 2, custom.mood: is not a field of this table"),
    (source(title=""), "sources.json, item 2, title: the cell is empty"),
    *((text("datapackage.json", content),
       "datapackage.json, version: must be a text that is not empty")
      for content in ("[]", '{"version": "", "title": "Small"}', '{"title": "S"}')),
    (text("datapackage.json", '{"version": "1.0.0", "title": "S", "created": "today"}'),
     "datapackage.json, created: today is not a date and time; write it like"),
]  # fmt: skip


def test_each_fault_is_named_by_file_row_and_field(tmp_path: Path) -> None:
    for number, (file, column, value, message) in enumerate(CELLS):
        package = Package(tmp_path / f"cell-{number}")
        package.set(file, column, value)
        said = [str(problem) for problem in package.problems()]
        assert len(said) == 1, said
        assert said[0].startswith(f"{file}, row 2"), said
        assert message in said[0]
    for number, (spoil, beginning) in enumerate(FAULTS):
        package = Package(tmp_path / f"fault-{number}")
        spoil(package)
        said = [str(problem) for problem in package.problems()]
        assert any(one.startswith(beginning) for one in said), (beginning, said)


def test_what_is_no_fault_is_let_pass(package: Package) -> None:
    package.text("places.csv", "\ufeff" + package.read("places.csv"))
    assert "cucuta" in load_dataset(package.folder).places
    (package.folder / "story.json").unlink()
    assert load_dataset(package.folder).story.steps == ()
    package.text("datapackage.json", '{"version": "1.0.0", "title": "S"}')
    assert load_dataset(package.folder).created is None


def test_all_problems_come_at_once(package: Package) -> None:
    package.set("claims.csv", "qualifier", "roughly")
    package.set("events.csv", "date", "some day")
    package.set("places.csv", "lat", "north")
    (package.folder / "topics.csv").unlink()
    found = [(p.file, p.field) for p in package.problems()]
    assert found == [
        ("events.csv", "date"),
        ("claims.csv", "qualifier"),
        ("topics.csv", None),
        ("places.csv", "lat"),
    ]


def test_row_numbers_hold_when_a_cell_has_two_lines(package: Package) -> None:
    first = {**SOUND["claimants.csv"][0], "id": "a", "name": "Two\nlines"}
    package.write("claimants.csv", [*SOUND["claimants.csv"], first, {"id": "b", "voice": "?"}])
    # As a spreadsheet numbers it.
    assert {p.row for p in package.problems()} == {4}


def test_the_template_opens_with_all_that_it_shows_and_its_presentation_keeps_its_schema() -> None:
    from components.export.package import zipped as packed
    from components.intake.templates import example_package as template

    files = template()
    intake = read_story(packed(files), "story.zip")
    assert intake.problems == ()
    data = intake.dataset
    assert [(k.id, k.symbol, k.colour) for k in data.kinds] == [
        ("flood", "circle", 2), ("relief", "cross", 4)]  # fmt: skip
    assert [e.id for e in data.presentation.extents] == ["quarter"]
    assert data.presentation.method.keys() == {"scope", "not-known"}
    assert [term.name.es for term in data.presentation.terms] == ["el barrio"]
    schema = json.loads(files["presentation.schema.json"])
    shown = json.loads(files["presentation.json"])
    assert set(shown) <= set(schema["properties"])
    assert schema["properties"].keys() >= {"title", "tagline", "period", "zooms", "extents"}
    parts = schema["properties"]["method"]["propertyNames"]["enum"]
    assert set(shown["method"]) < set(parts), "an editor that knows the schema offers the parts"
