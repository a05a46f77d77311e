"""Limits on a file that is opened."""

from typing import Final

MEGABYTE: Final = 1024 * 1024
#: The file itself; the server's own limit on uploads is the same.
MOST_FILE_BYTES: Final = 50 * MEGABYTE
#: All of an archive, unpacked in memory.
MOST_UNPACKED_BYTES: Final = 300 * MEGABYTE
#: How many times larger than packed a member may be, from a size on: tables pack 5 to 40 times.
MOST_UNPACKED_TIMES: Final = 150
UNPACKED_TIMES_FROM_BYTES: Final = 4 * MEGABYTE
#: Files in an archive: a package has about twenty.
MOST_FILES: Final = 500
MOST_ROWS: Final = 250_000
#: Rows of a text file that are made into records, in some three seconds; more are a table.
MOST_READ_ROWS: Final = 25_000
#: Rows made into records in all stories that sessions of one copy have open: each row of many
#: columns takes some 27 kB, so these are 2.7 GB of the 4 GB that a deployed copy may use.
MOST_OPEN_ROWS: Final = 100_000
#: Of these, so many are kept for small stories, of so many rows at most: beside a few large stories
#: every reader can still open a table of ordinary length.
ROWS_KEPT_FOR_SMALL_STORIES: Final = 20_000
MOST_SMALL_STORY_ROWS: Final = 2_000
MOST_COLUMNS: Final = 500
#: Cells of the rectangle of all sheets, empty ones included: a reader lays out every one.
MOST_CELLS: Final = 5_000_000
#: Characters of one cell, as it is read.
MOST_CELL_CHARACTERS: Final = 20_000
#: Characters of all cells of a workbook, with each shared text counted wherever it is used: as many
#: as the largest CSV file has.
MOST_CHARACTERS: Final = 50 * MEGABYTE
#: Sources of a package: the provenance of each is a set of newsrooms.
MOST_SOURCES: Final = 5_000
#: Brackets within brackets of a JSON file: boundaries have six.
MOST_JSON_DEPTH: Final = 32
#: Entries of a calendar or of a list of references: a library takes 0.6 ms for one.
MOST_ENTRIES: Final = 10_000
#: Characters of all of them that a library parses, in some ten seconds at worst.
MOST_ENTRY_CHARACTERS: Final = 6 * MEGABYTE
#: Lines of a file of entries: each is looked at before the library is given any.
MOST_ENTRY_LINES: Final = 1_000_000
#: Properties of the entries of a calendar: each takes 40 millionths of a second.
MOST_PROPERTIES: Final = 150_000
#: Characters of the rules by which entries repeat: each takes 8 millionths of a second.
MOST_RULE_CHARACTERS: Final = 500_000
#: Days of an entry that repeats: each day of a year.
MOST_OCCURRENCES: Final = 366
#: Days of all entries that repeat: each takes up to a ten-thousandth of a second.
MOST_REPEATED_DAYS: Final = 50_000
#: Braces within braces of a BibTeX file: an accented letter of a title has five.
MOST_BRACE_DEPTH: Final = 32
#: Braces, commands and other signs of TeX in a BibTeX file: each takes up to a ten-thousandth of a
#: second. A reference has some twenty.
MOST_TEX_MARKS: Final = 150_000
#: A picture of an event: a photograph 1,600 pixels wide. Those of a lesson are sent all at once.
MOST_PICTURE_BYTES: Final = 400 * 1024
#: Width and height: it is shown a screen wide at most, and each reader's browser unpacks it.
MOST_PICTURE_PIXELS: Final = 4_000
#: All pictures of a story: they stay in memory with it.
MOST_PICTURES_BYTES: Final = 8 * MEGABYTE
#: Points of all outlines: ten times those of this project's data set.
MOST_VERTICES: Final = 200_000
