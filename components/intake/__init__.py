"""Opening a story of one's own: from the bytes of a file to a data set and all that is wrong."""

from components.intake.package import read_package
from components.intake.problems import ImportResult, Level, Problem
from components.intake.read import read_hosted, read_together
from components.intake.sheet_models import RowCount, Sheet

__all__ = [
    "ImportResult",
    "Level",
    "Problem",
    "RowCount",
    "Sheet",
    "read_hosted",
    "read_package",
    "read_together",
]
