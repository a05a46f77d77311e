"""What is known of a table of events, as the records that the pages' frame and filters read."""

from __future__ import annotations

from components.intake.columns import Credit
from components.intake.row_records import licence_of, own_source
from components.query.questions import Bounds
from components.query.table import TableStore
from components.story.dataset import Dataset, PackageInfo
from components.story.ground_data import with_room
from components.story.models import Region
from components.story.presentation import MapExtent, Presentation, Span
from components.story.sources import Bilingual

#: The one part of the map; its id is never in an address.
WHOLE = "whole"


def _extent(bounds: Bounds) -> MapExtent:
    return MapExtent(
        id=WHOLE, name=Bilingual(en="All", es="Todo"), bounds=with_room(bounds), close=True
    )


def records_of(table: TableStore, name: str, credit: Credit) -> Dataset:
    """A data set of the table's name, days, kinds, regions and sources, and of no events.

    Args:
        table: the events.
        name: what they are called on the pages where nobody has said it.
        credit: what they are called, and under what they may be used.
    """
    about, title = table.about, credit.title or name
    first, last = about.span
    extents = (_extent(about.bounds),) if about.bounds else ()
    regions = {
        key: Region(id=key, name=word, name_es=word, label=word, label_es=word)
        for key, word in table.names("regions").items()
    }
    sources = {key: own_source(key, word, "", "") for key, word in table.names("sources").items()}
    return Dataset(
        version="1.0.0",
        title=title,
        sources=sources,
        regions=regions,
        about=PackageInfo(title_es=credit.title_es or title, licence=licence_of(credit)),
        categories={kind.id: kind for kind in about.kinds},
        presentation=Presentation(period=Span(**{"from": first, "to": last}), extents=extents),
    )
