"""What a record rests on: places in sources ready to quote, who told whom, what differs.

Templates take the records themselves and call functions of this module, which
``components.presentation.markup`` lists.
"""

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Final, NamedTuple
from urllib.parse import urlencode

from components.citing import quotation
from components.citing.citation_text import nest_quotes
from components.citing.citations import format_source
from components.drawing.text_direction import join_isolated
from components.i18n import N_, I18n
from components.i18n.labels import BASIS, KIND, STATEMENT_BASIS, UNKNOWN_KIND
from components.presentation.view_links import LinkBase
from components.query import evidence, figures
from components.query.claims import Standing, TopicState
from components.query.filters import Filters
from components.query.sources_in_use import Record, find_complete_record
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.edtf import choice_of_interval
from components.story.models import Citation, Claim, Picture, Source, Statement, StatementBasis
from components.story.package_files import PICTURE_FOLDER, picture_kind
from components.story.sentences import record_text

#: Citations that name the same locator in the same source; of a single record mostly one.
CitationGroup = Sequence[Citation]
#: A source and a locator in it.
CitedPlace = tuple[str, int | None]
#: The footnotes of a table are lettered.
LETTER_COUNT: Final = len(ascii_lowercase)


# Addresses ----------------------------------------------------------------------------------------
def picture_data_url(picture: Picture, files: Mapping[str, bytes]) -> str:
    """Return a picture as a ``data:`` URL, so that no server is asked for it.

    Parameters
    ----------
    picture
        A row of the package's table of pictures.
    files
        Contents of the package's files by their path within it.

    Returns
    -------
    str
        A ``data:`` URL with the file in base64.
    """
    content = files[PICTURE_FOLDER + picture.file]
    image_kind = picture_kind(content)
    encoded_content = b64encode(content).decode()
    return f"data:image/{image_kind};base64,{encoded_content}"


def page_address(
    slug: str, link_base: LinkBase, *, filters: Filters | None = None, **changes: object
) -> str:
    """Return a link to a page that keeps the language and the filters, and selects no record.

    Parameters
    ----------
    slug
        The page, as in ``components.presentation.pages``.
    link_base
        What the link starts from.
    filters
        Filters in place of the view's.
    changes
        Other fields of the view to set.

    Returns
    -------
    str
        An address relative to the server's root, percent-encoded.
    """
    view_changes: dict[str, object] = {
        "lang": link_base.language,
        "event": None,
        "claim": None,
        "topic": None,
        "filters": filters or link_base.view.filters,
        **changes,
    }
    params = link_base.list_params(slug, **view_changes)
    query = urlencode(params, doseq=True)
    return f"{slug}?{query}"


def claim_address(claim: Claim, link_base: LinkBase) -> str:
    """Return a link to the page that shows a claim: the totals, or the question it answers."""
    is_total = bool(figures.select_totals([claim]))
    if is_total or not claim.topic_id:
        slug = "figures"
    else:
        slug = "disagreements"
    return page_address(slug, link_base, claim=claim.id)


def claimant_address(claimant_id: str, link_base: LinkBase) -> str:
    """Return a link to all claims of a claimant: the table of claims, without filters."""
    return page_address(
        "data",
        link_base,
        filters=Filters(),
        table="claims",
        claimant=claimant_id,
    )


def version_suffix(view: View) -> str:
    """Return the end of a link that pins the version of the data set; empty for the present one."""
    if not view.version:
        return ""
    return f"&v={view.version}"


def source_address(source_id: str, link_base: LinkBase) -> str:
    """Return a link to a source on the page of sources."""
    suffix = version_suffix(link_base.view)
    return f"sources?source={source_id}&lang={link_base.language}{suffix}"


# Citations ----------------------------------------------------------------------------------------
def citation_label(citation: Citation, dataset: Dataset, i18n: I18n, separator: str = ", ") -> str:
    """Return a source's short name and the locator: "El Pitazo, para. 5"."""
    source = dataset.sources[citation.source_id]
    source_name = i18n.source_label(source)
    if not citation.locator:
        return source_name
    locator_text = i18n.t("para. {number}", number=citation.locator)
    return f"{source_name}{separator}{locator_text}"


