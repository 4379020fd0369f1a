"""Fork worker processes from a process that has done nothing but load the program.

The server is forked once, before this process starts threads, solvers and a run file.  Each worker is forked from the
server, at any time later: it has the loaded program and inherits no lock, no thread, no solver and no open file of the
run.  The server runs no work and needs no memory of its own.

Only descendants of this process and this process itself hold an end of any pipe, so what comes out of one may be
unpickled.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Final, NoReturn

from symheap.core.garbage import collect_rarely
from symheap.jobs.interrupt import Interrupt
from symheap.jobs.working import Work, serve

STOP: Final = signal.SIGUSR1
"""The signal that asks a worker to end its unit early and to return what it has found."""
_START: Final = b"+"
_ENDED: Final = b"?"
_DEATH_SIGNAL: Final = 1
_PATIENCE_SECONDS: Final = 2.0


class Server:
    """The process that forks workers.  `work` is what they do with each unit."""

    def __init__(self, work: Work) -> None:
        self._control, theirs = socket.socketpair()
        parent = os.getpid()
        self._process = os.fork()
        if self._process == 0:
            _in_child(parent, lambda: _serve(theirs, self._control, work))
        theirs.close()

    def start(self) -> tuple[int, Connection]:
        """Fork a worker and return its process and the connection to it."""
        self._control.sendall(_START)
        process, handles, _, _ = socket.recv_fds(self._control, 8, 1)
        if not handles:
            raise ChildProcessError("the process that starts workers has ended")
        return int.from_bytes(process, "big"), Connection(handles[0])

    def status(self, process: int) -> int | None:
        """Wait for the end of a worker that has closed its connection; return its status as `waitstatus_to_exitcode`
        gives it, or None if the server is gone as well.
        """
        with suppress(OSError):
            self._control.sendall(_ENDED + process.to_bytes(8, "big"))
            answer = self._control.recv(8)
            if answer:
                return os.waitstatus_to_exitcode(int.from_bytes(answer, "big"))
        return None

    def close(self) -> None:
        """End the server once its workers have ended; workers that have not ended soon are killed with it."""
        self._control.close()
        until = perf_counter() + _PATIENCE_SECONDS
        with suppress(ChildProcessError):
            while not os.waitpid(self._process, os.WNOHANG)[0]:
                if perf_counter() > until:
                    os.kill(self._process, signal.SIGKILL)
                time.sleep(0.002)


# In the server --------------------------------------------------------------------------------------------------------


def _in_child(parent: int, work: Callable[[], object]) -> NoReturn:
    """Do the work of a forked process and leave at once, without handlers and without freeing memory."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _end_with_parent(parent)
        work()
    finally:
        os._exit(0)


def _serve(control: socket.socket, parents: socket.socket, work: Work) -> None:
    parents.close()
    gc.freeze()
    while message := control.recv(1):
        if message == _START:
            _start(control, work)
        else:
            process = int.from_bytes(_received(control, 8), "big")
            _, status = os.waitpid(process, 0)
            control.sendall(status.to_bytes(8, "big"))
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _received(control: socket.socket, count: int) -> bytes:
    parts = b""
    while len(parts) < count and (part := control.recv(count - len(parts))):
        parts += part
    return parts


def _start(control: socket.socket, work: Work) -> None:
    ours, theirs = socket.socketpair()
    server, process = os.getpid(), os.fork()
    if process == 0:
        control.close()
        ours.close()
        _in_child(server, lambda: _work(Connection(theirs.detach()), work))
    theirs.close()
    socket.send_fds(control, [process.to_bytes(8, "big")], [ours.fileno()])
    ours.close()


def _work(connection: Connection, work: Work) -> None:
    sys.stdout, sys.stderr = (open(fd, "w", closefd=False, encoding="utf-8") for fd in (1, 2))  # noqa: SIM115
    gc.unfreeze()
    collect_rarely()
    with Interrupt(STOP) as interrupt:
        serve(connection, work, interrupt)


def _end_with_parent(parent: int) -> None:
    """Have the system kill this process when its parent has ended."""
    import ctypes

    ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
