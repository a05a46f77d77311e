"""The lesson to take away: handout and answer sheet as PDF, and slides, made when asked for.

Making one runs beside the page and shows how far it is. It is made once for each lesson, language,
paper and version of the data, whoever asks, and then kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal

import streamlit as st

from components.domain.dataset import Dataset
from components.domain.geography import Geography
from components.domain.story import Story
from components.domain.view import Cite
from components.exports.lesson.handout import Paper, answers_pdf, handout_pdf
from components.exports.lesson.material import material
from components.exports.lesson.slides import slides_pptx
from components.i18n import N_, I18n
from components.ui import resources
from components.ui.context import Context
from components.ui.markup import block
from components.ui.workshop import Progress, Work, Workshop

MOST: Final = 24
KEY: Final = "takeaway"
WATCH: Final = 0.5
Kind = Literal["handout", "answers", "slides"]
PDF: Final = "application/pdf"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


@dataclass(frozen=True)
class Product:
    """One file that can be made; slides have no paper."""

    kind: Kind
    paper: Paper
    label: str

    @property
    def key(self) -> str:
        """A name for the page's elements."""
        return f"{KEY}-{self.kind}-{self.paper}"

    def file_name(self, language: str) -> str:
        """What the file is called on the reader's disk."""
        if self.kind == "slides":
            return f"across-the-tachira-slides-{language}.pptx"
        return f"across-the-tachira-{self.kind}-{self.paper}-{language}.pdf"


PRODUCTS: Final = (
    Product("handout", "a4", N_("Handout, A4 (PDF)")),
    Product("handout", "letter", N_("Handout, US Letter (PDF)")),
    Product("answers", "a4", N_("Answer sheet, A4 (PDF)")),
    Product("answers", "letter", N_("Answer sheet, US Letter (PDF)")),
    Product("slides", "a4", N_("Slides (PPTX)")),
)

_workshop: Final = Workshop(MOST)


def make(
    product: Product,
    story: Story,
    dataset: Dataset,
    geography: Geography,
    i18n: I18n,
    style: Cite,
    progress: Progress,
) -> bytes:
    """Make one file."""
    made = material(story, dataset, i18n, style)
    if product.kind == "slides":
        return slides_pptx(made, geography, progress)
    if product.kind == "answers":
        return answers_pdf(made, product.paper, progress)
    return handout_pdf(made, geography, product.paper, progress)


def _key(product: Product, story: Story, here: Context) -> Hashable:
    content = hashlib.sha256(story.model_dump_json().encode()).hexdigest()
    data = here.dataset
    return product, content, here.i18n.language, here.view.cite, data.version, data.created


def _start(product: Product, story: Story, here: Context) -> None:
    # Everything the work needs is taken along: it has no page of its own to ask.
    data, ground, i18n, style = here.dataset, resources.geography(), here.i18n, here.view.cite
    _workshop.start(
        _key(product, story, here),
        lambda progress: make(product, story, data, ground, i18n, style, progress),
    )


def _size(content: bytes, i18n: I18n) -> str:
    if len(content) >= 1_000_000:
        return f"{i18n.number(round(len(content) / 1_000_000, 1))} MB"
    return f"{i18n.number(round(len(content) / 1000))} kB"


def _ready(product: Product, work: Work, i18n: I18n) -> None:
    label = i18n.t(
        "Download: {what}, {size}", what=i18n.t(product.label), size=_size(work.result, i18n)
    )
    st.download_button(
        label,
        work.result,
        product.file_name(i18n.language),
        PPTX if product.kind == "slides" else PDF,
        key=f"{product.key}-ready",
        on_click="ignore",
        type="primary",
    )


def _one(product: Product, story: Story, here: Context) -> bool:
    """One file: a way to make it, how far it is, or a way to download it; whether it runs."""
    i18n = here.i18n
    work = _workshop.find(_key(product, story, here))
    what = i18n.t(product.label)
    if work and work.state == "running":
        st.progress(work.done, i18n.t("{what}: being made", what=what))
        return True
    if work and work.state == "done":
        _ready(product, work, i18n)
        return False
    label = what if work is None else i18n.t("{what}: it failed. Try again", what=what)
    st.button(label, key=product.key, on_click=_start, args=(product, story, here))
    return False


def _all(story: Story, here: Context) -> bool:
    with st.container(horizontal=True, key=KEY, gap="small"):
        running = [_one(product, story, here) for product in PRODUCTS]
    return any(running)


@st.fragment(run_every=WATCH)
def _watching(story: Story, here: Context) -> None:
    """While something is made, look again and again; then draw the page without looking."""
    if not _all(story, here):
        st.rerun()


@st.fragment
def _waiting(story: Story, here: Context) -> None:
    """Nothing is made: a click is looked at once, and begins the watching."""
    if _all(story, here):
        st.rerun()


def offer_takeaways(story: Story, here: Context) -> None:
    """Offer a lesson's handout, answer sheet and slides, in the reader's language.

    Args:
        story: the data set's, or a lesson of one's own that fits it.
        here: this run.
    """
    block("takeaway.html", here.i18n)
    works = [_workshop.find(_key(product, story, here)) for product in PRODUCTS]
    running = any(work.state == "running" for work in works if work)
    (_watching if running else _waiting)(story, here)
