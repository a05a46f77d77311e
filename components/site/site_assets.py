"""Style sheets and scripts of published pages.

Drawings are painted once, in light colours, with each colour as an attribute. The same drawings are
laid out in dark colours beside them, and every pair of paints becomes a rule of the style sheet.
The scripts are the app's without modules.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rcssmin import cssmin
from rjsmin import jsmin

from components.drawing.palette import MAP_PALETTES, Mode, Palette, css_colours, drawing_css
from components.drawing.svg import Drawn, dark_rules
from components.export import pictures
from components.lesson import entry as lesson
from components.page import embed
from components.presentation import stage
from components.presentation.context import Context
from components.presentation.pages import PageInfo
from components.presentation.stage import INLINE, draw_stage_part
from components.site.site_options import SiteFiles
from components.site.web_fonts import font_style

SITE_FOLDER: Final = Path(__file__).parent
#: Scripts and style sheets of the app's pages, which the published pages share.
APP_SCRIPTS: Final = SITE_FOLDER.parent / "ui" / "scripts"
#: Style sheets of the app that published pages need.
APP_SHEETS: Final = (
    "filter_bar",
    "stage",
    "style",
)
#: The drawings of the stage that a page has as HTML.
PRERENDERED_SCENES: Final = ("timeline", "map")
FONT_STYLE: Final = "assets/fonts.css"
#: Reports the height of a chart to the page around it.
HEIGHT_SCRIPT: Final = f"assets/{embed.HEIGHT_SCRIPT.name}"
#: Pales the marks of a chart that the filters of its address exclude.
EMBED_SCRIPT: Final = "assets/embed.js"

#: Parts of the app that published pages have none of: the framework's own, the opening of files and
#: what is said of them, the list of voices, what finds and folds parts of a page, what is chosen or
#: cited of a view, and the reader's own lesson.
_APP_PART: Final = (
    r"(?:data-testid|\.st-key|data-stale|\.open-story|\.open-shape|\.intake-report|"
    r"\.sheet \.voice|\.asks|\.check\b|\.problems|\.forms|\.fold-tools|\.wheel-hint|\.own-banner|"
    r"\.cite-view|\.own-lesson|\.lesson-preview|\.data-(?:nothing|addresses)|\.text-empty|"
    r"\.(?:topic|side)-chosen|\.page-head \.(?:more|lost)|\.hidden-notice|\.js-plotly-plot)"
)
#: A rule for such a part.
_APP_RULE: Final = re.compile(rf"^[^\n{{}}@]*{_APP_PART}[^\n{{}}]*\{{[^{{}}]*\}}\n", re.MULTILINE)
#: One for such a part alone, in a window of some size or on paper.
_APP_MEDIA_RULE: Final = re.compile(
    rf"^@media[^\n{{}}]*\{{[^\n{{}},]*{_APP_PART}[^\n{{}},]*\{{[^{{}}]*\}} *\}}\n", re.MULTILINE
)


# Scripts ------------------------------------------------------------------------------------------


def join_scripts(files: Sequence[Path], export_name: str) -> bytes:
    """Return modules as a single classic script, without comments and needless spaces.

    Parameters
    ----------
    files
        The modules, each after those it needs.
    export_name
        What the default export becomes; empty where none of them is used.
    """
    script = "\n".join(file.read_text("utf-8") for file in files)
    constant = ""
    if export_name:
        constant = f"const {export_name} = "
    script = script.replace("export default ", constant)
    # A function keeps the names to itself.
    return f"(() => {{\n{jsmin(script)}\n}})()\n".encode()


def search_function() -> str:
    """Return the script of a page's search as a function of the helpers that it is handed."""
    script = (SITE_FOLDER / "site_search.js").read_text("utf-8")
    return f"(helpers) => {{\n{jsmin(script)}\nreturn renderHits\n}}"


def later_script(nearest_text: str) -> bytes:
    """Return the script that the stage fetches when it has started.

    Parameters
    ----------
    nearest_text
        What is said where another day than that of the address is shown, with the places
        ``{value}`` and ``{allowed}``.
    """
    files = [*_app_scripts(["paper"]), SITE_FOLDER / "site_later.js"]
    script = join_scripts(files, "").decode()
    return script.replace('"{{nearest}}"', json.dumps(nearest_text)).encode()


def _app_scripts(names: Iterable[str]) -> list[Path]:
    return [APP_SCRIPTS / f"{name}.js" for name in names]


