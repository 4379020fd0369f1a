"""The real JVM as an oracle: runs Java methods on given concrete heaps and reports the outcome.

    with Jvm("java", "javac", ["classes"]) as jvm:
        outcome = jvm.run(Call("Counter", "next", "()I", receiver=1, heap={1: HeapObject("Counter")}))

The methods run in one long-lived child process, whose answers are lines that start with a mark.
"""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from symheap.lang.java.files.child import FLAGS, CannotRun, Child, ChildEnded, compile_to, memory
from symheap_testing.java.jvm import reply as replies
from symheap_testing.java.jvm.call import (
    Call,
    CallOutcome,
    HeapObject,
    JvmFrame,
    Kind,
    Thrown,
    Value,
    call_to_json,
    text_of,
    units,
)

__all__ = [
    "Call",
    "CallOutcome",
    "HeapObject",
    "Jvm",
    "JvmError",
    "JvmFrame",
    "Kind",
    "Thrown",
    "Value",
    "text_of",
    "units",
]

_EXPORTS = [f"--add-exports=java.base/jdk.internal.{package}=ALL-UNNAMED" for package in ("misc", "access")]

_SECONDS_TO_START = 60.0


class JvmError(Exception):
    """Raised when there is no JVM: the driver does not compile or does not start."""


class Jvm:
    """A JVM with the user's classes. Not to be shared between threads.

    Every call has an outcome: a child process that does not answer in time, or ends, is replaced before the next call.
    So is one that ran out of stack or memory, which may have interrupted an initialiser of the JDK, and one in which
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
        self._child: Child | None = None

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

    def run(self, call: Call) -> CallOutcome:
        child = self._child or self._start()
        try:
            reply = replies.parse(child.ask(call_to_json(call), self._seconds))
        except TimeoutError:
            self.close()
            return CallOutcome("timeout", reason=f"no answer in {self._seconds:g} s")
        except ChildEnded as ended:
            self.close()
            return CallOutcome("error", reason=f"the JVM ended: {ended}")
        except BaseException:
            self.close()
            raise
        if reply.get("spent", False):
            self.close()
        return replies.outcome_of(reply)

    def _start(self) -> Child:
        places = ["-cp", str(_compiled(self._javac)), "symheap.oracle.Driver"]
        try:
            self._child = Child([self._java, *memory(self._memory_mb), *FLAGS, *_EXPORTS, *places], self._class_path)
        except CannotRun as error:
            raise JvmError(str(error)) from error
        try:
            replies.parse(self._child.answer(_SECONDS_TO_START))
        except (TimeoutError, ChildEnded) as error:
            self.close()
            raise JvmError(f"{self._java} does not start: {error}") from error
        return self._child


@functools.cache
def _compiled(javac: str) -> Path:
    """Return the folder of the compiled driver: compiled once per process and compiler, removed at exit."""
    folder = Path(tempfile.mkdtemp(prefix="symheap-driver-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        compile_to(folder, javac, sorted(Path(__file__).parent.glob("*.java")), _EXPORTS)
    except CannotRun as error:
        raise JvmError(str(error)) from error
    return folder
