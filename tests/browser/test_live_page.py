"""The page of a run that is still going, against a scripted server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import page_parts as parts
import pytest
from chromium_pages import PATIENCE, Open

from symheap.page.render import Live, document, page, policy

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Run:
    """A run that grows: its current model, and the requests it received."""

    def __init__(self) -> None:
        self.model = _running(2)
        self.asked: list[tuple[str, str, str | None]] = []
        self.refuse = ""

    def grow(self, paths: int, **run: object) -> None:
        self.model = _running(paths, **run)

    def answer(self, subject: int, since: int) -> dict[str, object]:
        result = document(self.model)
        subjects = result["subjects"]
        assert isinstance(subjects, list)
        result["subjects"] = [
            {**each, "paths": each["paths"][since if each["number"] == subject else 0 :]}
            for each in subjects
            if each["number"] >= subject
        ]
        return result


def _running(paths: int, **run: object) -> dict[str, object]:
    made = [
        parts.path(n, ending=f"returns {n}", branches=[parts.branch(7, True)] * n + [parts.branch(7, False)])
        for n in range(paths)
    ]
    progress = {
        "traces": paths,
        "paths": paths,
        "queries": 3,
        "frontier": 17,
        "solver_seconds": 0.1,
        "memory_mb": 123.4,
        "covered": 3,
        "lines": 6,
        "doing": "exploring pop",
    }
    about = {"state": "running", "status": None, "progress": progress, "seconds": 0.4, **run}
    findings = [parts.finding(9, "4")] if paths > 4 else []
    running = about["state"] == "running"
    subject = {**parts.exploration(made), "totals": None if running else parts.totals()}
    return parts.model([subject], findings, **about)


def _handler(run: Run) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            where = urlsplit(self.path)
            if where.path == "/":
                self._send(200, "text/html; charset=utf-8", page(run.model, Live("/api/run/1", token="secret")))
                return
            self._note()
            query = {name: int(values[0]) for name, values in parse_qs(where.query).items()}
            self._send(200, "application/json", json.dumps(run.answer(query["subject"], query["since"])))

        def do_POST(self) -> None:
            self._note()
            self._send(409 if run.refuse else 204, "text/plain", run.refuse)

        def _note(self) -> None:
            run.asked.append((self.command, self.path, self.headers.get("X-Symheap-Token")))

        def _send(self, status: int, kind: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Security-Policy", policy(live=True))
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


@pytest.fixture
def run() -> Run:
    return Run()


@pytest.fixture
def address(run: Run) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(run)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def open_address(address: str, open_address: Open) -> Open:
    """Close the pages before their server: a page that asks a closed server complains."""
    return open_address


def until(shown: Page, selector: str, text: str) -> None:
    from playwright.sync_api import expect

    expect(shown.locator(selector).first).to_contain_text(text, timeout=PATIENCE)


def test_paths_come_in_and_what_is_chosen_stays(open_address: Open, address: str, run: Run) -> None:
    shown = open_address(address + "#s0-p1")
    until(shown, ".live", "exploring pop")
    until(shown, "#detail h2", "Path 1")
    shown.get_by_role("tab", name="Tree").click()
    shown.locator("[role=treeitem][aria-selected=true]").focus()
    run.grow(6)
    until(shown, "[role=tree]", "✓ends normally5")
    assert shown.locator("#detail h2").inner_text() == "Path 1"
    assert "path 1" in str(shown.evaluate("document.activeElement.textContent"))
    until(shown, "#tab-findings", "1")
    until(shown, ".verdict", "1 finding")
    until(shown, ".reasons", "still in progress")
    assert shown.get_by_role("tab", name="Tree").get_attribute("aria-selected") == "true"
    shown.get_by_role("button", name="Expand all").click()
    until(shown, "[role=tree]", "path 5")
    gets = [path for method, path, _ in run.asked if method == "GET"]
    assert gets[0] == "/api/run/1?subject=0&since=2"
    assert {token for _, _, token in run.asked} == {"secret"}


def test_progress_is_told(open_address: Open, address: str, run: Run) -> None:
    shown = open_address(address)
    until(shown, ".live", "paths/s")
    told = shown.locator(".live").inner_text()
    for fact in ("frontier", "17", "123 MB", "50 %", "25 %", "running"):
        assert fact in told
    run.grow(3, state="finished", status=0)
    until(shown, ".verdict", "Complete")
    assert shown.get_by_role("button", name="Stop").count() == 0
    asked = [path for _, path, _ in run.asked]
    shown.wait_for_timeout(5_500)
    assert "/api/run/1?subject=0&since=0" in [path for _, path, _ in run.asked][len(asked) - 1 :]


def test_stop_and_resume(open_address: Open, address: str, run: Run) -> None:
    shown = open_address(address)
    shown.get_by_role("button", name="Stop").click()
    until(shown, ".live", "Stopping")
    run.grow(3, state="interrupted")
    until(shown, ".verdict", "Interrupted")
    shown.get_by_role("button", name="Resume").click()
    until(shown, ".live", "Resuming")
    posts = [asked for asked in run.asked if asked[0] == "POST"]
    assert posts == [("POST", "/api/run/1/stop", "secret"), ("POST", "/api/run/1/resume", "secret")]
