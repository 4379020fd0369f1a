"""Read a problem of SL-COMP: SMT-LIB with heaps, inductive predicates and assertions.

Read are ``declare-sort``, ``declare-datatypes``, ``declare-heap``, ``define-fun-rec``, ``define-funs-rec``,
``declare-const`` and ``assert``.  What the fragments of `symheap.separation.lists` do not cover is refused by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.source import Position
from symheap.lang.entailments.brackets import Form, Node, fail, read
from symheap.lang.entailments.clauses import Clauses, word
from symheap.lang.entailments.formula import Clause, Definition, Problem, Record

_IGNORED: Final = ("set-logic", "set-info", "set-option", "check-sat", "check-sat-assuming", "get-model", "exit")


def read_problem(text: str, file: str) -> Problem:
    """Return the problem that a file states.  Raises `SourceError` at what is wrong or not supported."""
    reader = _Reader(file)
    for node in read(text, file):
        reader.command(node)
    return reader.problem()


class _Reader:
    """What the commands so far have declared and asserted."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._sorts: set[str] = set()
        self._records: dict[str, Record] = {}
        self._heap: dict[str, Record] = {}
        self._definitions: dict[str, Definition] = {}
        self._variables: dict[str, str] = {}
        self._asserted: list[Form] = []
        self._negated: list[Form] = []
        self._commands: dict[str, Callable[[Form], None]] = {
            "declare-sort": self._declare_sort,
            "declare-datatypes": self._declare_datatypes,
            "declare-heap": self._declare_heap,
            "declare-const": self._declare_const,
            "declare-fun": self._declare_fun,
            "define-fun-rec": self._define,
            "define-funs-rec": self._define_several,
            "assert": self._assert,
        }

    def command(self, node: Node) -> None:
        if not isinstance(node, Form) or not node.head:
            fail("a command in brackets is expected", node.position)
        if node.head in self._commands:
            self._commands[node.head](node)
        elif node.head not in _IGNORED:
            fail(f"the command {node.head} is not supported", node.position)

    def problem(self) -> Problem:
        start = Position(self._file, 1, 1)
        if not self._asserted:
            fail("no formula is asserted that is not negated", self._negated[0].position if self._negated else start)
        if len(self._negated) > 1:
            fail("more than one negated formula is asserted", self._negated[1].position)
        clauses = self._clauses(self._variables)
        left = _conjoined([clauses.formula(each) for each in self._asserted])
        right = clauses.formula(self._negated[0]) if self._negated else None
        records = {record.constructor: record for record in self._heap.values()}
        return Problem(self._file, self._variables, records, self._definitions, left, right)

    def _clauses(self, variables: dict[str, str]) -> Clauses:
        return Clauses(variables, self._heap, self._definitions)

    # Declarations -----------------------------------------------------------------------------------------------------

    def _declare_sort(self, form: Form) -> None:
        self._sorts.add(word(_item(form, 1)))

    def _declare_datatypes(self, form: Form) -> None:
        names, bodies = _form(_item(form, 1)), _form(_item(form, 2))
        if len(names.items) != len(bodies.items):
            fail("the numbers of names and of datatypes differ", form.position)
        for name, body in zip(names.items, bodies.items, strict=True):
            constructors = _form(body).items
            if len(constructors) != 1:
                fail("a datatype with several constructors is not supported", body.position)
            constructor = _form(constructors[0])
            fields = tuple((name, self._sort(sort)) for name, sort in map(_pair, constructor.items[1:]))
            self._records[word(_item(_form(name), 0))] = Record(word(_item(constructor, 0)), fields)

    def _declare_heap(self, form: Form) -> None:
        for pair in form.items[1:]:
            location, cell = _pair(pair)[0], word(_pair(pair)[1])
            if cell not in self._records:
                fail(f"the cells of the heap have an unknown sort {cell}", pair.position)
            self._heap[location] = self._records[cell]

    def _declare_const(self, form: Form) -> None:
        self._variables[word(_item(form, 1))] = self._sort(_item(form, 2))

    def _declare_fun(self, form: Form) -> None:
        if _form(_item(form, 2)).items:
            fail("functions with parameters are not supported", form.position)
        self._variables[word(_item(form, 1))] = self._sort(_item(form, 3))

    def _sort(self, node: Node) -> str:
        name = word(node)
        if name not in self._sorts:
            fail(f"values of sort {name} are not supported, only locations are", node.position)
        return name

    # Definitions and assertions ---------------------------------------------------------------------------------------

    def _define(self, form: Form) -> None:
        if len(form.items) != 5:
            fail("define-fun-rec has a name, parameters, a sort and a body", form.position)
        _, name, parameters, sort, body = form.items
        self._defined([(name, parameters, sort, body)])

    def _define_several(self, form: Form) -> None:
        heads, bodies = _form(_item(form, 1)).items, _form(_item(form, 2)).items
        if len(heads) != len(bodies) or any(len(_form(head).items) != 3 for head in heads):
            fail("define-funs-rec has as many bodies as declarations", form.position)
        self._defined([(*_form(head).items, body) for head, body in zip(heads, bodies, strict=True)])

    def _defined(self, several: list[tuple[Node, ...]]) -> None:
        """Add definitions that may use each other: their heads first, so that their bodies can be read."""
        for name, parameters, sort, _ in several:
            if word(sort) != "Bool":
                fail("a function that is no predicate is not supported", sort.position)
            pairs = [_pair(each) for each in _form(parameters).items]
            names = tuple(name for name, _ in pairs)
            sorts = tuple(self._sort(sort) for _, sort in pairs)
            self._definitions[word(name)] = Definition(word(name), names, sorts, (), name.position)
        for name, _, _, body in several:
            head = self._definitions[word(name)]
            scope = dict(zip(head.parameters, head.sorts, strict=True))
            clauses = self._clauses(scope).disjunction(body)
            new = Definition(head.name, head.parameters, head.sorts, clauses, head.position)
            self._definitions[head.name] = new

    def _assert(self, form: Form) -> None:
        body = _item(form, 1)
        if isinstance(body, Form) and body.head == "not":
            self._negated.append(_form(_item(body, 1)))
        else:
            self._asserted.append(_form(body))


def _conjoined(clauses: list[Clause]) -> Clause:
    """Return the conjunction of formulas of which only one is about the heap."""
    first = clauses[0]
    for clause in clauses[1:]:
        fail("several assertions that are not negated are not supported", clause.position)
    return first


def _pair(node: Node) -> tuple[str, Node]:
    """Return the name and what follows it in a form of two."""
    items = _form(node).items
    if len(items) != 2:
        fail("a name and its sort are expected", node.position)
    return word(items[0]), items[1]


def _form(node: Node) -> Form:
    if not isinstance(node, Form):
        fail(f"a bracketed list is expected, not {node.text}", node.position)
    return node


def _item(form: Form, index: int) -> Node:
    if index >= len(form.items):
        fail("something is missing at the end of this list", form.position)
    return form.items[index]
