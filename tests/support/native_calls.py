"""Calls of Java methods, made by the concrete interpreter and by a JVM, with comparable results.

A result is ("return", value) or ("throw", class, message): numbers by their bits, strings as texts, null as None, any
other object by its class.  A call that the interpreter does not support is ("unsupported", name).
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from symheap.core.model import Plain
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.lower.kinds import signature
from symheap.lang.java.natives.concretely import text_of
from symheap.lang.java.past.boot import booting, cold_boot
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.world import World
from symheap.objects import interpreter
from symheap.objects.interpreter import ConcreteRun, Pointer, initialize
from symheap.objects.ir import Program
from symheap_testing.java.jvm.driver import Call, CallOutcome, HeapObject, Jvm, Kind, Value, units
from symheap_testing.java.sources import some_jdk

Argument = int | str | None
Result = tuple[object, ...]
SUBJECT = "LibrarySubject"
_KINDS: dict[str, Kind] = {
    "Z": "boolean",
    "B": "byte",
    "S": "short",
    "C": "char",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
}
_STRING = "java.lang.String"
_STEPS = 20_000_000


OLDEST = 17


@cache
def jdks() -> tuple[Jdk, ...]:
    """The JDK of this environment and its neighbours."""
    jdk = some_jdk()
    if jdk is None:
        return ()
    home = Path(os.path.realpath(jdk.javac())).parents[1]
    homes = {Path(os.path.realpath(path)).parents[1] for path in home.parent.glob("*/bin/javac")} | {home}
    jdks_ = (find_jdk(str(each), {}) for each in sorted(homes))
    return tuple(jdk for jdk in jdks_ if jdk.feature >= OLDEST)


@cache
def compiled(jdk: Jdk) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="symheap-library-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = Path(__file__).with_name(f"{SUBJECT}.java")
    subprocess.run([str(jdk.javac()), "-proc:none", "-d", str(folder), str(source)], check=True, capture_output=True)
    return folder


class Interpreter:
    """The subject's classes and the JDK's, booted, on the concrete interpreter."""

    def __init__(self, jdk: Jdk) -> None:
        path = ClassPath((open_entry(compiled(jdk), jdk.feature),), jdk)
        booted = cold_boot(path)
        self.failed = booted.failed
        self.world = World(path)
        self.initial = InitialObjects(self.world, booted.initial.heap, booted.initial.interned)
        program = booting(JavaTable(self.world, (), self.initial))
        outcome = initialize(program, self.initial.heap, [f"{SUBJECT}$Color", SUBJECT])
        assert not outcome.why
        self.program: Program = replace(program, initialized=outcome.done)

    def call(self, method: JavaMethod, arguments: Sequence[Argument]) -> Result:
        types = signature(method.descriptor)[0]
        cells = [self._cell(a, d) for a, d in zip(arguments, types, strict=True)]
        body = self.program.methods[method.owner, method.key]
        return self._result(method, interpreter.call(self.program, self.initial.heap, body, cells, max_steps=_STEPS))

    def _cell(self, argument: Argument, descriptor: str) -> Plain:
        if isinstance(argument, str):
            return Pointer(self.initial.literal(argument).location.number)
        return Pointer(0) if argument is None else argument

    def _result(self, method: JavaMethod, run: ConcreteRun) -> Result:
        match run.end:
            case Returned(value):
                if method.descriptor.endswith("V"):
                    return ("return", None)
                return ("return", self._shown(run, int(value)) if run.returned_ref else int(value))
            case Threw(_, _, _, exception):
                message = run.heap.find(run.thrown).fields.get("detailMessage", 0)
                return ("throw", exception, self._shown(run, int(message)))
            case Unsupported(what):
                return ("unsupported", what)
        return (str(run.end),)

    def _shown(self, run: ConcreteRun, number: int) -> str | None:
        if not number:
            return None
        name = run.heap.class_of(number)
        return text_of(run.heap, number) if name == _STRING else name


def on_the_jvm(jvm: Jvm, method: JavaMethod, arguments: Sequence[Argument]) -> Result:
    heap: dict[int, HeapObject] = {}
    values: list[Value] = []
    for argument, descriptor in zip(arguments, signature(method.descriptor)[0], strict=True):
        if isinstance(argument, str):
            heap[len(heap) + 1] = HeapObject(_STRING, string=units(argument))
            values.append(Value("ref", len(heap)))
        else:
            values.append(Value(_KINDS.get(descriptor, "ref"), argument or 0))
    call = Call(method.owner, method.name, method.descriptor, arguments=tuple(values), heap=heap, isolate=False)
    return _told(jvm.run(call))


def _told(outcome: CallOutcome) -> Result:
    if outcome.thrown is not None:
        message = outcome.thrown.message
        return ("throw", outcome.thrown.class_name, None if message is None else _units_text(message))
    if outcome.kind != "return":
        return (outcome.kind, outcome.reason)
    value = outcome.value
    if value is None or (value.kind == "ref" and not value.bits):
        return ("return", None)
    if value.kind != "ref":
        return ("return", value.bits)
    held = outcome.heap[value.bits]
    return ("return", held.class_name if held.string is None else _units_text(held.string))


def _units_text(string: tuple[int, ...]) -> str:
    """Return a string with one character for each unit, as the interpreter has it."""
    return "".join(chr(unit) for unit in string)


def agree(ours: Result, theirs: Result) -> bool:
    """Whether two results agree; exceptions that the virtual machine itself throws have no message here."""
    if ours[0] == "throw" and ours[-1] is None:
        return ours[:2] == theirs[:2]
    return ours == theirs
