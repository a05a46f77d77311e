"""What is loaded once per process and shared by every visitor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import streamlit as st

from components.domain.dataset import Dataset
from components.domain.geography import Geography, load_geography
from components.domain.package import DEFAULT_DATA, load_dataset
from components.domain.versions import Unpacked, kept_versions, read_other_files
from components.i18n import LANGUAGES, i18n_for

KEEP: Final = 4


VERSIONS: Final = DEFAULT_DATA / "versions"


@st.cache_resource(max_entries=1, show_spinner=False)
def _kept() -> Mapping[str, Path]:
    return kept_versions(VERSIONS)


@st.cache_resource(max_entries=1, show_spinner=False)
def present_version() -> str:
    """The version of the data set that is served when none is asked for."""
    return load_dataset(DEFAULT_DATA).version


def versions() -> tuple[str, ...]:
    """Every version that can be opened, the present one first and then the newest."""
    older = (version for version in _kept() if version != present_version())
    return (present_version(), *older)


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def _unpacked(version: str) -> Unpacked:
    return Unpacked(_kept()[version])


def folder(version: str | None = None) -> Path:
    """Where the files of a version lie; the present one's if none is named."""
    if version is None or version == present_version():
        return DEFAULT_DATA
    return _unpacked(version).path


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def dataset(version: str | None = None) -> Dataset:
    """The data set, read and checked: the present one, or an older version."""
    return load_dataset(folder(version))


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def geography(version: str | None = None) -> Geography:
    """Boundaries and the regions dissolved from them (EPSG:4326)."""
    return load_geography(folder(version) / "geo", dataset(version).region_departments)


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def other_files(version: str | None = None) -> Mapping[str, bytes]:
    """The files of the package that are no tables, the boundaries and their licence, by path."""
    return read_other_files(folder(version))


def warm() -> None:
    """Load everything, so that the first visitor waits for nothing.

    Raises:
        DataError: naming file, row and field, when the data does not keep its schema.
    """
    dataset()
    geography()
    for language in LANGUAGES:
        i18n_for(language)
    # The chart libraries are slow to import; the first page would pay for it.
    import plotly.graph_objects  # noqa: F401
    import pydeck  # noqa: F401
