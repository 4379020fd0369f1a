"""Methods that are modelled in Python, over the concrete machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from java_like import VALUE, Asking, Case, World, at, method

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind, Returned, Threw, Unsupported
from symheap.core.terms import BOOL
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.host import Cell, Host, HostFunction, Refused, Symbolic, Throws
from symheap.objects.interpreter import ConcreteRun
from symheap.objects.ir import DISCARD, Get, Handler, HostCall, Invoke, Return

HEAPS = pytest.mark.parametrize("kind", [ConcreteHeap, Asking])
Model = Callable[[Host, tuple[Cell, ...]], "Cell | None"]


def ran(
    model: Model, *, kind: type[ConcreteHeap] = ConcreteHeap, world: World | None = None, **roots: Plain
) -> ConcreteRun:
    """Run a model with the four inputs."""
    objects = {
        1: ConcreteObject("A", {"number": 5, "link": 2}),
        2: ConcreteObject("B"),
        3: ConcreteObject("[A", length=2, elements={1: 2}),
    }
    code = (HostCall(4, HostFunction("model", model), (0, 1, 2, 3), at(1)), Return(4, at(2)))
    return Case((code,), world=world or World()).run(objects, kind=kind, **roots)


@HEAPS
def test_fields_and_classes(kind: type[ConcreteHeap]) -> None:
    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        a = args[0]
        link = host.get(a, "A", "link")
        assert (host.class_of(a), host.class_of(link)) == ("A", "B")
        assert host.is_null(host.get(link, "A", "link"))
        assert not host.same(a, link)
        assert host.same(link, host.get(a, "A", "link"))
        host.put(link, "A", "number", host.plain(host.get(a, "A", "number")) + host.plain(args[2]))
        host.put(link, "A", "flag", 1)
        host.put(link, "A", "link", a)
        assert host.plain(host.get(link, "A", "flag")) == 1
        return host.get(link, "A", "link")

    done = ran(model, kind=kind, a=1, n=3)
    assert (done.end, done.returned_ref) == (Returned(1), True)
    assert done.heap.objects[2].fields == {"number": 8, "flag": True, "link": 1}


@HEAPS
def test_arrays(kind: type[ConcreteHeap]) -> None:
    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        first, second = host.elements(args[0])
        assert (host.is_null(first), host.class_of(second), host.length(args[0])) == (True, "B", 2)
        host.set_element(args[0], 0, second)
        assert host.same(host.elements(args[0])[0], second)
        return host.new_array("[B", [1, 200, -1])

    done = ran(model, kind=kind, a=3)
    assert isinstance(done.end, Returned)
    made = done.heap.objects[int(done.end.value)]
    assert (made.class_name, made.length, made.elements) == ("[B", 3, {0: 1, 1: -56, 2: -1})


@HEAPS
@pytest.mark.parametrize("text", ["", "plain", "\xe9\xff", "\u0100\ud83d\ude00", "\ud800"])
def test_strings_come_back_as_they_went(kind: type[ConcreteHeap], text: str) -> None:
    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        made = host.string(text)
        assert host.text(made) == text
        assert host.class_of(made) == "java.lang.String"
        return host.length(host.get(made, "java.lang.String", "value"))

    fits = all(unit <= "\xff" for unit in text)
    assert ran(model, kind=kind).end == Returned(len(text) * (1 if fits else 2))


def test_what_exists_before_the_call() -> None:
    world = World()

    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        assert host.same(host.literal("x"), host.literal("x"))
        assert not host.same(host.literal("x"), host.string("x"))
        assert host.class_named(host.class_object("A")) == "A"
        host.put_static("A", "count", host.plain(host.get_static("A", "count")) + 2)
        return host.get_static("A", "count")

    assert ran(model, world=world).end == Returned(2)
    assert world.initial.find(world.holder("A").location.number).fields == {}


@pytest.mark.parametrize(("result", "value"), [(None, 1), (BOOL, True)])
def test_truth_values_are_numbers_unless_the_model_says_otherwise(result: object, value: Plain) -> None:
    function = HostFunction("model", lambda host, args: True, BOOL if result is BOOL else None)
    end = Case(((HostCall(4, function, (), at(1)), Return(4, at(2))),)).run().end
    assert isinstance(end, Returned)
    assert (end.value, type(end.value)) == (value, type(value))


def test_a_model_without_a_result() -> None:
    assert ran(lambda host, args: None).end == Returned(0)


def test_the_stack_is_innermost_first() -> None:
    seen: list[tuple[str, ...]] = []

    def model(host: Host, args: tuple[Cell, ...]) -> None:
        seen.append(host.stack())

    inner = method("A", "inner()V", (HostCall(DISCARD, HostFunction("model", model), (), at(50)), Return(0, at(51))))
    Case(((Invoke(DISCARD, "A", "inner()V", (), at(1)), Return(0, at(2))),), (inner,)).run()
    assert seen == [("A.inner()V", "Main.main()V")]


def test_a_model_that_throws() -> None:
    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        raise Throws("Bounds", "too far")

    done = ran(model)
    assert done.end == Threw(ErrorKind.EXCEPTION, "too far", at(1), "Bounds", (at(1),))
    assert done.decisions == ()
    message = done.heap.objects[done.thrown].fields["detailMessage"]
    assert done.heap.class_of(int(message)) == "java.lang.String"


def test_what_a_model_throws_can_be_caught() -> None:
    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        return host.get(host.null(), "A", "link")

    world = World()
    call = HostCall(4, HostFunction("model", model), (), at(1))
    null_pointer = Handler(world.subtypes("java.lang.NullPointerException"), 1, 9)
    case = Case(((call, Return(4, at(2))), (Return(2, at(3)),)), handlers={0: [null_pointer]}, world=world)
    done = case.run(n=3)
    assert (done.end, done.decisions) == (Returned(3), (Decision("branch", True, at(1)),))


@pytest.mark.parametrize(
    ("problem", "what"), [(Refused("a locale"), "a locale"), (Symbolic(), "model of a symbolic value")]
)
def test_what_a_model_does_not_cover_is_named(problem: Exception, what: str) -> None:
    def model(host: Host, args: tuple[Cell, ...]) -> Cell:
        raise problem

    assert ran(model).end == Unsupported(what, at(1))


def test_the_machine_reads_what_a_model_made() -> None:
    made = HostCall(5, HostFunction("model", lambda host, args: host.string("ab")), (), at(1))
    done = Case(((made, Get(4, 5, "value", (VALUE,), at(2)), Return(4, at(3))),)).run()
    assert isinstance(done.end, Returned)
    assert done.heap.objects[int(done.end.value)].elements == {0: 97, 1: 98}
