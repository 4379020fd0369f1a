"""Invariants of objects, and the paths that contradict them.

Conditions on the fields of the user's classes are found by induction.  A field is also never null if every write stores
an object and every constructor writes it.  Only private and final fields are considered, because other fields may be
written by any code.  For the collections of the JDK the invariants are given.
Rule: JLS 6.6.1 (private members are accessible within the top level class)
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from symheap.core.origin import Origin
from symheap.core.outcome import Purpose, holds_for
from symheap.core.terms import BV32, NULL, REF, Term, Value, and_, eq, not_, symbol
from symheap.core.types import LENGTH
from symheap.core.walk import symbols
from symheap.engine.state import Trace
from symheap.lang.java.classes import INIT, JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile.access import FINAL, PRIVATE
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import class_named_by
from symheap.objects import ir
from symheap.solver.api import Query, Solver
from symheap.solver.chain import default_chain
from symheap.testgen.reach.induction import Condition, Look, conditions_of, not_null
from symheap.testgen.reach.nest import nest_of, top_name
from symheap.testgen.reach.walk.values import less, not_less

_GIVE_OBJECTS: Final = (
    *("java.util.Objects", "java.util.Arrays", "java.util.Collections"),
    *("java.util.List", "java.util.Map", "java.util.Set", "java.util.Optional"),
)
_NAMES: Final = (
    *("requireNonNull", "requireNonNullElse", "of", "empty", "copyOf", "copyOfRange", "asList", "ofNullable"),
    *("emptyList", "emptyMap", "emptySet", "unmodifiableList", "unmodifiableMap", "unmodifiableSet"),
)

_MOST_MS: Final = 1_000


class Invariants:
    """The invariants of the user's classes, as far as their code shows them.  A cache."""

    def __init__(self, java: JavaProgram) -> None:
        self._java = java
        self._known: dict[JavaField, bool] = {}
        self._conditions: dict[str, tuple[Condition, ...]] = {}

    @cached_property
    def solver(self) -> Solver:
        """A separate solver, whose queries are not counted in any exploration."""
        return default_chain(timeout_ms=_MOST_MS)[0]

    def is_known(self, owner: JavaClass) -> bool:
        """Whether a class belongs to the analysed program: a class of the user, or the explored class."""
        subject = self._java.subject.class_name
        return owner.is_user or top_name(owner.name) == top_name(subject)

    def conditions(self, class_name: str) -> tuple[Condition, ...]:
        """Return the conditions on private fields that hold for every object of a user's class."""
        if class_name not in self._conditions:
            declared = self._java.table.world.find(class_name).fields.values()
            found = {each.text: each for each in conditions_of(self._java, class_name, self.solver)}
            objects = (not_null(f) for f in declared if f.descriptor[0] in "L[" and self.never_null(f))
            self._conditions[class_name] = tuple({**{each.text: each for each in objects}, **found}.values())
        return self._conditions[class_name]

    def never_null(self, declared: JavaField) -> bool:
        """Whether the field is never null in any object after its constructor has returned."""
        if declared not in self._known:
            self._known[declared] = self._decide(declared)
        return self._known[declared]

    def _decide(self, declared: JavaField) -> bool:
        world = self._java.table.world
        owner = world.find(declared.owner)
        if declared.is_static or not declared.access & (PRIVATE | FINAL) or not self.is_known(owner):
            return False
        writes = [self._writes(method, declared) for method in self._methods(owner)]
        if not all(all(values) for values in writes):
            return False
        constructors = [m for m in owner.methods.values() if m.name == INIT]
        return all(self._sets(m, declared) for m in constructors)

    def _methods(self, owner: JavaClass) -> Iterator[JavaMethod]:
        """Yield all methods that may write a private field of a class."""
        for each in nest_of(self._java.table.world, owner):
            yield from (m for m in each.methods.values() if m.code is not None)

    def _body(self, method: JavaMethod) -> ir.Method:
        return self._java.program.methods[method.owner, method.key]

    def _writes(self, method: JavaMethod, declared: JavaField) -> list[bool]:
        """Return for each write of the field whether it stores an object."""
        return [ok for block in self._body(method).blocks for ok in _written(block, declared)]

    def _sets(self, constructor: JavaMethod, declared: JavaField) -> bool:
        """Whether a constructor writes the field on every path to its end, or calls another of the constructors."""
        body = self._body(constructor)
        delegates = any(
            isinstance(i, ir.Invoke) and i.owner == declared.owner and i.method.startswith(f"{INIT}(")
            for block in body.blocks
            for i in block
        )
        return delegates or not _returns_without(body, declared)


def _returns_without(body: ir.Method, declared: JavaField) -> bool:
    """Whether some path from the start to a return does not write the field.

    Handlers are reachable from their blocks.
    """
    todo, seen = [0], {0}
    while todo:
        at = todo.pop()
        block = body.blocks[at]
        following = [h.target for h in (body.handlers[at] if body.handlers else ())]
        if not _written(block, declared):
            if any(isinstance(i, ir.Return) for i in block):
                return True
            following += _targets(block[-1])
        todo += [target for target in following if target not in seen]
        seen.update(following)
    return False


def _targets(last: ir.Instruction) -> list[int]:
    if isinstance(last, ir.Jump):
        return [last.target]
    if isinstance(last, ir.Branch):
        return [last.then, last.other]
    if isinstance(last, ir.Switch):
        return [last.default, *(target for _, target in last.cases)]
    return []


