"""Linters find only accepted problems in the files of ``deploy/``."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.programs import deploy_linters as linters
from tests.support.programs.proxy import certificate

pytestmark = pytest.mark.long
CONTAINER = linters.DEPLOY / "Containerfile"
COMPOSE = [linters.DEPLOY / "compose.yaml", linters.DEPLOY / "compose.tls.yaml"]
KUBERNETES = linters.DEPLOY / "kubernetes.yaml"
PROXY = linters.DEPLOY / "haproxy.cfg"
UNIT = linters.DEPLOY / "story@.service"


@pytest.fixture
def change(tmp_path: Path) -> Callable[[Path, str, str], Path]:
    """Write a copy of a file in which a text is replaced."""

    def write_changed(file: Path, before: str, after: str) -> Path:
        text = file.read_text(encoding="utf-8")
        assert before in text
        changed = tmp_path / file.name
        changed.write_text(text.replace(before, after), encoding="utf-8")
        return changed

    return write_changed


def test_hadolint_finds_nothing_in_the_containerfile() -> None:
    linters.require("hadolint")
    assert linters.lint_containerfile(CONTAINER) == []


def test_hadolint_names_an_image_by_tag(change: Callable[[Path, str, str], Path]) -> None:
    linters.require("hadolint")
    changed = change(CONTAINER, "python@${PYTHON_DIGEST}", "python:latest")
    assert "DL3007" in " ".join(linters.lint_containerfile(changed))


def test_dclint_finds_nothing_in_the_compose_files(tmp_path: Path) -> None:
    linters.require("dclint", "node")
    assert linters.lint_compose(COMPOSE, tmp_path) == []


def test_dclint_names_an_unknown_key(
    change: Callable[[Path, str, str], Path], tmp_path: Path
) -> None:
    linters.require("dclint", "node")
    changed = change(COMPOSE[0], "mem_limit: 4g", "memory_limit: 4g")
    assert "additional properties" in " ".join(linters.lint_compose([changed], tmp_path))


def test_checkov_finds_nothing_in_the_kubernetes_resources() -> None:
    linters.require("checkov")
    assert linters.lint_kubernetes(KUBERNETES) == []


def test_checkov_names_a_token_of_the_cluster(change: Callable[[Path, str, str], Path]) -> None:
    linters.require("checkov")
    changed = change(KUBERNETES, "automountServiceAccountToken: false", "hostNetwork: false")
    assert "CKV_K8S_38" in " ".join(linters.lint_kubernetes(changed))


@pytest.mark.parametrize("tls", [False, True], ids=["http", "https"])
def test_haproxy_accepts_its_file(tmp_path: Path, tls: bool) -> None:
    linters.require("haproxy")
    settings = {}
    if tls:
        settings = {"LISTEN_TLS": "127.0.0.1:8443", "TLS_CERT": str(certificate(tmp_path))}
    assert linters.lint_proxy(PROXY, settings) == ""


def test_haproxy_names_an_unknown_word(change: Callable[[Path, str, str], Path]) -> None:
    linters.require("haproxy")
    changed = change(PROXY, "option redispatch", "option redispatching")
    assert "redispatching" in linters.lint_proxy(changed, {})


def test_systemd_accepts_the_unit() -> None:
    linters.require("systemd")
    assert linters.lint_unit(UNIT) == ""


def test_systemd_names_an_unknown_setting(change: Callable[[Path, str, str], Path]) -> None:
    linters.require("systemd")
    changed = change(UNIT, "PrivateTmp=yes", "PrivateTemp=yes")
    assert "PrivateTemp" in linters.lint_unit(changed)


def test_unit_is_little_exposed() -> None:
    linters.require("systemd")
    assert linters.measure_exposure(UNIT) <= linters.MOST_EXPOSURE / 10


def test_file_without_its_linter_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linters, "list_missing", lambda: ["checkov"])
    linters.require("hadolint")
    with pytest.raises(pytest.fail.Exception, match="has not installed checkov"):
        linters.require("checkov", "hadolint")
