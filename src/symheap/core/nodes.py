"""The nodes of the term graph. Nodes of equal structure are one object, except tables of array elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union, cast

from symheap.core.deadline import tick
from symheap.core.operators import Op
from symheap.core.origin import Origin
from symheap.core.signatures import check
from symheap.core.sorts import BOOL, INT, REF, Sort
from symheap.core.typeset import TypeSet

if TYPE_CHECKING:
    import immutables

    from symheap.core.theories.functions import Function

F = TypeVar("F", bound=Callable[..., Any])

Payload = Union[Origin, TypeSet, "Location", "Function", "immutables.Map[int, Value]", str, tuple[int, int], int, None]
Value = Union[int, bool, "Term"]


class Location:
    """The identity of an object.

    `number` counts per run; `initial` says that the object existed before the run began.
    """

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
    """A node of the term graph, created by the constructors of `symheap.core.terms` and never directly.

    `id` orders terms by age: it grows from term to term, see `new_age`.

    `is_tested`: some ``ite`` has this term as its condition, or as a part (negated or not) of a conjunction or
    disjunction that is its condition.
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


_Key = tuple[Op, Sort, tuple["Value", ...], Payload]

_interned: dict[_Key, Term] = {}
_current = _interned
"""The terms that were made in this age."""
_ids: Final = count()
_caches: Final[list[Callable[[], None]]] = []


def make(op: Op, sort: Sort, args: tuple[Value, ...] = (), payload: Payload = None) -> Term:
    """Return the one term of this structure, not simplified. For the constructors of this package only.

    Raises `SortMismatch` if the operands do not have the sorts that the operator takes.
    """
    tick()
    key = (op, sort, args, payload)
    term = _current.get(key)
    return _made(key) if term is None else term


def _made(key: _Key) -> Term:
    """Return the term, new or from an earlier age. It is the youngest one now."""
    term = _interned.get(key)
    if term is None:
        op, sort, args, payload = key
        check(op, sort, [arg.sort if isinstance(arg, Term) else None for arg in args], payload)
        term = _interned[key] = Term()
        term.op = op
        term.sort = sort
        term.args = args
        term.payload = payload
        term.symbols_cache = None
    term.id = next(_ids)
    term.negation = None
    term.is_tested = False
    _current[key] = term
    return term


def new_age() -> None:
    """Forget the order in which terms were made, but not the terms.

    Operands and symbols are ordered by age. So explorations that begin with a new age are the same, whatever this
    process has explored before.
    """
    global _current
    _current = {}
    for clear in _caches:
        clear()


@contextmanager
def aside() -> Iterator[None]:
    """Within, no term becomes one of this age: what is made has no influence on the order of later terms."""
    global _current
    before, _current = _current, _interned
    try:
        yield
    finally:
        _current = before


def cached(size: int) -> Callable[[F], F]:
    """Cache a function whose result depends on the order of terms, until the next age."""

    def decorate(function: F) -> F:
        wrapped = lru_cache(maxsize=size)(function)
        _caches.append(wrapped.cache_clear)
        return cast(F, wrapped)

    return decorate


def make_table(base: Term, known: immutables.Map[int, Value]) -> Term:
    """Return the contents `base` with the elements in `known` replaced. The term equals no other one."""
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
    """Return ``a = b`` without simplification. For the constructors of this package only."""
    return make(Op.EQ, BOOL, ordered(a, b) if isinstance(b, Term) else (a, b))


def ordered(a: Term, b: Term) -> tuple[Term, Term]:
    """Return the operands of a symmetric operator in a fixed order: symbols first and by name, so that runs repeat."""
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
    """Return the symbol for the value at `origin` in the initial heap: one symbol per access path."""
    return make(Op.SYM, sort, (), origin)


def location(number: int, class_name: str, *, initial: bool = False) -> Term:
    """Return a reference to an object whose identity is known."""
    return make(Op.LOC, REF, (), Location(number, class_name, initial))


def sort_of(value: Value) -> Sort:
    """Return the sort of a value; a plain integer counts as INT."""
    if isinstance(value, Term):
        return value.sort
    return BOOL if isinstance(value, bool) else INT


def canonical(value: Value, sort: Sort) -> Value:
    """Return a floating-point number as terms represent it: with a single NaN."""
    if isinstance(value, Term):
        return value
    width = sort.float_width
    infinity, nan = (0x7F800000, 0x7FC00000) if width == 32 else (0x7FF << 52, 0xFFF << 51)
    return nan if value & ((1 << (width - 1)) - 1) > infinity else value
