"""Tests run in a child JVM: their results, the record of their acts, and their isolation."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from replay_subject import classes, file_of, toolchain

from symheap.testgen.jumps import Site
from symheap.testgen.replay.compile import compile_tests
from symheap.testgen.replay.events import Seen, Status
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.run import Replayed, Runner, replay
from symheap.testgen.replay.sources import Name, Source

POP = Site("subject.Stack", "pop()Ljava/lang/Object;", 0)
IS_EMPTY, IS_NOT = 0, 1

GOOD = """
    static int calls;
    @AfterEach
    void after() {
        Stack.made = 0;
        new Stack().push(calls++);
    }
    @Test
    void popReturnsTop() {
        Stack stack = new Stack();
        Object top = new Object();
        stack.push(1);
        stack.pop();
        stack.push(top);

        Object result = stack.pop(); // act

        assertSame(top, result);
        assertThrows(IllegalStateException.class, stack::pop);
        assertEquals(0, calls);
    }
    @Test
    void popThrows() {
        Stack stack = new Stack();

        assertThrows(IllegalStateException.class, () -> stack.pop()); // act

        assertEquals(0, Stack.made);
    }
    @Test
    void severalLines() {
        Stack stack = new Stack();
        stack.push(7);

        assertEquals( // act
            7, // act
            stack.pop()); // act
    }
    @Test
    void calledBack() {
        java.util.function.IntSupplier answer = () ->
            Jumps.table(4);

        int result = Twice.of(answer); // act

        assertEquals(14, result);
    }
    @Test
    void wrongValue() {
        int result = Jumps.table(0); // act

        assertEquals(2, result, "on purpose");
    }
    @Test
    void throwsItself() {
        new Stack().pop(); // act
    }
    static class Twice {
        static int of(java.util.function.IntSupplier supplier) {
            return supplier.getAsInt() + supplier.getAsInt();
        }
    }
"""


def ran(source: Source, limits: ReplayLimits | None = None) -> dict[str, Seen]:
    replayed = replay(toolchain(), [classes()], [source], limits or ReplayLimits(seconds=20))
    return by_test(replayed)


def by_test(replayed: Replayed) -> dict[str, Seen]:
    return {name.test: seen for name, seen in replayed.seen.items()}


@pytest.fixture(scope="module")
def good() -> dict[str, Seen]:
    return ran(file_of("GoodTest", GOOD))


def test_a_test_passes_or_fails_with_its_message(good: dict[str, Seen]) -> None:
    passed = {name for name, seen in good.items() if seen.status is Status.PASSED}
    assert passed == {"popReturnsTop", "popThrows", "severalLines", "calledBack"}
    wrong = good["wrongValue"]
    assert wrong.status is Status.FAILED
    assert wrong.detail == "org.opentest4j.AssertionFailedError: on purpose ==> expected: <2> but was: <1>"
    assert any(frame.startswith("subject.GoodTest.wrongValue(GoodTest.java:") for frame in wrong.trace)
    thrown = good["throwsItself"]
    assert thrown.detail == "java.lang.IllegalStateException: empty"
    assert thrown.trace[0].startswith("subject.Stack.pop(")


def test_only_the_act_is_recorded(good: dict[str, Seen]) -> None:
    """Not the code before, though it calls the same method, nor the asserts, nor what runs after each test."""
    assert good["popReturnsTop"].raw == ((POP, IS_NOT),)
    assert good["popThrows"].raw == ((POP, IS_EMPTY),)
    assert good["severalLines"].raw == ((POP, IS_NOT),)


def test_what_the_test_made_is_part_of_the_act_when_it_is_called(good: dict[str, Seen]) -> None:
    table = Site("subject.Jumps", "table(I)I", 0)
    assert good["calledBack"].raw == ((table, 4), (table, 4))


def test_hits_of_the_act_and_of_the_whole_test(good: dict[str, Seen]) -> None:
    seen = good["popThrows"]
    assert seen.act.jumps == {(POP, IS_EMPTY)}
    assert {owner for owner, _ in seen.act.lines} == {"subject.Stack"}
    assert seen.act.lines < seen.whole.lines
    assert (POP, IS_EMPTY) in good["popReturnsTop"].whole.jumps


BAD = """
    @Test
    void first() {
        assertEquals(1, Bad.once()); // act
    }
    @Test
    void second() {
        assertEquals(1, Bad.once()); // act
    }
    @Test
    void forever() {
        Bad.forever(); // act
    }
    @Test
    void deep() {
        Bad.deep(0); // act
    }
    @Test
    void greedy() {
        Bad.greedy(); // act
    }
    @Test
    void exit() {
        Bad.exit(); // act
    }
    @Test
    void halt() {
        Bad.halt(); // act
    }
    @Test
    void hiddenExit() throws Exception {
        Bad.hiddenExit(); // act
    }
    @Test
    void thread() {
        Bad.thread(); // act
    }
    @Test
    void flood() throws Exception {
        assertEquals(-1, Bad.flood()); // act
    }
    @Test
    void deadlock() throws Exception {
        Bad.deadlock(); // act
    }
    @Test
    void spawn() throws Exception {
        Bad.spawn(); // act
    }
    @Test
    void rude() {
        Bad.rude(); // act
    }
    @Test
    void broken() {
        Bad.broken(); // act
    }
    @Test
    void properties() {
        assertEquals(1, Bad.properties()); // act
    }
    @Test
    void propertiesAgain() {
        assertEquals(1, Bad.properties()); // act
    }
    @Test
    void last() {
        assertEquals(1, Bad.once()); // act
    }
