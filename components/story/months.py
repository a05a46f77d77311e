"""The names of the months in both languages, folded."""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_SPANISH: Final = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
)  # fmt: skip
MONTHS: Final[dict[str, int]] = {
    name: n for names in (_ENGLISH, _SPANISH) for n, name in enumerate(names, start=1)
}
#: As tables name them: by the first three letters, too, and September in more ways.
MONTH_OF: Final[dict[str, int]] = {
    **MONTHS,
    **{name[:3]: n for name, n in MONTHS.items()},
    **dict.fromkeys(("sept", "set", "setiembre"), 9),
}