def script_files() -> SiteFiles:
    """Yield the scripts of published pages: path and content."""
    page_scripts = _app_scripts(["clipboard", "popup_citations", "report"])
    page_scripts.append(SITE_FOLDER / "site.js")
    stage_scripts = _app_scripts([*stage.SCRIPTS, "stage"])
    stage_scripts.append(SITE_FOLDER / "site_stage.js")
    present_scripts = _app_scripts(lesson.SCRIPTS)
    present_scripts.append(SITE_FOLDER / "site_scene.js")
    embed_scripts = _app_scripts(stage.SCENE)
    embed_scripts.append(SITE_FOLDER / "site_embed.js")
    yield "assets/site.js", join_scripts(page_scripts, "page")
    yield "assets/stage.js", join_scripts(stage_scripts, "")
    yield "assets/present.js", join_scripts(present_scripts, "drawScene")
    yield HEIGHT_SCRIPT, embed.HEIGHT_SCRIPT.read_bytes()
    yield EMBED_SCRIPT, join_scripts(embed_scripts, "")


# Colours ------------------------------------------------------------------------------------------


def _page_drawings(page: PageInfo, ctx: Context) -> Iterator[Drawn]:
    kind = pictures.CHART_OF.get(page.slug)
    if page.stage:
        for scene_name, size in INLINE.items():
            yield draw_stage_part(scene_name, ctx, *size)
    elif page.bare:
        yield from lesson.page_scenes(ctx)
    elif kind:
        yield from embed.draw_chart(kind, ctx).drawings()


def _palette_rules(palette: Palette, mode: Mode) -> str:
    colours = css_colours(palette)
    drawing_rules = drawing_css(palette, MAP_PALETTES[mode])
    return f":root{{{colours}}}{drawing_rules}"


def _text_inks(palette: Palette) -> list[str]:
    """Return the colours of signs within texts: those of the kinds, and the ink."""
    return [*palette.category.values(), palette.ink]


def _sign_rules(light: Context, dark: Context) -> str:
    """Return rules for signs within texts, which have their colour in their style attribute."""
    ink_pairs = zip(_text_inks(light.palette), _text_inks(dark.palette), strict=True)
    dark_by_light = dict(ink_pairs)
    rules = []
    for light_ink, dark_ink in sorted(dark_by_light.items()):
        for space in ("", " "):
            selector = f'[style^="color:{space}{light_ink}"]'
            rules.append(f"{selector}{{color:{dark_ink}!important}}")
    return "".join(rules)


def page_colours(pages: Iterable[tuple[PageInfo, Context]]) -> str:
    """Return the style rules for the colours of pages, light and dark.

    Parameters
    ----------
    pages
        The pages, each with a view in light colours.
    """
    drawing_pairs: list[tuple[Drawn, Drawn]] = []
    light_rules = ""
    dark_palette_rules = ""
    sign_rules = ""
    for page, light_ctx in pages:
        dark_ctx = replace(light_ctx, mode="dark")
        light_drawings = _page_drawings(page, light_ctx)
        dark_drawings = _page_drawings(page, dark_ctx)
        drawing_pairs += zip(light_drawings, dark_drawings, strict=True)
        # The palette is the story's, so these rules are the same for every page.
        light_rules = _palette_rules(light_ctx.palette, light_ctx.mode)
        dark_palette_rules = _palette_rules(dark_ctx.palette, dark_ctx.mode)
        sign_rules = _sign_rules(light_ctx, dark_ctx)
    paint_rules = dark_rules(drawing_pairs)
    dark_style = f"{dark_palette_rules}{sign_rules}{paint_rules}"
    return f"{light_rules}\n@media screen and (prefers-color-scheme: dark){{{dark_style}}}\n"


def first_frame_rules() -> str:
    """Return the style rules that leave the drawings of the stage out of a page's first frame.

    The words are on the screen while a browser is still painting hundreds of marks. The drawings
    keep their room: what a browser skips has no size of its own. They are in the second frame,
    with and without scripts, and the rules hold no longer than until the script starts.
    """
    rules = []
    for scene_name in PRERENDERED_SCENES:
        width, height = INLINE[scene_name]
        skipped = f"content-visibility: hidden; aspect-ratio: {width} / {height};"
        rules.append(f"@keyframes first-{scene_name} {{ from {{ {skipped} }} }}")
        drawing = f'.stage-box:not([data-live]) [data-part="{scene_name}"] > svg'
        rules.append(f"{drawing} {{ animation: first-{scene_name} 10ms step-end; }}")
    return "\n".join(rules) + "\n"


def style_files(colours: str) -> SiteFiles:
    """Yield the style sheets of published pages: path and content.

    Parameters
    ----------
    colours
        The rules of :func:`page_colours`.
    """
    sheet_files = [APP_SCRIPTS / f"{name}.css" for name in APP_SHEETS]
    sheet_files.append(SITE_FOLDER / "site.css")
    style = "\n".join(file.read_text("utf-8") for file in sheet_files)
    style = _APP_MEDIA_RULE.sub("", _APP_RULE.sub("", style))
    font_rules = font_style()
    page_style = f"{font_rules}{colours}{style}{first_frame_rules()}"
    yield "assets/site.css", cssmin(page_style).encode()
    yield FONT_STYLE, font_rules.encode()
    present_file = APP_SCRIPTS / "present.css"
    present_style = present_file.read_text("utf-8") + colours
    yield "assets/present.css", cssmin(present_style).encode()
