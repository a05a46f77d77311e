"""Write ``docs/glossary.md`` anew: ``python -m components.commands.glossary_page``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from components.i18n.glossary import glossary_page
from components.intake.package import DEFAULT_DATA, load_dataset

PAGE: Final = Path(__file__).parents[2] / "docs" / "glossary.md"


def main() -> int:
    """Write the page; returns the exit code."""
    terms = load_dataset(DEFAULT_DATA).presentation.terms
    PAGE.write_text(glossary_page(terms), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
