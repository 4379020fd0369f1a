"""Who may ask.

Law: nothing of a run is told, and nothing is done, unless the request

- was sent to this server by its own name, so that no name of somebody else's that leads here will do (DNS rebinding);
- comes from no page but ours, where a browser says from which, as it must if something is to be done;
- has the token, which only who started the server has seen.

There are no cookies: those of 127.0.0.1 are sent to whatever listens there, on any port.  The address of a page holds
the token, and its script sends it in a header, which no page of another origin can.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from symheap.serve.messages import Answer, Request, told

TOKEN_HEADER: Final = "X-Symheap-Token"
_DEFAULT_PORT: Final = 80


@dataclass(frozen=True, slots=True)
class Guard:
    port: int
    token: str

    def refusal(self, request: Request) -> Answer | None:
        """Why a request is not even looked at; None if the rest depends on its token."""
        host = request.header("host")
        if host is None or host.lower() not in self.hosts():
            return told(HTTPStatus.FORBIDDEN)
        origin = request.header("origin")
        if request.has("origin") and (origin is None or origin.lower() != f"http://{host.lower()}"):
            return told(HTTPStatus.FORBIDDEN)
        if request.method == "POST" and origin is None:
            return told(HTTPStatus.FORBIDDEN)
        return None

    def hosts(self) -> tuple[str, ...]:
        names = ("127.0.0.1", "localhost")
        return tuple(f"{name}:{self.port}" for name in names) + (names if self.port == _DEFAULT_PORT else ())

    def knows(self, given: str | None) -> bool:
        """Whether that is the token; how long the answer takes says nothing about it."""
        return given is not None and hmac.compare_digest(_bytes(given), _bytes(self.token))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
