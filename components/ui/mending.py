"""What is asked about a file that was opened: which column is what, and its doubtful rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import Any, Final, cast

import streamlit as st

from components.export.view_files import MENDED, File, own_address
from components.i18n import I18n
from components.i18n.names import say
from components.intake import ImportResult, read
from components.intake.columns import FIELDS, ColumnMap, Layout
from components.story.texts import N_
from components.ui.parts import take_buttons
from components.ui.reading import KEY, SETTLED, read_again, read_mended, uploaded

SURE: Final = {
    "sure": N_("{field}: by its name"),
    "likely": N_("{field}: a guess"),
    "doubtful": N_("{field}: a guess, please check"),
    "": N_("{field}"),
}
DOUBTS: Final = {
    "map": N_("The saved choice of columns does not fit this table."),
    "sheet": N_("Several sheets could be meant."),
    "columns": N_("Date and title could not be told by the names of the columns alone."),
    "order": N_("Some dates can be read with the day or the month first."),
}
Columns = tuple[str, ...]


def draw_columns(intake: ImportResult, i18n: I18n) -> None:
    """Draw the form: open where something has to be asked, else folded."""
    layout = intake.layout
    if layout is None or not layout.header:
        return
    if not uploaded().asking:
        with st.expander(i18n.t("Which column is what"), key=f"{KEY}-columns"):
            _form(intake, layout, i18n)
        return
    with st.container(border=True, key=f"{KEY}-columns"):
        st.subheader(i18n.t("Which column is what?"), anchor=False)
        st.markdown(" ".join(i18n.t(DOUBTS[doubt]) for doubt in layout.doubts))
        _form(intake, layout, i18n)


def draw_title(intake: ImportResult, i18n: I18n) -> None:
    """Ask what a story is called that was made from a table without a title."""
    if intake.layout is None or intake.dataset is None or intake.layout.map.credit.title:
        return
    with st.form(_key("title"), border=False):
        title = st.text_input(
            i18n.t("What is this story called? The table has no title above its columns."),
            max_chars=200,
        )
        pressed = st.form_submit_button(i18n.t("Call it so"))
    if pressed and title.strip():
        credit = intake.layout.map.credit.model_copy(update={"title": title.strip()})
        own = intake.layout.map.model_copy(update={"credit": credit})
        read_again(i18n, own, SETTLED | {"order"})


def _form(intake: ImportResult, layout: Layout, i18n: I18n) -> None:
    _where(layout, i18n)
    columns = _fields(True, layout, i18n)
    with st.expander(i18n.t("More columns"), expanded="year" in layout.map.columns):
        columns |= _fields(False, layout, i18n)
    kept = {f: names for f, names in layout.map.columns.items() if f not in columns}
    chosen = layout.map.model_copy(
        update={
            "columns": {**{f: names for f, names in columns.items() if names}, **kept},
            "order": _order(layout, i18n) or layout.map.order,
            "header": layout.map.header if layout.row == 0 else None,
        }
    )
    # What this story is called is another matter than what the next table of its kind has.
    untitled = chosen.credit.model_copy(update={"title": ""})
    ready = chosen.dated and "title" in chosen.columns
    if not ready:
        st.markdown(i18n.t("Choose at least a date (or a year) and a title."))
    with st.container(horizontal=True, gap="small"):
        pressed = st.button(
            i18n.t("Open with this"), type="primary", disabled=not ready, key=_key("open")
        )
        st.download_button(
            i18n.t("Save this as a small file"),
            data=chosen.model_copy(update={"answers": {}, "credit": untitled}).written(),
            file_name=f"{PurePosixPath(intake.name).stem}-columns.json",
            mime="application/json",
            on_click="ignore",
            key=_key("save"),
            help=i18n.t("Choose it together with the next table of this kind: nothing is asked."),
        )
    if pressed:
        # Dates of another column have not been asked about.
        same = all(chosen.columns.get(f) == layout.map.columns.get(f) for f in ("date", "end"))
        read_again(i18n, chosen, SETTLED | ({"order"} if same else set()))


def _fields(first: bool, layout: Layout, i18n: I18n) -> dict[str, Columns]:
    """The columns of some fields, two in a row: on a phone they stand in their own order."""
    chosen: dict[str, Columns] = {}
    named = [(name, f.label) for name, f in FIELDS.items() if f.label and f.first == first]
    for n in range(0, len(named), 2):
        for place, (field, label) in zip(st.columns(2), named[n : n + 2], strict=False):
            with place:
                chosen[field] = _select(field, label, layout, i18n)
    return chosen


def _key(name: str) -> str:
    return f"{KEY}-{name}-{uploaded().times}"


def _pick(
    name: str, label: str, options: Sequence[Any], now: object, i18n: I18n,
    says: Callable[[Any], str] = str,
) -> Any:  # fmt: skip
    placeholder, at = i18n.t("Choose an option"), options.index(now)
    return st.selectbox(
        label, options, at, format_func=says, placeholder=placeholder, key=_key(name)
    )


def _where(layout: Layout, i18n: I18n) -> None:
    sheet, row = layout.map.sheet, layout.row
    if len(layout.sheets) > 1:
        sheet = _pick("sheet", i18n.t("Sheet"), layout.sheets, sheet, i18n)
    texts = dict(layout.top)
    if len(texts) > 1:
        rows = [0, *texts] if layout.row == 0 else list(texts)
        label, none = i18n.t("Row with the names of the columns"), i18n.t("none")
        row = _pick("row", label, rows, row, i18n, lambda n: f"{n}: {texts[n]}" if n else none)
    if (sheet, row) != (layout.map.sheet, layout.row):
        header = row if sheet == layout.map.sheet else None
        read_again(i18n, ColumnMap(sheet=sheet, header=header), asking=True)


def _select(field: str, label: str, layout: Layout, i18n: I18n) -> Columns:
    """The column of a field: the guess, how sure it is, and the first values of each column."""
    now: Columns = layout.map.columns.get(field, ())
    columns = [(), *((name,) for name in layout.header if name), now]
    options: list[Columns] = list(dict.fromkeys(columns))

    def with_examples(names: Columns) -> str:
        if not names:
            return i18n.t("none")
        examples = layout.examples.get(names[0], ()) if len(names) == 1 else ()
        return ": ".join(filter(None, (" + ".join(names), " · ".join(examples))))

    mark = i18n.t(SURE[layout.sure.get(field, "") if now else ""], field=i18n.t(label))
    return cast(Columns, _pick(field, mark, options, now, i18n, with_examples))


def _order(layout: Layout, i18n: I18n) -> str:
    """Days or months first, shown on three dates of the table; nothing where none can be meant."""
    asked = [found for found in layout.asked if found[1]]
    if not asked:
        return ""
    captions = [
        "; ".join(f"{text} → {i18n.date(reading[n])}" for text, *reading in asked) for n in (0, 1)
    ]
    names = {"day": i18n.t("Days first"), "month": i18n.t("Months first")}
    found = st.radio(
        i18n.t("Are days or months first in your dates?"),
        list(names),
        index=None,
        format_func=names.__getitem__,
        captions=captions,
        key=_key("order"),
    )
    return found or ""


#: Rows shown to be mended at a time; the next ones come once these are mended.
MOST_ROWS: Final = 100
MOST_EXAMPLES: Final = 3
NUMBER, WRONG = "_row", "_wrong"


def draw_mending(intake: ImportResult, i18n: I18n) -> None:
    if intake.layout is None or len(intake.sheets) != 1:
        return
    for found in read.suggestions(intake):
        _offer(intake, found, i18n)
    numbers = read.rows_to_mend(intake)
    if numbers:
        with st.expander(i18n.t("Mend these rows here"), key=f"{KEY}-mend"):
            _table(intake, numbers[:MOST_ROWS], i18n)


def _offer(intake: ImportResult, found: read.Suggestion, i18n: I18n) -> None:
    """ "10 rows: 43526 means 2 March 2019? Apply to all"."""
    pairs = list(found.answers.items())[:MOST_EXAMPLES]
    examples = "; ".join(f"{text} → {i18n.date(day)}" for text, day in pairs)
    more = ", …" if len(found.answers) > MOST_EXAMPLES else ""
    text = i18n.n(
        "{count} row: is this meant? {examples}",
        "{count} rows: is this meant? {examples}",
        len(found.rows),
        examples=examples + more,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(text)
        pressed = st.button(i18n.t("Apply to all"), key=_key(found.code))
    if pressed and intake.layout:
        read_again(i18n, read.answered(intake.layout.map, found), SETTLED | {"order"})


def _table(intake: ImportResult, numbers: list[int], i18n: I18n) -> None:
    """The rows as they stand, with what is wrong; what is typed goes into the mended table."""
    # Imported late: few readers mend a table, and every server would hold it.
    import pandas as pd

    def wrong(number: int) -> str:
        said = [say(p, i18n) for p in intake.problems if p.row == number and p.level != "note"]
        return " | ".join(f"{s.column}: {s.text}" if s.column else s.text for s in said)

    (sheet,) = intake.sheets
    cells, width = dict(sheet.rows), len(sheet.header)
    frame = pd.DataFrame(
        [
            [number, wrong(number), *row[:width], *[""] * (width - len(row))]
            for number in numbers
            if (row := cells.get(number)) is not None
        ],
        columns=[NUMBER, WRONG, *map(str, range(width))],
    )
    names = {str(n): st.column_config.TextColumn(c or "–") for n, c in enumerate(sheet.header)}
    edited = st.data_editor(
        frame,
        hide_index=True,
        disabled=[NUMBER, WRONG],
        column_config={
            NUMBER: st.column_config.NumberColumn(i18n.t("row"), width="small"),
            WRONG: st.column_config.TextColumn(i18n.t("What to do"), width="large"),
            **names,
        },
        key=_key("rows"),
    )
    # The cells that were typed anew, by number of row and place of column.
    texts, changed = edited.fillna(""), dict[int, dict[int, str]]()
    for at, number in enumerate(frame[NUMBER]):
        for place in range(width):
            if (text := texts[str(place)].iloc[at]) != frame[str(place)].iloc[at]:
                changed.setdefault(int(number), {})[place] = text

    name = f"{PurePosixPath(intake.name).stem}-mended.csv"
    with st.container(horizontal=True, gap="small"):
        again = i18n.t("Open the mended table")
        pressed = st.button(again, key=_key("again"), disabled=not changed)
        address = own_address(intake, MENDED, {"lang": i18n.language})
        label = i18n.t("Download the mended table")
        mended = File(label, name=name, own=address, body=changed)
        take_buttons([mended], i18n, key=_key("mended"))
    if pressed:
        read_mended(name, intake, changed, i18n)
        st.rerun()
