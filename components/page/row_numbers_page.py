"""The page How many? of a story without reported totals: the numbers that its rows give."""

from functools import partial

from markupsafe import Markup

from components.drawing.scene import Scene
from components.limits.views import MOST_MARKS
from components.page import blocks
from components.presentation import legend, row_number_scenes, totals_scenes
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.finding_texts import format_finding, format_row_numbers_lead
from components.presentation.records import LONG_ROWS
from components.query.row_numbers import compute_row_sum


def row_numbers_page(ctx: Context) -> blocks.Page:
    """Return the number of each row that meets the filters, drawn, listed and as a table."""
    i18n = ctx.i18n
    finding = ctx.facts.row_numbers_finding
    heading = format_finding(finding, ctx.dataset, i18n)
    lead = format_row_numbers_lead(finding, i18n)
    shown = view_sentence(ctx.facts, ctx.story, i18n)
    page_blocks: list[blocks.Block] = [blocks.shown_block(ctx.facts, ctx.story, i18n)]
    if finding.records:
        page_blocks += _number_blocks(ctx, heading)
    else:
        page_blocks.append(
            blocks.no_events_block(ctx.facts, ctx.story, i18n, link_base=ctx.link_base)
        )
    return blocks.Page(heading, lead, page_blocks, shown=shown)


def _number_blocks(ctx: Context, heading: str) -> list[blocks.Block]:
    """Return the drawing, the sum, what is not drawn, the chosen event, the list and the table."""
    i18n = ctx.i18n
    number_blocks: list[blocks.Block] = [
        blocks.Chart(
            partial(row_number_scenes.draw_row_numbers, ctx),
            heading,
            partial(_render_key, ctx),
        ),
        blocks.Share(("figures",)),
    ]
    sentences = row_number_scenes.list_omissions(ctx.facts, i18n)
    row_sum = compute_row_sum(ctx.facts)
    if row_sum:
        sentences.insert(0, format_finding(row_sum, ctx.dataset, i18n))
    number_blocks += [blocks.caveat_block(sentence, i18n) for sentence in sentences]
    total = len(ctx.facts.numbered_events)
    heads, cells = row_number_scenes.build_numbers_table(ctx.facts, i18n)
    return [
        *number_blocks,
        blocks.chosen_block(ctx),
        blocks.Records(
            rows=row_number_scenes.build_number_lines(ctx.facts, i18n, palette=ctx.palette),
            label=i18n.t("The same numbers, in order of date"),
            chooses="event",
            chosen=ctx.view.event,
            signs=row_number_scenes.format_shown_part(LONG_ROWS, total, i18n),
        ),
        blocks.template_block(
            "totals_table.html",
            i18n,
            title=i18n.t("The same numbers as a table"),
            caption=i18n.t("Numbers of the rows, in order of date"),
            heads=heads,
            rows=cells,
            note=row_number_scenes.format_shown_part(MOST_MARKS, total, i18n),
        ),
    ]


def _render_key(ctx: Context, scene: Scene) -> Markup:
    key = row_number_scenes.build_row_numbers_key(scene, ctx.i18n, ctx.palette)
    panels = row_number_scenes.build_panels(ctx)
    block = blocks.template_block(
        "totals_key.html",
        ctx.i18n,
        signs=legend.draw_signs(key),
        scales=totals_scenes.format_scales(panels, ctx.i18n),
        note=ctx.i18n.t("Each mark is the number of one row, so no line joins two of them."),
    )
    return block.html
