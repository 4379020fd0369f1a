"""Immutable, hash-consed terms with simplifying constructors.

A concrete value is a plain Python ``int`` or ``bool``; a `Term` appears only when something is symbolic, and for
references, which are a sort of their own.  Two structurally equal terms are the same object, so ``is`` compares them
and a dictionary of terms is a dictionary by structure.

Laws that the constructors keep, and that the rest of the code relies on:

* Every constructor returns a plain value when the result is known.
* A reference-sorted ``ite`` never stands below ``=`` or ``isa``: both are pushed to the leaves.  So the atoms that a
  solver sees speak of reference *symbols*, ``null`` and objects that existed before the run, never of an ``ite``.
* An input symbol differs from every object that the run itself allocated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, Union

from symheap.core.origin import Origin
from symheap.core.typeset import TypeSet

if TYPE_CHECKING:
    import immutables

    from symheap.core.functions import Function


class Sort:
    """BOOL, INT (mathematical), REF, a bit-vector of a width, an IEEE 754 number, or the contents of an array.

    `width` is that of a bit-vector, `float_width` that of a floating-point number, `element` the sort of what an array
    holds; each is 0 or None for the other sorts.  A concrete floating-point number is its bits, as a plain integer.
    """

    __slots__ = ("element", "float_width", "name", "width")
    _known: ClassVar[dict[str, Sort]] = {}

    def __init__(self, name: str, width: int = 0, float_width: int = 0, element: Sort | None = None) -> None:
        self.name = name
        self.width = width
        self.float_width = float_width
        self.element = element

    def __repr__(self) -> str:
        return self.name

    @staticmethod
    def bitvector(width: int) -> Sort:
        return Sort._the(f"bv{width}") or Sort._keep(Sort(f"bv{width}", width))

    @staticmethod
    def floating(width: int) -> Sort:
        return Sort._the(f"f{width}") or Sort._keep(Sort(f"f{width}", float_width=width))

    @staticmethod
    def array(element: Sort) -> Sort:
        name = f"{element.name}[]"
        return Sort._the(name) or Sort._keep(Sort(name, element=element))

    @staticmethod
    def _the(name: str) -> Sort | None:
        return Sort._known.get(name)

    @staticmethod
    def _keep(sort: Sort) -> Sort:
        Sort._known[sort.name] = sort
        return sort


BOOL: Final = Sort("bool")
INT: Final = Sort("int")
REF: Final = Sort("ref")
BV8: Final = Sort.bitvector(8)
BV16: Final = Sort.bitvector(16)
BV32: Final = Sort.bitvector(32)
BV64: Final = Sort.bitvector(64)
F32: Final = Sort.floating(32)
F64: Final = Sort.floating(64)


class Op(Enum):
    """What a term is built with.  ``SYM``, ``NULL`` and ``LOC`` are leaves."""

    SYM = "sym"
    NULL = "null"
    LOC = "loc"
    HANDLE = "handle"  # a reference that one heap model reads, by its number: inside the contents of its arrays only
    NOT = "not"
    AND = "and"
    OR = "or"
    ITE = "ite"
    EQ = "="
    ISA = "isa"
    RANK = "rank"
    ADD = "+"
    SUB = "-"
    MUL = "*"
    LT = "<"
    BVADD = "bvadd"
    BVSUB = "bvsub"
    BVMUL = "bvmul"
    BVSDIV = "bvsdiv"
    BVSREM = "bvsrem"
    BVAND = "bvand"
    BVOR = "bvor"
    BVXOR = "bvxor"
    BVSHL = "bvshl"
    BVLSHR = "bvlshr"
    BVASHR = "bvashr"
    BVSLT = "bvslt"
    BVULT = "bvult"
    SIGNEXT = "sign_extend"
    ZEROEXT = "zero_extend"
    EXTRACT = "extract"
    FPADD = "fp.add"
    FPSUB = "fp.sub"
    FPMUL = "fp.mul"
    FPDIV = "fp.div"
    FPREM = "fmod"
    FPNEG = "fp.neg"
    FPABS = "fp.abs"
    FPSQRT = "fp.sqrt"
    FPROUND = "fp.roundToIntegral"
    FPLT = "fp.lt"
    FPLE = "fp.leq"
    FPEQ = "fp.eq"
    FPNAN = "fp.isNaN"
    FPFROMINT = "to_fp signed"
    FPTOINT = "fp.to_sbv"
    FPCONVERT = "to_fp"
    FPTOBITS = "fp.to_ieee_bv"
    FPFROMBITS = "to_fp bits"
    CONTENTS = "contents"
    FILLED = "filled"
    TABLE = "table"
    STORE = "store"
    COPY = "copy"
    REPLACED = "replaced"
    OCTETS = "octets"
    APPLY = "apply"  # of a function that is known by evaluation: `symheap.core.functions`

    __hash__ = object.__hash__  # by identity: terms are looked up by it millions of times


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
    """A node of the term graph.  Made by the constructors below, never directly.

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


