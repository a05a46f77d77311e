"""Where the addresses of the app lead on published pages, and the paths of these."""

import pytest

from components.query.filters import Filters
from components.site.embedded_charts import embed_files
from components.site.page_links import PageLinks
from components.site.published import list_downloads
from components.site.site_options import SiteOptions
from components.site.site_pages import stage_script_path
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, build_context

SMALL = small_dataset()
ASKED = add_claims(SMALL, claim("asked", 3, "2019-02-27", topic_id="how-many"))
APP = "https://app.example.org/"


def build_links(slug="timeline", language="en", **options):
    return PageLinks(SiteOptions(**options), ASKED, language, slug)


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("./?lang=en", "../index.html"),
        ("./map?lang=en", "../map/index.html"),
        ("./map?lang=es", "../es/map/index.html"),
        # The stage of the Overview shows the view of any of its pages.
        ("./map?lang=en&region=oriente", "../index.html?region=oriente"),
        ("./timeline?lang=en&event=ev-aid", "../index.html?event=ev-aid"),
        ("./?lang=en&region=a&region=b", "../index.html?region=a&region=b"),
        ("./figures?lang=en&claim=cl-asked", "../disagreements/index.html#cl-asked"),
        ("./figures?lang=en&claim=cl-total", "../figures/index.html"),
        ("./disagreements?lang=en&topic=how-many", "../disagreements/index.html#topic-how-many"),
        ("sources?source=wire&lang=en", "../sources/index.html#wire"),
        ("./present?step=3&lang=en", "../present/index.html?step=3#step-3"),
        ("./present?step=x&lang=en", "../present/index.html"),
        ("./method?lang=en#dates", "../method/index.html#dates"),
        ("./data?table=events", "../data/index.html"),
        ("./data?table=claims", ""),
        ("./map?v=1.0.0", ""),
        ("./nowhere", ""),
        ("./api/events.csv?lang=en", "../api/events.csv"),
        ("./pictures/map.png?form=wide", "../pictures/map-wide.png"),
    ],
)
def test_an_address_of_the_app_is_a_file_of_the_site(address, link):
    assert build_links().rewrite_link(address) == link


def test_what_is_not_published_leads_to_the_app_where_it_is_known():
    links = build_links(app=APP, pages=("", "timeline"))
    assert links.rewrite_link("./data?table=claims") == f"{APP}data?table=claims"
    assert links.rewrite_link("./sources?lang=en") == f"{APP}sources?lang=en"
    assert build_links(pages=("", "timeline")).rewrite_link("./sources?lang=en") == ""


def test_downloads_that_are_not_published_have_no_link():
    assert build_links(files=("api",)).rewrite_link("./pictures/map.png") == ""


def test_a_page_in_the_second_language_lies_in_its_folder():
    links = build_links(language="es")
    assert links.up == "../../"
    assert links.rewrite_link("./api/events.csv") == "../../es/api/events.csv"
    assert links.rewrite_link("./map") == "../../es/map/index.html"


@pytest.mark.parametrize(
    ("languages", "slug", "language", "path"),
    [
        (("en", "es"), "", "en", "index.html"),
        (("en", "es"), "map", "es", "es/map/index.html"),
        (("es", "en"), "map", "es", "map/index.html"),
    ],
)
def test_the_first_language_is_at_the_top(languages, slug, language, path):
    assert SiteOptions(languages=languages).page_path(slug, language) == path


@pytest.mark.parametrize(
    ("base", "root"),
    [
        ("", ""),
        ("https://a.org/story", "https://a.org/story/"),
        ("https://a.org/", "https://a.org/"),
    ],
)
def test_the_address_of_a_site_ends_with_a_slash(base, root):
    assert SiteOptions(base=base).root_address == root


@pytest.mark.parametrize(
    ("html", "rewritten"),
    [
        ('<a href="./map?lang=en">x</a>', '<a href="../map/index.html">x</a>'),
        ('<a href="./nowhere" target="_self">x</a>', "<a>x</a>"),
        ('<a class="y" href="./nowhere" target="_self">x</a>', '<a class="y">x</a>'),
        ('<a href="https://a.org/map">x</a>', '<a href="https://a.org/map">x</a>'),
        ('<a href="#part">x</a>', '<a href="#part">x</a>'),
        (
            '<img src="data:image/png;base64,AA==" data-file="a.png">',
            '<img src="../assets/pictures/a.png">',
        ),
        (
            '<a href="./?region=a&amp;region=b">x</a>',
            '<a href="../index.html?region=a&amp;region=b">x</a>',
        ),
    ],
    ids=[
        "page",
        "nowhere",
        "nowhere with a look",
        "another site",
        "part of the page",
        "picture",
        "escaped",
    ],
)
def test_links_of_a_page_are_rewritten_and_others_stay(html, rewritten):
    assert build_links().rewrite_html(html) == rewritten


def test_links_in_data_for_scripts_are_rewritten():
    data = {"a": ['<a href="./map?lang=en">x</a>', 3], "b": None}
    assert build_links().rewrite_json(data) == {
        "a": ['<a href="../map/index.html">x</a>', 3], "b": None
    }  # fmt: skip


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("https://a.org/story/", "https://a.org/story/map/index.html"),
        # Without an address of its own the site is known from the page alone.
        ("", "../map/index.html"),
    ],
)
def test_an_absolute_address_begins_with_that_of_the_site(base, address):
    assert build_links(base=base).absolute_address("./map?lang=en") == address
    assert build_links(base=base).absolute_address("./nowhere") == ""


def test_a_chart_is_published_of_each_page_that_the_story_has():
    paths = [path for path, _ in embed_files(build_context(SMALL), SiteOptions())]
    assert paths == [
        "embed/timeline/index.html", "embed/map/index.html", "embed/figures/index.html"
    ]  # fmt: skip


def test_what_the_stage_needs_later_is_a_script_of_each_language():
    assert stage_script_path("es") == "assets/stage-es.js"


@pytest.mark.parametrize("folder", ["api", "pictures", "takeaway"])
def test_downloads_are_listed_by_the_folders_that_are_published(folder):
    story = build_context(SMALL, filters=Filters()).story
    paths = list_downloads(story, SiteOptions(files=(folder,)))
    assert paths
    assert {path.removeprefix("es/").partition("/")[0] for path in paths} == {folder}
    assert list_downloads(story, SiteOptions(files=())) == {}
