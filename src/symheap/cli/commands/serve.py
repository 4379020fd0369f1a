"""``symheap serve``: show runs in a browser while they are running."""

from __future__ import annotations

import errno
import os
import secrets
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from types import FrameType
from urllib.parse import quote

from symheap.serve.guard import Guard
from symheap.serve.library import Library
from symheap.serve.server import LOOPBACK, PageServer
from symheap.serve.site import RunSite
from symheap.session.status import Status, WrongUse
from symheap.store.file import RunFile
from symheap.store.folder import find, runs_folder


def serve(name: str | None, port: int, *, is_opened: bool) -> Status:
    """Serve until Ctrl-C, which is the normal way to end."""
    folder = runs_folder(os.environ)
    named = find(folder, name) if name is not None else None
    if named is not None:
        RunFile.read(named).close()
    with _listening(port) as server:
        guard = Guard(server.port, secrets.token_urlsafe(24))
        site = RunSite(guard, Library(folder, named))
        server.respond = site.respond
        begin = "" if named is None else f"run/{quote(named.stem, safe='')}"
        address = f"http://{LOOPBACK}:{server.port}/{guard.token}/{begin}"
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        with _opened(address, wanted=is_opened and sys.stdout.isatty()):
            _until_ended(server)
        site.resuming.close()
    return Status.CLEAN


@contextmanager
def _listening(port: int) -> Iterator[PageServer]:
    try:
        server = PageServer(port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise WrongUse(f"port {port} is in use: choose another with --port, or none for any") from error
        raise WrongUse(f"port {port} is not available: {error.strerror or error}") from error
    with server:
        yield server


def _until_ended(server: PageServer) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    with _ending((signal.SIGINT, signal.SIGTERM)):
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            return


@contextmanager
def _ending(signals: tuple[signal.Signals, ...]) -> Iterator[None]:
    """Turn these signals into KeyboardInterrupt, even if the shell has set them to be ignored."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [signal.signal(each, interrupt) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)


@contextmanager
def _opened(address: str, *, wanted: bool) -> Iterator[None]:
    """Open the browser through a file that only this user can read, because any user can see a process's arguments."""
    if not wanted:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="symheap-") as folder:
        file = Path(folder) / "open.html"
        file.write_text(
            f'<!doctype html><meta charset="utf-8"><title>symheap</title>'
            f'<meta http-equiv="refresh" content="0;url={escape(address, quote=True)}">',
            encoding="utf-8",
        )
        threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()
        yield
