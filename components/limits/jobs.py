"""Limits on work in separate processes, and on what waits for it."""

from typing import Final

from components.limits.files import MEGABYTE

#: A picture: some 1.5 seconds where nothing else runs.
PICTURE_SECONDS: Final = 20
PICTURE_MEGABYTES: Final = 600
#: An animated picture: a third of a second a frame where nothing else runs.
PLAY_SECONDS: Final = 90
#: A file of a view; the workbook of a story of 50,000 events takes longest.
FILE_SECONDS: Final = 60
FILE_MEGABYTES: Final = 1_500
#: A handout or slides: a few seconds where nothing else runs.
LESSON_SECONDS: Final = 90
LESSON_MEGABYTES: Final = 1_000
#: A file that a reader opens, with all its rows.
UPLOAD_SECONDS: Final = 30
UPLOAD_MEGABYTES: Final = 400
#: A file that is opened as a table: 50 MB with many different words (222,000 rows) need 800 MB, in
#: a process of its own. Two at once are within the 4 GB that a deployed copy may use.
TABLE_MEGABYTES: Final = 900
#: Seconds that the worker of a large file may wait for the processor: it takes what others leave.
LARGE_UPLOAD_WAIT_SECONDS: Final = 180
#: Niceness of workers (0 to 19; the server has 0): the pages come first.
WORK_NICENESS: Final = 5
#: Of one that reads a small file, in half a second at most: its reader waits for nothing else.
SMALL_UPLOAD_NICENESS: Final = 0
#: Of one that reads a large file: beside a busy server it has a tenth of the same core. It must end
#: within the seconds above on a busy machine, too.
LARGE_UPLOAD_NICENESS: Final = 10
#: Address space that a worker may reserve beyond what it uses: DuckDB and Typst do so.
RESERVED_MEGABYTES: Final = 3_500
#: Pictures and files made at once, and those that may wait; the next is answered with 429.
ANSWERS_AT_ONCE: Final = 2
ANSWERS_WAITING: Final = 16
#: Handouts and slides made at once, and those that may wait.
LESSONS_AT_ONCE: Final = 1
LESSONS_WAITING: Final = 8
#: Files of opened stories made at once, and those that may wait.
OWN_FILES_AT_ONCE: Final = 1
OWN_FILES_WAITING: Final = 8
#: The body of a request for a file: what was typed into a table, a lesson.
MOST_SENT_BYTES: Final = 2 * MEGABYTE
#: Opened files read at once; the next ones wait. A session reads one at a time.
UPLOADS_AT_ONCE: Final = 2
#: Small files have a separate slot, so that they never wait for large ones: a file of a megabyte is
#: read within half a second.
SMALL_UPLOADS_AT_ONCE: Final = 1
MOST_SMALL_UPLOAD_BYTES: Final = MEGABYTE
#: Files that may wait in either queue: at six seconds for the largest, the last one waits for some
#: 50 seconds.
UPLOADS_WAITING: Final = 16
#: Prerendered texts of pages: made at once, waiting, and the time after which a page goes without.
DOCUMENTS_AT_ONCE: Final = 2
DOCUMENTS_WAITING: Final = 8
DOCUMENT_SECONDS: Final = 5
#: ``Retry-After`` of an answer with 429.
RETRY_SECONDS: Final = 10
