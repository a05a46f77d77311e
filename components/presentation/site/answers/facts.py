"""What a published Overview looks up to answer a view: head figures, counts, comparisons.

Every rule is applied here, once for each value of each filter; the browser combines the sets, takes
the first of what is ranked, and adds up counts. Records are named by their position in a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final

from components.domain.dates.edtf import parse_edtf
from components.domain.evidence.headlines import Headline, HeadlineKind, ranked, regional_counts
from components.domain.evidence.topics import rivals
from components.domain.records.models import Claim
from components.domain.views.filters import Filters, claim_date, select, sources_in_use
from components.exports.view_citation import NAMED_REGIONS, people, sum_phrase
from components.figures.map.marks import LARGEST_RADIUS_PX
from components.i18n import I18n
from components.presentation.charts.headlines import LABELS, headline_item
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.badges import differs_mark
from components.presentation.records.citations import CitationView, citation_views, quoting
from components.presentation.records.claims import presented
from components.presentation.sentence import dates_words
from components.presentation.stage.compare import KINDS, MOST_MARKS, MOST_TITLES
from components.presentation.stage.counts import bounds, caption
from components.presentation.stage.data import chips
from components.presentation.stage.index import running_totals, words_of
from components.presentation.text.empty import PARAMETERS_OF, lift_words, what_to_do

Json = dict[str, Any]
#: The words of a sum that the browser fills in.
GIVEN: Final = {name: f"{{{name}}}" for name in ("figure", "people", "places", "count")}
HEADS: Final[tuple[HeadlineKind, ...]] = ("total", "regions", "relatives", "expelled")


class Facts:
    """The tables of one story in one language.

    Attributes:
        ctx: the Overview of the whole story.
        sources: the ids of its sources, in the order in which they are named.
        claims: its claims, in the order of the data.
        cites: source marks as HTML, each once.
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        data = ctx.dataset
        self.sources = sorted(
            data.sources, key=lambda key: (data.sources[key].custom.tier != "document", key)
        )
        self.claims = list(data.claims.values())
        self.cites: dict[str, int] = {}
        self._source = {key: number for number, key in enumerate(self.sources)}
        self._claim = {claim.id: number for number, claim in enumerate(self.claims)}

    def all(self) -> Json:
        """Everything, ready to be written as JSON."""
        events = {event.id: number for number, event in enumerate(self.ctx.selection.events)}
        found = {
            "sources": [self._of_source(key) for key in self.sources],
            "leftOut": self._left_out(),
            "claims": [self._of_claim(claim) for claim in self.claims],
            "sets": self._sets(),
            "words": words_of({"events": events, "figures": self._claim}, self.ctx.dataset),
            "figures": self._figures(),
            "totals": [self._figure("total", one) for one in running_totals(self.ctx)],
            "counts": self._counts(),
            "radius": LARGEST_RADIUS_PX,
            "most": {"titles": MOST_TITLES, "marks": MOST_MARKS, "regions": NAMED_REGIONS},
            "compared": list(KINDS),
            "dates": self._dates(),
            "short": {
                event.id: self.ctx.i18n.date(event.date, "short")
                for event in self.ctx.dataset.events.values()
            },
            "texts": _texts(self.ctx.i18n),
        }
        # The last, when all marks are known.
        return found | {"cites": list(self.cites)}

    def numbers(self, sources: Iterable[str]) -> list[int]:
        """The positions of some sources."""
        return sorted({self._source[key] for key in sources})

    def _of_source(self, key: str) -> Json:
        source = self.ctx.dataset.sources[key]
        return {
            "id": key,
            "label": self.ctx.i18n.source(source),
            "outside": int(source.custom.tier != "document"),
            "day": parse_edtf(source.custom.issued_edtf).last.toordinal(),
        }

    def _left_out(self) -> Json:
        """The sources, and the claims by their speakers, that a value of a filter leaves out."""
        data = self.ctx.dataset
        every = set(data.sources)
        voices = sorted({s.custom.voice for s in data.sources.values()})
        voices += sorted({c.voice for c in data.claimants.values()} - set(voices))

        def without(filters: Filters) -> list[int]:
            return self.numbers(every - sources_in_use(data, filters))

        return {
            "tier": {"document": {"sources": without(Filters(documents_only=True)), "claims": []}},
            "without": {
                voice: {
                    "sources": without(Filters(excluded_voices=(voice,))),
                    "claims": [
                        number
                        for number, claim in enumerate(self.claims)
                        if data.claimants[claim.claimant_id].voice == voice
                    ],
                }
                for voice in voices
            },
        }

    def _of_claim(self, claim: Claim) -> Json:
        cited = [c.source_id for c in self.ctx.dataset.citations_of(claim.id)]
        when = claim_date(claim)
        day = None if when is None else bounds(when)
        return {"id": claim.id, "from": self.numbers(cited), "day": day}

    def _sets(self) -> Json:
        data = self.ctx.dataset

        def left(filters: Filters) -> list[int]:
            return [self._claim[claim.id] for claim in select(data, filters).claims]

        return {
            "region": {key: left(Filters(regions=(key,))) for key in data.regions},
            "category": {key: left(Filters(categories=(key,))) for key in data.category_ids},
        }

    def _marks(self, claim: Claim, *, added: bool = False) -> list[list[Any]]:
        """The source marks of a claim, in order, by source, place and HTML.

        One that may be ``added`` to others has each mark a second time, as the sum has it: without
        the words of the source, and with ``{sum}`` where the browser says of what it is the sum.
        """
        return [
            [
                self._source[one.source_id],
                f"{one.source_id} {one.locator}",
                self._mark(one),
                *(
                    [self._mark(quoting("{sum}", one, self.ctx.dataset, self.ctx.i18n))]
                    if added
                    else []
                ),
            ]
            for one in citation_views(claim.id, self.ctx)
        ]

    def _mark(self, one: CitationView) -> int:
        html = render("stage_mark.html", self.ctx.i18n, citations=[one]).strip()
        return self.cites.setdefault(html, len(self.cites))

    def _differs(self, claim: Claim) -> Json | None:
        """The mark that sources differ; it stands while one of the claims ``with`` it is left."""
        mark = differs_mark(claim, self.ctx)
        if mark is None:
            return None
        others = [c for c in self.claims if c.topic_id == claim.topic_id and rivals(claim, c)]
        return {
            "with": [self._claim[other.id] for other in others],
            "standing": mark.standing,
            "glyph": mark.glyph,
            "title": mark.question,
            "address": f' href="{mark.address}"',
        }

    def _figure(self, kind: HeadlineKind, claim: Claim) -> Json:
        item = headline_item(Headline(kind, (claim,)), self.ctx)
        return {
            "claim": self._claim[claim.id],
            "value": item.value,
            "note": item.note,
            "marks": self._marks(claim),
            "differs": self._differs(claim),
            "day": bounds(parse_edtf(claim.as_of or "")),
        }

    def _figures(self) -> Json:
        """The claims of which one stands at the head, by kind, the one for the head first."""
        data = self.ctx.dataset
        return {
            "order": list(data.presentation.figures or HEADS),
            # A story that names its figures has the nearest one where the filters leave none.
            "nearest": bool(data.presentation.figures),
            "labels": {kind: self.ctx.i18n.t(LABELS[kind]) for kind in HEADS},
            "ranked": {
                kind: [self._figure(kind, one) for one in ranked(data, self.claims, kind)]
                for kind in HEADS
            },
        }

    def _counts(self) -> list[Json]:
        """The counts by region of each day, the earliest first."""
        days = regional_counts(self.ctx.dataset, Filters())
        return [self._count_day(day) for day in days]

    def _count_day(self, claims: tuple[Claim, ...]) -> Json:
        ctx, i18n = self.ctx, self.ctx.i18n
        when = claims[0].as_of or ""
        # What is said of a sum depends on how many are added up.
        sums = [headline_item(Headline("regions", claims[:n]), ctx) for n in range(1, len(claims))]
        every = headline_item(Headline("regions", claims), ctx)
        return {
            "day": bounds(parse_edtf(when)),
            "caption": caption(when, i18n, outside=False),
            "left": caption(when, i18n, outside=True),
            "when": i18n.date(when, "short"),
            "label": i18n.t("Counted by region, as of {date}", date=i18n.date(when, "short")),
            "notes": [item.note for item in (*sums, every)],
            # What is said of a sum of few regions, which are named, and of many.
            "said": [
                sum_phrase(ctx.dataset, claims[:n], i18n, **GIVEN) for n in (1, NAMED_REGIONS + 1)
            ],
            "claims": [
                {
                    "claim": self._claim[claim.id],
                    "region": claim.region_id,
                    "value": int(claim.value_low or 0),
                    "note": headline_item(Headline("regions", (claim,)), ctx).note,
                    "marks": self._marks(claim, added=True),
                    "people": people((claim,), i18n),
                    "differs": self._differs(claim),
                }
                for claim in claims
            ],
        }

    def _dates(self) -> Mapping[str, str]:
        """What the stretches of time are called that the story names."""
        ctx = self.ctx
        found = {"/": dates_words(ctx.view, ctx.i18n)}
        for chip in chips(ctx.dataset, ctx.i18n)[1:]:
            first, last = (date.fromisoformat(chip[end]) for end in ("from", "to"))
            asked = replace(ctx.view.filters, start=first, end=last)
            dated = replace(ctx, view=replace(ctx.view, filters=asked))
            found[f"{first}/{last}"] = dates_words(dated.view, dated.i18n)
        return found


