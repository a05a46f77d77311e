"""Languages and parameters of the addresses beside the pages."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from components.i18n import i18n_for
from components.presentation.notices import notice_text
from components.query.view import read_view
from components.server.routes import faults, language_asked
from tests.support.data import DATA


@pytest.mark.parametrize(
    ("query", "header", "language"),
    [
        ("", "fr, es", "es"),
        ("", "en;q=0.2,es", "es"),
        ("", "es-CO , en ; q=0.9", "es"),
        ("", "en;q=0, es;q=0.1", "es"),
        ("", "en;q=much, es;q=0.5", "es"),
        ("", ",,;q=1,", "en"),
        ("", "fr", "en"),
        ("lang=en", "es", "en"),
        ("lang=en&lang=es", "", "es"),
        ("lang=xx", "es", "es"),
    ],
)
def test_an_address_says_more_than_the_browser(query, header, language):
    assert language_asked(query.encode(), Headers({"accept-language": header})) == language


def test_names_are_known_let_be_or_refused():
    passed = ("region", "q", "utm_source", "utm_id", "fbclid", "gclid", "msclkid", "mc_cid", "_ga")
    assert faults({name: [""] for name in passed}, (), i18n_for("en")) == []
    found = faults({"form": ["x"], "sources": ["y"], "zzzz": [""]}, (), i18n_for("en"))
    assert [one["nearest"] for one in found] == ["from", "source", None]


def test_of_very_many_unknown_names_and_values_the_first_ten_are_named_and_the_rest_counted():
    params = {f"regoin{n}": ["x"] for n in range(4_000)}
    found = faults(params, (), i18n_for("en"))
    assert len(found) == 11
    assert found[0]["nearest"] == "region"
    assert found[-1]["problem"] == "3,990 more names are no parameters, either."
    _, notices = read_view({"region": [f"r{n}" for n in range(500)]}, DATA)
    told = [notice_text(notice, i18n_for("en")) for notice in notices]
    assert len(told) == 11
    assert told[-1] == "region: 490 more values are not known here."
