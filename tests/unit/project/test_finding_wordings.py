"""Sentences that state numbers are worded in one module, from findings and from nothing else."""

import ast
import re
from pathlib import Path

from components.commands.catalogues import ROOT, extract_messages
from components.presentation import finding_texts
from components.query.findings import Rule

WORDING_MODULE = "components/presentation/finding_texts.py"
#: What a wording may read: the finding, names by ids, dates and figures in a language.
READABLE = {
    "re", "collections", "collections.abc", "typing", "components.i18n", "components.query.figures",
    "components.query.findings", "components.story.dataset", "components.story.edtf",
    "components.story.models",
}  # fmt: skip
#: The rooms whose titles, captions and texts readers see.
ROOMS = re.compile(r"components/(presentation|page|export|lesson|site)/")
#: A place of a message that a number of records fills.
NUMBER = re.compile(r"\{(count|total|shown|percent|certain|possible|differing|explained)\}")
#: Messages on numbers that are no sentence of a view, by what they are.
OTHER_MESSAGES = {
    "rows of a list that are counted beside it": (
        "and {count} more", "and {count} more places", "and {count} more rows",
        "and {count} more, in the list to download", "Show {count} more",
        "{count} other reports", "{count} citations", "{count} open questions",
        "{count} paragraphs and why", "{count} reasons for corrections, by version",
        "{count} numbers and days that a page showed and that were corrected",
        "{count} more values were corrected for the same reason.",
        "{count} rows of your file are not in them: they are left out or have no date. "
        "The workbook to edit has them in its sheet “not read”, with their problems.",
        "{count} terms and what they mean", "{count} more are found by the filter.",
        "and {count} more: choose this source under Sources above to see them all",
        "The first {shown} are listed; {count} more can be chosen under Sources above.",
        "Sources: {names}, and {count} more named at the address below.",
        "Sources: {names}, and {count} more.",
        "{shown} of {total}", "{first}–{last} of {total} events", "{count} rows",
        "{count} numbers", "The first {most} of {total} by date; choose days to see others.",
        "The drawing has the first {most} of {total} numbers by date; choose days to see others.",
        "{count} cells are no numbers that can be drawn beside the others: {texts}.",
    ),
    "a control, a step or a file": (
        "Columns: {shown} of {total}", "Kinds of voice: {shown} of {total}",
        "Step {number} of {total}",
        "This step: {minutes} min. By its end: {so_far} of {total} min.", "{count} minutes",
        "page: there are only {count} pages.", "{table}: {shown} of {total}",
        "{table}: {shown} of {total}, and {referred} that other rows refer to",
        "{rows}, as searched and in this order, with the {count} columns chosen.",
        "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
        "{count} references lead to rows that are not here and were left out. The whole data set "
        "has them:",
        "{count} events and claims have the date of the documents, because the reports with a "
        "more exact one are left out:",
        "{count} more rows like this", "Problems found, and how to fix them ({count})",
        "How parts of it were read ({count})", "of {count} events",
        "Read the story in {count} steps", "{events} certainly, {possible} possibly",
    ),
    "a notice of what is hidden, or what a link would show": (
        "{count} events", "{count} claims", "{count} figures", "{shown} of {rows}",
        "Without the filter on {what}: {count} claims.",
        "Not shown: {count} figures of other things counted.", "{measure} ({count})",
        "Your filters leave out {count} figures of this event.",
        "Your filters leave out {count} counts of this region.",
        "{parameter}: {count} more values are not known here.",
        "{count} later events are not among the steps: filter to tell them.",
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
    ),
    "a record with its own number": (
        "The {count} of {region} were counted in the whole region, not at this spot.",
        "{count} newsrooms reported it, {names}; none is recorded as another's source. They quote "
        "the same voice, so they confirm only that it was said.",
        "{count} newsrooms reported it, {names}; they relay one statement, so they confirm only "
        "that it was made.",
        "{measure}: {count}. {figures}.", "{count} places",
    ),
    "the rows of a table, which an engine counts": (
        "{count} events are in emptier squares that are not drawn.",
        "{count} events without a point are in the list only.",
        "{count} rows have no day that can be read, and are not shown.",
        "{count} rows have no title, and are not shown.", "{count} rows have no number",
        "Too many to draw one by one: bars count {total} events by {step}, all kinds on one scale; "
        "the tallest is {most}.",
        "{count} events whose dates are wider than a bar are counted where they begin.",
    ),
    "the method, of the whole data set": (
        "{count} sources", "It starts from {count} documents.",
        "It starts from {count} documents, each read paragraph by paragraph.",
        "{count} other reports check the documents, add to them or contradict them. They are "
        "marked ◇ and “other report” wherever they appear, and can be switched off under Sources.",
        "For {count} events another report gives a more exact date. With other "
        "reports switched off, they have the date of the documents.",
        "Each division was given to one region: {attested} of {total} because a source says so, "
        "the others by inference.",
        "Which divisions belong to each region: {inferred} of {total} are inferred.",
        "Besides, {count} changes of wording in version {version}: they stand in the difference "
        "between the versions.",
    ),
    "a cell of two views side by side": ("{count} regions",),
}  # fmt: skip


def messages_elsewhere() -> set[str]:
    """The messages on numbers that other modules than the one of wordings format."""
    found = set()
    for message in extract_messages():
        text = message.id if isinstance(message.id, str) else message.id[1]
        files = {place.rpartition(":")[0] for place in message.where}
        if NUMBER.search(text) and any(
            ROOMS.match(file) and file != WORDING_MODULE for file in files
        ):
            found.add(text)
    return found


def test_numbers_of_a_view_are_worded_in_one_module():
    """A new sentence is a wording of a finding, or is named here with what it is."""
    others = {message for messages in OTHER_MESSAGES.values() for message in messages}
    assert messages_elsewhere() - others == set()
    assert others - messages_elsewhere() == set()


def test_each_rule_has_one_wording():
    worded = [*finding_texts.FIXED_TEXTS, *finding_texts.WORDINGS]
    assert sorted(worded) == sorted(Rule)


def test_wordings_read_findings_and_names_alone():
    """Neither the filters' selection nor a context: a number comes from the finding."""
    tree = ast.parse(Path(ROOT, WORDING_MODULE).read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
    assert modules <= READABLE


def test_each_rule_says_what_it_states():
    lines = Path(ROOT, "components/query/findings.py").read_text("utf-8").splitlines()
    members = [number for number, line in enumerate(lines) if re.match(r"    [A-Z_]+ = \"", line)]
    assert len(members) == len(Rule)
    assert all(lines[number - 1].startswith("    #: ") for number in members)
