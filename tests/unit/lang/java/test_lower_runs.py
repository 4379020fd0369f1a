"""Lowered methods, run by the concrete interpreter, return what the real JVM returns."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from symheap.core.outcome import Returned
from symheap.core.source import Position
from symheap.lang.java.entry import ERRORS, methods_of
from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.past.boot import boot
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.world import World
from symheap.objects import interpreter, ir
from symheap.objects.concrete import ConcreteHeap

SOURCES = Path(__file__).with_name("test_lower_sources")


def cases(name: str) -> list[str]:
    text = (SOURCES / f"{name}.java").read_text(encoding="utf-8")
    return re.findall(r"static \w+ (\w+)\(\) \{", text)


@dataclass(frozen=True)
class Side:
    """A class in our machine, and the results of its methods on the JVM."""

    name: str
    table: JavaTable
    initial: InitialObjects
    expected: dict[str, str]

    def run(self, method: str) -> str:
        java_class = self.table.world.find(self.name)
        key = next(m.key for m in java_class.methods.values() if m.name == method and m.descriptor.startswith("()"))
        methods = methods_of(self.table)
        at = methods[self.name, key].position
        start = ir.Method("", "start", (), 1, ((ir.Initialize(self.name, at), call(self.name, key, at), back(at)),), at)
        program = ir.Program(
            table=self.table,
            methods=methods,
            entry=start,
            inputs=(),
            arguments=(),
            errors=ERRORS,
            initial=self.initial.heap,
            initialized=frozenset(self.initial.initialized),
        )
        done = interpreter.call(program, self.initial.heap, start, ())
        assert isinstance(done.end, Returned), done.end
        return text(done.heap, int(done.end.value)) if done.returned_ref else str(done.end.value)


def call(owner: str, key: str, at: Position) -> ir.Invoke:
    return ir.Invoke(0, owner, key, (), at)


def back(at: Position) -> ir.Return:
    return ir.Return(0, at)


def text(heap: ConcreteHeap, number: int) -> str:
    """Return the characters of a string."""
    string = heap.find(number)
    contents = heap.find(int(string.fields["value"]))
    raw = bytes(int(contents.elements.get(i, 0)) & 0xFF for i in range(contents.length or 0))
    return raw.decode("utf-16-le" if string.fields.get("coder") else "latin-1")


def side(name: str, jdk: Jdk, folder: Path) -> Side:
    sources = [str(SOURCES / f"{each}.java") for each in (name, "Print")]
    subprocess.run([str(jdk.javac()), "-g", "-encoding", "UTF-8", "-d", str(folder), *sources], check=True)
    printed = subprocess.run(
        [str(jdk.java()), "-ea", "-cp", str(folder), "Print", name], capture_output=True, check=True, encoding="utf-8"
    )
    expected = dict(line.split(" ", 1) for line in printed.stdout.splitlines())
    world = World(ClassPath((Folder(folder),), jdk))
    initial = boot(world, {"SYMHEAP_CACHE": str(folder / "cache")})
    return Side(name, JavaTable(world, (), initial), initial, expected)


@pytest.fixture(scope="session")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> Side:
    return side("Cases", find_jdk(None, os.environ), tmp_path_factory.mktemp("cases"))


@pytest.fixture(scope="session")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> Side:
    """Needs a JDK of version 21 or later: the current one, or one beside it."""
    at_hand = find_jdk(None, os.environ)
    for home in (at_hand.home, *sorted(at_hand.home.parent.iterdir())):
        try:
            jdk = find_jdk(str(home), {})
        except NotFound:
            continue
        if jdk.feature >= 21 and jdk.has_javac:
            return side("Patterns", jdk, tmp_path_factory.mktemp("patterns"))
    pytest.skip("no JDK of version 21 or later")


@pytest.mark.parametrize("method", cases("Cases"))
def test_code_returns_what_the_jvm_returns(ordinary: Side, method: str) -> None:
    assert ordinary.run(method) == ordinary.expected[method]


@pytest.mark.parametrize("method", cases("Patterns"))
def test_pattern_switches_return_what_the_jvm_returns(patterns: Side, method: str) -> None:
    assert patterns.run(method) == patterns.expected[method]
