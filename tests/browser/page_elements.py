"""Find elements of the report's page, and wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chromium_pages import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def rows(page: Page) -> Locator:
    return page.get_by_role("tree").get_by_role("treeitem")


def words(locator: Locator) -> str:
    return " ".join(locator.inner_text().split())


def detail(page: Page) -> Locator:
    return page.locator("#detail")


def labels(figure: Locator) -> list[str]:
    return figure.locator("svg .node text").all_text_contents()


def until(locator: Locator, text: str) -> None:
    """Wait until the element holds the text."""
    from playwright.sync_api import expect

    expect(locator).to_contain_text(text, timeout=PATIENCE)


def focused(page: Page) -> str:
    """Return the focused element: its role or tag, and its text."""
    named = "(e.getAttribute('aria-label') ?? e.textContent).trim().replace(/\\s+/g, ' ')"
    kind = "e.getAttribute('role') ?? e.tagName.toLowerCase()"
    result = page.evaluate(f"(e => `${{{kind}}}: ${{{named}}}`)(document.activeElement)")
    return str(result)
