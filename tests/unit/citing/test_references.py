"""Citations in three styles and two languages, and bibliographies, against those checked by eye.

``golden/citations.json`` holds one entry for every type, style and language of the fixture sources,
and of their dates, names and numbers that vary. After a wanted change: ``UPDATE_GOLDEN=1 pytest
tests/unit/citing``, then read the difference as a librarian would (see docs/citations.md).
"""

import html
import json
import os
import re
import unicodedata
from itertools import product
from pathlib import Path
from typing import Any, get_args

import bibtexparser
import pytest
import rispy

from components.caches import clear_story_caches
from components.citing.bibliographies import to_bibtex, to_csl_json, to_ris
from components.citing.citation_terms import STYLES, Style
from components.citing.citation_text import clean_text
from components.citing.citations import format_pinpoint, format_source
from components.i18n import i18n_for
from components.i18n.messages import Language
from components.story.models import Source
from tests.support.data import DATA

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES: tuple[Language, ...] = get_args(Language)
COMBINATIONS = tuple(product(STYLES, LANGUAGES))
FIXTURES, VARIED = (
    tuple(map(Source.model_validate, json.loads((GOLDEN / name).read_text(encoding="utf-8"))))
    for name in ("sources.json", "varied_sources.json")
)
BY_ID = {source.id: source for source in FIXTURES}
REAL = tuple(DATA.sources.values())

HOSTILE = (
    "<script>alert(1)</script> [link](javascript:alert(1))",
    '<img src=x onerror="alert(1)">',
    '</i><b>bold</b> & \'quoted\' "twice" and # "concat"',
    '<span class="nocase">kept</span> <i>kept</i>',
    "**bold** _under_ [link](javascript:alert(1)) `code` $x^2$ ~~gone~~ | cell",
    "# heading\n\n- item\r\n1. item\ttab\x0bvertical\u2028separator",
    "right\u202eto\u202cleft\u2066x\u2069 zero\u200bwidth\x00null\x1bescape",
    "\ue010fake\ue011 \ue014marks\ue015 \ue016",
    "May 2, 2019”. “And [2019?], Available from: 2 mayo 2019",
    "?!... ”.",
    "\\textbf{x} } { %s {0} \\1 \\g<0> {braces} and \\backslash",
    "TY  - JOUR\nTI  - Fake\nER  - \n\nTY  - BOOK",
    "ER  - ",
    "x " * 5000,
    "\u202e",
    ".",
    "100 % of A & B cost $5 #1 under_score ~tilde ^caret",
    "one } too many",
    "one { too few",
    "}}, author = {Nobody}, x = {{",
    "@article{fake, title={Fake}}",
    "“Añoranza” – Táchira, Ñuñoa, coöperate, 日本",
    "Smith and Sons, Ltd.",
)


def changed(source: Source, **fields: Any) -> Source:
    return Source.model_validate(source.to_csl() | fields)


def readable(style: Style, language: Language, source: Source) -> str:
    return html.unescape(format_source(source, style, language).html)


def as_golden(name: str, now: str) -> None:
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(now, encoding="utf-8", newline="")
    assert now == path.read_bytes().decode()


def test_references_equal_the_checked_ones() -> None:
    entries = {
        source.id: {
            f"{style} {language}": readable(style, language, source)
            for style, language in COMBINATIONS
        }
        | {f"pinpoint {lang}": format_pinpoint(source, 3, lang) for lang in LANGUAGES}
        for source in FIXTURES + VARIED
    }
    as_golden("citations.json", json.dumps(entries, ensure_ascii=False, indent=2) + "\n")


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_hostile_values_are_escaped_in_references(
    style: Style, language: Language, hostile: str
) -> None:
    plain = changed(BY_ID["vice"], title=hostile, author=[{"literal": hostile}])
    dressed = changed(
        BY_ID["caracas"],
        title="T",
        author=[{"family": hostile, "given": hostile}],
        URL=f"javascript:{hostile}",
        **{"container-title": hostile},
    )
    unsigned = changed(BY_ID["fighter-jets"], title=hostile, URL=None)
    for source in (plain, dressed, unsigned):
        entry = format_source(source, style, language)
        assert set(re.findall("<[^>]*>?", entry.html)) <= {"<i>", "</i>"}
        assert entry.html.count("<i>") == entry.html.count("</i>")
        assert not re.search(r"[\\`*_\[\]~$|]", entry.html), "nothing for Markdown to read"
        assert html.unescape(re.sub("</?i>", "", entry.html)) == entry.text
        kinds = {unicodedata.category(character) for character in entry.text}
        assert not kinds & {"Cc", "Cf", "Co", "Zl", "Zp"}
    assert "\n" not in format_pinpoint(changed(plain, title=hostile), 1, language)


