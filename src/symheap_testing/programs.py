"""Random programs for the laws: small, well typed, and full of aliasing.

Every program has three classes, A, B extends A and C extends B, that override one method with different effects, and
one recursive method. Its inputs, ``this`` and one or two references (and sometimes a number), may all alias.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from symheap.objects.ir import Operator
from symheap_testing.printers import input_names, to_javalite, to_pose
from symheap_testing.sketch import (
    FEATURES,
    Apply,
    Bind,
    Body,
    Choice,
    ClassSketch,
    Compare,
    Constant,
    Expr,
    Fresh,
    InstanceOf,
    MethodBody,
    MethodSketch,
    Negate,
    Null,
    Read,
    Rebind,
    Send,
    Sketch,
    Statement,
    Var,
    When,
    Write,
    features,
)

__all__ = ["FEATURES", "Sketch", "features", "input_names", "random_program", "to_javalite", "to_pose"]

CLASSES = ("A", "B", "C")
THIS = Var("this")


def random_program(seed: int, size: int = 5) -> Sketch:
    """Return the program of a seed, always the same. `main` has up to `size` steps of one to four statements each.

    At most three of its steps fork, so that a program has tens of paths and not thousands.
    """
    rng = random.Random(seed)
    layout = _layout(rng)
    recursive = _recursive_method(rng, layout)
    methods = _overridden(rng, layout)
    classes = (
        ClassSketch("A", None, layout.fields, (methods[0], recursive)),
        ClassSketch("B", "A", (("A", "link"),), (methods[1],)),
        ClassSketch("C", "B", (), (methods[2],)),
    )
    return Sketch(classes, _main(rng, layout, recursive, size))


@dataclass(frozen=True, slots=True)
class _Layout:
    """The fields of A by their kind; there is always a reference `next`."""

    references: tuple[str, ...]
    number: str | None
    truth: str | None

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        references = tuple(("A", f) for f in self.references)
        numbers = (("int", self.number),) if self.number else ()
        return (*references, *numbers, *((("bool", self.truth),) if self.truth else ()))


def _layout(rng: random.Random) -> _Layout:
    return rng.choice(
        (
            _Layout(("next",), "val", "flag"),
            _Layout(("next", "other"), "val", None),
            _Layout(("next", "other"), None, "flag"),
        )
    )


# Methods --------------------------------------------------------------------------------------------------------------


def _overridden(rng: random.Random, layout: _Layout) -> tuple[MethodSketch, MethodSketch, MethodSketch]:
    """Return the method `poke` of the three classes: no two have the same effect."""
    field = rng.choice(layout.references)
    p = Var("p")
    keep = Body((Write("this", field, p),), Read(THIS, field))
    give = Body((Write("p", field, THIS),), THIS)
    extend = Body((Bind("A", "n", Fresh("B")), Write("n", field, p), Write("this", field, Var("n"))), Var("n"))
    look = Choice((), Compare(p, Null()), Body((), THIS), Body((), Read(p, field)))
    own = Body((Write("this", "link", Read(THIS, field)), Write("this", field, p)), Read(THIS, "link"))
    bodies: list[MethodBody] = [keep, give, extend, look]
    if layout.number:
        bodies.append(Body((Write("this", layout.number, _plus(Read(THIS, layout.number), 1)),), p))
    if layout.truth:
        bodies.append(Body((Write("this", layout.truth, Compare(THIS, p)),), Read(THIS, field)))
    first, second, third = rng.sample(bodies, 3)
    if rng.random() < 0.4:
        second = own
    return _poke(first), _poke(second), _poke(third)


def _poke(body: MethodBody) -> MethodSketch:
    return MethodSketch("A", "poke", (("A", "p"),), body)


def _recursive_method(rng: random.Random, layout: _Layout) -> MethodSketch:
    """Return a walk along a field; on a cyclic heap most walks end only at the bound on calls."""
    field = rng.choice(layout.references)
    following = Read(THIS, field)
    at_end = Compare(following, Null())
    last = MethodSketch("A", "last", (), Choice((), at_end, Body((), THIS), Body((), Send(following, "last", ()))))
    rest = Choice((), at_end, Body((), Constant(False)), Body((), Send(following, "has", (Var("p"),))))
    has = MethodSketch(
        "bool", "has", (("A", "p"),), Choice((), Compare(THIS, Var("p")), Body((), Constant(True)), rest)
    )
    end = Body((Write("this", field, Var("p")),), THIS)
    link = MethodSketch(
        "A", "append", (("A", "p"),), Choice((), at_end, end, Body((), Send(following, "append", (Var("p"),))))
    )
    choices = [last, has, link]
    if layout.number:
        total = Apply(Operator.ADD, Read(THIS, layout.number), Send(following, "sum", ()))
        choices.append(
            MethodSketch("int", "sum", (), Choice((), at_end, Body((), Read(THIS, layout.number)), Body((), total)))
        )
    if layout.truth:
        visit = Write("this", layout.truth, Constant(True))
        step = Choice((visit,), at_end, Body((), THIS), Body((), Send(following, "mark", ())))
        choices.append(MethodSketch("A", "mark", (), Choice((), Read(THIS, layout.truth), Body((), THIS), step)))
    return rng.choice(choices)


def _plus(e: Expr, n: int) -> Expr:
    return Apply(Operator.ADD, e, Constant(n))


# Main -----------------------------------------------------------------------------------------------------------------


def _main(rng: random.Random, layout: _Layout, recursive: MethodSketch, size: int) -> MethodSketch:
    parameters = [("A", "x")]
    if rng.random() < 0.5:
        parameters.append(("A", "y"))
    if layout.number and rng.random() < 0.4:
        parameters.append(("int", "n"))
    writer = _Writer(rng, layout, recursive, parameters)
    statements: list[Statement] = []
    for _ in range(rng.randint(2, max(2, size))):
        statements += writer.step()
    result_type, result = writer.result()
    return MethodSketch(result_type, "main", tuple(parameters), Body(tuple(statements), result))


class _Writer:
    """Writes `main` step by step, tracking the variables and how often it may still fork."""

    def __init__(
        self, rng: random.Random, layout: _Layout, recursive: MethodSketch, parameters: list[tuple[str, str]]
    ) -> None:
        self._rng = rng
        self._layout = layout
        self._recursive = recursive
        self._references = ["this", *(name for t, name in parameters if t == "A")]
        self._numbers = [name for t, name in parameters if t == "int"]
        self._inputs = len(self._references)
        self._forks = 3
        self._bound = 0

    def step(self) -> list[Statement]:
        steps: list[tuple[int, Callable[[], list[Statement]]]] = [
            (2, self._read),
            (2, self._write),
            (5, self._through_alias),
            (3, self._store_fresh),
            (3, self._primitive),
            (1, self._rebind),
        ]
        if self._forks >= 1:
            steps.append((6, self._when))
        if self._forks >= 2:
            steps += [(4, self._dispatch), (4, self._recurse)]
        weights = [weight for weight, _ in steps]
        return self._rng.choices([step for _, step in steps], weights)[0]()

    def result(self) -> tuple[str, Expr]:
        a, b = self._two()
        layout = self._layout
        choices: list[tuple[str, Expr]] = [("A", Var(a)), ("bool", Compare(Var(a), Var(b)))]
        choices.append(("A", Read(Var(a), self._field())))
        if layout.number:
            choices.append(("int", Read(Var(a), layout.number)))
        if layout.truth:
            choices.append(("bool", Read(Var(b), layout.truth)))
        return self._rng.choice(choices)

    # Steps ------------------------------------------------------------------------------------------------------------

    def _read(self) -> list[Statement]:
        return [self._bind(Read(Var(self._one()), self._field()))]

    def _write(self) -> list[Statement]:
        return [Write(self._one(), self._field(), self._value())]

    def _through_alias(self) -> list[Statement]:
        """Write through one reference, read through another, and continue through the value read."""
        a, b = self._two()
        field = self._field()
        read = self._bind(Read(Var(b), field))
        steps: list[Statement] = [Write(a, field, self._value(but=read.name)), read]
        for follow in self._rng.sample(("read", "write", "stop"), 2):
            if follow == "stop":
                break
            if follow == "read":
                steps.append(self._bind(Read(Var(read.name), self._field())))
            else:
                steps.append(Write(read.name, self._field(), self._value()))
        return steps

    def _store_fresh(self) -> list[Statement]:
        """Store a new object in an input object, and read it back through a possible alias."""
        a, b = self._two()
        field = self._field()
        fresh = Bind("A", self._name(), Fresh(self._rng.choice(CLASSES)))
        steps: list[Statement] = [fresh]
        if self._rng.random() < 0.5:
            steps.append(Write(fresh.name, self._field(), Var(self._one())))
        self._references.append(fresh.name)
        steps.append(Write(a, field, Var(fresh.name)))
        steps.append(self._bind(Read(Var(b), field)))
        return steps

    def _primitive(self) -> list[Statement]:
        a, b = self._two()
        number, truth = self._layout.number, self._layout.truth
        if number and (not truth or self._rng.random() < 0.6):
            addend: Expr = Var(self._rng.choice(self._numbers)) if self._numbers else Constant(self._rng.randint(1, 3))
            operator = self._rng.choice((Operator.ADD, Operator.SUB))
            return [Write(a, number, Apply(operator, Read(Var(b), number), addend))]
        assert truth
        flipped = Negate(Read(Var(b), truth))
        return [Write(a, truth, self._rng.choice((Compare(Var(a), Var(b)), flipped, Constant(True))))]

    def _rebind(self) -> list[Statement]:
        local = self._references[self._inputs :]
        if not local:
            return self._read()
        return [Rebind(self._rng.choice(local), self._value())]

    def _when(self) -> list[Statement]:
        self._forks -= 1
        condition = self._condition()
        kinds = (self._write, self._primitive, self._through_alias)
        known = len(self._references)
        arms: list[tuple[Statement, ...]] = []
        for _ in range(2):
            arms.append(tuple(self._rng.choice(kinds)()) if self._rng.random() < 0.7 else ())
            del self._references[known:]
        return [When(condition, arms[0], arms[1])]

    def _dispatch(self) -> list[Statement]:
        self._forks -= 2
        a, b = self._two()
        return [self._bind(Send(Var(a), "poke", (Var(b),)))]

    def _recurse(self) -> list[Statement]:
        self._forks -= 2
        method = self._recursive
        a, b = self._two()
        call = Send(Var(a), method.name, tuple(Var(b) for _ in method.parameters))
        if method.result == "A":
            return [self._bind(call)]
        return [Bind(method.result, self._name(), call)]

    # Parts ------------------------------------------------------------------------------------------------------------

    def _condition(self) -> Expr:
        a, b = self._two()
        conditions: list[Expr] = [
            Compare(Var(a), Var(b)),
            Compare(Var(a), Null()),
            Compare(Read(Var(a), self._field()), Var(b)),
            InstanceOf(Var(a), "B"),
            InstanceOf(Read(Var(a), self._field()), "C"),
        ]
        number, truth = self._layout.number, self._layout.truth
        if number:
            conditions.append(Apply(Operator.LESS, Read(Var(a), number), Read(Var(b), number)))
        if truth:
            conditions.append(Read(Var(a), truth))
            conditions.append(Apply(Operator.AND, Read(Var(a), truth), Compare(Var(a), Var(b))))
        condition = self._rng.choice(conditions)
        return Negate(condition) if self._rng.random() < 0.25 else condition

    def _value(self, but: str = "") -> Expr:
        """Return a reference to store."""
        if self._rng.random() < 0.1:
            return Null()
        source = Var(self._rng.choice([name for name in self._references if name != but]))
        return Read(source, self._field()) if self._rng.random() < 0.15 else source

    def _field(self) -> str:
        return self._rng.choice(self._layout.references)

    def _one(self) -> str:
        return self._rng.choice(self._references)

    def _two(self) -> tuple[str, str]:
        first, second = self._rng.sample(self._references, 2)
        return first, second

    def _name(self) -> str:
        self._bound += 1
        return f"v{self._bound}"

    def _bind(self, value: Expr) -> Bind:
        name = self._name()
        self._references.append(name)
        return Bind("A", name, value)
