"""Open our files with programs of the system: pandoc, LibreOffice, GDAL, QGIS, R and others."""

import csv
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pypandoc
from openpyxl import load_workbook

from tests.interop.findings import Finding
from tests.support.programs import citation_programs, npm_install, web_validators

#: Seconds that a program may take.
TIME_LIMIT = 300
#: The program that makes pictures smaller.
SVGO_PACKAGE = "svgo@4.1.0"
Row = tuple[str, str, str, str]


class Program(NamedTuple):
    """A program: its name, how its version is asked for, and what opens our files with it."""

    name: str
    command: str
    version_arguments: Sequence[str | Path]
    open_files: Callable[[str, Path], Iterator[Row]]


def run(command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program; its output is text."""
    return subprocess.run(
        command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False, **options
    )


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def say_lost(problems: Sequence[str]) -> str:
    return "; ".join(problems) or "nothing"


def first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "")


# Bibliographies -----------------------------------------------------------------------------------


def csl_items(folder: Path) -> dict[str, dict[str, Any]]:
    items = json.loads((folder / "bibliography.json").read_text("utf-8"))
    return {item["id"]: item for item in items}


def compare_items(found: dict[str, dict[str, Any]], folder: Path) -> str:
    """What another program's CSL-JSON of our file has lost, field by field."""
    expected = csl_items(folder)
    lost: dict[str, int] = {}
    for key, item in expected.items():
        other = found.get(key)
        if other is None:
            lost["the entry"] = lost.get("the entry", 0) + 1
            continue
        for name, said in (("type", "type"), ("title", "title"), ("author", "authors"),
                           ("container-title", "publication"), ("URL", "address")):  # fmt: skip
            if item.get(name) and not other.get(name):
                lost[said] = lost.get(said, 0) + 1
            elif name == "type" and item["type"] != other.get("type"):
                lost["kind"] = lost.get("kind", 0) + 1
        if date_of(item) and date_of(item) != date_of(other):
            said = "day" if date_of(item)[:1] == date_of(other)[:1] else "date"
            lost[said] = lost.get(said, 0) + 1
    return say_lost([f"{name} of {count}" for name, count in lost.items()])


def date_of(item: dict[str, Any]) -> list[int]:
    """The first day of a CSL item as numbers."""
    issued = item.get("issued") or {}
    if isinstance(issued, str):
        issued = {"raw": issued}
    if isinstance(issued, list):
        (issued, *_) = issued
        issued = {"date-parts": [[issued[part] for part in ("year", "month", "day")
                                  if part in issued]]}  # fmt: skip
    text = str(issued.get("raw") or issued.get("literal") or "")
    if text:
        return [int(number) for number in re.findall(r"\d+", text)[:3]]
    parts = issued.get("date-parts") or [[]]
    return [int(part) for part in parts[0]]


#: What each format cannot say, and where it can be had.
BETTER = {
    "bibtex": "CSL-JSON",
    "biblatex": "CSL-JSON",
    "ris": "CSL-JSON; the note has the exact date in words",
    "csljson": "",
}
FILES = {
    "csljson": "bibliography.json",
    "biblatex": "bibliography.bib",
    "bibtex": "bibliography.bib",
    "ris": "bibliography.ris",
}


def open_with_pandoc(command: str, folder: Path) -> Iterator[Row]:
    for form in ("csljson", "biblatex", "ris"):
        done = run([command, "-f", form, "-t", "csljson", folder / FILES[form]])
        if done.returncode:
            yield FILES[form], f"no: {first_line(done.stderr)}", "everything", ""
            continue
        items = {item["id"]: item for item in json.loads(done.stdout)}
        yield f"{FILES[form]} ({form})", "yes", compare_items(items, folder), BETTER[form]


def open_with_citation_js(_: str, folder: Path) -> Iterator[Row]:
    for form in ("csljson", "bibtex", "ris"):
        text = (folder / FILES[form]).read_text("utf-8")
        items = {item["id"]: item for item in citation_programs.citation_js(text, form)}
        yield FILES[form], "yes", compare_items(items, folder), BETTER[form]


def open_with_bibutils(_: str, folder: Path) -> Iterator[Row]:
    for program, name in (("bib2xml", "bibliography.bib"), ("ris2xml", "bibliography.ris")):
        if not shutil.which(program):
            continue
        done = run([program, folder / name])
        entries = done.stdout.split("<mods ")[1:]
        problems = []
        if len(entries) != len(csl_items(folder)):
            problems.append(f"{len(entries)} of {len(csl_items(folder))} entries")
        odd = [entry for entry in entries if re.search(r"<dateIssued>[^<]*[~{}\\]", entry)]
        if odd:
            problems.append(f"the date of {len(odd)}")
        undated = [
            entry for entry in entries if "<dateIssued" not in entry and "<date>" not in entry
        ]
        if undated:
            problems.append(f"any date of {len(undated)}")
        warned = done.stderr.count("has unused tags")
        opens = f"yes, and notes tags that it does not use in {warned}" if warned else "yes"
        yield name, opens, say_lost(problems), "CSL-JSON"


# Tables -------------------------------------------------------------------------------------------


def changed_cells(before: Path, after: Path) -> str:
    """Which cells of a workbook another program has changed when it saved it."""
    if not after.exists():
        return "everything: it was not opened"
    books = [load_workbook(path) for path in (before, after)]
    changed: dict[str, int] = {}
    for sheet in books[0]:
        other = books[1][sheet.title]
        for row in sheet.iter_rows():
            for cell in row:
                was, now = cell.value, other[cell.coordinate].value
                if was != now and str(was) != str(now):
                    changed[sheet.title] = changed.get(sheet.title, 0) + 1
    return say_lost([f"{count} cells of {title}" for title, count in changed.items()])


def plain_number(text: str) -> str:
    """A number without zeros at its end, which are the same value."""
    return text.rstrip("0") if re.fullmatch(r"-?\d+\.\d+", text) else text


def changed_texts(before: Path, after: Path) -> str:
    """Which columns of a table another program has changed when it saved it."""
    if not after.exists():
        return "everything: it was not opened"
    rows, other_rows = read_rows(before), read_rows(after)
    if len(rows) != len(other_rows):
        return f"{len(other_rows)} of {len(rows)} rows"
    changed: dict[str, int] = {}
    for row, other in zip(rows, other_rows, strict=True):
        for name, value in row.items():
            if plain_number(value) != plain_number(other.get(name) or ""):
                changed[name] = changed.get(name, 0) + 1
    return say_lost([f"{name} of {count} rows" for name, count in changed.items()])


def open_with_calc(command: str, folder: Path) -> Iterator[Row]:
    for language in ("en-US", "es-CO"):
        out = folder / f"office-{language}"
        profile = f"-env:UserInstallation=file://{out}/profile"
        out.mkdir(exist_ok=True)
        options = [command, profile, "--headless", "--norestore"]
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(out),
                       "LANG": language.replace("-", "_") + ".UTF-8"}  # fmt: skip
        locale_item = (
            '<?xml version="1.0" encoding="UTF-8"?><oor:items '
            'xmlns:oor="http://openoffice.org/2001/registry">'
            '<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" '
            f'oor:op="fuse"><value>{language}</value></prop></item></oor:items>'
        )
        settings = out / "profile" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(locale_item, "utf-8")
        run([*options, "--convert-to", "xlsx", "--outdir", out, folder / "tables.xlsx"],
            env=environment)  # fmt: skip
        yield (
            f"tables.xlsx, saved again ({language})",
            "yes",
            changed_cells(folder / "tables.xlsx", out / "tables.xlsx"),
            "",
        )
        # 76 is UTF-8; the sheet is written as it is shown.
        run([*options, "--infilter=CSV:44,34,76,1", "--convert-to",
             "csv:Text - txt - csv (StarCalc):44,34,76,1", "--outdir", out,
             folder / "places.csv"], env=environment)  # fmt: skip
        yield (
            f"places.csv, saved again ({language})",
            "yes",
            changed_texts(folder / "places.csv", out / "places.csv"),
            "import it with the language “English (USA)”, or take tables.xlsx",
        )


