"""Read formulas as clauses: existential quantifiers in front of equations, disequations, cells and predicates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, pairwise

from symheap.core.source import Position
from symheap.lang.entailments.brackets import Form, Node, Word, fail
from symheap.lang.entailments.formula import NIL, Call, Clause, Definition, PointsTo, Record

_PURE = ("=", "distinct")
_REFUSED = {
    "or": "a disjunction outside of a predicate",
    "not": "a negation inside a formula",
    "wand": "the magic wand",
    "forall": "a universal quantifier",
    "=>": "an implication",
    "ite": "a conditional",
    "let": "a let",
}


def word(node: Node) -> str:
    if not isinstance(node, Word):
        fail("a name is expected here", node.position)
    return node.text


@dataclass
class _Parts:
    """The parts of a clause, as they are met."""

    position: Position
    bound: list[str] = field(default_factory=list)
    equal: list[tuple[str, str]] = field(default_factory=list)
    distinct: list[tuple[str, str]] = field(default_factory=list)
    cells: list[PointsTo] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    def clause(self) -> Clause:
        return Clause(
            tuple(self.bound),
            tuple(self.equal),
            tuple(self.distinct),
            tuple(self.cells),
            tuple(self.calls),
            self.position,
        )


class Clauses:
    """Reads formulas over `variables`, which maps names to sorts."""

    def __init__(
        self, variables: Mapping[str, str], heap: Mapping[str, Record], definitions: Mapping[str, Definition]
    ) -> None:
        self._variables = {name: (name, sort) for name, sort in variables.items()}
        self._fresh = count()
        self._heap = heap
        self._definitions = definitions

    def disjunction(self, node: Node) -> tuple[Clause, ...]:
        """Return the clauses of the body of a predicate."""
        if isinstance(node, Form) and node.head == "or":
            return tuple(clause for part in node.items[1:] for clause in self.disjunction(part))
        return (self.formula(node),)

    def formula(self, node: Node) -> Clause:
        """Return a formula as a clause.  It has a spatial part: a pure formula holds of any heap."""
        parts = _Parts(node.position)
        if not self._conjunct(node, parts):
            fail("a formula without a spatial part is not supported; an empty heap is (_ emp …)", node.position)
        return parts.clause()

    def _conjunct(self, node: Node, parts: _Parts) -> bool:
        """Add a conjunction to `parts`; return whether it has a spatial part."""
        if not isinstance(node, Form) or not node.head:
            if isinstance(node, Word) and node.text == "true":
                return False
            fail("this is not a supported formula", node.position)
        if node.head == "exists":
            before = dict(self._variables)
            self._bind(node, parts)
            is_spatial = self._conjunct(node.items[2], parts)
            self._variables = before
            return is_spatial
        if node.head == "and":
            spatial = [each for each in node.items[1:] if self._conjunct(each, parts)]
            if len(spatial) > 1:
                fail("a conjunction of two spatial formulas is not supported", spatial[1].position)
            return bool(spatial)
        if node.head in _PURE:
            self._pure(node, parts)
            return False
        self._spatial(node, parts)
        return True

    def _bind(self, node: Form, parts: _Parts) -> None:
        if len(node.items) != 3 or not isinstance(node.items[1], Form):
            fail("exists has a list of variables and a body", node.position)
        for pair in node.items[1].items:
            if not isinstance(pair, Form) or len(pair.items) != 2:
                fail("a variable and its sort are expected", pair.position)
            name, sort = (word(each) for each in pair.items)
            unique = f"{name}'{next(self._fresh)}" if name in self._variables else name
            self._variables[name] = unique, sort
            parts.bound.append(unique)

    def _pure(self, node: Form, parts: _Parts) -> None:
        values = [self._value(each) for each in node.items[1:]]
        if len({sort for _, sort in values if sort}) > 1:
            fail("values of different sorts are compared", node.position)
        names = [name for name, _ in values]
        if node.head == "=":
            parts.equal += pairwise(names)
        else:
            parts.distinct += [(one, other) for i, one in enumerate(names) for other in names[i + 1 :]]

    def _spatial(self, node: Form, parts: _Parts) -> None:
        if node.head == "_" and len(node.items) > 1 and word(node.items[1]) == "emp":
            return
        if node.head == "sep":
            for each in node.items[1:]:
                if not self._conjunct(each, parts):
                    fail("a pure formula inside sep holds of any heap, which is not supported", each.position)
        elif node.head == "pto":
            parts.cells.append(self._cell(node))
        elif node.head in self._definitions:
            parts.calls.append(self._call(node))
        else:
            fail(f"{_REFUSED.get(node.head, f'the formula {node.head}')} is not supported", node.position)

    def _cell(self, node: Form) -> PointsTo:
        if len(node.items) != 3:
            fail("pto has an address and a cell", node.position)
        address, sort = self._value(node.items[1])
        record, cell = self._heap.get(sort), node.items[2]
        if record is None:
            fail(f"the heap has no cells at locations of sort {sort}", node.position)
        if not isinstance(cell, Form) or cell.head != record.constructor:
            fail(f"the cell is not written as ({record.constructor} …)", cell.position)
        sorts = tuple(sort for _, sort in record.fields)
        return PointsTo(address, record, self._values(cell, sorts), node.position)

    def _call(self, node: Form) -> Call:
        return Call(node.head, self._values(node, self._definitions[node.head].sorts), node.position)

    def _values(self, node: Form, sorts: tuple[str, ...]) -> tuple[str, ...]:
        """Return the arguments of a form, which has one of each sort."""
        arguments = node.items[1:]
        if len(arguments) != len(sorts):
            fail(f"{node.head} has {len(sorts)} arguments, not {len(arguments)}", node.position)
        return tuple(self._checked(sorts, arguments))

    def _checked(self, sorts: tuple[str, ...], arguments: tuple[Node, ...]) -> Iterator[str]:
        for wanted, argument in zip(sorts, arguments, strict=True):
            name, sort = self._value(argument)
            if sort not in ("", wanted):
                fail(f"a value of sort {wanted} is expected, not of sort {sort}", argument.position)
            yield name

    def _value(self, node: Node) -> tuple[str, str]:
        """Return the name and the sort of a value."""
        if isinstance(node, Form):
            if node.head == "as" and len(node.items) == 3 and word(node.items[1]) == "nil":
                return NIL, word(node.items[2])
            fail("a value that is neither a variable nor nil is not supported", node.position)
        if node.text == "nil":
            return NIL, ""
        if node.text not in self._variables:
            fail(f"{node.text} is not declared", node.position)
        return self._variables[node.text]
