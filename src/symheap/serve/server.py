"""The server: sockets and threads, on this machine's own address and no other.

One thread a connection, one request a connection.  A client that is slow keeps only itself waiting, and not for ever;
of many at once, those that are too many are turned away.
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

from symheap.serve.messages import Answer, Request, told

LOOPBACK: Final = "127.0.0.1"
LONGEST_LINE: Final = 16_384
LARGEST_BODY: Final = 1024
MOST_AT_ONCE: Final = 64
_SECONDS_TO_ASK: Final = 10.0
_SECONDS_TO_TAKE: Final = 60.0

Respond = Callable[[Request], Answer]


class Server(ThreadingMixIn, TCPServer):
    """Answers with `respond`.  Port 0 is any that is free; `port` is the one that it became."""

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
        """A client that has gone is nobody's fault."""
        if not isinstance(sys.exception(), OSError):
            traceback.print_exc()


class Handler(BaseHTTPRequestHandler):
    """One request: reads it within limits, and writes the answer."""

    server: Server
    protocol_version = default_request_version = "HTTP/1.1"
    timeout = _SECONDS_TO_ASK

    def handle(self) -> None:
        """What has not been asked in time is not asked any more, however busily it is being sent."""
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
        """Whether there is a request, within limits; of what is none, the answer is given here."""
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
        """A body is short, and nobody looks at it."""
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
            return self.server.respond(Request(self.command, self.path, headers))
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
        """What is no request is answered like any other."""
        self._write(told(HTTPStatus(code)))

    def handle_expect_100(self) -> bool:
        """Nobody is told to send what will not be read."""
        return True

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged: their addresses hold the token."""
