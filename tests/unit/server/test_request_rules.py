"""What a request decides: its language, whether it is answered, and what it may load."""

import pytest
from starlette.requests import Request

from components.i18n import i18n_for
from components.query.address_parser import Notice
from components.server import routes, security
from components.server.routes import (
    PUBLIC,
    RefusedError,
    build_cached_response,
    choose_language,
    find_address_problems,
    refuse_as_public_text,
    refuse_as_text,
    send_file,
    server_base,
)
from components.server.security import host_allowed, is_framed, without_repeats


def build_scope(query="", path="/", **headers):
    encoded = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": encoded,
        "scheme": "http",
        "server": ("localhost", 8501),
    }


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("lang=es", "en", "es"),
        ("lang=es&lang=en", "es", "en"),
        ("lang=", "es", "es"),
        ("lang=fr", "es", "es"),
        ("", "fr, en;q=0.4, es;q=0.5", "es"),
        ("", "es;q=0.5, en;q=0.5", "es"),
        ("", "es;q=0, en;q=0.1", "en"),
        ("", "es;q=much, en;q=0.1", "en"),
        ("", "es-CO", "es"),
        ("", "", "en"),
    ],
    ids=[
        "the address",
        "its last value",
        "an empty value",
        "an unknown language",
        "most wanted",
        "wanted alike",
        "not wanted",
        "no number",
        "of a country",
        "nothing",
    ],
)
def test_the_address_chooses_the_language_before_the_browser(query, accepted, language):
    assert choose_language(build_scope(query, accept_language=accepted)) == language


@pytest.mark.parametrize(
    ("setting", "headers", "base"),
    [
        ("https://news.example/story/", {"host": "a.org"}, "https://news.example/story"),
        ("", {"host": "a.org"}, "http://a.org"),
        ("", {"host": "a.org", "x_forwarded_proto": "HTTPS, http"}, "https://a.org"),
        ("", {"host": "a.org", "x_forwarded_proto": "ftp"}, "http://a.org"),
    ],
    ids=["setting", "request", "first proxy", "no scheme of the web"],
)
def test_pages_hang_from_the_setting_else_from_what_the_reader_asked(
    monkeypatch, setting, headers, base
):
    monkeypatch.setenv(routes.ADDRESS, setting)
    assert server_base(Request(build_scope(**headers))) == base


@pytest.mark.parametrize(
    ("is_permanent", "cache_control"),
    [(True, "public, immutable, max-age=31536000"), (False, "no-store")],
)
def test_what_an_address_names_completely_is_kept_for_a_year(is_permanent, cache_control):
    answer = build_cached_response(b"x", "text/plain", is_permanent=is_permanent)
    assert answer.headers["cache-control"] == cache_control


def find_problems(*names, **options):
    return find_address_problems({name: ["x"] for name in names}, (), i18n_for("en"), **options)


@pytest.mark.parametrize("name", ["utm_source", "fbclid", "ref", "region", "download", "by"])
def test_what_other_sites_and_earlier_versions_add_is_no_problem(name):
    assert find_problems(name) == []


def test_an_unknown_name_is_answered_with_the_nearest():
    (problem,) = find_problems("regio")
    assert (problem["parameter"], problem["nearest"]) == ("regio", "region")
    assert problem["problem"].endswith("Did you mean “region”?")


def test_a_long_name_is_repeated_in_part():
    (problem,) = find_problems("z" * 60)
    assert problem["parameter"] == "z" * 40


@pytest.mark.parametrize(("count", "problems"), [(10, 10), (11, 11)])
def test_ten_unknown_names_have_a_problem_each_and_more_are_counted(count, problems):
    found = find_problems(*(f"zzz{number}" for number in range(count)))
    assert len(found) == problems
    assert ("parameter" in found[-1]) is (count == 10)


def test_problems_of_values_come_after_those_of_names():
    notices = (Notice("region", "x", "unknown", ("oriente",)),)
    found = find_address_problems({"zzz": ["x"]}, notices, i18n_for("en"))
    assert [problem["parameter"] for problem in found] == ["zzz", "region"]
    assert found[1]["allowed"] == ["oriente"]


def send(query="", **headers):
    return send_file(Request(build_scope(query, **headers)), b"x", "text/csv", "a.csv", {})


