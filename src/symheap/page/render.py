"""The results of a run as one HTML file that needs nothing but itself.

The page holds its style, its script and its data, of which paths are packed (`packing`).  Its content security policy
lets it run that script and that style, known by their hashes, and load images that are written into it; it can reach
nothing else.  Data are a block of JSON
that no reading of the page takes for markup, and reach the page as text only.

Live, the same page makes these requests, and no others, all to the address it was given, all with the header
``X-Symheap-Token``:

``GET ADDRESS?subject=K&since=N``
    each second.  `K` is the number of the last subject that the page holds, `N` how many paths it holds of it; both
    are 0 if it holds none.  Answer 200: `document` of the model as it is now, of whose subjects those before `K` may
    be left out, and of `K` those paths that come before number `N`.  A path that the page holds already is replaced;
    a subject that is no exploration comes whole.  ``sources`` may be left out if they are as before; ``run``,
    ``findings`` and ``headline`` come always.  Once ``run.state`` is no longer ``running``, the page asks for all of
    it (``subject=0&since=0``), which brings what was added to paths after they were found, and then every five
    seconds only.  An answer may break off after some path; then its ``next`` is what to ask for at once.  The model of
    the page itself may too.
``GET ADDRESS/path/K/N``
    when somebody looks at path `N` of subject `K` and it is ``brief``, which says that what is large of it was left
    out.  Answer 200: its ``input``, ``final``, ``smt2`` and ``text``.
``POST ADDRESS/stop``, ``POST ADDRESS/resume``
    with an empty body.  Any 2xx answer is success; of any other, the text of the answer is shown.

The token is that of ``<meta name="symheap-token">``, or of the fragment ``#token=…`` with which the page was opened,
which is taken off the address at once.
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
from symheap.report.draw.labels import printable

STYLES: Final = ("colours", "layout", "parts", "tree", "source", "drawing", "print")
SCRIPTS: Final = (
    "text",
    "dom",
    "unpack",
    "model",
    "computation",
    "rows",
    "treeview",
    "drawing",
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
    """Where a page that is served asks for what is new.  `nonce` is for a server whose policy goes by nonces."""

    address: str
    token: str = ""
    nonce: str = ""


def page(model: Mapping[str, object], live: Live | None = None) -> str:
    """The page of a model; with `live`, one that follows its run."""
    told = headline(model)
    target = str(part(model.get("run")).get("target") or "results")
    return Template(_asset("page.html")).substitute(
        policy=_attribute(policy(live=live is not None)),
        metas=_metas(live) if live is not None else "",
        title=_text(target[:200]),
        nonce=f' nonce="{_attribute(live.nonce)}"' if live is not None and live.nonce else "",
        style=style(),
        script=script(),
        without_script=_without_script(target, told, model),
        data=data(packed(document(model)) if live is None else document(model)),
    )


def document(model: Mapping[str, object]) -> dict[str, object]:
    """What the page reads: the model, and what it comes to."""
    return {**model, "headline": headline(model).to_json()}


def data(value: object) -> str:
    """`value` as JSON in ASCII, without any character that means something in markup or ends a line of a script."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character, escaped in _UNSAFE_IN_MARKUP.items():
        text = text.replace(character, escaped)
    return text


def policy(*, live: bool = False) -> str:
    """The content security policy of the page, as its own element has it and as a server may send it."""
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
    return "\n" + "\n".join(_asset(f"{name}.css") for name in STYLES)


@cache
def script() -> str:
    """All modules in one scope, which nothing outside of it sees."""
    body = "\n".join(_asset(f"{name}.js") for name in SCRIPTS)
    return f'\n(() => {{\n"use strict";\n\n{body}\n}})();\n'


@cache
def _asset(name: str) -> str:
    return files("symheap.page").joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _metas(live: Live) -> str:
    found = f'<meta name="symheap-live" content="{_attribute(live.address)}">'
    return found + (f'\n<meta name="symheap-token" content="{_attribute(live.token)}">' if live.token else "")


# Without a script -----------------------------------------------------------------------------------------------------


def _without_script(target: str, told: Headline, model: Mapping[str, object]) -> str:
    """The summary in plain markup."""
    figures = "".join(f"<li>{_text(name)}: {_text(value)}</li>" for name, value in told.figures)
    reasons = "".join(f"<li>not complete: {_text(reason)}</li>" for reason in told.reasons)
    found = parts(model.get("findings"))
    findings = "".join(f"<li>{_text(_finding(each))}</li>" for each in found[:_SHOWN_WITHOUT_SCRIPT])
    more = len(found) - _SHOWN_WITHOUT_SCRIPT
    return (
        f"<h1>{_text(target)}</h1><p><strong>{_text(told.words)}</strong></p><ul>{reasons}{figures}</ul>"
        f"<ul>{findings}{f'<li>and {more} more</li>' if more > 0 else ''}</ul>"
        "<p>The tree, the source and the drawings need JavaScript, which is switched off.</p>"
    )


def _finding(found: Mapping[str, object]) -> str:
    place, severity = f"{found.get('file')}:{found.get('line')}", found.get("severity")
    return f"{place}: {severity}: {found.get('kind')}: {found.get('message')}"


def _text(text: str) -> str:
    return escape(printable(text))


def _attribute(text: str) -> str:
    return escape(printable(text), quote=True)
