"""How a story and its files are named and credited."""

from components.i18n.language import I18n, licence_sentence, story_name
from components.story.dataset import Dataset


def credit_line(data: Dataset, i18n: I18n) -> str:
    """Return the story's name, its version with the day of it, and its licence."""
    values = {"name": story_name(data, i18n), "version": data.version}
    if data.created:
        day = i18n.format_day(data.created)
        sentence = i18n.t("{name}. Data set version {version}, {date}.", **values, date=day)
    else:
        sentence = i18n.t("{name}. Data set version {version}.", **values)
    return f"{sentence} {licence_sentence(data, i18n)}".strip()


def file_stem(data: Dataset) -> str:
    """Return what the names of a story's files begin with: the name of its package."""
    return str(data.descriptor.get("name") or "story")
