"""The files that a lesson can be taken away in, and where they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urlencode

from components.exports.lesson.handout import Paper
from components.i18n import N_
from components.i18n.credit import file_stem
from components.presentation.addresses import server_address
from components.presentation.context import Context
from components.presentation.work.opened import own_address

PATH: Final = "/takeaway"
Kind = Literal["handout", "answers", "slides"]
PDF: Final = "application/pdf"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


@dataclass(frozen=True)
class Product:
    """One file that can be made: its address, what it is, and its paper (slides have none)."""

    file: str
    kind: Kind
    paper: Paper
    label: str

    def saved_as(self, story: str, language: str) -> str:
        """What the file of a story is called on the reader's disk."""
        stem, _, ending = self.file.rpartition(".")
        return f"{story}-{stem}-{language}.{ending}"

    @property
    def mime(self) -> str:
        """Its media type."""
        return PPTX if self.kind == "slides" else PDF


PRODUCTS: Final = (
    Product("handout-a4.pdf", "handout", "a4", N_("Handout, A4 (PDF)")),
    Product("handout-letter.pdf", "handout", "letter", N_("Handout, US Letter (PDF)")),
    Product("answers-a4.pdf", "answers", "a4", N_("Answer sheet, A4 (PDF)")),
    Product("answers-letter.pdf", "answers", "letter", N_("Answer sheet, US Letter (PDF)")),
    Product("slides.pptx", "slides", "a4", N_("Slides (PPTX)")),
)


def _own(ctx: Context) -> dict[str, dict[str, str]] | None:
    """Where the files of a story that the reader has opened are, by product; else ``None``."""
    if not ctx.story.private:
        return None
    language, stem = ctx.i18n.language, file_stem(ctx.dataset)
    params: dict[str, str | list[str]] = {"lang": language, "cite": ctx.view.cite}
    return {
        product.file: {
            "address": own_address(ctx.story.intake, product.file, params),
            "name": product.saved_as(stem, language),
        }
        for product in PRODUCTS
    }


def lesson_files_data(ctx: Context) -> dict[str, Any]:
    """What a browser needs to ask for the files: where, and the words for how far they are."""
    t = ctx.i18n.t
    query = urlencode({"lang": ctx.i18n.language, "cite": ctx.view.cite})
    return {
        "path": server_address(PATH),
        "query": query,
        "own": _own(ctx),
        "texts": {
            "making": t("Being made: {percent}"),
            "ready": t("Ready, {size}: download again"),
            "failed": t("It could not be made. Try again."),
            "lost": t("The server did not answer. Try again in a moment."),
        },
    }
