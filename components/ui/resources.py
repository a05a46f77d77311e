"""What is loaded once per process and shared by every visitor."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.domain.dataset import Dataset
from components.domain.geography import Geography, load_geography
from components.domain.own_ground import Ground
from components.domain.package import DEFAULT_DATA, load_dataset
from components.domain.versions import Unpacked, kept_versions, read_other_files
from components.i18n import LANGUAGES, i18n_for
from components.ui.host import host_intake
from components.ui.memory import set_aside
from components.ui.served import Served, serve

KEEP: Final = 4
UPLOAD: Final = "_own_story"
VERSIONS: Final = DEFAULT_DATA / "versions"


@st.cache_resource(max_entries=1, show_spinner=False)
def _hosted() -> Served | None:
    """The story that the server's setting names."""
    intake = host_intake()
    return serve(intake, "host") if intake else None


def in_session() -> bool:
    """Whether a reader's session is being served, and not a request from a machine."""
    return get_script_run_ctx(suppress_warning=True) is not None


def upload() -> Served | None:
    """The story that this session has opened; it is in the session's memory and nowhere else."""
    if not in_session():
        return None
    found: Served | None = st.session_state.get(UPLOAD)
    return found


def other_story() -> Served | None:
    """The story that is shown in place of this project's: the session's own, else the host's."""
    return upload() or _hosted()


@st.cache_resource(max_entries=1, show_spinner=False)
def _kept() -> Mapping[str, Path]:
    return kept_versions(VERSIONS)


@st.cache_resource(max_entries=1, show_spinner=False)
def present_version() -> str:
    """The version of this project's data set that is served when none is asked for."""
    return load_dataset(DEFAULT_DATA).version


def versions() -> tuple[str, ...]:
    """Every version that can be opened, the present one first and then the newest."""
    if other := other_story():
        return (other.dataset.version,)
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
def _dataset(version: str | None) -> Dataset:
    return load_dataset(folder(version))


def dataset(version: str | None = None) -> Dataset:
    """The data set, read and checked: the present one, an older version, or another story."""
    other = other_story()
    return other.dataset if other else _dataset(version)


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def _geography(version: str | None) -> Geography:
    return load_geography(folder(version) / "geo", _dataset(version).region_departments)


def geography(version: str | None = None) -> Geography:
    """Boundaries and the regions dissolved from them (EPSG:4326); see :func:`ground` first."""
    other = other_story()
    return other.geography if other and other.geography else _geography(version)


def ground() -> Ground | None:
    """What another story's map is drawn on; ``None`` where the map is this project's own."""
    other = other_story()
    return other.ground if other else None


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def _other_files(version: str | None) -> Mapping[str, bytes]:
    return read_other_files(folder(version))


def other_files(version: str | None = None) -> Mapping[str, bytes]:
    """The files of the package that are no tables, the boundaries and their licence, by path."""
    other = other_story()
    if other is None:
        return _other_files(version)
    geo = other.intake.geo
    return {f"geo/{name}.geojson": json.dumps(found).encode() for name, found in geo.items()}


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

    set_aside()
