"""Debian's Chromium without a window, driven by Playwright: where to find it, and what must not happen in its pages."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Error, Page, Request

Open = Callable[..., "Page"]
PATIENCE = 120_000.0
"""Milliseconds; test machines may be busy."""


def chromium() -> str | None:
    named = os.environ.get("SYMHEAP_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


def missing() -> str | None:
    """Return why no browser is available, or None."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    return None if chromium() else "no chromium on the PATH, and SYMHEAP_CHROMIUM is not set"


class Watch:
    """Opens pages in fresh contexts, and records forbidden events.

    These are errors, complaints on the console, dialogs, and requests to anything but the page's own file or server.
    """

    def __init__(self, browser: Browser) -> None:
        self.wrong: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._homes: tuple[str, ...] = ("data:",)

    def open(self, address: str, *, init: str = "", **options: object) -> Page:
        wanted = {"viewport": {"width": 1360, "height": 850}, **options}
        context = self._browser.new_context(**wanted)  # type: ignore[arg-type]
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if init:
            context.add_init_script(init)
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("dialog", self._dialog)
        page.on("request", self._request)
        home = address.partition("#")[0]
        self._homes = (*self._homes, urljoin(home, "/") if home.startswith("http") else home)
        page.goto(address)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"{message.type}: {message.text}")

    def _error(self, error: Error) -> None:
        self.wrong.append(f"error: {error}")

    def _dialog(self, dialog: Dialog) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self._homes):
            self.wrong.append(f"request: {request.url}")
