"""The real JVM as an oracle: values survive the round trip, and no called code disturbs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import jvm_subject as subject
import pytest
from jvm_subject import integer, main, node, ref, returned, text, thrown_class

from symheap.core.types import ClassTable
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap_testing.java.jvm.convert import from_driver, to_driver
from symheap_testing.java.jvm.driver import Call, CallOutcome, HeapObject, Jvm, Value, text_of, units

pytestmark = pytest.mark.skipif(not subject.JDKS, reason="no JDK with javac")


@pytest.fixture(scope="module", params=subject.JDKS, ids=lambda home: home.name)
def jvm(request: pytest.FixtureRequest) -> Iterator[Jvm]:
    with subject.jvm_of(request.param) as made:
        yield made


# Heaps


def test_objects_keep_their_numbers_and_the_call_shows(jvm: Jvm) -> None:
    heap = {1: node(2, 10), 2: node(3, 20), 3: node(0, 30)}
    outcome = jvm.run(Call("subject.Node", "swap", "(Lsubject/Node;)V", arguments=(ref(1),), heap=heap))
    assert outcome == CallOutcome("return", heap={1: node(3, 10), 2: node(1, 20), 3: node(0, 30)})


def test_aliases_and_cycles(jvm: Jvm) -> None:
    heap = {1: node(2, 0), 2: node(1, 0)}
    call = Call("subject.Node", "same", "(Lsubject/Node;Lsubject/Node;)Z", None, (ref(1), ref(1)), heap)
    assert returned(jvm.run(call)) == 1
    assert jvm.run(replace(call, arguments=(ref(1), ref(2)))) == CallOutcome(
        "return", value=Value("boolean", 0), heap=heap
    )


def test_fresh_objects_have_negative_numbers(jvm: Jvm) -> None:
    outcome = jvm.run(Call("subject.Node", "fresh", "()Lsubject/Node;", receiver=1, heap={1: node(0, 5)}))
    assert outcome.value == ref(-1)
    assert outcome.heap == {1: node(0, 5), -1: node(-2, 9), -2: node(-1, 9)}


def test_null_and_missing_fields_are_defaults(jvm: Jvm) -> None:
    call = Call("java.lang.Object", "hashCode", "()I", receiver=1, heap={1: HeapObject("subject.Kinds")})
    assert jvm.run(call).heap[1].fields == {
        **{name: Value(kind, 0) for name, kind in zip("zbscijfd", subject.PRIMITIVES, strict=True)},
        "o": ref(0),
    }


_EXTREMES = (1, -128, -32768, 65535, -(2**31), -(2**63), 0x7FA00001, 0x7FF4000000000001)


def test_every_kind_of_field_is_kept_to_the_bit(jvm: Jvm) -> None:
    values = {n: Value(k, v) for n, k, v in zip("zbscijfd", subject.PRIMITIVES, _EXTREMES, strict=True)} | {"o": ref(1)}
    heap = {1: HeapObject("subject.Kinds", values)}
    assert jvm.run(Call("java.lang.Object", "hashCode", "()I", receiver=1, heap=heap)).heap == heap


def test_arrays_of_every_kind(jvm: Jvm) -> None:
    names = ("[Z", "[B", "[S", "[C", "[I", "[J", "[F", "[D", "[Ljava.lang.Object;")
    contents = ((1,), (127,), (32767,), (65535,), (2**31 - 1,), (2**63 - 1,), (_EXTREMES[6], 0), (_EXTREMES[7], 0))
    heap = {
        i + 1: HeapObject(name, elements=elements)
        for i, (name, elements) in enumerate(zip(names, (*contents, (0, 9)), strict=True))
    }
    call = Call(
        "subject.Main", "fill", "([Z[B[S[C[I[J[F[D[Ljava/lang/Object;)V", None, tuple(map(ref, range(1, 10))), heap
    )
    after = [obj.elements for obj in jvm.run(call).heap.values()]
    wrapped = [(0,), (-128,), (-32768,), (0,), (-(2**31),), (-(2**63),)]
    assert after == [*wrapped, (_EXTREMES[6],) * 2, (_EXTREMES[7],) * 2, (9, 5)]


def test_shadowed_fields_go_by_their_owner(jvm: Jvm) -> None:
    heap = {1: HeapObject("subject.Derived", {"x": integer(5), "subject.Base.x": integer(7)})}
    outcome = jvm.run(Call("subject.Derived", "both", "()I", receiver=1, heap=heap))
    assert returned(outcome) == 75
    assert outcome.heap == heap


def test_records(jvm: Jvm) -> None:
    fields = {"x": integer(-1), "y": Value("long", 1 << 40), "name": ref(2)}
    heap = {1: HeapObject("subject.Point", fields), 2: text("p")}
    outcome = jvm.run(Call("subject.Point", "sum", "()J", receiver=1, heap=heap))
    assert outcome == CallOutcome("return", value=Value("long", (1 << 40) - 1), heap=heap)


def test_strings(jvm: Jvm) -> None:
    descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;"
    outcome = jvm.run(main("join", descriptor, ref(1), ref(2), o1=text("é\0\ud800"), o2=text("𝄞")))
    assert outcome.heap[-1] == text("é\0\ud800𝄞")


def test_literals_are_interned_and_other_strings_are_not(jvm: Jvm) -> None:
    call = main("literal", "(Ljava/lang/String;)Z", ref(1), o1=text("lité"))
    literal = HeapObject(string=units("lité"), interned=True)
    assert returned(jvm.run(call)) == 0
    assert returned(jvm.run(main("literal", "(Ljava/lang/String;)Z", ref(1), o1=literal))) == 1


def test_enum_constants_and_class_objects_are_those_of_the_jvm(jvm: Jvm) -> None:
    green = HeapObject(known="enum", name="subject.Color.GREEN")
    outcome = jvm.run(main("colour", "(Lsubject/Color;)I", ref(1), o1=green))
    assert returned(outcome) == 108
    told = HeapObject("subject.Color$1", {"n": integer(4)}, known="enum", name="subject.Color.GREEN")
    assert outcome.heap == {1: told}
    string = HeapObject(known="classObject", name="java.lang.String")
    assert returned(jvm.run(main("isString", "(Ljava/lang/Class;)Z", ref(1), o1=string))) == 1


def test_jdk_objects(jvm: Jvm) -> None:
    fields = {"elementData": ref(2), "size": integer(1), "modCount": integer(3)}
    box = HeapObject("java.lang.Integer", {"value": integer(7)})
    elements = HeapObject("[Ljava.lang.Object;", elements=(3, 0))
    heap = {1: HeapObject("java.util.ArrayList", fields), 2: elements, 3: box}
    outcome = jvm.run(Call("java.util.ArrayList", "remove", "(I)Ljava/lang/Object;", 1, (integer(0),), heap))
    assert outcome.value == ref(3)
    assert outcome.heap[1].fields == fields | {"size": integer(0), "modCount": integer(4)}
    assert outcome.heap[2].elements == (0, 0)


def test_private_methods_of_the_jdk(jvm: Jvm) -> None:
    call = Call("java.util.HashMap", "tableSizeFor", "(I)I", arguments=(integer(17),))
    assert returned(jvm.run(call)) == 32


def test_a_heap_too_large_is_cut_and_says_so(jvm: Jvm) -> None:
    outcome = jvm.run(main("many", "(I)Ljava/lang/Object;", integer(3000)))
    assert outcome.truncated
    assert len(outcome.heap) == 2000
    assert not jvm.run(main("many", "(I)Ljava/lang/Object;", integer(1500))).truncated


def test_objects_of_the_vm_are_leaves(jvm: Jvm) -> None:
    outcome = jvm.run(main("load", "()Ljava/lang/Object;"))
    assert outcome.heap == {-1: HeapObject("java.lang.Thread", opaque=True)}


# Calls


def test_floats_go_by_their_bits(jvm: Jvm) -> None:
    for bits in (subject.float_bits(1.5), subject.float_bits(-0.0), 0x7F800000, 0x7FC00000, 1):
        assert jvm.run(main("flip", "(F)F", Value("float", bits))).value == Value("float", bits)
    arguments = (Value("float", 0), Value("double", -1))
    assert jvm.run(main("third", "(FD)D", *arguments)).value == Value("double", -1)


def test_instance_methods_are_dispatched_unless_exact(jvm: Jvm) -> None:
    call = Call("subject.Base", "who", "()I", receiver=1, heap={1: HeapObject("subject.Derived")})
    assert returned(jvm.run(call)) == 2
    assert returned(jvm.run(replace(call, exact=True))) == 1


def test_inherited_default_and_variable_arity_methods(jvm: Jvm) -> None:
    heap = {1: HeapObject("subject.Triangle"), 2: HeapObject("[Ljava.lang.Object;", elements=(1, 1))}
    assert returned(jvm.run(Call("subject.Triangle", "sides", "()I", receiver=1, heap=heap))) == 3
    assert returned(jvm.run(Call("subject.Main", "varargs", "([Ljava/lang/Object;)I", None, (ref(2),), heap))) == 2


def test_a_constructor_returns_the_new_object(jvm: Jvm) -> None:
    outcome = jvm.run(Call("subject.Derived", "<init>", "()V"))
    fields = {"x": integer(2), "subject.Base.x": integer(1)}
    assert outcome == CallOutcome("return", value=ref(-1), heap={-1: HeapObject("subject.Derived", fields)})


# Exceptions


def test_an_exception_has_class_message_and_frames(jvm: Jvm) -> None:
    outcome = jvm.run(main("divide", "(II)I", integer(1), integer(0)))
    assert outcome.thrown is not None
    assert thrown_class(outcome) == "java.lang.ArithmeticException"
    assert text_of(outcome.thrown.message or ()) == "/ by zero"
    line = subject.SOURCE.split("\n").index("        return a / b; }") + 1
    assert [(f.class_name, f.method, f.line) for f in outcome.thrown.frames] == [("subject.Main", "divide", line)]
    assert outcome.heap == {outcome.thrown.number: HeapObject("java.lang.ArithmeticException", opaque=True)}


def test_the_message_may_be_null(jvm: Jvm) -> None:
    outcome = jvm.run(main("fail", "(Ljava/lang/String;)V", ref(0)))
    assert outcome.thrown is not None
    assert (outcome.thrown.class_name, outcome.thrown.message) == ("java.lang.IllegalStateException", None)


def test_a_thrown_argument_is_that_argument(jvm: Jvm) -> None:
    error = HeapObject("java.lang.RuntimeException", {"detailMessage": ref(2)})
    outcome = jvm.run(main("rethrow", "(Ljava/lang/RuntimeException;)V", ref(1), o1=error, o2=text("it")))
    assert outcome.thrown is not None
    assert (outcome.thrown.number, outcome.thrown.message) == (1, units("it"))


def test_assertions_on_and_off(jvm: Jvm) -> None:
    call = main("check", "(I)I", integer(-1))
    assert thrown_class(jvm.run(call)) == "java.lang.AssertionError"
    assert returned(jvm.run(replace(call, assertions=False))) == -1


def test_a_failing_initialiser_is_thrown_each_time(jvm: Jvm) -> None:
    for _ in range(2):
        outcome = jvm.run(Call("subject.Broken", "get", "()I", observe=("subject.Broken.x",)))
        assert thrown_class(outcome) == "java.lang.ExceptionInInitializerError"
        assert outcome.statics == {"subject.Broken.x": integer(0)}


# Static state


def test_isolated_calls_share_no_statics(jvm: Jvm) -> None:
    call = Call("subject.Counter", "next", "()I")
    assert [returned(jvm.run(call)) for _ in range(3)] == [1, 1, 1]
    shared = replace(call, isolate=False)
    first = returned(jvm.run(shared))
    assert [returned(jvm.run(shared)) for _ in range(2)] == [first + 1, first + 2]
    assert returned(jvm.run(call)) == 1


def test_statics_are_set_and_told(jvm: Jvm) -> None:
    statics = {"subject.Counter.count": integer(41), "subject.Counter.LOG": ref(1)}
    heap = {1: HeapObject("java.util.ArrayList", {"size": integer(0)})}
    outcome = jvm.run(
        Call("subject.Counter", "next", "()I", heap=heap, statics=statics, observe=("subject.Counter.any",))
    )
    assert returned(outcome) == 42
    any_number = outcome.statics["subject.Counter.any"].bits
    assert outcome.statics["subject.Counter.count"] == integer(42)
    assert outcome.statics["subject.Counter.LOG"] == ref(1)
    assert outcome.heap[any_number] == text("any")


def test_what_a_static_field_holds_can_be_an_argument(jvm: Jvm) -> None:
    log = HeapObject(known="static", name="subject.Counter.LOG")
    call = Call("java.util.ArrayList", "size", "()I", receiver=1, heap={1: log}, initialize=("subject.Color",))
    outcome = jvm.run(call)
    assert returned(outcome) == 0
    assert outcome.heap[1].class_name == "java.util.ArrayList"


def test_what_is_reached_from_a_static_field_can_be_an_argument(jvm: Jvm) -> None:
    five = HeapObject(known="static", name="java.lang.Integer$IntegerCache.cache/[133]")
    assert returned(jvm.run(main("cached", "(Ljava/lang/Integer;)Z", ref(1), o1=five))) == 1
    copy = HeapObject("java.lang.Integer", {"value": integer(5)})
    assert returned(jvm.run(main("cached", "(Ljava/lang/Integer;)Z", ref(1), o1=copy))) == 0


# Concrete heaps


def test_a_concrete_heap_comes_back_as_it_was(jvm: Jvm) -> None:
    objects = {
        1: ConcreteObject("subject.Kinds", {"z": True, "b": -1, "c": -2, "j": 1 << 62, "o": 2}),
        2: ConcreteObject("[C", length=3, elements={1: -1}),
        3: ConcreteObject("[[C", length=2, elements={0: 2}),
    }
    heap = ConcreteHeap(ClassTable([]), {"this": 1}, objects)
    outcome = jvm.run(Call("java.lang.Object", "hashCode", "()I", receiver=1, heap=to_driver(heap, subject.kind_of)))
    after = from_driver(outcome.heap, heap.table).objects
    assert {name: after[1].fields[name] for name in objects[1].fields} == objects[1].fields
    assert (after[2].length, after[2].elements) == (3, {0: 0, 1: -1, 2: 0})
    assert (after[3].length, after[3].elements) == (2, {0: 2, 1: 0})