def _texts(i18n: I18n) -> Json:
    t, n = i18n.t, i18n.n
    two = i18n.number(2)
    return {
        "outside": t("outside these filters: {note}", note="{note}"),
        "differs": t("sources differ"),
        "lift": {
            name: {
                "names": names,
                "one": lift_words(name, 1, i18n).replace(i18n.number(1), "{count}"),
                "many": lift_words(name, 2, i18n).replace(two, "{count}"),
            }
            for name, names in PARAMETERS_OF.items()
        },
        "takeAway": what_to_do(True, i18n),
        "noCause": what_to_do(False, i18n),
        "clear": t("Clear all filters"),
        "sum": t("Sum"),
        "people": t("people"),
        "presented": presented(i18n),
        "noCounts": t("No count by region fits these filters"),
        "largest": t(
            "{percent} of those counted were counted in {region}",
            percent=i18n.percent(1).replace(i18n.number(100), "{percent}"),
            region="{region}",
        ),
        "silent": t("Not reported: {regions}.", regions="{regions}"),
        "notReported": t("not reported"),
        "noCount": t("no count here"),
        "noFigure": t("no figure"),
        "regions": n("{count} region", "{count} regions", 2).replace(two, "{count}"),
        "allRegions": t("All regions"),
        "events": t("Events"),
        "sources": t("Sources"),
        "others": t("{some} and others", some="{some}"),
        "certainty": t(
            "({certain} certainly in these dates, {possible} possibly)",
            certain="{certain}",
            possible="{possible}",
        ),
        "which": t("Which events"),
        "shared": t("on both sides"),
        "noEvents": t("no events"),
        "more": n("and {count} more", "and {count} more", 2).replace(two, "{count}"),
        "beside": t("Side by side: {one}, and {other}", one="{one}", other="{other}"),
        "fromDay": t("from {date}", date="{date}"),
        "untilDay": t("until {date}", date="{date}"),
        "wholeRecord": t("In full, with all of its sources:"),
    }
