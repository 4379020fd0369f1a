"""The server: sockets and threads, on the loopback address of this machine only.

There is one thread per connection and one request per connection.  A slow client delays only itself, and only for a
limited time.  Connections above a limit are closed.
"""

from __future__ import annotations

import socket
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn
from typing import Any, Final

from symheap.serve.messages import Answer, HttpRequest, told

LOOPBACK: Final = "127.0.0.1"
LONGEST_LINE: Final = 16_384
LARGEST_BODY: Final = 1024
MOST_AT_ONCE: Final = 64
_SECONDS_TO_ASK: Final = 10.0
_SECONDS_TO_TAKE: Final = 60.0

Respond = Callable[[HttpRequest], Answer]


class PageServer(ThreadingMixIn, TCPServer):
    """Answers requests with `respond`.  Port 0 means any free port; `port` is the actual one."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, port: int) -> None:
        self.respond: Respond = lambda request: told(HTTPStatus.SERVICE_UNAVAILABLE)
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)
        super().__init__((LOOPBACK, port), Handler)

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def verify_request(self, request: Any, client_address: Any) -> bool:
        return bool(client_address[0] == LOOPBACK)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connection errors, since clients may disconnect at any time; print all others."""
        if not isinstance(sys.exception(), OSError):
            traceback.print_exc()


class Handler(BaseHTTPRequestHandler):
    """Reads one request within limits, and writes the answer."""

    server: PageServer
    protocol_version = default_request_version = "HTTP/1.1"
    timeout = _SECONDS_TO_ASK

    def handle(self) -> None:
        """Handle the request.  A request that is not complete in time is cut off, even while data arrive."""
        self._clock = threading.Timer(_SECONDS_TO_ASK, self._cut_off)
        self._clock.daemon = True
        self._clock.start()
        try:
            if self._is_read():
                self._respond()
        except TimeoutError:
            pass
        finally:
            self._clock.cancel()

    def _is_read(self) -> bool:
        """Whether a request within limits arrived.  An invalid request is answered here."""
        self.requestline, self.request_version, self.command = "", self.default_request_version, ""
        self.raw_requestline = self.rfile.readline(LONGEST_LINE + 1)
        if len(self.raw_requestline) > LONGEST_LINE:
            self.send_error(HTTPStatus.REQUEST_URI_TOO_LONG)
            return False
        return bool(self.raw_requestline) and self.parse_request()

    def _cut_off(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _respond(self) -> None:
        refused = self._too_much()
        self._clock.cancel()
        answer = refused or self._answered()
        self.connection.settimeout(_SECONDS_TO_TAKE)
        self._write(answer)

    def _too_much(self) -> Answer | None:
        """Read and discard the body; return an error if it is malformed or too long."""
        if "Transfer-Encoding" in self.headers:
            return told(HTTPStatus.BAD_REQUEST)
        lengths = self.headers.get_all("Content-Length", ["0"])
        if len(lengths) != 1 or not (lengths[0].isascii() and lengths[0].isdigit()):
            return told(HTTPStatus.BAD_REQUEST)
        if len(lengths[0]) > len(str(LARGEST_BODY)) or int(lengths[0]) > LARGEST_BODY:
            return told(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        self.rfile.read(int(lengths[0]))
        return None

    def _answered(self) -> Answer:
        headers = {name.lower(): tuple(self.headers.get_all(name, ())) for name in self.headers}
        try:
            return self.server.respond(HttpRequest(self.command, self.path, headers))
        except Exception:
            traceback.print_exc()
            return told(HTTPStatus.INTERNAL_SERVER_ERROR)

    def _write(self, answer: Answer) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.headers().items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer an invalid request in the form of all other answers."""
        self._write(told(HTTPStatus(code)))

    def handle_expect_100(self) -> bool:
        """Never answer 100 Continue, since the body will not be used."""
        return True

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, because the addresses of requests hold the token."""
