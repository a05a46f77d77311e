"""Our references against those of pandoc and citation-js, made from the files we offer.

Both programs get the styles as the Citation Style Language publishes them. What is left to differ
is named here, source by source or rule by rule, and explained in docs/citations.md.
"""

import html
import re
from typing import Any

import pytest

from components.citing.bibliographies import to_bibtex, to_csl_json, to_ris
from components.citing.citations import format_source
from components.story.models import Source
from tests.support.cases import skip_unless
from tests.support.programs import citation_programs
from tests.support.programs.citation_programs import STYLES, citation_js, pandoc
from tests.unit.citing.test_references import FIXTURES, REAL

#: pandoc leaves a site's name standing behind an author of the same name, finds no form for an
#: interview and sets "s. f." with a space that does not break.
LEFT_OUT = {"page-range", "report", "report-inferred", "other-type"}
WRITERS = {"csljson": to_csl_json, "bibtex": to_bibtex, "biblatex": to_bibtex, "ris": to_ris}
LOCALES = {"en": "en-US", "es": "es-ES"}


def ours(source: Source, style: str, language: str) -> str:
    return html.unescape(format_source(source, style, language).html)


def unquoted(text: str) -> str:
    """A reference without quotation marks, of which RIS and BibTeX keep straight ones."""
    return re.sub("[\"'“”‘’«»]", "", text)


def in_spanish(text: str, style: str) -> str:
    """pandoc's entry with what Spanish asks for and neither style has: order of the date, words."""
    text = re.sub(r"(\d{4}), (\w+) (\d\d?)([,)–])", r"\1, \3 de \2\4", text)
    text = re.sub(r"(\d\d?) de (\w+)–(\d\d?)\)", r"\1–\3 de \2)", text)
    text = re.sub(r"(de \w+–)(\w+) (\d\d?)\)", r"\1\3 de \2)", text)
    text = re.sub(r"\[([^\[\]]*\d{4})\?\]", r"[¿\1?]", text).replace("[Broadcast]", "[Emisión]")
    text = re.sub(r"& (?=I)", "e ", text).replace("& ", "y ").replace(", via ", ", vía ")
    if style == "chicago":
        text = re.sub(r"^([^,“«]+, [^,“«]+, [^“«]+), y ", r"\1 y ", text)
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("style", STYLES)
def test_pandoc_formats_csl_json_alike(style: str, language: str) -> None:
    sources = [source for source in (*REAL, *FIXTURES) if source.id not in LEFT_OUT]
    theirs = pandoc(to_csl_json(sources), "csljson", style, LOCALES[language])
    assert {source.id: ours(source, style, language) for source in sources} == {
        key: in_spanish(text, style) if language == "es" else text for key, text in theirs.items()
    }


#: Neither format has a type for a broadcast.
UNSAYABLE = {(form, source.id) for form in WRITERS for source in REAL if source.type == "broadcast"}


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["bibtex", "biblatex", "ris"])
def test_pandoc_formats_bibtex_and_ris_alike(form: str, style: str) -> None:
    sources = [source for source in REAL if (form, source.id) not in UNSAYABLE]
    theirs = pandoc(WRITERS[form](sources, "en"), form, style, "en-US")
    differ = {
        source.id
        for source in sources
        if unquoted(ours(source, style, "en")) != unquoted(theirs[source.id])
    }
    # Capitals alone: pandoc takes "U.S." for the end of a sentence in BibTeX; and a page or a
    # signed article in RIS goes without its language, which citation-js would stumble over.
    capitals = {
        source.id for source in sources if unquoted(ours(source, style, "en")).casefold()
        == unquoted(theirs[source.id]).casefold()
    }  # fmt: skip
    assert differ <= capitals
    assert len(differ) <= (1 if form != "ris" else 6)
    if form == "ris":
        assert {source.language[:2] for source in sources if source.id in differ} <= {
            "es",
            "fr",
            "pt",
        }


@pytest.fixture(scope="module")
def found() -> None:
    message = f"NOTHING WAS COMPARED WITH CITATION-JS: {citation_programs.PACKAGE} is missing"
    skip_unless(citation_programs.citation_js_found(), message)


@pytest.mark.long
@pytest.mark.usefixtures("found")
@pytest.mark.parametrize("style", STYLES)
def test_citation_js_formats_csl_json_alike(style: str) -> None:
    """But for "than" and "via", which it writes small within a headline or not."""
    theirs = citation_js(to_csl_json(REAL), "csljson", style)
    assert {
        source.id: unquoted(format_source(source, style, "en").text).casefold() for source in REAL
    } == {key: unquoted(text).casefold() for key, text in theirs.items()}


def _first_day(item: dict[str, Any]) -> list[int]:
    issued = item["issued"]
    if "raw" in issued:
        return [int(part) for part in issued["raw"].split("/")[0].rstrip("~").split("-")]
    return list(issued["date-parts"][0])


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize("form", ["bibtex", "ris"])
def test_citation_js_reads_every_field(form: str) -> None:
    items = {item["id"]: item for item in citation_js(WRITERS[form](REAL, "en"), form)}
    for source in REAL:
        item, given = items[source.id], source.model_extra or {}
        names = [(author.get("family"), author.get("given")) for author in item.get("author", [])]
        assert names == [
            (author["family"], author["given"]) for author in given.get("author", [])
        ], source.id
        edtf = source.custom.issued_edtf.split("/")[0].rstrip("~?%")
        assert _first_day(item) == [int(part) for part in edtf.split("-")], source.id
        title = re.sub("</?span[^>]*>", "", item["title"])
        assert (unquoted(title), item.get("URL")) == (unquoted(source.title), source.URL)
        if (form, source.id) not in UNSAYABLE:
            assert item["container-title"] == given["container-title"]


def test_the_styles_keep_their_licence() -> None:
    folder = citation_programs.HERE / "csl"
    notice = (folder / "NOTICE").read_text(encoding="utf-8")
    for path in folder.glob("*.csl"):
        assert "creativecommons.org/licenses/by-sa/3.0/" in path.read_text(encoding="utf-8")
        assert path.name in notice