def _written(block: tuple[ir.Instruction, ...], declared: JavaField) -> list[bool]:
    """Return for each write of a field in a block whether the block itself shows that the value is an object."""
    objects: set[int] = set()
    stores_object: list[bool] = []
    for i in block:
        if isinstance(i, ir.Put) and declared.field in i.fields:
            stores_object.append(i.src in objects)
        dst = getattr(i, "dst", None)
        if dst is None or isinstance(i, ir.Put):
            continue
        is_copy = (isinstance(i, ir.Move) and i.src in objects) or (isinstance(i, ir.Cast) and i.obj in objects)
        if _gives_object(i) or is_copy:
            objects.add(dst)
        else:
            objects.discard(dst)
    return stores_object


def _gives_object(i: ir.Instruction) -> bool:
    if isinstance(i, ir.New | ir.NewArray):
        return True
    if isinstance(i, ir.Const):
        return isinstance(i.value, Term) and i.value.sort is REF and i.value is not NULL
    return isinstance(i, ir.Invoke) and i.owner in _GIVE_OBJECTS and i.method.partition("(")[0] in _NAMES


def facts_of(java: JavaProgram, invariants: Invariants, trace: Trace[Any]) -> list[Fact]:
    """Return the invariants of the objects whose fields a path mentions."""
    mentioned = {s for c in trace.path.conjuncts() for s in symbols(c)}
    return [*dict.fromkeys(_facts(java, invariants, mentioned))]


def contradicts(invariants: Invariants, facts: Sequence[Fact], trace: Trace[Any]) -> str | None:
    """Return the facts that contradict a path, in words; None if the path satisfies all of them."""
    solver = invariants.solver

    def refuted(some: Sequence[Fact]) -> bool:
        goal = and_(*(each.term for each in some))
        return not holds_for(solver.check(Query(trace.path, goal)), Purpose.EXPLORE)

    if not facts or not refuted(facts):
        return None
    alone = next((each for each in facts if refuted([each])), None)
    if alone is not None:
        return alone.text
    facts = list(facts)
    for each in [*facts]:
        rest = [other for other in facts if other is not each]
        facts = rest if refuted(rest) else facts
    return " and ".join(dict.fromkeys(each.text for each in facts))


class Fact(NamedTuple):
    """An invariant of the values of some symbols, as a term and in words."""

    term: Value
    text: str


def _facts(java: JavaProgram, invariants: Invariants, mentioned: set[Term]) -> Iterator[Fact]:
    """Yield the invariants of the objects whose fields a path mentions."""
    classes = {i.name: i.type.class_name for i in java.program.inputs if i.type.sort is REF}
    names = {s.name for s in mentioned}
    parents = {s.origin.parent for s in mentioned} - {None}
    arrays = {each.parent for each in parents if each is not None} - {None}
    for at in sorted({each for each in parents | arrays if each is not None}, key=lambda each: each.name):
        class_name = _class_of(java, classes, at)
        if class_name is None:
            continue
        if not invariants.is_known(java.table.world.find(class_name)):
            yield from well_formed(at, names)
            continue
        for condition in invariants.conditions(class_name):
            term = condition.term(_look_from(at))
            if isinstance(term, Term) and not mentioned.isdisjoint(symbols(term)):
                yield Fact(term, condition.text)


def _look_from(at: Origin) -> Look:
    """Return a `Look` that reads the fields of an input before the call, as symbols."""

    def read(f: JavaField) -> Value:
        return symbol(at.then(f.field.name), f.field.type.sort)

    return Look(read, lambda f: symbol(at.then(f.field.name).then(LENGTH.name), BV32))


def well_formed(at: Origin, names: Container[str]) -> Iterator[Fact]:
    """Yield the invariants of the collections of the JDK, which only their own code changes."""

    def has(*fields: str) -> bool:
        return all(f"{at.name}.{name}" in names for name in fields)

    def number(name: str) -> Term:
        return symbol(at.then(name), BV32)

    def array(name: str, text: str) -> Iterator[Fact]:
        yield Fact(not_(eq(symbol(at.then(name), REF), NULL)), text)

    def length(name: str) -> Term:
        return symbol(at.then(name).then(LENGTH.name), BV32)

    for array_name, counter, kind in _COUNTED:
        if has(array_name) and (has(counter) or array_name == "elementData"):
            text = f"no {kind} is ever in that state"
            yield from array(array_name, text)
            yield Fact(and_(not_less(number(counter), 0), not_less(length(array_name), number(counter))), text)
    if has("elements", "head") or has("elements", "tail"):
        text = "no ArrayDeque is ever in that state"
        yield from array("elements", text)
        for end in ("head", "tail"):
            yield Fact(and_(not_less(number(end), 0), less(number(end), length("elements"))), text)
    if has("size"):
        yield Fact(not_less(number("size"), 0), "no collection is ever in that state")


_COUNTED: Final = (
    ("elementData", "size", "ArrayList"),
    ("elementData", "elementCount", "Vector"),
    ("queue", "size", "PriorityQueue"),
)
"""Collections of the JDK that are an array and a number: the name of the array, of the number, and the class."""


def _class_of(java: JavaProgram, classes: dict[str, str], at: Origin) -> str | None:
    """Return the declared class of an input, found along its access path."""
    root, steps = at.steps()
    class_name = classes.get(root)
    for step in steps:
        if class_name is None or class_name.startswith("[") or not isinstance(step, str):
            return None
        chain = java.table.world.chain(class_name)
        found = next((f for c in chain for f in c.fields.values() if f.field.name == step), None)
        if found is None or found.descriptor[0] not in "L[":
            return None
        class_name = class_named_by(found.descriptor)
    return None if class_name is None or class_name.startswith("[") else class_name
