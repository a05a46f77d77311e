"""The messages for problems of an opened file: what is wrong, and how to mend it.

The sentences are in English here, as patterns; :mod:`components.i18n.intake` says them in the
reader's language.
"""

from __future__ import annotations

from typing import Final

from components.intake.problems import Problem
from components.story.texts import N_

MESSAGES: Final[dict[str, str]] = {
    # The whole file, or a whole table
    "file_large": N_(
        "the file has {size} MB; at most {most} MB can be opened. Leave out columns or split it."
    ),
    "file_empty": N_("the file is empty; save it again and choose that one."),
    "kind_of_file": N_(
        "{value} is of a kind that is not read here; choose a .zip, .xlsx, .xls, .ods, .csv, "
        ".geojson or .kml file."
    ),
    "xls_broken": N_(
        "{value} is locked, damaged or no workbook; save it as .xlsx without a password."
    ),
    "zip_broken": N_("the archive is damaged or cut off; pack it again."),
    "zip_members": N_(
        "the archive holds {count} files; at most {most} are read. Pack the tables and "
        "boundaries alone."
    ),
    "zip_large": N_("unpacked, the archive has {size} MB; at most {most} MB are read. Pack less."),
    "zip_ratio": N_(
        "{value} unpacks to more than {most} times its size, as archives made to do harm "
        "do; pack it again as it is."
    ),
    "zip_path": N_(
        "the archive holds the path “{value}”, which leads out of its folder; pack the "
        "folder itself."
    ),
    "zip_link": N_("{value} in the archive is a link or a device; pack the file it stands for."),
    "zip_encrypted": N_("{value} in the archive is encrypted; pack it without a password."),
    "zip_method": N_(
        "{value} is packed in a way that is not read here; make an ordinary zip file."
    ),
    "zip_twice": N_("{value} is in the archive twice; pack it once."),
    "zip_nested": N_("{value} is an archive within the archive; pack the files themselves."),
    "xlsx_broken": N_("this is not an Excel workbook that can be read; save it again as .xlsx."),
    "ods_broken": N_(
        "this is not an OpenDocument spreadsheet that can be read; save it again as .ods without a "
        "password."
    ),
    "kml_broken": N_("this is not a KML file that can be read; export it again."),
    "features_none": N_("this is not GeoJSON with a list of features; export it as GeoJSON."),
    "xml_entities": N_(
        "{value} in the workbook defines entities of its own, which no spreadsheet does; "
        "save it again as .xlsx."
    ),
    "rows_many": N_("there are more than {most} rows; split the table."),
    "rows_alone": N_(
        "there are more than {most} rows, and such a table is opened without files beside it; "
        "choose it alone, or split it."
    ),
    "encoding_unread": N_("it is in the encoding “{value}”, which is not read; save it as UTF-8."),
    "columns_many": N_("there are {value} columns; at most {most} are read. Leave some out."),
    "cells_many": N_("there are more than {most} cells; split the table."),
    "area_large": N_(
        "the sheets reach over {count} cells, empty ones included; at most {most} are read. Delete "
        "what stands far to the right or far below."
    ),
    "characters_many": N_(
        "the cells hold more than {most} characters in all; shorten the texts or split the table."
    ),
    "csv_broken": N_("from row {row} on a quotation mark is not closed; close it or take it away."),
    "sources_alone": N_(
        "this is a list of sources ({count}) and holds no events. Choose your table of events in "
        "the same place, with this file: each event is then cited by the source that its row "
        "names, by link, title or key."
    ),
    "sources_beside": N_(
        "sources taken in from {value}: {count}; events that name one of them by link, title or "
        "key: {cited} of {rows}. The others keep what their rows say."
    ),
    "table_empty": N_("there are no rows; the first row names the columns, the rows follow."),
    "encoding": N_("the letters cannot be read; save the file as UTF-8."),
    "not_text": N_("this is not a text file; save the table as CSV in UTF-8."),
    "columns_missing": N_(
        "these columns are missing: {columns}. The first row names the columns; it says: {value}."
    ),
    "package_without": N_("these files are missing from the package: {names}. It holds: {value}."),
    "json_broken": N_(
        "this is not JSON (line {line}); save it again from the program that wrote it."
    ),
    "json_number": N_(
        "this is not JSON: {value} is no number another program could read; write one in digits, "
        "or null."
    ),
    "json_twice": N_("the key “{value}” stands twice in one object; keep one of the two."),
    "json_deep": N_("brackets are nested more than {most} deep; no table or map needs that."),
    "json_no_list": N_("the file must hold a list of sources, each in braces."),
    "geojson_shape": N_(
        "this is not a FeatureCollection with whole coordinates; the file is left out. "
        "Export it as GeoJSON."
    ),
    "geojson_kind": N_("item {item} is “{value}”; only polygons are drawn as areas. Take it away."),
    "geojson_large": N_("the outlines have more than {most} points in all; simplify them."),
    "geojson_degrees": N_(
        "item {item} has the point {value}, which is not in degrees; export it in WGS 84 "
        "(EPSG:4326), longitude first."
    ),
    "geojson_open": N_(
        "item {item} has an outline that is not closed: it begins at {value} and ends elsewhere. "
        "Repeat the first point at the end."
    ),
    "geojson_few_points": N_(
        "item {item} has an outline of fewer than three points (at {value}), which has no area; "
        "take it away."
    ),
    "geojson_crosses": N_(
        "item {item} has an outline that crosses itself at {value}; correct the geometry and "
        "export it again."
    ),
    # A row that is left out
    "empty": N_("the cell is empty; fill it in."),
    "text_long": N_("the text has {count} characters; shorten it to {most}."),
    "control_characters": N_("“{value}” holds characters that are no text; type it again."),
    "cells_beyond": N_(
        "the row has {count} cells, and the header names {most} columns; “{value}” belongs "
        "to none. Put texts that hold the separator in quotation marks."
    ),
    "date_two_ways": N_("{value} can be read two ways; write {one} or {two}."),
    "date_impossible": N_("{value} is a day that does not exist; correct it."),
    "date_short_year": N_("{value} has a year of two digits; write all four, as in 2019-03-02."),
    "date_serial": N_(
        "{value} looks like the number under which a spreadsheet keeps a day; if it is "
        "{day}, write that."
    ),
    "date_unknown": N_(
        "{value} is not a date that is read here; write 2019-03-02, 2019-03, 2019, "
        "2019-03-02/2019-03-05 or 2019-03~ for about."
    ),
    "date_no_year": N_("{value} names no year; write it, as in 2019-05-11."),
    "date_means": N_("{value} names no year; is it {means}, the year of all other dates?"),
    "date_words": N_("{value} was read as {day}."),
    "days_first": N_(
        "days are first in this column, as {value} shows; dates read so that could be read "
        "otherwise: {count}."
    ),
    "months_first": N_(
        "months are first in this column, as {value} shows; dates read so that could be read "
        "otherwise: {count}."
    ),
    "rows_above": N_("rows above the names of the columns, passed over: {count}."),
    "map_broken": N_(
        "this is not a file that says which column is what; save one from the form on this page."
    ),
    "map_misfit": N_(
        "the saved choice of columns does not fit this table; its columns are: {value}."
    ),
    "date_ends_first": N_("{value} ends before it begins; correct one of the two."),
    "date_span_twice": N_(
        "{value}: one of the two is a span already; write first and last day once."
    ),
    "not_a_number": N_("{value} is not a number; write it in digits, as in 1200 or 7.81."),
    "not_whole": N_("{value} is not a whole number; write one, as in 12."),
    "coordinate_degrees": N_(
        "{value} is in degrees and minutes; write decimal degrees, as in 7.81 or -72.44."
    ),
    "coordinate_alone": N_("only {have} is there ({value}); give both coordinates or none."),
    "coordinates_swapped": N_(
        "{value} cannot be latitude and longitude, but turned around it can: lat {lat}, lon {lon}."
    ),
    "coordinate_range": N_(
        "{value} is beyond the earth: the most is {most} to either side. Is a decimal mark missing?"
    ),
    "out_of_range": N_("{value} is beyond what is possible here ({most}); correct it."),
    "country": N_(
        "{value} is not a country’s two letters; write them as in CO, MX or VE, or leave "
        "the cell empty."
    ),
    "address": N_(
        "{value} is not the address of a web page; write it from https:// on, or leave the "
        "cell empty."
    ),
    "address_markup": N_("{value} is a text to show and no address; it was left out."),
    "duplicate_id": N_("{value} is the id of row {first} already; give this row one of its own."),
    "pattern": N_("{value} does not have the form allowed here; write it like {pattern}."),
    "not_allowed": N_("{value} is not one of the values allowed here: {allowed}."),
    "field_unknown": N_("is not a field of this table; take it out."),
    "not_an_item": N_("this is not an item with fields; put it in braces."),
    "not_a_text": N_("{value} does not fit this column; see the data dictionary."),
    "wording_long": N_("{value} quotes more than eight words; keep the figure’s own words."),
    "claim_unit": N_(
        "the claim gives a number without a unit; write people, percent or what is counted."
    ),
    "claim_values": N_(
        "numbers and qualifier do not fit: “exact” takes the same number twice, “more_than”"
        " only value_low, “nearly” only value_high, “range” both."
    ),
    "reference": N_("{value} is no id in {target}; add it there or correct it here."),
    "reference_refused": N_(
        "{value} is in {target}, but in a row that is left out; correct that one first."
    ),
    "source_unknown": N_(
        "{value} is no source in {target}; add the source there or correct the id."
    ),
    "kind_unknown": N_("{value} is no kind in {target}; add it there or correct it here."),
    "uncited": N_("nothing cites {value}; add a row to citations.csv that names its source."),
    # A row that is shown, with a word on how it was read
    "windows_1252": N_(
        "the file is not UTF-8 and was read as Windows-1252; check that the accents are "
        "right: {value}"
    ),
    "columns_unknown": N_("these columns are not read: {value}."),
    "column_twice": N_("{value} means the same as {first}; only {first} is read."),
    "decimal_commas": N_("decimal commas were read as decimal points; rows with one: {count}."),
    "coordinates_exchanged": N_(
        "{value} lies far from all other places; is it lat {lat}, lon {lon}? It is left off the"
        " map until it is corrected."
    ),
    "kinds_many": N_(
        "there are more than {most} kinds of event; the rarest ({count}) share “Other "
        "kinds”: {value}."
    ),
    "no_source": N_("no source is named; the event is cited from your own table."),
    "date_time": N_("{value}: the day is read, the hour is not."),
    "formula_empty": N_(
        "formulas without a saved result are read as empty: {value}. Open the file in a "
        "spreadsheet and save it."
    ),
    "cell_error": N_("cells that hold an error are read as empty: {value}."),
    "sheets_unread": N_("only the sheet {sheet_name} is read; these are not: {value}."),
    "blank_rows": N_("blank rows passed over: {count}."),
    "files_unread": N_("these files are not read: {value}."),
    "upstream_unknown": N_("{value} is no source in sources.json; the source is shown without it."),
    "no_paragraph": N_(
        "citations of a document without a paragraph or its words: {count}; they are shown without."
    ),
    "lesson_wrong": N_("this part of the lesson does not fit the package; the lesson is not told."),
    "descriptor_shape": N_(
        "the file must hold an object, in braces; the story is named after its file."
    ),
    "descriptor_type": N_(
        "{value} is not of the type that a data package has here; the field is left out."
    ),
    # What is said of a file that is not as it should be
    "presentation_wrong": N_(
        "this does not fit the form of the file; the story is shown in the plain way."
    ),
    "division_unknown": N_(
        "{value} has no outline among the package’s divisions; there are: {allowed}."
    ),
    "created": N_("{value} is not a date and time; write it like 2026-11-21T00:00:00Z."),
    "no_descriptor": N_("datapackage.json is missing; the story is named after its file."),
}


def english(problem: Problem) -> str:
    """What is wrong and what is allowed, in English; the reason of a rule of the schema itself."""
    if "why" in problem.params:
        return problem.params["why"]
    return MESSAGES[problem.code].format(**{"value": problem.value or "–", **problem.params})
