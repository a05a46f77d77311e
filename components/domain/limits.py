"""How much anything may take: every number that bounds work, with its unit and why it is so.

What exceeds one is refused before the work starts, or counted instead of drawn; nothing is cut in
silence. ``docs/security.md`` lists them; a test keeps the two alike.
"""

from __future__ import annotations

from typing import Final

# -- Sources and what they take from each other ---------------------------------------------------
#: Citations of one record, hanging together, that are compared each with each: 90,000 looks.
MOST_CITATIONS_COMPARED: Final = 300
#: Citations among which the fewest roots are searched: a few hundred steps where they are honest.
MOST_CITATIONS_SEARCHED: Final = 24
#: Steps of that search before the simpler count is taken: about a tenth of a second.
MOST_SEARCH_STEPS: Final = 5_000
