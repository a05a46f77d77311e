"""The texts that the citations are held against by `make check`, and that the check would see."""

import re

from components.commands.check_citations import check_citations, paragraphs
from tests.support.data import DATA


def test_all_four_documents_are_there(texts: dict[str, str]) -> None:
    counted = {source: len(paragraphs(text)) for source, text in texts.items()}
    assert counted == {"vice": 47, "npr": 37, "caracas-chronicles": 19, "fighter-jets-world": 21}


def test_a_wrong_word_is_found(texts: dict[str, str]) -> None:
    broken = dict(texts)
    broken["fighter-jets-world"] = texts["fighter-jets-world"].replace("415", "514")
    found = check_citations(DATA, broken)
    assert len(found) == 1
    assert "'415 soldiers crossed' does not stand in paragraph 4 of fighter-jets-world" in found[0]


def test_no_summary_copies_a_sentence(texts: dict[str, str]) -> None:
    """No seven words in a row of our own texts stand in a document."""
    length = 7

    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[\w’'$%.,]+", text.lower())
        return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}

    theirs = set().union(*(runs(p) for text in texts.values() for p in paragraphs(text)))
    ours = [text for e in DATA.events.values() for text in (e.title, e.summary)]
    ours += [c.statement for c in DATA.claims.values()]
    for text in ours:
        assert not runs(text) & theirs, text
