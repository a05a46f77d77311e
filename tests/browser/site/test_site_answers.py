"""What a published Overview says of a view, held against what the app says of it."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from lxml import html

from components.domain.views.filters import event_date
from components.i18n import i18n_for
from components.presentation.context import Context, read_address, story_words
from components.presentation.site.answers.dated import turned_events
from components.presentation.site.answers.facts import Facts
from components.presentation.stage.data import stage_data
from components.presentation.stage.index import stage_index
from components.presentation.stage.parts import stage_parts
from components.presentation.stories import public_story
from tests.support.server import ROOT

STORY = public_story()
DATA = STORY.dataset
COMPONENTS = ROOT / "components"
SCRIPTS = (
    *(f"ui/overview/{name}.js" for name in ("stage_state", "stage_filters")),
    *(f"presentation/site/answers/{name}.js" for name in ("answers", "days", "compare")),
)
VIEWS = 400
#: The day by which the first source had been published: an earlier one is brought near it.
FIRST_KNOWN = "2019-01-22"
#: What the browser says of each view, as HTML, of each event that stays its first and last day, and
#: of the days that are played.
SAYS = """([queries, facts, sent, index]) => {
  const labels = Object.fromEntries(sent.filters.find(({ name }) => name === "region").options
    .map(({ value, label }) => [value, label]))
  const answers = new Answers(facts, sent.texts, labels)
  return queries.map((query) => {
    const state = answers.read(query)
    const own = answers.index(index, state)
    const kept = select(own, state, { alone: true })
    return {
      events: own.events.filter((_, number) => kept[number]).map(({ id, when }) => [id, when]),
      days: own.events.filter((_, number) => own.used.has(number))
        .map(({ id, first, published }) => [id, first, published]),
      never: own.events.filter((_, number) => !own.used.has(number))
        .every(({ first, published }) => first === Infinity && published === null),
      totals: own.totals,
      counts: own.counts,
      figures: answers.headFigures(state, kept.some(Boolean) ? ""
        : answers.wayBack(query, index, { alone: true })),
      ranked: answers.ranked(state),
      held: answers.held(state),
      compare: new Compared(answers, state, index, { alone: true }).html(),
    }
  })
}"""


def random_query(choose: random.Random) -> dict[str, Any]:
    """A view with any filters, beside another one as often as not."""

    def some(values: list[str], most: int, often: float) -> list[str]:
        return choose.sample(values, choose.randint(1, most)) if choose.random() < often else []

    def day() -> str:
        return f"2019-0{choose.randint(1, 5)}-{choose.randint(1, 28):02}"

    voices = sorted({source.custom.voice for source in DATA.sources.values()})
    beside = [f"region:{choose.choice(list(DATA.regions))}", "2019-02-22/2019-02-28"]
    days = sorted((day(), day()))
    query = {
        "category": some(list(DATA.category_ids), 3, 0.3),
        "region": some(list(DATA.regions), 3, 0.4),
        "source": some(list(DATA.sources), 6, 0.3),
        "tier": some(["document"], 1, 0.3),
        "without": some(voices, 3, 0.3),
        "known": max(day(), FIRST_KNOWN) if choose.random() < 0.3 else "",
        "q": choose.choice(["Cúcuta", "frontera", "soldiers"]) if choose.random() < 0.1 else "",
        "possible": "out" if choose.random() < 0.3 else "",
        "compare": choose.choice(beside) if choose.random() < 0.5 else "",
        "from": days[0] if choose.random() < 0.4 else "",
        "to": days[1] if choose.random() < 0.4 else "",
    }
    return {name: value for name, value in query.items() if value}


def words(text: str) -> list[str]:
    """Every text of a piece of HTML in order; what its tips say is left out."""
    parts = html.fragment_fromstring(text, create_parent=True).itertext()
    return [said for part in parts if (said := " ".join(part.split()))]


def said_by_days(found: dict[str, Any]) -> dict[str, list[Any]]:
    """What is said while the days are played, its HTML as words; radii apart."""

    def plain(step: dict[str, Any]) -> dict[str, Any]:
        as_words = {name: words(step[name]) for name in ("html", "mark") if name in step}
        sizes = step.get("regions", {})
        numbers = {key: rest for key, (_, *rest) in sizes.items()}
        radii = {key: size[0] for key, size in sizes.items()}
        return {**step, **as_words, "regions": numbers, "radii": radii}

    lists = {"totals": found["totals"], **found["counts"]}
    return {name: [plain(step) for step in steps] for name, steps in lists.items()}


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_browser_says_of_any_view_what_the_app_says(page, language):
    """Random filters: events with their dates, head figures, counts by region and comparisons."""
    choose = random.Random(2019)  # noqa: S311
    queries = [urlencode(random_query(choose), doseq=True) for _ in range(VIEWS)]
    i18n = story_words(STORY, i18n_for(language))

    def view_of(query: str) -> Context:
        _, view, notices = read_address(parse_qs(f"{query}&lang={language}"))
        assert not notices, query
        return Context(STORY, view, (), i18n, "light", "")

    whole = view_of("")
    facts = Facts(whole)
    given = facts.all() | {"turned": turned_events(whole, facts), "sourced": True}
    sent = stage_data(whole, inline=True)
    scripts = "\n".join((COMPONENTS / name).read_text(encoding="utf-8") for name in SCRIPTS)
    found = page.evaluate(
        f"(given) => {{ {scripts}\n return ({SAYS})(given) }}",
        json.loads(json.dumps([queries, given, sent, sent["inline"]["index"]])),
    )
    for query, said in zip(queries, found, strict=True):
        ctx = view_of(query)
        events = {
            event.id: i18n.date(event_date(DATA, event, ctx.view.filters))
            for event in ctx.selection.events
        }
        assert dict(said["events"]) == events, query
        parts = stage_parts(ctx)
        for name, part in {"figures": "figures", "ranked": "counts", "compare": "compare"}.items():
            assert words(said[name]) == words(parts[part]), f"{name} of {query}"
        assert said["held"] == parts["held"], query
    # The days are worked out in the app anew for all sources in use: that takes its time.
    for query, said in list(zip(queries, found, strict=True))[:: VIEWS // 40]:
        index = stage_index(view_of(query))
        days = [(one["id"], one["first"], one["published"]) for one in index["events"]]
        assert sorted(map(tuple, said["days"]), key=str) == sorted(days, key=str), query
        assert said["never"], query
        own = {name: said[name] for name in ("totals", "counts")}
        expected = said_by_days(index)
        for name, steps in said_by_days(own).items():
            for mine, step in zip(steps, expected[name], strict=True):
                radii = pytest.approx(step.pop("radii"), abs=0.01)
                assert mine.pop("radii") == radii, f"{name} of {query}"
                assert mine == step, f"{name} of {query}"
