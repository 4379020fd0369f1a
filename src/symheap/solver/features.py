"""Features of a term: theories, rank functions, known objects. Cached, since terms never change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symheap.core.contents import table_items
from symheap.core.terms import INT, REF, Op, Term, Value
from symheap.core.walk import size
from symheap.solver.backends.backend import only_argument
from symheap.solver.fold import fold


@dataclass(frozen=True, slots=True)
class Features:
    """The theories and objects that a term uses.

    `classified` are the references whose class matters, `ranked` the RANK terms, `locations` the known objects.
    `remainders` says that floating-point remainders occur, `float_bits` that bits of floating-point numbers occur as
    integers; not every solver supports them. `applications` says that functions known by evaluation are applied;
    `contents` are the contents of input arrays, which only such functions take. `float_arithmetic` is more than
    comparison of floating-point numbers.
    """

    integers: bool = False
    bitvectors: bool = False
    references: bool = False
    floats: bool = False
    remainders: bool = False
    float_bits: bool = False
    classified: frozenset[Term] = frozenset()
    ranked: frozenset[Term] = frozenset()
    locations: frozenset[Term] = frozenset()
    universe: tuple[str, ...] = ()
    applications: bool = False
    contents: frozenset[Term] = frozenset()
    float_arithmetic: bool = False

    def __or__(self, other: Features) -> Features:
        if other is self or other is NOTHING:
            return self
        if self is NOTHING:
            return other
        return Features(
            self.integers or other.integers,
            self.bitvectors or other.bitvectors,
            self.references or other.references,
            self.floats or other.floats,
            self.remainders or other.remainders,
            self.float_bits or other.float_bits,
            _union(self.classified, other.classified),
            _union(self.ranked, other.ranked),
            _union(self.locations, other.locations),
            self.universe or other.universe,
            self.applications or other.applications,
            _union(self.contents, other.contents),
            self.float_arithmetic or other.float_arithmetic,
        )


def _union(a: frozenset[Term], b: frozenset[Term]) -> frozenset[Term]:
    return a if b <= a else b if a <= b else a | b


LARGEST_TREE = 10**200
"""A cap on tree sizes.  Sums of such numbers can still be written out, and fit into a float."""

NOTHING = Features()
_known: dict[Term, Features] = {}
_sizes: dict[Term, int] = {}
_tree_sizes: dict[Term, int] = {}


def features(value: Value) -> Features:
    if not isinstance(value, Term):
        return NOTHING
    known = _known.get(value)  # called millions of times, so the common case avoids a second call
    return fold(value, _known, _features_of) if known is None else known


def features_of_all(terms: Iterable[Term]) -> Features:
    result = NOTHING
    for term in terms:
        result |= features(term)
    return result


def numbers_of(about: Features) -> frozenset[int]:
    """Return the numbers of the known objects."""
    return frozenset(location.location.number for location in about.locations)


def location_numbers(terms: Iterable[Term]) -> frozenset[int]:
    """Return the numbers of the known objects in `terms`, which no other object of a model may have."""
    return frozenset(location.location.number for term in terms for location in features(term).locations)


def _features_of(term: Term) -> Features:
    result = NOTHING
    for arg in term.args:
        if isinstance(arg, Term):
            result |= _known[arg]
    if term.op is Op.TABLE:
        result |= features_of_all(value for _, value in table_items(term) if isinstance(value, Term))
    own = _own(term)
    return result if own is NOTHING else result | own


_INTEGERS = Features(integers=True)
_BITVECTORS = Features(bitvectors=True)
_REFERENCES = Features(references=True)
_FLOATS = Features(floats=True)
_APPLICATIONS = Features(applications=True)
_REMAINDERS = Features(floats=True, remainders=True, float_arithmetic=True)
_FLOAT_ARITHMETIC = Features(floats=True, float_arithmetic=True)
_ARITHMETIC_OPERATORS = frozenset(
    {Op.FPADD, Op.FPSUB, Op.FPMUL, Op.FPDIV, Op.FPSQRT, Op.FPROUND, Op.FPFROMINT, Op.FPCONVERT}
)
_FLOAT_TO_INTEGER = Features(bitvectors=True, floats=True, float_arithmetic=True)
_FLOAT_BITS = Features(bitvectors=True, floats=True, float_bits=True)


def _own(term: Term) -> Features:
    if term.op is Op.ISA:
        return Features(classified=frozenset((only_argument(term),)), universe=term.types.universe)
    if term.op is Op.RANK:
        return Features(integers=True, ranked=frozenset((term,)))
    if term.op is Op.CONTENTS:
        return Features(contents=frozenset((term,)))
    if term.op is Op.APPLY:
        return _APPLICATIONS | _by_sort(term)
    if term.op is Op.LOC:
        return Features(references=True, locations=frozenset((term,)))
    if term.op is Op.LT:
        return _INTEGERS
    if term.op is Op.FPREM or term.op is Op.FPTOBITS:
        return _REMAINDERS if term.op is Op.FPREM else _FLOAT_BITS
    if term.op is Op.FPTOINT:
        return _FLOAT_TO_INTEGER
    return _FLOAT_ARITHMETIC if term.op in _ARITHMETIC_OPERATORS else _by_sort(term)


def _by_sort(term: Term) -> Features:
    if term.sort is INT:
        return _INTEGERS
    if term.sort is REF:
        return _REFERENCES
    return _BITVECTORS if term.sort.width else _FLOATS if term.sort.float_width else NOTHING


def tokens(term: Term) -> int:
    """Return `core.walk.size`, cached per term: a path is sent again and again."""
    known = _sizes.get(term)
    if known is None:
        known = _sizes[term] = size(term)
    return known


def tree_tokens(term: Term) -> int:
    """Return the size of a term written out as a tree, capped at `LARGEST_TREE`.

    The tree can be exponentially larger than the graph, yet its size is computed in linear time.
    """
    return fold(term, _tree_sizes, _tree_size)


def _tree_size(term: Term) -> int:
    return min(LARGEST_TREE, 1 + sum(_tree_sizes[arg] if isinstance(arg, Term) else 1 for arg in term.args))
