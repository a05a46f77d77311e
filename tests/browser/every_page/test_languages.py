"""Both languages, on every page: the view stays, and the document says which language it is."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

from components.i18n import LANGUAGES
from tests.support.browse import address, expect_state, row, shown, visit
from tests.support.cases import leading
from tests.support.data import DATA
from tests.support.words import i18n_for

EVENT = "ev-2019-02-23-aid-blocked"
VIEW = {"region": "oriente", "from": "2019-02-22", "event": EVENT, "zoom": "april"}


def title_of(page_title: str, language: str) -> str:
    t = i18n_for(language).t
    return f"{t(page_title)} · {t('The story')}"


@pytest.mark.parametrize(("first", "second"), leading([("en", "es"), ("es", "en")]))
def test_a_change_of_language_keeps_the_view(page, server, first, second):
    visit(page, address(server, "timeline", VIEW | {"lang": first}))
    expect(page.locator("html")).to_have_attribute("lang", first)
    page.get_by_role("button", name=LANGUAGES[second], exact=True).click()
    expect_state(page, lang=second, **{"from": VIEW["from"]}, region="oriente", event=EVENT)
    i18n = i18n_for(second)
    expect(page.locator("html")).to_have_attribute("lang", second)
    expect(page).to_have_title(title_of("Timeline", second))
    expect(page.locator(".detail h3")).to_have_text(i18n.of(DATA.events[EVENT], "title"))
    expect(row(page, EVENT)).to_contain_text(i18n.of(DATA.events[EVENT], "title"))
    expect(shown(page)).to_contain_text(i18n.day(date(2019, 2, 22)))


def test_a_browser_in_spanish_gets_spanish_first(tab, server):
    page = tab(locale="es-CO")
    visit(page, address(server))
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page).to_have_title(title_of("Overview", "es"))
    expect(row(page, EVENT)).to_contain_text(DATA.events[EVENT].title_es)
    page.get_by_role("button", name="English", exact=True).click()
    expect_state(page, lang="en")
    expect(row(page, EVENT)).to_contain_text(DATA.events[EVENT].title)
