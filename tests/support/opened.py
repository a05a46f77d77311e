"""One file opened as a reader opens it."""

from components.intake import ImportResult, read_together
from components.intake.columns import ColumnMap
from components.limits import MOST_ROWS


def read_story(
    content: bytes, name: str, records: int = MOST_ROWS, column_map: ColumnMap | None = None
) -> ImportResult:
    """The story of a file, given by content and name."""
    return read_together([(name, content)], records, column_map=column_map)