def group_citations(citations: Iterable[Citation], facts: ViewFacts) -> list[CitationGroup]:
    """Group citations by source and locator, so that each place is shown once.

    Returns
    -------
    list[CitationGroup]
        In order of the first citation of each group, the documents before the reports.
    """
    groups: defaultdict[CitedPlace, list[Citation]] = defaultdict(list)
    for citation in citations:
        place_citations = groups[citation.source_id, citation.locator]
        place_citations.append(citation)
    documents: list[CitationGroup] = []
    reports: list[CitationGroup] = []
    for group in groups.values():
        if facts.is_report(group[0]):
            reports.append(group)
        else:
            documents.append(group)
    return documents + reports


def claim_citations(claims: Iterable[Claim], facts: ViewFacts) -> list[Citation]:
    """Return the citations of several claims, in order of the claims."""
    citations: list[Citation] = []
    for claim in claims:
        citations += facts.citations_of(claim.id)
    return citations


def list_source_labels(claims: Iterable[Claim], facts: ViewFacts, i18n: I18n) -> list[str]:
    """Return the sources of claims that are in use, each once, in the order of the citations."""
    labels: dict[str, None] = {}
    for citation in claim_citations(claims, facts):
        source = facts.dataset.sources[citation.source_id]
        label = i18n.source_label(source)
        labels[label] = None
    return list(labels)


def figure_citations(claims: Sequence[Claim], facts: ViewFacts) -> Sequence[CitationGroup]:
    """Return where a figure is reported.

    Parameters
    ----------
    claims
        The claim that the figure is of, or the regional counts that it adds up.
    facts
        The facts of the view.

    Returns
    -------
    Sequence[CitationGroup]
        A group for each citation of a single claim; of several claims one for each place.
    """
    citations = claim_citations(claims, facts)
    if len(claims) > 1:
        return group_citations(citations, facts)
    return [[citation] for citation in citations]


def quotable_sentences(
    group: CitationGroup, dataset: Dataset, i18n: I18n, claims: Sequence[Claim] = ()
) -> tuple[str, ...]:
    """Return the sentences to quote that rest on a place in a source.

    Parameters
    ----------
    group
        The citations of the place.
    dataset
        The records.
    i18n
        The reader's language.
    claims
        Regional counts that are added up: then the only sentence gives their sum.

    Returns
    -------
    tuple[str, ...]
        Distinct sentences in order of the citations.
    """
    if len(claims) > 1:
        sentence = quotation.sum_sentence(dataset, claims, i18n)
        return (sentence,)
    sentences: list[str] = []
    for citation in group:
        for sentence in quotation.cited_sentences(dataset, citation, i18n):
            if sentence not in sentences:
                sentences.append(sentence)
    return tuple(sentences)


def apa_reference(source: Source, i18n: I18n) -> str:
    """Return a source's reference in APA style."""
    reference = format_source(source, "apa", i18n.language)
    return str(reference.text)


class SourceDescription(NamedTuple):
    """A source as its citation describes it."""

    #: Without the stop at its end.
    title: str
    #: The kind of source, in the reader's language.
    kind: str
    #: The date of publication with its stop, and how it is known where that is not plain.
    date: str


def describe_source(source: Source, i18n: I18n) -> SourceDescription:
    """Return a source's title, its kind, and its date with how that is known."""
    details = source.custom
    date_text = i18n.format_date(details.issued)
    if details.date_basis:
        basis_text = i18n.t(BASIS[details.date_basis])
        note_text = getattr(details.date_note, i18n.language)
        date_sentence = f"{date_text} ({basis_text}). {note_text}".rstrip()
    else:
        date_sentence = f"{date_text}."
    return SourceDescription(
        title=source.title.removesuffix("."),
        kind=i18n.t(KIND[details.kind] if details.kind else UNKNOWN_KIND),
        date=date_sentence,
    )


def quote_wording(wording: str, i18n: I18n) -> str:
    """Return words of a source between quotation marks; those among them become inner ones."""
    return i18n.t("“{words}”", words=nest_quotes(wording, i18n.language))


