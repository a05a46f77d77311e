"""Where readers report a mistake in the public story: the host's mail or form, a setting."""

import os
import re
from typing import Final
from urllib.parse import urlsplit

#: The setting with the address: ``mailto:desk@example.org``, or that of a form.
REPORT_SETTING: Final = "STORY_REPORT"
#: Places in the address of a form that the reader's browser fills in.
REPORT_PLACES: Final = frozenset({"{address}", "{record}"})
#: One mailbox and nothing else: subject and text are the page's.
_MAIL_ADDRESS: Final = re.compile(r"mailto:[^\s@?&<>\"]+@[^\s@?&<>\"]+")
_PLACE: Final = re.compile(r"\{[^{}]*\}")


def read_report_address() -> str:
    """Return the address that reports go to, as the setting has it; empty without one."""
    return os.environ.get(REPORT_SETTING, "").strip()


def find_report_problem() -> str:
    """Return what is wrong with the setting and what is allowed; empty where nothing is."""
    address = read_report_address()
    if not address or _MAIL_ADDRESS.fullmatch(address):
        return ""
    unknown_places = sorted(set(_PLACE.findall(address)) - REPORT_PLACES)
    if unknown_places:
        allowed_places = ", ".join(sorted(REPORT_PLACES))
        return (
            f"{REPORT_SETTING}={address}: {unknown_places[0]} cannot be filled in. "
            f"Allowed: {allowed_places}."
        )
    parts = urlsplit(_PLACE.sub("", address))
    if parts.scheme in {"http", "https"} and parts.netloc:
        return ""
    return (
        f"{REPORT_SETTING}={address}: give a mail address (mailto:desk@example.org) or the "
        "address of a form (https://example.org/form?page={address}&record={record})."
    )
