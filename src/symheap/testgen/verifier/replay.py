"""Run a program's `main` on a JVM, with the inputs that an exploration found."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from symheap.lang.java.files.child import FLAGS, CannotRun, Child, ChildEnded, memory
from symheap.lang.java.files.javac import CompileError, Javac
from symheap.lang.java.mains import MainProgram
from symheap.lang.java.verifier_source import replaying, write_source
from symheap.report.verify.verdict import TEXT, CallResult

_JAVA: Final = Path(__file__).parent / "java"
_MAIN: Final = "symheap.verifier.Replay"
_MEMORY_MB: Final = 1024
SECONDS: Final = 10.0
"""Time limit of one execution."""


def _encoded(given: CallResult) -> str:
    """Return a value as the replaying class reads it."""
    if isinstance(given.value, str):
        raw = given.value.encode("utf-16-be", "surrogatepass")
        return f"{TEXT}{base64.b64encode(raw).decode('ascii')}"
    return f"{given.kind}{given.signed}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How an execution ended: ``returned``, ``threw``, ``assumed``, ``diverged``, ``left`` or ``timeout``.

    `exceptions` are the class of an uncaught exception and those of its causes, `place` the place where it was made.
    """

    how: str
    exceptions: tuple[str, ...] = ()
    place: str = ""


class Replay:
    """Executions of one program.  Our classes and the class of inputs are compiled before the first of them."""

    def __init__(self, program: MainProgram, verifier: str) -> None:
        self._program = program
        self._verifier = verifier

    def run(self, inputs: Sequence[CallResult], seconds: float = SECONDS) -> Ended:
        """Run `main` with these inputs.  Raises `CannotRun`."""
        program = self._program
        places = os.pathsep.join(str(path.absolute()) for path in (self._classes, *program.class_path))
        flags = (*memory(_MEMORY_MB), *FLAGS, "-Xshare:auto", "-ea")
        command = [str(program.jdk.java()), *flags, "-cp", places, _MAIN]
        with Child(command, (program.subject.class_name,)) as child:
            try:
                reply = child.ask(" ".join(map(_encoded, inputs)), seconds)
            except TimeoutError:
                return Ended("timeout")
            except ChildEnded:
                return Ended("left")
        how, *fields = (base64.b64decode(field).decode("utf-8", "replace") for field in reply.split(" "))
        if how != "threw":
            return Ended(how)
        return Ended(how, tuple(fields[0].split(" ")), fields[1])

    @cached_property
    def _classes(self) -> Path:
        """Return the folder with our classes and the replaying class, which precedes the program's own."""
        subject = self._program.subject
        javac = Javac(self._program.jdk, ())
        sources = sorted(_JAVA.glob("*.java"))
        world = subject.world
        if world.class_path.find(self._verifier) is not None:
            text = replaying(self._verifier, world.find(self._verifier).methods.values())
            sources.append(write_source(self._verifier, text))
        try:
            return javac.compile(sources)
        except CompileError as error:
            raise CannotRun(str(error)) from error
