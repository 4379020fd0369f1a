"""Fixtures for pages in a real browser.  At the end of each test nothing may have gone wrong in its pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium_pages import PATIENCE, Open, Watch, chromium, missing

from symheap.page.render import page as rendered

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip each test, by name, if no browser is available."""
    reason = missing()
    if reason is not None:
        here = Path(__file__).parent
        for item in items:
            if here in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    arguments = ["--disable-gpu"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as started:
        result = started.chromium.launch(executable_path=chromium(), args=arguments, timeout=PATIENCE)
        yield result
        result.close()


@pytest.fixture
def open_address(browser: Browser) -> Iterator[Open]:
    watch = Watch(browser)
    yield watch.open
    watch.close()
    assert watch.wrong == []


@pytest.fixture
def open_model(open_address: Open, tmp_path: Path) -> Open:
    """Return a function that opens the page of a model from disk."""

    def opened(model: dict[str, object], fragment: str = "", **options: object) -> Page:
        file = tmp_path / "page.html"
        file.write_text(rendered(model), encoding="utf-8")
        return open_address(file.as_uri() + fragment, **options)

    return opened
