"""What is on the screen, ready to quote: the sources behind it, sentences and references.

Every sentence is made from the claims and the event that the view shows, with their paragraphs.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from components.export.citations import FormattedCitation, format_pinpoint, format_source
from components.i18n import N_, I18n, Language
from components.i18n.language import story_name
from components.query.figures import is_summable, select_headlines
from components.query.filters import (
    Filters,
    Selection,
    parse_event_date,
    select_allowed_citations,
    with_allowed_sources,
    with_document_date,
)
from components.query.view import Cite, View
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Citation, Claim, Event, Source

#: More regions than these are counted in a sentence, not named.
NAMED_REGIONS: Final = 3
_BRACKETED = re.compile(r" \(([^()]*)\)")
_DOUBT = re.compile(r"[~?%]")


class FigureSentence(NamedTuple):
    """One sentence with its citations, and the records it was made from."""

    text: str
    claims: tuple[Claim, ...] = ()
    event: Event | None = None


def sources_in_view(dataset: Dataset, selection: Selection, view: View) -> tuple[Source, ...]:
    """The sources in use of all events and claims that a view shows, in the data set's order.

    What is chosen is shown though the filters leave it out: an event with its claims, or a claim.
    """
    claims = dataset.claims_of_event(view.event) if view.event else ()
    chosen = filter(None, (view.event, *(c.id for c in claims), view.claim))
    records = (*(e.id for e in selection.events), *(c.id for c in selection.claims), *chosen)
    cited = {
        c.source_id for r in records for c in select_allowed_citations(dataset, r, view.filters)
    }
    return tuple(source for key, source in dataset.sources.items() if key in cited)


def pinpoints(dataset: Dataset, citations: Iterable[Citation], i18n: I18n) -> str:
    """The short form of each source once with its paragraphs, the documents first."""
    paragraphs: dict[str, set[int]] = {}
    for citation in citations:
        number = () if citation.locator is None else (citation.locator,)
        paragraphs.setdefault(citation.source_id, set()).update(number)
    found = []
    for key in sorted(paragraphs, key=lambda s: dataset.sources[s].custom.tier != "document"):
        places = sorted(paragraphs[key])
        only = places[0] if len(places) == 1 else None
        found.append(format_pinpoint(dataset.sources[key], only, i18n.language))
        if len(places) > 1:
            numbers = i18n.format_list(map(str, places))
            found[-1] += f", {i18n.t('paras. {numbers}', numbers=numbers)}"
    return "; ".join(found)


def sources_in_brackets(
    dataset: Dataset, records: Iterable[str], filters: Filters, i18n: I18n, said: str = ""
) -> str:
    """What stands in the brackets: who said it, and where; empty when no source is in use."""
    found = [c for record in records for c in select_allowed_citations(dataset, record, filters)]
    against = [c for c in found if c.role == "disputes"]
    behind = [c for c in found if c.role == "supports"] or [c for c in found if c not in against]
    places = pinpoints(dataset, behind, i18n)
    if not places:
        return ""
    # A newsroom's own figure needs no "NPR, in NPR".
    if said and not places.startswith(f"{said}, "):
        places = i18n.t("{claimant}, in {sources}", claimant=said, sources=places)
    if against:
        others = pinpoints(dataset, against, i18n)
        places = i18n.t("{sources}; disputed by {others}", sources=places, others=others)
    return places


def _mention(dataset: Dataset, claim: Claim, i18n: I18n) -> str:
    """Who says it as a sentence names them: "the ministry", else the name, without brackets."""
    claimant = dataset.claimants[claim.claimant_id]
    own: str = i18n.localize(claimant, "mention")
    return own or _BRACKETED.sub(r", \1", i18n.localize(claimant, "name"))


def _sources_of(dataset: Dataset, record: str, filters: Filters) -> list[Source]:
    cited = (c.source_id for c in select_allowed_citations(dataset, record, filters))
    return [dataset.sources[key] for key in dict.fromkeys(cited)]


def date_note(dataset: Dataset, record: Event | Claim, filters: Filters, i18n: I18n) -> str:
    """Whose the date is where the documents cited do not give it; empty elsewhere."""
    found = _sources_of(dataset, record.id, filters)
    outside = [source for source in found if source.custom.tier == "corroborating"]
    documents = [i18n.short_source_name(source) for source in found if source not in outside]
    if not (record.document_date and outside and documents):
        return ""
    own = parse_event_date(dataset, record, filters) if isinstance(record, Event) else record.as_of
    date = i18n.format_date(own or "")
    if len(outside) == 1:
        where = format_pinpoint(outside[0], None, i18n.language)
        return i18n.t("the date, {date}, is from {sources}", date=date, sources=where)
    names = i18n.format_list(documents)
    return i18n.t("the date, {date}, is not from {sources}", date=date, sources=names)


_BY: Final = (N_("by {date}"), N_("by about {date}"))
_AS_OF: Final = (N_("figure as of {date}"), N_("figure as of about {date}"))


def _dated(edtf: str, phrases: tuple[str, str], i18n: I18n) -> str:
    """A phrase with a date; an approximate or uncertain day takes the second phrase."""
    when = parse_edtf(edtf)
    plain = i18n.format_date(_DOUBT.sub("", edtf))
    return i18n.t(phrases[when.approximate or when.uncertain], date=plain)


def _finish(body: str, carried: str, note: str = "") -> str:
    """A sentence with its sources in brackets, and what is said of its date after them."""
    plain, end = body.strip().removesuffix("."), f"; {note}." if note else "."
    return f"{plain[:1].upper()}{plain[1:]} ({carried}){end}" if carried else ""


def total_phrase(claim: Claim, i18n: I18n, *, dated: bool = True) -> str:
    """A running total in a sentence of its own, or an empty text for any other claim."""
    if claim.region_id or not (claim.qualifier and claim.as_of):
        return ""
    by = _dated(claim.as_of, _BY, i18n) if dated else ""
    return i18n.figure_sentence(claim, figure=i18n.format_figure(claim), by=by).strip()


def _claim_sentence(dataset: Dataset, claim: Claim, filters: Filters, i18n: I18n) -> str:
    claim = with_allowed_sources(dataset, claim, filters)
    said_by = _mention(dataset, claim, i18n)
    carried = sources_in_brackets(dataset, (claim.id,), filters, i18n, said_by)
    note = date_note(dataset, claim, filters, i18n)
    total = total_phrase(claim, i18n, dated=not note)
    if total or not carried:
        return _finish(total, carried, note)
    if claim.qualifier and claim.as_of and not note:
        carried = f"{_dated(claim.as_of, _AS_OF, i18n)}; {carried}"
    return _finish(i18n.localize(claim, "statement"), carried, note)


def sum_sentence(dataset: Dataset, claims: Sequence[Claim], filters: Filters, i18n: I18n) -> str:
    """The sum of regional counts of one day as the story's own, with the sources of its parts."""
    ordered = sorted(claims, key=lambda claim: claim.region_id or "")
    regions = [i18n.localize(dataset.regions[c.region_id or ""], "label") for c in ordered]
    few = N_("{title}’s own sum of {count} regional counts: {figure} {people} in {places} {by}")
    many = N_("{title}’s own sum of {count} regional counts: {figure} {people} {by}")
    said = i18n.t(
        few if len(claims) <= NAMED_REGIONS else many,
        title=story_name(dataset, i18n),
        figure=sum(c.value_low or 0 for c in claims),
        people=i18n.unit_name(claims[0].unit, 2) or i18n.t("people"),
        places=i18n.format_list(regions),
        count=len(claims),
        by=_dated(claims[0].as_of or "", _BY, i18n),
    )
    says = {_mention(dataset, c, i18n) for c in claims}
    speaker = next(iter(says)) if len(says) == 1 else ""
    carried = sources_in_brackets(dataset, [c.id for c in claims], filters, i18n, speaker)
    counts = i18n.t("the counts: {sources}", sources=carried) if carried else ""
    note = date_note(dataset, claims[0], filters, i18n)
    return _finish(said, counts, note)


