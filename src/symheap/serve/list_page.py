"""The list of runs as a page, in the style of the pages it links to."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from symheap.page.render import data, style

_SHARED: Final = ("text", "dom", "theme")
"""Scripts shared with the pages of runs."""


def list_page(runs: Mapping[str, object], token: str) -> str:
    return Template(_own("runs.html")).substitute(
        policy=escape(list_policy()),
        token=escape(token, quote=True),
        style=_style(),
        data=data(runs),
        script=_script(),
    )


@cache
def list_policy() -> str:
    """The content security policy of the page."""
    rules = (
        "default-src 'none'",
        f"style-src {_hash(_style())}",
        f"script-src {_hash(_script())}",
        "connect-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(rules)


@cache
def _style() -> str:
    return f"{style()}\n{_own('runs.css')}"


@cache
def _script() -> str:
    shared = files("symheap.page").joinpath("assets")
    parts = [shared.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in _SHARED]
    body = "\n".join((*parts, _own("runs.js")))
    return f'\n(() => {{\n"use strict";\n\n{body}\n}})();\n'


def _own(name: str) -> str:
    return files("symheap.serve").joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
