"""The report in a browser, used by mouse and by keyboard."""

from __future__ import annotations

import re

import page_builder as build
import page_parts as parts
import proof_page_builder as proofs
import pytest
from chromium_pages import Open
from page_elements import detail, focused, labels, rows, until, words

# Opening --------------------------------------------------------------------------------------------------------------


def test_it_opens_from_disk(open_model: Open) -> None:
    page = open_model(build.stack())
    assert page.title() == "src/Stack.java · symheap"
    assert page.get_by_role("heading", level=1).inner_text() == "src/Stack.java"
    assert "1 finding" in page.locator(".verdict").inner_text()
    assert page.locator(".figures-strip").inner_text().split("\n")[:4] == ["traces", "4", "normal", "2"]


@pytest.mark.parametrize(("verdict", "style"), [("unknown", "open"), ("unsafe", "bad"), ("safe", "good")])
def test_what_is_unknown_does_not_look_safe(open_model: Open, verdict: str, style: str) -> None:
    page = open_model(proofs.proof(verdict))
    shown = page.locator(".verdict")
    assert style in (shown.get_attribute("class") or "")
    assert words(shown).lower().strip("✓✗? ").startswith(verdict)
    assert (page.locator(".reasons").count() == 1) == (verdict == "unknown")


def test_the_run_is_told(open_model: Open) -> None:
    page = open_model(build.stack())
    page.get_by_role("tab", name="Run").click()
    panel = page.get_by_role("tabpanel", name="Run")
    assert "max-calls" not in panel.inner_text()
    for name in ("Settings", "Versions"):
        panel.locator("summary", has_text=name).click()
    for fact in (
        "symheap explore src/Stack.java --heap pose",
        "max-calls",
        "4.13",
        "integers wrap around",
        "7 queries",
    ):
        until(panel, fact)


def test_the_command_can_be_typed_again(open_model: Open) -> None:
    model = parts.model(
        [parts.exploration([parts.path(0)])], arguments=["explore", "A.java::f(int, int)", "--heap", "it's"]
    )
    page = open_model(model)
    page.get_by_role("tab", name="Run").click()
    told = page.get_by_role("tabpanel", name="Run").locator(".listing code").inner_text()
    assert told == "symheap explore 'A.java::f(int, int)' --heap 'it'\\''s'"


# The tree -------------------------------------------------------------------------------------------------------------


def test_rows_are_collapsed_and_expanded(open_model: Open) -> None:
    page = open_model(build.stack())
    page.get_by_role("tab", name="Tree").click()
    assert rows(page).count() == 6
    page.get_by_role("button", name="Collapse all").click()
    assert rows(page).count() == 2
    inner = rows(page).nth(1)
    assert inner.get_attribute("aria-expanded") == "false"
    inner.click()
    assert inner.get_attribute("aria-expanded") == "true"
    assert rows(page).count() == 4
    page.get_by_role("button", name="Expand all").click()
    assert rows(page).count() == 6


def test_decisions_without_an_alternative_are_one_row(open_model: Open) -> None:
    forced = [parts.branch(4, True), parts.branch(5, True), parts.branch(6, True)]
    paths = [
        parts.path(0, branches=[*forced, parts.branch(7, True)]),
        parts.path(1, branches=[*forced, parts.branch(7, False)]),
    ]
    page = open_model(parts.model([parts.exploration(paths)]))
    assert rows(page).count() == 3
    assert "then 2 more" in words(rows(page).first)


def test_traces_of_one_path_stand_below_it(open_model: Open) -> None:
    page = open_model(
        parts.model([parts.exploration([parts.path(n, branches=[parts.branch(4, True)]) for n in range(3)])])
    )
    assert rows(page).count() == 4
    assert "3 traces" in words(rows(page).first)
    assert [rows(page).nth(at).get_attribute("aria-level") for at in range(4)] == ["1", "2", "2", "2"]


