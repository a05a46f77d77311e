"""What a search finds in the whole story, as a list: each record with the words in context."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup, escape

from components.i18n import I18n
from components.i18n.counts import format_record_count
from components.presentation.cited import claim_address, page_address
from components.presentation.filter_texts import format_dates
from components.presentation.markup import render, with_lang_attribute
from components.presentation.view_links import LinkBase
from components.query.search import (
    RECORD_KINDS,
    SearchIndex,
    SearchResult,
    number_term,
    search_story,
    stem_word,
)
from components.query.searched_days import find_searched_days
from components.story.dataset import Dataset
from components.story.sentences import split_sentences
from components.story.texts import fold
from components.values.number_text import list_numbers, parse_numbers

Json = dict[str, Any]

#: Hits of each kind that are shown at once; the others where the reader opens them.
MOST_SHOWN: Final = 4
#: Where there are more than these the others are only counted.
MOST_OPENED: Final = 250
#: A longer sentence is cut to so many words before and after the first one that was searched.
MOST_SENTENCE_WORDS: Final = 80
WORDS_BEFORE: Final = 20
WORDS_AFTER: Final = 40
#: A number of records in the plural.
SEVERAL: Final = 2
_WORD_OR_NUMBER: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[^\W_]+")


class SearchedWords(NamedTuple):
    """The address of the list of some words, and whether they filter the page, too."""

    text: str
    is_filter: bool


class HitGroup(NamedTuple):
    """Hits of a kind."""

    #: How many hits there are.
    heading: str
    hits: list[Json]
    #: Hits beyond those shown at once; below 0 where there are fewer.
    more: int


class ChoiceLink(NamedTuple):
    """A link to another view of the page, and the parameters that it sets, as a query."""

    label: str
    address: str
    change: str


def read_searched_words(link_base: LinkBase) -> SearchedWords:
    """Return the words of a view's list: those that filter the page, or those it only lists."""
    filter_text = link_base.view.filters.text
    if filter_text:
        return SearchedWords(filter_text, is_filter=True)
    return SearchedWords(link_base.view.search, is_filter=False)


# Words in context ---------------------------------------------------------------------------------
def _is_searched(word: str, terms: frozenset[str]) -> bool:
    folded_word = fold(word)
    if folded_word[:1].isdigit():
        return any(number_term(span.value) in terms for span in parse_numbers(folded_word))
    return not terms.isdisjoint(stem_word(folded_word))


def _find_searched(text: str, terms: frozenset[str]) -> Iterator[re.Match[str]]:
    """Yield the words and numbers of a text that a search asks for."""
    for match in _WORD_OR_NUMBER.finditer(text):
        if _is_searched(match.group(), terms):
            yield match


def mark_searched(text: str, terms: frozenset[str]) -> Markup:
    """Return a text as HTML in which the words of a search are marked."""
    marked_text = Markup()
    piece_start = 0
    for match in _find_searched(text, terms):
        marked_text += escape(text[piece_start : match.start()])
        marked_text += Markup("<mark>{}</mark>").format(match.group())
        piece_start = match.end()
    marked_text += escape(text[piece_start:])
    html: Markup = with_lang_attribute(text, marked_text)
    return html


def _list_terms(text: str, terms: frozenset[str]) -> set[str]:
    """Return the searched words of a text by their stems, and its numbers."""
    found_terms: set[str] = set()
    for match in _find_searched(text, terms):
        folded_word = fold(match.group())
        found_terms.update(stem_word(folded_word))
    return found_terms


def excerpt_context(text: str, terms: frozenset[str]) -> str:
    """Return the first sentence of a text that has a searched word.

    A part of it may lack who says so: "…, Bloomberg reported" or "By NPR's account of it, …".
    """
    for sentence in split_sentences(text):
        first_match = next(_find_searched(sentence, terms), None)
        if first_match is not None:
            return _shorten_sentence(sentence, first_match.start())
    return ""


def _shorten_sentence(sentence: str, searched_at: int) -> str:
    """Return a sentence; of a very long one the part around a position, at word boundaries."""
    before = sentence[:searched_at].split()
    after = sentence[searched_at:].split()
    if len(before) + len(after) <= MOST_SENTENCE_WORDS:
        return sentence
    excerpt = " ".join([*before[-WORDS_BEFORE:], *after[:WORDS_AFTER]])
    if len(before) > WORDS_BEFORE:
        excerpt = f"… {excerpt}"
    if len(after) > WORDS_AFTER:
        excerpt = f"{excerpt} …"
    return excerpt


def _choose_context(heading: str, texts: Sequence[str], terms: frozenset[str]) -> str:
    """Return an excerpt of the first text with a searched word that the heading does not have."""
    heading_terms = _list_terms(heading, terms)
    for text in texts:
        if _list_terms(text, terms) - heading_terms:
            return excerpt_context(text, terms)
    return ""


