"""Buttons for files of what a reader has opened: made when pressed, and sent to nobody else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from components.i18n import I18n
from components.ui.shared.component import component


@dataclass(frozen=True)
class Take:
    """One button.

    Attributes:
        label: what stands on it.
        address: where the file is asked for.
        name: what it is called on the reader's disk.
        body: what is sent along, as JSON.
        note: what is said of it beside the button.
    """

    label: str
    address: str
    name: str
    body: Any = None
    note: str = ""


def _takes() -> Any:
    return component(
        "takes",
        "<ul class='takes'></ul>",
        folder=Path(__file__).parent,
        shared=("dom",),
        scripts=("take.js", "takes.js"),
        style="takes.css",
    )


def take_words(i18n: I18n) -> dict[str, str]:
    """What the script says while a file is made, and when nothing comes of it."""
    return {
        "making": i18n.t("Being made …"),
        "ready": i18n.t("Ready, {size}: download again"),
        "failed": i18n.t("It could not be made. Try again."),
        "lost": i18n.t("The server did not answer. Try again in a moment."),
    }


def take_buttons(takes: Sequence[Take], i18n: I18n, *, key: str) -> None:
    """Draw the buttons in a row that wraps."""
    files = [
        {
            "label": take.label,
            "address": take.address,
            "name": take.name,
            "body": "" if take.body is None else json.dumps(take.body),
            "note": take.note,
        }
        for take in takes
    ]
    _takes()(key=key, data={"files": files, "language": i18n.language, "texts": take_words(i18n)})