def open_with_impress(command: str, folder: Path) -> Iterator[Row]:
    out = folder / "office-slides"
    profile = f"-env:UserInstallation=file://{out}/profile"
    run([command, profile, "--headless", "--norestore", "--convert-to", "pdf", "--outdir", out,
         folder / "slides.pptx"])  # fmt: skip
    if (out / "slides.pdf").exists():
        yield "slides.pptx", "yes", "nothing", ""
    else:
        yield "slides.pptx", "no", "everything", ""


def open_with_gnumeric(command: str, folder: Path) -> Iterator[Row]:
    saved = folder / "gnumeric.xlsx"
    done = run([command, folder / "tables.xlsx", saved])
    if not saved.exists():
        yield "tables.xlsx", f"no: {first_line(done.stderr)}", "everything", ""
        return
    yield "tables.xlsx, saved again", "yes", changed_cells(folder / "tables.xlsx", saved), ""


# Maps, papers -------------------------------------------------------------------------------------


def open_with_gdal(command: str, folder: Path) -> Iterator[Row]:
    events = len(read_rows(folder / "events.csv"))
    for name in ("events.gpkg", "events.geojson", "regions.gpkg"):
        done = run([command, "-so", "-al", folder / name])
        said = [line for line in (done.stdout + done.stderr).splitlines() if "arning" in line]
        opens = f"with a warning: {said[0]}" if said else "yes"
        (count,) = re.findall(r"Feature Count: (\d+)", done.stdout) or ["0"]
        problems = []
        if name.startswith("events") and int(count) != events:
            problems.append(f"{count} of {events} events")
        yield name, opens, say_lost(problems), ""