@pytest.mark.parametrize(
    ("query", "hits", "row"),
    [
        ("NullPointer", 1, "path 2"),
        ("top.next != null", 1, "path 3"),
        ("stack.java:8 true", 1, "Stack.java:8 branch"),
        ("#1", 1, "path 1"),
        ("dereference", 2, "dereference"),
    ],
)
def test_a_search_opens_what_leads_to_its_hits(open_model: Open, query: str, hits: int, row: str) -> None:
    page = open_model(build.stack())
    page.get_by_role("tab", name="Tree").click()
    page.get_by_role("button", name="Collapse all").click()
    page.keyboard.press("/")
    page.keyboard.type(query)
    until(page.locator("#status"), f"{hits} hit")
    found = page.locator(".row.hit")
    assert found.count() == hits
    assert row in words(found.first)
    page.keyboard.press("Escape")
    until(page.locator("#status"), "")
    assert page.locator(".row.hit").count() == 0


def test_a_search_without_hits_says_so(open_model: Open) -> None:
    page = open_model(build.stack())
    page.get_by_role("tab", name="Tree").click()
    page.get_by_label("Search the tree").fill("nowhere")
    until(page.locator("#status"), "no hits")
    assert rows(page).count() == 0


# Paths and heaps ------------------------------------------------------------------------------------------------------


def test_from_the_tree_to_the_heap(open_model: Open) -> None:
    page = open_model(build.stack())
    page.get_by_role("tab", name="Tree").click()
    rows(page).filter(has_text="path 1").click()
    until(detail(page).get_by_role("heading", level=2), "Path 1")
    assert page.url.endswith("#s0-p1")
    drawn = detail(page).locator("figure").first
    assert drawn.get_by_role("img", name="Input heap").is_visible()
    assert labels(drawn) == ["this", "r0", "Stack", "top == null", "null", "3"]
    assert drawn.locator(".reference ellipse").count() == 1
    assert drawn.locator(".location rect").count() == 1
    assert drawn.locator("g.choice polygon").count() == 1
    assert drawn.locator(".edge text").all_text_contents() == ["true", "top", "yes", "no"]


def test_a_path_is_told_whole(open_model: Open) -> None:
    page = open_model(build.stack(), "#s0-p3")
    told = detail(page).inner_text()
    assert "Not confirmed" in told
    assert "value < 0 && top.next != null" in told
    assert "@Test void path3()" in told
    assert detail(page).locator(".decisions tbody tr").all_inner_texts()[2].split("\t")[1:] == [
        "Stack.java:9",
        "dereference",
        "object",
    ]
    detail(page).get_by_text("SMT-LIB").click()
    assert detail(page).get_by_label("the condition in SMT-LIB", exact=True).inner_text() == "(not (= |top| null))"
    detail(page).get_by_text("In words").first.click()
    assert "r0 --true--> Stack" in detail(page).locator(".words").first.inner_text()
    detail(page).get_by_text("As printed").click()
    assert "path 3: returns" in detail(page).get_by_label("the path as printed", exact=True).inner_text()


def test_a_drawing_is_zoomed(open_model: Open) -> None:
    page = open_model(build.stack())
    picture = detail(page).get_by_role("img", name="Input heap")
    page.get_by_role("button", name="Input heap in its own size").click()
    before = float(picture.get_attribute("width") or 0)
    page.get_by_role("button", name="Zoom into Input heap").click()
    assert float(picture.get_attribute("width") or 0) == pytest.approx(before * 1.25)