def figure_sentences(
    dataset: Dataset, selection: Selection, view: View, i18n: I18n
) -> tuple[FigureSentence, ...]:
    """Sentences for the chosen claim and event and the head figures, with sources in use."""
    made, filters = list[FigureSentence](), view.filters
    if view.claim:
        chosen = dataset.claims[view.claim]
        made.append(FigureSentence(_claim_sentence(dataset, chosen, filters, i18n), (chosen,)))
    if view.event:
        happened = dataset.events[view.event]
        when = i18n.format_date(parse_event_date(dataset, happened, filters))
        summary = i18n.localize(happened, "summary")
        note = date_note(dataset, happened, filters, i18n)
        carried = sources_in_brackets(dataset, (view.event,), filters, i18n)
        text = _finish(summary if note else f"{when}: {summary}", carried, note)
        made.append(FigureSentence(text, event=happened))
    for claims in select_headlines(dataset, selection.claims, filters).values():
        if len(claims) == 1:
            text = _claim_sentence(dataset, claims[0], filters, i18n)
            made.append(FigureSentence(text, claims))
        elif is_summable(claims):
            text = sum_sentence(dataset, claims, filters, i18n)
            made.append(FigureSentence(text, claims))
    by_text = {sentence.text: sentence for sentence in reversed(made) if sentence.text}
    return tuple(reversed(by_text.values()))


