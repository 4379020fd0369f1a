"""Heaps before and after a run, and drawings in their frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import page_parts as parts
import proof_page_builder as proofs
import pytest
from chromium_pages import Open
from heap_cases import CASES
from page_elements import detail, until, words

from symheap.report.draw.heaps.drawn import draw_scene

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PHONE = {"width": 400, "height": 800}
WIDE = ["list", "long list", "deep tree with variables", "opened map", "matrix", "removed from a deque", "lasso"]


def model(*names: str) -> dict[str, object]:
    paths = [
        parts.path(n, heaps=draw_scene(CASES[name]()).to_json(), input=None, ending=name)
        for n, name in enumerate(names)
    ]
    return parts.model([parts.exploration(paths)])


def figures(page: Page) -> Locator:
    return detail(page).locator("figure.drawn")


def place(figure: Locator, title: str) -> list[str | None]:
    """Return the place of an object's box."""
    box = figure.locator("g", has=figure.page.locator(f"text.title:text-is('{title}')")).locator("rect.box")
    return [box.get_attribute(name) for name in ("x", "y", "width", "height")]


def test_both_heaps_have_the_same_places(open_model: Open) -> None:
    page = open_model(model("appended list"), "#s0-p0")
    before, after = figures(page).nth(0), figures(page).nth(1)
    assert [words(each.locator("figcaption")) for each in (before, after)] == ["Before", "After"]
    for title in ("① Node", "② Node", "③ Node"):
        assert place(before, title) == place(after, title)
    assert before.locator("g.new").count() == 0
    assert after.locator("g.object.new text.title").all_text_contents() == ["❶ Node"]
    assert after.locator("rect.written").count() == 1
    until(detail(page).locator(".heap-legend"), "made by the run")


def test_one_drawing_is_enough_if_nothing_changes(open_model: Open) -> None:
    page = open_model(model("tree"), "#s0-p0")
    assert figures(page).count() == 1
    until(figures(page), "nothing changes")
    assert detail(page).locator(".heap-legend").count() == 0


def test_the_null_of_a_crash_is_marked(open_model: Open) -> None:
    page = open_model(model("crash"), "#s0-p0")
    assert figures(page).nth(0).locator(".wrong").count() == 0
    assert figures(page).nth(1).locator("rect.wrong").count() == 1
    assert figures(page).nth(1).locator("text.note").text_content() == "null at line 36"


def test_the_symbolic_heap_is_the_second_view(open_model: Open) -> None:
    page = open_model(model("list"), "#s0-p0")
    page.get_by_role("button", name="Symbolic heap").click()
    assert figures(page).get_by_role("img", name="Symbolic heap at the end").locator("ellipse").count() == 1
    until(detail(page).locator(".heap-legend"), "a reference")
    page.get_by_role("button", name="Example").click()
    assert figures(page).locator("svg.heaps").count() == 1


def test_what_is_folded_is_shown_on_request(open_model: Open) -> None:
    page = open_model(model("long list"), "#s0-p0")
    assert figures(page).locator("g.fold text.title").all_text_contents() == ["… 25 more"]
    page.get_by_role("button", name="Show everything").click()
    assert figures(page).locator("g.fold").count() == 0
    assert figures(page).locator("g.object").count() == 31
    page.get_by_role("button", name="Show everything").click()
    assert figures(page).locator("g.fold").count() == 1


def test_the_drawing_is_told_in_words(open_model: Open) -> None:
    page = open_model(model("garbage"), "#s0-p0")
    figures(page).nth(1).get_by_text("In words").click()
    until(figures(page).nth(1).locator("ul.words"), "① List {first: ③, last: ③}")


@pytest.mark.parametrize("viewport", [{"width": 1360, "height": 850}, PHONE], ids=["desktop", "phone"])
def test_a_drawing_is_never_cut_off(open_model: Open, viewport: dict[str, int]) -> None:
    page = open_model(model(*WIDE), "#s0-p0", viewport=viewport)
    for number in range(len(WIDE)):
        page.evaluate(f"location.hash = '#s0-p{number}'")
        detail(page).get_by_role("heading", name=f"Path {number}").wait_for()
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for frame in figures(page).locator(".frame").all():
            assert frame.evaluate("f => f.scrollWidth <= f.clientWidth && f.scrollHeight <= f.clientHeight"), WIDE[
                number
            ]


@pytest.mark.parametrize("viewport", [{"width": 1360, "height": 850}, PHONE], ids=["desktop", "phone"])
def test_a_large_system_opens_on_its_root(open_model: Open, viewport: dict[str, int]) -> None:
    page = open_model(_large_system(), viewport=viewport)
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    figure = detail(page).get_by_role("group", name="Transition system, can be scrolled")
    inside = """f => {
      const [frame, root] = [f.getBoundingClientRect(), f.querySelector("g.node").getBoundingClientRect()];
      const middle = root.left + root.width / 2;
      return frame.top <= root.top && root.bottom <= frame.bottom && frame.left < middle && middle < frame.right;
    }"""
    assert figure.evaluate(inside)
    assert figure.locator("g.node").first.evaluate("n => n.getBoundingClientRect().height") > 15
    figure.locator("xpath=..").get_by_role("button", name="Fit").click()
    assert figure.evaluate("f => f.scrollWidth <= f.clientWidth")


def _large_system() -> dict[str, object]:
    states = [
        {
            "x": 1200 - 30 * n,
            "y": 40 + 90 * n,
            "w": 180,
            "h": 50,
            "shape": "state",
            "lines": [f"{n}: main"],
            "title": "",
        }
        for n in range(32)
    ]
    made = proofs.proof()
    subjects = made["subjects"]
    assert isinstance(subjects, list)
    subjects[0] = {**subjects[0], "graph": {"w": 1463, "h": 2926, "nodes": states, "edges": []}}
    return made