@pytest.mark.parametrize(
    ("query", "disposition"),
    [("", "inline"), ("download=1", "attachment"), ("download=0", "inline")],
)
def test_a_file_is_shown_unless_it_is_asked_to_be_saved(query, disposition):
    answer = send(query)
    assert answer.headers["content-disposition"] == f'{disposition}; filename="a.csv"'
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("prefix", ["", "W/", '"other", '])
def test_a_reader_who_has_a_file_is_not_sent_it_again(prefix):
    etag = send().headers["etag"]
    again = send(if_none_match=f"{prefix}{etag}")
    assert (again.status_code, again.body, again.headers["etag"]) == (304, b"", etag)


def test_a_reader_of_another_version_is_sent_the_file():
    assert send(if_none_match='"other"').status_code == 200
    assert send(if_none_match="*").status_code == 304


@pytest.mark.parametrize(
    ("refuse", "is_public"), [(refuse_as_text, False), (refuse_as_public_text, True)]
)
def test_a_refusal_is_lines_that_nobody_keeps(refuse, is_public):
    answer = refuse(RefusedError(i18n_for("es"), 400, "a", "b", headers=[("retry-after", "9")]))
    assert (answer.status_code, answer.body) == (400, b"a\nb\n")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-language"] == "es"
    assert answer.headers["retry-after"] == "9"
    assert (set(PUBLIC) <= set(answer.headers)) is is_public


@pytest.mark.parametrize(
    ("host", "listed", "allowed"),
    [
        ("localhost:8501", "", True),
        ("127.0.0.1", "", True),
        ("[::1]:8501", "", True),
        ("a.org", "", False),
        ("A.org.", "a.org", True),
        ("b.a.org", "*.a.org", True),
        ("a.org", "*.a.org", False),
        ("bada.org", "*.a.org", False),
        ("any.org", "x.org, *", True),
        ("user@localhost", "", False),
        ("localhost/path", "", False),
        ("localhost:port", "", False),
        (None, "*", False),
    ],
)
def test_a_server_answers_under_names_that_it_knows(host, listed, allowed):
    # Else another site could have its own name lead to a reader's local server.
    assert host_allowed(host, {security.HOSTS: listed}) is allowed


@pytest.mark.parametrize(
    ("query", "headers", "framed"),
    [
        ("embed=true", {}, True),
        ("embed=True", {}, True),
        ("embed=false", {}, False),
        ("", {"sec_fetch_dest": "iframe", "sec_fetch_site": "same-origin"}, True),
        ("", {"sec_fetch_dest": "iframe", "sec_fetch_site": "cross-site"}, False),
        ("", {}, False),
    ],
    ids=["asked", "asked in capitals", "not", "link in a frame", "frame of another", "page"],
)
def test_a_page_may_be_framed_where_its_address_says_so(query, headers, framed):
    assert is_framed(build_scope(query, **headers)) is framed


def test_a_page_may_run_the_inline_scripts_that_it_was_sent_with_alone():
    policy = security.format_page_policy(
        build_scope(host="a.org"), b"<script>run()</script><script src='x'></script>"
    )
    assert policy.count("'sha256-") == 1
    assert "ws://a.org wss://a.org" in policy
    assert "frame-ancestors 'self'" in policy
    framed = security.format_page_policy(build_scope("embed=true"), b"")
    assert framed.endswith("frame-ancestors *")


def test_a_header_names_each_field_once():
    assert without_repeats("Accept-Encoding, Cookie, accept-encoding") == "Accept-Encoding, Cookie"


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {}, None),
        ("POST", {"origin": "http://localhost"}, None),
        ("POST", {"origin": "http://a.org"}, 403),
        ("POST", {"sec_fetch_site": "cross-site"}, 403),
        ("POST", {"sec_fetch_site": "none"}, None),
        ("GET", {"origin": "http://a.org"}, None),
    ],
    ids=["a program", "own page", "another page", "another site", "typed", "only read"],
)
def test_what_changes_something_is_taken_from_own_pages_alone(method, headers, status):
    scope = build_scope(host="localhost", **headers) | {"method": method}
    refusal = security._find_refusal(scope, "/takeaway/x")
    assert (refusal and refusal.status) == status


@pytest.mark.parametrize(("setting", "status"), [("", 404), ("0", 404), ("1", None)])
def test_addresses_for_metrics_are_closed_until_they_are_opened(monkeypatch, setting, status):
    monkeypatch.setenv(security.INTERNALS, setting)
    refusal = security._find_refusal(build_scope(host="localhost"), "/_stcore/metrics")
    assert (refusal and refusal.status) == status
