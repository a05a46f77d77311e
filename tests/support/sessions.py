"""Sessions that are recorded: all that a server sends a reader, to be compared byte by byte.

What a run varies by right is put out of the record by :data:`NORMALIZERS`, each with its reason.
"""

import asyncio
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

import httpx2
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from components.presentation.pages import SLUGS
from tests.bench.reader import Reader

#: What a browser fetches before anything of a session.
FIRST_FILES: Final = ("/_stcore/health", "/_stcore/host-config")
#: Headers of the connection, of the moment, of the session's own secret, and of the content with
#: the port of its server in it: its length once it is compressed, and its hash.
UNRECORDED_HEADERS: Final = frozenset(
    {"connection", "content-length", "date", "etag", "server", "set-cookie", "transfer-encoding"}
)
#: Files that readers wait for at once: the server refuses more than eight, and says when to ask
#: again.
FILES_AT_ONCE: Final = 7
#: Uploads at once: of more than seventeen small ones the server refuses the last.
UPLOADS_AT_ONCE: Final = 12
#: How often a first document is asked for that came without its text, as many were asked for.
MOST_DOCUMENT_TIMES: Final = 30
#: What surrounds a difference in a message, in bytes to either side.
CONTEXT_BYTES: Final = 80

WORD: Final = re.compile(rb"/takeaway/own/([\w-]{32})/")
#: The dates of a PDF in its own form and in XMP's, and its id, which is a hash of these, too.
PDF_TIMES: Final = (
    re.compile(rb"D:\d{14}Z"),
    re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"),
    re.compile(rb"(?<=\()[\w+/]{22}==(?=\)\])"),
    re.compile(rb"(?<=<xmpMM:InstanceID>)[\w+/]{22}=="),
)
LOCAL_PORT: Final = re.compile(rb"127\.0\.0\.1:\d{5}\b")


def hide_port(content: bytes) -> bytes:
    """Every server has a port of its own; pages name it in their policy and in links."""
    return LOCAL_PORT.sub(b"127.0.0.1:00000", content)


def hide_word(content: bytes) -> bytes:
    """An opened story has a random word, by which its own page asks for its files."""
    return WORD.sub(b"/takeaway/own/" + b"W" * 32 + b"/", content)


def hide_times_of_members(content: bytes) -> bytes:
    """The slides are a ZIP archive whose members have the time at which they were written."""
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [name.encode() + b"\n" + archive.read(name) for name in archive.namelist()]
    return b"\n".join(members)


def hide_times_of_pdf(content: bytes) -> bytes:
    """The handout of an opened story says when it was made."""
    if content.startswith(b"%PDF"):
        for pattern in PDF_TIMES:
            content = pattern.sub(b"", content)
    return content


NORMALIZERS: Final[tuple[Callable[[bytes], bytes], ...]] = (
    hide_times_of_members,
    hide_times_of_pdf,
    hide_port,
    hide_word,
)


def hide_download_id(delta: Delta) -> None:
    """A button whose file is made when it is pressed has a random id in each run."""
    if delta.new_element.WhichOneof("type") == "download_button":
        delta.new_element.download_button.ClearField("deferred_file_id")


def normalize(content: bytes) -> bytes:
    for hide in NORMALIZERS:
        content = hide(content)
    return content


@dataclass(frozen=True)
class SessionPlan:
    """What one reader opens, and then looks at and takes along, in this order."""

    name: str
    #: The file's name and content; without it the reader reads the server's story.
    story: tuple[str, bytes] | None
    language: str
    theme: str
    #: Slugs of pages, each with the query of a view.
    pages: Sequence[tuple[str, str]]
    #: Paths of the server's story; names of files of an opened one.
    files: Sequence[str]
    #: Whether the reader closes the opened story at last, and looks at the server's.
    closes: bool = False


Record = dict[str, bytes]


