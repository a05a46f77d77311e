"""Corrections of numbers and days: which there are, and what the card of a record says of them."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from components.citing.citation_text import nest_quotes
from components.i18n import N_, I18n
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Correction
from components.story.package_files import EMPTY_VALUE, WHOLE_ROW, split_record_ids

#: Columns of numbers and days, which drawings show.
DRAWN_COLUMNS: Final = frozenset({"value_low", "value_high", "as_of", "date", "period"})
#: The column of the time that a flow covers, which is not the day that it is of.
PERIOD_COLUMN: Final = "period"
#: Columns of texts with numbers that readers quote.
QUOTED_COLUMNS: Final = frozenset({"statement", "title"})
#: Words that stay on both sides of what changed in a text.
KEPT_WORDS: Final = 3
ELLIPSIS: Final = "…"
#: Columns of dates in EDTF.
DATE_COLUMNS: Final = frozenset({"as_of", "date", "period", "document_date"})
DIGITS: Final = re.compile(r"\d[\d.,]*")
LANGUAGE_SUFFIX: Final = re.compile(r"[._](en|es)$")
#: The ranks of what the card of a record tells: numbers and days, drawn or in its text.
NUMBER_RANKS: Final = (0, 1)


def rank_correction(correction: Correction) -> int:
    """Return 0 where a number or a day that is drawn was corrected, 1 where one in a text was."""
    column = LANGUAGE_SUFFIX.sub("", correction.field)
    if DIGITS.findall(correction.old) != DIGITS.findall(correction.new):
        if column in DRAWN_COLUMNS:
            return 0
        if column in QUOTED_COLUMNS:
            return 1
    return 2


def keep_changed_words(old: str, new: str) -> tuple[str, str]:
    """Return two texts without most of the words that both begin or end with."""
    old_words = old.split()
    new_words = new.split()
    shortest = min(len(old_words), len(new_words))
    start = 0
    while start < shortest and old_words[start] == new_words[start]:
        start += 1
    end = 0
    while end < shortest - start and old_words[-1 - end] == new_words[-1 - end]:
        end += 1
    first = max(start - KEPT_WORDS, 0)
    kept_end = max(end - KEPT_WORDS, 0)
    return _cut_words(old_words, first, kept_end), _cut_words(new_words, first, kept_end)


def _cut_words(words: Sequence[str], first: int, left_out_at_end: int) -> str:
    """Return words from the first on, with marks where others were left out."""
    kept = list(words[first : len(words) - left_out_at_end])
    if first:
        kept.insert(0, ELLIPSIS)
    if left_out_at_end:
        kept.append(ELLIPSIS)
    return " ".join(kept)


def _index_corrections(dataset: Dataset) -> dict[str, list[Correction]]:
    """Return the corrections of substance of each record, the newest first."""
    corrections_by_record: dict[str, list[Correction]] = {}
    for correction in reversed(dataset.corrections):
        if correction.kind == "substance" and WHOLE_ROW not in (correction.field, correction.old):
            for record_id in split_record_ids(correction.record_id):
                corrections_by_record.setdefault(record_id, []).append(correction)
    return corrections_by_record


def list_record_changes(
    record_id: str, dataset: Dataset, i18n: I18n, ranks: Collection[int] = NUMBER_RANKS
) -> list[str]:
    """Return what numbers and days of a record were before a version and are since, as sentences.

    Parameters
    ----------
    record_id
        An event or a claim.
    dataset
        The records with their corrections.
    i18n
        The reader's language.
    ranks
        Those of :func:`rank_correction` that are told.
    """
    corrections_by_record = dataset.memoize(_index_corrections)
    sentences: dict[str, None] = {}
    for correction in corrections_by_record.get(record_id, ()):
        if rank_correction(correction) in ranks and _is_for_reader(correction, i18n):
            old = _format_cell(correction.field, correction.old, i18n)
            new = _format_cell(correction.field, correction.new, i18n)
            if correction.field not in DRAWN_COLUMNS:
                old, new = keep_changed_words(old, new)
                old = quote_inside(old, i18n)
                new = quote_inside(new, i18n)
            message = N_("Corrected in version {version}: it was “{old}”, and is “{new}”.")
            if correction.field == PERIOD_COLUMN:
                message = N_(
                    "Corrected in version {version}: the time that it covers was “{old}”, and is "
                    "“{new}”."
                )
            sentence = i18n.t(message, version=correction.version, old=old, new=new)
            # Both ends of a number are two cells.
            sentences[sentence] = None
    return list(sentences)


def _is_for_reader(correction: Correction, i18n: I18n) -> bool:
    """Return whether a cell is of the reader's language, or of none."""
    suffix = LANGUAGE_SUFFIX.search(correction.field)
    if suffix:
        return suffix[1] == i18n.language
    # A text without a suffix is the English one.
    return correction.field not in QUOTED_COLUMNS or i18n.language == "en"


def quote_inside(text: str, i18n: I18n) -> str:
    """Return a text as it stands between quotation marks in a sentence that goes on after it."""
    return nest_quotes(text, i18n.language).removesuffix(".")


def _format_cell(column: str, text: str, i18n: I18n) -> str:
    """Return a cell as a page shows it: a date in words, a number in the reader's form."""
    if text == EMPTY_VALUE:
        return i18n.t("not given")
    if column in DATE_COLUMNS:
        try:
            parse_edtf(text)
        except ValueError:
            return text
        return i18n.format_date(text)
    if column in DRAWN_COLUMNS and text.isdecimal():
        return i18n.format_number(int(text))
    return text
