"""Calls that cannot be made, and calls that damage the process: each has an outcome, and so has the next."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from jvm_subject import JDKS, integer, jvm_of, main, node, ref, returned, text, thrown_class

from symheap_testing.java.jvm.driver import Call, HeapObject, Jvm, JvmError, Value

A_HANG = 60.0
"""Seconds that a call may take to be given up on a busy machine."""

pytestmark = pytest.mark.skipif(not JDKS, reason="no JDK with javac")


@pytest.fixture(scope="module", params=JDKS, ids=lambda home: home.name)
def jvm(request: pytest.FixtureRequest) -> Iterator[Jvm]:
    with jvm_of(request.param) as made:
        yield made


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (Call("subject.None", "f", "()V"), "ClassNotFoundException: subject.None"),
        (main("divide", "(IJ)I"), "has no method divide(IJ)I"),
        (main("divide", "(II)I", integer(1)), "takes 2 arguments, given 1"),
        (main("divide", "(II)I", integer(1), Value("long", 1)), "int expected, given {long=1}"),
        (main("fail", "(Ljava/lang/String;)V", ref(1)), "there is no object 1"),
        (main("fail", "(Ljava/lang/String;)V", ref(1), o1=node(0, 0)), "takes no subject.Node"),
        (Call("subject.Node", "len", "()I", heap={1: node(0, 0)}), "needs a receiver"),
        (Call("subject.Node", "len", "()I", receiver=0), "the receiver is null"),
        (Call("subject.Node", "len", "()I", receiver=-1, heap={-1: node(0, 0)}), "-1 is no number for an object"),
        (main("load", "()Ljava/lang/Object;", o1=HeapObject("subject.Node", {"prev": ref(0)})), "no field prev"),
        (main("load", "()Ljava/lang/Object;", o1=HeapObject("subject.Shape")), "InstantiationException"),
        (
            main("load", "()Ljava/lang/Object;", o1=HeapObject(known="static", name="subject.Counter.count")),
            "no object",
        ),
    ],
)
def test_what_cannot_be_set_up_is_an_error_with_its_reason(jvm: Jvm, call: Call, reason: str) -> None:
    outcome = jvm.run(call)
    assert outcome.kind == "error"
    assert reason in outcome.reason


def test_a_class_whose_initialiser_failed_before_the_call_is_part_of_the_input(jvm: Jvm) -> None:
    """The call itself continues; a later use of the class throws, as on the JVM."""
    outcome = jvm.run(Call("java.lang.Math", "abs", "(I)I", arguments=(integer(-3),), initialize=("subject.Broken",)))
    assert (outcome.kind, outcome.value) == ("return", integer(3))


def test_a_field_never_holds_an_object_of_another_class(jvm: Jvm) -> None:
    wrong = {1: HeapObject("subject.Node", {"next": ref(2)}), 2: text("no node")}
    outcome = jvm.run(Call("subject.Node", "len", "()I", receiver=1, heap=wrong))
    assert outcome.kind == "error"
    assert "cannot hold a java.lang.String" in outcome.reason


def test_a_compiler_or_a_jvm_that_is_none(tmp_path: Path) -> None:
    nothing, home = str(tmp_path / "none"), JDKS[0]
    call = Call("java.lang.Math", "abs", "(I)I")
    with pytest.raises(JvmError, match="cannot be run"), Jvm(str(home / "bin/java"), nothing, []) as jvm:
        jvm.run(call)
    with pytest.raises(JvmError, match="cannot be run"), Jvm(nothing, str(home / "bin/javac"), []) as jvm:
        jvm.run(call)


def test_a_jvm_that_does_not_start_says_why() -> None:
    java, javac = str(JDKS[0] / "bin/java"), str(JDKS[0] / "bin/javac")
    with (
        Jvm(java, javac, [], memory_mb=-1) as jvm,
        pytest.raises(JvmError, match=r"does not start: exit code 1, .*Xmx"),
    ):
        jvm.run(Call("java.lang.Math", "abs", "(I)I"))


def test_noise_is_no_answer(jvm: Jvm) -> None:
    assert [returned(jvm.run(main("noise", "()I"))) for _ in range(3)] == [-1, -1, -1]


def test_stack_overflow_is_an_exception(jvm: Jvm) -> None:
    assert returned(jvm.run(main("deep", "(I)I", integer(1000)))) == 1000
    assert thrown_class(jvm.run(main("deep", "(I)I", integer(10**8)))) == "java.lang.StackOverflowError"
    assert returned(jvm.run(main("deep", "(I)I", integer(1000)))) == 1000


@pytest.mark.parametrize("method", ["greedy", "small"])
def test_running_out_of_memory_is_an_exception(jvm: Jvm, method: str) -> None:
    assert thrown_class(jvm.run(main(method, "()I"))) == "java.lang.OutOfMemoryError"
    assert returned(jvm.run(main("check", "(I)I", integer(1)))) == 1


@pytest.mark.parametrize("home", JDKS, ids=lambda home: home.name)
def test_no_end_is_a_timeout_and_the_next_call_is_answered(home: Path) -> None:
    with jvm_of(home, seconds_per_call=3.0) as jvm:
        assert returned(jvm.run(main("check", "(I)I", integer(1)))) == 1
        start = time.monotonic()
        assert jvm.run(main("forever", "()V")).kind == "timeout"
        assert time.monotonic() - start < A_HANG
        assert returned(jvm.run(main("check", "(I)I", integer(2)))) == 2


def test_threads_that_run_on_meet_no_other_call(jvm: Jvm) -> None:
    shared = Call("subject.Counter", "next", "()I", isolate=False)
    jvm.run(shared)
    assert returned(jvm.run(shared)) > 1
    assert jvm.run(main("thread", "()V")).kind == "return"
    assert returned(jvm.run(shared)) == 1


def test_the_end_of_the_jvm_is_an_error_and_the_next_call_is_answered(jvm: Jvm) -> None:
    outcome = jvm.run(main("exit", "(I)V", integer(3)))
    assert outcome.kind == "error"
    assert "exit code 3" in outcome.reason
    assert returned(jvm.run(main("check", "(I)I", integer(2)))) == 2


@pytest.mark.parametrize("home", JDKS, ids=lambda home: home.name)
def test_a_thousand_isolated_calls_take_seconds(home: Path) -> None:
    """Of the processor, with the start of the JVM: what other processes do does not count."""
    call = Call("subject.Node", "len", "()I", receiver=1, heap={1: node(2, 0), 2: node(0, 0)})
    start = os.times()
    with jvm_of(home) as jvm:
        assert sum(returned(jvm.run(call)) for _ in range(1000)) == 2000
    end = os.times()
    assert end.children_user + end.children_system - start.children_user - start.children_system < 20
