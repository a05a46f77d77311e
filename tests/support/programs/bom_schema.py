"""The schema of CycloneDX, as the library of CycloneDX for Python carries it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from tests.support import cases

#: Its schema files alone are used: the library's own requirements are not installed.
PACKAGE: Final = "cyclonedx-python-lib==11.12.0"
FOLDER: Final = Path(sys.prefix) / "bom-schema"
SCHEMAS: Final = FOLDER / "cyclonedx" / "schema" / "_res"
MAIN: Final = SCHEMAS / "bom-1.6.SNAPSHOT.schema.json"
#: What the schema of a bill of materials refers to.
OTHERS: Final = ("spdx.SNAPSHOT", "jsf-0.82.SNAPSHOT", "cryptography-defs.SNAPSHOT")


def is_installed() -> bool:
    return MAIN.exists()


def install() -> bool:
    """Install the schema where it is missing; return whether it is there."""
    if not is_installed():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", PACKAGE]
        subprocess.run([*pip, "--target", str(FOLDER)], check=False)
    return is_installed()


def skip_if_missing() -> None:
    """End a test that needs the schema where it is missing."""
    cases.skip_unless(
        is_installed(), "python -m tests.support.programs has not installed the schema"
    )


def _read(path: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


def list_bom_errors(text: str) -> list[str]:
    """Return each violation of CycloneDX 1.6 in a bill of materials."""
    schema = _read(MAIN)
    contents = [_read(SCHEMAS / f"{name}.schema.json") for name in OTHERS]
    registry: Registry[Any] = Registry().with_resources(
        (content["$id"], Resource.from_contents(content, DRAFT7)) for content in contents
    )
    errors = Draft7Validator(schema, registry=registry).iter_errors(json.loads(text))
    return [f"{error.json_path}: {error.message}" for error in errors]
