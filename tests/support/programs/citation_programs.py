"""Two citation programs to compare references with: pandoc and citation-js."""

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypandoc

from tests.support.programs import npm_install

PACKAGE = "citation-js@0.7.22"
HERE = Path(__file__).parent
FOLDER = Path(sys.prefix) / "citation-js"
STYLES = {
    "apa": HERE / "csl" / "apa.csl",
    "chicago": HERE / "csl" / "chicago-notes-bibliography.csl",
}


def install() -> bool:
    """Install citation-js into the virtual environment, unless it is there; say whether it is."""
    if not citation_js_found() and shutil.which("node"):
        npm_install(FOLDER, PACKAGE)
    return citation_js_found()


def citation_js_found() -> bool:
    return bool(shutil.which("node")) and (FOLDER / "node_modules" / "citation-js").is_dir()


def _run(command: list[str], text: str) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


def pandoc(text: str, form: str, style: str, language: str) -> dict[str, str]:
    """Each entry of a bibliography by its id, as pandoc's citeproc writes it, with ``<i>``.

    ``form`` is csljson, bibtex, biblatex or ris, ``style`` one of ``STYLES``, ``language`` en-US or
    es-ES.
    """
    command = [pypandoc.get_pandoc_path(), "-f", form, "-t", "html", "--wrap=none", "--citeproc"]
    made = _run([*command, "--csl", str(STYLES[style]), "-M", f"lang={language}"], text)
    found = {}
    for key, entry in re.findall(r'<div id="ref-([^"]*)"[^>]*>\s*(.*?)\s*</div>', made, re.DOTALL):
        plain = re.sub(r"</?(?:span|div|a|p)[^>]*>", "", entry)
        plain = re.sub("<(/?)em>", r"<\1i>", plain)
        # A letter tells two entries of one author and year apart; ours stand alone.
        found[key] = re.sub(r"(\((?:ca?\. )?\d{4})[a-z](?=[,)])", r"\1", html.unescape(plain))
    return found


def citation_js(text: str, form: str, style: str = "") -> Any:
    """The entries as citation-js writes them by id, or without a style its CSL-JSON."""
    script = str(HERE / "citation_js.cjs")
    command = ["node", script, str(FOLDER), form, *([str(STYLES[style])] if style else [])]
    return json.loads(_run(command, text))
