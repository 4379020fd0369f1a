"""Class invariants by induction: conditions on private fields that hold for every object of a class.

A condition is an invariant if every constructor establishes it and every accessible method preserves it, assuming all
conditions at its start.  Conditions that a method violates are dropped until the rest is inductive.  A method that
ends with an exception must preserve the conditions as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final

from symheap.core.outcome import Purpose, holds_for
from symheap.core.terms import NULL, Term, Value
from symheap.core.theories.booleans import and_, not_, or_
from symheap.core.theories.equality import eq
from symheap.core.walk import symbols
from symheap.lang.java.classes import INIT, JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile.access import FINAL, PRIVATE
from symheap.lang.java.entry import JavaProgram
from symheap.objects import ir
from symheap.solver.api import Query, Solver
from symheap.solver.path import EMPTY_PATH
from symheap.testgen.reach.nest import nest_of
from symheap.testgen.reach.walk.state import Here, TooHard
from symheap.testgen.reach.walk.values import SORTS, less, not_less
from symheap.testgen.reach.walk.walker import Walker

_MOST_FIELDS: Final = 8
_MOST_QUERIES: Final = 600
_MOST_PASSES: Final = 12


@dataclass(frozen=True, slots=True)
class Look:
    """Reads the fields of an object, and the lengths of the arrays in them.  None stands for an unknown value."""

    field: Callable[[JavaField], Value | None]
    length: Callable[[JavaField], Value | None]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on some fields of an object, in words and as a term; the term is None if a value is unknown."""

    fields: tuple[JavaField, ...]
    text: str
    term: Callable[[Look], Value | None]


def conditions_of(java: JavaProgram, class_name: str, solver: Solver) -> tuple[Condition, ...]:
    """Return the invariants of a class that the search finds."""
    return Induction(java, class_name, solver).run()


@dataclass(slots=True)
class Induction:
    """One search for the invariants of a class."""

    java: JavaProgram
    class_name: str
    solver: Solver
    queries: int = 0
    _left: dict[Condition, None] = field(default_factory=dict)
    _walker: Walker = field(init=False)

    def run(self) -> tuple[Condition, ...]:
        fields = self._tracked()
        if not fields:
            return ()
        return self._search(fields, inlines=True) or self._search(fields, inlines=False)

    def _search(self, fields: list[JavaField], *, inlines: bool) -> tuple[Condition, ...]:
        """Drop conditions until the rest is inductive; none if there are too many ways through the code."""
        tracked = {each.field: each for each in fields}
        self._walker = Walker(self.java, self.class_name, tracked, self._demand, self._assumed, inlines)
        self._left = dict.fromkeys(_candidates(self.java, fields))
        self.queries = 0
        try:
            for _ in range(_MOST_PASSES):
                before, private = len(self._left), len(self._walker.private)
                for method in self._entries():
                    self._walker.walk(method)
                if (before, private) == (len(self._left), len(self._walker.private)):
                    return tuple(self._left)
        except (TooHard, RecursionError):
            return ()
        return ()

    # The class

    @property
    def _class(self) -> JavaClass:
        return self.java.table.world.find(self.class_name)

    def _nest(self) -> tuple[JavaClass, ...]:
        return nest_of(self.java.table.world, self._class)

    def _tracked(self) -> list[JavaField]:
        """Return the fields that only methods of the class write, and only on `this`."""
        declared = [
            f
            for f in self._class.fields.values()
            if not f.is_static and f.access & (PRIVATE | FINAL) and f.descriptor[0] in SORTS
        ]
        bad = {f for owner in self._nest() for m in owner.methods.values() for f in self._written_elsewhere(owner, m)}
        return [f for f in declared if f.field not in bad][:_MOST_FIELDS]

    def _written_elsewhere(self, owner: JavaClass, method: JavaMethod) -> Iterator[object]:
        if method.code is None:
            return
        body = self.java.program.methods[method.owner, method.key]
        instructions = [i for block in body.blocks for i in block]
        is_own = owner.name == self.class_name and not method.is_static
        has_this = is_own and not any(getattr(i, "dst", None) == 0 for i in instructions)
        for i in instructions:
            if isinstance(i, ir.Put) and not (has_this and i.obj == 0):
                yield from i.fields

    def _entries(self) -> list[JavaMethod]:
        """Return the constructors, and the methods that other classes can call."""
        methods = [m for m in self._class.methods.values() if m.code is not None and m.name != "<clinit>"]
        called = {
            i.method
            for owner in self._nest()
            for m in owner.methods.values()
            if owner.name != self.class_name and m.code is not None
            for block in self.java.program.methods[m.owner, m.key].blocks
            for i in block
            if isinstance(i, ir.Call | ir.Invoke)
        }
        return [
            m
            for m in methods
            if not m.is_private or m.name == INIT or "$" in m.name or m.key in called or m in self._walker.private
        ]

    # Conditions

    def _assumed(self, fields: Mapping[JavaField, Value | None]) -> tuple[Value, ...]:
        look = self._look(fields)
        terms = (condition.term(look) for condition in self._left)
        return tuple(term for term in terms if term is not None and term is not True)

    def _look(self, fields: Mapping[JavaField, Value | None]) -> Look:
        return Look(fields.__getitem__, lambda f: self._walker.length(fields[f]))

    def _demand(self, here: Here) -> None:
        """Drop the conditions that do not certainly hold at a place."""
        look = self._look(here.fields)
        for condition in [*self._left]:
            before = here.orderly
            if before is not None and all(here.fields[f] is before[f] for f in condition.fields):
                continue
            term = condition.term(look)
            if term is None or not self._follows(here, term):
                del self._left[condition]

    def _follows(self, here: Here, term: Value) -> bool:
        if term is True:
            return True
        self.queries += 1
        if self.queries > _MOST_QUERIES:
            raise TooHard
        negated = and_(*here.holding, not_(term))
        about = self._walker.about
        facts = [fact for s in symbols(negated) for fact in about.get(s, ())]
        return not holds_for(self.solver.check(Query(EMPTY_PATH, and_(negated, *facts))), Purpose.EXPLORE)


