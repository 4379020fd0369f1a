"""Requests and answers as plain values, independent of sockets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl, unquote

NOTHING_ALLOWED: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TEXT: Final = "text/plain; charset=utf-8"
HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request with its `target` as it was sent.  Header names are in lower case; a header may occur several times."""

    method: str
    target: str
    headers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def header(self, name: str) -> str | None:
        """Return the value of a header.

        A header that occurs twice cannot be trusted: the result is None, as for a missing one.
        """
        values = self.headers.get(name, ())
        return values[0] if len(values) == 1 else None

    def has(self, name: str) -> bool:
        return bool(self.headers.get(name))

    @property
    def segments(self) -> tuple[str, ...]:
        """The parts of the path, each decoded on its own, so that an encoded slash does not separate parts.

        Dots have no meaning here.  A target that is not a path has no parts.
        """
        path = self.target.partition("?")[0]
        if not path.startswith("/"):
            return ()
        try:
            return tuple(unquote(each, errors="strict") for each in path[1:].split("/"))
        except UnicodeDecodeError:
            return ()

    def query(self, name: str, default: str) -> str:
        """Return the value of a parameter.  Repeated values are joined by commas, which matches no expected value."""
        given = parse_qsl(self.target.partition("?")[2], keep_blank_values=True)
        values = [value for key, value in given if key == name]
        return ",".join(values) if values else default


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer.  `policy` is the content security policy; `more` are headers that only some answers have."""

    status: HTTPStatus
    body: bytes = b""
    kind: str = TEXT
    policy: str = NOTHING_ALLOWED
    more: Mapping[str, str] = field(default_factory=dict)

    def headers(self) -> dict[str, str]:
        """Return all headers.  They forbid caching, content sniffing, framing and reading by pages of other origins."""
        return {
            "Content-Type": self.kind,
            "Content-Length": str(len(self.body)),
            "Content-Security-Policy": self.policy,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Embedder-Policy": "require-corp",
            "Connection": "close",
            **self.more,
        }


def told(status: HTTPStatus, words: str = "", **more: str) -> Answer:
    """Return an answer of one line, by default the phrase of its status."""
    return Answer(status, f"{words or status.phrase}\n".encode(errors="backslashreplace"), more=more)
