"""Inductive predicates as patterns.

A predicate is a list if it has two clauses: one for the empty list, whose ends meet, and one for an item before the
rest of the list.  The disequations of the latter are facts of the pattern about values that all items share: an acyclic
list is one in which no item is at the end of the list.  So the meaning of a `Segment` is that of the predicate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

import immutables

from symheap.core.source import SourceError
from symheap.core.terms import Term, Value, eq, not_
from symheap.lang.entailments.formula import NIL, Call, Clause, Definition, PointsTo
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment
from symheap.separation.heaps.pattern import Pattern, parameter

POINTER = 8
Values = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ListPredicate:
    """A pattern, and the positions of the parameters that are the arguments of a segment of it."""

    pattern: Pattern
    front: int
    next: int
    prev: int | None
    back: int | None
    shared: tuple[int, ...]

    def segment(self, arguments: tuple[Value, ...]) -> Segment:
        """Return the segment that the predicate is for these arguments."""
        return Segment(
            self.pattern,
            0,
            arguments[self.front],
            arguments[self.next],
            None if self.prev is None else arguments[self.prev],
            None if self.back is None else arguments[self.back],
            tuple(arguments[each] for each in self.shared),
        )


def object_of(cell: PointsTo, base: Term, values: Values) -> Object:
    """Return a cell as an object; its name is that of its kind."""
    fields = {POINTER * number: Cell(POINTER, values[name]) for number, name in enumerate(cell.fields)}
    return Object(base, POINTER * len(cell.fields), immutables.Map(fields), name=cell.record.constructor)


def list_predicates(definitions: Mapping[str, Definition], used: Iterable[Definition]) -> Mapping[str, ListPredicate]:
    """Return the predicates in `used`, and those that they use, as lists.

    Raises `SourceError` for one that is no list.
    """
    known: dict[str, ListPredicate] = {}
    for definition in _inner_first(definitions, used):
        known[definition.name] = _Reading(definition, known).predicate()
    return known


def _inner_first(definitions: Mapping[str, Definition], used: Iterable[Definition]) -> list[Definition]:
    """Return the definitions, each after those that it uses."""
    ordered: list[Definition] = []
    state: dict[str, bool] = {}

    def visit(definition: Definition) -> None:
        if definition.name in state:
            if not state[definition.name]:
                _refuse(definition, "is defined by another one that it defines")
            return
        state[definition.name] = False
        for call in (call for clause in definition.clauses for call in clause.calls):
            if call.name != definition.name:
                visit(definitions[call.name])
        state[definition.name] = True
        ordered.append(definition)

    for definition in used:
        visit(definition)
    return ordered


def _refuse(definition: Definition, why: str) -> NoReturn:
    raise SourceError(f"the predicate {definition.name} is not supported: it {why}", definition.position)


class _Reading:
    """One definition, taken apart."""

    def __init__(self, definition: Definition, known: Mapping[str, ListPredicate]) -> None:
        self._definition = definition
        self._known = known
        self._empty, self._step = self._two_clauses()
        self._again = self._recursive_call()
        self._root = self._root_cell()
        self._front = definition.parameters.index(self._root.address)
        self._link = self._again.arguments[self._front]
        self._prev = self._position_of_prev()
        self._next, self._back = self._ends()
        self._shared = self._shared_positions()

    def _refuse(self, why: str) -> NoReturn:
        _refuse(self._definition, why)

    def _two_clauses(self) -> tuple[Clause, Clause]:
        clauses = sorted(self._definition.clauses, key=lambda clause: len(clause.cells) + len(clause.calls))
        if len(clauses) != 2 or clauses[0].cells or clauses[0].calls:
            self._refuse("has not exactly two clauses, one of which is for the empty heap")
        empty, step = clauses
        if empty.distinct or empty.bound:
            self._refuse("has conditions on the empty list")
        if step.equal:
            self._refuse("has equations in the clause of an item")
        return empty, step

    def _recursive_call(self) -> Call:
        again = [call for call in self._step.calls if call.name == self._definition.name]
        if len(again) != 1:
            self._refuse("does not call itself exactly once, as a list does")
        return again[0]

    def _root_cell(self) -> PointsTo:
        roots = [cell for cell in self._step.cells if cell.address in self._definition.parameters]
        if len(roots) != 1:
            self._refuse("does not have exactly one cell at a parameter")
        return roots[0]

    def _position_of_prev(self) -> int | None:
        """Return the position of the parameter that is the item before, after checking all arguments of the call."""
        if self._link not in self._root.fields or self._link not in self._step.bound:
            self._refuse("does not go on where a field of its cell leads")
        found: int | None = None
        pairs = zip(self._definition.parameters, self._again.arguments, strict=True)
        for position, (name, argument) in enumerate(pairs):
            if position == self._front or argument == name:
                continue
            if argument != self._root.address or found is not None or name not in self._root.fields:
                self._refuse(f"changes its parameter {name} from item to item")
            found = position
        return found

    def _ends(self) -> tuple[int, int | None]:
        """Return the positions of the end and of the last item, which the clause for the empty list compares."""
        names = self._definition.parameters
        pairs = {frozenset(pair) for pair in self._empty.equal}
        ends = {
            position: self._partner(pairs, names[position])
            for position in (self._front, self._prev)
            if position is not None
        }
        if len(pairs) != len(ends) or set(ends.values()) & {self._front, self._prev}:
            self._refuse("does not end where the front is the end")
        return ends[self._front], None if self._prev is None else ends[self._prev]

    def _partner(self, pairs: set[frozenset[str]], name: str) -> int:
        others = [other for pair in pairs if name in pair for other in pair - {name}]
        if len(others) != 1 or others[0] not in self._definition.parameters:
            self._refuse("does not end where the front is the end")
        return self._definition.parameters.index(others[0])

    def _shared_positions(self) -> tuple[int, ...]:
        step = self._step
        used = {name for cell in step.cells for name in cell.fields}
        used |= {name for call in step.calls if call is not self._again for name in call.arguments}
        used |= {name for pair in step.distinct for name in pair}
        own = (self._front, self._prev)
        return tuple(
            position
            for position, name in enumerate(self._definition.parameters)
            if name in used and position not in own
        )

    # The pattern ------------------------------------------------------------------------------------------------------

    def predicate(self) -> ListPredicate:
        values = self._values()
        node = object_of(self._root, parameter("base", POINTER), values)
        others = [cell for cell in self._step.cells if cell is not self._root]
        atoms: list[Atom] = [node, *(object_of(cell, self._own(cell, values), values) for cell in others)]
        for call in self._step.calls:
            if call is not self._again:
                atoms.append(self._known[call.name].segment(tuple(values[name] for name in call.arguments)))
        fields = self._root.fields
        back = None if self._prev is None else POINTER * fields.index(self._definition.parameters[self._prev])
        pattern = Pattern(
            tuple(atoms),
            POINTER * fields.index(self._link),
            back=back,
            pointer=POINTER,
            shared=len(self._shared),
            own=len(set(self._step.bound) - {self._link}),
            pure=frozenset(self._fact(one, other, values) for one, other in self._step.distinct),
        )
        return ListPredicate(pattern, self._front, self._next, self._prev, self._back, self._shared)

    def _values(self) -> Values:
        """Return the parameters of the pattern by the names of the clause."""
        names = self._definition.parameters
        values: dict[str, Value] = {NIL: 0, names[self._front]: parameter("base", POINTER)}
        values[self._link] = parameter("next", POINTER)
        if self._prev is not None:
            values[names[self._prev]] = parameter("prev", POINTER)
        for number, position in enumerate(self._shared):
            values[names[position]] = parameter(f"shared{number}", POINTER)
        own = [name for name in dict.fromkeys(self._root.fields) if name in self._step.bound and name != self._link]
        for number, name in enumerate(own):
            values[name] = parameter(f"own{number}", POINTER)
        for name in self._step.bound:
            if name not in values:
                self._refuse(f"has a variable {name} that no field of its cell holds")
        return values

    def _own(self, cell: PointsTo, values: Values) -> Term:
        base = values[cell.address]
        if cell.address not in self._step.bound or not isinstance(base, Term):
            self._refuse("has a cell at nil")
        return base

    def _fact(self, one: str, other: str, values: Values) -> Term:
        """Return a disequation as a fact about the address of an item, or of the one before, and a shared value."""
        names = self._definition.parameters
        items = {names[position] for position in (self._front, self._prev) if position is not None}
        shared = {names[position] for position in self._shared}
        fact = not_(eq(values[one], values[other]))
        if not ({one, other} & items and {one, other} & shared) or not isinstance(fact, Term):
            self._refuse(f"compares {one or 'nil'} and {other or 'nil'}, which are no item and value of all items")
        return fact
