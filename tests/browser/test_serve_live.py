"""``symheap serve`` in a real browser: a run grows, is stopped, is resumed, and reaches the same result."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium_pages import PATIENCE, Open

from symheap.report.explore.derived import kept_paths
from symheap.store.file import RunFile
from symheap.store.folder import file_of, files
from symheap.store.records import Header, RunState

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[2] / "examples" / "javalite"
EXPLORE = ("explore", "tree.jl", "--heap", "summary", "--max-calls", "5", "--quiet")
"""About 900 paths, at about 100 per second."""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "SYMHEAP_RUNS": str(tmp_path / "runs")}


@contextmanager
def symheap(environ: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "symheap", *arguments]
    with subprocess.Popen(command, cwd=EXAMPLES, env=environ, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    result = server.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/.*", result)
    return result


def until(holds: Callable[[], bool], what: str, shown: Page | None = None) -> None:
    """Wait, inside the page if there is one: its events are only processed then."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, what
        if shown is None:
            time.sleep(0.1)
        else:
            shown.wait_for_timeout(100)


def found(file: Path) -> tuple[RunState, int]:
    with RunFile.read(file) as run:
        return run.standing().state, sum(run.path_count(each.number) for each in run.subjects())


def results(file: Path) -> set[tuple[str, ...]]:
    with RunFile.read(file) as run:
        return {
            (path.place, path.ending, *path.key) for each in run.subjects() for path in kept_paths(run, each.number)
        }


def the_only(folder: Path) -> Path:
    until(lambda: len(files(folder)) == 1, "a run")
    return files(folder)[0]


def paths_shown(shown: Page) -> int:
    """Return the number of paths in the head of the details."""
    return int(shown.locator(".steps").inner_text().rpartition("of ")[2])


def figure(shown: Page, name: str) -> str:
    named = shown.locator("dt", has_text=re.compile(f"^{name}$"))
    return shown.locator(".live dl div", has=named).locator("dd").inner_text()


@pytest.mark.slow
def test_a_run_is_seen_growing_stopped_and_gone_on_with(
    open_address: Open, environ: dict[str, str], tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    folder = Path(environ["SYMHEAP_RUNS"])
    with symheap(environ, *EXPLORE) as exploring:
        file = the_only(folder)
        until(lambda: found(file)[1] > 3, "some paths")
        exploring.send_signal(signal.SIGSTOP)
        with symheap(environ, "serve", "last", "--no-open") as server:
            shown = open_address(address_of(server))
            expect(shown.locator(".live dl")).to_contain_text("running", timeout=PATIENCE)
            held = found(file)[1]
            until(lambda: figure(shown, "state") == "running", "the state", shown)
            exploring.send_signal(signal.SIGCONT)
            until(lambda: paths_shown(shown) > held, "more paths", shown)
            for name in ("paths", "paths/s", "solver share", "frontier", "memory", "coverage", "now"):
                assert figure(shown, name)
            shown.screenshot(path=tmp_path / "running.png")
            shown.get_by_role("button", name="Stop").click()
            assert exploring.wait(PATIENCE / 1000) == 130
            expect(shown.locator(".verdict")).to_contain_text("Interrupted", timeout=PATIENCE)
            assert found(file)[0] is RunState.INTERRUPTED
            assert held < found(file)[1] < 253
            shown.screenshot(path=tmp_path / "stopped.png")
            shown.get_by_role("button", name="Resume").click()
            until(lambda: found(file)[0] is RunState.FINISHED, "the end", shown)
            expect(shown.locator(".live dl")).to_contain_text("finished", timeout=PATIENCE)
            shown.goto(shown.url.partition("#")[0] + "#s1-p0")
            expect(shown.locator(".detail-head .steps")).to_contain_text("1 of 253", timeout=PATIENCE)
            expect(shown.locator("#detail svg").first).to_be_visible(timeout=PATIENCE)
            shown.screenshot(path=tmp_path / "finished.png")
            shown.close()
    with symheap({**environ, "SYMHEAP_RUNS": str(tmp_path / "whole")}, *EXPLORE) as whole:
        assert whole.wait(PATIENCE / 1000) == 3
    assert results(file) == results(the_only(tmp_path / "whole"))
    assert len(results(file)) == 253


def test_names_in_the_list_are_text(open_address: Open, environ: dict[str, str]) -> None:
    from playwright.sync_api import expect

    hostile = "<img src=x onerror=alert(1)>\"'&\u202e\x1b"
    header = Header("a", "explore", hostile, (), "/", "2026-11-15T00:00:00+00:00")
    with RunFile.create(file_of(Path(environ["SYMHEAP_RUNS"]), "<img src=x>\"'&"), header) as run:
        run.stand(RunState.FINISHED, 0)
    with symheap(environ, "serve", "--no-open") as server:
        shown = open_address(address_of(server))
        expect(shown.locator("tbody .target")).to_have_text("<img src=x onerror=alert(1)>\"'&\\u202e\\x1b")
        assert shown.locator("img").count() == 0
        shown.locator("tbody a").first.click()
        expect(shown.locator("h1")).to_contain_text("<img src=x", timeout=PATIENCE)
        shown.close()


def test_the_list_leads_to_a_run_and_back(open_address: Open, environ: dict[str, str], tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with symheap(environ, "explore", "swap.jl", "--quiet") as exploring:
        assert exploring.wait(PATIENCE / 1000) == 0
    with symheap(environ, "serve", "--no-open") as server:
        shown = open_address(address_of(server))
        row = shown.locator("tbody tr")
        expect(row).to_have_count(1)
        expect(row).to_contain_text("swap.jl")
        expect(row).to_contain_text("finished")
        shown.screenshot(path=tmp_path / "list.png")
        shown.get_by_role("button", name="Switch to dark").click()
        with shown.expect_download() as saving:
            row.get_by_role("link", name="save").click()
        assert saving.value.suggested_filename.endswith(".html")
        row.get_by_role("link").first.click()
        expect(shown.locator(".verdict")).to_contain_text("Complete", timeout=PATIENCE)
        assert shown.evaluate("document.documentElement.dataset.theme") == "dark"
        shown.get_by_role("link", name="All runs").click()
        expect(shown.locator("tbody tr")).to_have_count(1, timeout=PATIENCE)
        shown.close()
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE / 1000) == 0
