"""A tree of ten thousand nodes is quick, and a deep one is no problem."""

from __future__ import annotations

import time
from pathlib import Path

import page_builder as build
from chromium_pages import PATIENCE, Open

from symheap.page.render import page as rendered

LEAVES = 5_000  # with as many inner nodes, less one
LIMIT = 2.0


def test_ten_thousand_nodes_are_interactive_in_two_seconds(open_address: Open, tmp_path: Path) -> None:
    """Measures from the start of loading until all rows are open and have been searched; the best of three."""
    from playwright.sync_api import expect

    file = tmp_path / "page.html"
    file.write_text(rendered(build.bushy(LEAVES)), encoding="utf-8")
    taken: list[float] = []
    while len(taken) < 3 and min(taken, default=LIMIT) >= LIMIT:
        begun = time.perf_counter()
        page = open_address(file.as_uri())
        page.get_by_role("tab", name="Tree").click()
        page.get_by_role("button", name="Expand all").click()
        assert page.get_by_role("tree").locator(".space").evaluate("e => e.offsetHeight") == 28 * (2 * LEAVES - 2)
        page.get_by_label("Search the tree").fill("returns 4711")
        expect(page.locator("#status")).to_contain_text("1 hit", timeout=PATIENCE)
        taken.append(time.perf_counter() - begun)
        page.close()
    assert min(taken) < LIMIT, taken


def test_only_rows_in_sight_are_elements(open_model: Open) -> None:
    page = open_model(build.bushy(LEAVES))
    page.get_by_role("tab", name="Tree").click()
    page.get_by_role("button", name="Expand all").click()
    tree = page.get_by_role("tree")
    assert tree.get_by_role("treeitem").count() < 100
    tree.get_by_role("treeitem").first.focus()
    page.keyboard.press("End")
    assert f"path {LEAVES - 1}" in tree.get_by_role("treeitem").last.inner_text()
    assert tree.get_by_role("treeitem").count() < 100
    page.keyboard.press("Home")
    tree.evaluate("e => { e.scrollTop = 100000; }")
    assert page.evaluate("document.activeElement.dataset.at") == "0"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == "1"


def test_every_path_of_a_large_tree_has_an_address(open_model: Open) -> None:
    page = open_model(build.bushy(LEAVES), "#s0-p4321")
    page.get_by_role("tab", name="Tree").click()
    chosen = page.locator("[role=treeitem][aria-selected=true]")
    assert "path 4321" in chosen.inner_text()
    assert "x == 4321" in page.locator("#detail").inner_text()


def test_a_loop_of_a_thousand_turns(open_model: Open) -> None:
    page = open_model(build.deep(1_000), "#s0-p999")
    chosen = page.locator("[role=treeitem][aria-selected=true]")
    assert chosen.get_attribute("aria-level") == "999"
    assert page.locator("#detail .decisions tbody tr").count() == 40
