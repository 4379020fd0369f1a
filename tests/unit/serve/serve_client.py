"""A server over a folder of runs, and a client that sends exactly what it is given."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from symheap.serve.guard import Guard
from symheap.serve.library import Library
from symheap.serve.messages import Answer, HttpRequest
from symheap.serve.server import PageServer
from symheap.serve.site import RunSite
from symheap.store.file import RunFile
from symheap.store.folder import file_of
from symheap.store.records import Document, Header, RunState, Source, TextPath

TOKEN = "a-token-that-nobody-guesses"
OTHER = "a-token-that-somebody-guess"


def header(name: str = "a", target: str = "swap.jl") -> Header:
    return Header(name, "explore", target, ("explore", target), "/", "2026-11-15T00:00:00+00:00", {"heap": "pose"})


def path(number: int, *, style: str = "good", ending: str = "returns 1", text: str = "path\n") -> TextPath:
    crash = {"kind": "throw", "position": f"swap.jl:{number + 1}", "error": "null"}
    outcome = crash if style == "bad" else {"kind": "return"}
    picture = {"nodes": [["a", "reference", "x"]], "edges": []}
    document: Document = {"smt2": "true", "branches": [], "outcome": outcome, "inputs": None}
    return TextPath(
        number, f"{number}/9", (str(number),), {"kind": "return"}, True, document, (), style, ending, text, picture
    )


def make_run(folder: Path, name: str = "a", paths: int = 2, target: str = "swap.jl", *, done: bool = True) -> Path:
    """Create a run that has ended; if not `done`, it was interrupted."""
    file = file_of(folder, name)
    with RunFile.create(file, header(name, target)) as run:
        run.add_source(Source(target, "class"))
        subject = run.subject(target, "exploration")
        for number in range(paths):
            run.add_path(subject.number, path(number), {"seconds": 0.1})
        if done:
            run.end_subject(subject.number, {"complete": True, "findings": [], "traces": {}})
        run.stand(RunState.FINISHED if done else RunState.INTERRUPTED, 0 if done else 130)
    return file


@dataclass(frozen=True, slots=True)
class Got:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True, slots=True)
class Client:
    """A client; `ask` identifies itself unless `headers` say otherwise; a header that is None is not sent."""

    port: int
    site: RunSite

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, target: str, headers: dict[str, str | None] | None = None, body: bytes = b"") -> Got:
        said: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}", "X-Symheap-Token": TOKEN}
        if method == "POST":
            said |= {"Origin": self.origin, "Content-Length": str(len(body))}
        said |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in said.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return Got(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def get(self, target: str, **headers: str | None) -> Got:
        return self.ask("GET", target, {name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def serving(folder: Path, named: Path | None = None) -> Iterator[Client]:
    with PageServer(0) as server:
        site = RunSite(Guard(server.port, TOKEN), Library(folder, named))
        server.respond = site.respond
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield Client(server.port, site)
        finally:
            server.shutdown()
            site.resuming.close()
            thread.join()


def answered(request: HttpRequest) -> Answer:
    return Answer(HTTPStatus.OK, request.method.encode())
