"""Files in the shapes of other people's programs are read as the docs say."""

import pytest

from tests.support.foreign_files import PAGE, ForeignFile, judge, load_files


@pytest.mark.parametrize("file", load_files(), ids=lambda file: file.id)
def test_file_of_another_program_is_read_as_the_table_says(file: ForeignFile) -> None:
    row = next(
        line
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| `{file.path.name}` |")
    )
    assert row.rstrip("| ").rpartition("| ")[2] == judge(file, file.read())
