"""Access control of the server.

Law: a request learns nothing of a run and does nothing unless it

- was sent to this server by its own name, so that another domain name that resolves here is rejected (DNS rebinding);
- comes from no page but ours, if the browser names the origin, which it must do for any action;
- has the token, which only the user who started the server has seen.

There are no cookies: cookies of 127.0.0.1 are sent to every server there, on any port.  The address of a page holds the
token, and its script sends it in a header, which a page of another origin cannot do.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from symheap.serve.messages import Answer, HttpRequest, told

TOKEN_HEADER: Final = "X-Symheap-Token"
_DEFAULT_PORT: Final = 80


@dataclass(frozen=True, slots=True)
class Guard:
    port: int
    token: str

    def refusal(self, request: HttpRequest) -> Answer | None:
        """Return the answer to a request that is refused outright; None if the rest depends on its token."""
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
        """Whether that is the token, compared in constant time."""
        return given is not None and hmac.compare_digest(_bytes(given), _bytes(self.token))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
