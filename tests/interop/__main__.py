"""Open our files in other people's programs, and write docs/interop.md.

    python -m tests.interop [--folder FOLDER]

The files are those of a published site in English, and the whole site for checkers of sites.
Programs of PyPI are installed, with the versions of ``requirements.txt``, into an environment in a
temporary folder; those of the system are used where they are. It takes some minutes and needs the
network, so it is no part of the tests.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from components.commands import publish
from components.loading.served_story import public_story
from components.site.published import list_downloads
from components.site.site_options import SiteOptions
from tests.interop import commands, references
from tests.interop.findings import Finding
from tests.support.server import ROOT

HERE: Final = Path(__file__).parent
REPORT: Final = ROOT / "docs" / "interop.md"
BASE: Final = "https://example.org/story/"
#: The map files of tables, which begin with the names of tables as other files do.
MAP_FILES: Final = ("events.gpkg", "events.geojson", "places.gpkg", "places.geojson",
                    "regions.gpkg", "regions.geojson")  # fmt: skip
#: The sections of the report, and how the names of their files begin.
SECTIONS: Final = {
    "Tables": ("tables.xlsx", "events.csv", "claims.csv", "places.csv", "events.json",
               "events.parquet"),
    "Data Package": ("datapackage.json", "package.zip"),
    "Maps": MAP_FILES,
    "Bibliographies": ("bibliography",),
    "Papers and slides": ("handout", "answers", "slides"),
    "Pictures": ("figures", "map", "timeline"),
    "Published site": ("site",),
}  # fmt: skip
#: What the registries of Debian, PyPI and npm do not have, and what stands in.
NOT_TO_BE_HAD: Final = (
    "",
    "In none of the registries of Debian, PyPI and npm:",
    "",
    "- veraPDF: page-validation stands in. By the page of its package it passes the files that",
    "  veraPDF is tested with.",
    "- Parquet in R: Debian has neither arrow, nanoparquet nor duckdb for R, and its GDAL is built",
    "  without the driver; pyarrow and DuckDB stand in. In R take `events.csv`.",
    "",
    "QGIS draws a GeoPackage in a colour of its own choice: it has no styles, for the reason in",
    "[decisions.md](decisions.md#downloads).",
)


def write_files(folder: Path) -> None:
    """Write the files of a published site, those of the API and the lesson's, into one folder."""
    options = SiteOptions(base=BASE, languages=("en",), files=("api", "takeaway"))
    for path, make_file in list_downloads(public_story(), options).items():
        (folder / Path(path).name).write_bytes(make_file())


def write_site(folder: Path) -> None:
    """Write the whole site, in all its languages, into the folder ``site`` of a folder."""
    publish.main([str(folder / "site"), "--base", BASE])


def read_with_packages(folder: Path) -> list[Finding]:
    """Open the files with the packages of ``requirements.txt``, in an environment of their own."""
    environment = folder / "environment"
    uv = Path(sys.executable).with_name("uv")
    python = environment / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", environment], check=True)
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--python", python, "-r", HERE / "requirements.txt"],
        check=True,
    )
    done = subprocess.run(
        [python, HERE / "readers.py", folder], capture_output=True, text=True, check=True
    )
    return [Finding(*row) for row in json.loads(done.stdout)]


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _section_of(finding: Finding) -> str:
    for section, starts in SECTIONS.items():
        if finding.file.startswith(starts):
            return section
    return "Others"


def render_report(
    findings: Iterable[Finding],
    comparisons: Sequence[references.Comparison],
    missing: Sequence[str],
) -> str:
    """Return the page of the docs."""
    order = [*SECTIONS, "Others"]
    by_section = sorted(findings, key=lambda finding: order.index(_section_of(finding)))
    version = public_story().dataset.version
    lines = [
        "# Our files in other people's programs",
        "",
        "Made by `make interop`, which opens the downloads of a published site in each program and",
        f"counts what is missing. This is its last report, on version {version} of the data set.",
        "The last column has what users can do about a loss.",
    ]
    for section, rows in groupby(by_section, _section_of):
        lines += ["", f"## {section}", ""]
        lines.append("| file | program | opens | loses | way round it |")
        lines.append("| --- | --- | --- | --- | --- |")
        for finding in sorted(rows):
            program = f"{finding.program} {finding.version}".strip()
            cells = (finding.file, program, finding.opens, finding.loses, finding.remedy)
            lines.append("| " + " | ".join(map(_cell, cells)) + " |")
    lines += references.render_comparisons(comparisons)
    lines += ["", "## Not run"]
    if missing:
        lines += ["", f"Not on the machine of this report: {', '.join(missing)}."]
    lines += NOT_TO_BE_HAD
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the files are left; else nowhere")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(exist_ok=True)
        write_files(folder)
        write_site(folder)
        findings = [*commands.open_all(folder), *read_with_packages(folder)]
        comparisons = references.compare_references(folder, folder / "environment")
    report = render_report(findings, comparisons, commands.missing_programs())
    REPORT.write_text(report, "utf-8")
    print(f"{len(findings)} findings in {REPORT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
