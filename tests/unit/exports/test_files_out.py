"""Downloads: workbooks, packages and citation sentences."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from components.citing.citations import format_pinpoint, format_source
from components.citing.quotation import (
    dataset_citation,
    figure_sentences,
    quote_claim,
    sources_in_view,
)
from components.export.packaging import build_package_files, tables_workbook, zip_files
from components.export.workbooks import LONGEST_CELL_CHARACTERS
from components.intake.package_folders import load_dataset, load_package
from components.intake.problems import DataError
from components.loading.loaded_story import LoadedStory
from components.presentation.cited import apa_reference, quotable_sentences
from components.presentation.context import Context
from components.query.figures import list_regional_counts, select_headlines
from components.query.filters import Filters
from components.query.selection import select_records
from components.query.sources_in_use import restrict_to_sources, select_allowed_citations
from components.query.view import View
from components.story.models import Citation
from components.story.package_files import DEFAULT_DATA, TABLES, VOCABULARIES
from components.story.sentences import split_sentences
from components.story.texts import BOM, guard_formula, unguard_formula
from tests.support.data import DATA, i18n_for
from tests.support.stories.small import small_dataset
from tests.support.views import FILTERS, build_view_context

PACKAGE = load_package(DEFAULT_DATA)
OTHERS = PACKAGE.files
NASTY = '=HYPERLINK("http://127.0.0.1")'
TEXTS = (NASTY, "#N/A", "+1", "-2+3", "@SUM(A1)", "'=already", "''-twice", "＝1", 'a\nb, "c"; d')


def shown(data=DATA, filters=FILTERS["everything"], language="en") -> Context:
    story = LoadedStory(replace(PACKAGE, dataset=data), "test")
    view = View(lang=language, filters=filters)
    return Context(story, view, (), story.in_language(language), "light", "data")


def part_of(name):
    return shown(filters=FILTERS[name])


def hostile():
    """The data set with texts that spreadsheets would run, one of them as long as may be."""
    events = dict(DATA.events)
    for key, text in zip(list(events), TEXTS, strict=False):
        events[key] = events[key].model_copy(
            update={"title": text[:70], "summary": text, "actors": (text.replace(";", ""), "B")}
        )
    last = list(events)[-1]
    events[last] = events[last].model_copy(update={"title": "=" * 70})
    return shown(replace(DATA, events=events))


def opened(content: bytes, folder: Path):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return load_dataset(folder)


def same(one, other):
    return replace(one, descriptor={}) == replace(other, descriptor={})


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM), newline="")))


def sheets(part):
    return load_workbook(io.BytesIO(tables_workbook(part)))


def test_every_sheet_of_a_workbook_is_formatted_for_screen_and_paper():
    book = sheets(part_of("everything"))
    for sheet in book:
        assert sheet.page_setup.orientation == "landscape"
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) in ((1, 0), (None, 0))
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.print_title_rows == "$1:$1"
        widths = [dimension.width for dimension in sheet.column_dimensions.values()]
        assert max(widths) <= (111 if sheet.title == "notes" else 51)
    assert book["events"].freeze_panes == "B2"
    assert book["events"]["A1"].font.bold
    assert all(cell.alignment.wrap_text for cell in book["events"]["J"][1:] if cell.value)


def test_workbook_has_no_formula_and_complete_texts():
    part = hostile()
    sheet = sheets(part)["events"]
    head = [cell.value for cell in sheet[1]]
    titles = []
    for row in sheet.iter_rows(min_row=2):
        assert all(cell.data_type != "f" for cell in row)
        cell = row[head.index("title")]
        titles.append(cell.value)
        assert cell.quotePrefix == (cell.value[:1] in "=+-@#")
    assert sorted(titles) == sorted(event.title for event in part.dataset.events.values())


def test_text_too_long_for_a_cell_is_cut_with_a_note():
    key = next(iter(DATA.events))
    long = DATA.events[key].model_copy(
        update={"summary": "x" * (LONGEST_CELL_CHARACTERS + 1), "title": "a\x07b"}
    )
    book = sheets(shown(replace(DATA, events={**DATA.events, key: long})))
    values = [cell.value for row in book["events"].iter_rows(min_row=2) for cell in row]
    assert max(len(value) for value in values if isinstance(value, str)) == LONGEST_CELL_CHARACTERS
    assert "a\ufffdb" in values
    assert "1 text was too long" in str(
        [cell.value for row in book["notes"].iter_rows() for cell in row]
    )


@pytest.mark.parametrize("filters", FILTERS)
def test_downloaded_package_opens_to_the_same_records(filters, tmp_path):
    ctx = part_of(filters)
    content, part = zip_files(build_package_files(ctx)), ctx.subset
    if not (part.dataset.events or part.dataset.claims):
        with pytest.raises(DataError, match=r"^events\.csv: there are no rows"):
            opened(content, tmp_path)
        return
    again = opened(content, tmp_path)
    assert same(again, part.dataset)
    assert (again.version, again.title) == (DATA.version, DATA.title)


def test_complete_download_equals_the_files_of_the_data_set():
    files = build_package_files(part_of("everything"))
    for name in (*TABLES, *VOCABULARIES, "datapackage.json", *OTHERS):
        assert files[name] == (DEFAULT_DATA / name).read_bytes(), name
    assert json.loads(files["sources.json"]) == json.loads(
        (DEFAULT_DATA / "sources.json").read_text("utf-8")
    )


def test_apostrophe_of_another_package_is_kept(tmp_path):
    files = build_package_files(part_of("everything"))
    files["claimants.csv"] = files["claimants.csv"].replace(b"afp,AFP,AFP", b"afp,'-AFP,'-AFP")
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert load_dataset(tmp_path).claimants["afp"].name == "'-AFP"


@pytest.mark.parametrize("case", ["everything", "all at once", "a source", "hostile"])
def test_frictionless_calls_the_package_valid(case, tmp_path):
    part = hostile() if case == "hostile" else part_of(case)
    opened(zip_files(build_package_files(part)), tmp_path)
    tool = Path(sys.executable).with_name("frictionless")
    command = [str(tool), "validate", "datapackage.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "INVALID" not in done.stdout


def test_the_same_view_gives_the_same_bytes(monkeypatch):
    part = part_of("a region")
    first = zip_files(build_package_files(part)), tables_workbook(part)
    monkeypatch.setattr("time.localtime", lambda *_: (2031, 5, 6, 7, 8, 9, 0, 1, 0))
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert (zip_files(build_package_files(part)), tables_workbook(part)) == first
    for content in first:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@given(st.text() | st.builds("".join, st.lists(st.sampled_from([*SIGNS, "'", "a"]), max_size=6)))
def test_escaped_formulas_are_restored_when_opened(text):
    assert unguard_formula(guard_formula(text)) == text
    assert not guard_formula(text).startswith(SIGNS)


LANGUAGES = ("en", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_has_a_sentence_and_its_reference(
    language,
):
    ctx = build_view_context(language=language)
    for record in (*DATA.events, *DATA.claims):
        for one in ctx.facts.citations_of(record):
            source = DATA.sources[one.source_id]
            assert apa_reference(source, ctx.i18n) == format_source(source, "apa", language).text
            place = format_pinpoint(source, one.locator, language)
            if one.role == "context":
                assert quotable_sentences([one], ctx) == (), record
            else:
                sentences = quotable_sentences([one], ctx)
                assert sentences, record
                assert all(place.partition(", p")[0] in sentence for sentence in sentences)
                assert not any(".." in sentence for sentence in sentences), record


def test_a_sentence_of_several_sources_names_all_of_them():
    ctx = build_view_context()
    places_by_sentence = {}
    for record_id in (*DATA.events, *DATA.claims):
        for citation in ctx.facts.citations_of(record_id):
            place = format_pinpoint(DATA.sources[citation.source_id], None, "en")
            for sentence in quotable_sentences([citation], ctx):
                places_by_sentence.setdefault(sentence, set()).add(place)
    shared = {text: places for text, places in places_by_sentence.items() if len(places) > 1}
    assert len(shared) > 20
    for sentence, places in shared.items():
        assert [place for place in places if place not in sentence] == []


def test_a_claim_without_a_date_is_quoted():
    key = "cl-arrivals-2019-03-17-nearly-1000"
    undated = {"as_of": None, "as_of_basis": None, "document_date": None}
    claim = DATA.claims[key].model_copy(update=undated)
    data, i18n = replace(DATA, claims={**DATA.claims, key: claim}), i18n_for("en")
    sentence, _ = quote_claim(data, key, i18n)
    assert sentence.endswith("before 21 March (NPR, 21 March 2019, para. 12).")
    (chosen, *_) = figure_sentences(data, select_records(data, Filters()), View(claim=key), i18n)
    assert "NPR, 21 March 2019, para. 12" in chosen.text
    assert "the date" not in chosen.text


SMALL = small_dataset()
EVERY_FILTER = pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)


@EVERY_FILTER
def test_sources_in_view_are_those_of_allowed_citations(filters):
    selection = select_records(DATA, filters)
    wanted = set()
    for record in (*selection.events, *selection.claims):
        cited = {
            citation.source_id for citation in select_allowed_citations(DATA, record.id, filters)
        }
        wanted |= cited & set(filters.sources) if filters.sources else cited
    found = [source.id for source in sources_in_view(DATA, selection, View(filters=filters))]
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_chosen_event_adds_sources_of_the_event_and_its_claims():
    filters = FILTERS["nothing"]
    event = "ev-2019-02-28-count-567"
    left = select_records(DATA, filters)
    found = sources_in_view(DATA, left, View(filters=filters, event=event))
    records = [event, *(claim.id for claim in DATA.claims_of_event(event))]
    assert {source.id for source in found} == {
        citation.source_id for record in records for citation in DATA.citations_of(record)
    }
    assert sources_in_view(DATA, left, View(filters=filters)) == ()


def test_disputing_source_is_named_in_the_sentence():
    against = Citation(record_id="cl-total", source_id="doc-a", locator=7, role="disputes")
    data = replace(SMALL, citations=(*SMALL.citations, against))
    filters = Filters(text="statement total")
    made = " ".join(
        sentence.text
        for sentence in figure_sentences(
            data, select_records(data, filters), View(filters=filters), i18n_for("en")
        )
    )
    assert made.endswith(
        "(Office, in WIRE, 28 February 2019; disputed by DOC-A, 28 February 2019, para. 7)."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_FILTER
def test_every_headline_figure_is_cited_to_every_allowed_source(filters, language):
    i18n = i18n_for(language)
    selection = select_records(DATA, filters)
    made = figure_sentences(DATA, selection, View(filters=filters), i18n)
    counts_of_days = list_regional_counts(DATA, filters)
    found = select_headlines(DATA, selection.claims, counts_of_days)
    assert [sentence.claims for sentence in made] == [*found.values()]
    for (kind, claims), sentence in zip(found.items(), made, strict=True):
        assert sentence.text.endswith(".")
        for record in claims:
            # The figure is the first sentence of its claim.
            for citation in restrict_to_sources(DATA, filters).citations_of(record.id):
                source = DATA.sources[citation.source_id]
                if not citation.sentences or 1 in citation.sentences:
                    assert format_pinpoint(source, None, language) in sentence.text
        if kind == "regions":
            total = sum(claim.value_low or 0 for claim in claims)
            assert f"{int(total)} " in sentence.text
        elif kind in {"total", "relatives"}:
            assert i18n.format_value(claims[0]).casefold() in sentence.text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_can_be_chosen_and_is_cited(language):
    i18n, nothing = i18n_for(language), FILTERS["nothing"]
    selection = select_records(DATA, nothing)
    for event in DATA.events.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, event=event.id), i18n)
        for sentence in split_sentences(i18n.localize(event, "summary")):
            assert sentence.removesuffix(".") in made.text
        # A document gives the date that it has, whatever day a report has found.
        dates = [i18n.format_date(text) for text in (event.date, event.document_date) if text]
        assert any(text.casefold() in made.text.casefold() for text in dates)
        assert made.event == event
    for record in DATA.claims.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, claim=record.id), i18n)
        assert made.text.endswith(".")
        assert made.claims == (record,)
        assert "{" not in made.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_data_set_citation_has_its_version_and_no_address(language):
    made = dataset_citation(DATA, "Shown: 1 of 42 events.", i18n_for(language))
    title = {"en": "Across the Táchira", "es": "Al otro lado del Táchira"}[language]
    assert made.startswith(f"{title}, ")
    assert DATA.version in made
    assert "Shown: 1 of 42 events." in made
    assert "http" not in made
    assert "doi" not in made.casefold()
    assert {"en": "[date of access]", "es": "[fecha de consulta]"}[language] in made
