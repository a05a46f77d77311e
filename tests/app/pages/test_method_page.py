"""The method page without a browser: whole in both languages, its numbers computed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from components.domain.records.models import Correction
from components.domain.views.view import View
from components.page import method as rows_of
from components.page.method import border_lines
from components.presentation.context import Context
from tests.support.apptest import DATA, LANGUAGES, found, words
from tests.support.stories.story import story_of
from tests.support.words import i18n_for


def in_context(data=DATA, language="en"):
    return Context(story_of(data), View(), (), i18n_for(language), "light", "method")


def page(opened, language="en", **params):
    (method,) = found(opened("method", {"lang": language, **params}), "method")
    return method


@pytest.mark.parametrize("name", ["unknowns", "open_questions"])
def test_what_is_not_known_is_worked_out_once(opened, monkeypatch, name):
    asked, work_out = [], getattr(rows_of, name)
    monkeypatch.setattr(rows_of, name, lambda *given: asked.append(name) or work_out(*given))
    page(opened)
    assert asked == [name]


def test_which_regions_touch_venezuela_is_said_from_the_boundaries():
    ctx = in_context()
    lines = border_lines(ctx.story, ctx.i18n)
    assert lines[0] == "Antioquia, Nariño and Occidente have counts and no border with Venezuela."
    assert any("Boyacá" in line and line.startswith("Andina") for line in lines)
    ctx = in_context(language="es")
    spanish = border_lines(ctx.story, ctx.i18n)
    assert spanish[0] == "Antioquia, Nariño y Occidente tienen cifras y no limitan con Venezuela."


def test_a_correction_of_an_empty_cell_or_a_whole_row_is_said_in_spanish(opened):
    xpath = './/section[@aria-labelledby="corrections"]//td'
    cells = {words(cell) for cell in page(opened, "es").xpath(xpath)}
    assert "(vacío)" in cells
    assert any("defector-vice · (toda la fila)" in cell for cell in cells)
    assert not [cell for cell in cells if cell == "(empty)" or "(row)" in cell]


def test_the_two_languages_share_no_sentence(opened):
    english, spanish = (
        {words(p) for p in page(opened, language).iter("p", "li", "dd", "h2", "h3", "caption")}
        for language in LANGUAGES
    )
    assert english & spanish == set()
    assert len(english) == len(spanish)


def test_every_document_and_every_open_question_is_named(opened):
    method = page(opened)
    text = words(method)
    for source in DATA.sources.values():
        if source.custom.tier == "document":
            assert source.title in text
    # The corrections quote questions, too.
    (corrections,) = method.xpath('.//section[@aria-labelledby="corrections"]')
    text = text.replace(words(corrections), "")
    for topic in DATA.topics.values():
        assert (topic.question in text) == (topic.status == "differ")


def test_the_corrections_are_folded_and_whole(opened):
    (fold,) = page(opened).xpath('.//section[@aria-labelledby="corrections"]//details')
    made = [c for c in DATA.corrections if c.kind == "substance"]
    reasons = {(c.date, c.version, c.why) for c in made}
    assert len(fold.findall(".//tbody/tr")) == len(reasons) < len(made) / 3
    assert f"{len(reasons)} reasons for corrections" == words(fold.find("summary"))
    shown = words(fold)
    assert all(f"{c.record_id} · {c.field}" in shown for c in made if c.field != "(row)")
    assert "changes of wording in version 1.1.0" in words(page(opened))


def test_the_dates_are_counted():
    ctx = in_context()
    events, claims, sources = rows_of.date_rows(ctx.dataset, ctx.i18n)
    counted = Counter(e.date_basis for e in DATA.events.values())
    assert events[1:] == tuple(str(counted[b]) for b in ("stated", "inferred", "corroborated"))
    assert sum(map(int, claims[1:])) == sum(1 for c in DATA.claims.values() if c.as_of_basis)
    assert sum(map(int, sources[1:])) == len(DATA.sources)


def test_every_department_stands_once_in_the_table():
    ctx = in_context()
    rows = rows_of.region_rows(ctx.dataset, ctx.i18n)
    assert len(rows) == len(DATA.regions)
    text = " ".join(cell for row in rows for cell in row[1:3])
    for department in DATA.region_departments:
        assert text.count(department.department_name) >= 1
    andina = next(row for row in rows if row[0] == "Andina")
    assert andina[1] == "–"
    assert andina[3] == "Bogotá (inferred)"


def test_every_claim_has_one_voice_and_every_event_one_place():
    ctx = in_context()
    voices = rows_of.voice_rows(ctx.dataset, ctx.i18n)
    assert sum(int(row[2]) for row in voices) == len(DATA.claims)
    places = rows_of.place_rows(ctx.dataset, ctx.i18n)
    assert sum(int(row[1]) for row in places) == len(DATA.events)


def test_a_share_that_is_not_none_is_never_shown_as_none():
    ctx, spanish_ctx = in_context(), in_context(language="es")
    for row in rows_of.voice_rows(ctx.dataset, ctx.i18n):
        assert (row[3] == "0%") == (row[2] == "0")
    # Of many claims of one voice, one of another is less than one in a hundred.
    one = next(c for c in DATA.claims.values() if DATA.claimants[c.claimant_id].voice == "press")
    other = next(c for c in DATA.claims.values() if DATA.claimants[c.claimant_id].voice != "press")
    many = {str(n): one for n in range(300)} | {other.id: other}
    rows = rows_of.voice_rows(replace(DATA, claims=many), spanish_ctx.i18n)
    spanish = {row[3] for row in rows}
    assert "menos del 1\u00a0%" in spanish


def test_what_is_not_known_follows_from_the_data():
    ctx = in_context()
    lines = rows_of.unknowns(ctx.dataset, ctx.i18n)
    text = " ".join(lines)
    assert "The printed date of VICE News." in text
    assert "Who wrote Fighter Jets World and NPR: no author is named." in text
    assert "after 27 February 2019" in text
    assert "Amazonas" in text
    attested = [r for r in DATA.region_departments if r.basis == "attested"]
    missing = len(DATA.region_departments) - len(attested)
    assert f"{missing} of {len(DATA.region_departments)} are inferred" in text


def test_no_corrections_are_said_to_be_none_and_one_is_shown(opened, monkeypatch):
    if not DATA.corrections:
        assert "Corrections: none so far." in words(page(opened))
    made = Correction(
        date="2026-12-01", version="1.0.1", record_id="cl-hotels-seven", field="value_low",
        old="8", new="7", why="Misread.", why_es="Mal leído.",
    )  # fmt: skip
    drawn = {}
    monkeypatch.setattr(rows_of, "filled", lambda *_, **values: drawn.update(values))
    rows_of.method(in_context(replace(DATA, corrections=(made,)), "es"))
    (row,) = drawn["corrections"]
    assert row[1:] == ("1.0.1", "cl-hotels-seven · value_low", "8", "7", "Mal leído.")


def test_the_filters_change_no_number(opened):
    plain, filtered = page(opened), page(opened, source="npr", **{"from": "2019-03-01"})
    numbers = [[words(t) for t in method.iter("table")] for method in (plain, filtered)]
    assert numbers[0] == numbers[1]


def test_tables_have_a_caption_and_heads(opened):
    for table in page(opened).iter("table"):
        assert table.findtext("caption")
        assert all(th.get("scope") for th in table.iter("th"))