"""


@pytest.fixture(scope="module")
def bad() -> dict[str, Seen]:
    return ran(file_of("BadTest", BAD), ReplayLimits(seconds=5, memory_mb=64, output=100, events=50))


def test_each_test_has_static_fields_of_its_own(bad: dict[str, Seen]) -> None:
    assert [bad[name].status for name in ("first", "second", "last")] == [Status.PASSED] * 3
    assert [bad[name].status for name in ("properties", "propertiesAgain")] == [Status.PASSED] * 2


@pytest.mark.parametrize("name", ["forever", "deadlock"])
def test_a_test_without_an_end_is_ended_and_it_is_said_where_it_was(bad: dict[str, Seen], name: str) -> None:
    seen = bad[name]
    assert seen.status is Status.TIMEOUT
    assert seen.detail.startswith(f"no end after 5 s, at subject.Bad.{name}(Subject.java:")


def test_running_out_of_stack_or_memory_is_named(bad: dict[str, Seen]) -> None:
    assert bad["deep"].detail == "java.lang.StackOverflowError"
    assert bad["greedy"].detail == "java.lang.OutOfMemoryError: Java heap space"
    assert bad["deep"].status is bad["greedy"].status is Status.FAILED


def test_an_exit_is_prevented_or_at_least_told(bad: dict[str, Seen]) -> None:
    for name in ("exit", "halt"):
        assert bad[name].status is Status.FAILED
        assert bad[name].detail.endswith("the code ends the JVM with status 3")
    assert bad["hiddenExit"].status is Status.ENDED
    assert bad["hiddenExit"].detail.startswith("exit code 7")


def test_threads_and_processes_that_are_left_behind_do_no_harm(bad: dict[str, Seen]) -> None:
    assert bad["thread"].threads == ("left behind",)
    assert bad["thread"].status is bad["spawn"].status is Status.PASSED


def test_output_is_bounded_and_input_is_empty(bad: dict[str, Seen]) -> None:
    seen = bad["flood"]
    assert seen.status is Status.PASSED
    assert seen.output == "0123456789" * 10 + "\n… 199900 bytes more"
    assert not seen.is_whole
    assert len(seen.raw) == 50


def test_an_exception_that_cannot_be_described_is_named(bad: dict[str, Seen]) -> None:
    assert bad["rude"].detail == "subject.Bad$Rude: (its message throws subject.Bad$Rude)"
    assert bad["broken"].detail.startswith("java.lang.ExceptionInInitializerError")


ONE = """
    @Test
    void one() {
        assertEquals(1, Jumps.table(0)); // act
    }
"""


def test_a_class_that_does_not_load_is_a_failure_of_its_test(tmp_path: Path) -> None:
    compiled = compile_tests(toolchain(), [classes()], [file_of("GoneTest", ONE)], tmp_path)
    with Runner(toolchain(), compiled.folder, [tmp_path], compiled.sources, ReplayLimits(seconds=20)) as runner:
        seen = runner.run(Name("subject.GoneTest", "one"))
        again = runner.run(Name("subject.Nobody", "none"))
    assert (seen.status, seen.detail) == (Status.FAILED, "java.lang.NoClassDefFoundError: subject/Jumps")
    assert (again.status, again.detail) == (Status.FAILED, "java.lang.ClassNotFoundException: subject.Nobody")


def test_a_class_that_is_too_large_with_probes_runs_without(tmp_path: Path) -> None:
    tests = "".join(f"if (x == {n}) y++;\n" for n in range(5_000))
    body = f"static int of(int x) {{ int y = 0; {tests} return y; }}"
    (tmp_path / "Huge.java").write_text(f"package subject; class Huge {{ {body} }}")
    javac = str(toolchain().jdk.javac())
    subprocess.run([javac, "-d", str(tmp_path), str(tmp_path / "Huge.java")], check=True, stdin=subprocess.DEVNULL)
    source = file_of("HugeTest", ONE.replace("Jumps.table(0)", "Huge.of(7)"))
    replayed = replay(toolchain(), [tmp_path, classes()], [source], ReplayLimits(seconds=20))
    [seen] = replayed.seen.values()
    assert seen.status is Status.PASSED
    assert replayed.unprobed == {"subject.Huge"}


def test_the_classes_of_ours_are_compiled_once(tmp_path: Path) -> None:
    own = replace(toolchain(), cache=tmp_path)
    folder, asm = own.runner()
    assert (folder / "symheap" / "replay" / "Runner.class").is_file()
    made = folder.stat().st_mtime_ns
    assert own.runner() == (folder, asm)
    assert folder.stat().st_mtime_ns == made
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    assert replace(own, jdk=replace(own.jdk, version="99")).runner()[0] != folder
