"""No address breaks a page: what cannot be used is named, and the rest is shown."""

from __future__ import annotations

import pytest

from components.query.view import MAX_TEXT, PARAMETERS, names_of
from tests.support.apptest import (
    FILTERED,
    FRAMED,
    LANGUAGES,
    SLUGS,
    assert_sound,
    bodies,
    chosen_in,
    found,
    name_of,
    page_at,
    text_of,
    words,
)
from tests.support.cases import leading
from tests.support.data import DATA
from tests.support.words import i18n_for

SOURCE = next(iter(DATA.sources))
# The address, the parameter it must name, the value as shown, and some of what is allowed.
BAD: dict[str, tuple[dict[str, str | list[str]], str, str, str]] = {
    "not a date": ({"from": "yesterday"}, "from", "yesterday", "2019-02-23"),
    "no such day": ({"to": "2019-02-30"}, "to", "2019-02-30", "2019-02-23"),
    "a date out of calendar": ({"known": "99999-01-01"}, "known", "99999-01-01", "2019-02-23"),
    "unknown region": ({"region": "norte"}, "region", "norte", "oriente"),
    "unknown kind": ({"category": "war"}, "category", "war", "armed-forces"),
    "unknown source": ({"source": "nobody"}, "source", "nobody", SOURCE),
    "unknown voice": ({"without": "me"}, "without", "me", "colombian-state"),
    "unknown event": ({"event": "ev-nothing"}, "event", "ev-nothing", "ev-2019-01-21"),
    "unknown language": ({"lang": "fr"}, "lang", "fr", "es"),
    "unknown tier": ({"tier": "secret"}, "tier", "secret", "document"),
    "unknown counts": ({"counts": "now"}, "counts", "now", "earlier"),
    "unknown extent": ({"extent": "moon"}, "extent", "moon", "border"),
    "unknown span": ({"zoom": "june"}, "zoom", "june", "february"),
    "unknown style": ({"cite": "mla"}, "cite", "mla", "chicago"),
    "an id of another table": ({"event": "npr"}, "event", "npr", "ev-2019-01-21"),
    "case matters": ({"region": "Oriente"}, "region", "Oriente", "oriente"),
    "five thousand characters": ({"q": "x" * 5000}, "q", "x" * 40, str(MAX_TEXT)),
    "a long id": ({"region": "é" * 5000}, "region", "é" * 40, "oriente"),
    "markup": (
        {"region": "<script>alert(1)</script>"},
        "region",
        "<script>alert(1)</script>",
        "oriente",
    ),
    "an image with a handler": (
        {"event": "<img src=x onerror=alert(1)>"},
        "event",
        "<img src=x onerror=alert(1)>",
        "ev-2019-01-21",
    ),
    "a quote that would end an attribute": (
        {"category": "'\"><b onclick=alert(1)>"},
        "category",
        "'\"><b onclick=alert(1)>",
        "politics",
    ),
    "braces": ({"region": "{0.__class__}{value}"}, "region", "{0.__class__}{value}", "oriente"),
    "other alphabets": ({"region": "أورينتي 东方 🙂"}, "region", "أورينتي 东方 🙂", "oriente"),
    "a path": ({"source": "../../etc/passwd"}, "source", "../../etc/passwd", SOURCE),
    "a step that is none": ({"step": "fifteen"}, "step", "fifteen", "1–14"),
    "one good, one bad": ({"region": ["oriente", "atlantis"]}, "region", "atlantis", "oriente"),
}
SEVERAL = {"region", "category", "source", "without"}
REVERSED = {"from": "2019-03-01", "to": "2019-02-01"}


@pytest.mark.parametrize("slug", SLUGS, ids=name_of)
def test_every_page_stands_an_address_bad_in_every_parameter(opened, slug):
    address: dict[str, list[str]] = {}
    said: dict[str, list[str]] = {}
    for params, parameter, value, _ in BAD.values():
        if parameter not in SEVERAL:
            # Where one value counts, the last one given does.
            address[parameter], said[parameter] = [], []
        given = params[parameter]
        address.setdefault(parameter, []).extend([given] if isinstance(given, str) else given)
        said.setdefault(parameter, []).append(f"{parameter}: “{value}")
    at = opened(slug, address)
    (notice,) = found(at, "notices")
    lines = [words(item) for item in notice.findall(".//li")]
    for parameter, starts in said.items():
        # What belongs to another page is not read, and not complained of.
        times = 1 if parameter in names_of(slug) else 0
        for start in starts:
            assert len([line for line in lines if line.startswith(start)]) == times, start
    assert len(found(at, "foot")) == 1


@pytest.mark.parametrize("slug", SLUGS, ids=name_of)
def test_markup_in_an_address_is_shown_and_never_run(opened, slug):
    cases = [BAD[case] for case in ("markup", "an image with a handler", "braces")]
    values = [value for _, _, value, _ in cases]
    at = opened(slug, {"region": values, "event": values[1], "q": " ".join(values)})
    sent = "".join(bodies(at))
    assert "<script>alert" not in sent
    assert "<img src=x" not in sent
    for value in values:
        assert value in text_of(at, "notices")
        assert not [markdown for markdown in at.markdown if value in markdown.value]


@pytest.mark.parametrize(
    ("slug", "language"),
    leading([(slug, LANGUAGES[n % 2]) for n, slug in enumerate(reversed(FRAMED))], 2),
)
def test_reversed_dates_are_swapped_and_said(opened, slug, language):
    i18n = i18n_for(language)
    at = opened(slug, REVERSED | {"lang": language})
    wanted = i18n.t(
        "The first date came after the last ({value}); they were swapped.",
        value="2019-03-01 > 2019-02-01",
    )
    assert wanted in text_of(at, "notices")
    if slug in FILTERED:
        assert chosen_in(at)["from"] == ["2019-02-01"]
        assert chosen_in(at)["to"] == ["2019-03-01"]


def test_an_empty_value_is_no_value(opened):
    at = opened("timeline", dict.fromkeys(PARAMETERS, ""))
    assert [words(notice) for notice in found(at, "notices")] == []


def test_control_characters_do_no_harm():
    for text in ("\x00", "\ufffe", "a\r\nb", "\u202edlrow", "%00", "%"):
        at = page_at("", {"q": text, "region": text, "event": text})
        assert_sound(at)
        assert len(found(at, "foot")) == 1
