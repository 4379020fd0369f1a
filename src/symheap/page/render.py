"""The results of a run as one self-contained HTML file.

The page holds its style, its script and its data, of which paths are packed (`packing`).  Its content security policy
lets it run that script and that style, known by their hashes, and load images that are written into it; it can reach
nothing else.  Data are a block of JSON
that no reading of the page takes for markup, and reach the page as text only.

A live page makes the following requests and no others.  All go to the address it was given, with the header
``X-Symheap-Token``:

``GET ADDRESS?subject=K&since=N``
    each second.  `K` is the number of the last subject that the page holds, `N` the number of paths it holds of that
    subject; both are 0 if it holds none.  Answer 200: the current `document` of the model.  It may leave out the
    subjects before `K`, and the paths of `K` before number `N`.  A path that the page already holds is replaced; a
    subject that is not an exploration is sent whole.  ``sources`` may be left out if unchanged; ``run``,
    ``findings`` and ``headline`` are always sent.  Once ``run.state`` is no longer ``running``, the page asks for
    everything (``subject=0&since=0``), which brings data added to paths after they were found, and then polls every
    five seconds only.  An answer may stop after some path; then its ``next`` is what to ask for at once.  The same
    holds for the model inside the page.

``GET ADDRESS/path/K/N``
    when the user opens path `N` of subject `K` and it is ``brief``, which means that its large parts were left out.
    Answer 200: its ``input``, ``final``, ``smt2`` and ``text``.

``POST ADDRESS/stop``, ``POST ADDRESS/resume``
    with an empty body.  Any 2xx answer means success; the text of any other answer is shown.

The token is that of ``<meta name="symheap-token">``, or that of the fragment ``#token=…`` in the address of the page,
from which it is removed at once.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from symheap.page.headline import Headline, headline, part, parts
from symheap.page.packing import packed
from symheap.report.draw.colours import variables
from symheap.report.draw.labels import printable

STYLES: Final = ("colours", "layout", "parts", "tree", "source", "drawing", "heaps", "print")
SCRIPTS: Final = (
    "text",
    "dom",
    "unpack",
    "model",
    "computation",
    "rows",
    "filters",
    "treeview",
    "drawing",
    "heaps",
    "source",
    "findings",
    "path",
    "proof",
    "tables",
    "facts",
    "subjects",
    "header",
    "theme",
    "select",
    "live",
    "main",
)
_SHOWN_WITHOUT_SCRIPT: Final = 200
_UNSAFE_IN_MARKUP: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


@dataclass(frozen=True, slots=True)
class Live:
    """The address that a live page asks for updates.  `nonce` is for a server whose policy uses nonces."""

    address: str
    token: str = ""
    nonce: str = ""


def page(model: Mapping[str, object], live: Live | None = None) -> str:
    """Return the page of a model; with `live`, one that follows its run."""
    summary = headline(model)
    target = str(part(model.get("run")).get("target") or "results")
    return Template(_asset("page.html")).substitute(
        policy=_attribute(policy(live=live is not None)),
        metas=_metas(live) if live is not None else "",
        title=_text(target[:200]),
        nonce=f' nonce="{_attribute(live.nonce)}"' if live is not None and live.nonce else "",
        style=style(),
        script=script(),
        without_script=_without_script(target, summary, model),
        data=data(packed(document(model)) if live is None else document(model)),
    )


def document(model: Mapping[str, object]) -> dict[str, object]:
    """Return the data that the page reads: the model and its headline."""
    return {**model, "headline": headline(model).to_json()}


def data(value: object) -> str:
    """Return `value` as ASCII JSON without characters that have a meaning in markup or end a line of a script."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character, escaped in _UNSAFE_IN_MARKUP.items():
        text = text.replace(character, escaped)
    return text


def policy(*, live: bool = False) -> str:
    """Return the content security policy of the page, for its own element and for the header of a server."""
    rules = [
        "default-src 'none'",
        f"style-src {_hash(style())}",
        f"script-src {_hash(script())}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join([*rules, "connect-src 'self'"] if live else rules)


@cache
def style() -> str:
    return f"\n:root {{\n{variables()}\n}}\n" + "\n".join(_asset(f"{name}.css") for name in STYLES)


@cache
def script() -> str:
    """Return all scripts in one scope, invisible from outside."""
    body = "\n".join(_asset(f"{name}.js") for name in SCRIPTS)
    return f'\n(() => {{\n"use strict";\n\n{body}\n}})();\n'


@cache
def _asset(name: str) -> str:
    return files("symheap.page").joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _metas(live: Live) -> str:
    metas = f'<meta name="symheap-live" content="{_attribute(live.address)}">'
    return metas + (f'\n<meta name="symheap-token" content="{_attribute(live.token)}">' if live.token else "")


# Without a script -----------------------------------------------------------------------------------------------------


def _without_script(target: str, told: Headline, model: Mapping[str, object]) -> str:
    """Return the summary in plain markup, for browsers without JavaScript."""
    figures = "".join(f"<li>{_text(name)}: {_text(value)}</li>" for name, value in told.figures)
    reasons = "".join(f"<li>not complete: {_text(reason)}</li>" for reason in told.reasons)
    all_findings = parts(model.get("findings"))
    findings = "".join(f"<li>{_text(_finding(each))}</li>" for each in all_findings[:_SHOWN_WITHOUT_SCRIPT])
    more = len(all_findings) - _SHOWN_WITHOUT_SCRIPT
    return (
        f"<h1>{_text(target)}</h1><p><strong>{_text(told.words)}</strong></p><ul>{reasons}{figures}</ul>"
        f"<ul>{findings}{f'<li>and {more} more</li>' if more > 0 else ''}</ul>"
        "<p>The tree, the source and the drawings need JavaScript, which is switched off.</p>"
    )


def _finding(finding: Mapping[str, object]) -> str:
    place, severity = f"{finding.get('file')}:{finding.get('line')}", finding.get("severity")
    return f"{place}: {severity}: {finding.get('kind')}: {finding.get('message')}"


def _text(text: str) -> str:
    return escape(printable(text))


def _attribute(text: str) -> str:
    return escape(printable(text), quote=True)
