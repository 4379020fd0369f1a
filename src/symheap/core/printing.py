"""Terms as infix text for people. (SMT-LIB is in `symheap.solver.backends.smtlib`.)"""

from __future__ import annotations

import math

from symheap.core.contents import table_items
from symheap.core.deadline import tick
from symheap.core.operators import ARRAY_UPDATES, FLOAT_CONVERSIONS
from symheap.core.terms import INT, Op, Sort, Term, Value
from symheap.core.theories import ieee
from symheap.core.typeset import TypeSet
from symheap.core.walk import at_depth, postorder

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
    Op.FPADD: "+",
    Op.FPSUB: "-",
    Op.FPMUL: "*",
    Op.FPDIV: "/",
    Op.FPREM: "%",
    Op.FPLT: "<",
    Op.FPLE: "<=",
    Op.FPEQ: "==",
}
_FUNCTIONS = {
    Op.FPABS: "abs",
    Op.FPSQRT: "sqrt",
    Op.FPNAN: "isNaN",
    Op.FPTOBITS: "bits",
    Op.FPFROMBITS: "float",
}
_ROUNDINGS = {"RTN": "floor", "RTP": "ceil", "RNE": "rint"}
_CASTS = {"bv32": "int", "bv64": "long", "f32": "float", "f64": "double"}
_INTEGERS = {8: "byte", 16: "short", 32: "int", 64: "long"}
_ARRAYS = ARRAY_UPDATES | {Op.FILLED}
_ATOMIC = frozenset(
    {
        Op.SYM,
        Op.NULL,
        Op.LOC,
        Op.HANDLE,
        Op.ITE,
        Op.RANK,
        Op.APPLY,
        Op.SIGNEXT,
        Op.EXTRACT,
        Op.FPROUND,
        *_FUNCTIONS,
    }
)


def infix(value: Value, limit: int = 4000, *, java: bool = False) -> str:
    """A term as a person writes it.  Text longer than `limit` is cut with an ellipsis: shared terms can be huge.

    In the notation of `java` a choice is a conditional expression, and an unsigned comparison says what it is for:
    that an index is within its bounds.  Each level of a term has a character of its own before the next, so what is
    deeper than `limit` is never seen.
    """
    if not isinstance(value, Term):
        return constant(value, INT)
    write = _java_text if java else _text
    texts = dict.fromkeys(at_depth(value, limit), "…")
    for term in postorder(value, texts):
        text = write(term, texts)
        texts[term] = text if len(text) <= limit else text[:limit] + "…"
    return _freed(value, texts[value]) if java else texts[value]


