"""Print what a page says, without the interface: ``python -m components.commands.page_text map``.

The parameters are those of an address: ``--query "region=oriente&from=2019-02-22"``.
"""

import argparse
import sys
from collections.abc import Sequence
from html import escape
from urllib.parse import parse_qs

from components.i18n import LANGUAGES
from components.i18n.language import match_language
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES

NAMES = {page.slug or "overview": page for page in PAGES}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Print what a page says, as HTML.")
    parser.add_argument("page", choices=NAMES, help="the page")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    parser.add_argument("--query", default="", help="the parameters of the address")
    options = parser.parse_args(arguments)
    params, page = parse_qs(options.query, keep_blank_values=True), NAMES[options.page]
    text = page_text(public_context(params, match_language([options.lang]), page.slug), page)
    sys.stdout.write(f"<title>{escape(text.title)}</title>\n{text.html}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
