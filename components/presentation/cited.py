"""What a record rests on: places in sources ready to quote, who told whom, what differs.

Templates take the records themselves and call the functions of this module by their names.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Final
from urllib.parse import urlencode

from components.export import quotation
from components.export.citations import format_source
from components.i18n import N_, I18n
from components.i18n.labels import BASIS, KIND
from components.presentation.context import Context
from components.query import evidence, figures
from components.query.claims import Standing, TopicState, is_contested, list_topic_states
from components.query.filters import Filters, Record, select_allowed_citations, with_allowed_sources
from components.query.view import View
from components.story.models import Citation, Claim, Event, Picture, Source
from components.story.package_files import PICTURE_FOLDER, picture_kind

#: The citations of one place in a source; of a single record mostly one.
Place = Sequence[Citation]


def picture_data(picture: Picture, files: Mapping[str, bytes]) -> str:
    """A picture as an address that holds it: nothing is asked of any server for it."""
    content = files[PICTURE_FOLDER + picture.file]
    return f"data:image/{picture_kind(content)};base64,{b64encode(content).decode()}"


def address(slug: str, ctx: Context, *, filters: Filters | None = None, **changes: object) -> str:
    """A link to a page of this app that keeps the language and the filters and no choice."""
    kept = {"lang": ctx.i18n.language, "event": None, "claim": None, "topic": None}
    params = ctx.params(slug, **{**kept, "filters": filters or ctx.view.filters, **changes})
    return f"{slug}?{urlencode(params, doseq=True)}"


def claim_address(claim: Claim, ctx: Context, filters: Filters | None = None) -> str:
    """A link to the page that shows a claim: among the totals, or beside others on its question."""
    total = figures.select_totals([claim]) or not claim.topic_id
    slug = "figures" if total else "disagreements"
    return address(slug, ctx, filters=filters, claim=claim.id)


def everything_said(claimant: str, ctx: Context) -> str:
    """Where everything stands that a claimant says: the table of claims, without filters."""
    return address("data", ctx, filters=Filters(), table="claims", claimant=claimant)


def in_version(view: View) -> str:
    """The end of a link that stays in the version of the data that is read."""
    return f"&v={view.version}" if view.version else ""


def source_address(source_id: str, ctx: Context) -> str:
    return f"sources?source={source_id}&lang={ctx.i18n.language}{in_version(ctx.view)}"


def outside(citation: Citation, ctx: Context) -> bool:
    """Whether a citation is of a report from outside the documents."""
    return ctx.dataset.sources[citation.source_id].custom.tier == "corroborating"


def place_label(citation: Citation, ctx: Context, between: str = ", ") -> str:
    """A source's short name and the paragraph: "El Pitazo, para. 5"."""
    short = ctx.i18n.source_label(ctx.dataset.sources[citation.source_id])
    at = citation.locator and ctx.i18n.t("para. {number}", number=citation.locator)
    return f"{short}{between}{at}" if at else short


def citations_of(record_id: str, ctx: Context) -> list[Citation]:
    """The citations of an event or a claim that are in use, the documents first."""
    found = select_allowed_citations(ctx.dataset, record_id, ctx.view.filters)
    return sorted(found, key=lambda one: outside(one, ctx))


def by_place(citations: Iterable[Citation], ctx: Context) -> list[Place]:
    """The places that several records rest on, each once, the documents first."""
    found: dict[tuple[str, int | None], list[Citation]] = {}
    for one in citations:
        found.setdefault((one.source_id, one.locator), []).append(one)
    return sorted(found.values(), key=lambda same: outside(same[0], ctx))


def figure_places(claims: Sequence[Claim], ctx: Context) -> Sequence[Place]:
    """Where a figure is said: one claim, or regional counts that are added up, each place once."""
    found = [one for claim in claims for one in citations_of(claim.id, ctx)]
    return by_place(found, ctx) if len(claims) > 1 else [[one] for one in found]


def sentences(place: Place, ctx: Context, claims: Sequence[Claim] = ()) -> tuple[str, ...]:
    """The sentences to quote that rest on a place; of ``claims`` that are added up their sum."""
    data, filters, i18n = ctx.dataset, ctx.view.filters, ctx.i18n
    if len(claims) > 1:
        return (quotation.sum_sentence(data, claims, filters, i18n),)
    said = (quotation.cited_sentence(data, one, filters, i18n) for one in place)
    return tuple(dict.fromkeys(filter(None, said)))


def reference(source: Source, i18n: I18n) -> str:
    """A source's reference in APA style."""
    return str(format_source(source, "apa", i18n.language).text)


def described(source: Source, i18n: I18n) -> tuple[str, str, str]:
    """A source's title without its stop, its kind, and its date with how that is known."""
    details, day = source.custom, f"{i18n.format_date(source.custom.issued)}."
    if details.date_basis:
        note = getattr(details.date_note, i18n.language)
        day = f"{day[:-1]} ({i18n.t(BASIS[details.date_basis])}). {note}".rstrip()
    return source.title.removesuffix("."), i18n.t(KIND[details.kind]), day


def by_way_of(place: Place, ctx: Context) -> str:
    """Through whom a source has it: "Reuters → El País"; empty where it has it itself."""
    via, sources = next((one.via for one in place if one.via), ()), ctx.dataset.sources
    names = [ctx.i18n.short_source_name(sources[key]) for key in reversed(via)]
    return " → ".join([*names, ctx.i18n.source_label(sources[place[0].source_id])]) if names else ""


