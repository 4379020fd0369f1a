"""The server: on this machine only, within limits, and no client blocks another."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest
from serve_client import answered

from symheap.serve import server as module
from symheap.serve.messages import Answer, HttpRequest
from symheap.serve.server import LARGEST_BODY, LONGEST_LINE, MOST_AT_ONCE, PageServer


@pytest.fixture
def server() -> Iterator[PageServer]:
    with PageServer(0) as found:
        found.respond = answered
        thread = threading.Thread(target=found.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def send(server: PageServer, text: bytes, seconds: float = 10.0) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as connection:
        connection.sendall(text)
        return received(connection)


def received(connection: socket.socket) -> bytes:
    parts: list[bytes] = []
    while part := connection.recv(65_536):
        parts.append(part)
    return b"".join(parts)


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def test_it_listens_on_loopback_and_nowhere_else(server: PageServer) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"
    assert server.socket.family is socket.AF_INET
    assert not server.verify_request(None, ("192.0.2.1", 1))


def test_two_servers_have_not_one_port(server: PageServer) -> None:
    with pytest.raises(OSError, match="in use"):
        PageServer(server.port)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_whoever_answers_sees_every_method(server: PageServer, method: str) -> None:
    answer = send(server, f"{method} / HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    assert status(answer) == 200
    assert answer.endswith(method.encode())


def test_head_has_no_body(server: PageServer) -> None:
    answer = send(server, b"HEAD / HTTP/1.1\r\n\r\n")
    assert status(answer) == 200
    assert answer.endswith(b"\r\n\r\n")
    assert b"Content-Length: 4\r\n" in answer


@pytest.mark.parametrize(
    ("request_line", "wanted"),
    [
        (b"GET /" + b"a" * LONGEST_LINE + b" HTTP/1.1", 414),
        (b"nonsense", 400),
        (b"POST /", 400),
        (b"GET / HTTP/7.0", 505),
        (b"GET / HTTP/one", 400),
        (b"GET / HTTP/1.1 more", 400),
        (b"\x00\xff GET", 400),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200, 431),
        (b"GET / HTTP/1.1\r\nA: " + b"b" * 70_000, 431),
        (b"POST / HTTP/1.1\r\nContent-Length: " + str(LARGEST_BODY + 1).encode(), 413),
        (b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 10_000, 413),
        (b"POST / HTTP/1.1\r\nContent-Length: -1", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1x", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 5", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked", 400),
    ],
)
def test_what_is_no_request_is_refused(server: PageServer, request_line: bytes, wanted: int) -> None:
    answer = send(server, request_line + b"\r\n\r\n")
    assert status(answer) == wanted
    assert b"default-src 'none'" in answer
    assert b"<" not in answer


def test_a_connection_is_for_one_request(server: PageServer) -> None:
    answer = send(server, b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200") == 1


def test_a_body_is_read_and_not_taken_for_a_request(server: PageServer) -> None:
    answer = send(server, b"POST / HTTP/1.1\r\nContent-Length: 18\r\n\r\nGET / HTTP/1.1\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200") == 1


def test_nobody_waits_for_a_slow_client(server: PageServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(b"GET / HT")
        assert status(send(server, b"GET / HTTP/1.1\r\n\r\n")) == 200


def test_who_sends_for_ever_is_cut_off(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS_TO_ASK", 0.4)
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as slow:
        until = time.monotonic() + 60
        while _is_open(slow) and time.monotonic() < until:
            time.sleep(0.05)
        assert not _is_open(slow)


def _is_open(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"a")
    except OSError:
        return False
    return True


def test_too_many_at_once_are_turned_away(server: PageServer) -> None:
    waiting = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(MOST_AT_ONCE)]
    try:
        for each in waiting:
            each.sendall(b"GET")
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as late:
            assert late.recv(1) == b""
    finally:
        for each in waiting:
            each.close()
    until = time.monotonic() + 60
    while not (answer := _tried(server)) and time.monotonic() < until:
        time.sleep(0.05)
    assert status(answer) == 200


def _tried(server: PageServer) -> bytes:
    try:
        return send(server, b"GET / HTTP/1.1\r\n\r\n")
    except OSError:
        return b""


def test_a_fault_tells_nothing(server: PageServer, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(request: HttpRequest) -> Answer:
        raise RuntimeError("secret")

    server.respond = fails
    answer = send(server, b"GET / HTTP/1.1\r\n\r\n")
    assert status(answer) == 500
    assert b"secret" not in answer
    assert "secret" in capsys.readouterr().err
