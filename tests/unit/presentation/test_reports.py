"""Reporting a mistake leads to the host's mail or form, with places for page and record."""

from urllib.parse import parse_qs, urlsplit

import pytest

from components.loading.report_address import REPORT_SETTING, find_report_problem
from components.loading.served_story import startup_problems
from components.presentation.context import Context, public_context
from components.presentation.markup import render
from components.presentation.reports import ReportLink, report_link
from tests.support.cases import LANGUAGES
from tests.support.data import DATA, i18n_for
from tests.support.stories.small_views import build_context

MAIL = "mailto:desk@example.org"
FORM = "https://example.org/form?page={address}&record={record}"


def find_link(ctx: Context) -> ReportLink:
    return report_link(ctx.story, ctx.i18n, ctx.link_base)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_setting_the_link_leads_to_what_method_says(monkeypatch, language):
    monkeypatch.delenv(REPORT_SETTING, raising=False)
    link = find_link(public_context({}, language))
    assert link.address == f"method?lang={language}#corrections"
    assert link.pattern == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_has_subject_and_text_in_the_readers_language(monkeypatch, language):
    monkeypatch.setenv(REPORT_SETTING, MAIL)
    link = find_link(public_context({}, language))
    i18n = i18n_for(language)
    query = parse_qs(urlsplit(link.pattern).query)
    assert link.pattern.startswith(f"{MAIL}?")
    assert query["subject"] == [i18n.t("A mistake in “{story}”", story=i18n.t("The story"))]
    lines = query["body"][0].split("\r\n\r\n")
    assert lines[0] == i18n.t("Page: {address}")
    assert lines[1] == i18n.t("About: {record}")
    assert "{" not in link.address


def test_form_keeps_its_places_for_the_browser(monkeypatch):
    monkeypatch.setenv(REPORT_SETTING, FORM)
    link = find_link(public_context({}, "en"))
    assert link.pattern == FORM
    assert link.address == "https://example.org/form?page=&record="
    assert link.is_form


def test_opened_story_of_a_reader_has_no_link(monkeypatch):
    monkeypatch.setenv(REPORT_SETTING, MAIL)
    ctx = build_context(DATA, private=True)
    assert find_link(ctx).address == ""
    assert "<a" not in render("report.html", ctx.i18n, story=ctx.story, link_base=ctx.link_base)


@pytest.mark.parametrize("address", ["", MAIL, FORM, "http://desk.example/report"])
def test_address_of_mail_or_form_is_accepted(monkeypatch, address):
    monkeypatch.setenv(REPORT_SETTING, address)
    assert find_report_problem() == ""


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("desk@example.org", "mailto:desk@example.org"),
        ("mailto:desk", "mailto:desk@example.org"),
        ("mailto:desk@example.org?subject=x", "give a mail address"),
        ("javascript:alert(1)", "give a mail address"),
        ("https:///form", "give a mail address"),
        ("https://example.org/{page}", "Allowed: {address}, {record}"),
    ],
    ids=["bare", "no host", "with subject", "script", "no site", "unknown place"],
)
def test_other_address_stops_the_start_and_says_what_is_allowed(monkeypatch, address, said):
    monkeypatch.setenv(REPORT_SETTING, address)
    problem = startup_problems()
    assert problem.startswith(f"{REPORT_SETTING}={address}: ")
    assert said in problem
