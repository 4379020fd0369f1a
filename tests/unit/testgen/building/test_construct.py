"""Statements that build the heap of a path."""

from __future__ import annotations

import pytest
from construct_subject import built_for, class_text, constructed, line, lines_for, needs_jdk, text

from symheap.objects import interpreter
from symheap.testgen.cases import Built, Unconstructible
from symheap.testgen.paths import own_path

pytestmark = needs_jdk

METHODS = (
    *("secret", "stack", "account", "fraction", "warm", "range", "pair", "shadow", "ring", "inner", "color", "shape"),
    *("version", "tool", "compare", "list", "map", "text", "identity", "boxes", "numbers", "objects", "failure"),
)


@pytest.mark.parametrize("method", METHODS)
def test_what_is_built_takes_the_path(method: str) -> None:
    built_ones = [(candidate, built) for candidate, built in constructed(method) if isinstance(built, Built)]
    assert built_ones
    for candidate, built in built_ones:
        java = candidate.java
        run = interpreter.run(built.program, built.heap, max_calls=600, max_steps=2_000_000)
        assert own_path(run, java) == own_path(candidate.run, java)
        assert {declared.name for declared in java.program.inputs} <= set(built.heap.roots)
        assert all(number > 0 for number in built.heap.objects)
        assert set(built.values) == {declared.name for declared in java.program.inputs}


@pytest.mark.parametrize("method", METHODS)
def test_variables_denote_the_objects_that_they_name(method: str) -> None:
    for _, built in constructed(method):
        if isinstance(built, Built):
            inputs = {text(code): int(built.heap.roots[name]) for name, code in built.values.items()}
            names = {text(code): number for number, code in built.names.items()}
            assert all(inputs[name] == number for name, number in names.items() if name in inputs)
            assert set(built.names) <= set(built.heap.objects) | set(built.heap.base)


def test_a_private_field_is_reached_by_methods() -> None:
    assert lines_for("stack", 2) == ["Pile s = new Pile();", "s.push(null);", "s.push(null);"]


def test_objects_that_are_used_twice_have_a_variable() -> None:
    assert lines_for("shape", 1)[:2] == ["Shape s = new ShapeStub();", "Shape t = new ShapeStub2();"]
    assert lines_for("secret", 2)[:3] == [
        'Object head = TestObjects.create("park.Zoo$Secret");',
        'TestObjects.set(head, "code", 7);',
        'TestObjects.set(head, "next", TestObjects.create("park.Zoo$Secret"));',
    ]


def test_what_a_constructor_refuses_is_not_built_by_it() -> None:
    assert lines_for("account", 0)[0] == 'Account a = new Account("");'
    assert lines_for("account", "java.lang.NullPointerException") == []


def test_a_method_that_declares_an_exception_is_noted() -> None:
    built_ones = [b for _, b in constructed("account") if isinstance(b, Built)]
    calling = [b for b in built_ones if any("deposit" in line(each) for each in b.statements)]
    assert calling
    assert all(b.checked for b in calling)
    assert not any(b.checked for b in built_ones if b not in calling)


def test_a_private_class_is_made_by_the_helper() -> None:
    assert lines_for("secret", 1) == [
        'Object head = TestObjects.create("park.Zoo$Secret");',
        'TestObjects.set(head, "code", 7);',
        "Zoo zoo = new Zoo();",
        'TestObjects.set(zoo, "head", head);',
    ]
    assert built_for("secret", 1).uses_helper


def test_a_state_that_takes_the_path_goes_before_one_that_only_the_helper_makes() -> None:
    assert all(isinstance(b, Built) and not b.uses_helper for _, b in constructed("fraction"))


def test_records() -> None:
    assert lines_for("range", 1) == ["Range r = new Range(0, 5);"]
    assert 'TestObjects.createRecord("park.Zoo$Pair", 3, null)' in lines_for("pair", 1)[0]


def test_a_hidden_field_is_set_with_its_owner() -> None:
    assert lines_for("shadow", 1) == [
        "Derived d = new Derived();",
        "d.v = 5;",
        'TestObjects.set(d, Base.class, "v", 6);',
        'TestObjects.set(d, "hidden", 9);',
    ]


def test_cycles_are_closed_by_assignments() -> None:
    assert lines_for("ring", 1) == ["Node n = new Node();", "n.next = n;"]
    lines = lines_for("ring", 2)
    assert {"n.next = nNext;", "nNext.next = n;", "nNext.previous = n;"} <= set(lines)


def test_inner_classes_have_an_outer_object() -> None:
    assert "Inner i = zoo.new Inner(4);" in lines_for("inner", 1)


def test_known_objects_are_named() -> None:
    assert text(built_for("color", 5).values["c"]) == "Color.GREEN"


def test_strings_are_new_where_the_path_tells_them_apart() -> None:
    assert lines_for("identity", 2) == ['String a = new String("");', 'String b = new String("");']
    assert lines_for("identity", 3) == []


def test_literals_of_all_kinds() -> None:
    values = built_for("numbers", 1).values
    assert [text(values[name]) for name in "bcld"] == ["(byte) -3", "'\\''", "-5000000001L", "Double.NaN"]
    assert text(built_for("boxes", 3).values["a"]) == "Long.valueOf(6L)"


def test_arrays_that_hold_themselves() -> None:
    assert lines_for("objects", 1) == ["Object[] os = new Object[] {null, new int[2]};", "os[0] = os;"]


def test_collections_are_filled() -> None:
    assert lines_for("list", 0) == ["ArrayList l = new ArrayList();", "l.add(null);", "l.add(null);"]
    assert lines_for("map", 1) == ["TreeMap m = new TreeMap();", "m.put(Integer.valueOf(4), null);"]
    assert lines_for("text", 1)[0].startswith('StringBuilder b = new StringBuilder("x')


def test_causes_of_exceptions() -> None:
    assert "new RuntimeException(" in " ".join(lines_for("failure", 2))


def test_what_the_jdk_keeps_closed_is_named() -> None:
    reasons = {b.reason for _, b in constructed("closed") if isinstance(b, Unconstructible)}
    assert reasons
    assert all("java.util.ArrayDeque" in reason for reason in reasons)


# Stubs


def test_a_stub_answers_in_order() -> None:
    [stub] = built_for("compare", 2).stubs
    assert "int[] compare = new int[] {0, 1};" in class_text(stub)
    assert "return compare[compareCalls++];" in class_text(stub)


def test_a_stub_with_one_answer_is_a_lambda() -> None:
    assert lines_for("compare", 1) == ["Comparator c = (p0, p1) -> 1;"]
    assert built_for("compare", 1).stubs == ()


def test_a_stub_answers_with_an_object_of_the_heap() -> None:
    assert "((ShapeStub) s).scaled = t;" in lines_for("shape", 1)
    one, other = built_for("shape", 1).stubs
    assert "return scaled;" in class_text(one)
    assert "public int area() { return 7; }" in class_text(other)


def test_a_stub_declares_the_types_that_its_interface_names() -> None:
    [stub] = built_for("version", 1).stubs
    assert "public int compareTo(Version p0) { return 1; }" in class_text(stub)


def test_a_stub_of_an_abstract_class_calls_its_constructor() -> None:
    [stub] = built_for("tool", 1).stubs
    assert "public ToolStub() { super(0); }" in class_text(stub)
    assert 'TestObjects.set(t, "weight", 12);' in lines_for("tool", 1)
