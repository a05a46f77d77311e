"""Print a bill of materials, CycloneDX 1.6: ``python -m components.commands.sbom [FILE]``.

It lists every locked Python package with its hashes and licence, and the scripts, letters and
boundaries that the app carries. The same files give the same bytes, so it has no time in it.
"""

import argparse
import hashlib
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from components.commands.bundled_parts import PACKAGE_LICENCES, PARTS, PUBLIC_DOMAIN, Part

ROOT: Final = Path(__file__).parents[2]
LOCK: Final = ROOT / "requirements.lock"
PIN: Final = re.compile(r"^([\w.-]+)==([^\s;\\]+)")
HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
#: The identifiers of SPDX have no blanks; an expression of several has.
IDENTIFIER: Final = re.compile(r"[\w.+-]+")
NAMESPACE: Final = uuid.UUID("9d1c1c4a-6c0f-5b8e-9a55-3f1f0a0f7a10")

Json = dict[str, Any]


class UnknownLicenceError(Exception):
    """A package has no licence that could be read."""


@dataclass(frozen=True)
class LockedPackage:
    """A package of a lock file, with the SHA-256 of each of its files on the index."""

    name: str
    version: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        """Return the package URL: lower case, with hyphens."""
        return f"pkg:pypi/{self.name.lower().replace('_', '-')}@{self.version}"


def read_lock(text: str) -> list[LockedPackage]:
    """Parse a lock file of pip's form."""
    packages: list[LockedPackage] = []
    for entry in re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE):
        pin = PIN.match(entry)
        if pin:
            packages.append(LockedPackage(pin[1], pin[2], tuple(HASH.findall(entry))))
    return packages


def read_licence(package: LockedPackage) -> str:
    """Return the licence of an installed package as SPDX writes it.

    Raises
    ------
    UnknownLicenceError
        The package is not installed, or neither its metadata nor our list has its licence.
    """
    known = PACKAGE_LICENCES.get(package.name)
    if known:
        return known
    try:
        fields = metadata.metadata(package.name)
    except metadata.PackageNotFoundError as error:
        raise UnknownLicenceError(f"{package.name} is not installed") from error
    if "License-Expression" in fields:
        return fields["License-Expression"]
    # A free text, which many packages write as an identifier.
    if "License" in fields and IDENTIFIER.fullmatch(fields["License"]):
        return fields["License"]
    label = f"{package.name} {package.version}"
    raise UnknownLicenceError(f"{label} names no licence of SPDX's list")


def describe_licence(licence: str) -> list[Json]:
    """Return a licence as CycloneDX has it: an expression of SPDX, or a name."""
    if licence == PUBLIC_DOMAIN:
        return [{"license": {"name": licence}}]
    return [{"expression": licence}]


def describe_package(package: LockedPackage) -> Json:
    """Return a package as a component with its licence and the hashes of its files."""
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "licenses": describe_licence(read_licence(package)),
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{package.name}/{package.version}/",
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.hashes],
            }
        ],
    }


def describe_file(path: str) -> Json:
    """Return a file of the project with the SHA-256 of its bytes."""
    digest = hashlib.sha256((ROOT / path).read_bytes()).hexdigest()
    return {
        "type": "file",
        "name": path,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def describe_part(part: Part) -> Json:
    """Return a work of somebody else's that is in the project as a component with its files."""
    component: Json = {
        "type": part.kind,
        "bom-ref": f"part:{part.name}",
        "name": part.name,
        "supplier": {"name": part.author},
        "licenses": describe_licence(part.licence),
        "externalReferences": [{"type": "website", "url": part.address}],
        "properties": [{"name": "licence file", "value": part.licence_file}],
        "components": [describe_file(path) for path in part.files],
    }
    if part.version:
        component["version"] = part.version
    if part.purl:
        component["purl"] = part.purl
    return component


def describe_app() -> Json:
    """Return the app as the component that the bill of materials is about."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        "type": "application",
        "bom-ref": project["name"],
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        # The code, and the data set.
        "licenses": [{"expression": "MIT AND CC-BY-4.0"}],
    }


def list_components() -> Iterator[Json]:
    """Yield every locked package, then every part of the project that is somebody else's."""
    for package in read_lock(LOCK.read_text(encoding="utf-8")):
        yield describe_package(package)
    for part in PARTS:
        yield describe_part(part)


def write_bom() -> str:
    """Return the bill of materials as JSON."""
    app = describe_app()
    components = list(list_components())
    contents = json.dumps([app, components], sort_keys=True)
    bom = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, contents)}",
        "version": 1,
        "metadata": {"component": app},
        "components": components,
        "dependencies": [
            {"ref": app["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}
        ],
    }
    return json.dumps(bom, indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or print the bill of materials; return 1 if a licence is not known."""
    parser = argparse.ArgumentParser(description="Write the bill of materials (CycloneDX 1.6).")
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        help="the file; without it, print",
    )
    options = parser.parse_args(arguments)
    try:
        text = write_bom()
    except UnknownLicenceError as error:
        sys.stderr.write(f"No bill of materials: {error}.\n")
        return 1
    if options.file:
        options.file.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
