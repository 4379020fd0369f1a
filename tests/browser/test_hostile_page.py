"""Names that look like markup, scripts or control characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import page_builder as build
from chromium_pages import Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

_ALL_TEXT = """() => {
  const found = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walk.nextNode()) {
    const at = walk.currentNode;
    if (at.nodeType === Node.TEXT_NODE) {
      if (!["SCRIPT", "NOSCRIPT"].includes(at.parentNode.tagName)) found.push(at.data);
    } else for (const name of ["title", "aria-label", "alt", "placeholder"]) found.push(at.getAttribute(name) ?? "");
  }
  return found.join("\\n");
}"""
_STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def everything(page: Page) -> str:
    """Return all text of the page, showing every view of every subject once."""
    from playwright.sync_api import expect

    told = []
    for subject in page.locator("#subjects a").all():
        subject.click()
        expect(subject).to_have_attribute("aria-current", re.compile("."))
        for tab in page.get_by_role("tab").all():
            tab.click()
            page.locator("details").evaluate_all("all => all.forEach(each => (each.open = true))")
            told.append(str(page.evaluate(_ALL_TEXT)))
    return "\n".join(told)


def test_nothing_runs_and_nothing_is_reordered(open_model: Open) -> None:
    page = open_model(build.hostile())
    told = everything(page)
    assert page.evaluate("window.hacked") is None
    assert page.locator("body img:not(.plot img), body iframe, body svg[onload]").count() == 0
    assert page.locator("script").count() == 2
    assert _STEERS.search(told) is None


def test_hostile_text_is_shown_as_its_escapes(open_model: Open) -> None:
    page = open_model(build.hostile())
    told = everything(page)
    for shown in (
        build.SCRIPT,
        "abc\\u202egnp.exe\\u2066x",
        "bell\\x07 escape\\x1b[31m null\\x00 line\\u2028end",
        "\\ud800 lone",
    ):
        assert shown in told


def test_each_hostile_path_can_be_shown(open_model: Open) -> None:
    page = open_model(build.hostile())
    seen = [page.locator("#detail h2").inner_text()]
    for _ in build.NAMES[1:]:
        page.get_by_role("link", name="Next path").click()
        page.wait_for_function("text => document.querySelector('#detail h2').innerText !== text", arg=seen[-1])
        seen.append(page.locator("#detail h2").inner_text())
    assert len(set(seen)) == len(build.NAMES)
    assert page.get_by_role("link", name="Next path").count() == 0
    assert page.evaluate("window.hacked") is None


def test_text_without_end_is_cut_where_it_would_be_in_the_way(open_model: Open) -> None:
    page = open_model(build.hostile())
    page.get_by_role("tab", name="Tree").click()
    row = page.locator(".row", has_text="LLLL").first
    assert row.bounding_box() is not None
    assert (row.bounding_box() or {"height": 0})["height"] <= 30
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
