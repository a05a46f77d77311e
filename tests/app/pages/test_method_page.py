"""The method page without a browser: whole in both languages, its numbers computed."""

from __future__ import annotations

from tests.support.apptest import LANGUAGES, found, words
from tests.support.data import DATA


def page(opened, language="en", **params):
    (method,) = found(opened("method", {"lang": language, **params}), "method")
    return method


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