@dataclass
class RecordingReader(Reader):
    """A reader who keeps all that comes, by what was asked for."""

    record: Record = field(default_factory=dict)
    word: str = ""
    _step: str = ""
    _elements: dict[str, bytes] = field(default_factory=dict)

    def note(self, label: str, content: bytes) -> None:
        """Record something under a label, and what comes again under the same as the next time."""
        label = normalize(label.encode()).decode()
        turn = 1
        while f"{label} ({turn})" in self.record:
            turn += 1
        self.record[f"{label} ({turn})"] = normalize(content)

    async def _get(
        self, path: str, method: str = "GET", content: bytes | None = None
    ) -> httpx2.Response:
        answer = await super()._get(path, method, content)
        if path not in FIRST_FILES and path.strip("/") not in SLUGS:
            self.note_answer(f"{method} {path}", answer)
        return answer

    def note_answer(self, label: str, answer: httpx2.Response) -> None:
        headers = sorted(
            f"{name}: {value}"
            for name, value in answer.headers.multi_items()
            if name not in UNRECORDED_HEADERS
        )
        self.note(f"{self._step} {label}", "\n".join(headers).encode())
        self.note(f"{self._step} {label}", answer.content)

    async def document(self, slug: str, query: str) -> None:
        """Record the first document of a page, with its text."""
        path = f"/{slug}?{query}"
        for _ in range(MOST_DOCUMENT_TIMES):
            answer = await super()._get(path)
            if b'id="first"' in answer.content:
                self.note_answer(f"GET {path}", answer)
                return
        raise AssertionError(f"{path} has no text")

    async def view(self, slug: str, query: str) -> None:
        """Run a page with a view in its address; record each of its elements as it is at last."""
        self._step = f"{slug or 'overview'}?{query}"
        self._elements.clear()
        await self.run(query, slug=slug)
        for path, element in sorted(self._elements.items()):
            self.note(f"{self._step} {path}", element)

    async def _heard(self, message: ForwardMsg) -> bytes:
        raw = await super()._heard(message)
        if found := WORD.search(raw):
            self.word = found[1].decode()
        kind = message.WhichOneof("type")
        if kind == "new_session":
            # What follows is drawn in the place of what was there.
            self._elements.clear()
        elif kind == "delta":
            path = "element " + ".".join(map(str, message.metadata.delta_path))
            hide_download_id(message.delta)
            self._elements[path] = message.delta.SerializeToString(deterministic=True)
        elif kind in {"page_config_changed", "page_info_changed", "page_not_found"}:
            self._elements[str(kind)] = raw
        return raw


def address_of(reader: RecordingReader, plan: SessionPlan, name: str) -> tuple[str, str]:
    """Return how and where a reader asks for a file."""
    if plan.story is None:
        is_product = name.startswith("/takeaway/") and "/drawings/" not in name
        return ("POST" if is_product else "GET"), name
    name, _, query = name.partition("?")
    query = urlencode({"lang": plan.language}) + (f"&{query}" if query else "")
    method = "GET" if name.startswith("rows.") else "POST"
    return method, f"/takeaway/own/{reader.word}/{name}?{query}"


class Visit:
    """One reader's session on a server: it is opened, read, and stays until the stack is closed."""

    def __init__(self, base: str, plan: SessionPlan) -> None:
        self.plan = plan
        self.reader = RecordingReader(
            base, list(FIRST_FILES), language=plan.language, theme=plan.theme
        )

    async def open(self, stack: AsyncExitStack, uploads: asyncio.Semaphore) -> None:
        await self.reader.open(stack, "data")
        if self.plan.story:
            async with uploads:
                await self.reader.upload("upload", *self.plan.story)

    async def read(self, files: asyncio.Semaphore) -> None:
        """Look at every page of the plan and take every file along."""
        for slug, query in self.plan.pages:
            await self.reader.view(slug, query)
            if self.plan.story is None:
                async with files:
                    await self.reader.document(slug, f"{query}&lang={self.plan.language}")
                    if slug == "":
                        await self.reader.ask("view", self.reader.view_address(query))
        self.reader._step = "file"
        for name in self.plan.files:
            async with files:
                method, path = address_of(self.reader, self.plan, name)
                await self.reader.ask("file", path, method)
        if self.plan.closes:
            await self.reader.close_story()
            await self.reader.view("", "")
        self.reader.note("faults", repr(self.reader.faults).encode())


async def _record(base: str, plans: Sequence[SessionPlan]) -> list[Record]:
    visits = [Visit(base, plan) for plan in plans]
    uploads, files = asyncio.Semaphore(UPLOADS_AT_ONCE), asyncio.Semaphore(FILES_AT_ONCE)
    async with AsyncExitStack() as stack:
        # All have their story open before the first one looks at a page of it.
        await asyncio.gather(*(visit.open(stack, uploads) for visit in visits))
        await asyncio.gather(*(visit.read(files) for visit in visits))
    return [visit.reader.record for visit in visits]


def record_sessions(base: str, plans: Sequence[SessionPlan]) -> dict[str, Record]:
    """Have all readers on one server at the same time; return their records by name."""
    records = asyncio.run(_record(base, plans))
    return {plan.name: record for plan, record in zip(plans, records, strict=True)}


def first_difference(here: bytes, there: bytes) -> str:
    """Return what surrounds the first byte in which two messages differ."""
    at = next(
        (
            index
            for index, (one, other) in enumerate(zip(here, there, strict=False))
            if one != other
        ),
        min(len(here), len(there)),
    )
    span = slice(max(at - CONTEXT_BYTES, 0), at + CONTEXT_BYTES)
    return f"byte {at}: {here[span]!r} against {there[span]!r}"


def differences(name: str, alone: Record, shared: Record) -> list[str]:
    """Return in what a session on a shared server differs from the same on a server of its own."""
    found = [f"{name}: {label} is missing" for label in sorted(alone.keys() - shared.keys())]
    found += [f"{name}: {label} is too much" for label in sorted(shared.keys() - alone.keys())]
    for label in sorted(alone.keys() & shared.keys()):
        if alone[label] != shared[label]:
            found.append(f"{name}: {label}, {first_difference(alone[label], shared[label])}")
    return found
