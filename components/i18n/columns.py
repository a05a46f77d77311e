"""What the columns are called, and what those are that are worked out and not stored."""

from __future__ import annotations

from typing import Final

from components.i18n.language import N_

#: Name: title and description. A stored column has both in the package's own descriptor.
ADDED: Final[dict[str, tuple[str, str]]] = {
    "first_day": (N_("First day"), N_("The first day that the date may mean.")),
    "last_day": (N_("Last day"), N_("The last day that the date may mean.")),
    "place": (N_("Place, by name"), N_("Name of the place, in English.")),
    "place_es": (N_("Place, by name (Spanish)"), N_("Name of the place, in Spanish.")),
    "lat": (N_("Latitude"), N_("Latitude of the place, in degrees, WGS 84.")),
    "lon": (N_("Longitude"), N_("Longitude of the place, in degrees, WGS 84.")),
    "claimant": (N_("Who said it, by name"), N_("Name of who said it first, in English.")),
    "claimant_es": (
        N_("Who said it, by name (Spanish)"),
        N_("Name of who said it first, in Spanish."),
    ),
    "voice": (N_("Voice"), N_("The voice that whoever said it speaks with.")),
    "voice_name": (N_("Voice, by name"), N_("What the voice is called, in English.")),
    "voice_name_es": (
        N_("Voice, by name (Spanish)"),
        N_("What the voice is called, in Spanish."),
    ),
    "citations": (
        N_("Citations, machine-readable"),
        N_("Source and paragraph, such as gazette:3; in brackets where it does not support."),
    ),
    "cited_as": (N_("Sources"), N_("The same in words: each source, its date and the paragraph.")),
    "record": (N_("What it is cited for"), N_("Title of the event or the claim, in English.")),
    "record_es": (
        N_("What it is cited for (Spanish)"),
        N_("Title of the event or the claim, in Spanish."),
    ),
    "records": (N_("Rests on it"), N_("How many of the events and claims shown cite it.")),
    "count": (
        N_("Counted"),
        N_("People counted on the latest day among these rows; empty where there is no count."),
    ),
    "count_qualifier": (N_("Qualifier of the count"), N_("How the source words the number.")),
    "count_as_of": (N_("Counted as of"), N_("The as-of date of the count (EDTF).")),
    "count_claim": (N_("Claim of the count"), N_("The claim that says so.")),
    "count_before": (N_("Counted before"), N_("The count of the day before it.")),
    "count_before_as_of": (N_("Counted before, as of"), N_("The date of that count (EDTF).")),
    "events": (N_("Events here"), N_("How many of the events shown are at this place.")),
}
#: The sources are flattened from CSL-JSON: the column and the field that it is taken from.
FROM_CSL: Final[dict[str, str]] = {
    "authors": "author",
    "container_title": "container-title",
    "issued": "custom.issued_edtf",
    "url": "URL",
    "date_note": "custom.date_note",
    "date_note_es": "custom.date_note",
    "notes_es": "custom.notes",
    **{name: f"custom.{name}" for name in ("short", "date_basis", "tier", "kind", "voice",
                                           "upstream", "notes")},
}  # fmt: skip
