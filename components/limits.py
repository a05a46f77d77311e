"""Every limit on work, with its unit and its reason.

What exceeds a limit is refused before the work starts, or counted instead of drawn. Nothing is cut
without a message.
"""

from typing import Final

# -- Sources and what they take from each other ---------------------------------------------------
#: Citations connected by "took it from" among which the smallest set of roots is searched.
MOST_CITATIONS_SEARCHED: Final = 24
#: Sets of roots that are tried before the simpler count is used: about a tenth of a second.
MOST_SEARCH_STEPS: Final = 5_000

# -- Days ------------------------------------------------------------------------------------------
#: Days before the first and after the last day of a story that a filter may name: one more year
#: shows that nothing else happened; more would only make the timeline long.
MOST_DAYS_AROUND_STORY: Final = 366

# -- What is drawn --------------------------------------------------------------------------------
#: Marks drawn one by one; more would overlap, and are counted by bins of time.
MOST_MARKS: Final = 400
#: Bins of time across a window, some five pixels each; the finest step that stays below is used.
MOST_BINS: Final = 130
#: Steps of a lesson that is drafted from events; each is drawn for two kinds of screen.
MOST_EVENT_STEPS: Final = 14

# -- An address ------------------------------------------------------------------------------------
#: Characters of a text to search or to check: a sentence.
MOST_TEXT_CHARACTERS: Final = 200
#: Unknown parameters and values of an address that are named; the rest are counted.
MOST_NAMED: Final = 10

# -- A file that is opened ------------------------------------------------------------------------
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
MOST_COLUMNS: Final = 100
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
#: A picture of an event: a photograph 1,600 pixels wide. Those of a lesson are sent all at once.
MOST_PICTURE_BYTES: Final = 400 * 1024
#: Width and height: it is shown a screen wide at most, and each reader's browser unpacks it.
MOST_PICTURE_PIXELS: Final = 4_000
#: All pictures of a story: they stay in memory with it.
MOST_PICTURES_BYTES: Final = 8 * MEGABYTE
#: Points of all outlines: ten times those of this project's data set.
MOST_VERTICES: Final = 200_000

# -- Work in separate processes -------------------------------------------------------------------
#: A picture: some 1.5 seconds where nothing else runs.
PICTURE_SECONDS: Final = 20
PICTURE_MEGABYTES: Final = 600
#: Frames of an animated picture, besides the last: some 20 seconds of playing. More days are shown
#: every few.
MOST_FRAMES: Final = 60
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

# -- Messages of a websocket ----------------------------------------------------------------------
#: Messages of a socket that are handled at once, before they are paced: a page that opens sends
#: three, a reader who presses a key again and again ten in a second. A rerun takes some 2.7 ms of
#: the event loop.
MESSAGES_AT_ONCE: Final = 20
#: Messages of a socket handled in a second after that: less than 3% of the event loop.
MESSAGES_A_SECOND: Final = 10
#: Queued messages that may be dropped for the last of them: a socket is read at 500 a second.
MOST_MERGED_MESSAGES: Final = 50
#: One message: all that the widgets of a page hold, with twice what a page may send over HTTP. The
#: server itself closes a websocket at 5 million bytes, before it has read them (``maxMessageSize``
#: in ``.streamlit/config.toml``).
MOST_MESSAGE_BYTES: Final = 2 * MOST_SENT_BYTES
#: One message to a reader: a lesson with all of its pictures has some 12 MB, and the same picture
#: may stand in many of its steps. It is the framework's own limit.
MOST_OUTGOING_BYTES: Final = 200_000_000

#: The framework's compressed files that are cached for the next reader; all are some 5 MB.
MOST_COMPRESSED_BYTES: Final = 16 * MEGABYTE

#: Events of a story that is published as plain files: the Overview has each in full.
MOST_PUBLISHED_EVENTS: Final = 2_000

# -- A table that stays in its database ------------------------------------------------------------
#: A CSV file up to this size is read into memory, as an upload is; a larger one stays a table.
MOST_PACKAGE_TABLE_BYTES: Final = 10 * MEGABYTE
#: One query, on this machine or on an engine elsewhere: readers wait no longer.
QUERY_SECONDS: Final = 10
#: The most that a host may allow.
MOST_QUERY_SECONDS: Final = 300
#: Connections of one copy to PostgreSQL for questions: six readers with new filters are answered at
#: once. With those for files and one for ``/ready`` they are ten, and nine copies stay below the 97
#: that PostgreSQL allows at first.
QUESTION_CONNECTIONS: Final = 6
#: Files of all rows that are read from PostgreSQL at once: each keeps its connection as long as its
#: reader takes to receive it.
FILE_CONNECTIONS: Final = 3
#: How long a question waits for a connection, before its own time begins: with both limits a part
#: of a page is answered, or says why not, after 15 seconds, and 20 where a connection is opened.
CONNECTION_WAIT_SECONDS: Final = 5
#: Rows that one query may return: bins times kinds, or cells of the map.
MOST_ROWS_RETURNED: Final = 50_000
#: Memory that DuckDB may use; it writes the rest to the disk.
STORE_MEGABYTES: Final = 400
#: The same while a table is prepared by one thread, from the least to the most by the size of its
#: files. A million rows (63 MB as Parquet) then need some 530 MB in all, in every run. With two
#: threads and 300 they needed 600 to 720, by how the threads met, and a third more processor time:
#: they wait for one lock while texts are folded. Ten million rows are not put in order with 250.
MAKING_MEGABYTES: Final = (200, 500)
#: Values of one column that can be filtered by; the most frequent ones.
MOST_VALUES: Final = 2_000
