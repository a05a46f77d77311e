"""What a story is, for programs: schema.org terms as JSON-LD, from the package alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from components.i18n import I18n
from components.i18n.credit import story_name
from components.presentation.context import Context
from components.presentation.files import FORMS
from components.presentation.metadata.addresses import Addresses
from components.presentation.metadata.words import PageText
from components.presentation.pages import PageInfo
from components.presentation.stories import LoadedStory
from components.query.view import View
from components.story.dataset import Dataset
from components.story.package_files import DESCRIPTOR

Json = dict[str, Any]
#: The files named as ways to take the data away: each is whole, of every view.
DISTRIBUTIONS: Final = ("package.zip", DESCRIPTOR, "tables.xlsx", "events.csv", "claims.csv",
                        "events.geojson")  # fmt: skip


def description(dataset: Dataset, i18n: I18n) -> str:
    """What the package says that it is, in the reader's language."""
    about = dataset.about
    return about.description_es if i18n.language == "es" else about.description


def creators(data: Dataset) -> list[str]:
    """Who made the data, as the package names them."""
    listed = data.descriptor.get("contributors") or []
    found = (one.get("title") or "" for one in listed if isinstance(one, dict))
    return [str(name) for name in found if name]


def _place(story: LoadedStory) -> Json:
    """The part of the world that the story's map shows: south, west, north and east in degrees."""
    west, south, east, north = story.basemap.extents[0].bounds
    box = f"{south:g} {west:g} {north:g} {east:g}"
    return {"@type": "Place", "geo": {"@type": "GeoShape", "box": box}}


def _downloads(ctx: Context, links: Addresses) -> list[Json]:
    return [
        {
            "@type": "DataDownload",
            "name": name,
            "encodingFormat": FORMS[name].media.partition(";")[0],
            "contentUrl": address,
        }
        for name in DISTRIBUTIONS
        if (address := links.file(name, ctx))
    ]


def dataset_id(links: Addresses) -> str:
    """The address that names the data set, the same on every page."""
    return f"{links.base}/#dataset"


def dataset(ctx: Context, links: Addresses) -> Json:
    """The data set: what it is, of when and where, under which licence and in which files.

    It is the whole of the version that is read, whatever the view of it.
    """
    ctx = replace(ctx, view=View(version=ctx.view.version))
    data, i18n = ctx.dataset, ctx.i18n
    licence, keywords = data.about.licence, data.descriptor.get("keywords")
    name = story_name(data, i18n)
    found: Json = {
        "@type": "Dataset",
        "@id": dataset_id(links),
        "name": name,
        "description": description(data, i18n) or name,
        "url": links.page("data", ctx, i18n.language),
        "version": data.version,
        "inLanguage": list(links.languages),
        "isAccessibleForFree": True,
        "temporalCoverage": "/".join(day.isoformat() for day in data.coverage),
        "spatialCoverage": _place(ctx.story),
    }
    if downloads := _downloads(ctx, links):
        found["distribution"] = downloads
    if data.created:
        found["dateModified"] = data.created.isoformat()
    if licence:
        found["license"] = licence.address or licence.name
    if made_by := creators(data):
        found["creator"] = [{"@type": "Organization", "name": one} for one in made_by]
    if isinstance(keywords, list) and keywords:
        found["keywords"] = [str(word) for word in keywords]
    return found


def linked_data(ctx: Context, info: PageInfo, text: PageText, links: Addresses) -> str:
    """The page and the data set that it is about, as JSON that may stand in a script element."""
    address = links.page(info.slug, ctx, ctx.i18n.language)
    page: Json = {
        "@type": "WebPage",
        "@id": address,
        "url": address,
        "name": text.title,
        "headline": text.heading,
        "description": text.description,
        "inLanguage": ctx.i18n.language,
        "about": {"@id": dataset_id(links)},
    }
    if picture := links.picture(info.slug, ctx):
        page["primaryImageOfPage"] = {"@type": "ImageObject", "url": picture}
    graph = {"@context": "https://schema.org", "@graph": [page, dataset(ctx, links)]}
    # No text of a source can end the script element.
    return json.dumps(graph, ensure_ascii=False).replace("<", "\\u003c")
