"""The process that waits for a command, and kills it with all of its processes some time after its limit.

A command keeps its time limit itself wherever it checks the clock.  Some work cannot do that: a solver that builds
circuits, the imports of a large package on a busy machine, freeing the memory of a large run.  So the command runs in a
child process.  This process sleeps until the child has ended or is late, and imports nothing slow.

Laws: the command receives each signal once, whatever its sender, since it has a process group of its own.  A command
that is not late ends as if it were not supervised.  When this process has ended, so have all processes that the command
has started.

On systems other than Linux a command is not supervised, and keeps its time limit itself.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn

COMMANDS: Final = frozenset(("explore", "compare", "check", "prove", "verify", "test", "resume"))
"""The commands that have a time limit."""
LATE_SECONDS: Final = 1.0
"""Seconds after the limit that a command has to write its output."""
OUT_OF_TIME: Final = 3
INTERNAL: Final = 4

_FORWARDED: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_SUBREAPER, _DEATH_SIGNAL = 36, 1
_PATIENCE_SECONDS: Final = 0.5
_CHUNK: Final = 1 << 16

Send = Callable[[bytes, bytes], None]


class Line:
    """The connection from the command to its supervisor.  `began` is the start of the command, by `perf_counter`."""

    def __init__(self, began: float, fd: int | None = None) -> None:
        self.began = began
        self._fd = fd

    def limit(self, seconds: float | None) -> None:
        """Set the time limit of the command, counted from its start; None: no limit."""
        self._send(b"L", b"" if seconds is None else repr(seconds).encode())

    def run(self, file: str) -> None:
        """Set the file in which the run is stored."""
        self._send(b"R", os.fsencode(os.path.abspath(file)))

    def status(self, status: int) -> None:
        """Set the exit status for the case that the command is killed now."""
        self._send(b"S", str(int(status)).encode())

    def last_words(self, file: str | None, text: str) -> None:
        """Set the text to write to `file`, or to standard output, if the command is killed now."""
        if self._fd is not None:
            path = os.fsencode(os.path.abspath(file)) if file is not None else b""
            self._send(b"W", path + b"\0" + text.encode("utf-8", "backslashreplace"))

    def _send(self, kind: bytes, content: bytes) -> None:
        if self._fd is None:
            return
        left = memoryview(kind + len(content).to_bytes(4, "big") + content)
        with suppress(BrokenPipeError):
            while left:
                left = left[os.write(self._fd, left) :]


def supervised(arguments: Sequence[str], work: Callable[[Line], int]) -> int:
    """Run a command in a child process and return its exit status."""
    began = time.perf_counter() - _age()
    if sys.platform != "linux" or not arguments or arguments[0] not in COMMANDS:
        return work(Line(began))
    folder = _private_folder()
    reading, writing = os.pipe()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (*_FORWARDED, signal.SIGTSTP, signal.SIGCHLD))
    _prctl(_SUBREAPER, 1)
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.close(reading)
        _begin(parent, folder)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _work(work, Line(began, writing))
    with suppress(OSError):
        os.setpgid(child, child)
    os.close(writing)
    supervisor = Supervisor(child, reading, began, arguments)
    try:
        status = supervisor.wait(mask)
    finally:
        end_children()
        _remove(folder)
    if status < 0:
        _die_of(-status)
    return status


def given_limit(arguments: Sequence[str]) -> float | None:
    """Return the limit on the command line, which holds even while the command's imports are running."""
    limit = None
    for at, each in enumerate(arguments):
        name, equals, value = each.partition("=")
        if name == "--timeout":
            with suppress(ValueError, IndexError):
                limit = float(value if equals else arguments[at + 1])
        if each == "--":
            break
    return limit if limit is not None and limit > 0 else None


# In the child process -------------------------------------------------------------------------------------------------


def _begin(parent: int, folder: str | None) -> None:
    """Prepare the child process: own process group, death with its parent, no stop when it writes to the terminal."""
    os.setpgid(0, 0)
    _prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(INTERNAL)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    if folder is not None:
        os.environ["TMPDIR"] = folder


def _work(work: Callable[[Line], int], line: Line) -> NoReturn:
    """Run the command and leave at once, without freeing memory and without waiting for threads."""
    status: object = INTERNAL
    try:
        status = work(line)
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        import atexit

        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status if isinstance(status, int) else INTERNAL)


# In the supervising process -------------------------------------------------------------------------------------------


