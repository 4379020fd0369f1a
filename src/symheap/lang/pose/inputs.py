"""The inputs of a program: their names, order and sorts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import immutables

from symheap.core.terms import BOOL, INT, REF, Sort
from symheap.core.types import BOOL_TYPE, INT_TYPE, ROOT, ClassTable, Type, ref_type
from symheap.lang.pose.classes import declared_type, key_of
from symheap.lang.pose.syntax import (
    BinaryOperation,
    Expression,
    GetField,
    If,
    InstanceOf,
    Invoke,
    Let,
    Literal,
    Marker,
    MethodDeclaration,
    New,
    Not,
    PutField,
    Source,
    Symbol,
    Variable,
)
from symheap.lang.pose.trampoline import Task, run
from symheap.objects.ir import InputDecl, Operator, method_key


def inputs_of(source: Source, table: ClassTable) -> tuple[InputDecl, ...]:
    """Return the inputs by first occurrence: in the main expression, then in the methods.

    A reference Y may be null or of any class. A primitive X has the sort of its first use that determines one: as an
    operand, a condition, an argument, the value of a field, or next to a value of known sort. Otherwise it is an int.
    """
    scan = _Scan(source, table)
    run(scan.flow(source.main, immutables.Map()))
    for method in _methods(source):
        names = {p.name: _Flow(declared_type(p.type).sort) for p in method.parameters}
        run(scan.flow(method.body, immutables.Map({"this": _Flow(REF), **names})))
    everything = table.everything()
    return tuple(InputDecl(name, scan.type_of(name), everything, name.startswith("Y")) for name in scan.seen)


class _Flow(NamedTuple):
    """Knowledge about a value: its sort, and the primitive inputs that it may be."""

    sort: Sort | None = None
    symbols: frozenset[str] = frozenset()


_Scope = immutables.Map[str, _Flow]
_OPERAND_SORT = {
    Operator.ADD: INT,
    Operator.SUB: INT,
    Operator.LESS: INT,
    Operator.AND: BOOL,
    Operator.OR: BOOL,
}


class _Scan:
    """A walk over every expression, in the order of evaluation."""

    def __init__(self, source: Source, table: ClassTable) -> None:
        self._table = table
        self._parameters = _parameter_sorts(source)
        self._sorts: dict[str, Sort] = {}
        self.seen: dict[str, None] = {}

    def type_of(self, name: str) -> Type:
        if name.startswith("Y"):
            return ref_type(ROOT)
        return BOOL_TYPE if self._sorts.get(name) is BOOL else INT_TYPE

    def flow(self, at: Expression, scope: _Scope) -> Task[_Flow]:
        match at:
            case Literal(value):
                return _Flow(REF if value is None else BOOL if isinstance(value, bool) else INT)
            case New():
                return _Flow(REF)
            case Variable(name) | Marker(name):
                return scope.get(name, _Flow())
            case Symbol(name):
                self.seen.setdefault(name)
                return _Flow(REF) if at.is_reference else _Flow(None, frozenset((name,)))
            case Let(name, value, body):
                bound = yield self.flow(value, scope)
                return (yield self.flow(body, scope.set(name, bound)))
            case If(condition, then, other):
                self._use((yield self.flow(condition, scope)), BOOL)
                return self._same((yield self.flow(then, scope)), (yield self.flow(other, scope)))
            case Not(operand):
                self._use((yield self.flow(operand, scope)), BOOL)
                return _Flow(BOOL)
            case InstanceOf(operand):
                yield self.flow(operand, scope)
                return _Flow(BOOL)
            case BinaryOperation():
                return (yield self._binary(at, scope))
            case GetField(receiver, field):
                yield self.flow(receiver, scope)
                return _Flow(self._field_sort(field))
            case PutField(receiver, field, value):
                yield self.flow(receiver, scope)
                stored = yield self.flow(value, scope)
                self._use(stored, self._field_sort(field))
                return stored
            case Invoke(receiver, method, arguments):
                yield self.flow(receiver, scope)
                sorts = self._parameters.get(method_key(method, len(arguments)), (None,) * len(arguments))
                for argument, sort in zip(arguments, sorts, strict=True):
                    self._use((yield self.flow(argument, scope)), sort)
                return _Flow()

    def _binary(self, at: BinaryOperation, scope: _Scope) -> Task[_Flow]:
        left = yield self.flow(at.left, scope)
        right = yield self.flow(at.right, scope)
        if at.operator is Operator.EQUAL:
            self._same(left, right)
            return _Flow(BOOL)
        sort = _OPERAND_SORT[at.operator]
        self._use(left, sort)
        self._use(right, sort)
        return _Flow(BOOL if at.operator is Operator.LESS else sort)

    def _same(self, a: _Flow, b: _Flow) -> _Flow:
        """Unify two values that must have one sort: knowledge about either applies to both."""
        self._use(a, b.sort)
        self._use(b, a.sort)
        return _Flow(a.sort or b.sort, a.symbols | b.symbols)

    def _use(self, flow: _Flow, sort: Sort | None) -> None:
        if sort is INT or sort is BOOL:
            for name in flow.symbols:
                self._sorts.setdefault(name, sort)

    def _field_sort(self, name: str) -> Sort | None:
        sorts = {f.type.sort for f in self._table.declaring(name)}
        return sorts.pop() if len(sorts) == 1 else None


def _methods(source: Source) -> Iterable[MethodDeclaration]:
    return (method for declaration in source.classes for method in declaration.methods)


def _parameter_sorts(source: Source) -> Mapping[str, tuple[Sort | None, ...]]:
    """Return the sorts of the parameters for every method key, None where two declarations differ."""
    by_key: dict[str, tuple[Sort | None, ...]] = {}
    for method in _methods(source):
        sorts = tuple(declared_type(p.type).sort for p in method.parameters)
        before = by_key.setdefault(key_of(method), sorts)
        by_key[key_of(method)] = tuple(a if a is b else None for a, b in zip(before, sorts, strict=True))
    return by_key
