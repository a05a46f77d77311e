"""Limits on a table that stays in its database."""

from typing import Final

from components.limits.files import MEGABYTE

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
