"""The notice that an older version of the data set is shown."""

from __future__ import annotations

from components.presentation.context import Context


def old_version(ctx: Context) -> str:
    """Which old version is shown, in words; empty for the present one."""
    shown, present = ctx.view.version, ctx.story.versions[0]
    if shown is None or shown == present:
        return ""
    return ctx.i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown,
        present=present,
    )
