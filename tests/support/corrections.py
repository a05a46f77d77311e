"""A correction of a test."""

from components.story.models import Correction


def build_correction(
    field: str, old: str, new: str, record_id: str = "cl-x", version: str = "1.2.0"
) -> Correction:
    """A correction of substance of a record's field."""
    return Correction(
        date="2026-11-30",
        version=version,
        record_id=record_id,
        kind="substance",
        field=field,
        old=old,
        new=new,
        why="Why.",
        why_es="Porque.",
    )
