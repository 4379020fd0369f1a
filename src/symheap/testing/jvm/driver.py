"""The real JVM as an oracle: runs Java methods on given concrete heaps and tells what came out.

    with Jvm("java", "javac", ["classes"]) as jvm:
        outcome = jvm.run(Call("Counter", "next", "()I", receiver=1, heap={1: HeapObject("Counter")}))

The methods run in one long-lived child process, whose answers are lines that start with a mark.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import queue
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from symheap.testing.jvm import reply as replies
from symheap.testing.jvm.call import Call, Frame, HeapObject, Kind, Outcome, Thrown, Value, call_to_json, text_of, units

__all__ = ["Call", "Frame", "HeapObject", "Jvm", "JvmError", "Kind", "Outcome", "Thrown", "Value", "text_of", "units"]

_EXPORTS = [f"--add-exports=java.base/jdk.internal.{package}=ALL-UNNAMED" for package in ("misc", "access")]

# The first two keep the VM's own output away from the replies and every exception's stack and message in place.
_FLAGS = [
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
]
_OPTION_VARIABLES = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")
_SECONDS_TO_START = 60.0
_METASPACE_MB = 256


class JvmError(Exception):
    """There is no JVM to ask: the driver does not compile or does not start."""


class Jvm:
    """A JVM with the user's classes.  Not to be shared between threads.

    Every call has an outcome: a child that does not answer in time, or ends, is replaced before the next call.  So is
    one that ran out of stack or memory, which may have hit the JDK in the middle of an initialiser, and one in which
    the call left threads running.
    """

    def __init__(
        self,
        java: str,
        javac: str,
        class_path: Sequence[str],
        *,
        memory_mb: int = 512,
        seconds_per_call: float = 5.0,
    ) -> None:
        self._java = java
        self._javac = javac
        self._class_path = [str(Path(entry).absolute()) for entry in class_path]
        self._memory_mb = memory_mb
        self._seconds = seconds_per_call
        self._child: _Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

    def run(self, call: Call) -> Outcome:
        child = self._child or self._start()
        try:
            reply = child.ask(call_to_json(call), self._seconds)
        except TimeoutError:
            self.close()
            return Outcome("timeout", reason=f"no answer in {self._seconds:g} s")
        except _ChildEnded as ended:
            self.close()
            return Outcome("error", reason=f"the JVM ended: {ended}")
        except BaseException:
            self.close()
            raise
        if reply.get("spent", False):
            self.close()
        return replies.outcome_of(reply)

    def _start(self) -> _Child:
        memory = [f"-Xmx{self._memory_mb}m", f"-XX:MaxMetaspaceSize={_METASPACE_MB}m"]
        places = ["-cp", str(_compiled(self._javac)), "symheap.oracle.Driver"]
        command = [self._java, *memory, *_FLAGS, *_EXPORTS, *places]
        self._child = _Child(command, self._class_path)
        try:
            self._child.answer(_SECONDS_TO_START)
        except (TimeoutError, _ChildEnded) as error:
            self.close()
            raise JvmError(f"{self._java} does not start: {error}") from error
        return self._child


class _ChildEnded(Exception):
    """The child is gone: its exit code and the end of what it wrote to standard error."""


class _Child:
    """A running driver, in a folder of its own: what called code writes to its working folder goes with it."""

    def __init__(self, command: Sequence[str], arguments: Sequence[str]) -> None:
        self._mark = secrets.token_hex(8)
        self._folder = Path(tempfile.mkdtemp(prefix="symheap-jvm-"))
        self._errors = self._folder / "stderr"
        environment = {name: value for name, value in os.environ.items() if name not in _OPTION_VARIABLES}
        try:
            with self._errors.open("wb") as errors:
                self._process = subprocess.Popen(
                    [*command, self._mark, *arguments],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    cwd=self._folder,
                    env=environment,
                )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise JvmError(f"{command[0]} cannot be run: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin: IO[bytes] = self._process.stdin
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, stdout: IO[bytes]) -> None:
        mark = self._mark.encode()
        with stdout:
            for line in stdout:
                if line.startswith(mark):
                    self._lines.put(line[len(mark) :].decode("ascii"))
        self._lines.put(None)

    def ask(self, line: str, seconds: float) -> replies.Reply:
        try:
            self._stdin.write(line.encode("ascii") + b"\n")
            self._stdin.flush()
        except OSError:
            raise _ChildEnded(self._epitaph()) from None
        return self.answer(seconds)

    def answer(self, seconds: float) -> replies.Reply:
        """The next reply; TimeoutError if it does not come in time."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError(f"no answer in {seconds:g} s") from None
        if line is None:
            raise _ChildEnded(self._epitaph())
        return replies.parse(line)

    def _epitaph(self) -> str:
        try:
            code = str(self._process.wait(timeout=5))
        except subprocess.TimeoutExpired:
            code = "unknown"
        said = self._errors.read_bytes()[-1000:].decode("utf-8", "replace").strip()
        return f"exit code {code}" + (f", {said}" if said else "")

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._stdin.close()
        self._reader.join()
        shutil.rmtree(self._folder, ignore_errors=True)


@functools.cache
def _compiled(javac: str) -> Path:
    """The folder of the compiled driver: made once a process and compiler, removed at exit."""
    folder = Path(tempfile.mkdtemp(prefix="symheap-driver-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sources = sorted(str(source) for source in Path(__file__).parent.glob("*.java"))
    command = [javac, "-J-XX:TieredStopAtLevel=1", "-proc:none", *_EXPORTS, "-encoding", "UTF-8", "-d", str(folder)]
    try:
        done = subprocess.run(
            [*command, *sources], capture_output=True, stdin=subprocess.DEVNULL, timeout=120, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise JvmError(f"{javac} cannot be run: {error}") from error
    if done.returncode != 0:
        raise JvmError(f"{javac}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return folder