def wrap(value: int, width: int) -> int:
    """The two's complement reading of the low `width` bits: a concrete bit-vector is an int as Java prints it."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def make(op: Op, sort: Sort, args: tuple[Value, ...] = (), payload: Payload = None) -> Term:
    """The one term of this structure, not simplified: for the constructors of this package only."""
    key = (op, sort, args, payload)
    term = _interned.get(key)
    if term is None:
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


# Booleans -------------------------------------------------------------------------------------------------------------


def not_(a: Value) -> Value:
    if isinstance(a, bool):
        return not a
    assert isinstance(a, Term)
    if a.op is Op.NOT:
        return a.args[0]
    negation = a.negation
    if negation is None:
        negation = a.negation = make(Op.NOT, BOOL, (a,))
    return negation


def and_(*conjuncts: Value) -> Value:
    return _connective(Op.AND, conjuncts)


def or_(*disjuncts: Value) -> Value:
    return _connective(Op.OR, disjuncts)


def conjunction(conjuncts: Iterable[Value]) -> Value:
    return _connective(Op.AND, tuple(conjuncts))


def disjunction(disjuncts: Iterable[Value]) -> Value:
    return _connective(Op.OR, tuple(disjuncts))


def implies(a: Value, b: Value) -> Value:
    return or_(not_(a), b)


def _connective(op: Op, operands: tuple[Value, ...]) -> Value:
    """Flattened, without repetitions, in the order of first occurrence."""
    absorbing = op is Op.OR
    kept: dict[Value, None] = {}
    for operand in operands:
        parts = operand.args if isinstance(operand, Term) and operand.op is op else (operand,)
        for part in parts:
            if isinstance(part, bool):
                if part is absorbing:
                    return absorbing
                continue
            if part in kept:
                continue
            if not_(part) in kept:
                return absorbing
            kept[part] = None
    if not kept:
        return not absorbing
    if len(kept) == 1:
        return next(iter(kept))
    return make(op, BOOL, tuple(kept))


def ite(condition: Value, then: Value, other: Value, sort: Sort | None = None) -> Value:
    """`then` where `condition` holds, else `other`.  `sort` is theirs: two plain integers do not tell their width."""
    if isinstance(condition, bool):
        return then if condition else other
    if then is other or (not isinstance(then, Term) and not isinstance(other, Term) and then == other):
        return then
    assert isinstance(condition, Term)
    if condition.op is Op.NOT:
        inner = condition.args[0]
        assert isinstance(inner, Term)
        return ite(inner, other, then, sort)
    if sort is None:
        sort = then.sort if isinstance(then, Term) else sort_of(other) if isinstance(other, Term) else sort_of(then)
    if sort is BOOL:
        return _ite_bool(condition, then, other)
    if sort.float_width:
        then, other = canonical(then, sort), canonical(other, sort)
    elif sort.width:
        then, other = retyped(then, sort), retyped(other, sort)
    if isinstance(then, Term) and then.op is Op.ITE and then.args[0] is condition:
        then = then.args[1]
    if isinstance(other, Term) and other.op is Op.ITE and other.args[0] is condition:
        other = other.args[2]
    if then is other or (not isinstance(then, Term) and not isinstance(other, Term) and then == other):
        return then
    return _choice(sort, condition, then, other)


def _choice(sort: Sort, condition: Term, then: Value, other: Value) -> Term:
    condition.is_tested = True
    if condition.op is Op.AND or condition.op is Op.OR:
        for part in condition.args:
            atom = part.args[0] if isinstance(part, Term) and part.op is Op.NOT else part
            assert isinstance(atom, Term)
            atom.is_tested = True
    return make(Op.ITE, sort, (condition, then, other))


def canonical(value: Value, sort: Sort) -> Value:
    """A floating-point number as terms know it: there is one NaN."""
    if isinstance(value, Term):
        return value
    width = sort.float_width
    infinity, nan = (0x7F800000, 0x7FC00000) if width == 32 else (0x7FF << 52, 0xFFF << 51)
    return nan if value & ((1 << (width - 1)) - 1) > infinity else value


def retyped(value: Value, sort: Sort) -> Value:
    """A choice between plain integers, made where nobody knew their width, as one of the bit-vectors of `sort`."""
    if not isinstance(value, Term) or value.sort is not INT or value.op is not Op.ITE:
        return value
    from symheap.core.walk import map_leaves

    return map_leaves(value, lambda leaf: leaf, lambda number: wrap(number, sort.width), sort)


_STRICT_ORDER: Final = {Op.LT: Op.EQ, Op.BVSLT: Op.EQ, Op.BVULT: Op.EQ, Op.FPLT: Op.FPEQ}


def _ite_bool(condition: Term, then: Value, other: Value) -> Value:
    if then is condition:
        then = True
    elif other is condition:
        other = False
    if isinstance(then, bool):
        if condition.op in _STRICT_ORDER and isinstance(other, Term):
            found = _order_or_equality(condition, then, other)
            if found is not None:
                return found
        return or_(condition, other) if then else and_(not_(condition), other)
    if isinstance(other, bool):
        return or_(not_(condition), then) if other else and_(condition, then)
    if not_(then) is other:
        return eq(condition, then)
    return _choice(BOOL, condition, then, other)


def _order_or_equality(below: Term, then: bool, other: Term) -> Value | None:
    """``ite(a < b, then, a = b)`` and ``ite(a < b, then, a != b)`` as one predicate: what is left of a three-way
    comparison that was compared with zero."""
    equal = other.args[0] if other.op is Op.NOT else other
    if not isinstance(equal, Term) or equal.op is not _STRICT_ORDER[below.op]:
        return None
    a, b = below.args
    if equal.args != (a, b) and equal.args != (b, a):
        return None
    if then is (other is not equal):
        return other
    at_most = make(Op.FPLE, BOOL, (a, b)) if below.op is Op.FPLT else not_(_turned(below))
    return at_most if then else not_(at_most)


def _turned(order: Term) -> Value:
    """``b < a`` for ``a < b``."""
    from symheap.core.bitvectors import bitvector

    a, b = order.args
    return lt(b, a) if order.op is Op.LT else bitvector(order.op, order.width, b, a)


# Equality and types ---------------------------------------------------------------------------------------------------


def eq(a: Value, b: Value) -> Value:
    """Equality of two values of one sort."""
    if a is b:
        return True
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a == b
        a, b = b, a
    assert isinstance(a, Term)
    if a.sort is REF:
        assert isinstance(b, Term)
        return _eq_ref(a, b)
    if a.sort is BOOL:
        if isinstance(b, bool):
            return a if b else not_(a)
        assert isinstance(b, Term)
        if not_(a) is b:
            return False
        return make(Op.EQ, BOOL, _ordered(a, b))
    if a.sort is not INT or (isinstance(b, Term) and b.sort is not INT):
        return _eq_number(a, b)
    if a.op is Op.ITE and not isinstance(b, Term):
        number = b
        return by_choice(a, lambda leaf: eq(leaf, number))
    if a.op is Op.ADD and not isinstance(b, Term) and not isinstance(a.args[1], Term):
        return eq(a.args[0], b - a.args[1])
    return equation(a, b)


def _eq_number(a: Term, b: Value) -> Value:
    """Equality of bit-vectors, and of floating-point numbers as SMT-LIB's ``=``: all NaNs are one, zeros are two."""
    from symheap.core.bitvectors import equal

    sort = a.sort if a.sort is not INT or not isinstance(b, Term) else b.sort
    if sort.width:
        return equal(sort, retyped(a, sort), retyped(b, sort))
    if not isinstance(b, Term):
        number = canonical(b, sort) if sort.float_width else b
        return by_choice(a, lambda leaf: eq(leaf, number)) if a.op is Op.ITE else equation(a, number)
    return equation(a, b)