# Hits ---------------------------------------------------------------------------------------------
def _build_hit(
    kind: str, record_id: str, dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> Json:
    """Build a hit: its text, a note, a link, the event that it is, and texts for its context."""
    hit_note = ""
    event_id = ""
    context_texts: list[str] = []
    match kind:
        case "questions":
            topic = dataset.topics[record_id]
            hit_text = i18n.localize(topic, "question")
            hit_address = page_address("disagreements", link_base, topic=record_id)
            context_texts = [i18n.localize(topic, "explanation")]
        case "figures":
            claim = dataset.claims[record_id]
            hit_text = i18n.localize(claim, "statement")
            hit_address = claim_address(claim, link_base)
            claimant = dataset.claimants[claim.claimant_id]
            context_texts = [i18n.localize(claimant, "name")]
            if claim.as_of:
                hit_note = i18n.format_date(claim.as_of, "short")
        case "events":
            event = dataset.events[record_id]
            event_id = record_id
            hit_text = i18n.localize(event, "title")
            hit_note = i18n.format_date(event.date, "short")
            hit_address = page_address("timeline", link_base, event=record_id)
            context_texts = [i18n.localize(event, "summary")]
            if event.place_id:
                place = dataset.places[event.place_id]
                context_texts.append(i18n.localize(place, "name"))
        case _:
            source = dataset.sources[record_id]
            hit_text = i18n.source_label(source)
            hit_note = source.title
            sources_address = page_address("sources", link_base)
            hit_address = f"{sources_address}#{record_id}"
    if kind in {"figures", "events"}:
        context_texts += [citation.wording for citation in dataset.citations_of(record_id)]
    return {
        "text": hit_text,
        "note": hit_note,
        "address": hit_address,
        "event": event_id,
        "texts": context_texts,
    }


def _build_hit_group(
    kind: str, record_ids: Sequence[str], dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> HitGroup:
    shown_ids = record_ids
    if len(record_ids) > MOST_OPENED:
        shown_ids = record_ids[:MOST_SHOWN]
    hits: list[Json] = []
    for record_id in shown_ids:
        hits.append(_build_hit(kind, record_id, dataset, i18n=i18n, link_base=link_base))
    return HitGroup(
        heading=_format_group_heading(kind, len(record_ids), i18n),
        hits=hits,
        more=len(record_ids) - MOST_SHOWN,
    )


def _format_group_heading(kind: str, count: int, i18n: I18n) -> str:
    counted_kind = kind
    if kind == "figures":
        counted_kind = "claims"
    return format_record_count(counted_kind, count, i18n)


def _mark_hits(group: HitGroup, terms: frozenset[str]) -> None:
    """Mark the searched words in the texts of hits, and add the context of those elsewhere."""
    for hit in group.hits:
        heading = f"{hit['text']} {hit['note']}"
        context = _choose_context(heading, hit["texts"], terms)
        hit["text"] = mark_searched(hit["text"], terms)
        hit["note"] = mark_searched(hit["note"], terms)
        hit["context"] = mark_searched(context, terms)


# On a published page -----------------------------------------------------------------------------
def number_records(dataset: Dataset, event_ids: Sequence[str]) -> dict[tuple[str, str], int]:
    """Return a number of each record that can be found: the events in their order come first."""
    record_keys: list[tuple[str, str]] = [("events", event_id) for event_id in event_ids]
    for record in dataset.memoize(SearchIndex).records:
        if record.kind != "events":
            record_keys.append((record.kind, record.id))
    return {record_key: number for number, record_key in enumerate(record_keys)}


def build_search_data(
    dataset: Dataset, event_ids: Sequence[str], i18n: I18n, link_base: LinkBase
) -> Json:
    """Build what a page without a server lists what it finds from.

    Returns
    -------
    Json
        ``records`` with kind and HTML of each, in the order of :func:`number_records`; ``kinds`` in
        the order of the list, with their headings for one and for several; the ``texts`` of the
        list, and the ``year`` of days without one.
    """
    records: list[Json] = []
    for kind, record_id in number_records(dataset, event_ids):
        hit = _build_hit(kind, record_id, dataset, i18n=i18n, link_base=link_base)
        # A sentence a line: the page shows the one with the words that were searched.
        sentences: list[str] = []
        for text in hit["texts"]:
            sentences.extend(split_sentences(str(text)))
        context = "\n".join(sentences)
        line = render("hit.html", i18n, hit={**hit, "context": context})
        records.append({"kind": kind, "html": line})
    kinds: dict[str, list[str]] = {}
    for kind in RECORD_KINDS:
        several = _format_group_heading(kind, SEVERAL, i18n)
        kinds[kind] = [
            _format_group_heading(kind, 1, i18n),
            several.replace(str(SEVERAL), "{count}"),
        ]
    texts = {
        "title": i18n.t("In the whole story: “{words}”", words="{words}"),
        "found": i18n.t("Found: {counts}", counts="{counts}"),
        "nothing": i18n.t("Nothing was found for these words."),
        "part": i18n.t(
            "Nothing has all of these words; these have {held} of {asked}.",
            held="{held}",
            asked="{asked}",
        ),
        "more": i18n.n("and {count} more", "and {count} more", SEVERAL).replace(
            str(SEVERAL), "{count}"
        ),
        "only": i18n.t("Show only these"),
        "whole": i18n.t("Show everything again"),
        "day": i18n.t("Show {dates}", dates="{dates}"),
        "until": i18n.t("Show {dates}", dates=i18n.t("until {date}", date="{date}")),
    }
    first_day, _ = dataset.coverage
    return {"records": records, "kinds": kinds, "texts": texts, "year": first_day.year}


# The list -----------------------------------------------------------------------------------------
def _format_partial_note(result: SearchResult, i18n: I18n) -> str:
    if not result.partial_match:
        return ""
    return i18n.t(
        "Nothing has all of these words; these have {held} of {asked}.",
        held=result.partial_match.matched,
        asked=result.partial_match.total,
    )


def list_day_links(
    text: str, dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> list[ChoiceLink]:
    """Return links to the views of the dates that a search names."""
    view_filters = link_base.view.filters.without_filter("text")
    day_links: list[ChoiceLink] = []
    for span in find_searched_days(text, dataset):
        day_filters = replace(view_filters, start=span.start, end=span.end)
        dates_text = format_dates(day_filters, i18n)
        address = page_address(link_base.slug, link_base, filters=day_filters, search="")
        change = f"from={span.start or ''}&to={span.end or ''}&q=&search="
        day_links.append(ChoiceLink(i18n.t("Show {dates}", dates=dates_text), address, change))
    return day_links


def _build_choice_link(words: SearchedWords, i18n: I18n, link_base: LinkBase) -> ChoiceLink:
    """Return the link that shows only what was found, or all of the story again."""
    filters = link_base.view.filters
    if words.is_filter:
        address = page_address(
            link_base.slug,
            link_base,
            filters=filters.without_filter("text"),
            search=words.text,
        )
        change = urlencode({"q": "", "search": words.text})
        return ChoiceLink(i18n.t("Show everything again"), address, change)
    address = page_address(
        link_base.slug,
        link_base,
        filters=replace(filters, text=words.text),
        search="",
    )
    change = urlencode({"q": words.text, "search": ""})
    return ChoiceLink(i18n.t("Show only these"), address, change)


def render_hits(dataset: Dataset, i18n: I18n, link_base: LinkBase) -> Markup:
    """Render what a search finds in the whole story.

    Returns
    -------
    Markup
        The view of the dates that it names; questions, claims, events and sources that hold all
        words, else the most of them; links to show only these, and to check a figure in the text.
        Empty without a search.
    """
    words = read_searched_words(link_base)
    if not words.text:
        return Markup()
    result = search_story(dataset, words.text, i18n.language)
    # Links are without the words: they would leave out what is around the hit.
    whole_filters = link_base.view.filters.without_filter("text")
    hit_base = replace(
        link_base,
        view=replace(link_base.view, filters=whole_filters, search=""),
    )
    search_index = dataset.memoize(SearchIndex)
    terms: frozenset[str] = frozenset().union(*search_index.expand_query(words.text))
    groups: list[HitGroup] = []
    for kind, record_ids in result.groups.items():
        hit_group = _build_hit_group(kind, record_ids, dataset, i18n=i18n, link_base=hit_base)
        _mark_hits(hit_group, terms)
        groups.append(hit_group)
    check_address = ""
    if list_numbers(words.text):
        figures_address = page_address("figures", hit_base, check=words.text)
        check_address = f"{figures_address}#check"
    choice_link = None
    if groups or words.is_filter:
        choice_link = _build_choice_link(words, i18n, link_base)
    return render(
        "hits.html",
        i18n,
        words=words.text,
        days=list_day_links(words.text, dataset, i18n, hit_base),
        part=_format_partial_note(result, i18n),
        groups=groups,
        counts=i18n.format_list([group.heading for group in groups]),
        most=MOST_SHOWN,
        only=choice_link,
        check=check_address,
        near=_list_spellings(words, search_index, link_base),
    )


def _list_spellings(
    words: SearchedWords, search_index: SearchIndex, link_base: LinkBase
) -> list[tuple[str, str]]:
    """Return the nearest spellings of a search, each with the address of its list."""
    suggestions: list[tuple[str, str]] = []
    for suggestion in search_index.suggest_queries(words.text):
        if words.is_filter:
            filters = replace(link_base.view.filters, text=suggestion)
            address = page_address(link_base.slug, link_base, filters=filters)
        else:
            address = page_address(link_base.slug, link_base, search=suggestion)
        suggestions.append((suggestion, address))
    return suggestions
