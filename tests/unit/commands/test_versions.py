"""Versions of the data: corrections that a change needs, and disputed questions."""

import json
import shutil
from dataclasses import replace

import pytest

from components.commands import keep_version
from components.query.claims import exclude_each_other
from components.story.package_files import DEFAULT_DATA, list_versions, parse_version
from tests.support.data import DATA


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    folder = tmp_path_factory.mktemp("published") / "data"
    shutil.copytree(DEFAULT_DATA, folder, ignore=shutil.ignore_patterns("versions"))
    name(folder, "1.0.0")
    assert keep_version.main(["--data", str(folder), "--keep"]) == 0
    return folder


@pytest.fixture
def data(published, tmp_path):
    return shutil.copytree(published, tmp_path / "data")


def name(folder, version):
    path = folder / "datapackage.json"
    content = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(content | {"version": version}, ensure_ascii=False), "utf-8")


def edit(folder, file, old, new):
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def correct(folder, *rows):
    with (folder / "corrections.csv").open("a", encoding="utf-8") as file:
        file.writelines(f"2026-12-01,{row},Misread.,Mal leído.\n" for row in rows)


def said(folder):
    return keep_version.check_versions(folder, list_versions(folder / "versions"))


def kept(folder, *options):
    return keep_version.main(["--data", str(folder), *options])


NAME = ("claimants.csv", "afp,AFP,AFP,AFP", "afp,Agence,AFP,AFP")
MENTION = ("claimants.csv", "afp,AFP,AFP,AFP", "afp,AFP,AFP,Agence")
#: A row more, before the first of its table.
OFFICE = ("claimants.csv", "\n", "\naa-office,Office,Oficina,the office,la oficina,press\n")
BECAME = "claimants.csv, afp, name: 'AFP' became 'Agence'"
MENTIONED = "claimants.csv, afp, mention: 'AFP' became 'Agence'"
#: What is changed, the new version, the correction that goes with it, and what is said.
CHANGES = [
    (None, "", "", ""),
    (NAME, "", "", "raise the version"),
    (NAME, "1.0.1", "", BECAME),
    (NAME, "1.0.1", "1.0.1,afp,substance,name,AFP,Agence", ""),
    # A correction that says something else is none, and a value is never mere wording.
    (NAME, "1.0.1", "1.0.2,afp,substance,name,AFP,Agence", BECAME),
    (NAME, "1.0.1", "1.0.1,efe,substance,name,AFP,Agence", BECAME),
    (NAME, "1.0.1", "1.0.1,afp,substance,name_es,AFP,Agence", BECAME),
    (NAME, "1.0.1", "1.0.1,afp,substance,name,AFP,Other", BECAME),
    (NAME, "1.0.1", "1.0.1,afp,substance,name,Other,Agence", BECAME),
    (NAME, "1.0.1", "1.0.1,afp,wording,name,(wording),(wording)", BECAME),
    # Wording of several records is one row.
    (MENTION, "1.0.1", "1.0.1,efe,wording,mention,(wording),(wording)", MENTIONED),
    (MENTION, "1.0.1", "1.0.1,afp,substance,mention,(wording),(wording)", MENTIONED),
    (MENTION, "1.0.1", "1.0.1,afp,wording,mention_es,(wording),(wording)", MENTIONED),
    (MENTION, "1.0.1", "1.0.1,afp,wording,mention,AFP,Agence", ""),
    (MENTION, "1.0.1", "1.0.1,afp; cl-expelled-116; efe,wording,mention,(wording),(wording)", ""),
    (OFFICE, "1.0.1", "", "raise the MINOR number"),
    (OFFICE, "1.1.0", "", ""),
    (None, "0.9.0", "", "is under 1.0.0"),
    (("sources.json", '"short": "NPR"', '"short": "N.P.R."'), "", "", "npr, custom.short"),
    (("geo/states.geojson", "FeatureCollection", "FeatureCollectiom"), "", "", "geo/states.geojs"),
]


@pytest.mark.parametrize(("change", "version", "correction", "says"), CHANGES)
def test_missing_version_and_corrections_of_a_change_are_reported(
    data, change, version, correction, says
):
    if change:
        edit(data, *change)
    if version:
        name(data, version)
    correct(data, *[correction] * bool(correction))
    lines = said(data)
    assert len(lines) == bool(says)
    assert all(says in line for line in lines)
    assert kept(data) == bool(change or version)


