"""What a story that was opened in this session can be taken away as: made when asked for.

The addresses for programs know no session, so an upload has none; its files are made when a button
is pressed, in processes with limits, and go to the reader who pressed it.
"""

from __future__ import annotations

from components.export.files import FORMATS, FORMS, SITE, file_params, own_address, saved_name
from components.i18n.credit import file_stem
from components.limits import MOST_PUBLISHED_EVENTS
from components.presentation.context import Context
from components.presentation.tables.dictionary import WHOLE
from components.ui.shared.blocks import block
from components.ui.shared.take import Take, take_buttons


def _takes(ctx: Context) -> list[Take]:
    named = [(f"{ctx.view.table}.{ending}", label) for ending, (label, _) in FORMATS.items()]
    files = [(name, label) for name, label in named if name in FORMS]
    files += [(name, label) for name, (label, _) in WHOLE.items()]
    intake = ctx.story.intake
    takes = [
        Take(
            label,
            own_address(intake, name, {**file_params(ctx, name), "lang": ctx.i18n.language}),
            saved_name(ctx, name),
        )
        for name, label in files
    ]
    if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
        takes.append(
            Take(
                ctx.i18n.t("Published pages (ZIP)"),
                own_address(intake, SITE, {"lang": ctx.i18n.language}),
                f"{file_stem(ctx.dataset)}-site.zip",
                note=ctx.i18n.t(
                    "The whole story as plain files, for any host, without a server. It takes "
                    "some seconds."
                ),
            )
        )
    return takes


def draw_opened_files(ctx: Context) -> None:
    """Buttons for the files of the table shown and of all that the filters leave."""
    block("opened_files.html", ctx.i18n)
    take_buttons(_takes(ctx), ctx.i18n, key="own-files")