def test_references_are_cached_by_all_fields_and_cleared_with_their_story() -> None:
    for paper in ("Morning", "Evening"):
        source = changed(BY_ID["caracas"], **{"container-title": paper})
        assert paper in format_source(source, "apa", "en").text
        renamed = changed(source, custom={**source.to_csl()["custom"], "short": paper})
        where = format_pinpoint(renamed, 1, "en")
        assert where.startswith(f"{paper}, ")
    clear_story_caches()
    for kept in (format_source, format_pinpoint):
        assert kept.cache_info().currsize == 0


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_reference_of_every_source_is_well_formed(style: Style, language: Language) -> None:
    for source in REAL:
        text = format_source(source, style, language).text
        assert source.URL is None or source.URL in text
        assert not re.search(r",,|\.\.|[;:]{2}|,\.|\s[.,;]|  |\(\)|\[\]|[?!]\.(\s|$)", text), text
        where = format_pinpoint(source, 1, language)
        assert where.count(", ") >= 2
        if language == "es":
            assert ", via " not in f"{text} {where} {i18n_for('es').source_label(source)}"


_UNTEX = {
    r"\textbackslash{}": "\\",
    r"\textbraceleft{}": "{",
    r"\textbraceright{}": "}",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
}


def from_tex(text: str) -> str:
    """What LaTeX would print."""
    commands = "|".join(map(re.escape, _UNTEX))
    return re.sub(
        rf"{commands}|\\([&%$#_])|[{{}}]",
        lambda match: _UNTEX.get(match.group(), match.group(1) or ""),
        text,
    )


def read_bibtex(text: str) -> list[Any]:
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    assert len(library.blocks) == len(library.entries), "nothing but entries"
    return list(library.entries)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("write", [to_bibtex, to_ris, to_csl_json])
def test_bibliography_files_equal_the_checked_ones(write: Any, language: Language) -> None:
    """Types, dates that are not whole or inferred, last looks, names and addresses not known."""
    as_golden(f"{write.__name__}.{language}.txt", write(FIXTURES + VARIED, language))


@pytest.fixture(params=list(filter(clean_text, HOSTILE)))
def hostile_source(request) -> Source:
    """A source with one hostile text in each of its fields."""
    hostile = request.param
    return changed(
        BY_ID["vice"],
        title=hostile,
        author=[{"literal": hostile}],
        URL=f"https://example.org/{hostile}",
        **{"container-title": hostile, "publisher": hostile, "note": hostile},
    )


AFTER = BY_ID["npr"]


def test_csl_json_keeps_hostile_values_in_their_fields(hostile_source: Source) -> None:
    item, second_item = json.loads(to_csl_json([hostile_source, AFTER]))
    assert item["title"] == hostile_source.title
    assert second_item["id"] == AFTER.id


def test_bibtex_keeps_hostile_values_in_their_fields(hostile_source: Source) -> None:
    flat = clean_text(hostile_source.title)
    entry, second_entry = read_bibtex(to_bibtex([hostile_source, AFTER]))
    assert from_tex(entry["title"]) == from_tex(entry["organization"]) == flat
    assert from_tex(entry["author"]) == flat
    assert second_entry.key == AFTER.id
    assert entry["title"].count("{") == entry["title"].count("}")


def test_ris_keeps_hostile_values_in_their_fields(hostile_source: Source) -> None:
    flat = clean_text(hostile_source.title)
    record, second_record = rispy.loads(to_ris([hostile_source, AFTER]))
    assert record["title"] == record["secondary_title"] == flat
    assert record["authors"] == [flat]
    assert second_record["id"] == AFTER.id


def test_ris_of_a_hostile_source_has_one_record(hostile_source: Source) -> None:
    text = to_ris([hostile_source])
    assert text.count("\nER  - \n") == 1
    assert len(re.findall(r"^TY  - ", text, re.MULTILINE)) == 1
