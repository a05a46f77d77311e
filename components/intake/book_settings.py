"""The sheet of settings of a workbook: what describes its package, and how it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from components.intake.book_references import assign_ids
from components.intake.book_tables import NAME_SEPARATOR, SETTINGS, Origin, PackageBook
from components.intake.columns import WORDS, header_key
from components.intake.json_files import JsonObject
from components.intake.nested_values import NameParts, format_field_path, nest_values, split_list
from components.intake.row_records import UNTITLED
from components.intake.unmapped_columns import name_of_column
from components.intake.value_names import make_slug
from components.story import package_files as paths
from components.story.presentation import Presentation

MEASURES: Final = "measures.csv"
#: Settings of the descriptor, which are no part of ``presentation.json``.
_DESCRIPTOR_SETTINGS: Final = ("title", "description", "version", "created", "name")
_TRANSLATED_DESCRIPTOR_SETTINGS: Final = ("title", "description")
#: Settings, by the last part of their names, that are lists, and those that have a language.
_LIST_SETTINGS: Final = frozenset(
    {"measures", "figures", "apart", "off_map", "bounds", "claims", "synonyms", "names"}
)
_TRANSLATED_SETTINGS: Final = frozenset(
    {"title", "tagline", "credit", "name", "meaning", "one", "many", "how"}
)
#: Texts of the page on method and sentences of pages.
_PROSE_SETTINGS: Final = ("method", "sentences")
#: What the header of the column of names is called.
_NAME_HEADERS: Final = ("name", "nombre")
_LANGUAGES: Final = ("en", "es")
#: The longest name of a setting has this many parts.
MAX_NAME_PARTS: Final = 6


class _Setting(NamedTuple):
    """The name of a setting in the package, its language ("" if none is named), and its value."""

    name_parts: NameParts
    language: str
    value: str
    is_header: bool = False


@dataclass
class Settings:
    """The descriptor and the presentation that a sheet of settings stands for.

    Attributes
    ----------
    shown_values
        The values of the presentation by their names.
    """

    descriptor: JsonObject = field(default_factory=dict)
    shown_values: dict[NameParts, Any] = field(default_factory=dict)

    @property
    def presentation(self) -> Any:
        """The JSON value of ``presentation.json``; ``None`` where nothing of it is set."""
        if not self.shown_values:
            return None
        return nest_values(self.shown_values)

    @property
    def title(self) -> str:
        """The title in English, else in Spanish."""
        english_title: str = self.descriptor.get("title", "")
        spanish_title: str = self.descriptor.get("title_es", "")
        return english_title or spanish_title


def read_settings(book: PackageBook, default_title: str) -> Settings:
    """Read the sheet of settings.

    Parameters
    ----------
    default_title
        The title of the story where the sheet gives none.
    """
    settings = Settings()
    sheet_name = "settings"
    sheet = book.sheets.get(SETTINGS)
    if sheet:
        sheet_name = sheet.name
        _read_setting(book, settings, sheet.header_row, sheet.header)
        for row_number, cells in sheet.rows:
            _read_setting(book, settings, row_number, cells)
    descriptor = settings.descriptor
    if "title" not in descriptor and "title_es" not in descriptor:
        if default_title:
            descriptor["title"] = default_title
        else:
            book.notes.add("untitled", sheet_name, level="note")
            descriptor["title"] = UNTITLED["en"]
            descriptor["title_es"] = UNTITLED["es"]
    _complete_region_names(settings)
    _present_numbers(book, settings)
    return settings


def _complete_region_names(settings: Settings) -> None:
    """Use the name of one region for many, where that is left out."""
    shown_values = settings.shown_values
    for name_parts, value in list(shown_values.items()):
        if name_parts[:2] == ("region", "one"):
            language = name_parts[2]
            shown_values.setdefault(("region", "many", language), value)


def _present_numbers(book: PackageBook, settings: Settings) -> None:
    """Name the column of numbers of the rows of events, where there is one and nothing names it."""
    header = book.columns.get(paths.EVENTS, {}).get("number")
    if header:
        settings.shown_values.setdefault(("row_numbers", "column"), name_of_column(header))


def _read_setting(
    book: PackageBook, settings: Settings, row_number: int, cells: Sequence[str]
) -> None:
    """Read a row of the sheet of settings, if it is one of the descriptor or the presentation."""
    sheet = book.sheets[SETTINGS]
    setting = _parse_setting(cells)
    if setting.is_header and row_number == sheet.header_row:
        return
    if not setting.value or not setting.name_parts:
        return
    first_part = ""
    if len(setting.name_parts) <= MAX_NAME_PARTS:
        first_part = setting.name_parts[0]
    language = setting.language or _default_language(book)
    origin = Origin(sheet.name, row_number)
    if first_part in _DESCRIPTOR_SETTINGS:
        key = first_part
        if language == "es" and first_part in _TRANSLATED_DESCRIPTOR_SETTINGS:
            key = f"{first_part}_es"
        settings.descriptor[key] = setting.value
    if first_part.startswith("licence"):
        _set_licence(settings, first_part, setting.value)
    elif first_part == "map":
        _set_map_measure(book, setting.value, origin)
    elif first_part in Presentation.model_fields or first_part == "period":
        name_parts = _set_shown_value(settings, setting, language)
        field_path = format_field_path(name_parts)
        book.origins[SETTINGS, field_path] = origin
    elif first_part not in _DESCRIPTOR_SETTINGS:
        written_name = cells[0].strip()
        book.notes.add(
            "setting_unknown",
            sheet.name,
            row_number,
            value=written_name,
            level="note",
        )


def _default_language(book: PackageBook) -> str:
    if book.is_spanish:
        return "es"
    return "en"


def _set_licence(settings: Settings, setting_name: str, value: str) -> None:
    licences = settings.descriptor.setdefault("licenses", [{}])
    licence = licences[0]
    if setting_name == "licence_address":
        licence["path"] = value
    else:
        licence["name"] = value


def _set_shown_value(settings: Settings, setting: _Setting, language: str) -> NameParts:
    """Set a value of the presentation, and return its name, which may end with its language."""
    name_parts = setting.name_parts
    value: Any = setting.value
    if _is_list_setting(name_parts):
        value = split_list(setting.value)
    elif _is_translated_setting(name_parts):
        name_parts = (*name_parts, language)
    settings.shown_values[name_parts] = value
    return name_parts


def _set_map_measure(book: PackageBook, measure: str, origin: Origin) -> None:
    """Set the measure that the map shows; it is added where no row has it."""
    rows = book.rows.setdefault(MEASURES, {})
    assign_ids(book, MEASURES)
    known_ids = book.known_ids[MEASURES]
    measure_id = known_ids.get(header_key(measure))
    if not measure_id:
        measure_id = make_slug(measure, "count")
    row_ids = {row.get("id") for row in rows.values()}
    if measure_id not in row_ids:
        name_column = f"name{book.endings[0]}"
        new_row = {"id": measure_id, name_column: measure}
        book.add_row(MEASURES, new_row, origin)
        assign_ids(book, MEASURES)
    for row in rows.values():
        row["map"] = "false"
        if row.get("id") == measure_id:
            row["map"] = "true"


def _parse_setting(cells: Sequence[str]) -> _Setting:
    """Parse a row of settings: the name, which may end with a language, and the value."""
    stripped_cells = [cell.strip() for cell in cells]
    name, value, *_ = [*stripped_cells, "", ""]
    stem, _, language = name.rpartition(" ")
    if language not in _LANGUAGES:
        stem = name
        language = ""
    folded_name = header_key(stem)
    setting_name = _find_setting(folded_name) or stem
    name_parts = tuple(setting_name.split())
    is_header = folded_name in _NAME_HEADERS
    return _Setting(name_parts, language, value, is_header=is_header)


def _find_setting(folded_name: str) -> str:
    """Return the package's name of a setting; empty for a name that is none of a list's."""
    for key, names in WORDS["settings"].items():
        setting_name: str = key
        plain_names = names.split(NAME_SEPARATOR)
        if folded_name in (key, *plain_names):
            return setting_name
    return ""


def _is_prose_setting(name_parts: NameParts) -> bool:
    """Return whether a setting is a text of the page on method or a sentence of a page."""
    return name_parts[0] in _PROSE_SETTINGS


def _is_list_setting(name_parts: NameParts) -> bool:
    """Return whether the value of a setting is a list, separated by semicolons."""
    if _is_prose_setting(name_parts):
        return False
    *outer_parts, last_part = name_parts
    if last_part in _LIST_SETTINGS or name_parts[0] == "synonyms":
        return True
    if "names" in name_parts[-2:-1]:
        return True
    # The zooms of an extent: its name is between "extents" and "zooms".
    return last_part == "zooms" and len(outer_parts) > 1


def _is_translated_setting(name_parts: NameParts) -> bool:
    return name_parts[-1] in _TRANSLATED_SETTINGS or _is_prose_setting(name_parts)
