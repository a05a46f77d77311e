"""Web fonts of published pages: the letters of both languages, and what stands in for them.

A browser shows a text at once in a font of the device, and again when the web font has come. Were
the first one wider, lines would break elsewhere and all below would move. So each face has faces of
the device before it, scaled to its width and its height.
"""

import io
from base64 import b64encode
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from fontTools import subset

from components.drawing.fonts import font_file

#: The characters of font files, by what is added to the files' names. The characters of both
#: languages and the signs of the pages are fetched by every page; before them Latin with all its
#: accents and more punctuation, fetched where a page has any of these besides.
CHARACTER_RANGES: Final = {
    "-more": "U+A0-17F,U+2010-203F,U+20AC",
    "": "U+20-7E,U+A0-A1,U+A7,U+AB,U+B0,U+B7,U+BB,U+BF,U+C1,U+C9,U+CD,U+D1,U+D3,U+D7,U+DA,U+DC,"
    "U+E1,U+E9,U+ED,U+F1,U+F3,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,"
    "U+2190-2193,U+2212,U+2248,U+2260,U+2264-2265,U+25A0,U+25B2-25B3,U+25B6,U+25BC,U+25C6-25C7,"
    "U+25CB,U+25CF",
}
#: The characters that fonts of the device stand in for. Signs, of which our fonts lack ◇ and ①,
#: stay as large as the text: scaled as the letters they had 7.3 points on paper in place of 9.
STAND_IN_RANGE: Final = "U+0-22FF"
#: The weight by which :func:`~components.drawing.fonts.font_file` knows italics.
ITALICS: Final = 0
#: The weight of running text.
REGULAR: Final = 400


#: Heights above and below the line, in sizes of the font: Source Sans, Source Serif.
_SANS_HEIGHTS: Final = (0.984, 0.273)
_SERIF_HEIGHTS: Final = (1.036, 0.335)


class StandIn(NamedTuple):
    """A font of the device that is shown until the web font has come.

    Attributes
    ----------
    local_names
        Full names of fonts with the same widths, the usual one first.
    scale
        Width of the Overview's texts in the web font, in widths of the same texts in this one.
    """

    local_names: tuple[str, ...]
    scale: float


class FontFace(NamedTuple):
    """A face that the pages use.

    Attributes
    ----------
    weight
        The weight, or :data:`ITALICS`.
    stand_ins
        What is shown until it has come, the last one first.
    serif
        Whether it has serifs.
    in_running_text
        Whether a page without other files needs it.
    """

    weight: int
    stand_ins: tuple[StandIn, ...] = ()
    serif: bool = False
    in_running_text: bool = False

    @property
    def family(self) -> str:
        """Return the name of the family in CSS."""
        if self.serif:
            return "Source Serif"
        return "Source Sans"

    @property
    def file(self) -> Path:
        """Return the font file that the web fonts are made from."""
        return font_file(self.weight, self.serif)

    def web_font_name(self, name_suffix: str) -> str:
        """Return the name of the web font with a range of :data:`CHARACTER_RANGES`."""
        return f"{self.file.stem}{name_suffix}.woff2"

    def _described_as(self, family: str, weights: str = "") -> str:
        """Return how the rules of this face begin, under a name of its family."""
        weight = weights or self.weight
        style = "normal"
        if self.weight == ITALICS:
            weight = 400
            style = "italic"
        return (
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
        )

    def css_rule(self, family: str, address: str, character_range: str) -> str:
        """Return the ``@font-face`` rule of a web font at an address."""
        start = self._described_as(family)
        return (
            f"{start}font-display: swap; "
            f'src: url("{address}") format("woff2"); unicode-range: {character_range}; }}'
        )

    def stand_in_rule(
        self, family: str, stand_in: StandIn, *, weights: str = "", character_range: str = ""
    ) -> str:
        """Return the ``@font-face`` rule of a font of the device, as wide and high as this one.

        Parameters
        ----------
        family
            A name of the family.
        stand_in
            The font of the device.
        weights
            The range of weights that it stands in for; empty for that of this face.
        character_range
            The characters that it stands in for; empty for all.
        """
        start = self._described_as(family, weights)
        local_names = ", ".join(f'local("{name}")' for name in stand_in.local_names)
        ascent, descent = _SANS_HEIGHTS
        if self.serif:
            ascent, descent = _SERIF_HEIGHTS
        # The browser scales the heights, too.
        ascent /= stand_in.scale
        descent /= stand_in.scale
        characters = ""
        if character_range:
            characters = f" unicode-range: {character_range};"
        return (
            f"{start}src: {local_names}; size-adjust: {stand_in.scale:.1%}; "
            f"ascent-override: {ascent:.1%}; descent-override: {descent:.1%}; "
            f"line-gap-override: 0%;{characters} }}"
        )