#: The Python of the system, for which Debian has QGIS's library.
SYSTEM_PYTHON = "/usr/bin/python3"
QGIS_VERSION_SCRIPT = "from qgis.core import Qgis; print(Qgis.QGIS_VERSION)"
MAP_TABLES = ("events", "places", "regions")


def layer_losses(layer: dict[str, Any], table: str, folder: Path) -> list[str]:
    """Return what a layer in QGIS has lost of the rows and columns of its table."""
    rows = read_rows(folder / f"{table}.csv")
    problems = []
    if not layer["valid"]:
        problems.append("the layer")
    if layer["layers"] != [table]:
        problems.append(f"the name of its layer: {', '.join(layer['layers'])}")
    if layer["count"] != len(rows):
        problems.append(f"{layer['count']} of {len(rows)} rows")
    placed = len(rows)
    if "lat" in rows[0]:
        placed = sum(bool(row["lat"]) for row in rows)
    if layer["placed"] != placed:
        problems.append(f"{layer['placed']} of {placed} places on the map")
    if layer["crs"] != "EPSG:4326":
        problems.append(f"its projection: {layer['crs']}")
    missing = rows[0].keys() - layer["fields"].keys()
    if missing:
        problems.append(f"the columns {', '.join(sorted(missing))}")
    for name, kind in layer["fields"].items():
        expected_kind = {"date": "String", "first_day": "Date", "last_day": "Date"}.get(name, kind)
        if kind != expected_kind:
            problems.append(f"{name} is {kind}")
    return problems


def open_with_qgis(command: str, folder: Path) -> Iterator[Row]:
    """Open the map files; QGIS draws each layer in a colour of chance, as we send no styles."""
    paths = [folder / f"{table}.{form}" for table in MAP_TABLES for form in ("gpkg", "geojson")]
    script = Path(__file__).with_name("qgis_layers.py")
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "QT_QPA_PLATFORM": "offscreen"}
    done = run([command, script, *paths], env=environment)
    if done.returncode:
        yield "events.gpkg", f"no: {first_line(done.stderr)}", "everything", "events.geojson"
        return
    for path, layer in json.loads(done.stdout)["files"].items():
        opens = f"with a warning: {layer['warned'][0]}" if layer["warned"] else "yes"
        losses = layer_losses(layer, Path(path).stem, folder)
        yield Path(path).name, opens, say_lost(losses), ""


