"""Limits on what a view asks and shows: evidence, days, drawings, addresses, published pages."""

from typing import Final

#: Citations connected by "took it from" among which the smallest set of roots is searched.
MOST_CITATIONS_SEARCHED: Final = 24
#: Sets of roots that are tried before the simpler count is used: about a tenth of a second.
MOST_SEARCH_STEPS: Final = 5_000
#: Days before the first and after the last day of a story that a filter may name: one more year
#: shows that nothing else happened; more would only make the timeline long.
MOST_DAYS_AROUND_STORY: Final = 366
#: Marks drawn one by one; more would overlap, and are counted by bins of time.
MOST_MARKS: Final = 400
#: Numbers of rows that a drawing has, the first by date: more take it seconds.
MOST_ROW_NUMBERS: Final = 5_000
#: Bins of time across a window, some five pixels each; the finest step that stays below is used.
MOST_BINS: Final = 130
#: Steps of a lesson that is drafted from events; each is drawn for two kinds of screen.
MOST_EVENT_STEPS: Final = 14
#: Frames of an animated picture, besides the last: some 20 seconds of playing. More days are shown
#: every few.
MOST_FRAMES: Final = 60
#: Characters of a text to search or to check: a sentence.
MOST_TEXT_CHARACTERS: Final = 200
#: Unknown parameters and values of an address that are named; the rest are counted.
MOST_NAMED: Final = 10
#: Events of a story that is published as plain files: the Overview has each in full.
MOST_PUBLISHED_EVENTS: Final = 2_000
