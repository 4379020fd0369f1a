"""The path of a run as a probe sees it, and as the JVM sees it."""

from __future__ import annotations

import os
import struct
from functools import cache

import pytest
from replay_subject import class_path, classes, file_of, toolchain

from symheap.lang.java.entry import JavaProgram, load
from symheap.lang.java.options import JavaOptions
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import ConcreteRun, run
from symheap.testgen.jumps import DEFAULT, EITHER, PASSED, TAKEN, Event, Jumps, Site
from symheap.testgen.paths import OwnPath, own_path
from symheap.testgen.replay.compare import compare
from symheap.testgen.replay.events import Seen, Status
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.run import replay

CALLS = (
    *(f"table({x})" for x in (0, 1, 2, 3, 4, 5)),
    *(f"lookup({x})" for x in (-100, 7, 4000, 8)),
    "onlyDefault(3)",
    *(f"text({x})" for x in (0, 1, 2)),
    *(f"light({x})" for x in (0, 1, 2)),
    *(f"longs({x}L)" for x in (4, 5, 6, 101)),
    *("floats(1f, 2.0)", "floats(3f, 1.0)", "floats(2f, 1.0)", "floats(2f, Double.NaN)", "floats(Float.NaN, 0.0)"),
    *("flags(true)", "flags(false)"),
    *("nothing(0)", "nothing(4)"),
    *(f"finallyFlow({x})" for x in (0, 1, 2, 6)),
    *("recursive(0)", "recursive(5)"),
    *(f"lambda({x})" for x in (1, 5, 7, 11)),
    *("loop(0)", "loop(3)"),
    *("lazily(1)", "lazily(2)", "lazily(8)"),
    *("failing(0)", "failing(1)", "failing(2)"),
    *("nested(true)", "nested(false)"),
    *("asserted(0)", "asserted(1)"),
    *("stacked(0)", "stacked(2)"),
)
LITERALS = {"true": True, "false": False, "Float.NaN": 0x7FC00000, "Double.NaN": 0x7FF8000000000000}


@cache
def program(method: str) -> JavaProgram:
    return load(f"{classes()}::subject.Jumps::{method}", JavaOptions(environ=dict(os.environ), first_use=True))


def value(text: str) -> int | bool:
    if text in LITERALS:
        return LITERALS[text]
    if text.endswith("f"):
        return int.from_bytes(struct.pack(">f", float(text[:-1])), "big")
    if "." in text:
        return int.from_bytes(struct.pack(">d", float(text)), "big")
    return int(text.removesuffix("L"))


def concretely(call: str) -> tuple[ConcreteRun, JavaProgram]:
    method, _, arguments = call.rstrip(")").partition("(")
    java = program(method)
    values = [value(text) for text in arguments.split(", ")]
    roots = {i.name: v for i, v in zip(java.program.inputs, values, strict=True)}
    return run(java.program, ConcreteHeap(java.table, roots), max_calls=100), java


def predicted(call: str) -> OwnPath:
    return own_path(*concretely(call))


def outcomes(call: str) -> list[str]:
    return [event.outcome for event in predicted(call).events]


def test_an_event_is_a_jump_and_what_it_decides() -> None:
    site = Site("subject.Jumps", "loop(I)I", 0)
    inner = Site("subject.Jumps", "loop(I)I", 1)
    path = predicted("loop(1)")
    assert path.events == (Event(site, PASSED), Event(inner, TAKEN), Event(site, TAKEN))
    assert path.end == "returns"
    assert path.is_visible


def test_keys_that_go_to_the_default_are_the_default() -> None:
    assert [outcomes(f"table({x})") for x in (0, 2, 3, 4, 5)] == [["0"], ["2"], [DEFAULT], ["4"], [DEFAULT]]
    assert outcomes("onlyDefault(3)") == []


def test_a_jump_to_the_next_instruction_decides_nothing() -> None:
    assert outcomes("nothing(0)") == outcomes("nothing(4)") == [EITHER, EITHER]


def test_initialisers_are_left_out_also_when_they_fail() -> None:
    """`Lazy.helper` is called by the initialiser and by `of`; only the latter counts."""
    lazily, failing = predicted("lazily(8)"), predicted("failing(1)")
    assert [e.site.method for e in lazily.events] == ["lazily(I)I", "of(I)I", "helper(I)I", "lazily(I)I"]
    assert [e.site.method for e in failing.events] == ["failing(I)I", "failing(I)I"]


def test_a_run_knows_which_of_its_decisions_initialisers_made() -> None:
    ran, _ = concretely("lazily(8)")
    [(begin, end)] = ran.initializing
    within = {d.position.place.partition("+")[0] for d in ran.decisions[begin:end]}
    assert within == {"subject.Lazy.<clinit>()V", "subject.Lazy.helper(I)I"}
    assert concretely("loop(3)")[0].initializing == ()


def test_an_exception_is_the_end_with_its_place_in_the_users_code() -> None:
    assert predicted("finallyFlow(0)").end == "java.lang.IllegalStateException@subject.Jumps.finallyFlow(I)I+6"
    assert predicted("asserted(0)").end.startswith("java.lang.AssertionError@subject.Jumps.asserted(I)I")


def test_of_a_class_of_the_jdk_nothing_can_be_seen() -> None:
    java = load("jrt:java.lang.Math::floorMod(int,int)", JavaOptions(environ=dict(os.environ)))
    ran = run(java.program, ConcreteHeap(java.table, {i.name: 3 for i in java.program.inputs}), max_calls=10)
    assert ran.decisions
    assert own_path(ran, java) == OwnPath((), "returns", is_visible=False)


@cache
def seen() -> dict[str, Seen]:
    """Make every call on the JVM, ignoring exceptions."""
    body = "".join(
        f"    @Test\n    void call{n}() {{\n"
        f"        try {{\n            Jumps.{call}; // act\n        }} catch (Throwable e) {{\n        }}\n    }}\n"
        for n, call in enumerate(CALLS)
    )
    replayed = replay(toolchain(), [classes()], [file_of("PathsTest", body)], ReplayLimits(seconds=20))
    by_name = {name.test: each for name, each in replayed.seen.items()}
    return {call: by_name[f"call{n}"] for n, call in enumerate(CALLS)}


@pytest.mark.parametrize("call", CALLS)
def test_the_jvm_takes_the_predicted_path(call: str) -> None:
    there = seen()[call]
    assert there.status is Status.PASSED
    assert compare(predicted(call), there, Jumps(class_path())) is None
