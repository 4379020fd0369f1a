"""Methods of the JDK's collections on its own bytecode, from any receiver and from those that a repOk accepts."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from symheap.core.outcome import Threw
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.java.entry import load
from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.options import JavaOptions
from symheap.laws.laws import broken
from symheap.laws.subject import LawSubject
from symheap.objects.ir import Program
from symheap.solver.chain import default_chain
from symheap_testing.java.patched import compile_against

SOURCES = Path(__file__).parent / "jdk"
FREE = Bounds(max_loop=2, max_calls=30)
VALID = Bounds(max_loop=8, max_calls=60)

INDEX, NULL, NONE = (
    "java.lang.IndexOutOfBoundsException",
    "java.lang.NullPointerException",
    "java.util.NoSuchElementException",
)


@pytest.fixture(scope="module")
def jdk() -> Jdk:
    try:
        jdk = find_jdk(None, os.environ)
    except NotFound as missing:
        pytest.skip(str(missing))
    if not jdk.has_javac or jdk.feature < 9:
        pytest.skip("the stubs patch a module: no javac of Java 9 or later")
    return jdk


@pytest.fixture(scope="module")
def class_path(jdk: Jdk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_against(SOURCES / "stubs", [SOURCES / "RepOk.java"], tmp_path_factory.mktemp("jdk"), jdk)


def program_of(target: str, class_path: Path, rep_ok: str = "") -> Program:
    assume = (f"RepOk.{rep_ok}",) if rep_ok else ()
    options = JavaOptions(class_path=(str(class_path),), assume=assume, environ=os.environ)
    return load(f"jrt:java.util.{target}", options).program


def ends(program: Program, bounds: Bounds) -> dict[str, int]:
    """Count the paths by end.  All of them are confirmed, and no two are the same."""
    traces = list(Exploration(program, heap_model("pose", program.table), *default_chain(), bounds))
    assert all(trace.confirmed for trace in traces)
    assert len({trace.key for trace in traces}) == len(traces)
    return dict(Counter(t.end.exception if isinstance(t.end, Threw) else t.end.kind for t in traces))


@pytest.mark.parametrize(
    ("target", "rep_ok", "expected"),
    [
        ("ArrayList::get", "arrayList", {INDEX: 2, "return": 1}),
        ("ArrayList::remove(int)", "arrayList", {INDEX: 2, "return": 2}),
        ("LinkedList::removeFirst", "linkedList", {NONE: 1, "return": 3}),
        ("LinkedList::indexOf", "linkedList", {"return": 36}),
        ("ArrayDeque::addFirst", "arrayDeque", {NULL: 14, "return": 14}),
        ("PriorityQueue::poll", "priorityQueue", {"return": 11}),
        ("TreeMap::firstKey", "treeMap", {NONE: 1, "return": 5}),
        ("HashMap::containsKey", "hashMap", {"return": 21}),
    ],
)
def test_no_valid_collection_is_broken(class_path: Path, target: str, rep_ok: str, expected: dict[str, int]) -> None:
    """Only documented exceptions are thrown, and nothing is cut: a repOk bounds the structure."""
    assert ends(program_of(target, class_path, rep_ok), VALID) == expected


def test_any_collection_may_be_broken(class_path: Path) -> None:
    bounds = "java.lang.ArrayIndexOutOfBoundsException"
    assert ends(program_of("ArrayList::get", class_path), FREE) == {INDEX: 2, NULL: 1, bounds: 1, "return": 1}
    assert ends(program_of("LinkedList::removeFirst", class_path), FREE) == {NONE: 1, "return": 2}


@pytest.mark.parametrize(("target", "rep_ok"), [("LinkedList::removeFirst", ""), ("ArrayList::get", "arrayList")])
def test_the_laws_hold(class_path: Path, target: str, rep_ok: str) -> None:
    subject = LawSubject(program_of(target, class_path, rep_ok), VALID)
    assert broken(subject) == []
    assert len(subject.explored["pose"].traces) == len(subject.explored["summary"].traces) == 3
