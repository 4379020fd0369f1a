"""Pages of real runs, from the command to the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium_pages import Open

from symheap.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def open_run(open_address: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Return a function that runs a command, writes the last run as a page, and opens it."""
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(EXAMPLES)

    def opened(*command: str) -> Page:
        main([*command])
        file = tmp_path / "page.html"
        assert main(["show", "last", "-o", str(file)]) == 0
        return open_address(file.as_uri())

    return opened


def test_an_exploration(open_run: Open, capsys: pytest.CaptureFixture[str]) -> None:
    page = open_run("explore", "javalite/alias.jl")
    printed = capsys.readouterr().out
    assert "6 traces (4 normal, 2 exceptional, 0 cut)" in printed
    assert page.locator(".verdict").inner_text().endswith("2 findings")
    assert page.locator(".figures-strip").first.inner_text().split()[:6] == [
        *("traces", "6", "normal", "4", "exceptional", "2"),
    ]
    item = page.locator("li.finding").first
    item.get_by_role("link", name="alias.jl:9").click()
    assert page.locator("tr.here th").inner_text() == "9"
    page.get_by_role("tab", name="Tree").click()
    page.get_by_role("treeitem").filter(has_text="path 5").click()
    detail = page.locator("#detail")
    assert detail.get_by_role("heading", level=2).inner_text() == "Path 5"
    for view, heap in (("Example", "Heap before"), ("Symbolic heap", "Symbolic heap at the end")):
        detail.get_by_role("button", name=view).click()
        assert "this" in detail.get_by_role("img", name=heap).locator("text").all_text_contents()
    block = printed.partition("path 5: ")[2].partition("\n")[0]
    assert detail.locator(".ending-words span").last.inner_text() == block


def test_the_heap_of_a_crash(open_run: Open) -> None:
    page = open_run("explore", "tutorial/Playlist.java::Playlist::play")
    detail = page.locator("#detail")
    after = detail.get_by_role("img", name="Heap after")
    assert after.locator("rect.wrong").count() == 1
    assert after.locator("text.note").text_content() == "first is null, line 36"
    assert detail.get_by_role("img", name="Heap before").locator(".wrong").count() == 0
    story = "`first` is ② when the call begins; the run sets it to null, and line 36 uses it."
    assert detail.locator(".story").inner_text() == story
    assert page.locator("li.finding .story").inner_text() == story
    page.get_by_role("tab", name="Tree").click()
    first = page.get_by_role("treeitem").first
    assert " ".join(first.inner_text().split()).startswith("Playlist.java:31 first == null yes")


def test_a_proof_that_fails(open_run: Open, capsys: pytest.CaptureFixture[str]) -> None:
    page = open_run("prove", "c/queue.c")
    assert "unsafe (null-dereference)" in capsys.readouterr().out
    assert page.locator(".verdict").inner_text().endswith("Unsafe: 1 finding")
    assert [page.locator("#subjects .mark").nth(at).inner_text() for at in range(3)] == ["✓", "✓", "✗"]
    detail = page.locator("#detail")
    assert "null-dereference" in detail.locator(".banner").inner_text()
    assert "error: null-dereference" in detail.locator(".trace li").last.inner_text()
    assert detail.get_by_role("img", name="Transition system").locator("g.state").count() > 0
    page.locator("#subjects").get_by_role("link", name="length").click()
    invariant = detail.locator(".part", has_text="Loop invariants")
    assert "ls(Λ1, ≥0" in invariant.inner_text()
    assert "safe" in detail.locator(".banner.good").inner_text()


def test_a_comparison(open_address: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    file = tmp_path / "page.html"
    assert main(["compare", "javalite/swap.jl", "--format", "html", "-o", str(file)]) == 0
    page = open_address(file.as_uri())
    told = page.locator(".figures-table").first.inner_text()
    for heap in ("pose", "summary", "lazy"):
        assert heap in told
    assert "open" not in (page.locator(".verdict").get_attribute("class") or "")
