"""A broken data file stops the start, and says where."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.server import ROOT, free_port


def test_a_broken_row_stops_the_start_and_is_named(tmp_path: Path) -> None:
    for name in ("app.py", "pages", "components", "data", ".streamlit"):
        target = tmp_path / name
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, target)
    events = tmp_path / "data" / "events.csv"
    rows = events.read_text(encoding="utf-8").split("\n")
    rows[1] = rows[1].replace(",armed-forces,", ",army,")
    events.write_text("\n".join(rows), encoding="utf-8")
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port"]
    ended = subprocess.run(
        [*command, str(free_port())],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    said = ended.stdout + ended.stderr
    assert "events.csv, row 2, category: army is no kind in categories.csv" in said
    assert "Traceback" not in said