def has_qgis() -> bool:
    """Whether the Python of the system finds QGIS's library."""
    if not Path(SYSTEM_PYTHON).exists():
        return False
    return run([SYSTEM_PYTHON, "-c", "import qgis.core"]).returncode == 0


#: What SVGO removes by default although something refers to it, or programs read it aloud.
SVGO_SETTINGS = """{plugins: [{name: "preset-default", params: {overrides:
{removeUnknownsAndDefaults: false, cleanupIds: false, removeMetadata: false}}}]}"""
SVGO_SCRIPT = """
import { readFileSync } from "node:fs"
import { optimize } from "svgo"
const svg = readFileSync(process.argv[2], "utf8")
console.log(JSON.stringify([optimize(svg).data, optimize(svg, SETTINGS).data]))
"""
#: What readers and their programs need of a picture, by how it begins in its text.
SVG_PARTS = {"roles": " role=", "titles": "<title", "names": " aria-label=", "texts": "<desc"}


def open_with_svgo(command: str, folder: Path) -> Iterator[Row]:
    """Make a picture smaller, by default and with the settings of docs/embed.md."""
    work = folder / "svgo"
    npm_install(work, SVGO_PACKAGE)
    script = work / "look.mjs"
    script.write_text(SVGO_SCRIPT.replace("SETTINGS", SVGO_SETTINGS), "utf-8")
    for path in sorted((folder / "site" / "pictures").glob("*.svg")):
        before = path.read_text("utf-8")
        done = run([command, script, path], cwd=work)
        if done.returncode:
            yield path.name, f"no: {first_line(done.stderr)}", "everything", ""
            continue
        for after, name in zip(json.loads(done.stdout), ("", ", set as in embed.md"), strict=True):
            lost = [
                f"{part} of {before.count(begin) - after.count(begin)}"
                for part, begin in SVG_PARTS.items()
                if after.count(begin) < before.count(begin)
            ]
            smaller = f"yes, {1 - len(after) / len(before):.0%} smaller"
            yield f"{path.name}{name}", smaller, say_lost(lost), "the settings in embed.md"


def open_with_qpdf(command: str, folder: Path) -> Iterator[Row]:
    for path in sorted(folder.glob("*.pdf")):
        done = run([command, "--check", path])
        opens = "yes" if not done.returncode else f"no: {first_line(done.stderr)}"
        yield path.name, opens, "nothing" if not done.returncode else "see there", ""


R_SCRIPT = """
folder <- commandArgs(TRUE)[1]
say <- function(file, lost) cat(file, lost, sep = "\\t", fill = TRUE)
if (requireNamespace("readxl", quietly = TRUE)) {
  sheet <- readxl::read_excel(file.path(folder, "tables.xlsx"), "events")
  lost <- c()
  if (!is.character(sheet$date)) lost <- c(lost, "date is no text")
  if (!inherits(sheet$first_day, "POSIXct")) lost <- c(lost, "first_day is no date")
  say(paste0("tables.xlsx (readxl ", packageVersion("readxl"), ")"),
      if (length(lost)) paste(lost, collapse = "; ") else "nothing")
}
if (requireNamespace("sf", quietly = TRUE)) {
  warned <- ""
  layer <- withCallingHandlers(
    sf::st_read(file.path(folder, "events.gpkg"), quiet = TRUE),
    warning = function(w) { warned <<- conditionMessage(w); invokeRestart("muffleWarning") })
  say(paste0("events.gpkg (sf ", packageVersion("sf"), ")"),
      if (nzchar(warned)) paste("warning:", warned) else "nothing")
}
table <- read.csv(file.path(folder, "events.csv"), fileEncoding = "UTF-8-BOM")
say("events.csv (read.csv)",
    if (is.character(table$date) && is.character(table$first_day)) "days are texts" else "nothing")
"""


