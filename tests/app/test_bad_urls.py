"""No address breaks a page: invalid values are reported, the rest is shown."""

import pytest

from components.drawing.text_direction import strip_isolates
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from components.query.view import PARAMETER_NAMES, list_page_parameters
from tests.support import apptest
from tests.support.addresses import (
    SEED,
    SHARES,
    list_failed_addresses,
    random_addresses,
    write_query,
)
from tests.support.cases import SLUGS
from tests.support.data import DATA

#: A parameter, and a value of it that cannot be used.
BAD = (
    ("from", "yesterday"), ("to", "2019-02-30"), ("known", "99999-01-01"), ("region", "norte"),
    ("category", "war"), ("source", "nobody"), ("without", "me"), ("event", "ev-nothing"),
    ("voice", "you"),
    ("lang", "fr"), ("tier", "secret"), ("counts", "now"), ("extent", "moon"), ("zoom", "june"),
    ("cite", "mla"), ("event", "npr"), ("region", "Oriente"), ("q", "x" * 5000),
    ("region", "é" * 5000), ("region", "<script>alert(1)</script>"),
    ("event", "<img src=x onerror=alert(1)>"), ("category", "'\"><b onclick=alert(1)>"),
    ("region", "{0.__class__}{value}"), ("region", "أورينتي 东方 🙂"),
    ("source", "../../etc/passwd"), ("step", "fifteen"), ("region", "atlantis"),
)  # fmt: skip
MARKUP = [value for _, value in BAD if value[0] in "<{"]
SEVERAL = {"region", "category", "source", "voice", "without"}


@pytest.mark.parametrize("slug", SLUGS)
def test_page_opens_at_an_address_invalid_in_every_parameter(opened, slug):
    address: dict[str, list[str]] = {"region": ["oriente"]}
    for parameter, value in BAD:
        # Where one value counts, the last one given does.
        address[parameter] = [*(address.get(parameter, ()) if parameter in SEVERAL else ()), value]
    at = opened(slug, address)
    (notice,) = apptest.found(at, "notices")
    # A value in a script that runs right to left is isolated.
    lines = [strip_isolates(apptest.words(item)) for item in notice.findall(".//li")]
    for parameter, values in address.items():
        # What belongs to another page is not read, and not complained of.
        times = 1 if parameter in list_page_parameters(slug) else 0
        for start in (f"{parameter}: “{value[:40]}" for value in values if value != "oriente"):
            assert len([line for line in lines if line.startswith(start)]) == times, start
    assert len(apptest.found(at, "foot")) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_markup_in_an_address_is_escaped(opened, slug):
    at = opened(slug, {"region": MARKUP, "event": MARKUP[1], "q": " ".join(MARKUP)})
    sent = "".join(apptest.bodies(at))
    assert "<script>alert" not in sent
    assert "<img src=x" not in sent
    for value in MARKUP:
        assert value in apptest.text_of(at, "notices")
        assert not [markdown for markdown in at.markdown if value in markdown.value]


def test_an_empty_value_is_no_value(opened):
    at = opened("timeline", dict.fromkeys(PARAMETER_NAMES, ""))
    assert [apptest.words(notice) for notice in apptest.found(at, "notices")] == []


EACH = 25


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("slug", SLUGS)
def test_random_addresses_show_no_error(slug, share):
    """On the Overview none that ever failed, either."""
    seed = SEED - 1 - SLUGS.index(slug)
    made = list(random_addresses(DATA, EACH, seed))[::share]
    for address in made if slug else [*made, *list_failed_addresses()]:
        address.pop("", None)
        at = apptest.page_at(slug, address)
        assert [element.message for element in at.exception] == [], write_query(address)
        assert [element.value for element in at.error] == [], write_query(address)
        assert len(apptest.found(at, "foot")) == 1, write_query(address)


#: How many addresses of each page; a thousand in all, fewer where a page says more.
TEXTS = {"": 90, "timeline": 150, "map": 140, "figures": 100, "disagreements": 70, "sources": 130,
         "present": 110, "data": 140, "method": 70}  # fmt: skip


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("info", PAGES, ids=lambda info: info.slug or "overview")
def test_page_text_exists_at_random_addresses(info, share):
    made = list(random_addresses(DATA, TEXTS[info.slug], SEED + 100 + PAGES.index(info)))
    for number, address in enumerate([*made[::share], *list_failed_addresses()]):
        ctx = public_context(address, ("en", "es")[number % 2], info.slug)
        text = page_text(ctx, info)
        assert text.heading, write_query(address)
        assert text.description, write_query(address)
        assert text.html.count("<h1>") == 1, write_query(address)
        assert "<script" not in text.html, write_query(address)
        # Data says itself that a page of its table does not exist.
        told = bool(ctx.notices) or (info.slug == "data" and "page" in address)
        assert bool(ctx.notices) <= ('class="notices"' in text.html) <= told, write_query(address)
