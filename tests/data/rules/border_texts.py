"""No stored sentence says which regions touch Venezuela: that is made from the boundary files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from components.commands.review_citations import split_sentences
from components.story.dataset import Dataset
from components.story.texts import fold
from tests.data.rules.finding import Finding, Text, stored_texts

_BORDER: Final = re.compile(
    r"\b(?:borders?|bordering|frontiers?|touch(?:es|ing)?|adjoins?|adjoining|next to|limitan?"
    r"|limitrofes?|frontera|fronteriz[oa]s?|lindan?|colindan?|tocan?)\b"
)
_COUNTRY: Final = "venezuela"


def region_names(dataset: Dataset) -> frozenset[str]:
    """The names of regions and their departments, folded."""
    names = [n for r in dataset.regions.values() for n in (r.name, r.name_es)]
    names += [row.department_name for row in dataset.region_departments]
    return frozenset(fold(name) for name in names)


def check_border_texts(dataset: Dataset, others: Iterable[Text] = ()) -> tuple[Finding, ...]:
    """Sentences with the name of a region or department, a word for a border, and Venezuela.

    Args:
        dataset: the records, and the story.
        others: further texts, such as those of a README or a page.
    """
    names = "|".join(re.escape(name) for name in sorted(region_names(dataset)))
    named = re.compile(rf"\b(?:{names})\b")
    found = []
    for stored in (*stored_texts(dataset), *others):
        for sentence in split_sentences(stored.text):
            plain = fold(sentence)
            if _COUNTRY in plain and _BORDER.search(plain) and named.search(plain):
                message = f"{stored.field} ({stored.language}) says it by itself: {sentence}"
                found.append(Finding(stored.record, message))
    return tuple(found)
