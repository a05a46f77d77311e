"""A query as SQL and the texts in it: no text of a query stands in its SQL, whoever wrote it.

Ibis compiles a query to a tree, in which a word that a reader typed is a text like any other. When
the tree is written out, each text becomes a placeholder, and the engine is sent the text apart. The
one exception are formats of days, constants of this project that every dialect writes otherwise
(``%Y-%m-%d``, ``YYYY-MM-DD``). Numbers, and the days that are made of them, stand in the SQL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ibis.expr.types import Table

#: How DuckDB and PostgreSQL call the first, the second … value.
DOLLAR: Final = "${}"


@dataclass(frozen=True)
class Bound:
    """A query as an engine is sent it.

    Attributes:
        sql: the query, with a placeholder for each text.
        values: the texts, each once.
    """

    sql: str
    values: tuple[str, ...]

    def named(self, before: str) -> dict[str, str]:
        """The values under their numbers, with something before each: ``v1``, ``v2``."""
        return {f"{before}{number}": value for number, value in enumerate(self.values, 1)}


def bound(query: Table, compiler: Any, place: str = DOLLAR, **options: Any) -> Bound:
    """Write a query out.

    Args:
        query: the query.
        compiler: that of Ibis for the engine.
        place: what stands in the SQL for the value whose number replaces ``{}``, from 1.
        options: of the text, such as ``pretty``.
    """
    import sqlglot

    dialect = sqlglot.Dialect.get_or_raise(compiler.dialect)
    writer = _writer(dialect.generator_class)(
        dialect=dialect, unsupported_level=sqlglot.ErrorLevel.RAISE, **options
    )
    writer.place = place.format
    return Bound(writer.generate(compiler.to_sqlglot(query), copy=False), tuple(writer.values))


@cache
def _writer(of_dialect: type[Any]) -> type[Any]:
    """The writer of a dialect that puts every text among the values."""

    class Writer(of_dialect):  # type: ignore[misc]
        place: Callable[[int], str]

        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.values: dict[str, int] = {}
            self._day_format = False

        def literal_sql(self, expression: Any) -> str:
            if self._day_format or not expression.is_string:
                return str(super().literal_sql(expression))
            return self.place(self.values.setdefault(expression.this, len(self.values) + 1))

        def format_time(self, *args: Any, **kwargs: Any) -> Any:
            self._day_format = True
            try:
                return super().format_time(*args, **kwargs)
            finally:
                self._day_format = False

    return Writer
