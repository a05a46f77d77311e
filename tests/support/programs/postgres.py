"""A server of PostgreSQL of the tests' own.

It has a folder of its own, listens on a socket in it alone, and runs as a user without rights, as
PostgreSQL wants it.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

PACKAGE = "postgresql"
#: Who runs the server where the tests run as root; the package makes this user.
USER = "postgres"
#: A server of tests loses nothing of worth when the machine stops.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=32MB"


def find() -> Path | None:
    """The folder of PostgreSQL's programs: ``POSTGRES``, then Debian's newest, then the path's."""
    if given := os.environ.get("POSTGRES"):
        return Path(given)
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def _run(*command: str | Path, folder: Path) -> None:
    user = USER if os.geteuid() == 0 else None
    done = subprocess.run(command, cwd=folder, user=user, capture_output=True, text=True)
    if done.returncode:
        log = folder / "log"
        said = log.read_text("utf-8") if log.is_file() else ""
        raise RuntimeError(f"{command[0]}: {done.stdout}{done.stderr}{said}")


class Postgres:
    """A server that runs; ``address`` is that of its one database, as ``STORY_DATA`` has it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._control = (programs / "pg_ctl", "-D", folder / "data", "-w", "-s")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' {FAST}"
        log = ("-l", self.folder / "log", "-o", options)
        _run(*self._control, *log, "start", folder=self.folder)

    def end(self) -> None:
        """End it at once, whatever it is asked just then."""
        _run(*self._control, "-m", "immediate", "stop", folder=self.folder)

    @property
    def address(self) -> str:
        return f"postgresql://owner@/postgres?host={quote(str(self.folder), safe='')}"

    def make(
        self, table: str, columns: Mapping[str, str], rows: Iterable[tuple[object, ...]]
    ) -> None:
        import psycopg
        from psycopg.sql import SQL, Identifier

        typed = [SQL("{} " + kind).format(Identifier(name)) for name, kind in columns.items()]
        named = Identifier(table)
        with psycopg.connect(f"host={self.folder} user=owner dbname=postgres") as held:
            held.execute(SQL("CREATE TABLE {} ({})").format(named, SQL(", ").join(typed)))
            with held.cursor().copy(SQL("COPY {} FROM STDIN").format(named)) as copied:
                for row in rows:
                    copied.write_row(row)

    def run(self, sql: str, *values: str) -> None:
        import psycopg

        with psycopg.connect(f"host={self.folder} user=owner dbname=postgres") as held:
            held.execute(sql.encode(), values or None)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    programs = find()
    if programs is None:
        raise FileNotFoundError(PACKAGE)
    # Short: a socket's path has a hundred letters at most.
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        data = folder / "data"
        _run(
            programs / "initdb", "-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync", folder=folder,
        )  # fmt: skip
        running = Postgres(folder, programs)
        running.start()
        try:
            yield running
        finally:
            running.end()
