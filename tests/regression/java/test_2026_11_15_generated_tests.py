"""Bugs found by a campaign of generated tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.core.outcome import Returned
from symheap.engine.bounds import Bounds
from symheap.lang.java.files.maven import Unavailable
from symheap.lang.java.natives.texts import builders
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.attempts import Attempts
from symheap.testgen.cases import Why
from symheap.testgen.code import Declare
from symheap.testgen.paths import OwnPaths
from symheap_testing.java import generated
from symheap_testing.java.junit_runs import compile_sources
from symheap_testing.java.sources import some_jdk

PROGRAMS = Path(__file__).parents[2] / "programs" / "java"

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")


def attempts(
    program: str, method: str, bounds: Bounds, assume: tuple[str, ...] = (), class_name: str | None = None
) -> Attempts:
    """Return the tests of a method of a program without running them."""
    return attempts_at(f"{PROGRAMS / program}.java::{class_name or program}::{method}", bounds, assume)


def attempts_at(target: str, bounds: Bounds, assume: tuple[str, ...] = ()) -> Attempts:
    loaded = load(target, JavaOptions(environ=os.environ, assume=assume))
    assert loaded.java is not None
    run = start(loaded, "pose", default_chain(timeout_ms=2_000), bounds, search="bfs")
    result = Attempts(run, Access(loaded.java.table.world, ""))
    for trace in run.exploration:
        result.add(trace)
    return result


def test_what_is_asked_of_inputs_before_the_call_is_not_on_the_predicted_path() -> None:
    """A test does not call ``repOk`` before the call, so the JVM does not see its jumps."""
    tries = attempts("SinglyList", "insert", Bounds(max_calls=6, max_loop=1), ("repOk",))
    assert tries.tests
    for test in tries.tests:
        events = OwnPaths(tries.java).of(test.run).events
        assert {event.site.method for event in events} == {"insert(I)V"}


def test_the_outer_object_that_a_constructor_takes_is_not_null() -> None:
    """The smallest input was null, and no source expresses ``null.new Ticket(1)``."""
    tries = attempts("InnerClasses", "<init>", Bounds(max_calls=6), class_name="InnerClasses$Ticket")
    assert [declared.nullable for declared in tries.java.program.inputs] == [False, False]
    [test] = tries.tests
    assert "null" not in str(test.act)


def test_an_object_of_class_result_is_not_called_result_beside_the_result() -> None:
    tries = attempts("Visitor", "accept", Bounds(max_calls=6), class_name="Visitor$Literal")
    declared = [
        [each.variable for each in (*test.arrange, test.act, *test.asserts) if isinstance(each, Declare)]
        for test in tries.tests
    ]
    assert any("newResult" in names for names in declared)
    assert all(len(names) == len(set(names)) for names in declared)


def test_no_test_depends_on_which_classes_were_initialised_before_it() -> None:
    """Each test passed alone and in its suite, but failed beside those of the nested classes in one JVM."""
    bounds = Bounds(max_calls=40, max_loop=5)
    assert {each.why for each in attempts("StaticInit", "order", bounds).without} == {Why.INITIALIZER}
    lazily = attempts("StaticInit", "lazily", bounds)
    assert [test.run.end for test in lazily.tests] == [Returned(0)]
    assert {each.why for each in lazily.without} == {Why.INITIALIZER}


def test_no_test_changes_a_static_field_that_initialisers_of_other_classes_set() -> None:
    """The value that it would restore is not what other tests expect."""
    tries = attempts("StaticInit", "<init>", Bounds(max_calls=40), class_name="StaticInit$Holder")
    assert tries.without
    assert {each.why for each in tries.without} <= {Why.INITIALIZER, Why.SHARED_STATE}
    assert not tries.tests


def test_no_assertion_is_about_an_identity_hash_that_an_input_keeps(tmp_path: Path) -> None:
    """It was computed when the input was built, and would be asserted on another machine."""
    source = tmp_path / "Kept.java"
    source.write_text(
        "public class Kept { final int code; Kept(Class<?> c) { code = c.hashCode(); } int get() { return code; } }"
    )
    result = attempts_at(f"{source}::Kept::get", Bounds(max_calls=10))
    assert not result.without
    assert all("705927765" not in str((test.asserts, test.act)) for test in result.tests)


def test_a_method_of_a_private_class_is_called_by_way_of_its_bridge() -> None:
    """``Iterator.next()`` returns an Object, and calls ``Walk.next()``, which returns a Link."""
    tries = attempts("IterableChain", "next", Bounds(max_calls=10), class_name="IterableChain$Walk")
    assert len(tries.tests) == 3
    assert not tries.without


def test_the_stub_of_an_abstract_class_declares_what_the_class_makes_abstract_again(tmp_path: Path) -> None:
    """javac refuses a class that inherits ``abstract String toString()`` and does not override it."""
    source = tmp_path / "Card.java"
    source.write_text(
        "public class Card { static int of(Face f) { return f.rank() > 3 ? 1 : 0; }\n"
        "abstract static class Face { public abstract String toString(); abstract int rank(); } }"
    )
    result = attempts_at(f"{source}::Card::of", Bounds(max_calls=10))
    stubs = [stub for test in result.tests for stub in test.built.stubs]
    assert stubs
    assert all("toString" in str(stub.methods) for stub in stubs)


def test_the_text_of_a_buffer_is_no_decision(tmp_path: Path) -> None:
    """How a machine stores a text is no decision of the program: the concrete path differed.

    Newer JDKs decide themselves whether it is empty: the text of an empty buffer is the literal, not a new string.
    """
    source = tmp_path / "Wrapped.java"
    source.write_text(
        "public class Wrapped { static String of(String s) {\n"
        "StringBuffer b = new StringBuffer(); b.append(s); return b.toString(); } }"
    )
    result = attempts_at(f"{source}::Wrapped::of", Bounds(max_calls=10))
    assert [each.why for each in result.without] == []
    assert len(result.tests) == (2 if builders._empty_is_literal(result.java.table.world) else 1)


def test_a_test_that_needs_more_memory_than_it_may_have_is_too_large_and_no_mismatch(tmp_path: Path) -> None:
    """A prediction assumes unlimited memory."""
    jdk = some_jdk()
    assert jdk is not None
    source = tmp_path / "Huge.java"
    source.write_text("class Huge { static int of(int n) { return n > 1 << 30 ? new double[n].length : 0; } }")
    compile_sources(jdk, [source], (), tmp_path / "classes")
    try:
        job = generated.Job(tmp_path / "classes", "Huge", (), generated.Asked(Bounds(max_calls=5)))
        suite = generated.tests_of(job, jdk).generated
    except Unavailable as error:
        pytest.skip(str(error))
    assert suite is not None
    assert [each.why for each in suite.without] == [Why.TOO_LARGE]
    assert len(suite.tests) == 1
