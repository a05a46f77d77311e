"""Citations in three styles and two languages, against entries checked by eye.

``golden/citations.json`` holds one entry for every type, style and language of the fixture sources.
After a wanted change: ``UPDATE_GOLDEN=1 pytest tests/unit/exports/test_citation_styles.py``, then
read the difference as a librarian would (see docs/citations.md).
"""

from __future__ import annotations

import html
import json
import os
import re
import unicodedata
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from components.export.citations import (
    STYLES,
    Language,
    Style,
    format_pinpoint,
    format_source,
)
from components.i18n import i18n_for
from components.i18n.language import by_way
from components.story.sources import Source
from tests.support.cases import for_each
from tests.support.server import ROOT

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES: tuple[Language, ...] = get_args(Language)
COMBINATIONS = tuple(product(STYLES, LANGUAGES))
FIXTURES = tuple(
    Source.model_validate(item)
    for item in json.loads((GOLDEN / "sources.json").read_text(encoding="utf-8"))
)
BY_ID = {source.id: source for source in FIXTURES}
DATA = ROOT / "data" / "sources.json"

HOSTILE = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "</i><b>bold</b> & 'quoted' \"twice\"",
    '<span class="nocase">kept</span> <i>kept</i>',
    "**bold** _under_ [link](javascript:alert(1)) `code` $x^2$ ~~gone~~ | cell",
    "# heading\n\n- item\r\n1. item",
    "right\u202eto\u202cleft\u2066x\u2069 zero\u200bwidth\x00null\x1bescape",
    "\ue010fake\ue011 \ue014marks\ue015 \ue016",
    "May 2, 2019”. “And [2019?], Available from: 2 mayo 2019",
    "?!... ”.",
    "\\textbf{x} } { %s {0} \\1 \\g<0>",
    "TY  - JOUR\nER  - ",
    "x " * 5000,
    "\u202e",
    ".",
)


def changed(source: Source, **fields: Any) -> Source:
    """The source with other fields, checked anew."""
    return Source.model_validate(source.csl() | fields)


def readable(style: Style, language: Language, source: Source) -> str:
    """An entry with its italics, without the escapes."""
    return html.unescape(format_source(source, style, language).html)


def real_sources() -> tuple[Source, ...]:
    if not DATA.exists():
        return ()
    return tuple(map(Source.model_validate, json.loads(DATA.read_text(encoding="utf-8"))))


