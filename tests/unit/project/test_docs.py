"""Docs, web files and locks agree with the code."""

import configparser
import json
import re
from pathlib import Path
from typing import get_args

import pytest
import yaml
from streamlit.web.server.starlette import starlette_routes

from components.i18n import labels
from components.server.application import list_routes
from components.server.readiness import DRAIN
from components.server.security import HOSTS
from components.story import models
from tests.support.data import DATA
from tests.support.programs.proxy import CONFIG
from tests.support.server import ROOT

README = ROOT / "README.md"
SECURITY = ROOT / "docs" / "security.md"
PAGES_OF_TEXT = [
    README,
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "data" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = ("app.py", "components/", "data/", "docs/", "pages/", "tests/", ".ci/")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def table(path: Path, first_heading: str) -> list[list[str]]:
    """The rows of the first table of a page whose head begins with a word."""
    lines = text_of(path).splitlines()
    start = lines.index(next(x for x in lines if x.startswith(f"| {first_heading} |")))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def code(cell: str) -> list[str]:
    return CODE.findall(cell)


def test_every_file_named_in_the_docs_exists() -> None:
    for path in PAGES_OF_TEXT:
        body = text_of(path)
        targets = re.findall(r"\]\(([^)#\s]+)\)", body)
        assert [t for t in targets if "://" not in t and not (path.parent / t).exists()] == [], path
        spans = [
            span
            for span in code(body)
            if re.fullmatch(r"[\w./-]+", span) and span.startswith(FOLDERS)
        ]
        assert [span for span in spans if not (ROOT / span).exists()] == [], path


#: A name of code: with a line or a capital letter in it, perhaps of a class and its method.
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)?)(?:\([^`]*\))?`")


def test_every_name_in_the_guide_to_the_code_exists() -> None:
    words: set[str] = set()
    for folder in ("components", "pages", "tests", "data"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in {".py", ".js", ".html"}:
                words.update(re.findall(r"\w+", text_of(path)))
    names = NAME.findall(text_of(ROOT / "docs" / "where.md"))
    assert len(names) > 100
    missing = []
    for name in names:
        last = name.rpartition(".")[2]
        if ("_" in last or last != last.lower()) and last not in words:
            missing.append(name)
    assert missing == []


def test_newest_version_of_the_changelog_is_that_of_the_data() -> None:
    heading = r"^## \[([\d.]+)\] – \d{4}-\d\d-\d\d$"
    newest = re.search(heading, text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert newest[1] == DATA.version


def test_readme_cites_the_version_of_the_data_twice() -> None:
    cited = re.findall(r"[Vv]ersion (\d+\.\d+\.\d+), 2026", text_of(README))
    assert cited == [DATA.version] * 2


@pytest.mark.parametrize(
    ("path", "text"),
    [("pyproject.toml", 'version = "{}"'), ("data/README.md", "ersion {}")],
)
def test_file_names_the_version_of_the_data(path: str, text: str) -> None:
    assert text.format(DATA.version) in text_of(ROOT / path)


def test_citation_file_agrees_with_the_descriptor() -> None:
    citation = yaml.safe_load(text_of(ROOT / "CITATION.cff"))
    package = json.loads(text_of(ROOT / "data" / "datapackage.json"))
    assert citation["version"] == package["version"]
    assert citation["title"] == package["title"]
    assert citation["license"] == package["licenses"][0]["name"]
    assert str(citation["date-released"]) == package["created"][:10]
    assert citation["cff-version"] == "1.2.0"


CODED = {"BASIS": models.Basis, "KIND": models.Kind}


def test_every_code_has_a_label() -> None:
    for name, kind in CODED.items():
        assert set(getattr(labels, name)) == set(get_args(kind)), name


def test_every_test_named_in_the_list_of_threats_exists() -> None:
    assert all(code(row[2]) for row in (*table(SECURITY, "threat"), *table(SECURITY, "through")))
    named = {name for name in code(text_of(SECURITY)) if name.startswith("test_")}
    tests = "".join(text_of(path) for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in sorted(named) if f"def {name}(" not in tests] == []


COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
KUBERNETES = list(yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text("utf-8")))
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
SHARED = "STREAMLIT_SERVER_COOKIE_SECRET"


def test_compose_gives_both_copies_the_same_settings() -> None:
    services = COMPOSE["services"]
    assert services["app-a"] == services["app-b"]
    assert {HOSTS, DRAIN, SHARED} <= set(services["app-a"]["environment"])
    asked = set(re.findall(r'"\$\{(\w+)\}', CONFIG.read_text("utf-8")))
    assert asked - {"TLS_CERT", "LISTEN_TLS"} == set(services["proxy"]["environment"])


def test_systemd_unit_starts_the_app_on_its_port_and_has_a_drain_file() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read(ROOT / "deploy" / "story@.service")
    service = unit["Service"]
    program, *given = service["ExecStart"].split()
    (command,) = re.findall(r"^CMD (.+)$", CONTAINER, re.MULTILINE)
    assert (Path(program).name, given[:2]) == ("streamlit", json.loads(command)[1:3])
    assert given[given.index("--server.port") + 1] == "%i"
    told = dict(one.split("=") for one in service["Environment"].split())
    assert {*told} == {DRAIN, "PYTHONMALLOC", "XDG_CACHE_HOME"}
    assert re.search(rf"^ENV .*PYTHONMALLOC={told['PYTHONMALLOC']}\b", CONTAINER, re.MULTILINE)
    file = told[DRAIN]
    assert file.startswith(f"/run/{service['RuntimeDirectory']}/")
    guide = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    assert f"touch {file.replace('%i', '8501')}" in guide
    for setting in (HOSTS, SHARED):
        assert f"{setting}=" in guide


def test_kubernetes_probes_ask_addresses_of_the_app() -> None:
    (app,) = KUBERNETES[0]["spec"]["template"]["spec"]["containers"]
    assert app["readinessProbe"]["httpGet"]["path"] == "/ready"
    assert app["livenessProbe"]["httpGet"]["path"] == "/_stcore/health"
    told = {one["name"]: one.get("value") for one in app["env"]}
    assert {HOSTS, DRAIN, SHARED} == set(told)
    assert told[DRAIN] in app["lifecycle"]["preStop"]["exec"]["command"][-1]
    # The one is served here and asked by the proxy, the other is the framework's own.
    assert "/ready" in {route.path for route in list_routes()}
    assert '"${PREFIX}/ready"' in CONFIG.read_text("utf-8")
    assert "_stcore/health" in Path(starlette_routes.__file__).read_text("utf-8")


def test_container_copies_existing_files_that_the_app_reads() -> None:
    copied = re.findall(r"^COPY (.+) \S+$", CONTAINER, re.MULTILINE)
    paths = {path for line in copied for path in line.split()}
    assert {"app.py", "components", "pages", "data", ".streamlit", "requirements.lock"} <= paths
    allowed = (ROOT / ".containerignore").read_text("utf-8").split()
    for path in paths:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in allowed


def test_every_documented_setting_is_read_by_the_app() -> None:
    table = (ROOT / "docs" / "deploy.md").read_text("utf-8").partition("## Settings")[2]
    described = set(re.findall(r"^\| `(STORY_\w+)", table, re.MULTILINE))
    assert {HOSTS, DRAIN} < described
    code = "".join(path.read_text("utf-8") for path in (ROOT / "components").rglob("*.py"))
    assert [name for name in described if f'"{name}"' not in code] == []


LOCKS = ("requirements", "tests/requirements")
PIN = re.compile(r"^([\w.-]+)(?:\[\w+\])?==([^\s;\\]+)")


def direct(name: str) -> set[tuple[str, str]]:
    """The pins of a list of requirements and of the lists it includes."""
    path = ROOT / f"{name}.txt"
    found: set[tuple[str, str]] = set()
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("-r "):
            inner = (path.parent / line[3:]).resolve().relative_to(ROOT).with_suffix("")
            found |= direct(inner.as_posix())
        elif line and not line.startswith("#"):
            pin = PIN.match(line)
            assert pin, f"{path.name}: {line} names no version"
            found.add((spelled(pin[1]), pin[2]))
    return found


def spelled(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> set[tuple[str, str]]:
    """The packages of a lock file; pip asks for a hash of each where they are installed."""
    lines = (ROOT / f"{name}.lock").read_text("utf-8").splitlines()
    return {(spelled(pin[1]), pin[2]) for line in lines if (pin := PIN.match(line))}


@pytest.mark.parametrize("name", LOCKS)
def test_lock_has_every_direct_pin_and_no_local_path(name: str) -> None:
    assert direct(name) - locked(name) == set(), "run make lock"
    text = (ROOT / f"{name}.lock").read_text("utf-8")
    assert not re.findall(r"://|file:|^--|@ |(?<![\w.])/\w", text, re.MULTILINE)


def test_lock_of_the_tests_has_the_versions_of_the_app() -> None:
    app, tests = map(locked, LOCKS)
    assert app - tests == set(), "run make lock"


def flow_names() -> list[str]:
    """Return the names of code in the list that leads from an address to a mark."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("### From `?region=oriente` to a mark")[2].partition("\n\n**")[0]
    steps = [line for line in section.splitlines() if re.match(r"\d+\. ", line)]
    assert 0 < len(steps) <= 15
    spans = re.findall(r"`([A-Za-z_.]+)`", "\n".join(steps))
    return [span.rpartition(".")[2] for span in spans]


@pytest.mark.parametrize("name", sorted(set(flow_names())))
def test_each_call_of_the_documented_walk_exists(name: str) -> None:
    code = [path.read_text(encoding="utf-8") for path in (ROOT / "components").rglob("*.py")]
    definition = re.compile(rf"^\s*(def|async def|class) {name}\b|^\s*{name}\b.*[:=]", re.MULTILINE)
    assert any(definition.search(text) for text in code), name
