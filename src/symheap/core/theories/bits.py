"""Plain bit-vectors, and facts that the outermost operator of a bit-vector term shows."""

from __future__ import annotations

from symheap.core.nodes import Term
from symheap.core.operators import Op


def wrap(value: int, width: int) -> int:
    """Return the low `width` bits of `value`, read in two's complement: the int that Java prints."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


def narrow(a: Term) -> Term:
    """Return the operand of a sign or zero extension."""
    inner = a.args[0]
    assert isinstance(inner, Term)
    return inner


def split(a: Term) -> tuple[Term, int]:
    """Return `a` as a term plus a constant."""
    if a.op is Op.BVADD:
        term, constant = a.args
        if isinstance(term, Term) and not isinstance(constant, Term):
            return term, constant
    return a, 0
