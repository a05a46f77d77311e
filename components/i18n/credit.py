"""How a story and its files are named and credited."""

from components.i18n.language import I18n, licence_sentence, story_name
from components.i18n.messages import N_
from components.story.dataset import Dataset


def credit_line(data: Dataset, i18n: I18n) -> str:
    """Return the story's name, its version with the day of it, and its licence."""
    name = story_name(data, i18n)
    message = N_("{name}. Data set version {version}.")
    day = ""
    if data.created:
        message = N_("{name}. Data set version {version}, {date}.")
        day = i18n.format_day(data.created)
    sentence = i18n.t(
        message,
        name=name,
        version=data.version,
        date=day,
    )
    licence = licence_sentence(data, i18n)
    return f"{sentence} {licence}".strip()


def file_stem(data: Dataset) -> str:
    """Return what the names of a story's files begin with: the name of its package."""
    return str(data.descriptor.get("name") or "story")