# Candidates -----------------------------------------------------------------------------------------------------------


def _candidates(java: JavaProgram, fields: list[JavaField]) -> Iterator[Condition]:
    references = [f for f in fields if f.descriptor[0] in "L["]
    arrays = [f for f in fields if f.descriptor[0] == "["]
    numbers = [f for f in fields if f.descriptor == "I"]
    yield from map(not_null, references)
    for one, other in permutations(references, 2):
        yield _null_with(one, other)
    for state in references:
        constants = java.table.constants(state.descriptor[1:-1].replace("/", ".")) if state.descriptor[0] == "L" else ()
        others = [f for f in references if f is not state]
        yield from (_null_in(java, other, state, c) for c in (constants or ())[:8] for other in others)
    for number in (*numbers, *(f for f in fields if f.descriptor == "J")):
        yield _at_least(number, 0)
        yield _at_least(number, 1)
        stored = _stored(java, number)
        yield from (_at_most(number, most) for most in _limits(java, number))
        yield _among(number, stored)
        yield _among(number, tuple(sorted({*stored, 0})))
    for one, other in permutations(numbers, 2):
        yield _compared(one, other, strict=False)
        yield _compared(one, other, strict=True)
    for number in numbers:
        for array in arrays:
            yield from (_within(number, array, kind) for kind in ("<=", "<", "=="))
        for other in (f for f in references if f not in arrays):
            yield from (_counts(number, other, zero=zero) for zero in (True, False))
    for array in arrays:
        yield _has_length(array)
    for one, other in combinations(arrays, 2):
        yield _same_length(one, other)


def _stored(java: JavaProgram, f: JavaField) -> tuple[int, ...]:
    """Return the constants that code stores in a field, and their negations."""
    found: set[int] = set()
    for method in java.table.world.find(f.owner).methods.values():
        blocks = java.program.methods[method.owner, method.key].blocks if method.code is not None else ()
        for block in blocks:
            known: dict[int, int] = {}
            for i in block:
                if isinstance(i, ir.Put) and f.field in i.fields and i.src in known:
                    found |= {known[i.src], -known[i.src]}
                if isinstance(i, ir.Const) and isinstance(i.value, int):
                    known[i.dst] = i.value
                else:
                    known.pop(getattr(i, "dst", -1), None)
    return tuple(sorted(found))


def _limits(java: JavaProgram, f: JavaField) -> tuple[int, ...]:
    """Return the constants in constructors, which may be limits of a field."""
    methods = [m for m in java.table.world.find(f.owner).methods.values() if m.name == INIT and m.code is not None]
    bodies = [java.program.methods[m.owner, m.key] for m in methods]
    constants = (i.value for body in bodies for block in body.blocks for i in block if isinstance(i, ir.Const))
    return tuple(dict.fromkeys(int(c) for c in constants if isinstance(c, int) and c > 1))[:4]