def glance(value: Value, limit: int, *, java: bool = False) -> str:
    """As `infix`, in time that depends on `limit` only: what is further down in a huge term shows as an ellipsis."""
    if not isinstance(value, Term):
        return constant(value, INT)
    write = _java_text if java else _text
    upper = frozenset(_uppermost(value, 1 + limit // 4))
    texts = _Glimpsed()
    stack = [value]
    while stack:
        tick()
        term = stack[-1]
        below = [arg for arg in term.args if isinstance(arg, Term) and arg in upper and arg not in texts]
        stack += below
        if not below:
            text = write(stack.pop(), texts)
            texts[term] = text if len(text) <= limit else text[:limit] + "…"
    return _freed(value, texts[value]) if java else texts[value]


def _freed(value: Term, text: str) -> str:
    """The text of a whole term, without the brackets that it has as a part of others."""
    inner = value.args[0] if value.op is Op.NOT else value
    is_range = isinstance(inner, Term) and inner.op is Op.BVULT and text[:1] + text[-1:] == "()"
    return text[1:-1] if is_range else text


def _uppermost(value: Term, count: int) -> list[Term]:
    """Return the first subterms of a breadth-first walk, `count` at most."""
    terms = {value: None}
    queue = [value]
    for term in queue:
        for arg in term.args:
            if isinstance(arg, Term) and arg not in terms and len(terms) < count:
                terms[arg] = None
                queue.append(arg)
    return queue


class _Glimpsed(dict[Term, str]):
    """The texts of some subterms; any other one is an ellipsis."""

    def __missing__(self, term: Term) -> str:
        return "…"


def constant(value: int, sort: Sort) -> str:
    """Return a plain value of a sort as text: for a floating-point sort, the number with these bits."""
    if isinstance(value, bool):
        return str(value).lower()
    return _number(value, sort.float_width) if sort.float_width else str(value)


def _number(bits: int, width: int) -> str:
    """Return the shortest decimal number that rounds to these bits."""
    number = ieee.reader(width)(bits)
    if not math.isfinite(number):
        return "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"
    if width == 64:
        return repr(number)
    tries = (float(f"{number:.{digits}g}") for digits in range(1, 10))
    return repr(next(x for x in tries if ieee.single_bits(x) == bits))


def _operand_sort(term: Term) -> Sort:
    if term.op is Op.ITE:
        return term.sort
    return next((arg.sort for arg in term.args if isinstance(arg, Term)), INT)


def _bracketed(term: Term, index: int, texts: dict[Term, str]) -> str:
    value = term.args[index]
    if not isinstance(value, Term):
        return constant(value, _operand_sort(term))
    return texts[value] if value.op in _ATOMIC else f"({texts[value]})"


def _plain(term: Term, index: int, texts: dict[Term, str]) -> str:
    value = term.args[index]
    return texts[value] if isinstance(value, Term) else constant(value, _operand_sort(term))


def _joined(term: Term, operator: str, texts: dict[Term, str]) -> str:
    return f" {operator} ".join(_bracketed(term, i, texts) for i in range(len(term.args)))


def _text(term: Term, texts: dict[Term, str]) -> str:
    op = term.op
    if op is Op.SYM:
        return term.name
    if op is Op.NULL:
        return "null"
    if op is Op.LOC:
        return f"{term.location.class_name}#{term.location.number}"
    if op is Op.HANDLE:
        return f"r{term.payload}"
    if op is Op.ITE:
        return "ite(" + ", ".join(_plain(term, i, texts) for i in range(3)) + ")"
    if op is Op.NOT:
        return _negated(term.args[0], texts)
    if op is Op.AND or op is Op.OR:
        joint = " && " if op is Op.AND else " || "
        return joint.join(
            f"({_plain(term, i, texts)})" if isinstance(a, Term) and a.op in (Op.AND, Op.OR) else _plain(term, i, texts)
            for i, a in enumerate(term.args)
        )
    if op is Op.EQ:
        return _joined(term, _equality(term), texts)
    if op is Op.ISA:
        return _type_test(_plain(term, 0, texts), term.types)
    if op is Op.RANK:
        return f"rank_{term.payload}({_plain(term, 0, texts)})"
    if op is Op.BVADD and not isinstance(term.args[1], Term) and term.args[1] < 0:
        return f"{_bracketed(term, 0, texts)} - {-term.args[1]}"
    if op in _INFIX:
        return _joined(term, _INFIX[op], texts)
    if op is Op.APPLY:
        return _application(term, texts)
    if op is Op.CONTENTS:
        return f"{_plain(term, 0, texts)}[]"
    if op is Op.TABLE:
        return _table(term, texts)
    return _conversion(term, texts)


def _java_text(term: Term, texts: dict[Term, str]) -> str:
    """As `_text`, for an expression of Java.  One that binds less than what may surround it is in brackets."""
    op = term.op
    if op is Op.ITE:
        condition, then, other = (_plain(term, i, texts) for i in range(3))
        return f"({condition} ? {then} : {other})"
    inner = term.args[0] if op is Op.NOT else term
    if not isinstance(inner, Term) or inner.op is not Op.BVULT:
        return _text(term, texts)
    a, b = (_bracketed(inner, i, texts) for i in range(2))
    if not _is_length(inner.args[1]):
        kind = "Long" if _operand_sort(inner).width == 64 else "Integer"
        plain = ", ".join(_plain(inner, i, texts) for i in range(2))
        compared = f"{kind}.compareUnsigned({plain})"
        return f"{compared} < 0" if inner is term else f"0 <= {compared}"
    return f"(0 <= {a} && {a} < {b})" if inner is term else f"({a} < 0 || {b} <= {a})"


def _is_length(value: Value) -> bool:
    """Whether a value is certainly not negative, seen by its looks."""
    if not isinstance(value, Term):
        return value >= 0
    if value.op is Op.ITE:
        return all(_is_length(arg) for arg in value.args[1:])
    return value.op is Op.SYM and value.name.endswith(".length")


def _equality(term: Term) -> str:
    """Return the operator for a term ``=``. For floating-point numbers this compares bits, with all NaNs equal."""
    return "===" if _operand_sort(term).float_width else "=="


def _conversion(term: Term, texts: dict[Term, str]) -> str:
    op = term.op
    if op in _FUNCTIONS:
        return f"{_FUNCTIONS[op]}({_plain(term, 0, texts)})"
    if op is Op.FPROUND:
        return f"{_ROUNDINGS[str(term.payload)]}({_plain(term, 0, texts)})"
    if op is Op.FPNEG:
        return f"-{_bracketed(term, 0, texts)}"
    if op in FLOAT_CONVERSIONS:
        return f"({_CASTS[term.sort.name]}) {_bracketed(term, 0, texts)}"
    if op is Op.ZEROEXT:
        return _masked(term, texts)
    if op is Op.SIGNEXT or op is Op.EXTRACT:
        return _cast(term, texts)
    if op in _ARRAYS:
        return f"{op.value}({', '.join(_plain(term, i, texts) for i in range(len(term.args)))})"
    extra = term.payload if isinstance(term.payload, tuple) else (term.payload,)
    return f"{op.value}({', '.join([_plain(term, 0, texts), *map(str, extra)])})"


def _cast(term: Term, texts: dict[Term, str]) -> str:
    """``(int) x``: a narrow number sign-extended, or the low bits of a wide one; ``(int) (x >> 32)``: its upper
    bits.
    """
    low = term.payload[1] if term.op is Op.EXTRACT and isinstance(term.payload, tuple) else 0
    shown = f"({_bracketed(term, 0, texts)} >> {low})" if low else _bracketed(term, 0, texts)
    name = _INTEGERS.get(term.sort.width)
    return f"({name}) {shown}" if name else f"({term.sort.width} bits) {shown}"


def _masked(term: Term, texts: dict[Term, str]) -> str:
    """``x & 0xff``: a narrow number zero-extended. The mask is an int, or a long with an L, as in Java."""
    inner = term.args[0]
    assert isinstance(inner, Term)
    width = term.sort.width
    mask = f"{(1 << inner.sort.width) - 1:#x}{'L' if width > 32 else ''}"
    whole = inner.args[0] if inner.op is Op.EXTRACT and inner.payload[1] == 0 else None  # type: ignore[index]
    if isinstance(whole, Term) and whole.sort is term.sort and width >= 32:
        return f"{_bracketed(inner, 0, texts)} & {mask}"
    shown = f"{_bracketed(term, 0, texts)} & {mask}"
    if width in (32, 64):
        return shown
    return f"({_INTEGERS.get(width, f'{width} bits')}) ({shown})"


def _application(term: Term, texts: dict[Term, str]) -> str:
    """Show a function application. The length of an input array is left out if the array itself is an argument."""
    shown = [texts[arg] if isinstance(arg, Term) else constant(arg, INT) for arg in term.args]
    owners = [_owner(arg) for arg in term.args if isinstance(arg, Term)]
    lengths = {f"{owner}.length" for owner in owners if owner is not None}
    return f"{term.payload!r}({', '.join(text for text in shown if text not in lengths)})"


def _owner(array: Term) -> str | None:
    owner = array.args[0] if array.op is Op.CONTENTS else None
    return owner.name if isinstance(owner, Term) and owner.op is Op.SYM else None


_SHOWN = 32


def _table(term: Term, texts: dict[Term, str]) -> str:
    """Show the elements at known indices."""
    kind = term.sort.element or INT
    items = [(at, texts.get(v) or repr(v) if isinstance(v, Term) else constant(v, kind)) for at, v in table_items(term)]
    shown = ", ".join(text if at == place else f"{at}: {text}" for place, (at, text) in enumerate(items[:_SHOWN]))
    return f"[{shown}{', …' if len(items) > _SHOWN else ''}]"


def _type_test(ref: str, types: TypeSet) -> str:
    """``a <: C`` for the subtypes of a class, ``class(a) == C`` for one class, ``class(a) in {C, D}`` for several.

    All are false for null.
    """
    if types.below is not None:
        return f"{ref} <: {types.below}"
    names = types.names()
    return f"class({ref}) == {names[0]}" if len(names) == 1 else f"class({ref}) in {{{', '.join(names)}}}"


def _negated(inner: Value, texts: dict[Term, str]) -> str:
    assert isinstance(inner, Term)
    if inner.op is Op.EQ:
        return _joined(inner, "!==" if _operand_sort(inner).float_width else "!=", texts)
    if inner.op is Op.FPEQ:
        return _joined(inner, "!=", texts)
    if inner.op in (Op.LT, Op.BVSLT):
        return f"{_bracketed(inner, 1, texts)} <= {_bracketed(inner, 0, texts)}"
    return f"!{texts[inner]}" if inner.op in _ATOMIC else f"!({texts[inner]})"
