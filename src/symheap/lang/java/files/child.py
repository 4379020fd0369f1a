"""A JVM as a child process that answers requests, and the compilation of our own classes for it.

The child may run arbitrary code. So its replies are lines that begin with a secret mark, its other output is dropped,
and it works in a temporary folder of its own.
"""

from __future__ import annotations

import contextlib
import os
import queue
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from symheap.core import processes
from symheap.core.deadline import look
from symheap.lang.java.files.launch import run_javac, without_options

# The first two keep the VM's own output out of the replies, and keep every exception's stack and message.
FLAGS: Final = (
    "-XX:+DisplayVMOutputToStderr",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:-CreateCoredumpOnCrash",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Dfile.encoding=UTF-8",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Djava.awt.headless=true",
)
_METASPACE_MB = 256
_CHUNK = 1 << 16
_SAID = 1000
"""The number of bytes of the standard error that are kept: the last ones."""


class CannotRun(Exception):
    """Raised when there is no such program, it does not start, or the compiler rejects our own classes."""


class ChildEnded(Exception):
    """Raised when the child is gone, with its exit code and the end of its standard error."""


def memory(heap_mb: int) -> tuple[str, ...]:
    return f"-Xmx{heap_mb}m", f"-XX:MaxMetaspaceSize={_METASPACE_MB}m"


class Child:
    """A running program. The mark is its first argument."""

    def __init__(self, command: Sequence[str], arguments: Sequence[str]) -> None:
        self._mark = secrets.token_hex(8)
        self._folder = Path(tempfile.mkdtemp(prefix="symheap-jvm-"))
        try:
            self._process = subprocess.Popen(
                [*command, self._mark, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder,
                env=without_options(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise CannotRun(f"{command[0]} cannot be run: {error}") from error
        self._said = b""
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._stdin = _piped(self._process.stdin)
        self._readers = (self._started(self._read), self._started(self._listen))

    @staticmethod
    def _started(work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    def _read(self) -> None:
        """Read replies. A line that is not a reply may be endless, so it is read in parts that are dropped."""
        mark = self._mark.encode()
        with _piped(self._process.stdout) as stdout:
            while part := stdout.readline(_CHUNK):
                is_reply, parts = part.startswith(mark), [part]
                while part and not part.endswith(b"\n"):
                    part = stdout.readline(_CHUNK)
                    if is_reply:
                        parts.append(part)
                if is_reply:
                    self._lines.put(b"".join(parts)[len(mark) :].decode("ascii", "replace"))
        self._lines.put(None)

    def _listen(self) -> None:
        with _piped(self._process.stderr) as stderr:
            while part := os.read(stderr.fileno(), _CHUNK):
                self._said = (self._said + part)[-_SAID:]

    def tell(self, line: str) -> None:
        """Send a request that has no answer."""
        try:
            self._stdin.write(line.encode("ascii") + b"\n")
            self._stdin.flush()
        except OSError:
            raise ChildEnded(self._epitaph()) from None

    def ask(self, line: str, seconds: float) -> str:
        self.tell(line)
        return self.answer(seconds)

    def answer(self, seconds: float) -> str:
        """Return the next reply; raise TimeoutError if it does not come in time."""
        try:
            line = self._lines.get(timeout=processes.patience(seconds))
        except queue.Empty:
            look()
            raise TimeoutError(f"no answer in {seconds:g} s") from None
        if line is None:
            raise ChildEnded(self._epitaph())
        return line

    def _epitaph(self) -> str:
        try:
            code = str(self._process.wait(timeout=5))
        except subprocess.TimeoutExpired:
            code = "unknown"
        self._readers[1].join(timeout=5)
        errors = self._said.decode("utf-8", "replace").strip()
        return f"exit code {code}" + (f", {errors}" if errors else "")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """End the child with all processes that it started. May be called repeatedly."""
        processes.kill_group(self._process)
        self._process.wait()
        with contextlib.suppress(OSError):
            self._stdin.close()
        for reader in self._readers:
            reader.join(timeout=5)
        shutil.rmtree(self._folder, ignore_errors=True)


def _piped(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def compile_to(folder: Path, javac: str, sources: Sequence[Path], options: Sequence[str] = ()) -> None:
    """Compile classes of our own. Raises `CannotRun`."""
    arguments = ["-proc:none", "-encoding", "UTF-8", "-d", str(folder), *options, *map(str, sources)]
    try:
        status, output = run_javac(javac, arguments)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotRun(f"{javac} cannot be run: {error}") from error
    if status != 0:
        raise CannotRun(f"{javac}: {output.strip()}")
