"""What is loaded once per process and shared by every visitor."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.domain.dataset import Dataset
from components.domain.geography import Geography, load_geography
from components.domain.package import DEFAULT_DATA, load_dataset
from components.i18n import LANGUAGES, i18n_for

KEEP: Final = 4


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def dataset() -> Dataset:
    """The data set, read and checked."""
    return load_dataset(DEFAULT_DATA)


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def geography() -> Geography:
    """Boundaries and the regions dissolved from them (EPSG:4326)."""
    return load_geography(DEFAULT_DATA / "geo", dataset().region_departments)


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
