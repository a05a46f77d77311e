"""One claim ready to quote: the sentence and its references, each to copy."""

from __future__ import annotations

import streamlit as st

from components.exports.citations import STYLE_NAMES
from components.presentation.context import Context
from components.presentation.records.citations import quoted
from components.ui.shared.blocks import block


def draw_quotation(claim_id: str, ctx: Context) -> None:
    """A sentence to quote and the references that it names; nothing where no source is in use."""
    found = quoted(claim_id, ctx)
    if found is None:
        return
    i18n = ctx.i18n
    with st.container(key=f"quote-{claim_id}", gap="xsmall"):
        block("quote_heading.html", i18n, text=i18n.t("Ready to quote"))
        st.code(found.sentence, language=None, wrap_lines=True, width="stretch")
        block(
            "quote_heading.html",
            i18n,
            text=i18n.n(
                "Its reference, {style}",
                "Its references, {style}",
                len(found.references),
                style=STYLE_NAMES[ctx.view.cite],
            ),
        )
        references = "\n".join(entry.text for entry in found.references)
        st.code(references, language=None, wrap_lines=True, width="stretch")
