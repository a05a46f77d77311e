"""Citations in three styles and two languages, against entries checked by eye.

``golden/citations.json`` holds one entry for every type, style and language of the fixture sources.
After a wanted change: ``UPDATE_GOLDEN=1 pytest tests/unit/exports/test_citation_styles.py``, then
read the difference as a librarian would (see docs/citations.md).
"""

from __future__ import annotations

import gc
import html
import json
import os
import random
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from components.domain.models import Source
from components.exports import citations
from components.exports.citations import (
    STYLE_NAMES,
    STYLES,
    Language,
    Style,
    format_pinpoint,
    format_source,
)
from components.exports.csl import processor
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


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_values_are_left_alone_by_the_finishing_steps(style: Style, language: Language) -> None:
    title = "Crisis. 2019. Online. Mayo 2 & 3, 2019?]. End"
    source = changed(
        BY_ID["year-news"],
        title=title,
        author=[{"literal": "Smith & Sons"}],
        language="es",
        **{"container-title": "2 Mayo 2019 & Co. 2019"},
    )
    text = format_source(source, style, language).text
    assert title in text
    assert "2 Mayo 2019 & Co. 2019" in text
    assert "smith & sons" in text.casefold()


def test_a_description_is_not_dressed_as_a_title() -> None:
    text = format_source(BY_ID["described"], "chicago", "en").text
    assert text.startswith("[Report on exiled soldiers]. Noticias de Nueva Esparta, [March 7")


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_a_lean_style_writes_what_the_full_style_writes(
    style: Style, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = [processor.csl_item(s, style, language) for s in (*real_sources(), *FIXTURES)]
    shapes = {(i["type"], frozenset(i), len(str(i.get("issued")))): i for i in every}
    items = list(shapes.values())
    lean = [processor.render(item, style, language) for item in items]
    monkeypatch.setattr(processor, "slim", lambda *_: None)
    full = processor._style.__wrapped__(style, language, "", frozenset())
    monkeypatch.setattr(processor, "_style", lambda *_: full)
    assert [processor.render(item, style, language) for item in items] == lean


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_a_locator_goes_at_the_end(style: Style, language: Language) -> None:
    entry = format_source(BY_ID["vice"], style, language, locator=26)
    word = "párr." if language == "es" else "para."
    assert re.search(rf" \({word} 26\)\.?$", entry.text)
    assert html.unescape(re.sub("</?i>", "", entry.html)) == entry.text


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
@pytest.mark.parametrize("source", FIXTURES, ids=lambda s: s.id)
def test_nobody_is_invented(source: Source, style: Style, language: Language) -> None:
    text = format_source(source, style, language).text
    container = (source.model_extra or {}).get("container-title") or ""
    title = re.sub("[“”]", "", source.title).casefold()
    bare = re.sub("[“”‘’«»]", "", text).casefold()
    assert bare.count(re.sub("’", "", title)) == 1, "the title stands once"
    if not (source.model_extra or {}).get("author"):
        assert text.lstrip("“«").casefold().startswith(title[:12])
        assert text.count(container) == 1
    assert "Anon" not in text


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
@pytest.mark.parametrize("source", FIXTURES, ids=lambda s: s.id)
def test_an_inferred_date_is_seen_to_be_inferred(
    source: Source, style: Style, language: Language
) -> None:
    text = format_source(source, style, language).text
    about = re.search(r"\bca?\. (?:\d|[A-Za-z]+ \d|[a-z]+ de)|\d{4}\?\]", text)
    assert bool(about) == (
        source.custom.date_basis == "inferred"
        or "~" in source.custom.issued_edtf
        or "/" in source.custom.issued_edtf
    )


@pytest.mark.parametrize("style", STYLES)
def test_spanish_is_spanish(style: Style) -> None:
    english = re.compile(
        r"\b(Available|Online|Retrieved|and|May|March|April|February|no date|n\.d\.|In)\b|&|“"
    )
    for source in FIXTURES:
        text = format_source(source, style, "es").text
        for value in (source.title, source.URL, *(source.model_extra or {}).values()):
            text = text.replace(str(value), "")
        text = re.sub("«[^»]*»", "", text)
        assert not english.search(text), text


@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_a_month_is_not_padded_to_a_day(style: Style, language: Language) -> None:
    text = format_source(BY_ID["unsigned-news"], style, language).text
    assert not re.search(r"\b0?1 (de )?[Ff]ebrero|February 0?1\b|\b0?1 February", text)
    assert re.search("[Ff]ebrero|February", text)


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
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


def test_the_order_of_asking_does_not_matter() -> None:
    """The processor keeps state in a style; what one entry leaves must not colour the next."""
    wanted = {(s.id, *c): format_source(s, *c) for s in FIXTURES for c in COMBINATIONS}
    keys = list(wanted)
    random.Random(7).shuffle(keys)  # noqa: S311
    citations._kept.clear()
    with ThreadPoolExecutor(8) as pool:
        again = list(pool.map(lambda key: format_source(BY_ID[key[0]], *key[1:]), keys))
    assert again == [wanted[key] for key in keys]


def test_a_changed_source_is_formatted_anew() -> None:
    before = format_source(BY_ID["vice"], "apa", "en")
    after = format_source(changed(BY_ID["vice"], title="Corrected"), "apa", "en")
    assert "Corrected" in after.text
    assert before == format_source(BY_ID["vice"], "apa", "en")


def test_an_entry_is_formatted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    source = changed(BY_ID["vice"], title="Formatted once")
    wanted = {c: format_source(source, *c) for c in COMBINATIONS}
    monkeypatch.setattr(citations, "render", None)
    assert {c: format_source(source, *c) for c in COMBINATIONS} == wanted


def test_nothing_is_kept_of_a_source_that_is_gone() -> None:
    source = changed(BY_ID["vice"], title="Gone soon")
    format_source(source, "apa", "en")
    key = id(source)
    assert key in citations._kept
    del source
    gc.collect()
    assert key not in citations._kept


def test_styles_keep_their_licence() -> None:
    folder = Path(processor.__file__).parent
    notice = (folder / "NOTICE").read_text(encoding="utf-8")
    for path in folder.glob("*.csl"):
        assert "creativecommons.org/licenses/by-sa/3.0/" in path.read_text(encoding="utf-8")
        assert path.name in notice
    assert set(STYLE_NAMES) == set(STYLES)


@pytest.mark.skipif(not DATA.exists(), reason="the data set is not there")
@pytest.mark.parametrize(("style", "language"), COMBINATIONS)
def test_every_source_of_the_data_set_is_well_formed(style: Style, language: Language) -> None:
    for source in real_sources():
        text = format_source(source, style, language).text
        assert source.URL is None or source.URL in text
        assert not re.search(r",,|\.\.|[;:]{2}|,\.|\s[.,;]|  |\(\)|\[\]|[?!]\.(\s|$)", text), text
        assert format_pinpoint(source, 1, language).count(", ") >= 2
