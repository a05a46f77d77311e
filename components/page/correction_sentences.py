"""Corrections as sentences: what a published value was, what it is, and why; numbers first."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from components.export.code_labels import label_code
from components.export.record_table import TABLE_BY_ID_COLUMN
from components.i18n import N_, I18n
from components.lesson.entry import fill_figures
from components.page.data_grid import name_record, stored_column_title
from components.presentation.cited import claim_address, page_address
from components.presentation.corrections import (
    DATE_COLUMNS,
    LANGUAGE_SUFFIX,
    keep_changed_words,
    list_record_changes,
    quote_inside,
    rank_correction,
)
from components.presentation.view_links import LinkBase
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Correction
from components.story.package_files import EMPTY_VALUE, WHOLE_ROW, split_record_ids

#: How the page names an empty cell in a correction.
EMPTY_LABEL: Final = N_("(empty)")
#: The steps of the lesson have ids of their own in corrections.
STEP_PREFIX: Final = "story:"
#: What readers call the fields that are no columns of a table, in English.
FIELD_LABELS: Final = {
    "answer": N_("Answer"),
    "citations": N_("What it cites"),
    "custom.notes": N_("Notes"),
    "custom.date_note": N_("Note on the date"),
    "custom.upstream": N_("Takes its facts from"),
    "evidence": N_("Evidence"),
    "headline": N_("Headline"),
    "notes": N_("Notes"),
    "question": N_("Question"),
    "text": N_("Text"),
    "view.claims": N_("Figures that it shows"),
    "URL": N_("Address"),
}
#: How a record of each table is named in a sentence, in English.
RECORD_LABELS: Final = {
    "events": N_("event “{name}”"),
    "claims": N_("claim “{name}”"),
    "topics": N_("question “{name}”"),
    "sources": N_("source {name}"),
    "claimants": N_("speaker {name}"),
    "places": N_("place {name}"),
    "regions": N_("region {name}"),
}
#: What stands between the ids of a list, as corrections store it.
ID_SEPARATORS: Final = re.compile(r'[\[\]", ]+')


class CorrectionReason(NamedTuple):
    """Why something was corrected: the day (ISO 8601), the version and the reason in words."""

    date: str
    version: str
    why: str


class CorrectionEntry(NamedTuple):
    """What a reason corrected, in words.

    ``more_count`` tells how many further values were corrected for the same reason; ``rank`` is 0
    where a number or a day changed that is drawn, 1 where one in a text did, else 2.
    """

    version: str
    sentence: str
    why: str
    more_count: int
    rank: int


class VersionEntries(NamedTuple):
    """The corrections of a version, those of numbers first."""

    version: str
    entries: list[CorrectionEntry]


class NumberCorrection(NamedTuple):
    """A number or a day that a page showed until a version: its record, and what it was and is."""

    name: str
    address: str
    sentence: str


def list_number_corrections(
    corrections: Sequence[Correction], dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> list[NumberCorrection]:
    """Return each number and each day that was corrected, with the address of its record.

    Numbers come before days, and what was corrected last first.

    Parameters
    ----------
    corrections
        The corrections of substance, the newest first.
    dataset
        The records as they are now.
    i18n
        The reader's language.
    link_base
        The page that links to them.
    """
    drawn = [correction for correction in corrections if rank_correction(correction) == 0]
    newest_first = sorted(drawn, key=_drawn_order, reverse=True)
    record_ids = dict.fromkeys(correction.record_id for correction in newest_first)
    numbers: list[NumberCorrection] = []
    for record_id in record_ids:
        name = _name_event_or_claim(record_id, dataset, i18n)
        address = ""
        if record_id in dataset.claims:
            address = claim_address(dataset.claims[record_id], link_base)
        elif record_id in dataset.events:
            address = page_address("timeline", link_base, event=record_id)
        for change in list_record_changes(record_id, dataset, i18n, ranks=(0,)):
            numbers.append(NumberCorrection(name or record_id, address, change))
    return numbers


def _drawn_order(correction: Correction) -> tuple[bool, tuple[int, ...]]:
    """Return what corrections are sorted by: whether of a number, and the version."""
    is_number = correction.field not in DATE_COLUMNS
    return is_number, _version_key(correction.version)


def group_by_version(entries: Iterable[CorrectionEntry]) -> list[VersionEntries]:
    """Return entries by their version, the newest first; within one they keep their order."""
    entries_by_version: dict[str, list[CorrectionEntry]] = {}
    for entry in entries:
        entries_by_version.setdefault(entry.version, []).append(entry)
    versions = sorted(entries_by_version, key=_version_key, reverse=True)
    return [VersionEntries(version, entries_by_version[version]) for version in versions]


def _version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def list_correction_entries(
    corrections: Sequence[Correction], dataset: Dataset, i18n: I18n
) -> list[CorrectionEntry]:
    """Return an entry for each reason, those that changed a number first, then the newest.

    Parameters
    ----------
    corrections
        The corrections of substance, the newest first.
    dataset
        The records as they are now, for their names.
    i18n
        The reader's language.
    """
    corrections_by_reason: dict[CorrectionReason, list[Correction]] = {}
    for correction in corrections:
        why = i18n.localize(correction, "why")
        reason = CorrectionReason(correction.date, correction.version, why)
        corrections_by_reason.setdefault(reason, []).append(correction)
    entries: list[CorrectionEntry] = []
    for reason, of_reason in corrections_by_reason.items():
        entries.append(_correction_entry(reason, of_reason, dataset, i18n=i18n))
    # Sorting is stable: the newest stay first among each.
    return sorted(entries, key=lambda entry: entry.rank)


def _correction_entry(
    reason: CorrectionReason, corrections: Sequence[Correction], dataset: Dataset, i18n: I18n
) -> CorrectionEntry:
    shown = _choose_shown(corrections, i18n)
    return CorrectionEntry(
        version=reason.version,
        sentence=_format_correction(reason, shown, dataset, i18n=i18n),
        why=reason.why,
        more_count=len(corrections) - 1,
        rank=min(rank_correction(correction) for correction in corrections),
    )


def _choose_shown(corrections: Sequence[Correction], i18n: I18n) -> Correction:
    """Return the correction that stands for its reason: in the reader's language, a number's."""

    def rank(correction: Correction) -> tuple[bool, int]:
        suffix = LANGUAGE_SUFFIX.search(correction.field)
        language = suffix[1] if suffix else "en"
        return language != i18n.language, rank_correction(correction)

    return min(corrections, key=rank)


def _format_correction(
    reason: CorrectionReason, correction: Correction, dataset: Dataset, i18n: I18n
) -> str:
    head = i18n.t(
        "Corrected on {date} (version {version})",
        date=i18n.format_date(reason.date),
        version=reason.version,
    )
    record = _name_record(correction, dataset, i18n)
    if WHOLE_ROW in {correction.field, correction.old, correction.new}:
        if correction.new == EMPTY_VALUE:
            return i18n.t("{head}: {record}. It was taken out.", head=head, record=record)
        return i18n.t("{head}: {record}. It was added.", head=head, record=record)
    old, new = keep_changed_words(
        _format_value(correction, correction.old, dataset, i18n=i18n),
        _format_value(correction, correction.new, dataset, i18n=i18n),
    )
    return i18n.t(
        "{head}: {record}, “{field}”. It was “{old}”; it is “{new}”.",
        head=head,
        record=record,
        field=_field_label(correction, dataset, i18n),
        old=quote_inside(old, i18n),
        new=quote_inside(new, i18n),
    )


def _find_table(record_id: str, dataset: Dataset) -> str:
    """Return the table of a record; that of citations for what is no id of another."""
    for table in RECORD_LABELS:
        if record_id in getattr(dataset, table):
            return table
    return "citations"


def _name_record(correction: Correction, dataset: Dataset, i18n: I18n) -> str:
    """Return what readers know a record by; a record that is gone, and a citation, by its id."""
    record_id = split_record_ids(correction.record_id)[0]
    table = _find_table(record_id, dataset)
    name = name_record(table, record_id, dataset, i18n)
    if name:
        return i18n.t(RECORD_LABELS[table], name=quote_inside(name, i18n))
    step_ids = [f"{STEP_PREFIX}{step.id}" for step in dataset.story.steps]
    if record_id in step_ids:
        return i18n.t("step {number} of the lesson", number=step_ids.index(record_id) + 1)
    return record_id


def _field_label(correction: Correction, dataset: Dataset, i18n: I18n) -> str:
    """Return what a field is called, without its language."""
    field_name = LANGUAGE_SUFFIX.sub("", correction.field)
    if field_name in FIELD_LABELS:
        return i18n.t(FIELD_LABELS[field_name])
    record_id = split_record_ids(correction.record_id)[0]
    for table in (_find_table(record_id, dataset), "citations"):
        title = stored_column_title(field_name, table, dataset, i18n)
        if title:
            return title
    return field_name


def _format_value(correction: Correction, text: str, dataset: Dataset, i18n: I18n) -> str:
    """Return a cell as pages show it: a date in words, the name of a code or of a record."""
    if text == EMPTY_VALUE:
        return i18n.t(EMPTY_LABEL)
    if correction.record_id.startswith(STEP_PREFIX):
        return _format_step_value(text, dataset, i18n)
    field_name = correction.field
    if field_name in DATE_COLUMNS:
        try:
            parse_edtf(text)
        except ValueError:
            return text
        return i18n.format_date(text)
    named_table = TABLE_BY_ID_COLUMN.get(field_name, "")
    name = name_record(named_table, text, dataset, i18n)
    return name or label_code(field_name, text, i18n) or text


def _format_step_value(text: str, dataset: Dataset, i18n: I18n) -> str:
    """Return a value of the lesson as its steps show it.

    A list of ids is one of names, a text has its figures; one that names a record which is gone
    stays as it is stored.
    """
    record_ids = [part for part in ID_SEPARATORS.split(text) if part]
    names = [_name_event_or_claim(record_id, dataset, i18n) for record_id in record_ids]
    if all(names):
        return "; ".join(names)
    try:
        return fill_figures(text, dataset, i18n)
    except KeyError:
        return text


def _name_event_or_claim(record_id: str, dataset: Dataset, i18n: I18n) -> str:
    name = name_record("events", record_id, dataset, i18n)
    if not name:
        name = name_record("claims", record_id, dataset, i18n)
    return name.removesuffix(".")
