"""Read every document citation against its paragraph: ``… review_citations FOLDER``.

Writes one page (``--page``, ``review.html`` unless told) with record, claimant, statement, wording
and paragraph side by side. After reading, ``--accept`` keeps a hash of each row in
``docs/reviewed_citations.csv``, and no sentence of a source. ``--check`` compares: a row that is
new or has changed asks for a new look. The exit code is 0 when every row was read as it is now, 1
when one was not, and 2 when the texts are not there.
"""

from __future__ import annotations

import argparse
import csv
import html
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from components.commands.check_citations import read_texts
from components.commands.citation_review import Reviewed, review_rows, unread
from components.intake.package import DEFAULT_DATA, load_dataset

READ: Final = DEFAULT_DATA.parent / "docs" / "reviewed_citations.csv"
COLUMNS: Final = ("record_id", "source_id", "locator", "hash")
_STYLE: Final = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #999; padding: 0.4rem; text-align: left; vertical-align: top; }
thead th { position: sticky; top: 0; background: #fff; }
tr.new { background: #fff6d6; }
.doubt { color: #a00; font-weight: 600; }
mark { background: #cfe8ff; }
"""

Key = tuple[str, str, int]


def read_reviewed(file: Path) -> dict[Key, str]:
    """The hash of each citation as it was when it was read; empty where there is no file."""
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as content:
        rows = csv.DictReader(content)
        return {(r["record_id"], r["source_id"], int(r["locator"])): r["hash"] for r in rows}


def write_reviewed(file: Path, rows: Iterable[Reviewed]) -> None:
    """Keep the hash of each citation, sorted by its key."""
    with file.open("w", encoding="utf-8", newline="") as content:
        writer = csv.writer(content, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((*row.key, row.digest) for row in sorted(rows, key=lambda r: r.key))


def _marked(row: Reviewed) -> str:
    """The paragraph as HTML, with the cited words marked."""
    before, words, after = row.paragraph.partition(row.wording)
    marked = f"<mark>{html.escape(words)}</mark>" if words else ""
    return f"{html.escape(before)}{marked}{html.escape(after)}"


def _line(row: Reviewed, read: Mapping[Key, str]) -> str:
    record, source, locator = row.key
    doubts = f'<p class="doubt">Also named: {html.escape(", ".join(row.doubts))}</p>'
    kind = "" if read.get(row.key) == row.digest else ' class="new"'
    cells = (
        f"<td>{html.escape(record)}<br>{html.escape(source)}, {locator}</td>",
        f"<td>{html.escape(row.claimant) or '(event)'}{doubts if row.doubts else ''}</td>",
        f'<td>{html.escape(row.said[0])}<hr><span lang="es">{html.escape(row.said[1])}</span></td>',
        f"<td>{html.escape(row.wording)}</td>",
        f"<td>{_marked(row)}</td>",
    )
    return f"<tr{kind}>{''.join(cells)}</tr>"


def review_page(rows: Sequence[Reviewed], read: Mapping[Key, str]) -> str:
    """One HTML page with a line for each citation; those to be read are marked."""
    heads = ("Citation", "Said by", "Our words", "Wording", "Paragraph")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "\n".join(_line(row, read) for row in rows)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Citations to read</title>'
        f"<style>{_STYLE}</style><h1>{len(rows)} citations of the documents</h1>"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></html>\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit code."""
    parser = argparse.ArgumentParser(description="Read the document citations against the texts.")
    parser.add_argument("folder", type=Path, help="the folder that holds the four texts")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the data package")
    parser.add_argument("--page", type=Path, default=Path("review.html"), help="the page to write")
    parser.add_argument("--read", type=Path, default=READ, help="the list of what was read")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only compare; write no page")
    what.add_argument("--accept", action="store_true", help="keep every row as read")
    options = parser.parse_args(arguments)
    dataset = load_dataset(options.data)
    try:
        rows = review_rows(dataset, read_texts(dataset, options.folder))
    except FileNotFoundError as error:
        sys.stdout.write(f"Citations were NOT reviewed. {error}\n")
        return 2
    if options.accept:
        write_reviewed(options.read, rows)
    read = read_reviewed(options.read)
    if not (options.check or options.accept):
        options.page.write_text(review_page(rows, read), encoding="utf-8")
        sys.stdout.write(f"{options.page} has {len(rows)} citations.\n")
    left = list(unread(rows, read))
    sys.stdout.writelines(f"{line}\n" for line in left)
    result = f"{len(left)} to look at" if left else "all read as they are now"
    sys.stdout.write(f"{len(rows)} citations of {len(dataset.citations)}: {result}.\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
