"""The files for putting the app on the web say what the app does."""

import configparser
import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from streamlit.web.server.starlette import starlette_routes

from components.server.application import routes
from components.server.assets import DRAIN
from components.server.security import HOSTS
from tests.support.programs.proxy import CONFIG, certificate, find
from tests.support.server import ROOT

COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
KUBERNETES = list(yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text("utf-8")))
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
SHARED = "STREAMLIT_SERVER_COOKIE_SECRET"


def test_both_copies_are_the_same_and_are_told_what_they_need() -> None:
    services = COMPOSE["services"]
    assert services["app-a"] == services["app-b"]
    assert {HOSTS, DRAIN, SHARED} <= set(services["app-a"]["environment"])


def test_the_proxy_is_told_everything_that_its_file_asks_for() -> None:
    asked = set(re.findall(r'"\$\{(\w+)\}', CONFIG.read_text("utf-8")))
    assert asked - {"TLS_CERT", "LISTEN_TLS"} == set(COMPOSE["services"]["proxy"]["environment"])


def test_the_unit_starts_the_app_on_its_port_and_drains_by_its_own_file() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read(ROOT / "deploy" / "story@.service")
    service = unit["Service"]
    program, *given = service["ExecStart"].split()
    (command,) = re.findall(r"^CMD (.+)$", CONTAINER, re.MULTILINE)
    assert (Path(program).name, given[:2]) == ("streamlit", json.loads(command)[1:3])
    assert given[given.index("--server.port") + 1] == "%i"
    told = dict(one.split("=") for one in service["Environment"].split())
    assert {*told} == {DRAIN, "PYTHONMALLOC"}
    assert f"PYTHONMALLOC={told['PYTHONMALLOC']}\n" in CONTAINER
    file = told[DRAIN]
    assert file.startswith(f"/run/{service['RuntimeDirectory']}/")
    guide = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    assert f"touch {file.replace('%i', '8501')}" in guide
    for setting in (HOSTS, SHARED):
        assert f"{setting}=" in guide


def test_kubernetes_asks_the_apps_own_addresses() -> None:
    (app,) = KUBERNETES[0]["spec"]["template"]["spec"]["containers"]
    assert app["readinessProbe"]["httpGet"]["path"] == "/ready"
    assert app["livenessProbe"]["httpGet"]["path"] == "/_stcore/health"
    told = {one["name"]: one.get("value") for one in app["env"]}
    assert {HOSTS, DRAIN, SHARED} == set(told)
    assert told[DRAIN] in app["lifecycle"]["preStop"]["exec"]["command"][-1]


def test_the_container_holds_all_that_the_app_reads_and_nothing_that_is_not_there() -> None:
    copied = re.findall(r"^COPY (.+) \S+$", CONTAINER, re.MULTILINE)
    paths = {path for line in copied for path in line.split()}
    assert {"app.py", "components", "pages", "data", ".streamlit", "requirements.lock"} <= paths
    allowed = (ROOT / ".containerignore").read_text("utf-8").split()
    for path in paths:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in allowed


def test_every_setting_that_is_described_is_one_that_the_app_reads() -> None:
    table = (ROOT / "docs" / "deploy.md").read_text("utf-8").partition("## Settings")[2]
    described = set(re.findall(r"^\| `(STORY_\w+)", table, re.MULTILINE))
    assert {HOSTS, DRAIN} < described
    code = "".join(path.read_text("utf-8") for path in (ROOT / "components").rglob("*.py"))
    assert [name for name in described if f'"{name}"' not in code] == []


def test_the_addresses_that_are_asked_are_served() -> None:
    own = {route.path for route in routes()}
    assert "/ready" in own
    assert '"${PREFIX}/ready"' in CONFIG.read_text("utf-8")
    # The framework's own.
    assert "_stcore/health" in Path(starlette_routes.__file__).read_text("utf-8")


@pytest.mark.skipif(find() is None, reason="SKIPPED: no HAProxy, so its file was not checked by it")
@pytest.mark.parametrize("tls", [False, True])
def test_haproxy_takes_its_file(tls: bool, tmp_path) -> None:
    told = {"LISTEN": "127.0.0.1:1", "COPY_A": "127.0.0.1:2", "COPY_B": "127.0.0.1:3",
            "HOST": "localhost", "PREFIX": "", "ADMIN": str(tmp_path / "s")}  # fmt: skip
    if tls:
        told |= {"TLS_CERT": str(certificate(tmp_path)), "LISTEN_TLS": "127.0.0.1:4"}
    checked = subprocess.run(
        [str(find()), "-c", "-f", CONFIG], env=told, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_citation_is_of_the_present_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    package = json.loads((ROOT / "data" / "datapackage.json").read_text("utf-8"))
    assert citation["version"] == package["version"]
    assert citation["title"] == package["title"]
    assert citation["license"] == package["licenses"][0]["name"]
    assert str(citation["date-released"]) == package["created"][:10]
    assert citation["cff-version"] == "1.2.0"
