"""Labels of the codes in a story's tables, in English; the catalogues translate them."""

from typing import Final

from components.i18n.messages import N_
from components.story import models

BASIS: Final[dict[models.Basis, str]] = {
    "stated": N_("stated by the source"),
    "inferred": N_("inferred"),
    "corroborated": N_("known from another report"),
}
KIND: Final[dict[models.Kind, str]] = {
    "original-reporting": N_("Original reporting"),
    "commentary": N_("Commentary"),
    "aggregator": N_("Aggregator"),
    "wire": N_("News agency"),
    "newspaper": N_("Newspaper"),
    "broadcaster": N_("Broadcaster"),
    "official": N_("Official statement"),
}
#: What a source is called of which nobody says its kind.
UNKNOWN_KIND: Final = N_("Kind not stated")
QUALIFIER: Final[dict[models.Qualifier, str]] = {
    "exact": N_("exactly"),
    "about": N_("about"),
    "nearly": N_("nearly"),
    "more_than": N_("more than"),
    "at_least": N_("at least"),
    "less_than": N_("fewer than"),
    "up_to": N_("up to"),
    "range": N_("from … to …"),
}
ROLE: Final[dict[models.Role, str]] = {
    "supports": N_("supports it"),
    "disputes": N_("disputes it"),
    "context": N_("gives context"),
}
TIER: Final[dict[models.Tier, str]] = {
    "document": N_("document"),
    "corroborating": N_("other report"),
}
PRECISION: Final[dict[models.Precision, str]] = {
    "exact": N_("the spot itself"),
    "locality": N_("the middle of a town"),
    "area": N_("an area, without a point"),
    "none": N_("not placed"),
}
STATEMENT_BASIS: Final[dict[models.StatementBasis, str]] = {
    "stated": N_("as the source says"),
    "inferred": N_("by inference"),
}
REGION_BASIS: Final[dict[models.RegionBasis, str]] = {
    "attested": N_("named by a source"),
    "inferred": N_("inferred"),
}
