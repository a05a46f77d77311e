"""A cell that cannot be read is left out, and its event stays."""

import pytest

from components.intake.cell_texts import find_addresses, split_addresses
from components.intake.read import read_together
from components.values.number_text import parse_number


def read(text: str):
    return read_together([("x.csv", text.encode())])


REPAIRS = {
    "place too long": (f"date,title,place\n2019-01-02,A,{'x' * 300}\n", "text_left_out"),
    "title too long": (f"date,title\n2019-01-02,{'x' * 400}\n", "text_cut"),
    "mark of direction": ("date,title\n2019-01-02,A\u202bB\n", "characters_marked"),
    "no title": ("date,title,place\n2019-01-02,,Oldmill\n", "title_made"),
    "no such country": ("date,title,country\n2019-01-02,A,Ruritania\n", "country"),
    "exchanged": (
        "date,title,lat,lon\n2015-01-01,A,48,16\n2015-01-02,B,45,9\n2015-01-03,C,46,16\n"
        "2015-01-04,D,42,12\n2015-01-06,E,14.8,42.9\n",
        "coordinates_exchanged",
    ),
    "without its minus": (
        "date,title,lat,lon\n2015-01-01,A,7.8,-72.5\n2015-01-02,B,7.9,-72.4\n"
        "2015-01-03,C,7.7,-72.6\n2015-01-04,D,7.8,-72.4\n2015-01-06,E,7.8,72.5\n",
        "coordinates_minus",
    ),
    "a number below nothing": ("date,title,people\n2019-01-02,A,-5\n", "number_negative"),
    "a minus sign": ("date,title,people\n2019-01-02,A,\u22125\n", "number_negative"),
    "a dash for a minus": ("date,title,people\n2019-01-02,A,\u20135\n", "number_negative"),
    "a minus behind": ("date,title,people\n2019-01-02,A,5-\n", "number_negative"),
    "brackets of accountants": ("date,title,people\n2019-01-02,A,(5)\n", "number_negative"),
    "nowhere": ("date,title,lat,lon\n2019-01-02,A,0,0\n", "coordinates_zero"),
}


@pytest.mark.parametrize(("text", "code"), REPAIRS.values(), ids=REPAIRS)
def test_cell_is_repaired_or_left_out_and_its_event_stays(text: str, code: str) -> None:
    result = read(text)
    assert code in {problem.code for problem in result.problems}
    assert result.total.accepted == result.total.read


@pytest.mark.parametrize("number", ["5", "5-8", "1,200", "5 (or more)", "about 5"])
def test_number_of_a_row_is_not_called_negative(number: str) -> None:
    result = read(f'date,title,people\n2019-01-02,A,"{number}"\n')
    assert "number_negative" not in {problem.code for problem in result.problems}


@pytest.mark.parametrize("minus", ["-", "\u2212", "\u2013", "\uff0d"], ids=ascii)
def test_number_is_read_with_any_minus(minus: str) -> None:
    assert parse_number(f"{minus}72.5").value == -72.5


def test_point_far_from_others_on_their_side_of_the_world_needs_no_minus() -> None:
    text = REPAIRS["without its minus"][0].replace("7.8,72.5", "48.9,2.3")
    assert "coordinates_minus" not in {problem.code for problem in read(text).problems}


def test_point_that_may_be_exchanged_is_drawn() -> None:
    result = read(REPAIRS["exchanged"][0])
    assert {place.lat for place in result.dataset.places.values()} >= {14.8}


def test_two_rows_with_one_id_are_two_events() -> None:
    result = read("id,date,title\na,2019-01-02,A\na,2019-01-03,B\nb,2019-01-04,C\n")
    assert len(result.dataset.events) == 3


@pytest.mark.parametrize("word", ["NA", "n/a", "NULL", "-", "not_available", "#N/A"])
def test_words_for_nothing_are_no_place(word: str) -> None:
    assert not read(f"date,title,place\n2019-01-02,A,{word}\n").dataset.places


KINDS = {
    "Arabic": ("انفجار", "احتجاج"),
    "signs": ("C++", "C#"),
    "more and less": ("18+", "18-"),
    "accents": ("Año", "Ano"),
}


@pytest.mark.parametrize(("first", "second"), KINDS.values(), ids=KINDS)
def test_kinds_are_words_as_they_are_written(first: str, second: str) -> None:
    result = read(f"date,title,category\n2019-01-02,A,{first}\n2019-01-03,B,{second}\n")
    assert {kind.name for kind in result.dataset.categories.values()} == {first, second}


def test_kinds_in_capital_letters_are_the_same() -> None:
    result = read("date,title,category\n2019-01-02,A,Marcha\n2019-01-03,B,MARCHA\n")
    assert len(result.dataset.categories) == 1


LINKS = {
    "comma": ("https://a.example/1,https://b.example/2", 2),
    "semicolon": ("https://a.example/1; https://b.example/2", 2),
    "bar": ("https://a.example/1|https://b.example/2", 2),
    "comma of its own": ("https://a.example/1,2", 1),
    "bracket of its own": ("https://a.example/A_(b)", 1),
    "Markdown": ("[report](https://a.example/1)", 1),
    "formula": ('=HYPERLINK("https://a.example/1")', 1),
    "blank within": ("https://a.example/a b.pdf", 0),
    "words": ("see https://a.example/1 for more", 0),
}


@pytest.mark.parametrize(("cell", "count"), LINKS.values(), ids=LINKS)
def test_links_of_a_cell_are_parted(cell: str, count: int) -> None:
    assert len(split_addresses(cell)) == count


def test_link_in_a_sentence_ends_before_its_signs() -> None:
    assert find_addresses("(see https://a.example/1).") == ("https://a.example/1",)
