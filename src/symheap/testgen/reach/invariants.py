"""Find fields that are never null: every write stores an object, and every constructor writes.

Only private and final fields are examined, since other fields may be written anywhere.

Rule: JLS 6.6.1 (private members are accessible within the top level class)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from symheap.core.outcome import Purpose, holds_for
from symheap.core.terms import NULL, REF, Term, and_, eq, not_
from symheap.core.walk import symbols
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.lang.java.classes import INIT, JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile.access import FINAL, PRIVATE
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.types import class_named_by
from symheap.objects import ir
from symheap.solver.api import Query, Solver

_GIVE_OBJECTS: Final = (
    *("java.util.Objects", "java.util.Arrays", "java.util.Collections"),
    *("java.util.List", "java.util.Map", "java.util.Set", "java.util.Optional"),
)
_NAMES: Final = (
    *("requireNonNull", "requireNonNullElse", "of", "empty", "copyOf", "copyOfRange", "asList", "ofNullable"),
    *("emptyList", "emptyMap", "emptySet", "unmodifiableList", "unmodifiableMap", "unmodifiableSet"),
)


class Invariants:
    """The invariants of the user's classes, as far as their code shows them.  A cache."""

    def __init__(self, java: JavaProgram) -> None:
        self._java = java
        self._known: dict[JavaField, bool] = {}

    def never_null(self, declared: JavaField) -> bool:
        """Whether the field is never null in any object after its constructor has returned."""
        if declared not in self._known:
            self._known[declared] = self._decide(declared)
        return self._known[declared]

    def _decide(self, declared: JavaField) -> bool:
        world = self._java.table.world
        owner = world.find(declared.owner)
        if declared.is_static or not declared.access & (PRIVATE | FINAL) or not owner.is_user:
            return False
        writes = [self._writes(method, declared) for method in self._methods(owner)]
        if not all(all(values) for values in writes):
            return False
        constructors = [m for m in owner.methods.values() if m.name == INIT]
        return all(self._sets(m, declared) for m in constructors)

    def _methods(self, owner: JavaClass) -> Iterator[JavaMethod]:
        """Yield all methods that may write a private field of a class."""
        world = self._java.table.world
        top = owner.name.partition("$")[0]
        nested = owner.file.inner_classes if owner.file is not None else ()
        names = dict.fromkeys((owner.name, top, *(i.name for i in nested)))
        for name in names:
            if name.partition("$")[0] == top:
                yield from (m for m in world.find(name).methods.values() if m.code is not None)

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


def contradicts(
    java: JavaProgram, invariants: Invariants, exploration: Exploration[Any], trace: Trace[Any]
) -> str | None:
    """Return the field whose invariant a path contradicts; None if the path is consistent with all invariants.

    A path contradicts them if it is infeasible under all of them.
    """
    solver: Solver = exploration.machine.solver
    references = dict.fromkeys(s for c in trace.path.conjuncts() for s in symbols(c) if s.sort is REF)
    classes = {i.name: i.type.class_name for i in java.program.inputs if i.type.sort is REF}
    fields = [(s, f) for s in references if (f := _field_of(java, classes, s)) is not None and invariants.never_null(f)]
    if not fields:
        return None
    holding = and_(*(not_(eq(s, NULL)) for s, _ in fields))
    if holds_for(exploration.machine.solver.check(Query(trace.path, holding)), Purpose.EXPLORE):
        return None
    for s, declared in fields:
        if not holds_for(solver.check(Query(trace.path, not_(eq(s, NULL)))), Purpose.EXPLORE):
            return declared.name
    return fields[0][1].name


def _field_of(java: JavaProgram, classes: dict[str, str], at: Term) -> JavaField | None:
    """Return the field whose value a symbol is, by the declared types along its access path."""
    root, steps = at.origin.steps()
    class_name = classes.get(root)
    declared: JavaField | None = None
    for step in steps:
        if class_name is None or not isinstance(step, str) or class_name.startswith("["):
            return None
        chain = java.table.world.chain(class_name)
        declared = next((f for c in chain for f in c.fields.values() if f.field.name == step), None)
        if declared is None:
            return None
        class_name = class_named_by(declared.descriptor) if declared.descriptor[0] in "L[" else None
    return declared
