"""Sorts of the checker's values: terms in which an operator has operands of the wrong sorts are rejected."""

from __future__ import annotations

from typing import Final

from symheap.certify.rejection import Rejected, require
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.sorts import BOOL, Sort

ARITHMETIC: Final = frozenset(
    {
        Op.BVADD,
        Op.BVSUB,
        Op.BVMUL,
        Op.BVSDIV,
        Op.BVSREM,
        Op.BVAND,
        Op.BVOR,
        Op.BVXOR,
        Op.BVSHL,
        Op.BVLSHR,
        Op.BVASHR,
    }
)
ORDERS: Final = frozenset({Op.BVSLT, Op.BVULT})


def fits(value: Value, width: int) -> None:
    """Reject a value of another width.  A plain number has any width."""
    if isinstance(value, Term):
        require(value.sort.width == width, f"{value} has {value.sort.width} bits where {width} are needed")
    else:
        require(not isinstance(value, bool), "a truth value where a number is needed")


_WELL_SORTED: set[Term] = set()


def well_sorted(value: Value) -> None:
    """Reject a term in which, at any depth, an operator has operands of the wrong sorts."""
    waiting = [value]
    while waiting:
        at = waiting.pop()
        if not isinstance(at, Term) or at in _WELL_SORTED:
            continue
        _operands_fit(at)
        _WELL_SORTED.add(at)
        waiting += at.args


def _operands_fit(term: Term) -> None:
    op, args = term.op, term.args
    if op is Op.SYM:
        require(term.sort.width > 0, f"{term} is not a bit-vector")
    elif op in ARITHMETIC or op in ORDERS:
        require(len(args) == 2 and isinstance(term.payload, int), f"{term} is malformed")
        for arg in args:
            fits(arg, term.width)
        expected = BOOL if op in ORDERS else Sort.bitvector(term.width)
        require(term.sort is expected, f"{term} has another sort than its operator")
    elif op is Op.EQ:
        _sides_fit(term)
    elif op in (Op.NOT, Op.AND, Op.OR):
        require(all(_is_truth(arg) for arg in args), f"{term} connects what is not a truth value")
    elif op is Op.ITE:
        require(len(args) == 3 and _is_truth(args[0]) and term.sort.width > 0, f"{term} is malformed")
        for arg in args[1:]:
            fits(arg, term.sort.width)
    elif op in (Op.SIGNEXT, Op.ZEROEXT):
        require(isinstance(args[0], Term) and 0 < args[0].sort.width <= term.sort.width, f"{term} is malformed")
    elif op is Op.EXTRACT:
        _extract_fits(term)
    else:
        raise Rejected(f"an operator that the checker does not know: {op.value}")


def _sides_fit(term: Term) -> None:
    a, b = term.args
    known = a if isinstance(a, Term) else b
    require(isinstance(known, Term), f"{term} compares two numbers")
    assert isinstance(known, Term)
    if known.sort is BOOL:
        require(_is_truth(a) and _is_truth(b), f"{term} compares different sorts")
        return
    for side in (a, b):
        fits(side, known.sort.width)


def _extract_fits(term: Term) -> None:
    inner, bits = term.args[0], term.payload
    require(isinstance(inner, Term) and isinstance(bits, tuple), f"{term} is malformed")
    assert isinstance(inner, Term)
    assert isinstance(bits, tuple)
    high, low = bits
    require(0 <= low <= high < inner.sort.width and term.sort.width == high - low + 1, f"{term} is malformed")


def _is_truth(value: Value) -> bool:
    return value.sort is BOOL if isinstance(value, Term) else isinstance(value, bool)
