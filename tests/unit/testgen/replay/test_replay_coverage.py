"""Lines and branches are those of the class files, without synthetic code; hits are those of the JVM."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from replay_subject import class_path, classes, file_of, toolchain

from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import find_jdk
from symheap.testgen.jumps import PASSED, TAKEN, Event, Jumps, Site
from symheap.testgen.replay.coverage import Coverage, coverage, outcomes
from symheap.testgen.replay.events import Hits, Seen, Status
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.run import replay

SHAPES = """
import java.util.function.*;
enum Light {
    RED, GREEN;
    Light next() {
        return this == RED ? GREEN : RED;
    }
}
record Pair(int a, int b) { }
class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
    T value;
    static boolean big;
    static {
        big = Integer.getInteger("none", 3) > 2;
    }
    public int compareTo(Box<T> other) {
        return value.compareTo(other.value);
    }
    static IntPredicate above(int x) {
        return y ->
            y > x;
    }
}
"""


def compiled(folder: Path, *options: str) -> ClassPath:
    jdk = find_jdk(None, os.environ)
    (folder / "Shapes.java").write_text(SHAPES, encoding="utf-8")
    command = [str(jdk.javac()), *options, "-d", str(folder), str(folder / "Shapes.java")]
    assert subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode == 0
    return ClassPath((Folder(folder),), jdk)


def counted(of: ClassPath, name: str, *seen: Seen) -> Coverage:
    return coverage(of, [name], seen)


def test_what_the_compiler_made_is_not_counted(tmp_path: Path) -> None:
    shapes = compiled(tmp_path, "-g")
    light = counted(shapes, "Light")
    assert (light.lines, light.branches) == (3, 2)
    assert light.missed_lines == (("Shapes.java", 3), ("Shapes.java", 4), ("Shapes.java", 6))
    assert counted(shapes, "Pair").branches == 0
    box = counted(shapes, "Box")
    assert ("Shapes.java", 21) in box.missed_lines, "the body of a lambda"
    assert box.branches == 4


def test_without_debug_information_there_are_branches_alone(tmp_path: Path) -> None:
    box = counted(compiled(tmp_path, "-g:none"), "Box")
    assert (box.lines, box.branches) == (0, 4)


def test_hits_are_counted_once_and_initialisers_by_the_whole_test(tmp_path: Path) -> None:
    shapes = compiled(tmp_path, "-g")
    clinit, inner = Site("Box", "<clinit>()V", 0), Site("Box", "lambda$above$0(II)Z", 0)
    act = Hits(frozenset({("Box", 21)}), frozenset({(inner, 1)}))
    whole = Hits(frozenset({("Box", 21), ("Box", 14), ("Box", 17)}), frozenset({(inner, 1), (inner, 0), (clinit, 0)}))
    box = counted(shapes, "Box", Seen(Status.PASSED, act=act, whole=whole), Seen(Status.PASSED, act=act, whole=whole))
    assert (box.lines_hit, box.branches_hit) == (2, 2)
    assert Event(inner, PASSED) in box.missed_branches
    assert Event(clinit, TAKEN) in box.missed_branches
    assert ("Shapes.java", 17) in box.missed_lines


def test_a_class_that_is_not_there_has_nothing() -> None:
    assert counted(class_path(), "subject.Nobody") == Coverage(0, 0, 0, 0)


@pytest.fixture(scope="module")
def measured() -> tuple[Seen, ...]:
    body = """
    @Test
    void empty() {
        assertThrows(IllegalStateException.class, () -> new Stack().pop()); // act
    }
    @Test
    void full() {
        Stack stack = new Stack();
        stack.push(null);

        assertNull(stack.pop()); // act
    }
"""
    replayed = replay(toolchain(), [classes()], [file_of("CoverageTest", body)], ReplayLimits(seconds=20))
    return tuple(replayed.seen.values())


def test_measured_on_the_jvm(measured: tuple[Seen, ...]) -> None:
    """The effects of `push` and the constructors are no act."""
    stack = coverage(class_path(), ["subject.Stack"], measured)
    assert (stack.branches_hit, stack.branches) == (2, 2)
    assert 0 < stack.lines_hit < stack.lines
    first = coverage(class_path(), ["subject.Stack"], measured[:1])
    assert first.branches_hit == 1
    assert first.lines_hit < stack.lines_hit


def test_the_branches_of_a_test(measured: tuple[Seen, ...]) -> None:
    pop = Site("subject.Stack", "pop()Ljava/lang/Object;", 0)
    assert outcomes(measured[0].act, Jumps(class_path())) == {Event(pop, PASSED)}
    assert outcomes(measured[1].act, Jumps(class_path())) == {Event(pop, TAKEN)}
