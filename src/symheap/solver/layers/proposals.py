"""Small changes to a model that could make one condition true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.model import Model, Plain
from symheap.core.operators import FLOAT_COMPARISONS
from symheap.core.terms import BOOL, REF, Op, Sort, Term, Value, canonical, wrap
from symheap.core.theories.floats import fold_float
from symheap.core.theories.functions import ELEMENT, function_of, reader
from symheap.core.theories.ieee import is_nan_bits, nan, negated, neighbour
from symheap.core.typeset import TypeSet
from symheap.solver.backends.backend import only_argument, operand_sort

_VISITS = 64


@dataclass(frozen=True, slots=True)
class Assign:
    """Give a symbol another value."""

    symbol: Term
    value: Plain


@dataclass(frozen=True, slots=True)
class Fresh:
    """Make a reference refer to a new object, of one of `types` if given."""

    symbol: Term
    types: TypeSet | None = None


@dataclass(frozen=True, slots=True)
class Reclass:
    """Give the object of a reference another class, one of `types`."""

    symbol: Term
    types: TypeSet


@dataclass(frozen=True, slots=True)
class Rerank:
    """Give the object of a reference another rank."""

    symbol: Term
    field: str
    rank: int


Change = Assign | Fresh | Reclass | Rerank


def proposals(condition: Term, model: Model) -> Iterator[Change]:
    """Yield changes to `model` that make the unsatisfied `condition` more likely to hold.

    The most promising come first: changes of the younger symbol, which is less constrained by the path.
    """
    for atom, wanted in _wrong_atoms(condition, model):
        yield from _for_atom(atom, wanted, model)


def _wrong_atoms(condition: Term, model: Model) -> Iterator[tuple[Term, bool]]:
    """Yield the atoms whose value must change, with the wanted value.

    Terms that already have the wanted value do not count as visits: in a long conjunction, all parts but one may hold.
    """
    stack: list[tuple[Value, bool]] = [(condition, True)]
    visits = 0
    while stack and visits < _VISITS:
        tick()
        term, wanted = stack.pop()
        if not isinstance(term, Term) or model.evaluate(term) is wanted:
            continue
        visits += 1
        inner = _inside(term, wanted, model)
        if inner is None:
            yield term, wanted
        else:
            stack.extend(reversed(inner))


def _inside(term: Term, wanted: bool, model: Model) -> list[tuple[Value, bool]] | None:
    """Return the parts of a connective to change to make it `wanted`; None for an atom."""
    if term.op is Op.NOT:
        return [(term.args[0], not wanted)]
    if term.op is Op.AND or term.op is Op.OR:
        return [(arg, wanted) for arg in term.args]
    if term.op is Op.ITE:
        condition, then, other = term.args
        taken = model.evaluate(condition) is True
        chosen, missed = (then, other) if taken else (other, then)
        switch: list[tuple[Value, bool]] = [(condition, not taken)] if model.evaluate(missed) is wanted else []
        return [*switch, (chosen, wanted)]
    if term.op is Op.EQ and operand_sort(term) is BOOL:
        return [(arg, not model.evaluate(arg)) for arg in term.args]
    return None


def _for_atom(atom: Term, wanted: bool, model: Model) -> Iterator[Change]:
    if atom.op is Op.SYM:
        yield Assign(atom, wanted)
    elif atom.op is Op.ISA:
        yield from _for_type_test(only_argument(atom), atom.types, wanted, model)
    elif atom.op is Op.EQ and operand_sort(atom) is REF:
        yield from _for_alias(atom, wanted, model)
    elif atom.op is Op.EQ:
        a, b = atom.args
        for distance in (0,) if wanted else (1, -1):
            yield from _solve(b, _plus(model.evaluate(a), distance), model)
            yield from _solve(a, _plus(model.evaluate(b), distance), model)
    elif atom.op in (Op.LT, Op.BVSLT, Op.BVULT):
        a, b = atom.args
        distance = 1 if wanted else 0
        yield from _solve(b, _plus(model.evaluate(a), distance), model)
        yield from _solve(a, _plus(model.evaluate(b), -distance), model)
    elif atom.op in FLOAT_COMPARISONS:
        yield from _for_float_order(atom, wanted, model)
    elif atom.op is Op.FPNAN:
        yield from _solve(atom.args[0], nan(operand_sort(atom).float_width) if wanted else 0, model)


def _for_float_order(atom: Term, wanted: bool, model: Model) -> Iterator[Change]:
    """Propose the other number, its neighbours, and zero if one of the two is NaN."""
    a, b = atom.args
    width = operand_sort(atom).float_width
    for side, other, up in ((b, a, wanted), (a, b, not wanted)):
        value = int(model.evaluate(other))
        same = (atom.op is Op.FPLE) is wanted or (atom.op is Op.FPEQ and wanted)
        targets = [value] if same else []
        targets += [neighbour(value, width, up=up), 0] if not is_nan_bits(value, width) else [0]
        for target in targets:
            yield from _solve(side, target, model)


def _plus(value: Plain, distance: int) -> int:
    return int(value) + distance


def _for_alias(atom: Term, wanted: bool, model: Model) -> Iterator[Change]:
    a, b = atom.args
    for side, other in ((b, a), (a, b)):
        if not isinstance(side, Term) or side.op is not Op.SYM:
            continue
        if wanted:
            yield Assign(side, model.evaluate(other))
        else:
            yield Fresh(side)
            if model.evaluate(other) != 0:
                yield Assign(side, 0)


def _for_type_test(ref: Term, types: TypeSet, wanted: bool, model: Model) -> Iterator[Change]:
    if ref.op is not Op.SYM:
        return
    accepted = types if wanted else TypeSet(((1 << len(types.universe)) - 1) & ~types.mask, types.universe, "others")
    if accepted:
        if model.evaluate(ref) != 0:
            yield Reclass(ref, accepted)
        yield Fresh(ref, accepted)
    if not wanted:
        yield Assign(ref, 0)


# Arithmetic -----------------------------------------------------------------------------------------------------------


def _solve(side: Value, target: int, model: Model) -> Iterator[Change]:
    """Yield the change of one symbol that gives `side` the value `target`, or nearly, if the operators around it
    invert.
    """
    while isinstance(side, Term) and side.op in _INVERSES:
        side, target = _INVERSES[side.op](side, target, model)
    if not isinstance(side, Term):
        return
    if side.op is Op.SYM:
        yield Assign(side, _in_range(target, side.sort))
    elif side.op is Op.RANK:
        ref = only_argument(side)
        if ref.op is Op.SYM:
            yield Rerank(ref, str(side.payload), target)


def _in_range(value: int, sort: Sort) -> int:
    if sort.float_width:
        bits = canonical(wrap(value, sort.float_width), sort)
        assert not isinstance(bits, Term)
        return bits
    return wrap(value, sort.width) if sort.width else value


def _invert_sum(term: Term, target: int, model: Model) -> tuple[Value, int]:
    a, b = term.args
    return (b, target - int(model.evaluate(a))) if isinstance(b, Term) else (a, target - b)


def _invert_difference(term: Term, target: int, model: Model) -> tuple[Value, int]:
    a, b = term.args
    return (a, target + int(model.evaluate(b))) if isinstance(a, Term) else (b, a - target)


def _invert_choice(term: Term, target: int, model: Model) -> tuple[Value, int]:
    condition, then, other = term.args
    return (then if model.evaluate(condition) is True else other), target


def _invert_extension(term: Term, target: int, model: Model) -> tuple[Value, int]:
    return term.args[0], wrap(target, only_argument(term).sort.width)


def _invert_extraction(term: Term, target: int, model: Model) -> tuple[Value, int]:
    """Keep the bits that are not extracted."""
    assert isinstance(term.payload, tuple)
    high, low = term.payload
    mask = (1 << (high + 1)) - (1 << low)
    return term.args[0], (int(model.evaluate(term.args[0])) & ~mask) | (target << low & mask)


def _invert_bitwise(term: Term, target: int, model: Model) -> tuple[Value, int]:
    """Change the operand that is a symbol, the younger of two, and only in bits that affect the result."""
    kept, changed = sorted(term.args, key=_age)
    mask, value = int(model.evaluate(kept)), int(model.evaluate(changed))
    if term.op is Op.BVXOR:
        return changed, target ^ mask
    free = ~mask if term.op is Op.BVAND else mask
    return changed, (value & free) | (target & ~free)


def _age(operand: Value) -> tuple[bool, int]:
    """Return a sort key: plain values first, then terms that are not symbols, then symbols by age."""
    return (operand.op is Op.SYM, operand.id) if isinstance(operand, Term) else (False, -1)


def _invert_multiple(term: Term, target: int, model: Model) -> tuple[Value, int]:
    """Return the least multiple that is not below the target."""
    a, factor = term.args
    return (target, target) if isinstance(factor, Term) or factor <= 0 else (a, -(-target // factor))


def _invert_quotient(term: Term, target: int, model: Model) -> tuple[Value, int]:
    a, divisor = term.args
    return (target, target) if isinstance(divisor, Term) else (a, target * divisor)


def _invert_negation(term: Term, target: int, model: Model) -> tuple[Value, int]:
    return term.args[0], negated(target, term.sort.float_width)


def _invert_application(term: Term, target: int, model: Model) -> tuple[Value, int]:
    """Invert the read of an element at the index that the model gives; no other function is inverted."""
    array, *rest = term.args
    if function_of(term) is not ELEMENT.get(term.sort):
        return target, target
    assert isinstance(array, Term)
    return reader(array)(model.evaluate(rest[0])), target


def _invert_absolute(term: Term, target: int, model: Model) -> tuple[Value, int]:
    """Keep the sign."""
    negative = int(model.evaluate(term.args[0])) < 0 <= target
    return term.args[0], negated(target, term.sort.float_width) if negative else target


def _invert_rounded(term: Term, target: int, model: Model) -> tuple[Value, int]:
    """Invert sums, products and the like, up to rounding. The second operand changes unless it is plain."""
    a, b = term.args
    width = term.sort.float_width
    of_first, of_second = _OPPOSITES[term.op]
    if isinstance(b, Term):
        known = int(model.evaluate(a))
        first, second = (target, known) if term.op in (Op.FPADD, Op.FPMUL) else (known, target)
        return b, int(fold_float(of_second, width, first, second))
    return a, int(fold_float(of_first, width, target, b))


_OPPOSITES = {
    Op.FPADD: (Op.FPSUB, Op.FPSUB),
    Op.FPSUB: (Op.FPADD, Op.FPSUB),
    Op.FPMUL: (Op.FPDIV, Op.FPDIV),
    Op.FPDIV: (Op.FPMUL, Op.FPDIV),
}
"""The operators that recover the first and the second operand of an operator from its result."""

_INVERSES: dict[Op, Callable[[Term, int, Model], tuple[Value, int]]] = {
    Op.ADD: _invert_sum,
    Op.BVADD: _invert_sum,
    Op.SUB: _invert_difference,
    Op.BVSUB: _invert_difference,
    Op.ITE: _invert_choice,
    Op.SIGNEXT: _invert_extension,
    Op.ZEROEXT: _invert_extension,
    Op.EXTRACT: _invert_extraction,
    Op.BVAND: _invert_bitwise,
    Op.BVOR: _invert_bitwise,
    Op.BVXOR: _invert_bitwise,
    Op.BVMUL: _invert_multiple,
    Op.BVSDIV: _invert_quotient,
    Op.FPNEG: _invert_negation,
    Op.FPABS: _invert_absolute,
    **dict.fromkeys(_OPPOSITES, _invert_rounded),
    Op.APPLY: _invert_application,
}