def via_label(group: CitationGroup, dataset: Dataset, i18n: I18n) -> str:
    """Return through whom a source has it: "Reuters → El País"; empty where it has it itself."""
    sources = dataset.sources
    for citation in group:
        if not citation.via:
            continue
        names: list[str] = []
        for source_id in reversed(citation.via):
            source = sources[source_id]
            names.append(i18n.short_source_name(source))
        cited_source = sources[citation.source_id]
        names.append(i18n.source_label(cited_source))
        return " → ".join(names)
    return ""


def source_language(source: Source) -> str:
    """Return the language of a source for HTML, such as ``es``; empty where it is unknown."""
    language, _, _ = source.language.partition("-")
    # "und" is the code of BCP 47 for a language that nobody determined.
    if language == "und":
        return ""
    return language


def footnote_letter(number: int) -> str:
    """Return the letter of a footnote, counted from 0: a, b … z, aa, ab and so on."""
    prefix_index, letter_index = divmod(number, LETTER_COUNT)
    letter = ascii_lowercase[letter_index]
    if prefix_index == 0:
        return letter
    first_letter = ascii_lowercase[prefix_index - 1]
    return first_letter + letter


def omits_sentences(record: Record, dataset: Dataset) -> bool:
    """Tell whether sentences of a record are left out, since no source in use supports them."""
    complete_record = find_complete_record(dataset, record)
    return record_text(record) != record_text(complete_record)


# Disputes -----------------------------------------------------------------------------------------
#: What is shown wherever the regional counts are shown.
COUNTS_NOTE: Final = N_("Counts are as their sources give them.")
#: Whether sources differ.
STANDING_GLYPH: Final[dict[Standing, str]] = {
    "differ": "≠",
    "explained": "≈",
    "agree": "=",
    "several": "◑",
    "alone": "◐",
    "none": "○",
}
#: The text of the mark of a dispute among several sources.
SOURCES_DIFFER: Final[dict[str, str]] = {
    "differ": N_("sources differ"),
    "explained": N_("sources differ, explained"),
}
#: The same where the claims relay one statement, as several newsrooms print it.
REPORTS_DIFFER: Final[dict[str, str]] = {
    "differ": N_("reports of one statement differ"),
    "explained": N_("reports of one statement differ, explained"),
}
#: The same where all claims come through one newsroom, whose voices then differ.
VOICES_DIFFER: Final[dict[str, str]] = {
    "differ": N_("voices in one source differ"),
    "explained": N_("voices in one source differ, explained"),
}


class DisputeMark(NamedTuple):
    """The mark of a question whose claims differ."""

    glyph: str
    label: str


def dispute_mark(state: TopicState, facts: ViewFacts, i18n: I18n) -> DisputeMark:
    """Return the glyph and the label that mark a question whose claims differ."""
    labels = SOURCES_DIFFER
    if facts.have_single_statement(state.claims):
        labels = REPORTS_DIFFER
    elif facts.have_single_source(state.claims):
        labels = VOICES_DIFFER
    return DisputeMark(
        glyph=STANDING_GLYPH[state.standing],
        label=i18n.t(labels[state.standing]),
    )


# Provenance ---------------------------------------------------------------------------------------
class PartLabels(NamedTuple):
    """What the part of a step in a chain of sources is called."""

    #: Beside a name, and in the middle of a sentence.
    label: str
    #: How a sentence begins with it.
    sentence_start: str


CHAIN_PARTS: Final[dict[evidence.Part, PartLabels]] = {
    "said": PartLabels(N_("first said by"), N_("First said by {name}")),
    "reported": PartLabels(N_("reported by"), N_("Reported by {name}")),
    "repeated": PartLabels(N_("repeated by"), N_("Repeated by {name}")),
}


class ChainStepText(NamedTuple):
    """A step of a chain of sources, ready to show."""

    part: evidence.Part
    label: str
    #: The claimant or the source; of several chains that differ here alone, all of them.
    name: str


class ProvenanceText(NamedTuple):
    """A chain of sources, ready to show."""

    steps: list[ChainStepText]
    #: The same as a sentence.
    sentence: str


class _ChainKey(NamedTuple):
    """What chains share that differ in the name of their last step."""

    first_steps: tuple[evidence.ChainStep, ...]
    last_part: evidence.Part
    #: Whether an aggregator hides a step.
    unnamed: bool


