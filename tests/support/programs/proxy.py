"""HAProxy before copies of the app, as ``deploy/haproxy.cfg`` says."""

import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from tests.support.programs import program
from tests.support.server import ROOT, free_port, running_process, started

PACKAGE = "haproxy"
CONFIG = ROOT / "deploy" / "haproxy.cfg"
START_SECONDS = 30
#: What every copy is told alike, as in ``deploy/``.
SHARED: Final = {
    "STREAMLIT_SERVER_COOKIE_SECRET": "the same on every copy",
    "PYTHONMALLOC": "malloc",
}
find = partial(program, "HAPROXY", "haproxy")


class Proxy:
    """HAProxy before two copies; ``base`` is its address."""

    def __init__(self, base: str, admin: Path) -> None:
        self.base = base
        self._admin = admin

    def states(self) -> dict[str, str]:
        """What the proxy thinks of each copy: ``UP``, ``DOWN`` and so on."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._admin))
            line.sendall(b"show stat\n")
            said = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        rows = [row.split(",") for row in said.splitlines() if row.startswith("copies,")]
        return {row[1]: row[17].split()[0] for row in rows if row[1] in {"a", "b"}}

    def wait_for(self, **states: str) -> None:
        """Wait until the proxy thinks so of the copies that are named."""
        deadline = time.monotonic() + START_SECONDS
        while not states.items() <= self.states().items():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.states()} instead of {states}")
            time.sleep(0.05)


def certificate(folder: Path) -> Path:
    """A certificate of its own for ``localhost`` with its key, in one file."""
    both = folder / "both.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", both, "-out",
         folder / "cert", "-subj", "/CN=localhost"],
        check=True, capture_output=True,
    )  # fmt: skip
    both.write_bytes(both.read_bytes() + (folder / "cert").read_bytes())
    return both


@contextmanager
def running_proxy(copy_a: str, copy_b: str, *, tls: bool = False) -> Iterator[Proxy]:
    """Run HAProxy before two copies, each given as host and port; with ``tls`` it speaks HTTPS."""
    haproxy = find()
    if haproxy is None:
        raise FileNotFoundError(PACKAGE)
    listen, secure = (f"127.0.0.1:{free_port()}" for _ in range(2))
    with tempfile.TemporaryDirectory() as folder:
        admin = Path(folder) / "admin.sock"
        told = {"LISTEN": listen, "COPY_A": copy_a, "COPY_B": copy_b, "HOST": "localhost",
                "PREFIX": "", "ADMIN": str(admin)}  # fmt: skip
        if tls:
            told |= {"LISTEN_TLS": secure, "TLS_CERT": str(certificate(Path(folder)))}
        with started([haproxy, "-db", "-f", str(CONFIG)], told, admin.exists):
            yield Proxy(f"https://{secure}" if tls else f"http://{listen}", admin)


class Copies:
    """Two copies of the app, ``a`` and ``b``, each of which can be ended and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ports = {"a": free_port(), "b": free_port()}
        self._running: dict[str, tuple[ExitStack, subprocess.Popen[bytes]]] = {}

    def at(self, name: str) -> str:
        return f"127.0.0.1:{self._ports[name]}"

    def process(self, name: str) -> int:
        return self._running[name][1].pid

    def drain_file(self, name: str) -> Path:
        """The file whose being there tells the proxy that a copy wants no more readers."""
        return self._folder / f"drain-{name}"

    def start(self, name: str) -> None:
        self.drain_file(name).unlink(missing_ok=True)
        stack = ExitStack()
        env = SHARED | {"STORY_DRAIN": str(self.drain_file(name))}
        _, process = stack.enter_context(running_process(port=self._ports[name], env=env))
        self._running[name] = (stack, process)

    def end(self, name: str, how: signal.Signals) -> None:
        """End a copy by a signal, and wait until it is gone."""
        stack, process = self._running.pop(name)
        process.send_signal(how)
        process.wait(30)
        stack.close()

    def close(self) -> None:
        for stack, _ in self._running.values():
            stack.close()


@contextmanager
def running_copies() -> Iterator[tuple[Copies, Proxy]]:
    with tempfile.TemporaryDirectory() as folder:
        copies = Copies(Path(folder))
        try:
            copies.start("a")
            copies.start("b")
            with running_proxy(copies.at("a"), copies.at("b")) as proxy:
                proxy.wait_for(a="UP", b="UP")
                yield copies, proxy
        finally:
            copies.close()