def language_of(source: Source) -> str:
    """The language of a source for HTML, such as ``es``; empty where nobody said which."""
    language = source.language.partition("-")[0]
    return "" if language == "und" else language


def letter(number: int) -> str:
    """The letter of a footnote, from 0: a, b … z, aa, ab …"""
    turn, place = divmod(number, len(ascii_lowercase))
    return (ascii_lowercase[turn - 1] if turn else "") + ascii_lowercase[place]


def used(record: Record, ctx: Context) -> Record:
    """A record as the sources in use give it: without the reports its date may be another."""
    return with_allowed_sources(ctx.dataset, record, ctx.view.filters)


#: What is said wherever the regional counts are shown.
PRESENTED: Final = N_("Counts are as their sources give them.")
#: Whether sources differ.
STANDING_GLYPH: Final[dict[Standing, str]] = {
    "differ": "≠",
    "explained": "≈",
    "agree": "=",
    "several": "◑",
    "alone": "◐",
    "none": "○",
}
#: What the mark says of several sources, and of the voices in one.
MARK_WORDS: Final = {
    "differ": (N_("sources differ"), N_("voices in one source differ")),
    "explained": (N_("sources differ, explained"), N_("voices in one source differ, explained")),
}


def states(ctx: Context) -> dict[str, TopicState]:
    """Every topic under the filters of this run; each claim asks, so it is worked out once."""
    key = ("states", ctx.view.filters)
    return ctx.story.once(key, lambda: list_topic_states(ctx.dataset, ctx.selection.claims))


def mark_words(state: TopicState, ctx: Context) -> tuple[str, str]:
    words = MARK_WORDS[state.standing][one_source(state.claims, ctx)]
    return STANDING_GLYPH[state.standing], ctx.i18n.t(words)


def differing(record: Claim | Event, ctx: Context) -> TopicState | None:
    """The question on which a claim contradicts this one, or one of an event; else ``None``."""
    data = ctx.dataset
    claims = (record,) if isinstance(record, Claim) else data.claims_of_event(record.id)
    for state in states(ctx).values():
        if any(c.topic_id == state.topic.id and is_contested(c, state) for c in claims):
            return state
    return None


def one_source(claims: Iterable[Claim], ctx: Context) -> bool:
    """Whether all claims come through one source: then its voices differ, where any do."""
    records = (claim.id for claim in claims)
    return len(evidence.find_independent_roots(ctx.dataset, records, ctx.view.filters)) == 1


#: Who told whom: what a part is called, and how a sentence begins with it.
PARTS: Final[dict[evidence.Part, tuple[str, str]]] = {
    "said": (N_("first said by"), N_("First said by {name}")),
    "reported": (N_("reported by"), N_("Reported by {name}")),
    "repeated": (N_("repeated by"), N_("Repeated by {name}")),
}
#: The part that a step plays, the same in words, and who plays it.
Step = tuple[evidence.Part, str, str]


def who_told_whom(record_id: str, ctx: Context) -> list[tuple[list[Step], str]]:
    """The chains of sources of a record: the steps of each, and the same in a sentence."""
    found = evidence.trace_chains(ctx.dataset, record_id, ctx.view.filters)
    # A single chain with one text in it says no more than speaker and citation do.
    texts = [part for part, _ in found[0].steps if part != "said"] if len(found) == 1 else []
    if len(texts) == 1 and not found[0].unnamed:
        return []
    # Chains that are the same up to their last step, in the part that one plays, are one.
    i18n, said, groups = ctx.i18n, [], dict[Any, list[evidence.Chain]]()
    for chain in found:
        if len(chain.steps) > 1 or chain.unnamed:
            key = (chain.steps[:-1], chain.steps[-1].part, chain.unnamed)
            groups.setdefault(key, []).append(chain)

    def name(step: evidence.ChainStep) -> str:
        if step.part == "said":
            return str(i18n.localize(ctx.dataset.claimants[step.key], "name"))
        return i18n.short_source_name(ctx.dataset.sources[step.key])

    for chain, *others in groups.values():
        ends = i18n.format_list(dict.fromkeys(name(one.steps[-1]) for one in (chain, *others)))
        names = [*map(name, chain.steps[:-1]), ends]
        pairs = zip((step.part for step in chain.steps), names, strict=True)
        steps = [(part, i18n.t(PARTS[part][0]), who) for part, who in pairs]
        start = i18n.t(PARTS[chain.steps[0].part][1], name=names[0])
        text = "; ".join([start, *(f"{how} {who}" for _, how, who in steps[1:])])
        unnamed = i18n.t("It does not say from which of its sources.") if chain.unnamed else ""
        said.append((steps, f"{text}. {unnamed}".rstrip()))
    return said


def root_names(found: evidence.Roots, i18n: I18n) -> str:
    """The independent sources as a sentence names them; "or" where nobody can say which."""
    either = i18n.t(" or ")
    return i18n.format_list(either.join(names) for names in found)


def worth(record_id: str, ctx: Context) -> str:
    """That several newsrooms quote one voice, which confirms no more than that; else empty."""
    claim = ctx.dataset.claims.get(record_id)
    found = evidence.find_independent_roots(ctx.dataset, (record_id,), ctx.view.filters)
    if not claim or len(found) < 2 or ctx.dataset.claimants[claim.claimant_id].voice == "press":
        return ""
    return ctx.i18n.t(
        "{count} newsrooms reported it independently, {names}. They quote the same voice, so "
        "they confirm only that it was said.",
        count=len(found),
        names=root_names(found, ctx.i18n),
    )