def open_with_r(command: str, folder: Path) -> Iterator[Row]:
    script = folder / "open.R"
    script.write_text(R_SCRIPT, "utf-8")
    done = run([command, script, folder])
    for line in done.stdout.splitlines():
        file, _, lost = line.strip().partition("\t")
        remedy = "`as.Date`, or Parquet" if "texts" in lost else ""
        yield file, "yes", lost.strip(), remedy
    if done.returncode:
        yield "", f"no: {first_line(done.stderr)}", "everything", ""


def open_with_unzip(command: str, folder: Path) -> Iterator[Row]:
    done = run([command, "-tq", folder / "package.zip"])
    with zipfile.ZipFile(folder / "package.zip") as archive:
        count = len(archive.namelist())
    yield "package.zip", f"yes, {count} files" if not done.returncode else "no", "nothing", ""


def open_with_nu(_: str, folder: Path) -> Iterator[Row]:
    """Check the pages of the site; roles that a table needs on a phone are meant, so not said."""
    site = folder / "site"
    paths = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    pages = {path: (site / path).read_bytes() for path in paths}
    errors = web_validators.html_errors(pages, folder / "nu" / "site")
    opens = "yes" if not errors else f"with {len(errors)} errors: {errors[0]}"
    yield f"site, {len(pages)} pages", opens, "nothing", ""


PROGRAMS = (
    Program("pandoc", pypandoc.get_pandoc_path(), ["--version"], open_with_pandoc),
    Program("citation-js", "node", [], open_with_citation_js),
    Program("bibutils", "bib2xml", ["-v"], open_with_bibutils),
    Program("LibreOffice Calc", "localc", ["--version"], open_with_calc),
    Program("LibreOffice Impress", "loimpress", ["--version"], open_with_impress),
    Program("Gnumeric", "ssconvert", ["--version"], open_with_gnumeric),
    Program("GDAL", "ogrinfo", ["--version"], open_with_gdal),
    Program("QGIS", SYSTEM_PYTHON, ["-c", QGIS_VERSION_SCRIPT], open_with_qgis),
    Program("SVGO", "node", [], open_with_svgo),
    Program("qpdf", "qpdf", ["--version"], open_with_qpdf),
    Program("R", "Rscript", ["--version"], open_with_r),
    Program("Info-ZIP", "unzip", ["-v"], open_with_unzip),
    Program("Nu Html Checker", "java", ["-jar", web_validators.NU, "--version"], open_with_nu),
)


def program_version(program: Program) -> str:
    """The version that a program says it has."""
    if program.name == "citation-js":
        return citation_programs.PACKAGE.partition("@")[2]
    if program.name == "SVGO":
        return SVGO_PACKAGE.partition("@")[2]
    done = run([program.command, *program.version_arguments])
    version_match = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
    return version_match.group() if version_match else ""


def is_here(program: Program) -> bool:
    """Whether a program can be run on this machine."""
    if program.name == "citation-js":
        return citation_programs.citation_js_found()
    if program.name == "SVGO":
        return shutil.which("npm") is not None
    if program.name == "QGIS":
        return has_qgis()
    if program.name == "Nu Html Checker" and not web_validators.NU.exists():
        return False
    return shutil.which(program.command) is not None


def open_all(folder: Path) -> Iterator[Finding]:
    """Open the files with every program that is here."""
    for program in PROGRAMS:
        if not is_here(program):
            continue
        print(program.name, file=sys.stderr, flush=True)
        version = program_version(program)
        for file, opens, loses, remedy in program.open_files(program.command, folder):
            needed = "" if loses == "nothing" else remedy
            yield Finding(file, program.name, version, opens, loses, needed)


def missing_programs() -> list[str]:
    """The programs that cannot be run on this machine."""
    return [program.name for program in PROGRAMS if not is_here(program)]
