"""The method page without a browser: whole in both languages, its numbers computed."""

from __future__ import annotations

from dataclasses import replace

from components.page import method as rows_of
from components.page.method import border_lines
from components.presentation.context import Context
from components.query.view import View
from components.story.models import Correction
from tests.support.apptest import LANGUAGES, found, words
from tests.support.data import DATA
from tests.support.stories.story import story_of
from tests.support.words import i18n_for


def in_context(data=DATA, language="en"):
    return Context(story_of(data), View(), (), i18n_for(language), "light", "method")


def page(opened, language="en", **params):
    (method,) = found(opened("method", {"lang": language, **params}), "method")
    return method


def test_which_regions_touch_venezuela_is_said_from_the_boundaries():
    ctx = in_context()
    lines = border_lines(ctx.story, ctx.i18n)
    assert lines[0] == "Antioquia, Nariño and Occidente have counts and no border with Venezuela."
    assert any("Boyacá" in line and line.startswith("Andina") for line in lines)
    ctx = in_context(language="es")
    spanish = border_lines(ctx.story, ctx.i18n)
    assert spanish[0] == "Antioquia, Nariño y Occidente tienen cifras y no limitan con Venezuela."


def test_the_two_languages_share_no_sentence(opened):
    english, spanish = (
        {words(p) for p in page(opened, language).iter("p", "li", "dd", "h2", "h3", "caption")}
        for language in LANGUAGES
    )
    assert english & spanish == set()
    assert len(english) == len(spanish)


def test_the_corrections_are_folded_and_whole(opened):
    (fold,) = page(opened).xpath('.//section[@aria-labelledby="corrections"]//details')
    made = [c for c in DATA.corrections if c.kind == "substance"]
    reasons = {(c.date, c.version, c.why) for c in made}
    assert len(fold.findall(".//tbody/tr")) == len(reasons) < len(made) / 3
    assert f"{len(reasons)} reasons for corrections" == words(fold.find("summary"))
    shown = words(fold)
    assert all(f"{c.record_id} · {c.field}" in shown for c in made if c.field != "(row)")
    assert "changes of wording in version 1.1.0" in words(page(opened))


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
