"""The report for everybody: by keyboard, by a screen reader, on paper, on small screens, light and dark."""

from __future__ import annotations

import page_builder as build
import proof_page_builder as proofs
import pytest
from chromium_pages import Open
from page_elements import detail, focused, rows, until


def test_the_theme_is_switched_and_kept(open_model: Open) -> None:
    page = open_model(build.stack(), color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Switch to dark").click()
    assert page.evaluate(paper) == "rgb(13, 17, 23)"
    page.reload()
    assert page.evaluate(paper) == "rgb(13, 17, 23)"
    page.get_by_role("button", name="Switch to light").click()
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


def test_dark_systems_get_a_dark_page(open_model: Open) -> None:
    page = open_model(build.stack(), color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(13, 17, 23)"


def test_without_storage_the_theme_is_switched_all_the_same(open_model: Open) -> None:
    broken = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no storage'); }})"
    page = open_model(build.stack(), init=broken, color_scheme="light")
    page.get_by_role("button", name="Switch to dark").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_everything_by_keyboard(open_model: Open) -> None:
    page = open_model(build.stack())
    press = page.keyboard.press
    press("Tab")
    assert focused(page) == "a: Skip to the details"
    press("Tab")
    assert focused(page).startswith("button: Switch to")
    press("Tab")
    assert focused(page).startswith("tab: Findings")
    press("ArrowRight")
    assert focused(page) == "tab: Tree"
    for _ in range(6):
        press("Tab")
    assert focused(page).startswith("treeitem: Stack.java:9 dereference null")
    press("Home")
    assert focused(page).startswith("treeitem: Stack.java:4 branch true")
    press("Enter")
    until(detail(page).get_by_role("heading", level=2), "Path 0")
    assert focused(page).startswith("treeitem: Stack.java:4 branch true")
    press("ArrowDown")
    press("ArrowLeft")
    assert rows(page).count() == 2
    press("ArrowRight")
    press("ArrowRight")
    assert "path 1" in focused(page)
    press("ArrowLeft")
    assert focused(page).startswith("treeitem: Stack.java:4 branch false")
    press("End")
    assert "path 3" in focused(page)
    assert page.locator("[role=treeitem][tabindex='0']").count() == 1


def test_the_link_on_top_skips_to_the_details(open_model: Open) -> None:
    page = open_model(build.stack())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "detail"


def test_on_paper_there_are_findings_path_and_source_and_no_controls(open_model: Open) -> None:
    from playwright.sync_api import expect

    page = open_model(build.stack())
    page.get_by_role("tab", name="Tree").click()
    page.emulate_media(media="print")
    for kept in (".verdict", ".findings", "#detail svg", ".conditions", "table.source"):
        expect(page.locator(kept).first).to_be_visible()
    assert page.locator("button:visible, input:visible, [role=tree]:visible, [role=tablist]:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.detail')).overflow") == "visible"


@pytest.mark.parametrize("make", [build.stack, build.several, proofs.proof, proofs.study, build.hostile])
def test_nothing_is_wider_than_a_small_screen(open_model: Open, make: object) -> None:
    assert callable(make)
    page = open_model(make(), viewport={"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_a_screen_reader_finds_its_way(open_model: Open) -> None:
    page = open_model(build.several())
    page.get_by_role("tab", name="Tree").click()
    told = page.locator("body").aria_snapshot()
    for landmark in ("banner", 'navigation "Subjects"', "main", 'tablist "Views"', 'tree "Computation tree"', "status"):
        assert f"- {landmark}" in told, landmark
    assert 'heading "src/Stack.java" [level=1]' in told
    assert 'treeitem "Stack.java:4 branch true ends normally returns value path 0"' in told.replace("✓ ", "").replace(
        "✓", ""
    )
    assert page.locator("h1").count() == 1
    for control in page.locator("button:visible, a:visible, input:visible, select:visible").all():
        assert control.get_attribute("aria-label") or (control.text_content() or "").strip()
    item = rows(page).first
    assert [item.get_attribute(f"aria-{name}") for name in ("level", "setsize", "posinset")] == ["1", "2", "1"]
