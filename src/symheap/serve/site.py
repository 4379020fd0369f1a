"""Map each request to its answer.

===================================================  ==============================================================
``GET /TOKEN/``                                      the list of runs ``GET /TOKEN/run/NAME``
the page of a run, which follows it ``GET /TOKEN/report/NAME.html``                      the same page as a
self-contained file ``GET /api/runs``                                    the list as JSON ``GET
/api/run/NAME?subject=K&since=N``              a run from path ``N`` of subject ``K`` on ``GET /api/run/NAME/path/K/N``
the large parts of path ``N`` of subject ``K`` ``POST /api/run/NAME/stop``, ``…/resume``            stops a run, or
resumes it ===================================================
==============================================================

Requests to ``/api`` need the token in the header ``X-Symheap-Token``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import quote

from symheap.page.model import page_model
from symheap.page.render import Live, data, page, policy
from symheap.serve import control
from symheap.serve.feed import Feed, Since
from symheap.serve.guard import TOKEN_HEADER, Guard
from symheap.serve.library import Library
from symheap.serve.list_page import list_page, list_policy
from symheap.serve.messages import HTML, JSON, Answer, HttpRequest, told
from symheap.store.file import RunFile
from symheap.store.records import StoreError

Act = Callable[[], Answer]
_PAGE_SECONDS: Final = 1.0
_NEWS_SECONDS: Final = 0.5
_UNFRAMED: Final = "; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class RunSite:
    guard: Guard
    library: Library
    feed: Feed = field(default_factory=Feed)
    resuming: control.Resuming = field(default_factory=control.Resuming)

    def respond(self, request: HttpRequest) -> Answer:
        """Answer a request.  Without the token a client learns nothing, not even which addresses exist."""
        if (refused := self.guard.refusal(request)) is not None:
            return refused
        match request.segments:
            case ("api", *names) if self.guard.knows(request.header(TOKEN_HEADER.lower())):
                action = self._call(names, request)
            case (token, *names) if self.guard.knows(token):
                action = self._document(names)
            case _:
                return told(HTTPStatus.FORBIDDEN)
        if action is None:
            return told(HTTPStatus.NOT_FOUND)
        method, act = action
        if request.method != method and (request.method, method) != ("HEAD", "GET"):
            return told(HTTPStatus.METHOD_NOT_ALLOWED, Allow=method if method == "POST" else "GET, HEAD")
        return _acted(act)

    def _document(self, names: list[str]) -> tuple[str, Act] | None:
        match names:
            case [""]:
                return "GET", self._list_page
            case ["run", name] if (file := self.library.file(name)) is not None:
                return "GET", lambda: self._live_page(name, file)
            case ["report", name] if name.endswith(".html"):
                known = self.library.file(name.removesuffix(".html"))
                return None if known is None else ("GET", lambda: _report(known))
        return None

    def _call(self, names: list[str], request: HttpRequest) -> tuple[str, Act] | None:
        match names:
            case ["runs"]:
                return "GET", lambda: _json(self._runs())
            case ["run", name] if (file := self.library.file(name)) is not None:
                return "GET", lambda: self._news(file, request)
            case ["run", name, "path", subject, number] if (file := self.library.file(name)) is not None:
                return "GET", lambda: self._rest(file, Since.parse(subject, number))
            case ["run", name, "stop"] if (file := self.library.file(name)) is not None:
                return "POST", lambda: self._stop(file)
            case ["run", name, "resume"] if (file := self.library.file(name)) is not None:
                return "POST", lambda: self._resume(file)
        return None

    # Reading ----------------------------------------------------------------------------------------------------------

    def _runs(self) -> dict[str, object]:
        runs, problems = self.library.list()
        return {"runs": [{**about.form(), "name": name} for name, about in runs], "problems": problems}

    def _list_page(self) -> Answer:
        return _html(list_page(self._runs(), self.guard.token), list_policy() + _UNFRAMED)

    def _live_page(self, name: str, file: Path) -> Answer:
        with RunFile.read(file) as run:
            news = self.feed.news(run, Since(), _PAGE_SECONDS)
        live = Live(f"/api/run/{quote(name, safe='')}", self.guard.token)
        return _html(page(news, live), policy(live=True) + _UNFRAMED)

    def _news(self, file: Path, request: HttpRequest) -> Answer:
        since = Since.parse(request.query("subject", "0"), request.query("since", "0"))
        if since is None:
            return told(HTTPStatus.BAD_REQUEST)
        with RunFile.read(file) as run:
            return _json(self.feed.news(run, since, _NEWS_SECONDS))

    def _rest(self, file: Path, of: Since | None) -> Answer:
        if of is None:
            return told(HTTPStatus.NOT_FOUND)
        with RunFile.read(file) as run:
            parts = self.feed.rest(run, of.subject, of.path)
        return told(HTTPStatus.NOT_FOUND) if parts is None else _json(parts)

    # Actions ----------------------------------------------------------------------------------------------------------

    def _stop(self, file: Path) -> Answer:
        control.stop(file)
        return told(HTTPStatus.ACCEPTED)

    def _resume(self, file: Path) -> Answer:
        self.resuming.resume(file)
        return told(HTTPStatus.ACCEPTED)


def _report(file: Path) -> Answer:
    """Return the page of a run as a download.  Its file name has only characters that a header can hold."""
    name = re.sub(r"[^A-Za-z0-9._-]", "_", file.stem)
    with RunFile.read(file) as run:
        content = page(page_model(run))
    kept = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return Answer(HTTPStatus.OK, content.encode(), HTML, policy() + _UNFRAMED, kept)


def _acted(act: Act) -> Answer:
    try:
        return act()
    except control.ControlRefused as why:
        return told(HTTPStatus.CONFLICT, str(why))
    except StoreError as why:
        return told(HTTPStatus.SERVICE_UNAVAILABLE, str(why))


def _json(value: object) -> Answer:
    return Answer(HTTPStatus.OK, data(value).encode(), JSON)


def _html(text: str, allowed: str) -> Answer:
    return Answer(HTTPStatus.OK, text.encode(), HTML, allowed)
