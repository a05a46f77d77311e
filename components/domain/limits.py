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

# -- Days ------------------------------------------------------------------------------------------
#: Days before the first and after the last day of a story that a filter may name: one more year
#: shows that nothing else is told; more would only make the drawing long.
MOST_DAYS_AROUND_STORY: Final = 366

# -- Work in processes of its own -----------------------------------------------------------------
#: A picture: some 1.5 seconds where nothing else runs.
PICTURE_SECONDS: Final = 20
PICTURE_MEGABYTES: Final = 600
#: A file of a view; the workbook of a story of 50,000 events takes longest.
FILE_SECONDS: Final = 60
FILE_MEGABYTES: Final = 1_500
#: A handout or slides: a few seconds where nothing else runs.
LESSON_SECONDS: Final = 90
LESSON_MEGABYTES: Final = 1_000
#: A file that a reader opens, with all its rows.
UPLOAD_SECONDS: Final = 120
UPLOAD_MEGABYTES: Final = 2_000
#: Pictures and files made at once, and those that may wait; the next is answered 429.
ANSWERS_AT_ONCE: Final = 2
ANSWERS_WAITING: Final = 16
#: Handouts and slides made at once, and those that may wait.
LESSONS_AT_ONCE: Final = 1
LESSONS_WAITING: Final = 8
#: Opened files read at once; the next ones wait.
UPLOADS_AT_ONCE: Final = 2
#: When to ask again after 429.
RETRY_SECONDS: Final = 10
