"""Write terms as rows, each once, and read them back.

Law: reading what was written gives the same term.  Tables of array elements, which are never the same object, come back
equal in structure.  Two things are code and do not survive: which classes outside its universe a set of classes
contains, and functions known by evaluation.  The reader is given these functions by name; one that is missing prints
the same and cannot be evaluated.

Operands precede the terms that use them.  In `operands`, a number is the number of a row and a text is a plain integer.
Rows whose operator begins with a dot are not terms but steps of access paths, and universes of classes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import immutables

from symheap.core.contents import Unreadable, table_items
from symheap.core.nodes import make_table
from symheap.core.origin import IndexStep, Origin
from symheap.core.terms import BOOL, INT, REF, Location, Op, Sort, Term, Value, make
from symheap.core.theories.functions import Function
from symheap.core.typeset import TypeSet

Row = tuple[str, str, str, str | None]
"""Operator, sort, operands, payload."""
Node = Term | Origin

_ROOT: Final = ".root"
_FIELD: Final = ".field"
_AT: Final = ".at"
_UNIVERSE: Final = ".universe"
_LEAVES: Final = frozenset({Op.NULL, Op.LOC, Op.HANDLE, Op.APPLY})


class TermWriter:
    """Numbers terms.  `new` are the rows that still have to be written, with their numbers."""

    def __init__(self, rows: Iterable[tuple[int, Row]] = ()) -> None:
        self.new: list[tuple[int, Row]] = []
        self._rows = {row: number for number, row in rows}
        self._numbers: dict[Node, int] = {}
        self._universes: dict[int, tuple[tuple[str, ...], int]] = {}
        self._functions: dict[str, list[Function]] = {}

    def operand(self, value: Value) -> int | str | bool:
        """Return a value as an operand of a row; a term is given by the number of its row."""
        if isinstance(value, bool):
            return value
        return self.number(value) if isinstance(value, Term) else str(value)

    def number(self, node: Node) -> int:
        """Return the number of a term; number the terms that it is built from first."""
        numbers = self._numbers
        known = numbers.get(node)
        if known is not None:
            return known
        stack = [node]
        while stack:
            at = stack[-1]
            missing = [each for each in _parts(at) if each not in numbers]
            if missing:
                stack.extend(missing)
                continue
            if at not in numbers:
                numbers[at] = self._add(self._term(at) if isinstance(at, Term) else self._origin(at))
            stack.pop()
        return numbers[node]

    def _add(self, row: Row) -> int:
        number = self._rows.get(row)
        if number is None:
            number = self._rows[row] = len(self._rows) + 1
            self.new.append((number, row))
        return number

    def _origin(self, origin: Origin) -> Row:
        if origin.parent is None:
            return _ROOT, "", "[]", _dumped(origin.field)
        parent = self._numbers[origin.parent]
        if isinstance(origin.step, IndexStep):
            return _AT, "", _dumped([parent, self.operand(origin.step.index)]), None
        return _FIELD, "", _dumped([parent]), _dumped(origin.field)

    def _term(self, term: Term) -> Row:
        if term.payload is None and term.op is not Op.TABLE:
            return term.op.value, term.sort.name, f"[{','.join(map(self._written, term.args))}]", None
        operands: list[int | str | bool] = [self.operand(arg) for arg in term.args]
        payload: object = term.payload
        if isinstance(payload, Origin):
            operands, payload = [self._numbers[payload]], None
        elif isinstance(payload, Location):
            payload = [payload.number, payload.class_name, payload.initial]
        elif isinstance(payload, TypeSet):
            operands.append(self._universe(payload.universe))
            payload = [f"{payload.mask:x}", payload.text, payload.below]
        elif isinstance(payload, Function):
            payload = self._function(payload)
        elif term.op is Op.TABLE:
            items = sorted(table_items(term))
            operands += [self.operand(value) for _, value in items]
            payload = [index for index, _ in items]
        return term.op.value, term.sort.name, _dumped(operands), None if payload is None else _dumped(payload)

    def _written(self, value: Value) -> str:
        """Return `operand` of a value whose terms all have numbers, as JSON."""
        if isinstance(value, Term):
            return str(self._numbers[value])
        return ("true" if value else "false") if isinstance(value, bool) else f'"{value}"'

    def _universe(self, universe: tuple[str, ...]) -> int:
        entry = self._universes.get(id(universe))
        if entry is None:
            entry = universe, self._add((_UNIVERSE, "", "[]", _dumped(universe)))
            self._universes[id(universe)] = entry
        return entry[1]

    def _function(self, function: Function) -> str:
        """Return the name of a function, with a suffix if another function has the same name."""
        known = self._functions.setdefault(function.name, [])
        if function not in known:
            known.append(function)
        at = known.index(function)
        return function.name if not at else f"{function.name}#{at + 1}"


class TermReader:
    """Reads terms by number.  `functions` are those known by evaluation, by name."""

    def __init__(self, functions: Mapping[str, Function] | None = None) -> None:
        self._functions = dict(functions or {})
        self._nodes: dict[int, Any] = {}
        self.last = 0

    def load(self, rows: Iterable[tuple[int, Row]]) -> None:
        """Read rows in the order of their numbers.  Raises ValueError for a malformed row."""
        for number, row in rows:
            try:
                self._nodes[number] = self._node(*row)
            except (AssertionError, LookupError) as error:
                raise ValueError(f"row {number} is no term") from error
            self.last = number

    def term(self, number: int) -> Term:
        node = self._nodes[number]
        if not isinstance(node, Term):
            raise ValueError(f"row {number} is no term")
        return node

    def value(self, operand: int | str | bool) -> Value:
        if isinstance(operand, bool):
            return operand
        return int(operand) if isinstance(operand, str) else self.term(operand)

    def _node(self, operator: str, sort: str, operands: str, payload: str | None) -> object:
        given, extra = json.loads(operands), json.loads(payload or "null")
        if operator == _UNIVERSE:
            return tuple(extra)
        if operator == _ROOT:
            return Origin.root(extra)
        if operator == _FIELD:
            return self._origin(given[0]).then(extra)
        if operator == _AT:
            return self._origin(given[0]).at(self.value(given[1]))
        return self._term(Op(operator), sort_of(sort), given, extra)

    def _term(self, op: Op, sort: Sort, operands: list[Any], payload: Any) -> Term:
        if not isinstance(operands, list) or (not operands and op not in _LEAVES):
            raise ValueError(f"{op.value} without operands")
        if op is Op.SYM:
            return make(op, sort, (), self._origin(operands[0]))
        if op is Op.TABLE:
            base, *values = map(self.value, operands)
            assert isinstance(base, Term)
            return make_table(base, immutables.Map(zip(payload, values, strict=True)))
        if op is Op.ISA:
            mask, text, below = payload
            types = TypeSet(int(mask, 16), self._nodes[operands[-1]], text, below=below)
            return make(op, sort, (self.value(operands[0]),), types)
        args = tuple(map(self.value, operands))
        if op is Op.LOC:
            return make(op, sort, args, Location(*payload))
        if op is Op.APPLY:
            return make(op, sort, args, self._function(payload, sort))
        return make(op, sort, args, tuple(payload) if isinstance(payload, list) else payload)

    def _origin(self, number: int) -> Origin:
        node = self._nodes[number]
        assert isinstance(node, Origin)
        return node

    def _function(self, name: str, sort: Sort) -> Function:
        if name not in self._functions:
            self._functions[name] = Function(name, sort, _unknown)
        return self._functions[name]


def _unknown(*arguments: object) -> int:
    raise Unreadable


def _parts(node: Node) -> list[Node]:
    """Return the terms and access paths that a node is built from."""
    if isinstance(node, Origin):
        index = node.step.index if isinstance(node.step, IndexStep) else None
        return [each for each in (node.parent, index) if isinstance(each, Origin | Term)]
    parts: list[Node] = [arg for arg in node.args if isinstance(arg, Term)]
    if isinstance(node.payload, Origin):
        parts.append(node.payload)
    elif node.op is Op.TABLE:
        parts += [value for _, value in table_items(node) if isinstance(value, Term)]
    return parts


def sort_of(name: str) -> Sort:
    """Return the sort with the given name."""
    if name.endswith("[]"):
        return Sort.array(sort_of(name[:-2]))
    if name in _PLAIN:
        return _PLAIN[name]
    make_sort = Sort.bitvector if name.startswith("bv") else Sort.floating
    return make_sort(int(name.lstrip("bvf")))


_PLAIN: Final = {sort.name: sort for sort in (BOOL, INT, REF)}

_dumped: Final = json.JSONEncoder(separators=(",", ":")).encode
