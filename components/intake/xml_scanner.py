"""XML texts of workbooks and placemarks, looked through in one pass, with limits on everything."""

import re
from typing import Final, Self
from xml.parsers import expat

from components.intake.problems import Refusal

#: Elements within elements: workbooks and placemarks have some ten.
MAX_DEPTH: Final = 64
#: The encoding that the first line of an XML text names.
_ENCODING = re.compile(rb"\s*<\?xml[^>]{1,200}?encoding=[\"']([A-Za-z0-9._:-]{1,40})")
#: Expat's errors about encodings: unknown (18), and other than the text is in (19).
_ENCODING_ERRORS: Final = frozenset({18, 19})


def local_name(qualified_name: str) -> str:
    """Return the name of an element or attribute without its prefix."""
    return qualified_name.rpartition(":")[2]


#: The attributes of an element by name.
Attributes = dict[str, str]


class XmlScanner:
    """One pass through an XML text: no document type, no entities, no depth.

    A subclass overrides what it needs of :meth:`start_element`, :meth:`add_text` and
    :meth:`end_element`; names of elements and attributes come without their prefixes.

    Parameters
    ----------
    name
        What the text is called in problems.
    broken_code
        The code of the problem of a text that is no XML.
    """

    def __init__(self, name: str, broken_code: str = "xlsx_broken") -> None:
        self.name = name
        self.depth = 0
        # In a workbook the sheet is what readers know, and not the part that is broken.
        sheet = "" if broken_code == "xlsx_broken" else name
        self.broken = Refusal(broken_code, sheet=sheet)
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        # Handlers that do nothing are not set: a call into Python for each element takes time.
        if type(self).start_element is not XmlScanner.start_element:
            self.parser.StartElementHandler = self._begin_element
            self.parser.EndElementHandler = self._finish_element
        if type(self).add_text is not XmlScanner.add_text:
            self.parser.CharacterDataHandler = self.add_text

    def scan(self, content: bytes) -> Self:
        """Go through a text, and return the scanner.

        Raises
        ------
        Refusal
            When it is no XML, defines entities or is nested too deeply.
        """
        try:
            self.parser.Parse(content, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            # For encodings without a table the parser asks Python, which may know it or not.
            is_encoding_error = True
            if isinstance(error, expat.ExpatError):
                is_encoding_error = error.code in _ENCODING_ERRORS
            encoding = _ENCODING.match(content)
            if is_encoding_error and encoding:
                encoding_name = encoding[1].decode("ascii")
                raise Refusal("encoding_unread", sheet=self.name, value=encoding_name) from error
            raise self.broken from error
        return self

    def _refuse_doctype(self, *_: object) -> None:
        raise Refusal("xml_entities", value=self.name)

    def _begin_element(self, name: str, attributes: Attributes) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.broken
        plain_attributes = {local_name(key): value for key, value in attributes.items()}
        self.start_element(local_name(name), plain_attributes)

    def _finish_element(self, name: str) -> None:
        self.depth -= 1
        self.end_element(local_name(name))

    def start_element(self, tag: str, attributes: Attributes, /) -> None:
        """Take the start of an element."""

    def add_text(self, text: str) -> None:
        """Take text, of which a long one comes in several parts."""

    def end_element(self, tag: str, /) -> None:
        """Take the end of an element."""
