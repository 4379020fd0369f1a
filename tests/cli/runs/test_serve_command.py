"""``symheap serve`` as a process: its output, and how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from cli_runner import symheap


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "symheap", "serve", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_one_address_and_ends_when_it_is_told_to(number: signal.Signals) -> None:
    with started() as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert b"<h1>Runs</h1>" in answer.read()
        server.send_signal(number)
        out, err = server.communicate(timeout=60)
        assert (server.returncode, out, err) == (0, "", "")


def test_a_token_is_used_once() -> None:
    addresses = []
    for _ in range(2):
        with started() as server:
            assert server.stdout is not None
            addresses.append(server.stdout.readline().rsplit("/", 2)[1])
            server.terminate()
    assert addresses[0] != addresses[1]


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = symheap("serve", "--port", str(taken.getsockname()[1]))
    assert result.status == 2
    assert re.fullmatch(r"symheap: error: port \d+ is in use: [^\n]*--port[^\n]*\n", result.err)


def test_a_run_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    result = symheap("serve", "nothing")
    assert result.status == 2
    assert "there is no run 'nothing'" in result.err
    (tmp_path / "bad.run").write_bytes(b"nonsense")
    result = symheap("serve", "bad")
    assert result.status == 2
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("port", ["-1", "65536", "x"])
def test_what_is_no_port_is_wrong_use(port: str) -> None:
    assert symheap("serve", f"--port={port}").status == 2


def test_there_is_no_way_to_serve_others() -> None:
    assert symheap("serve", "--host", "0.0.0.0").status == 2
    assert "--host" not in symheap("serve", "--help").out
