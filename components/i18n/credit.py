"""The credit line: name, version, day and licence, as the package gives them."""

from __future__ import annotations

from components.i18n.language import I18n
from components.story.dataset import Dataset


def story_name(data: Dataset, i18n: I18n) -> str:
    """What a story is called on its pages: by its presentation, else by its package."""
    shown = data.presentation.title
    own = shown.es if i18n.language == "es" else shown.en
    return own or shown.en or (data.about.title_es if i18n.language == "es" else "") or data.title


def licence_words(data: Dataset, i18n: I18n) -> str:
    """The licence in a sentence; empty where the package names none."""
    licence = data.about.licence
    return i18n.t("Data: {licence}.", licence=licence.name) if licence else ""


def credit_line(data: Dataset, i18n: I18n) -> str:
    """Who made it, which version it is, of which day, and under which licence."""
    values = {"name": story_name(data, i18n), "version": data.version}
    if data.created:
        day = i18n.day(data.created)
        line = i18n.t("{name}. Data set version {version}, {date}.", **values, date=day)
    else:
        line = i18n.t("{name}. Data set version {version}.", **values)
    return f"{line} {licence_words(data, i18n)}".strip()


def file_stem(data: Dataset) -> str:
    """What the files of a story begin with: the name of its package."""
    return str(data.descriptor.get("name") or "story")
