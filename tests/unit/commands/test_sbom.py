"""The bill of materials: valid, complete, and with a licence for each of its parts."""

import json
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from components.commands import sbom
from components.commands.bundled_parts import PARTS, Part
from components.commands.sbom import LockedPackage, UnknownLicenceError
from tests.support.programs import bom_schema
from tests.support.server import ROOT

#: What somebody else made and the app carries is one of these.
FOREIGN = (
    "components/server/vendor/*.js",
    "components/**/*.woff2",
    "components/story/*.geojson",
    "data/geo/*.geojson",
)
LOCK = """a-b==1.0 \\
    --hash=sha256:{first} \\
    --hash=sha256:{second}
    # via c
c==2.1 ; python_full_version < '3.12' \\
    --hash=sha256:{first}
""".format(first="1" * 64, second="2" * 64)


@pytest.fixture(scope="module")
def components() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(sbom.write_bom())["components"]
    return listed


def test_bom_is_valid_cyclonedx() -> None:
    bom_schema.skip_if_missing()
    assert bom_schema.list_bom_errors(sbom.write_bom()) == []


def test_validation_names_what_is_no_cyclonedx() -> None:
    bom_schema.skip_if_missing()
    bom = json.loads(sbom.write_bom())
    bom["components"][0]["type"] = "font"
    (error,) = bom_schema.list_bom_errors(json.dumps(bom))
    assert error.startswith("$.components[0].type: 'font'")


def test_bom_lists_every_locked_package(components: list[dict[str, Any]]) -> None:
    locked = sbom.read_lock(sbom.LOCK.read_text(encoding="utf-8"))
    listed = {(each["name"], each.get("version")) for each in components}
    assert locked
    assert {(each.name, each.version) for each in locked} - listed == set()


def test_lock_is_read_with_versions_and_hashes() -> None:
    assert sbom.read_lock(LOCK) == [
        LockedPackage("a-b", "1.0", ("1" * 64, "2" * 64)),
        LockedPackage("c", "2.1", ("1" * 64,)),
    ]


def test_every_component_has_a_licence(components: list[dict[str, Any]]) -> None:
    assert [each["name"] for each in components if not each["licenses"]] == []


def test_every_package_has_hashes(components: list[dict[str, Any]]) -> None:
    packages = [each for each in components if each.get("purl", "").startswith("pkg:pypi/")]
    without = [each["name"] for each in packages if not each["externalReferences"][0]["hashes"]]
    assert packages
    assert without == []


@pytest.mark.parametrize("pattern", FOREIGN)
def test_every_foreign_file_is_in_the_bom(pattern: str) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)}
    assert files
    assert files - {path for part in PARTS for path in part.files} == set()


@pytest.mark.parametrize("part", PARTS, ids=[part.name for part in PARTS])
def test_licence_file_of_each_part_exists(part: Part) -> None:
    assert (ROOT / part.licence_file).is_file()


@pytest.mark.parametrize("name", ["MIT License", ""], ids=["a name", "nothing"])
def test_licence_outside_the_list_of_spdx_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(metadata, "metadata", lambda _: {"License": name})
    with pytest.raises(UnknownLicenceError, match="package 1 names no licence"):
        sbom.read_licence(LockedPackage("package", "1", ()))


def test_package_that_is_not_installed_ends_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("no-such-package==1.0\n", encoding="utf-8")
    monkeypatch.setattr(sbom, "LOCK", lock)
    assert sbom.main([]) == 1
    assert "no-such-package is not installed" in capsys.readouterr().err


def test_same_files_give_the_same_bytes() -> None:
    assert sbom.write_bom() == sbom.write_bom()
