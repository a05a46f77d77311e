"""Rules of the data set beyond its schema, and proof that each would have caught version 1.0.0."""

import dataclasses
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from components.commands.catalogues import extract_messages
from components.commands.check_citations import (
    REVIEWED_FILE,
    build_review_rows,
    check_citations,
    list_unreviewed,
    main,
    read_reviewed,
    read_texts,
    split_paragraphs,
)
from components.story.ground_data import list_border_divisions
from components.story.lesson import NO_STORY
from components.story.package_files import DEFAULT_DATA
from tests.data import rules
from tests.support.cases import skip_unless
from tests.support.data import DATA, basemap, kept_version

FIRST = "1.0.0"
# VICE News is written from Villa del Rosario, which its paragraph 5 says; it calls the town "here".
MEANT = {("vice", "villa-del-rosario"): ("here",)}


SOURCES_DIR = Path(os.environ.get("SOURCES_DIR", DEFAULT_DATA.parents[1] / "shared" / "sources"))


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The four documents by source id, no part of the project; without them it says so."""
    reason = f"NO CITATION WAS CHECKED: the folder {SOURCES_DIR} is absent (set SOURCES_DIR)"
    skip_unless(SOURCES_DIR.is_dir(), reason)
    return read_texts(DATA, SOURCES_DIR)


def records(found: Iterable[rules.Finding]) -> set[str]:
    return {finding.record for finding in found}


def test_regions_at_the_border_are_computed() -> None:
    borders = list_border_divisions(basemap(), DATA.region_departments)
    touching = {name for by in borders.values() for names in by.values() for name in names}
    assert touching == {"La Guajira", "Cesar", "Norte de Santander", "Boyacá", "Arauca", "Vichada",
                        "Guainía"}  # fmt: skip
    counted = set(DATA.counts_by_region)
    apart = {key for key in counted if not any(borders[key].values())}
    assert apart == {"antioquia", "occidente", "narino"}
    # Only by departments that were given to them by inference.
    assert borders["andina"] == {"attested": [], "inferred": ["Boyacá"]}
    assert borders["caribe"] == {"attested": [], "inferred": ["Cesar"]}


#: A rule, and the records of 1.0.0 that break it.
BROKEN = {
    rules.check_border_texts: {"crossed-or-presented", "second-split"},
    rules.check_qualifiers: {
        "cl-arrivals-2019-02-24-100", "cl-arrivals-2019-03-07-800",
        "cl-arrivals-2019-03-18-about-1000", "cl-bridge-50", "cl-escort-200-periscope",
        "cl-force-365000-reuters", "cl-relatives-2019-03-18-400", "ev-2019-02-24-count-156",
        "ev-2019-03-07-count-800", "ev-2019-03-17-count-1000", "ev-2019-04-30-rush-to-bridge",
        "how-deep-is-dissent",
    },
    rules.check_corroborated: {
        "cl-415-cnn-norte-de-santander", "cl-arrivals-2019-02-26-411",
        "cl-entered-through-two-departments", "cl-escort-200-periscope", "cl-presented-at-offices",
        *(f"cl-region-2019-02-26-{region}" for region in (
            "andina", "antioquia", "caribe", "guajira", "occidente", "oriente", "orinoquia")),
    },
    rules.check_attested: {"CO-BOL", "CO-QUI", "CO-VAC", "oriente"},
}  # fmt: skip


@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.__name__)
def test_rule_that_version_1_broke_holds(
    rule: Callable[..., Iterable[rules.Finding]],
) -> None:
    """Borders are worked out, a qualifier has one word, a day is named, attested is of its year."""
    assert records(rule(kept_version(FIRST))) == BROKEN[rule]
    assert list(rule(DATA)) == []


def test_no_text_states_which_regions_touch_venezuela() -> None:
    said = [
        rules.Text("page", str(message.where[0]), "en", str(message.id))
        for message in extract_messages()
    ]
    assert len(said) > 100
    readme = (DEFAULT_DATA / "README.md").read_text("utf-8")
    # The data set's own texts are the test above.
    bare = dataclasses.replace(DATA, events={}, claims={}, topics={}, story=NO_STORY)
    assert not list(
        rules.check_border_texts(bare, [*said, rules.Text("README", "README.md", "en", readme)])
    )
    once = rules.Text("page", "method", "en", "Antioquia and Andina have no border with Venezuela.")
    assert list(rules.check_border_texts(bare, [once])), "what Method said in the first version"


MISPLACED = {"ev-2019-02-23-armoured-cars", "ev-2019-04-30-guaido-call"}


def test_place_of_an_event_is_named_by_its_citations(texts: dict[str, str]) -> None:
    assert records(rules.check_places(kept_version(FIRST), texts, MEANT)) == MISPLACED
    assert list(rules.check_places(DATA, texts, MEANT)) == []


# Claims of 1.0.0 whose paragraph credits somebody else than their claimant.
MISATTRIBUTED = {
    "cl-arrivals-2019-03-21-headline-1000",
    "cl-counted-soldiers",
    "cl-crossed-there",
    "cl-march-earlier-this-month",
    "cl-status-un-condition",
}


def test_claims_that_credit_another_speaker_are_reviewed(
    texts: dict[str, str],
) -> None:
    first = kept_version(FIRST)
    doubted = {row.key.record_id for row in build_review_rows(first, texts) if row.other_speakers}
    assert doubted >= MISATTRIBUTED
    assert len(doubted) < 40, "a list of everything points at nothing"
    # The claimant was changed or the claim is gone.
    for record in MISATTRIBUTED & DATA.claims.keys():
        assert DATA.claims[record].claimant_id != first.claims[record].claimant_id, record


def test_every_citation_is_reviewed_in_its_current_form(texts: dict[str, str]) -> None:
    """Somebody read each one against its paragraph; a changed row asks to be read again."""
    assert list(list_unreviewed(build_review_rows(DATA, texts), read_reviewed(REVIEWED_FILE))) == []


def test_accepting_reviews_writes_their_hashes(
    texts: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, read = tmp_path / "texts", tmp_path / "read.csv"
    folder.mkdir()
    assert main([str(folder), "--read", str(read)]) == 2
    for source in DATA.sources.values():
        if source.custom.file:
            (folder / source.custom.file).write_text(texts[source.id], encoding="utf-8")
    arguments = [str(folder), "--read", str(read)]
    assert main([*arguments, "--show"]) == 1
    assert "said by: Migración Colombia\n" in capsys.readouterr().out
    assert main([*arguments, "--accept"]) == 0
    assert main(arguments) == 0
    stored = read.read_text("utf-8")
    assert "Venezuelan" not in stored


def test_citation_check_finds_a_wrong_word_in_four_documents(texts: dict[str, str]) -> None:
    counted = {source: len(split_paragraphs(text)) for source, text in texts.items()}
    assert counted == {"vice": 47, "npr": 37, "caracas-chronicles": 19, "fighter-jets-world": 21}
    wrong = {"fighter-jets-world": texts["fighter-jets-world"].replace("415", "514")}
    (found,) = check_citations(DATA, texts | wrong)
    assert "'415 soldiers crossed' does not stand in paragraph 4 of fighter-jets-world" in found


def test_no_summary_copies_a_sentence(texts: dict[str, str]) -> None:
    """No seven words in a row of our own texts stand in a document."""
    length = 7

    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[\w’'$%.,]+", text.lower())
        return {tuple(words[index : index + length]) for index in range(len(words) - length + 1)}

    theirs = set().union(
        *(runs(paragraph) for text in texts.values() for paragraph in split_paragraphs(text))
    )
    ours = [text for event in DATA.events.values() for text in (event.title, event.summary)]
    ours += [claim.statement for claim in DATA.claims.values()]
    for text in ours:
        assert not runs(text) & theirs, text
