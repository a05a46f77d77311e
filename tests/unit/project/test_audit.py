"""`make audit`, with pip-audit's answers and without a network."""

import json
import shlex

import pytest

from tests.support.programs import audit

CLEAN = {"name": "numpy", "version": "2.4.6", "vulns": []}
FLAWED = {
    "name": "pillow",
    "version": "9.0.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["9.0.1"]}],
}
SKIPPED = {"name": "typst", "skip_reason": "not on the index"}


def run_main(monkeypatch: pytest.MonkeyPatch, output: str, require_all: str = "") -> int:
    """Run the command where pip-audit prints a text."""
    # The shell passes over the options that follow.
    monkeypatch.setattr(audit, "PROGRAM", ("sh", "-c", f"printf %s {shlex.quote(output)}"))
    monkeypatch.setenv("REQUIRE_ALL", require_all)
    return audit.main()


@pytest.mark.parametrize(
    "output",
    ["", "no answer", "[]", "{}", json.dumps({"dependencies": []}),
     json.dumps({"dependencies": [SKIPPED]})],
    ids=["nothing", "no JSON", "a list", "no packages", "empty", "all skipped"],
)  # fmt: skip
def test_audit_that_looked_up_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], output: str
) -> None:
    assert run_main(monkeypatch, output) == 1
    assert "NOTHING WAS AUDITED" in capsys.readouterr().out


def test_audit_without_its_program_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "PROGRAM", ("/no/such/program",))
    assert audit.main() == 1
    assert "NOTHING WAS AUDITED" in capsys.readouterr().out


def test_audit_whose_program_fails_prints_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "PROGRAM", ("sh", "-c", "echo no network >&2; exit 1"))
    assert audit.main() == 1
    assert "no network" in capsys.readouterr().err


def test_audit_without_flaws_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_main(monkeypatch, json.dumps({"dependencies": [CLEAN]})) == 0
    assert capsys.readouterr().out == "1 packages were looked up, 0 flaws found.\n"


def test_audit_names_each_flaw_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_main(monkeypatch, json.dumps({"dependencies": [CLEAN, FLAWED]})) == 1
    assert "pillow 9.0.0: PYSEC-1, mended in 9.0.1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("require_all", "code"), [("", 0), ("1", 1)], ids=["some allowed", "all required"]
)
def test_audit_counts_packages_that_it_missed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    require_all: str,
    code: int,
) -> None:
    output = json.dumps({"dependencies": [CLEAN, SKIPPED]})
    assert run_main(monkeypatch, output, require_all) == code
    assert "NOT AUDITED: 1 packages" in capsys.readouterr().out
