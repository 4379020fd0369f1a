"""Standard output and error: colours, encodings, files, and the progress line."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Final, TextIO

from symheap.cli.terminal.clock import line
from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.session.watching import ReaderLeft

_STYLES: Final = {"good": "32", "bad": "1;31", "thrown": "35", "open": "33", "faint": "2"}
"""ANSI colour codes."""
_LONGEST_LINE = 1000


def complain(line: str) -> None:
    """Write one line of diagnostics, with unprintable characters escaped.

    A very long line is shortened in the middle.
    """
    shown = printable(line)
    if len(shown) > _LONGEST_LINE:
        shown = f"{shown[: _LONGEST_LINE // 2]} … {shown[-_LONGEST_LINE // 2 :]}"
    print(shown, file=sys.stderr, flush=True)  # noqa: T201 - the one place that writes diagnostics


def painter(stream: TextIO) -> Paint:
    """Return a function that adds colours, if `stream` is a terminal and NO_COLOR is not set."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return plain
    return lambda text, style: f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if text else text


class Output:
    """The destination of results.

    `ascii_only` if the encoding has no arrows; `is_terminal` if lines have a limited width.
    """

    def __init__(self, stream: TextIO, progress: Progress) -> None:
        self.paint = painter(stream)
        self.ascii_only = not can_encode(stream)
        self.is_terminal = stream.isatty()
        self._stream = stream
        self._progress = progress
        self._is_empty = True

    def write(self, text: str) -> None:
        """Write and flush, so that a path that was found is seen whatever happens next."""
        if self._is_empty:
            self._is_empty = False
            line().last_words(None, "")
        try:
            with self._progress.hidden():
                self._stream.write(text)
                self._stream.flush()
        except BrokenPipeError as error:
            raise ReaderLeft from error


def can_encode(stream: TextIO) -> bool:
    """Whether the encoding of a stream has the signs that drawings use."""
    try:
        "──▶①…".encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


@contextmanager
def output(file: str | None, progress: Progress) -> Iterator[Output]:
    """Open standard output, or the named file."""
    if file is None:
        yield Output(sys.stdout, progress)
        return
    with open(file, "w", encoding="utf-8") as stream:
        yield Output(stream, progress)


class LateOutput:
    """An output that is opened once the program is known to exist, so that a mistyped name overwrites no file."""

    def __init__(self, file: str | None, progress: Progress) -> None:
        self._file = file
        self._progress = progress
        self._open = ExitStack()
        self._output: Output | None = None

    def __enter__(self) -> LateOutput:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def get(self) -> Output:
        """Open the output if it is not open yet, and return it."""
        if self._output is None:
            self._output = self._open.enter_context(output(self._file, self._progress))
        return self._output


class Progress:
    """Shows `line()` on standard error while open.

    On a terminal one line is redrawn; in a pipe a new line appears every few seconds.  A thread of its own draws the
    line, because a solver may block the engine for seconds.
    """

    def __init__(self, line: Callable[[], str], *, quiet: bool = False) -> None:
        self._line = line
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._interval = 0.1 if self._live else 5.0
        self._lock = threading.RLock()
        self._done = threading.Event()
        self._drawn = False
        self._thread = None if quiet else threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Progress:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        with self._lock:
            self._erase()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line while open."""
        with self._lock:
            self._erase()
            yield

    def _run(self) -> None:
        while not self._done.wait(self._interval):
            with self._lock:
                if not self._done.is_set():
                    self._draw()

    def _draw(self) -> None:
        text = self._line()
        if not self._live:
            complain(text)
            return
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        sys.stderr.write("\r\x1b[2K" + painter(sys.stderr)(text[: columns - 1], "faint"))
        sys.stderr.flush()
        self._drawn = True

    def _erase(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._drawn = False
