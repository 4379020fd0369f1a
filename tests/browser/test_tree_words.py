"""The tree of decisions in words, and the paths that it shows."""

from __future__ import annotations

import page_parts as parts
import pytest
from chromium_pages import Open
from page_elements import detail, rows, until, words

LONG = "src/AVeryLongNameOfAClassThatNobodyWouldChooseForAFileOfTheirOwn.java"


def model() -> dict[str, object]:
    null = {**parts.branch(4, True), "words": "n == null: yes"}
    some = {**parts.branch(4, False), "words": "n == null: no"}
    inside = [{**parts.branch(352, each, file="HashMap.java"), "minor": True} for each in (True, False)]
    paths = [
        parts.path(0, branches=[null]),
        parts.path(1, branches=[some, inside[0]]),
        parts.path(2, branches=[some, inside[1]]),
        parts.path(
            3,
            "bad",
            "throws NullPointerException at src/Stack.java:9",
            branches=[some, inside[1], {**parts.branch(812, True, file=LONG), "words": f"{'value + ' * 20}0 < 1: yes"}],
            outcome={"kind": "error", "error": "null", "position": "src/Stack.java:9", "stack": []},
        ),
    ]
    return parts.model([parts.exploration(paths)], [parts.finding(9, "3")])


def test_the_tree_says_what_was_decided(open_model: Open) -> None:
    page = open_model(model())
    page.get_by_role("tab", name="Tree").click()
    assert words(rows(page).first).startswith("Stack.java:4 n == null yes")
    page.get_by_label("Search the tree").fill("n == null: no")
    until(page.locator("#status"), "1 hit")


def test_decisions_of_libraries_are_folded(open_model: Open) -> None:
    page = open_model(model())
    page.get_by_role("tab", name="Tree").click()
    assert "HashMap" not in page.get_by_role("tree").inner_text()
    assert rows(page).count() == 5
    switch = page.get_by_role("button", name="Library decisions")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    assert "HashMap.java:352" in words(page.get_by_role("tree"))
    switch.click()
    assert "HashMap" not in page.get_by_role("tree").inner_text()


def test_decisions_of_a_path_are_told_and_those_of_libraries_are_folded(open_model: Open) -> None:
    page = open_model(model(), "#s0-p1")
    decisions = detail(page).locator(".part", has=page.get_by_role("heading", name="Decisions (1)"))
    assert words(decisions.locator("tbody tr").first) == "1 Stack.java:4 n == null no"
    decisions.get_by_text("All 2, with 1 in libraries").click()
    until(decisions, "HashMap.java:352")


@pytest.mark.parametrize("width", [400, 1360])
def test_lines_are_never_cut(open_model: Open, width: int) -> None:
    page = open_model(model(), viewport={"width": width, "height": 800})
    page.get_by_role("tab", name="Tree").click()
    at = rows(page).filter(has_text="path 3").locator(".where")
    assert (at.text_content() or "").endswith(":812")
    assert at.evaluate("e => e.scrollWidth <= Math.ceil(e.getBoundingClientRect().width)")
    assert at.evaluate("e => e.getBoundingClientRect().right <= e.closest('.tree').getBoundingClientRect().right")
    seen = (
        "e => { const r = e.getBoundingClientRect(); return document.elementFromPoint(r.right - 2, r.top + 5) === e; }"
    )
    at.scroll_into_view_if_needed()
    assert at.evaluate(seen)


@pytest.mark.parametrize(
    ("choice", "paths"),
    [
        ("Paths that crash", ["path 3"]),
        ("Paths that end normally", ["path 0", "path 1", "path 2"]),
        ("Finding: NullPointerException: top is null, Stack.java:9", ["path 3"]),
        ("All paths", ["path 0", "path 1", "path 2", "path 3"]),
    ],
)
def test_paths_are_filtered_by_outcome_and_finding(open_model: Open, choice: str, paths: list[str]) -> None:
    page = open_model(model())
    page.get_by_role("tab", name="Tree").click()
    page.get_by_label("Paths to show").select_option("Paths that crash")
    page.get_by_label("Paths to show").select_option(choice)
    assert sorted(rows(page).locator(".tally").filter(has_text="path").all_text_contents()) == paths


def test_paths_are_filtered_by_line(open_model: Open) -> None:
    page = open_model(model())
    page.get_by_role("tab", name="Tree").click()
    page.get_by_label("Only paths that come by this line").fill("812")
    page.keyboard.press("Enter")
    until(page.locator("#status"), "1 path")
    assert "path 3" in words(rows(page).last)


def test_a_link_to_a_path_that_is_filtered_out_shows_all_paths(open_model: Open) -> None:
    page = open_model(model())
    page.get_by_role("tab", name="Tree").click()
    page.get_by_label("Paths to show").select_option("Paths that end normally")
    assert page.get_by_role("tree").get_by_text("path 3").count() == 0
    page.evaluate("location.hash = '#s0-p1'")
    detail(page).get_by_role("heading", name="Path 1").wait_for()
    page.evaluate("location.hash = '#s0-p3'")
    page.get_by_role("tree").get_by_text("path 3").wait_for()
    assert page.get_by_label("Paths to show").input_value() == ""
