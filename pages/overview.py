"""Overview: what happened, where and how many, in one picture that answers."""

from components.ui.context import context
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.overview.stage import draw_stage
from components.ui.share.menu import share
from components.ui.shared.blocks import slot
from components.ui.shared.events import draw_list

here = context()
draw_stage(here, here.i18n.t("The story in one line"))
share(here, "timeline", "map")
with slot():
    if not here.selection.events:
        offer_to_loosen(here)
draw_list(here, key="events")