def provenance_texts(record_id: str, facts: ViewFacts, i18n: I18n) -> list[ProvenanceText]:
    """Return who told whom of an event or a claim.

    Returns
    -------
    list[ProvenanceText]
        A text for each chain of more than one step; chains that differ in the name of their last
        step are one. Empty where the chains say no more than the claimant and the citation.
    """
    chains = evidence.trace_chains(facts.dataset, record_id, facts.filters)
    if len(chains) == 1 and not chains[0].unnamed:
        text_steps = [step for step in chains[0].steps if step.part != "said"]
        if len(text_steps) == 1:
            return []
    groups: defaultdict[_ChainKey, list[evidence.Chain]] = defaultdict(list)
    for chain in chains:
        *first_steps, last_step = chain.steps
        if first_steps or chain.unnamed:
            chain_key = _ChainKey(
                first_steps=tuple(first_steps),
                last_part=last_step.part,
                unnamed=chain.unnamed,
            )
            groups[chain_key].append(chain)
    return [_format_chains(group, facts.dataset, i18n) for group in groups.values()]


def _step_name(step: evidence.ChainStep, dataset: Dataset, i18n: I18n) -> str:
    if step.part == "said":
        claimant = dataset.claimants[step.key]
        return str(i18n.localize(claimant, "name"))
    source = dataset.sources[step.key]
    return i18n.short_source_name(source)


def _format_chains(
    chains: Sequence[evidence.Chain], dataset: Dataset, i18n: I18n
) -> ProvenanceText:
    """Format chains that are the same up to the name of their last step."""
    first_chain = chains[0]
    *first_steps, last_step = first_chain.steps
    steps: list[ChainStepText] = []
    for step in first_steps:
        name = _step_name(step, dataset, i18n)
        steps.append(_format_step(step, name, i18n))
    last_names: list[str] = []
    for chain in chains:
        last_name = _step_name(chain.steps[-1], dataset, i18n)
        if last_name not in last_names:
            last_names.append(last_name)
    listed_names = i18n.format_list(last_names)
    steps.append(_format_step(last_step, listed_names, i18n))
    sentence = _format_steps(steps, i18n)
    if first_chain.unnamed:
        remark = i18n.t("It does not say from which of its sources.")
        sentence = f"{sentence} {remark}"
    return ProvenanceText(steps, sentence)


def _format_step(step: evidence.ChainStep, name: str, i18n: I18n) -> ChainStepText:
    part_labels = CHAIN_PARTS[step.part]
    return ChainStepText(step.part, i18n.t(part_labels.label), name)


def _format_steps(steps: Sequence[ChainStepText], i18n: I18n) -> str:
    """Format the steps of a chain as a sentence."""
    first_step, *later_steps = steps
    part_labels = CHAIN_PARTS[first_step.part]
    first_phrase = i18n.t(part_labels.sentence_start, name=first_step.name)
    phrases = [first_phrase]
    for step in later_steps:
        phrases.append(join_isolated(" ", [step.label, step.name]))
    return "; ".join(phrases) + "."


def single_source_label(claims: Sequence[Claim], facts: ViewFacts, i18n: I18n) -> str:
    """Return what is said of claims with one independent source; empty where they have more."""
    if facts.have_single_statement(claims):
        relay_texts = [relay_text(claim, facts, i18n) for claim in claims]
        if any(relay and relay.basis == "inferred" for relay in relay_texts):
            return i18n.t("all its sources relay one statement (inferred)")
        return i18n.t("all its sources relay one statement")
    if facts.have_single_source(claims):
        return i18n.t("one independent source")
    return ""


def format_root_names(roots: evidence.Roots, dataset: Dataset, i18n: I18n) -> str:
    """Format the independent sources as a list; "or" joins those that nobody can tell apart."""
    separator = i18n.t(" or ")
    root_names: list[str] = []
    for root in roots:
        names = [_origin_name(origin, dataset, i18n) for origin in root]
        root_names.append(separator.join(names))
    return i18n.format_list(root_names)


