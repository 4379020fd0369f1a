"""State that outlives a test: changes of static fields, and of objects reachable from them.

Tests run in one JVM, in any order.  If a test changes a static field of the user's, it restores the field, provided
that a test can write the old value.  Any other change that a later test could see rules the test out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.core.terms import REF
from symheap.lang.java.classes import JavaField, held_class
from symheap.lang.java.classfile.access import FINAL
from symheap.lang.java.values.types import CLASS, STRING, descriptor_of, element_sort
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun, initialize
from symheap.objects.interpreter import run as run_concretely
from symheap.objects.ir import Program
from symheap.testgen.access import Access
from symheap.testgen.asserting.observe import HELPER
from symheap.testgen.building.known import KnownNames
from symheap.testgen.building.literals import NULL, literal, text_literal
from symheap.testgen.building.strings import is_string, text_of
from symheap.testgen.code import Code, Do, Statement, TypeName
from symheap.testgen.paths import OwnPaths

_CACHING = frozenset((STRING, CLASS))
_CLINIT = "<clinit>()V"
_STEPS = 1_000_000
_CALLS = 600
CACHES = frozenset(
    ("hash", "hashIsZero", "hashCode", "hashCodeValue", "languageTag", "keySet", "values", "entrySet", "descendingMap")
)
"""Fields of JDK classes that cache values which can be computed again."""

_LARGEST = 10_000


class Shared(Exception):
    """A later test could see changes of this one; the message is one sentence that says where."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A static field, its value after the call, and the statement that restores it."""

    field: JavaField
    holder: int
    value: Plain
    restore: Statement


@dataclass(frozen=True, slots=True)
class Statics:
    """The static state before any test; `program` is in its state after loading."""

    program: Program
    access: Access
    known: KnownNames

    def changed(self, after: ConcreteHeap) -> tuple[Changed, ...]:
        """Return the user's static fields whose value differs from that before any test.  Raises `Shared`."""
        assert self.program.initial is not None
        changed_fields: list[Changed] = []
        for number, now in after.objects.items():
            before = self.program.initial.objects.get(number)
            if number < INITIAL or before is None:
                continue
            owner = held_class(now.class_name)
            if owner is not None:
                changed_fields += self._fields(owner, number, after)
            elif self._differs(before, now):
                raise Shared(f"the call changes an object of class {now.class_name} that all tests share")
        return tuple(changed_fields)

    def _differs(self, before: ConcreteObject, now: ConcreteObject) -> bool:
        """Whether a difference is observable; caches of JDK objects do not count."""
        is_user = self.access.world.find(now.class_name).is_user
        names = {*before.fields, *now.fields} - (frozenset() if is_user else CACHES)
        different = any(before.fields.get(name, 0) != now.fields.get(name, 0) for name in names)
        return now.class_name not in _CACHING and (different or before.elements != now.elements)

    def _fields(self, owner: str, number: int, after: ConcreteHeap) -> Iterator[Changed]:
        """Yield the fields of a class that differ from their state after its initialiser."""
        is_user = self.access.world.find(owner).is_user
        before = self._initialized(owner, number)
        for f in self.access.world.find(owner).fields.values():
            if not f.is_static:
                continue
            was, value = (heap.get(number, f.field) for heap in (before, after))
            is_reference = f.descriptor[0] in "L["
            if was == value or (is_reference and same_graph(before, int(was), after, int(value))):
                continue
            if not is_user:
                raise Shared(f"the call changes the static field {f.name} of {owner}")
            if f.access & FINAL:
                raise Shared(f"the call changes what the static field {f.name} of {owner} leads to")
            if was and _CLINIT not in self.access.world.find(owner).methods:
                raise Shared(f"the static field {f.name} of {owner} was set by initialisers of other classes")
            yield Changed(f, number, value, self._assignment(owner, f, self._value(f, before, was)))

    def _initialized(self, owner: str, number: int) -> ConcreteHeap:
        initial = self.program.initial
        assert initial is not None
        if owner in self.program.initialized:
            return initial
        own = ConcreteHeap(initial.table, base=initial.shared())
        initialize(self.program, own, [owner], max_steps=_STEPS)
        own.own(number)
        return own

    def _value(self, f: JavaField, before: ConcreteHeap, was: Plain) -> Code:
        if f.descriptor[0] not in "L[":
            return literal(f.descriptor, was)
        if not was:
            return NULL
        text = text_of(before, int(was)) if is_string(before.class_of(int(was))) else None
        code = text_literal(text) if text is not None else self.known.code(int(was))
        own = (TypeName(descriptor_of(f.owner)), f".{f.name}")
        if code is None or code == own:
            what = f"the static field {f.name} of {f.owner}"
            raise Shared(f"the call changes {what}, and no test can write the value that it had")
        return code

    def _assignment(self, owner: str, f: JavaField, value: Code) -> Statement:
        if self.access.can_get(owner, f):
            return Do((TypeName(descriptor_of(owner)), f".{f.name} = ", *value))
        if not self.access.can_name(owner):
            raise Shared(f"the call changes the static field {f.name} of {owner}, which is out of reach for a test")
        name = text_literal(f.name)
        return Do((f"{HELPER}.setStatic(", TypeName(descriptor_of(owner)), ".class, ", *name, ", ", *value, ")"))


def depends_on_order(
    program: Program, heap: ConcreteHeap, run: ConcreteRun, late: Iterable[str], paths: OwnPaths
) -> bool:
    """Whether a run changes if the classes `late`, which it initialises, are initialised before it."""
    own = heap.copy()
    done = initialize(program, own, late, max_steps=_STEPS)
    again = run_concretely(replace(program, initialized=done.done), own, max_calls=_CALLS, max_steps=_STEPS)
    if paths.of(again) != paths.of(run):
        return True
    both = run.end, again.end
    return not run.returned_ref and isinstance(run.end, Returned) and len({str(end) for end in both}) > 1


def same_graph(before: ConcreteHeap, was: int, after: ConcreteHeap, now: int) -> bool:
    """Whether two objects in two heaps are equal up to numbers, with everything reachable from them."""
    pending, paired = [(was, now)], {0: 0}
    while pending:
        tick()
        a, b = pending.pop()
        if a in paired or not a or not b:
            if paired.get(a) != b:
                return False
            continue
        paired[a] = b
        one, other = before.find(a), after.find(b)
        if one is other:
            continue
        if (one.class_name, one.length) != (other.class_name, other.length) or len(paired) > _LARGEST:
            return False
        if not _paired_contents(before, one, other, pending):
            return False
    return True


def _paired_contents(
    heap: ConcreteHeap, one: ConcreteObject, other: ConcreteObject, pending: list[tuple[int, int]]
) -> bool:
    """Whether plain values are equal; pairs of references are added to `pending`."""
    if one.length is not None:
        is_reference = element_sort(one.class_name) is REF
        both = [(one.elements.get(i, 0), other.elements.get(i, 0)) for i in {*one.elements, *other.elements}]
        pending += [(int(a), int(b)) for a, b in both] if is_reference else []
        return is_reference or all(a == b for a, b in both)
    for f in heap.table.fields(one.class_name):
        if f.name in CACHES and f.owner.startswith("java."):
            continue
        a, b = one.fields.get(f.name, 0), other.fields.get(f.name, 0)
        if f.type.sort is REF:
            pending.append((int(a), int(b)))
        elif a != b and one.class_name not in _CACHING:
            return False
    return True
