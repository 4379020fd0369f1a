"""The documentation site, opened from the disk."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium_pages import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    built = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=600)
    return built


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """A page in which nothing may go wrong, and which may request nothing outside of the site."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("console", lambda message: wrong.append(message.text))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    yield opened
    context.close()
    assert wrong == []
    assert [address for address in asked if not address.startswith((folder.as_uri(), "data:"))] == []


def test_every_page_opens_with_all_its_pictures(page: Page, folder: Path) -> None:
    pictures = 0
    for file in sorted(folder.rglob("*.html")):
        page.goto(file.as_uri())
        assert page.locator("main h1").count() == 1, file
        assert page.locator("nav [aria-current]").count() == 1, file
        pictures += page.locator("main img").count()
        assert page.evaluate("[...document.images].every((image) => image.naturalWidth > 0 && image.alt)"), file
    assert pictures >= 10


def test_searching_by_keyboard(page: Page, folder: Path) -> None:
    page.goto((folder / "heap-models" / "pose.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("heap summaries errata")
    hits = page.locator("#found a")
    hits.first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "errata.html" in address or "summary.html" in address)
    page.keyboard.press("/")
    page.keyboard.type("no page has this word: xyzzy")
    page.get_by_text("Nothing has all of these words.").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("#found").is_hidden()


def test_a_narrow_page_does_not_scroll_sideways(page: Page, folder: Path) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    for name in ("tutorial.html", "heap-models/summary.html", "rules.html"):
        page.goto((folder / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 400, name
