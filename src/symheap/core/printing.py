"""Terms as text: infix for people.  (SMT-LIB is in `symheap.solver.smtlib`.)"""

from __future__ import annotations

from symheap.core.terms import Op, Term, Value
from symheap.core.walk import postorder

_INFIX = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.LT: "<",
    Op.BVADD: "+",
    Op.BVSUB: "-",
    Op.BVMUL: "*",
    Op.BVSDIV: "/",
    Op.BVSREM: "%",
    Op.BVAND: "&",
    Op.BVOR: "|",
    Op.BVXOR: "^",
    Op.BVSHL: "<<",
    Op.BVLSHR: ">>>",
    Op.BVASHR: ">>",
    Op.BVSLT: "<",
    Op.BVULT: "<u",
}
_ATOMIC = frozenset({Op.SYM, Op.NULL, Op.LOC, Op.ITE, Op.RANK, Op.SIGNEXT, Op.ZEROEXT, Op.EXTRACT})


def infix(value: Value, limit: int = 4000) -> str:
    """A term as a person writes it.  Text longer than `limit` is cut with an ellipsis: shared terms can be huge."""
    if not isinstance(value, Term):
        return str(value).lower() if isinstance(value, bool) else str(value)
    texts: dict[Term, str] = {}
    for term in postorder(value):
        text = _text(term, texts)
        texts[term] = text if len(text) <= limit else text[:limit] + "…"
    return texts[value]


def _bracketed(value: Value, texts: dict[Term, str]) -> str:
    if not isinstance(value, Term):
        return infix(value)
    return texts[value] if value.op in _ATOMIC else f"({texts[value]})"


def _plain(value: Value, texts: dict[Term, str]) -> str:
    return texts[value] if isinstance(value, Term) else infix(value)


def _text(term: Term, texts: dict[Term, str]) -> str:
    op = term.op
    if op is Op.SYM:
        return term.name
    if op is Op.NULL:
        return "null"
    if op is Op.LOC:
        return f"{term.location.class_name}#{term.location.number}"
    if op is Op.ITE:
        return "ite(" + ", ".join(_plain(arg, texts) for arg in term.args) + ")"
    if op is Op.NOT:
        return _negated(term.args[0], texts)
    if op is Op.AND or op is Op.OR:
        joint = " && " if op is Op.AND else " || "
        return joint.join(
            f"({_plain(a, texts)})" if isinstance(a, Term) and a.op in (Op.AND, Op.OR) else _plain(a, texts)
            for a in term.args
        )
    if op is Op.EQ:
        return " == ".join(_bracketed(arg, texts) for arg in term.args)
    if op is Op.ISA:
        return f"{_plain(term.args[0], texts)} <: {_types(term)}"
    if op is Op.RANK:
        return f"rank_{term.payload}({_plain(term.args[0], texts)})"
    if op in _INFIX:
        return f" {_INFIX[op]} ".join(_bracketed(arg, texts) for arg in term.args)
    extra = term.payload if isinstance(term.payload, tuple) else (term.payload,)
    return f"{op.value}({', '.join([_plain(term.args[0], texts), *map(str, extra)])})"


def _types(term: Term) -> str:
    text = term.types.text
    return text if " " not in text else "{" + ", ".join(term.types.names()) + "}"


def _negated(inner: Value, texts: dict[Term, str]) -> str:
    assert isinstance(inner, Term)
    if inner.op is Op.EQ:
        return " != ".join(_bracketed(arg, texts) for arg in inner.args)
    if inner.op is Op.LT:
        return f"{_bracketed(inner.args[1], texts)} <= {_bracketed(inner.args[0], texts)}"
    return f"!{_bracketed(inner, texts)}"
