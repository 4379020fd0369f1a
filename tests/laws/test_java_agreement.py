"""Concrete calls of Java methods end as on the JVM: a seeded sample of `benchmarks/java_agreement.py`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from symheap.core.outcome import Returned
from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.objects.interpreter import ConcreteRun
from symheap_testing.java.agreement import Tally, campaign, one
from symheap_testing.java.calls import Calls, methods_of_class
from symheap_testing.java.sides import CallRequest, Sides

PROGRAMS = Path(__file__).parents[1] / "programs" / "java"
JDK_CLASSES = (
    *(f"java.lang.{name}" for name in ("Integer", "Long", "Character", "Double", "Math", "String", "StringBuilder")),
    *(f"java.util.{name}" for name in ("Arrays", "ArrayList", "LinkedList", "HashMap", "TreeMap", "ArrayDeque")),
    *(f"java.util.{name}" for name in ("PriorityQueue", "BitSet", "Collections", "Optional", "StringJoiner")),
)
CALLS = 250


@pytest.fixture(scope="module")
def jdk() -> Jdk:
    try:
        jdk = find_jdk(None, os.environ)
    except NotFound:
        pytest.skip("no JDK with javac")
    if not jdk.has_javac:
        pytest.skip("no JDK with javac")
    return jdk


@pytest.fixture(scope="module")
def corpus(jdk: Jdk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sides]:
    folder = tmp_path_factory.mktemp("corpus")
    sources = [str(source) for source in sorted(PROGRAMS.glob("*.java"))]
    command = [str(jdk.javac()), "-encoding", "UTF-8", "-g", "-d", str(folder), *sources]
    subprocess.run(command, check=True, capture_output=True)
    with Sides([folder], jdk, os.environ) as sides:
        yield sides


def calls_of(sides: Sides, raw: bool) -> Calls:
    return Calls(sides, Random("test"), sides.world.class_path.user_names() if raw else ())


def check(tally: Tally, count: int) -> None:
    assert not tally.differences, "\n".join(map(str, tally.differences))
    assert tally.compared == count
    assert tally.returned
    assert tally.threw


def test_corpus(corpus: Sides) -> None:
    names = corpus.world.class_path.user_names()
    targets = [(name, method) for name in names for method in methods_of_class(corpus, name, public=False)]
    check(campaign(calls_of(corpus, raw=True), targets, CALLS), CALLS)


def test_jdk(jdk: Jdk) -> None:
    with Sides([], jdk, os.environ, settled=True) as sides:
        targets = [(name, method) for name in JDK_CLASSES for method in methods_of_class(sides, name, public=True)]
        check(campaign(calls_of(sides, raw=False), targets, CALLS), CALLS)


def _other_value(run: ConcreteRun) -> ConcreteRun:
    assert isinstance(run.end, Returned)
    return replace(run, end=Returned(int(run.end.value) + 1))


def _other_heap(run: ConcreteRun) -> ConcreteRun:
    target = next(obj for n, obj in sorted(run.heap.objects.items()) if obj.class_name == "SinglyList$Node")
    target.fields["value"] = int(target.fields["value"]) ^ 1
    return run


@pytest.mark.parametrize("change", [_other_value, _other_heap])
def test_a_machine_that_is_wrong_is_found_out(
    corpus: Sides, change: Callable[[ConcreteRun], ConcreteRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = corpus.here

    def here(request: CallRequest, max_steps: int) -> ConcreteRun:
        return change(honest(request, max_steps))

    calls = calls_of(corpus, raw=True)
    size = next(m for m in corpus.world.find("SinglyList").methods.values() if m.name == "repOk")
    request = next(
        r for r in iter(lambda: calls.request("SinglyList", size), object()) if r and len(r.heap.objects) > 2
    )
    tally = Tally()
    assert one(calls, request, tally, 10_000)
    assert not tally.differences
    monkeypatch.setattr(corpus, "here", here)
    assert one(calls, request, tally, 10_000)
    assert len(tally.differences) == 1
