"""What is told of a reading that goes on: its steps, bytes and rows."""

from components.intake.problems import PROGRESS_ROWS, Step
from components.loading.story_files import read_files

ROW_COUNT = 2 * PROGRESS_ROWS


def list_reports() -> list[tuple[Step, int, int]]:
    lines = ["date,title"]
    for number in range(ROW_COUNT):
        lines.append(f"2019-02-23,Title {number}")
    content = "\n".join(lines).encode()
    reports: list[tuple[Step, int, int]] = []
    read_files([("many.csv", content)], None, lambda *report: reports.append(report))
    return reports


def test_steps_of_a_reading_come_in_order() -> None:
    steps = [step for step, _, _ in list_reports()]

    assert list(dict.fromkeys(steps))[:3] == ["file", "columns", "rows"]


def test_bytes_of_a_table_are_counted_up_to_its_size() -> None:
    byte_reports = [(done, total) for step, done, total in list_reports() if step == "file"]
    done_bytes = [done for done, _ in byte_reports]
    ((total,),) = {(total,) for _, total in byte_reports}

    assert done_bytes == sorted(done_bytes)
    assert (done_bytes[0], done_bytes[-1]) == (0, total)


def test_columns_are_decided_with_all_rows_counted() -> None:
    assert ("columns", 0, ROW_COUNT) in list_reports()