def equation(a: Term, b: Value) -> Term:
    """``a = b`` as it stands, for the constructors of this package only."""
    return make(Op.EQ, BOOL, _ordered(a, b) if isinstance(b, Term) else (a, b))


def by_choice(chosen: Term, test: Callable[[Value], Value]) -> Value:
    """A test of an ``ite`` against a plain value, as an ``ite`` of tests: where leaves are plain, those are decided."""
    from symheap.core.walk import map_leaves

    return map_leaves(chosen, test, test)


def _ordered(a: Term, b: Term) -> tuple[Term, Term]:
    """A fixed order of the operands of a symmetric operator: symbols first and by name, so that runs repeat."""
    if a.op is Op.SYM and b.op is Op.SYM:
        return (a, b) if (len(a.name), a.name) <= (len(b.name), b.name) else (b, a)
    if b.op is Op.SYM:
        return b, a
    if a.op is Op.SYM or a.id <= b.id:
        return a, b
    return b, a


_eq_ref_memo: dict[tuple[Term, Term], Value] = {}


def _eq_ref(a: Term, b: Term) -> Value:
    from symheap.core.walk import map_leaves

    if a.op is not Op.ITE and b.op is not Op.ITE:
        return _eq_leaf(a, b)
    key = (a, b)
    found = _eq_ref_memo.get(key)
    if found is None:
        if a.op is Op.ITE:
            found = map_leaves(a, lambda leaf: _eq_ref(leaf, b))
        else:
            found = map_leaves(b, lambda leaf: _eq_leaf(a, leaf))
        _eq_ref_memo[key] = found
    return found


