"""Reading XML that somebody sends: in one pass, without a document type, entities or depth."""

from __future__ import annotations

from typing import Final
from xml.parsers import expat

from components.domain.intake.problems import Refusal

MOST_DEPTH: Final = 64


class Pass:
    """One pass through an XML text; a subclass takes what it needs from starts, texts and ends.

    Names of elements and attributes come without their prefixes.
    """

    def __init__(self, name: str, broken: str) -> None:
        self.name, self.broken, self.depth = name, broken, 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._finish
        self.parser.CharacterDataHandler = self.text

    def read(self, content: bytes) -> None:
        """Go through the text.

        Raises:
            Refusal: when it is no XML, defines entities or is nested too deeply.
        """
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            raise Refusal(self.broken, sheet=self.name) from error

    def _doctype(self, *_: object) -> None:
        raise Refusal("xml_entities", value=self.name)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Refusal(self.broken, sheet=self.name)
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        self.start(name.rpartition(":")[2], plain)

    def _finish(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition(":")[2])

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """An element begins."""

    def text(self, text: str) -> None:
        """Text within the element that began last."""

    def end(self, tag: str, /) -> None:
        """An element ends."""