class Supervisor:
    """Waits for the process `child`, which sends messages to the pipe `messages`."""

    def __init__(self, child: int, messages: int, began: float, arguments: Sequence[str]) -> None:
        self._child = child
        self._arguments = arguments
        self._messages: int | None = messages
        self._began = began
        self._limit = given_limit(arguments)
        self._status = OUT_OF_TIME
        self._run = ""
        self._words: bytes | None = None
        self._unread = b""
        self._signals: list[int] = []

    def wait(self, mask: set[int | signal.Signals]) -> int:
        """Return the exit status of the command, or minus the signal that has ended it."""
        waking, woken = os.pipe()
        os.set_blocking(woken, False)
        os.set_blocking(waking, False)
        signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
        for number in (*_FORWARDED, signal.SIGTSTP, signal.SIGCHLD):
            signal.signal(number, lambda found, _: self._signals.append(found))
        signal.pthread_sigmask(signal.SIG_SETMASK, mask - {*_FORWARDED, signal.SIGTSTP, signal.SIGCHLD})
        while True:
            open_pipes = [waking] if self._messages is None else [waking, self._messages]
            ready, _, _ = select.select(open_pipes, [], [], self._left())
            if waking in ready:
                with suppress(BlockingIOError):
                    os.read(waking, _CHUNK)
            if self._messages in ready:
                self._read()
            self._forward()
            ended, how = os.waitpid(self._child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(how)
            if self._left() == 0.0:
                return self._ended()

    def _left(self) -> float | None:
        if self._limit is None:
            return None
        return max(0.0, self._began + self._limit + LATE_SECONDS - time.perf_counter())

    def _forward(self) -> None:
        while self._signals:
            number = self._signals.pop(0)
            with suppress(ProcessLookupError):
                if number == signal.SIGTSTP:
                    os.killpg(self._child, signal.SIGSTOP)
                    os.kill(os.getpid(), signal.SIGSTOP)
                    os.killpg(self._child, signal.SIGCONT)
                elif number != signal.SIGCHLD:
                    os.kill(self._child, number)

    def _read(self) -> None:
        assert self._messages is not None
        part = os.read(self._messages, _CHUNK)
        if not part:
            os.close(self._messages)
            self._messages = None
        self._unread += part
        while len(self._unread) >= 5:
            end = 5 + int.from_bytes(self._unread[1:5], "big")
            if len(self._unread) < end:
                return
            self._heard(self._unread[:1], self._unread[5:end])
            self._unread = self._unread[end:]

    def _read_rest(self) -> None:
        """Read what the command sent before it was killed: it may have written its document since the last look."""
        while self._messages is not None and select.select([self._messages], [], [], 0.0)[0]:
            self._read()

    def _heard(self, kind: bytes, content: bytes) -> None:
        if kind == b"L":
            self._limit = float(content) if content else None
        elif kind == b"S":
            self._status = int(content)
        elif kind == b"R":
            self._run = os.fsdecode(content)
        else:
            self._words = content

    def _ended(self) -> int:
        """Kill the late command and write its last text."""
        with suppress(OSError):
            os.killpg(self._child, signal.SIGKILL)
        end_children()
        self._read_rest()
        seconds = time.perf_counter() - self._began
        _write_words(self._words if self._words is not None else self._document(seconds))
        kept = _record(self._run, self._status) if self._run else ""
        erase = "\r\x1b[2K" if sys.stderr.isatty() else ""
        sys.stderr.write(f"{erase}symheap: out of time: stopped after {seconds:.1f} s (--timeout){kept}\n")
        sys.stderr.flush()
        return self._status

    def _document(self, seconds: float) -> bytes:
        """Return the document of a command that has not sent any text, so it has no result."""
        from symheap.cli.terminal.late_document import late_document

        file, text = late_document(self._arguments, seconds)
        return os.fsencode(file or "") + b"\0" + text.encode("utf-8", "backslashreplace")


def _write_words(words: bytes) -> None:
    path, _, text = words.partition(b"\0")
    with suppress(OSError):
        if path:
            with open(os.fsdecode(path), "ab") as file:
                file.write(text)
        elif text:
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()


def _record(file: str, status: int) -> str:
    """Record in the file of the run that it was out of time.  Returns the end of the message to the user."""
    from pathlib import Path

    from symheap.store.file import RunFile
    from symheap.store.records import RunState, StoreError

    try:
        with RunFile.open(Path(file)) as run:
            run.stand(RunState.OUT_OF_TIME, status)
            return f"; the results so far are kept: symheap resume {run.header.id}"
    except StoreError:
        return ""


# Processes ------------------------------------------------------------------------------------------------------------


def end_children() -> None:
    """Kill all children of this process; their own children become ours, and are killed next."""
    until = time.perf_counter() + _PATIENCE_SECONDS
    while (left := _children()) and time.perf_counter() < until:
        for child in left:
            with suppress(OSError):
                if os.getpgid(child) == child:
                    os.killpg(child, signal.SIGKILL)
                os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.002)


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(each) for each in file.read().split()]
    except OSError:
        return []


def _age() -> float:
    """Return the seconds since this process was started: on a busy machine the interpreter itself starts slowly."""
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
            started = int(file.read().rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return 0.0
    return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK"))


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _die_of(number: int) -> None:
    """End by the same signal as the command."""
    with suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (number,))
    os.kill(os.getpid(), number)


def _private_folder() -> str | None:
    """Create a folder for temporary files of the command, its compilers and its JVMs, which is removed at the end."""
    folder = os.path.join(os.environ.get("TMPDIR") or "/tmp", f"symheap-{os.getpid()}-{time.time_ns():x}")
    try:
        os.mkdir(folder, 0o700)
    except OSError:
        return None
    return folder


def _remove(folder: str | None) -> None:
    if folder is None:
        return
    try:
        os.rmdir(folder)
    except OSError:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
