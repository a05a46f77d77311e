"""What each step of a lesson says: its texts, its evidence and sources, and the teacher's notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from components.domain.lessons.reading import uncited
from components.domain.lessons.story import MOST_STEPS
from components.i18n import I18n
from components.i18n.labels import BASIS
from components.i18n.story_texts import StepTexts, language_of, render_story
from components.presentation.context import Context
from components.presentation.lesson.pictures import whole
from components.presentation.markup import render
from components.presentation.records.citations import CitationView, citation_views

Json = dict[str, Any]


def citations(records: Iterable[str], ctx: Context) -> list[Json]:
    """The places in sources behind some records, each once, the four documents first."""
    found: dict[tuple[str, int | None], list[CitationView]] = {}
    for record in records:
        for one in citation_views(record, ctx):
            found.setdefault((one.source_id, one.locator), []).append(one)
    ordered = sorted(found.values(), key=lambda same: same[0].corroborating)
    return [_citation(same, ctx.i18n) for same in ordered]


def _citation(same: Sequence[CitationView], i18n: I18n) -> Json:
    first, t = same[0], i18n.t
    where = t("para. {number}", number=first.locator) if first.locator else ""
    words = dict.fromkeys((c.wording, c.wording_language) for c in same if c.wording)
    via = next((c.via for c in same if c.via), ())
    url = first.url or ""
    return {
        "mark": "◇" if first.corroborating else "§",
        "label": ", ".join(part for part in (first.short, where) if part),
        "outside": first.corroborating,
        "words": list(words),
        "rows": [
            (t("Source"), f"{first.title.removesuffix('.')}. {first.kind}."),
            *([(t("Paragraph"), str(first.locator))] if first.locator else []),
            (t("Published"), first.published),
            *([(t("By way of"), " → ".join([*via, first.short]))] if via else []),
        ],
        "address": first.address,
        "quotes": tuple(dict.fromkeys(said for one in same for said in one.quotes())),
        "reference": first.reference(),
        # An address of another kind ("javascript:") is shown nowhere.
        "url": url if url.startswith(("https://", "http://")) else "",
    }


def _evidence(record: str, ctx: Context) -> Json:
    """One event or claim as it is shown with the answer."""
    i18n, data = ctx.i18n, ctx.dataset
    sources = citations([record], ctx)
    if record in data.events:
        event = data.events[record]
        basis = i18n.t("date {basis}", basis=i18n.t(BASIS[event.date_basis]))
        said = f"{i18n.date(event.date)} · {basis}"
        return {"value": "", "text": i18n.of(event, "title"), "said": said, "sources": sources}
    claim = data.claims[record]
    who = i18n.of(data.claimants[claim.claimant_id], "name")
    when = i18n.t("as of {date}", date=i18n.date(claim.as_of)) if claim.as_of else ""
    return {
        "value": i18n.value(claim),
        "text": i18n.of(claim, "statement"),
        "said": ", ".join(part for part in (who, when) if part),
        "sources": sources,
    }


def _step(told: StepTexts, after: str, minutes: Sequence[int], spoken: str, ctx: Context) -> Json:
    i18n, step, total = ctx.i18n, told.step, len(minutes)
    common = {"told": told, "spoken": spoken}
    evidence = [_evidence(record, ctx) for record in step.evidence]
    so_far = sum(minutes[: told.number])
    return {
        "id": step.id,
        "where": i18n.t("Step {number} of {total}", number=told.number, total=total),
        "headline": told.headline,
        "text": told.text,
        "question": told.question,
        "answer": told.answer,
        "told": render(
            "present_told.html", i18n, **common, total=total,
            sources=citations(step.records(), ctx),
        ),
        "evidence": render("present_evidence.html", i18n, evidence=evidence),
        "notes": render(
            "present_notes.html", i18n, **common, minutes=step.minutes, so_far=so_far,
            all=sum(minutes), after=after,
            typed=uncited(step, ctx.dataset), unsupported=not step.records(),
        ),
    }  # fmt: skip


def steps_data(ctx: Context) -> list[Json]:
    """Every step of the lesson in use, as texts and as HTML from templates."""
    everything, lesson = whole(ctx), ctx.lesson
    spoken = language_of(lesson, ctx.i18n)
    minutes = [step.minutes for step in lesson.steps]
    told = render_story(lesson, ctx.dataset, ctx.i18n)
    following = [*(step.headline for step in told[1:]), ""]
    return [
        _step(step, after, minutes, spoken, everything)
        for step, after in zip(told, following, strict=True)
    ]


def events_untold(ctx: Context) -> int:
    """How many events come after the last step, where each step is an event."""
    if ctx.opened_lesson or ctx.dataset.story.steps:
        return 0
    return max(len(ctx.selection.events) - MOST_STEPS, 0)