def _origin_name(origin: evidence.Origin, dataset: Dataset, i18n: I18n) -> str:
    if origin.kind == "newsroom":
        return origin.key
    statement = dataset.statements[origin.key]
    return str(i18n.localize(statement, "title"))


class RelayText(NamedTuple):
    """The statement that a claim relays, and how that is known."""

    #: It is named by its title.
    statement: Statement
    #: The day on which it was made; empty where that is not known.
    day: str
    basis: StatementBasis
    #: What the basis is called.
    label: str
    #: Of which sources it is inferred; empty where each of them says so.
    note: str


def relay_text(claim: Claim, facts: ViewFacts, i18n: I18n) -> RelayText | None:
    """Return the statement that a claim relays, as the sources in use say so.

    Returns
    -------
    RelayText | None
        ``None`` of a claim that names no statement, and where no citation says how it is known, as
        in data of earlier versions.
    """
    if not claim.statement_id:
        return None
    stating_names, inferred_names = _list_relaying_sources(claim, facts, i18n)
    if not stating_names and not inferred_names:
        return None
    basis: StatementBasis = "stated"
    label = i18n.t(STATEMENT_BASIS["stated"])
    note = ""
    if inferred_names:
        basis = "inferred"
        label = i18n.t(STATEMENT_BASIS["inferred"])
    if inferred_names and stating_names:
        label = i18n.t("partly by inference")
        stating_phrase = i18n.n(
            "{names} says so",
            "{names} say so",
            len(stating_names),
            names=i18n.format_list(stating_names),
        )
        inferred_phrase = i18n.t(
            "of {names} it is inferred", names=i18n.format_list(inferred_names)
        )
        note = f"{stating_phrase}; {inferred_phrase}"
    elif inferred_names:
        note = i18n.n(
            "the cited passage does not say so",
            "none of the cited passages says so",
            len(inferred_names),
        )
    statement = facts.dataset.statements[claim.statement_id]
    day = _format_statement_day(statement, i18n)
    return RelayText(statement, day, basis, label=label, note=note)


def _format_statement_day(statement: Statement, i18n: I18n) -> str:
    """Format when a statement was made: an interval is the span in which its day lies."""
    if not statement.day:
        return ""
    start, _, end = statement.day.partition("/")
    if start == "..":
        return i18n.t("no later than {date}", date=i18n.format_date(end))
    return i18n.format_date(choice_of_interval(statement.day))


def _list_relaying_sources(
    claim: Claim, facts: ViewFacts, i18n: I18n
) -> tuple[list[str], list[str]]:
    """Return the sources that say that they relay a claim's statement, and the others."""
    bases_by_name: defaultdict[str, set[StatementBasis]] = defaultdict(set)
    citations = evidence.list_supporting_citations(facts.dataset, claim.id, facts.filters)
    for citation in citations:
        if citation.statement_basis:
            source = facts.dataset.sources[citation.source_id]
            bases = bases_by_name[i18n.short_source_name(source)]
            bases.add(citation.statement_basis)
    stating_names = [name for name, bases in bases_by_name.items() if "stated" in bases]
    inferred_names = [name for name, bases in bases_by_name.items() if "stated" not in bases]
    return stating_names, inferred_names


def same_voice_note(record_id: str, facts: ViewFacts, i18n: I18n) -> str:
    """Return a note when several newsrooms relay one statement or speaker; empty otherwise.

    They then confirm no more than that it was said. A claim that a newsroom itself makes has no
    such note.
    """
    claim = facts.dataset.claims.get(record_id)
    roots = facts.find_newsrooms(record_id)
    if not claim or len(roots) <= 1:
        return ""
    claimant = facts.dataset.claimants[claim.claimant_id]
    if claimant.voice == "press":
        return ""
    names = format_root_names(roots, facts.dataset, i18n)
    if claim.statement_id:
        return i18n.t(
            "{count} newsrooms reported it, {names}; they relay one statement, so they confirm "
            "only that it was made.",
            count=len(roots),
            names=names,
        )
    return i18n.t(
        "{count} newsrooms reported it, {names}; none is recorded as another's source. They quote "
        "the same voice, so they confirm only that it was said.",
        count=len(roots),
        names=names,
    )