def test_text_is_copied_as_it_is(open_model: Open) -> None:
    page = open_model(build.stack(), permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy test path2").click()
    until(page.locator("#status"), "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "@Test void path2() { new Stack().pop(); }\n"


def test_from_a_finding_to_its_line_and_its_path(open_model: Open) -> None:
    page = open_model(build.stack(), "#s0-p0")
    item = page.get_by_role("tabpanel", name="Findings").locator("li.finding")
    assert "return top.value;" in item.locator(".here").inner_text()
    item.get_by_role("link", name="path 2").click()
    until(detail(page).get_by_role("heading", level=2), "Path 2")
    assert focused(page) == "h2: Path 2"
    item.get_by_role("link", name="Stack.java:9").click()
    line = page.locator("tr.here")
    assert line.locator("th").inner_text() == "9"
    assert page.get_by_role("tabpanel", name="Source").is_visible()
    assert "Path 2" in detail(page).inner_text()


def test_coverage_is_told_in_words_too(open_model: Open) -> None:
    page = open_model(build.stack())
    page.get_by_role("tab", name="Source").click()
    lines = page.locator("table.source tbody tr")
    assert lines.nth(0).locator(".cover").text_content() == ""
    assert lines.nth(3).locator(".cover").text_content() == "✓covered"
    assert lines.nth(8).locator(".cover").text_content() == "✗missed"
    assert "path 2: null" in lines.nth(8).inner_text()
    assert "NullPointerException" in lines.nth(9).inner_text()
    assert "6 covered" in page.locator(".legend").inner_text()


# Links and themes -----------------------------------------------------------------------------------------------------


def test_the_address_names_what_is_chosen(open_model: Open) -> None:
    page = open_model(build.several(), "#s4-p1")
    assert "Path 1" in detail(page).inner_text()
    assert words(page.locator("#subjects [aria-current]")).startswith("✓ Stack::clear")
    page.get_by_role("navigation").get_by_role("link", name="peek").click()
    until(detail(page).get_by_role("heading", level=2), "Path 0")
    page.go_back()
    until(detail(page).get_by_role("heading", level=2), "Path 1")
    assert page.url.endswith("#s4-p1")


@pytest.mark.parametrize("fragment", ["#s9", "#s0-p999", "#f9-l9", "#nonsense", "#%E0%A4%A", "#s0-p%E0%A4%A"])
def test_an_address_that_names_nothing_shows_the_beginning(open_model: Open, fragment: str) -> None:
    page = open_model(build.stack(), fragment)
    assert "Path 2" in detail(page).inner_text()


def test_subjects_are_filtered(open_model: Open) -> None:
    page = open_model(build.several())
    assert page.locator("#subjects li:visible").count() == 10
    page.get_by_label("Filter the subjects").fill("pEe")
    assert page.locator("#subjects li:visible").count() == 1
    assert words(page.locator("#subjects li:visible")).startswith("✓ Stack::peek")


# Proofs and studies ---------------------------------------------------------------------------------------------------


def test_a_proof_has_its_system_its_rounds_and_its_trace(open_model: Open) -> None:
    page = open_model(proofs.proof())
    system = detail(page).get_by_role("img", name="Transition system")
    assert system.locator("g.loop text").all_text_contents()[0] == "1: main, line 12 (loop)"
    assert system.locator("g.error rect").count() == 1
    assert system.locator("g.edge.cover").count() == 1
    lost = detail(page).get_by_role("group", name="Discontinuity").inner_text()
    assert re.search(r"Before the abstraction[^§]*After it[^§]*Doomed state[^§]*list = 0", lost)
    assert "possible-use-after-free" in detail(page).locator(".banner").inner_text()
    steps = detail(page).locator(".trace li")
    assert steps.count() == 2
    steps.nth(1).get_by_role("button", name="Show the heap of step 2").click()
    assert "item" in labels(detail(page).locator(".stage"))
    steps.nth(1).get_by_role("link").click()
    assert page.locator("tr.here th").inner_text() == "2"


def test_tables_are_sorted(open_model: Open) -> None:
    page = open_model(proofs.study())

    def column(at: int) -> list[str]:
        return page.locator(f"table.figures-table tbody tr > :nth-child({at})").all_inner_texts()

    page.get_by_role("button", name="traces").click()
    assert column(2) == ["1,300", "12", "4"]
    page.get_by_role("button", name="traces").click()
    assert column(2) == ["4", "12", "1,300"]
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="class").click()
    assert column(1) == ["Queue", "Stack", "TreeMap"]


def test_plots_are_images_that_run_nothing(open_model: Open) -> None:
    page = open_model(proofs.study())
    image = page.get_by_role("img", name="Traces")
    image.scroll_into_view_if_needed()
    assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") == 300
    assert page.evaluate("window.hacked") is None