def _eq_leaf(a: Term, b: Term) -> Value:
    """Equality of two references that are no ``ite``.  Rule: 003, Fig. 10, "Eq (c1)" to "Eq (c7)" """
    if a is b:
        return True
    if a.op is Op.SYM or b.op is Op.SYM:
        other = b if a.op is Op.SYM else a
        if other.op is Op.LOC and not other.location.initial:
            return False
        return make(Op.EQ, BOOL, _ordered(a, b))
    return False


def isa(ref: Value, types: TypeSet) -> Value:
    """`ref` is not null and its class is one of `types`: ``null instanceof C`` is false."""
    from symheap.core.walk import map_leaves

    assert isinstance(ref, Term)
    if ref.op is Op.ITE:
        return map_leaves(ref, lambda leaf: isa(leaf, types))
    if ref.op is Op.LOC:
        return types.contains(ref.location.class_name)
    if ref.op is Op.NULL or not types:
        return False
    if types.is_everything:
        return not_(eq(ref, NULL))
    return make(Op.ISA, BOOL, (ref,), types)


def rank(ref: Term, field: str) -> Term:
    """A number that strictly grows along `field` in an initial heap that has no cycle over it."""
    return make(Op.RANK, INT, (ref,), field)


# Mathematical integers ------------------------------------------------------------------------------------------------


def add(a: Value, b: Value) -> Value:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a + b
        a, b = b, a
    if not isinstance(b, Term):
        if b == 0:
            return a
        if a.op is Op.ADD and not isinstance(a.args[1], Term):
            return add(a.args[0], a.args[1] + b)
        return make(Op.ADD, INT, (a, b))
    return make(Op.ADD, INT, (a, b))


def sub(a: Value, b: Value) -> Value:
    if a is b:
        return 0
    if not isinstance(b, Term):
        return add(a, -b)
    return make(Op.SUB, INT, (a, b))


def mul(a: Value, b: Value) -> Value:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a * b
        a, b = b, a
    if not isinstance(b, Term):
        if b == 0:
            return 0
        if b == 1:
            return a
    return make(Op.MUL, INT, (a, b))


def lt(a: Value, b: Value) -> Value:
    if a is b:
        return False
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a < b
    if isinstance(a, Term) and not isinstance(b, Term):
        if a.op is Op.ADD and not isinstance(a.args[1], Term):
            return lt(a.args[0], b - a.args[1])
        if a.op is Op.ITE:
            bound = b
            return by_choice(a, lambda leaf: lt(leaf, bound))
    if isinstance(b, Term) and not isinstance(a, Term):
        if b.op is Op.ADD and not isinstance(b.args[1], Term):
            return lt(a - b.args[1], b.args[0])
        if b.op is Op.ITE:
            start = a
            return by_choice(b, lambda leaf: lt(start, leaf))
    return make(Op.LT, BOOL, (a, b))


def le(a: Value, b: Value) -> Value:
    return not_(lt(b, a))
