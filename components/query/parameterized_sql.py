"""SQL with a placeholder for each text: no text of a query is part of it, whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from ibis.expr.types import Table


class ParameterizedQuery(NamedTuple):
    """A query as an engine is sent it: SQL with a placeholder for each text, and the texts."""

    sql: str
    values: tuple[str, ...]


#: The placeholder of DuckDB and PostgreSQL for the first, the second … value.
DOLLAR: Final = "${}"


def parameterize(
    query: Table, compiler: Any, placeholder: str = DOLLAR, known_values: Sequence[str] = ()
) -> ParameterizedQuery:
    """Render a query as SQL with a numbered placeholder for each text.

    Parameters
    ----------
    compiler
        That of the engine's Ibis backend.
    placeholder
        A format that takes the number of a value, from 1.
    known_values
        Texts that have the first numbers, whether the query has them or not.
    """
    import sqlglot

    dialect = sqlglot.Dialect.get_or_raise(compiler.dialect)
    generator_class = parameterizing_generator(dialect.generator_class)
    generator = generator_class(dialect=dialect, unsupported_level=sqlglot.ErrorLevel.RAISE)
    generator.placeholder = placeholder
    generator.value_numbers = {value: number for number, value in enumerate(known_values, 1)}
    sql = generator.generate(compiler.to_sqlglot(query), copy=False)
    return ParameterizedQuery(sql, tuple(generator.value_numbers))


@cache
def parameterizing_generator(dialect_generator: type[Any]) -> type[Any]:
    """Return a dialect's SQL generator that writes a placeholder for each text."""

    # sqlglot asks for a subclass of the dialect's own generator.
    class Generator(dialect_generator):  # type: ignore[misc]
        placeholder: str
        value_numbers: dict[str, int]
        _is_in_day_format = False

        def literal_sql(self, expression: Any) -> str:
            if self._is_in_day_format or not expression.is_string:
                return str(super().literal_sql(expression))
            next_number = len(self.value_numbers) + 1
            number = self.value_numbers.setdefault(expression.this, next_number)
            return self.placeholder.format(number)

        def format_time(self, *args: Any, **kwargs: Any) -> Any:
            # The format of a day is part of the SQL, and no text of a reader's.
            self._is_in_day_format = True
            try:
                return super().format_time(*args, **kwargs)
            finally:
                self._is_in_day_format = False

    return Generator