_REGULAR: Final = ("Arial", "Liberation Sans", "Helvetica")
_ITALIC: Final = ("Arial Italic", "Liberation Sans Italic", "Helvetica Oblique")
_BOLD: Final = ("Arial Bold", "Liberation Sans Bold", "Helvetica Bold")
_BOLD_SERIF: Final = ("Times New Roman Bold", "Liberation Serif Bold", "Times Bold")
#: The faces of published pages: by weight, sans-serif unless they are ``serif``. The scales were
#: measured with Liberation Sans and Serif 2.1, DejaVu 2.37 and Roboto 2.
FACES: Final = (
    FontFace(
        400,
        (
            StandIn(("DejaVu Sans",), 0.815),
            StandIn(("Roboto",), 0.929),
            StandIn(_REGULAR, 0.920),
        ),
        in_running_text=True,
    ),
    FontFace(
        ITALICS,
        (
            StandIn(("DejaVu Sans Oblique",), 0.794),
            StandIn(("Roboto Italic",), 0.904),
            StandIn(_ITALIC, 0.895),
        ),
    ),
    FontFace(
        600,
        (
            StandIn(("DejaVu Sans Bold",), 0.746),
            StandIn(("Roboto Bold",), 0.940),
            StandIn(_BOLD, 0.892),
        ),
    ),
    FontFace(
        700,
        (
            StandIn(("DejaVu Sans Bold",), 0.767),
            StandIn(("Roboto Bold",), 0.966),
            StandIn(_BOLD, 0.916),
        ),
        in_running_text=True,
    ),
    FontFace(
        600,
        (
            StandIn(("DejaVu Serif Bold",), 0.796),
            StandIn(_BOLD_SERIF, 1.045),
        ),
        serif=True,
        in_running_text=True,
    ),
)


#: Tables of a font that a browser needs for neither hinting, marks nor kerning.
_UNUSED_TABLES: Final = ("BASE", "GDEF", "GPOS", "gasp")
#: Of what a font says about itself a web font keeps the copyright; the rules name its family.
_COPYRIGHT: Final = 0


def _subset_font(file: Path, character_range: str) -> bytes:
    # Without kerning, which is half of a font's weight.
    options = subset.Options(
        flavor="woff2",
        layout_features=["tnum"],
        hinting=False,
        name_IDs=[_COPYRIGHT],
    )
    options.drop_tables += _UNUSED_TABLES
    font = subset.load_font(str(file), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(character_range))
    subsetter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


@lru_cache(maxsize=1)
def web_fonts() -> dict[str, bytes]:
    """Return the fonts of published pages by the names of their files."""
    fonts = {}
    for face in FACES:
        for name_suffix, character_range in CHARACTER_RANGES.items():
            font_name = face.web_font_name(name_suffix)
            fonts[font_name] = _subset_font(face.file, character_range)
    return fonts


def font_style() -> str:
    """Return the style sheet that names the web fonts beside it, and what stands in for them.

    Of faces with the same description a browser prefers the last one that is there.
    """
    rules = []
    for face in FACES:
        # The places of a drawing's letters do not depend on their widths.
        for stand_in in face.stand_ins:
            rules.append(face.stand_in_rule(face.family, stand_in, character_range=STAND_IN_RANGE))
        # Drawings name the fonts as they are installed on desks.
        for family in (face.family, f"{face.family} Pro"):
            for name_suffix, character_range in CHARACTER_RANGES.items():
                address = face.web_font_name(name_suffix)
                rule = face.css_rule(family, address, character_range)
                rules.append(rule)
    return "\n".join(rules) + "\n"


def variable_stand_in_style(weights: str, character_range: str) -> str:
    """Return the style sheet of what stands in for variable fonts: one face for all weights.

    A browser does not tell a face of one weight from a variable face that has this weight, too.

    Parameters
    ----------
    weights
        The range of weights by which the variable fonts are described.
    character_range
        Their characters.
    """
    rules = []
    for face in FACES:
        if face.weight == REGULAR or face.serif:
            for stand_in in face.stand_ins:
                rule = face.stand_in_rule(
                    face.family, stand_in, weights=weights, character_range=character_range
                )
                rules.append(rule)
    return "\n".join(rules) + "\n"


def inline_font_style() -> str:
    """Return the fonts of running text as a style sheet, for a page at any address."""
    fonts = web_fonts()
    rules = []
    for face in FACES:
        if face.in_running_text:
            font_name = face.web_font_name("")
            encoded_font = b64encode(fonts[font_name]).decode()
            address = f"data:font/woff2;base64,{encoded_font}"
            rule = face.css_rule(face.family, address, CHARACTER_RANGES[""])
            rules.append(rule)
    return "\n".join(rules) + "\n"
