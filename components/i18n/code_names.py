"""What the coded values of the data set are called, in English; the catalogues translate them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from components.i18n.language import N_, I18n
from components.story.dataset import Dataset
from components.story.models import (
    Basis,
    Kind,
    Precision,
    Qualifier,
    RegionBasis,
    Role,
    Tier,
)

BASIS: Final[dict[Basis, str]] = {
    "stated": N_("stated by the source"),
    "inferred": N_("inferred"),
    "corroborated": N_("known from a corroborating report"),
}
KIND: Final[dict[Kind, str]] = {
    "original-reporting": N_("Original reporting"),
    "commentary": N_("Commentary"),
    "aggregator": N_("Aggregator"),
    "wire": N_("News agency"),
    "newspaper": N_("Newspaper"),
    "broadcaster": N_("Broadcaster"),
    "official": N_("Official statement"),
}
QUALIFIER: Final[dict[Qualifier, str]] = {
    "exact": N_("exactly"),
    "about": N_("about"),
    "nearly": N_("nearly"),
    "more_than": N_("more than"),
    "at_least": N_("at least"),
    "less_than": N_("fewer than"),
    "up_to": N_("up to"),
    "range": N_("from … to …"),
}
ROLE: Final[dict[Role, str]] = {
    "supports": N_("supports it"),
    "disputes": N_("disputes it"),
    "context": N_("gives context"),
}
TIER: Final[dict[Tier, str]] = {
    "document": N_("document"),
    "corroborating": N_("corroborating"),
}
PRECISION: Final[dict[Precision, str]] = {
    "exact": N_("the spot itself"),
    "locality": N_("the middle of a town"),
    "area": N_("an area, without a point"),
    "none": N_("not placed"),
}
REGION_BASIS: Final[dict[RegionBasis, str]] = {
    "attested": N_("named by a source"),
    "inferred": N_("inferred"),
}


def kind_names(data: Dataset, i18n: I18n) -> dict[str, str]:
    """What the kinds of event of a data set are called, in the order of their lanes."""
    return {kind.id: i18n.of(kind, "name") for kind in data.kinds}


def voice_names(data: Dataset, i18n: I18n) -> dict[str, str]:
    """What the kinds of voice of a data set are called, in its order."""
    return {voice.id: i18n.of(voice, "name") for voice in data.words("voices").values()}


def timeline_key_words(i18n: I18n) -> dict[str, str]:
    """The words of the key of a drawn timeline, as on the screen."""
    return {
        "stated": i18n.t("day stated"),
        "inferred": i18n.t("day inferred"),
        "outside": i18n.t("day known from a corroborating report"),
        "days": i18n.t("several days"),
        "some": i18n.t("some day in this span"),
        "unsure": i18n.t("day or ends not sure"),
    }


def map_key_words(i18n: I18n) -> dict[str, str]:
    """The words of the key of a drawn map, as on the screen."""
    return {
        "attested": i18n.t("division named by a source"),
        "assigned": i18n.t("division inferred"),
        "silent": i18n.t("not reported"),
        "office": i18n.t("seat inferred"),
        "change": i18n.t("the earlier day within the later one"),
        "place": i18n.t("place of an event"),
        "chosen": i18n.t("place of the chosen event"),
        "ring": i18n.t("chosen region"),
    }


def count_legend(numbers: Sequence[int], data: Dataset, i18n: I18n) -> list[tuple[int, str]]:
    """The numbers of a legend of circles in words; the last says what is counted."""
    *few, most = numbers
    rows = (claim for rows in data.counts_by_region().values() for claim in rows)
    unit = next((claim.unit for claim in rows), None)
    word = i18n.unit(unit, most) or i18n.t("people")
    return [(n, i18n.number(n)) for n in few] + [(most, f"{i18n.number(most)} {word}")]
