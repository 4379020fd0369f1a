"""The nodes of the term graph.  Two of equal structure are one object, but for tables of the elements of an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Union

from symheap.core.deadline import tick
from symheap.core.operators import Op
from symheap.core.origin import Origin
from symheap.core.signatures import check
from symheap.core.sorts import BOOL, INT, REF, Sort
from symheap.core.typeset import TypeSet

if TYPE_CHECKING:
    import immutables

    from symheap.core.functions import Function

Payload = Union[Origin, TypeSet, "Location", "Function", "immutables.Map[int, Value]", str, tuple[int, int], int, None]
Value = Union[int, bool, "Term"]


class Location:
    """The identity of an object: `number` counts per run, `initial` says that it existed before the run began."""

    __slots__ = ("class_name", "initial", "number")

    def __init__(self, number: int, class_name: str, initial: bool = False) -> None:
        self.number = number
        self.class_name = class_name
        self.initial = initial

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Location) and (self.number, self.class_name, self.initial) == (
            other.number,
            other.class_name,
            other.initial,
        )

    def __hash__(self) -> int:
        return hash((self.number, self.class_name, self.initial))


class Term:
    """A node of the term graph.  Made by the constructors of `symheap.core.terms`, never directly.

    `is_tested`: some ``ite`` chooses by it, or by a conjunction or disjunction in which it or its negation occurs.
    """

    __slots__ = ("args", "id", "is_tested", "negation", "op", "payload", "sort", "symbols_cache")

    op: Op
    sort: Sort
    args: tuple[Value, ...]
    payload: Payload
    id: int
    symbols_cache: frozenset[Term] | None
    negation: Term | None
    is_tested: bool

    def __repr__(self) -> str:
        from symheap.core.printing import infix

        return infix(self)

    @property
    def name(self) -> str:
        """The access path of a symbol."""
        assert isinstance(self.payload, Origin)
        return self.payload.name

    @property
    def width(self) -> int:
        """The width of the operands of a bit-vector operator."""
        assert isinstance(self.payload, int)
        return self.payload

    @property
    def origin(self) -> Origin:
        assert isinstance(self.payload, Origin)
        return self.payload

    @property
    def location(self) -> Location:
        assert isinstance(self.payload, Location)
        return self.payload

    @property
    def types(self) -> TypeSet:
        assert isinstance(self.payload, TypeSet)
        return self.payload


_interned: dict[tuple[Op, Sort, tuple[Value, ...], Payload], Term] = {}


def make(op: Op, sort: Sort, args: tuple[Value, ...] = (), payload: Payload = None) -> Term:
    """The one term of this structure, not simplified: for the constructors of this package only.

    Its operands have the sorts that the operator takes, else `SortMismatch` is raised.
    """
    tick()
    key = (op, sort, args, payload)
    term = _interned.get(key)
    if term is None:
        check(op, sort, [arg.sort if isinstance(arg, Term) else None for arg in args], payload)
        term = Term()
        term.op = op
        term.sort = sort
        term.args = args
        term.payload = payload
        term.id = len(_interned)
        term.symbols_cache = None
        term.negation = None
        term.is_tested = False
        _interned[key] = term
    return term


def make_table(base: Term, known: immutables.Map[int, Value]) -> Term:
    """The contents `base` of an array, with those elements replaced that are `known`.  It equals no other term."""
    term = Term()
    term.op = Op.TABLE
    term.sort = base.sort
    term.args = (base,)
    term.payload = known
    term.id = id(term)
    term.symbols_cache = None
    term.negation = None
    term.is_tested = False
    return term


def equation(a: Term, b: Value) -> Term:
    """``a = b`` as it stands, for the constructors of this package only."""
    return make(Op.EQ, BOOL, ordered(a, b) if isinstance(b, Term) else (a, b))


def ordered(a: Term, b: Term) -> tuple[Term, Term]:
    """A fixed order of the operands of a symmetric operator: symbols first and by name, so that runs repeat."""
    if a.op is Op.SYM and b.op is Op.SYM:
        return (a, b) if (len(a.name), a.name) <= (len(b.name), b.name) else (b, a)
    if b.op is Op.SYM:
        return b, a
    if a.op is Op.SYM or a.id <= b.id:
        return a, b
    return b, a


# Leaves ---------------------------------------------------------------------------------------------------------------

NULL: Final = make(Op.NULL, REF)


def symbol(origin: Origin, sort: Sort) -> Term:
    """The value that `origin` has in the initial heap.  One symbol an access path."""
    return make(Op.SYM, sort, (), origin)


def location(number: int, class_name: str, *, initial: bool = False) -> Term:
    """A reference to an object whose identity is known."""
    return make(Op.LOC, REF, (), Location(number, class_name, initial))


def sort_of(value: Value) -> Sort:
    """The sort of a value; a plain integer counts as INT."""
    if isinstance(value, Term):
        return value.sort
    return BOOL if isinstance(value, bool) else INT


def canonical(value: Value, sort: Sort) -> Value:
    """A floating-point number as terms know it: there is one NaN."""
    if isinstance(value, Term):
        return value
    width = sort.float_width
    infinity, nan = (0x7F800000, 0x7FC00000) if width == 32 else (0x7FF << 52, 0xFFF << 51)
    return nan if value & ((1 << (width - 1)) - 1) > infinity else value
