"""What an address holds that cannot be used, in words."""

from __future__ import annotations

from typing import Final

from components.domain.views.view import Notice
from components.i18n import N_, I18n

LISTED: Final = 12


REASONS: Final = {
    "step": N_("{parameter}: “{value}” is not a step of this lesson. Allowed: {allowed}."),
    "unknown": N_("{parameter}: “{value}” is not known here. Allowed: {allowed}."),
    "date": N_("{parameter}: “{value}” is not a date. Write it like {allowed}."),
    "reversed": N_("The first date came after the last ({value}); they were swapped."),
    "beyond": N_("{parameter}: {value} lies outside this story; {allowed} is used."),
    "repeated": N_(
        "{parameter}: only one value is allowed; {allowed} is used, and {value} is left out."
    ),
    "too_long": N_("{parameter}: “{value}” is too long. At most {allowed} characters were used."),
    "number": N_("{parameter}: “{value}” is not the number of a page. Write it like {allowed}."),
}


def notice_text(notice: Notice, i18n: I18n) -> str:
    """One notice as a sentence; a long list of what is allowed is cut, and says so."""
    allowed = ", ".join(notice.allowed[:LISTED]) or "–"
    if len(notice.allowed) > LISTED:
        allowed = i18n.t("{some} and others", some=allowed)
    return i18n.t(
        REASONS[notice.reason], parameter=notice.parameter, value=notice.value, allowed=allowed
    )
