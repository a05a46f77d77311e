"""What goes wrong with an engine, as an error that a host or a reader can act on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from components.query.connections import BusyPoolError

#: Characters of an engine's message that a :class:`StoreError` repeats.
MOST_MESSAGE_CHARACTERS: Final = 300


class StoreError(Exception):
    """The table cannot be opened or queried; the text says why, in English, for its host."""


class QueryTimeoutError(StoreError):
    """A query took longer than it may, and was stopped."""


class EngineBusyError(StoreError):
    """A query was not sent: every connection to the engine was in use for too long."""


@contextmanager
def engine_errors(table_name: str = "") -> Iterator[None]:
    """Turn what an engine raises into a :class:`StoreError`, in one line."""
    try:
        yield
    except StoreError:
        raise
    except BusyPoolError as error:
        raise EngineBusyError("Every connection to the engine is in use.") from error
    except Exception as error:
        error_name = type(error).__name__
        message = " ".join(str(error).split())[:MOST_MESSAGE_CHARACTERS]
        # Rows that are read while the query runs raise it through Arrow, as an OSError.
        was_stopped = "INTERRUPT Error" in message or "SPARK_JOB_CANCELLED" in message
        if was_stopped or error_name in {"InterruptException", "QueryCanceled"}:
            raise QueryTimeoutError("The query took too long and was stopped.") from error
        raise StoreError(f"{table_name or error_name}: {message}") from error