def _at_most(f: JavaField, most: int) -> Condition:
    def term(look: Look) -> Value | None:
        value = look.field(f)
        return None if value is None else not_less(most, value)

    return Condition((f,), f"{f.name} is never more than {most}", term)


def _among(f: JavaField, numbers: tuple[int, ...]) -> Condition:
    def term(look: Look) -> Value | None:
        value = look.field(f)
        return None if value is None else or_(*(eq(value, n) for n in numbers))

    return Condition((f,), f"{f.name} is always one of {', '.join(map(str, numbers))}", term)


def _null(value: Value | None) -> Value | None:
    return eq(value, NULL) if isinstance(value, Term) else None


def not_null(f: JavaField) -> Condition:
    """Return the condition that a field is never null."""

    def term(look: Look) -> Value | None:
        null = _null(look.field(f))
        return None if null is None else not_(null)

    return Condition((f,), f"{f.name} is never null", term)


def _null_with(f: JavaField, other: JavaField) -> Condition:
    def term(look: Look) -> Value | None:
        one, two = _null(look.field(f)), _null(look.field(other))
        return None if one is None or two is None else or_(not_(one), two)

    return Condition((f, other), f"{f.name} is null only if {other.name} is", term)


def _null_in(java: JavaProgram, f: JavaField, state: JavaField, constant: Term) -> Condition:
    def term(look: Look) -> Value | None:
        null, value = _null(look.field(f)), look.field(state)
        return None if null is None or value is None else or_(not_(null), not_(eq(value, constant)))

    owner = state.descriptor[1:-1].replace("/", ".")
    declared = [each for each in java.table.world.find(owner).fields.values() if each.is_enum_constant]
    number = constant.location.number
    names = [d.name for d in declared if java.table.initial.static(owner, d.field.name) == number]
    return Condition((f, state), f"{f.name} is not null where {state.name} is {names[0] if names else 'that'}", term)


def _at_least(f: JavaField, least: int) -> Condition:
    def term(look: Look) -> Value | None:
        value = look.field(f)
        return None if value is None else not_less(value, least)

    return Condition((f,), f"{f.name} is never {'negative' if not least else 'less than 1'}", term)


def _compared(f: JavaField, other: JavaField, *, strict: bool) -> Condition:
    def term(look: Look) -> Value | None:
        one, two = look.field(f), look.field(other)
        if one is None or two is None:
            return None
        return less(one, two) if strict else not_less(two, one)

    return Condition((f, other), f"always {f.name} {'<' if strict else '<='} {other.name}", term)


def _within(f: JavaField, array: JavaField, kind: str) -> Condition:
    def term(look: Look) -> Value | None:
        value, held = look.field(f), look.field(array)
        null = _null(held)
        length = look.length(array) if held is not NULL else 0
        if value is None or null is None or length is None:
            return None
        holds = {
            "<=": lambda: not_less(length, value),
            "<": lambda: less(value, length),
            "==": lambda: eq(value, length),
        }
        return or_(null, holds[kind]())

    return Condition((f, array), f"always {f.name} {kind} {array.name}.length", term)


def _counts(f: JavaField, other: JavaField, *, zero: bool) -> Condition:
    def term(look: Look) -> Value | None:
        value, null = look.field(f), _null(look.field(other))
        if value is None or null is None:
            return None
        return or_(not_(eq(value, 0)), null) if zero else or_(eq(value, 0), not_(null))

    words = f"{other.name} is null if {f.name} is 0" if zero else f"{other.name} is null only if {f.name} is 0"
    return Condition((f, other), words, term)


def _has_length(array: JavaField) -> Condition:
    def term(look: Look) -> Value | None:
        held = look.field(array)
        null = _null(held)
        length = look.length(array) if held is not NULL else 0
        return None if null is None or length is None else or_(null, less(0, length))

    return Condition((array,), f"{array.name} is never empty", term)


def _same_length(array: JavaField, other: JavaField) -> Condition:
    def term(look: Look) -> Value | None:
        one, two = (look.length(f) if look.field(f) is not NULL else 0 for f in (array, other))
        return None if one is None or two is None else eq(one, two)

    return Condition((array, other), f"{array.name} and {other.name} have the same length", term)
