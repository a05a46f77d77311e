"""The other columns of a reader's table: those that no field of an event takes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class OtherCell(NamedTuple):
    """A cell that is not empty, and the name of its column."""

    name: str
    text: str


@dataclass(frozen=True)
class OtherColumns:
    """The columns of a table that no field of an event takes, with their cells.

    Attributes
    ----------
    names
        What the table calls them, each once, in its order.
    texts
        By id of an event: the text of each column, empty where the cell is.
    """

    names: tuple[str, ...] = ()
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def cells_of(self, event_id: str) -> tuple[OtherCell, ...]:
        """Return the cells of an event that are not empty, in the order of the table."""
        cells = []
        for name, text in zip(self.names, self.texts.get(event_id, ()), strict=False):
            if text:
                cells.append(OtherCell(name, text))
        return tuple(cells)

    def text_of(self, event_id: str, position: int) -> str:
        """Return the text of an event in the column at a position; empty without one."""
        texts = self.texts.get(event_id)
        if not texts:
            return ""
        return texts[position]

    def iterate_texts(self) -> Iterator[str]:
        """Yield every text of every event."""
        for texts in self.texts.values():
            yield from texts


#: Of a story whose table has no other columns.
NO_OTHER_COLUMNS = OtherColumns()
