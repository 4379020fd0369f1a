"""The page as text: it declares who may run in it, and nothing in its data is markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser

import pytest

from symheap.page.render import SCRIPTS, STYLES, Live, data, document, page, policy, script, style

HOSTILE = (
    "</script><script>hacked()</script>",
    "<!--<script>",
    "\"'><img src=x onerror=hacked()>",
    "\u202eabc\u2066",
    "\x00\x1b[31m\u2028\u2029",
    "\ud800",
    "${script} $data $$",
)


class Elements(HTMLParser):
    """The elements of a page, with their attributes and the text directly inside them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.inside = False
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[-1][2].append(data)

    def texts(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attributes, "".join(text)) for name, attributes, text in self.found if name == tag]

    def meta(self, name: str) -> str | None:
        named = [each for each, _ in self.texts("meta") if name in (each.get("name"), each.get("http-equiv"))]
        return named[0].get("content") if named else None


def model(name: str = "Stack.java") -> dict[str, object]:
    finding = {"kind": name, "message": name, "file": name, "line": 3, "severity": "error", "subject": 0, "path": None}
    return {
        "format": 1,
        "run": {"id": "1", "command": "explore", "target": name, "state": "finished", "status": 1, "seconds": 1.5},
        "sources": [{"file": name, "text": name, "covered": [], "missed": []}],
        "findings": [finding],
        "subjects": [],
    }


def test_the_policy_knows_style_and_script_by_their_hashes() -> None:
    elements = Elements(page(model()))
    rules = elements.meta("Content-Security-Policy") or ""
    [(_, css)] = elements.texts("style")
    code = [text for attributes, text in elements.texts("script") if attributes.get("type") is None]
    assert len(code) == 1
    assert f"style-src {_hash(css)};" in rules
    assert f"script-src {_hash(code[0])};" in rules


def test_the_policy_allows_nothing_else() -> None:
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy().split("; ")}
    assert rules["default-src"] == ["'none'"]
    assert rules["img-src"] == ["data:"]
    assert "connect-src" not in rules
    assert not re.search(r"unsafe|\*|https?:", policy(live=True))
    assert "connect-src 'self'" in policy(live=True)


def test_no_address_of_another_place() -> None:
    elements = Elements(page(model()))
    addresses = [
        value for _, attributes, _ in elements.found for key, value in attributes.items() if key in ("href", "src")
    ]
    assert addresses
    assert all(value and (value.startswith(("#", "data:image/svg+xml,"))) for value in addresses)
    names = set(re.findall(r"https?://[^\s\"'`)]+", script() + style()))
    assert names == {"http://www.w3.org/2000/svg"}


def test_scripts_set_no_markup_and_no_style_attribute() -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|\.srcdoc"
    assert re.search(forbidden, script()) is None
    assert '"style"' not in script()


def test_assets_cannot_end_their_elements() -> None:
    assert "</script" not in script().lower()
    assert "<!--" not in script()
    assert "</style" not in style().lower()


def test_every_asset_is_in_the_page() -> None:
    from importlib.resources import files

    there = {each.name for each in files("symheap.page").joinpath("assets").iterdir()}
    assert there == {"page.html", *(f"{name}.js" for name in SCRIPTS), *(f"{name}.css" for name in STYLES)}


@pytest.mark.parametrize("name", HOSTILE)
def test_data_come_back_as_they_were_and_are_no_markup(name: str) -> None:
    shown = page(model(name))
    shown.encode("utf-8")
    elements = Elements(shown)
    [embedded] = [text for attributes, text in elements.texts("script") if attributes.get("type") == "application/json"]
    assert re.search(r"[<>&\u2028\u2029]", embedded) is None
    assert json.loads(embedded) == json.loads(json.dumps(document(model(name))))
    assert len(elements.texts("script")) == 2
    assert not elements.texts("img")


@pytest.mark.parametrize("name", HOSTILE)
def test_without_a_script_names_are_shown_as_their_escapes(name: str) -> None:
    plain = page(model(name)).partition("<noscript>")[2].partition("</noscript>")[0]
    assert re.search(r"[\x00-\x1f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", plain.replace("\n", "")) is None
    assert "<script" not in plain
    assert "<img" not in plain


def test_without_a_script_the_summary_is_there() -> None:
    plain = unescape(page(model()).partition("<noscript>")[2].partition("</noscript>")[0])
    assert "1 finding" in plain
    assert "Stack.java:3: error: Stack.java" in plain
    assert "not complete: nothing was analysed" in plain


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        data({"seconds": float("nan")})


def test_a_live_page_names_its_address_and_its_token() -> None:
    shown = page(model(), Live('/api/run/1"><script>', token="t<o>k", nonce='n"1'))
    elements = Elements(shown)
    assert elements.meta("symheap-live") == '/api/run/1"><script>'
    assert elements.meta("symheap-token") == "t<o>k"
    assert elements.meta("Content-Security-Policy") == policy(live=True)
    [(css, _)] = elements.texts("style")
    assert css.get("nonce") == 'n"1'
    assert len(elements.texts("script")) == 2


def test_a_page_on_disk_is_not_live() -> None:
    elements = Elements(page(model()))
    assert elements.meta("symheap-live") is None
    assert elements.meta("symheap-token") is None


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
