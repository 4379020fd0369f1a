"""What is asked and what is answered, as plain values: neither knows of a socket."""

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
class Request:
    """`target` is as it was sent.  Names of headers are in small letters; a header may come several times."""

    method: str
    target: str
    headers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def header(self, name: str) -> str | None:
        """Its value.  One that comes twice has none that could be trusted: None, as for one that does not come."""
        found = self.headers.get(name, ())
        return found[0] if len(found) == 1 else None

    def has(self, name: str) -> bool:
        return bool(self.headers.get(name))

    @property
    def segments(self) -> tuple[str, ...]:
        """The parts of the path, each decoded on its own: no part holds what separates them by accident.

        Dots mean nothing here.  A target that is no path has no parts.
        """
        path = self.target.partition("?")[0]
        if not path.startswith("/"):
            return ()
        try:
            return tuple(unquote(each, errors="strict") for each in path[1:].split("/"))
        except UnicodeDecodeError:
            return ()

    def query(self, name: str, default: str) -> str:
        """The value of a parameter; of one that comes several times all of them, which is no value that is expected."""
        given = parse_qsl(self.target.partition("?")[2], keep_blank_values=True)
        found = [value for key, value in given if key == name]
        return ",".join(found) if found else default


@dataclass(frozen=True, slots=True)
class Answer:
    """`policy` is the content security policy; `more` are headers that only some answers have."""

    status: HTTPStatus
    body: bytes = b""
    kind: str = TEXT
    policy: str = NOTHING_ALLOWED
    more: Mapping[str, str] = field(default_factory=dict)

    def headers(self) -> dict[str, str]:
        """All of them.  Nothing is stored, guessed at, framed, or read by a page of another origin."""
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
    """An answer of one line: that of its status, if there is nothing else to say."""
    return Answer(status, f"{words or status.phrase}\n".encode(errors="backslashreplace"), more=more)
