"""The files of ``deploy/``: pinned images, few rights, persistent tables."""

import configparser
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.server import ROOT

DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
KUBERNETES = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))
SERVICES = sorted(COMPOSE["services"])
#: Where prepared tables are stored in a container and on a machine without containers.
TABLES = "/var/cache/story"
FAKE_DIGEST = f"sha256:{'0' * 64}"


def find_resource(kind: str) -> dict[str, Any]:
    """Return the only Kubernetes resource of a kind."""
    (resource,) = (resource for resource in KUBERNETES if resource["kind"] == kind)
    return resource


def pod_spec() -> dict[str, Any]:
    spec: dict[str, Any] = find_resource("Deployment")["spec"]["template"]["spec"]
    return spec


def read_unit() -> configparser.SectionProxy:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "story@.service")
    return unit["Service"]


def run_pin_script(folder: Path, docker: str) -> subprocess.CompletedProcess[str]:
    """Run the command that pins images, with a shell script in the place of Docker."""
    program = folder / "docker"
    program.write_text(f"#!/bin/sh\n{docker}\n", encoding="utf-8")
    program.chmod(0o755)
    script = DEPLOY / "pin_images.sh"
    path = f"{folder}:/usr/bin:/bin"
    return subprocess.run(
        ["sh", script], capture_output=True, text=True, check=False, env={"PATH": path}
    )


# Images ------------------------------------------------------------------------------------------


def test_base_image_is_named_by_digest_alone() -> None:
    bases = re.findall(r"^FROM (.+)$", CONTAINER, re.MULTILINE)
    assert bases == ["docker.io/library/python@${PYTHON_DIGEST}"]
    # A default would be a digest that nobody looked up.
    assert re.findall(r"^ARG (.+)$", CONTAINER, re.MULTILINE) == ["PYTHON_DIGEST"]


@pytest.mark.parametrize("name", SERVICES)
def test_compose_starts_no_image_without_digest(name: str) -> None:
    service = COMPOSE["services"][name]
    if "build" in service:
        pinned = service["build"]["args"]["PYTHON_DIGEST"]
        assert pinned.startswith("${PYTHON_DIGEST:?")
    else:
        assert re.fullmatch(r"[\w./-]+@\$\{[A-Z]+_DIGEST:\?.+\}", service["image"])


def test_kubernetes_image_is_named_by_digest_alone() -> None:
    images = [container["image"] for container in pod_spec()["containers"]]
    assert images == ["registry.example.org/across-the-tachira@DIGEST"]


def test_pin_script_prints_each_digest_that_compose_asks_for(tmp_path: Path) -> None:
    done = run_pin_script(tmp_path, f"echo {FAKE_DIGEST}")
    lines = done.stdout.splitlines()
    wanted = set(re.findall(r"\$\{(\w+_DIGEST)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert {line.partition("=")[0] for line in lines} == wanted
    assert {line.partition("=")[2] for line in lines} == {FAKE_DIGEST}


@pytest.mark.parametrize("docker", ["exit 1", "echo"], ids=["refused", "empty"])
def test_pin_script_fails_without_digest(tmp_path: Path, docker: str) -> None:
    done = run_pin_script(tmp_path, docker)
    assert done.returncode != 0
    assert done.stdout == ""


# Rights ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SERVICES)
def test_compose_services_have_no_rights_they_do_not_need(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["init"] is True
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    # Docker's own seccomp profile holds where no option names another.
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "mem_limit" in service
    assert not {"privileged", "cap_add", "pid", "network_mode"} & set(service)


def test_pod_has_no_rights_it_does_not_need() -> None:
    pod = pod_spec()
    context = pod["securityContext"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["shareProcessNamespace"] is True
    assert context["seccompProfile"] == {"type": "RuntimeDefault"}
    assert context["runAsNonRoot"] is True
    assert context["runAsUser"] == int(re.findall(r"^USER (.+)$", CONTAINER, re.MULTILINE)[0])


def test_container_of_pod_has_no_rights_it_does_not_need() -> None:
    (container,) = pod_spec()["containers"]
    context = container["securityContext"]
    assert context["allowPrivilegeEscalation"] is False
    assert context["readOnlyRootFilesystem"] is True
    assert context["capabilities"] == {"drop": ["ALL"]}


def test_network_policy_selects_the_pods_and_lets_them_ask_no_server() -> None:
    policy = find_resource("NetworkPolicy")["spec"]
    labels = find_resource("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert policy["podSelector"]["matchLabels"] == labels
    assert policy["egress"] == []
    assert policy["ingress"] == [{"ports": [{"port": "http"}]}]


def test_ingress_serves_https_with_a_secure_cookie() -> None:
    ingress = find_resource("Ingress")
    prefix = "nginx.ingress.kubernetes.io/session-cookie"
    notes = ingress["metadata"]["annotations"]
    hosts = [rule["host"] for rule in ingress["spec"]["rules"]]
    assert notes[f"{prefix}-secure"] == "true"
    assert notes[f"{prefix}-samesite"] == "Lax"
    assert [tls["hosts"] for tls in ingress["spec"]["tls"]] == [hosts]


# What is temporary, and what outlives a start ----------------------------------------------------


@pytest.mark.parametrize("path", ["/tmp", "/home/app", "/dev/shm"])  # noqa: S108
def test_temporary_files_of_a_pod_are_in_memory(path: str) -> None:
    pod = pod_spec()
    (name,) = (x["name"] for x in pod["containers"][0]["volumeMounts"] if x["mountPath"] == path)
    (volume,) = (volume for volume in pod["volumes"] if volume["name"] == name)
    assert volume["emptyDir"]["medium"] == "Memory"
    assert "sizeLimit" in volume["emptyDir"]


def test_image_stores_prepared_tables_in_a_folder_of_its_user() -> None:
    assert f"XDG_CACHE_HOME={TABLES}\n" in CONTAINER
    assert re.search(rf"install -d -o app -g app -m 700 {TABLES}\n", CONTAINER)


@pytest.mark.parametrize("name", ["app-a", "app-b"])
def test_prepared_tables_of_compose_are_in_a_volume(name: str) -> None:
    assert COMPOSE["services"][name]["volumes"] == [f"tables:{TABLES}"]
    assert "tables" in COMPOSE["volumes"]


def test_prepared_tables_of_kubernetes_are_in_a_claim_that_all_pods_mount() -> None:
    pod = pod_spec()
    claim = find_resource("PersistentVolumeClaim")
    (mount,) = (x for x in pod["containers"][0]["volumeMounts"] if x["mountPath"] == TABLES)
    (volume,) = (volume for volume in pod["volumes"] if volume["name"] == mount["name"])
    assert volume["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    assert claim["spec"]["accessModes"] == ["ReadWriteMany"]


def test_prepared_tables_of_the_unit_are_in_its_cache_folder() -> None:
    service = read_unit()
    assert f"/var/cache/{service['CacheDirectory']}" == TABLES
    assert f"XDG_CACHE_HOME={TABLES}" in service["Environment"].split()
