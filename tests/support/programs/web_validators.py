"""Validators of HTML (Nu), schema.org, sitemaps and citation files."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import yaml
from jsonschema import Draft7Validator
from lxml import etree

from tests.support import cases
from tests.support.programs import npm_install

PACKAGES = ("vnu-jar@26.9.27", "schema-dts@2.1.0", "typescript@5.9.3", "sitemap@9.0.1")
FOLDER = Path(sys.prefix) / "web-validators"
MODULES = FOLDER / "node_modules"
NU = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
SITEMAP = MODULES / "sitemap" / "schema" / "sitemap.xsd"
#: The package with the schema of citation files; its program asks for old libraries.
CITATION_PACKAGE = "cffconvert==2.0.0"
CITATION = FOLDER / "citation" / "cffconvert" / "schemas" / "1.2.0" / "schema.json"
#: What a site map borrows from XHTML; the schema of site maps asks for a schema of it.
LINK = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://www.w3.org/1999/xhtml">
  <xs:element name="link"><xs:complexType>
    <xs:attribute name="rel" use="required" fixed="alternate"/>
    <xs:attribute name="hreflang" use="required" type="xs:NMTOKEN"/>
    <xs:attribute name="href" use="required" type="xs:anyURI"/>
  </xs:complexType></xs:element>
</xs:schema>"""
BOTH = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="{sitemap}"/>
  <xs:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="{link}"/>
</xs:schema>"""
#: A table that is laid out as lines on a phone keeps its meaning by its roles: deliberate.
ROLES = "attribute must not be used on a “"


def install() -> bool:
    """Install what is missing; say whether all is there."""
    if not NU.exists():
        npm_install(FOLDER, *PACKAGES)
    if not CITATION.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", CITATION_PACKAGE]
        subprocess.run([*pip, "--target", str(FOLDER / "citation")], check=False)
    return found()


def found() -> bool:
    tools = all(shutil.which(tool) for tool in ("java", "node"))
    files = (NU, SITEMAP, MODULES / "schema-dts", CITATION)
    return tools and all(file.exists() for file in files)


def skip_if_missing() -> None:
    """End a test that needs them where they are not."""
    cases.skip_unless(found(), "python -m tests.support.programs has not installed the validators")


#: What browsers know and the checker does not yet: container queries, fields as high as their text.
NEWER_CSS = ("“@container”", "“container-type”", "“field-sizing”")


def html_errors(files: Mapping[str, bytes], folder: Path) -> list[str]:
    """What the Nu checker finds wrong in HTML files by path, written into an empty folder.

    The HTML standard lets a link of the type ``expect`` block the first frame; the checker does not
    know that type yet.
    """
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    command = ["java", "-Xss8m", "-jar", str(NU), "--errors-only", "--format", "json"]
    done = subprocess.run(
        [*command, *(str(folder / path) for path in files)],
        capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    messages = json.loads(done.stderr)["messages"]
    return [
        f"{one['url'].rpartition('/site/')[2]}: {one['message']} {one.get('extract', '')!r}"
        for one in messages
        if not (ROLES in one["message"] and "has a “table” ancestor" in one["message"])
        and not ('rel="expect"' in one.get("extract", "") and "“blocking”" in one["message"])
        and not any(name in one["message"] for name in NEWER_CSS)
    ]


def schema_org_errors(graphs: Mapping[str, object], folder: Path) -> str:
    """What is no term or no value of schema.org in JSON-LD documents, as the compiler says it.

    Each document has a name; the folder is an empty one.
    """
    lines = ['import type { Graph } from "schema-dts"']
    for number, (name, graph) in enumerate(graphs.items()):
        lines.append(f"// {name}\nexport const graph{number}: Graph = {json.dumps(graph)}")
    (folder / "graphs.ts").write_text("\n".join(lines), encoding="utf-8")
    (folder / "node_modules").symlink_to(MODULES)
    options = ["--noEmit", "--skipLibCheck", "--strict", "--target", "es2022", "--module", "node16"]
    done = subprocess.run(
        ["node", str(MODULES / "typescript" / "bin" / "tsc"), *options, str(folder / "graphs.ts")],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    return done.stdout


def sitemap_errors(text: bytes, folder: Path) -> list[str]:
    """What a site map has that the schema of sitemaps.org, or that of its links, does not allow."""
    link, both = folder / "link.xsd", folder / "both.xsd"
    link.write_text(LINK, encoding="utf-8")
    both.write_text(BOTH.format(sitemap=SITEMAP.as_uri(), link=link.as_uri()), encoding="utf-8")
    schema = etree.XMLSchema(etree.parse(both))
    schema.validate(etree.fromstring(text))
    return [str(one) for one in schema.error_log]


def citation_errors(text: bytes) -> list[str]:
    # The schema asks for days as texts.
    cited = json.loads(json.dumps(yaml.safe_load(text), default=str))
    found = Draft7Validator(json.loads(CITATION.read_text("utf-8"))).iter_errors(cited)
    return [f"{one.json_path}: {one.message}" for one in found]