def test_draft_accepts_changes_of_wording_without_corrections(data):
    edit(data, *MENTION)
    for drafted in (True, False):
        assert kept(data, "--draft") == drafted
        name(data, "1.0.1")
        correct(data, "1.0.1,afp,wording,mention,(wording),(wording)")


def test_removed_row_needs_a_correction(data):
    path = data / "left_out.csv"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), "utf-8")
    source, locator = lines[-1].split(",")[:2]
    name(data, "1.1.0")
    (line,) = said(data)
    assert f"{source}:{locator}" in line
    correct(data, f"1.1.0,{source},substance,(row),{source}:{locator},(empty)")
    assert said(data) == []


def test_removed_column_needs_a_major_version(data):
    path = data / "left_out.csv"
    rows = [line.rsplit(",", 1)[0] + "\n" for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(rows), "utf-8")
    name(data, "1.1.0")
    assert any("raise the MAJOR number" in line for line in said(data))


def test_published_correction_cannot_change(data):
    edit(data, "claimants.csv", "afp,AFP,AFP", "afp,Agence,AFP")
    name(data, "1.0.1")
    correct(data, "1.0.1,afp,substance,name,AFP,Agence")
    assert keep_version.main(["--data", str(data), "--keep"]) == 0
    # Another version may correct the same value on the same day.
    edit(data, "claimants.csv", "afp,Agence,AFP", "afp,Bureau,AFP")
    name(data, "1.0.2")
    correct(data, "1.0.2,afp,substance,name,Agence,Bureau")
    assert said(data) == []
    edit(data, "corrections.csv", "Misread.", "Never mind.")
    assert any("stays as it is" in line for line in said(data))


def test_new_version_is_stored_once(data, capsys):
    with (data / "claimants.csv").open("a", encoding="utf-8") as file:
        file.write("zz-office,Office,Oficina,the office,la oficina,press\n")
    name(data, "1.1.0")
    assert keep_version.main(["--data", str(data)]) == 1
    assert "--keep" in capsys.readouterr().out
    assert keep_version.main(["--data", str(data), "--keep"]) == 0
    assert list(list_versions(data / "versions")) == ["1.1.0", "1.0.0"]
    kept = (data / "versions" / "1.1.0.zip").read_bytes()
    assert keep_version.main(["--data", str(data), "--keep"]) == 0
    assert (data / "versions" / "1.1.0.zip").read_bytes() == kept


def test_versions_are_sorted_by_number(tmp_path):
    for version in ("1.9.0", "1.10.0", "2.0.0", "notes"):
        (tmp_path / f"{version}.zip").write_bytes(b"")
    assert list(list_versions(tmp_path)) == ["2.0.0", "1.10.0", "1.9.0"]
    with pytest.raises(ValueError, match="is not a version"):
        parse_version("1.0")


CLAIM = DATA.claims["cl-bridge-50"]


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        ({"value_low": 14, "value_high": 14}, True),
        ({"value_low": 50, "value_high": 50, "qualifier": "exact"}, False),
        ({"value_low": None, "value_high": 10, "qualifier": "up_to"}, True),
        ({"value_low": 40, "value_high": None, "qualifier": "more_than"}, False),
        ({"value_low": 14, "value_high": 14, "as_of": "2019-05-09"}, False),
        ({"value_low": 14, "value_high": 14, "population": "relatives"}, False),
        ({"value_low": 14, "value_high": 14, "measure": "arrivals"}, False),
    ],
)
def test_numbers_that_exclude_each_other_are_found(other: dict[str, object], apart: bool) -> None:
    assert exclude_each_other(CLAIM, CLAIM.model_copy(update=other)) == apart


def test_question_without_contradicting_claims_is_reported() -> None:
    first, *others = DATA.presentation.contrary
    topic = DATA.topics[DATA.claims[first.claims[0]].topic_id]

    def naming(*pairs):
        return replace(DATA, presentation=DATA.presentation.model_copy(update={"contrary": pairs}))

    assert list(keep_version.question_problems(DATA)) == []
    (gone,) = keep_version.question_problems(naming(*others))
    assert gone.startswith(f"topics.csv, {topic.id}: no two claims exclude")
    agreed = topic.model_copy(update={"status": "agree"})
    (idle,) = keep_version.question_problems(
        replace(DATA, topics=DATA.topics | {agreed.id: agreed})
    )
    assert "is said to agree" in idle
    apart = first.model_copy(update={"claims": (first.claims[0], "cl-bridge-14")})
    (wrong,) = keep_version.question_problems(naming(first, apart, *others))
    assert "answer no question together" in wrong
