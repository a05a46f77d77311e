"""Check a figure: for a number or a phrase, the claims that say, nearly say or contradict it."""

from __future__ import annotations

import streamlit as st

from components.domain.evidence.phrase import Reading, read_phrase
from components.domain.evidence.words import LARGEST_NUMBER
from components.domain.views.view import MAX_TEXT
from components.presentation.check import COUNTED, EXACTLY, QUALIFIED, counted, phrase_for
from components.presentation.context import Context
from components.presentation.text.figures import answer
from components.ui.context import change_view
from components.ui.shared.blocks import block


def _changed() -> None:
    change_view(check=" ".join(str(st.session_state["check"]).split())[:MAX_TEXT])


def _choose(key: str, ctx: Context, reading: Reading) -> None:
    """Write the phrase anew with one choice changed; the number holds what can be counted."""
    chosen = {
        "number": reading.value or 0.0,
        "said": reading.qualifier or EXACTLY,
        "counted": counted(reading),
        key: st.session_state[f"check-{key}"],
    }
    phrase = phrase_for(
        float(chosen["number"]), str(chosen["said"]), str(chosen["counted"]), ctx.i18n
    )
    change_view(check=phrase)


def _change_reading(reading: Reading, ctx: Context) -> None:
    """How the phrase was read, each part to be chosen anew: number, how it was said, what of."""
    t = ctx.i18n.t
    if reading.high is not None or reading.value is None:
        return
    said = {EXACTLY: t("exactly"), **{key: t(text, number="…") for key, text in QUALIFIED.items()}}
    nouns = {key: t(noun) if noun else t("anything") for key, (_, _, noun) in COUNTED.items()}
    st.session_state["check-said"] = reading.qualifier or EXACTLY
    st.session_state["check-number"] = reading.value
    st.session_state["check-counted"] = counted(reading)
    with st.container(horizontal=True, gap="small", key="check-reading"):
        st.selectbox(
            t("How it was said"),
            list(said),
            format_func=lambda key: said[key],
            placeholder=t("Choose an option"),
            key="check-said",
            on_change=_choose,
            args=("said", ctx, reading),
            width=190,
        )
        st.number_input(
            t("The number"),
            min_value=0.0,
            max_value=LARGEST_NUMBER,
            step=1.0,
            format="%g",
            key="check-number",
            on_change=_choose,
            args=("number", ctx, reading),
            width=170,
        )
        st.selectbox(t("What is counted"), list(nouns), format_func=lambda key: nouns[key],
                     key="check-counted", on_change=_choose, args=("counted", ctx, reading),
                     placeholder=t("Choose an option"), width=260)  # fmt: skip


def draw_check(ctx: Context) -> None:
    """Draw the question and its answer; the question is in the address."""
    i18n, view = ctx.i18n, ctx.view
    t = i18n.t
    block("check_head.html", i18n)
    st.session_state["check"] = view.check
    st.text_input(
        t("A number or a phrase"),
        key="check",
        on_change=_changed,
        max_chars=MAX_TEXT,
        placeholder=t("120, a thousand people …"),
        width=460,
    )
    if found := answer(ctx):
        _change_reading(read_phrase(view.check), ctx)
        st.html(found)
