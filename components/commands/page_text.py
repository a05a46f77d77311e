"""Print what a page says, without the interface: ``python -m components.commands.page_text map``.

The parameters are those of an address: ``--query "region=oriente&from=2019-02-22"``.
"""

import argparse
import sys
from collections.abc import Sequence
from html import escape
from typing import Final
from urllib.parse import parse_qs

from components.i18n import LANGUAGES
from components.i18n.language import match_language
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES

PAGES_BY_NAME: Final = {page.slug or "overview": page for page in PAGES}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the title and the HTML of a page."""
    parser = argparse.ArgumentParser(description="Print what a page says, as HTML.")
    parser.add_argument("page", choices=PAGES_BY_NAME, help="the page")
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default="en",
        help="the language",
    )
    parser.add_argument("--query", default="", help="the parameters of the address")
    options = parser.parse_args(arguments)
    page = PAGES_BY_NAME[options.page]
    params = parse_qs(options.query, keep_blank_values=True)
    language = match_language([options.lang])
    ctx = public_context(params, language, page.slug)
    text = page_text(ctx, page)
    title = escape(text.title)
    sys.stdout.write(f"<title>{title}</title>\n{text.html}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
