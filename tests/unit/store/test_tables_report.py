"""The report on tables of many rows keeps the sizes that are not measured again."""

from __future__ import annotations

from pathlib import Path

from tests.bench.large import store


def test_a_size_that_is_measured_leaves_the_tables_of_the_others(monkeypatch, tmp_path) -> None:
    path = tmp_path / "TABLES.md"
    path.write_text(store.report({10: "ten", 1_000_000: "a million"}), encoding="utf-8")
    monkeypatch.setattr(store, "__file__", str(tmp_path / "store.py"))
    monkeypatch.setattr(store, "measured", lambda size, ways, _: {w: ({}, size) for w in ways})
    store.main(["1000", "store"])
    kept = store.kept(path.read_text("utf-8"))
    assert list(kept) == [10, 1_000, 1_000_000]
    assert (kept[10], kept[1_000_000]) == ("ten", "a million")
    assert "| what | store |" in kept[1_000]


def test_the_report_that_is_kept_can_be_read_and_written_again() -> None:
    text = (Path(store.__file__).parent / "TABLES.md").read_text("utf-8")
    assert store.report(store.kept(text)) == text