def dataset_citation(dataset: Dataset, shown: str, i18n: I18n) -> str:
    """The data set, its version, the words of a view; no address, since it may run anywhere."""
    name, licence = story_name(dataset, i18n), dataset.about.licence
    version = f"{dataset.version}, {licence.name}" if licence else dataset.version
    message = N_("{title}, data set version {version}. {shown} Accessed [date of access].")
    return i18n.t(message, title=name, version=version, shown=shown)


#: How a statement names its own speaker: "NPR relays …", "A sergeant said …"; a pronoun names none.
_SPEAKS: Final[Mapping[Language, re.Pattern[str]]] = {
    "en": re.compile(
        r"(?!What |They |Several said|One said|Sometimes)"
        r"(?:\S+ ){0,9}(?:said|says|(?<!be )told|call(?:ed|s)|spoke|speaks?|relays|reports that"
        r"|quotes|estimated|writes|names|(?<!were )(?<!was )counted|gave|confirmed"
        r"|asked (?:not|how)|feared|put on record|(?:whom \S+|of those) interviewed)\b"
        r"|.*(?:’|')s account\b"
    ),
    "es": re.compile(
        r"(?!Lo que |Dijeron |Varios dijeron|Uno dijo|A veces)"
        r"(?:\S+ ){0,9}(?:dijo|dijeron|dice|decían|habl(?:ó|aron|an?)|llam(?:ó|a)|cita|citado"
        r"|reporta|estim(?:ó|aba)|calculó|escribe|(?<!se )contó|dio|retoma|nombra|confirmó|pidió no"
        r"|preguntó|temían|documentado|(?:que \S+ entrevistó|de l[oa]s entrevistad[oa]s))\b"
        r"|.*\b[Ss]egún\b"
    ),
}


def _said(dataset: Dataset, claim: Claim, i18n: I18n, *, dated: bool = True) -> str:
    claimant, total = _mention(dataset, claim, i18n), total_phrase(claim, i18n, dated=dated)
    if total:
        return i18n.t("According to {claimant}, {figure}", claimant=claimant, figure=total)
    statement: str = i18n.localize(claim, "statement").strip().removesuffix(".")
    if _SPEAKS[i18n.language].match(statement):
        return statement
    return i18n.t("According to {claimant}: {statement}", claimant=claimant, statement=statement)


def cited_sentence(dataset: Dataset, citation: Citation, filters: Filters, i18n: I18n) -> str:
    """The event or claim of one citation, with that source alone; empty where it is context."""
    key, source = citation.record_id, dataset.sources[citation.source_id]
    # A document gives its own date, whatever day a report has found since.
    document = source.custom.tier == "document"
    if citation.role == "context":
        return ""
    if event := dataset.events.get(key):
        own = event.document_date if document else None
        when = i18n.format_date(own or parse_event_date(dataset, event, filters))
        said = f"{when}: {i18n.localize(event, 'summary').strip().removesuffix('.')}"
    elif claim := dataset.claims.get(key):
        said = _said(dataset, with_document_date(claim) if document else claim, i18n)
    else:
        return ""
    place = format_pinpoint(source, citation.locator, i18n.language)
    if citation.role == "disputes":
        place = i18n.t("disputed by {source}", source=place)
    return f"{said} ({place})."


def quotation(
    dataset: Dataset, claim_id: str, filters: Filters, i18n: I18n, style: Cite = "apa"
) -> tuple[str, tuple[FormattedCitation, ...]] | None:
    """One claim as a sentence to quote, and the references of its sources, each once, in a style.

    "According to NPR, 1,400 people had crossed by 24 April 2019 (NPR, 24 April 2019, para. 3)."
    Sentence and references are in the language of ``i18n``; only sources that the filters leave in
    use are named. ``None`` where they leave none of the claim's.
    """
    claim = with_allowed_sources(dataset, dataset.claims[claim_id], filters)
    sources = sources_in_brackets(dataset, (claim_id,), filters, i18n)
    if not sources:
        return None
    found = _sources_of(dataset, claim_id, filters)
    entries = tuple(format_source(source, style, i18n.language) for source in found)
    note = date_note(dataset, claim, filters, i18n)
    # Only a running total speaks of its date.
    note = f"; {note}" if note and total_phrase(claim, i18n) else ""
    said = _said(dataset, claim, i18n, dated=not note)
    return f"{said} ({sources}){note}.", entries