def test_entries_are_as_checked_by_eye() -> None:
    now = {
        source.id: {
            f"{style} {language}": readable(style, language, source)
            for style, language in COMBINATIONS
        }
        for source in FIXTURES
    }
    path = GOLDEN / "citations.json"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(json.dumps(now, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    assert now == json.loads(path.read_text(encoding="utf-8"))


def test_pinpoints_are_as_checked_by_eye() -> None:
    vice, npr = BY_ID["vice"], BY_ID["npr"]
    assert format_pinpoint(vice, 26, "en") == "VICE News, c. 2 May 2019, para. 26"
    assert format_pinpoint(vice, 26, "es") == "VICE News, h. 2 de mayo de 2019, párr. 26"
    assert format_pinpoint(npr, 5, "en") == "NPR, 21 March 2019, para. 5"
    assert format_pinpoint(npr, None, "es") == "NPR, 21 de marzo de 2019"
    assert format_pinpoint(BY_ID["unsigned-news"], 1, "es") == (
        "CNN en Español, febrero de 2019, párr. 1"
    )
    assert format_pinpoint(BY_ID["undated-news"], 1, "en") == "La Opinión, n.d., para. 1"
    assert format_pinpoint(BY_ID["undated-news"], 1, "es") == "La Opinión, s. f., párr. 1"
    assert format_pinpoint(BY_ID["year-news"], 1, "en") == "The Daily, c. 2019, para. 1"
    assert format_pinpoint(BY_ID["page-range"], 1, "es") == (
        "Migración Colombia, 23–27 de febrero de 2019, párr. 1"
    )
    assert format_pinpoint(BY_ID["fighter-jets"], 4, "en") == (
        "Fighter Jets World, c. 28 February–2 March 2019, para. 4"
    )


@pytest.mark.parametrize(
    ("edtf", "apa", "chicago", "iso", "spanish"),
    [
        ("2019-05-02/2019-05-03", "2019, May 2–3", "May 2–3, 2019", "2–3 May 2019",
         "2–3 de mayo de 2019"),
        ("2019-02-28/2019-03-02", "2019, February 28–March 2", "February 28–March 2, 2019",
         "28 February–2 March 2019", "28 de febrero–2 de marzo de 2019"),
        ("2018-12-30/2019-01-02", "2018, December 30–2019, January 2",
         "December 30, 2018–January 2, 2019", "30 December 2018–2 January 2019",
         "30 de diciembre de 2018–2 de enero de 2019"),
        ("2019-02/2019-03", "2019, February–March", "February–March 2019", "February–March 2019",
         "febrero–marzo de 2019"),
        ("2018/2019", "2018–2019", "2018–2019", "2018–2019", "2018–2019"),
    ],
)  # fmt: skip
def test_both_ends_of_an_interval_are_said(
    edtf: str, apa: str, chicago: str, iso: str, spanish: str
) -> None:
    custom = BY_ID["npr"].custom.model_dump() | {"issued_edtf": edtf}
    source = changed(BY_ID["npr"], custom=custom)
    assert f"({apa})" in format_source(source, "apa", "en").text
    assert f", {chicago}. https" in format_source(source, "chicago", "en").text
    assert iso in format_source(source, "iso690", "en").text
    assert spanish in format_source(source, "chicago", "es").text
    assert spanish in format_pinpoint(source, 1, "es")


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_the_day_of_the_last_look_is_said(style: Style, language: Language) -> None:
    """ISO 690 always says it; APA and Chicago only of a page without a date."""
    day = {"accessed": {"date-parts": [[2026, 1, 5]]}}
    undated = BY_ID["npr"].custom.model_dump() | {"issued_edtf": ""}
    said = {"en": r"(5 January|January 5,) 2026", "es": "5 de enero de 2026"}[language]
    dated = format_source(changed(BY_ID["npr"], **day), style, language).text
    assert bool(re.search(said, dated)) == (style == "iso690")
    assert re.search(
        said, format_source(changed(BY_ID["npr"], custom=undated, **day), style, language).text
    )


@pytest.mark.parametrize("count", [2, 6, 7, 20, 21])
def test_many_authors_are_shortened_as_each_style_does(count: int) -> None:
    authors = [{"family": f"F{n}", "given": "Ana María"} for n in range(1, count + 1)]
    source = changed(BY_ID["npr"], author=authors)
    apa, chicago = (format_source(source, style, "en").text for style in ("apa", "chicago"))
    assert ("…" in apa) == (count > 20)
    assert f"F{count}, A. M. (2019" in apa
    assert ("et al. " in chicago) == (count > 6)
    assert chicago.startswith("F1, Ana María, ")


def test_a_journal_article_has_its_volume_number_and_pages() -> None:
    fields = {"container-title": "Journal", "volume": "12", "issue": "3", "page": "4-9"}
    source = changed(BY_ID["npr"], type="article-journal", URL=None, DOI="10.1/x", **fields)
    assert readable("apa", "en", source).endswith(
        "Government. <i>Journal</i>, <i>12</i>(3), 4–9. https://doi.org/10.1/x"
    )
    assert readable("chicago", "en", source).endswith(
        "<i>Journal</i> 12, no. 3 (2019): 4–9. https://doi.org/10.1/x."
    )


@for_each("style, language", COMBINATIONS)
@for_each("source", FIXTURES)
def test_nobody_is_invented(source: Source, style: Style, language: Language) -> None:
    text = format_source(source, style, language).text
    container = by_way((source.model_extra or {}).get("container-title") or "", language)
    title = re.sub("[“”]", "", source.title.replace("'", "’")).casefold()
    bare = re.sub("[“”‘’«»]", "", text).casefold()
    assert bare.count(re.sub("’", "", title)) == 1, "the title stands once"
    if not (source.model_extra or {}).get("author"):
        moved = style == "chicago" and source.type != "post-weblog"
        first = container.casefold() if moved else title[:12]
        assert text.lstrip("“«").casefold().startswith(first)
        assert text.count(container) == 1
    assert "Anon" not in text


@for_each("style, language", COMBINATIONS)
@for_each("source", FIXTURES)
def test_an_inferred_date_is_seen_to_be_inferred(
    source: Source, style: Style, language: Language
) -> None:
    text = format_source(source, style, language).text
    about = re.search(r"\bca?\. (?:\d|[A-Za-z]+ \d|[a-z]+ de)|\d{4}\?\]", text)
    assert bool(about) == (
        source.custom.date_basis == "inferred" or "~" in source.custom.issued_edtf
    )


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_a_month_is_not_padded_to_a_day(style: Style, language: Language) -> None:
    text = format_source(BY_ID["unsigned-news"], style, language).text
    assert not re.search(r"\b0?1 (de )?[Ff]ebrero|February 0?1\b|\b0?1 February", text)
    assert re.search("[Ff]ebrero|February", text)


@for_each("hostile", HOSTILE)
@for_each("style, language", COMBINATIONS)
def test_hostile_values_come_out_harmless(style: Style, language: Language, hostile: str) -> None:
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


@pytest.mark.skipif(not DATA.exists(), reason="the data set is not there")
@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_every_source_of_the_data_set_is_well_formed(style: Style, language: Language) -> None:
    for source in real_sources():
        text = format_source(source, style, language).text
        assert source.URL is None or source.URL in text
        assert not re.search(r",,|\.\.|[;:]{2}|,\.|\s[.,;]|  |\(\)|\[\]|[?!]\.(\s|$)", text), text
        where = format_pinpoint(source, 1, language)
        assert where.count(", ") >= 2
        if language == "es":
            assert ", via " not in f"{text} {where} {i18n_for('es').source(source)}"
