"""Bounded model checking in one formula with quantifiers.

    init() ∧ (∀t. t < bound → tr(t)) ∧ at(bound) = error

Memory is flat: `heap`, `alloc` and `objsize` are functions of the time and an address.  What a step does to them is
told by values of its time (where something is stored, begins to live, ends), and formulas for all addresses say what
that means; so the encoding of a command has no quantifier of its own.  The quantifier over time is written out: then
each function but those of time 0 is defined by the one before, and a solver can unfold it.

The solver chooses the way through the graph, so each loop is unrolled as often as it likes, within one bound.

Rule: 004, section 4.2, with its errata: `free` is at x, an allocation does not wrap, and the error must be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symheap.feasible.flat import Begin, Finish, Flat, Set, Step, TooMuch, Vertex
from symheap.memory.expressions import Binary, Conversion, Convert, Expression, Number, Operator, Register
from symheap.memory.ir import Allocate, Assert, Assume, Fill, Free, Load, Nondet, Store
from symheap.memory.space import LOWEST, NULL_PAGE

WIDEST: Final = 8
"""The most bytes that one step stores."""


@dataclass(frozen=True, slots=True)
class Window:
    """The addresses that the allocator may choose: from `low` on, before `high`; None: as far as addresses go."""

    low: int = LOWEST
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """What is called how in the formula, at a time and the one behind.

    Vertices are bit-vectors of `width` bits, addresses of `bits`.  `reached` are those where an execution may be then.
    A register or a part of memory has a new symbol only if one of their steps changes it: `changed` are these, and
    `since` says since when the others are as they are.
    """

    flat: Flat
    width: int
    bits: int
    time: int
    reached: frozenset[int]
    changed: frozenset[str]
    since: Mapping[str, int]

    def vertex(self, number: int) -> str:
        return f"(_ bv{number} {self.width})"

    @property
    def error(self) -> str:
        return self.vertex(len(self.flat.vertices))

    def address(self, number: int) -> str:
        return f"(_ bv{number} {self.bits})"

    def now(self, name: str) -> str:
        return f"|{name}@{self.since.get(name, 0)}|"

    def then(self, name: str) -> str:
        return f"|{name}@{self.time + 1}|" if name in self.changed else self.now(name)

    def own(self, name: str) -> str:
        """What a step says about itself."""
        return f"|{name}@{self.time}|"

    @property
    def registers(self) -> list[Register]:
        """Those that may change."""
        return sorted((each for each in self.flat.registers if each.name in self.changed), key=lambda each: each.name)


@dataclass(frozen=True, slots=True)
class Encoded:
    """A formula, and the names of its symbols by time.

    What a step says about itself are constants: ``at@t``, ``begun@t``, ``begun-bytes@t``, ``fails@t``, ``stored@t``,
    ``stored-bytes@t``, ``loaded@t``.
    """

    text: str
    times: tuple[Names, ...]


def encoded(flat: Flat, bound: int, window: Window) -> Encoded:
    """The declarations and assertions for executions of at most `bound` steps that end in an error."""
    times = tuple(_times(flat, bound))
    first, last = times[0], times[-1]
    lines = [*_declarations(first), *_init(first)]
    for names in times[:-1]:
        lines += [*_step_declarations(names), *_memory(names, window)]
        for number in sorted(names.reached):
            here = f"(= {names.own('at')} {names.vertex(number)})"
            lines.append(f"(assert (=> {here} {_tr(names, flat.vertices[number])}))")
        lines.append(f"(assert (=> (= {names.own('at')} {names.error}) {_stays(names, names.error)}))")
        ways = " ".join(f"(= {names.own('at')} {names.vertex(each)})" for each in sorted(names.reached))
        lines.append(f"(assert (or (= {names.own('at')} {names.error}) {ways}))")
    lines.append(f"(assert (= {last.own('at')} {last.error}))")
    return Encoded("\n".join(lines) + "\n", times)


def _times(flat: Flat, bound: int) -> Iterator[Names]:
    width = (len(flat.vertices) + 1).bit_length()
    reached, since = frozenset({0}), {register.name: 0 for register in flat.registers}
    for time in range(bound + 1):
        changed = frozenset(name for number in reached for name in _changes(flat.vertices[number].step))
        yield Names(flat, width, 8 * flat.pointer, time, reached, changed, dict(since))
        since.update(dict.fromkeys(changed, time + 1))
        following = (each for number in reached for each in flat.vertices[number].following)
        ends = (number for number in reached if not flat.vertices[number].following)
        reached = frozenset((*following, *ends))


def _changes(step: Step | None) -> tuple[str, ...]:
    match step:
        case Set(targets=targets):
            return tuple(each.name for each in targets)
        case Nondet(target=target) | Load(target=target):
            return (target.name,)
        case Store() | Fill():
            return ("heap",)
        case Allocate(target=target, zero=zero) | Begin(address=target, zero=zero):
            return (target.name, "alloc", "objsize", *(("heap",) if zero else ()))
        case Free():
            return ("alloc", "objsize")
        case Finish(address=address):
            return (address.name, "alloc", "objsize")
    return ()


def _declarations(names: Names) -> Iterator[str]:
    """What there is before the first step."""
    address = f"(_ BitVec {names.bits})"
    yield f"(declare-const {names.own('at')} (_ BitVec {names.width}))"
    for register in sorted(names.flat.registers, key=lambda each: each.name):
        yield f"(declare-const {names.now(register.name)} (_ BitVec {8 * register.size}))"
    yield f"(declare-fun {names.now('heap')} ({address}) (_ BitVec 8))"
    yield f"(declare-fun {names.now('alloc')} ({address}) Bool)"
    yield f"(declare-fun {names.now('objsize')} ({address}) {address})"


def _step_declarations(names: Names) -> Iterator[str]:
    """What there is behind a step, and what the step says about itself."""
    address = f"(_ BitVec {names.bits})"
    yield f"(declare-const |at@{names.time + 1}| (_ BitVec {names.width}))"
    yield f"(declare-const {names.own('loaded')} {address})"
    for register in names.registers:
        yield f"(declare-const {names.then(register.name)} (_ BitVec {8 * register.size}))"
    if "heap" in names.changed:
        yield f"(declare-fun {names.then('heap')} ({address}) (_ BitVec 8))"
        yield f"(declare-fun {names.own('fresh')} ({address}) (_ BitVec 8))"
        yield from (f"(declare-const {names.own(name)} {address})" for name in ("stored", "stored-bytes"))
        yield f"(declare-const {names.own('value')} (_ BitVec {8 * WIDEST}))"
        yield from (f"(declare-const {names.own(name)} Bool)" for name in ("filled", "anything"))
    if "alloc" in names.changed:
        yield f"(declare-fun {names.then('alloc')} ({address}) Bool)"
        yield f"(declare-fun {names.then('objsize')} ({address}) {address})"
        for name in ("begun", "begun-bytes", "ended", "ended-bytes"):
            yield f"(declare-const {names.own(name)} {address})"
        yield from (f"(declare-const {names.own(name)} Bool)" for name in ("heaped", "fails"))


def _init(names: Names) -> Iterator[str]:
    """Nothing is allocated, and no object has an address yet."""
    yield f"(assert (= {names.own('at')} {names.vertex(0)}))"
    yield _for_all(names, f"(not ({names.now('alloc')} a))")
    yield _for_all(names, f"(= ({names.now('objsize')} a) {_none(names)})")
    for register in sorted(names.flat.registers, key=lambda each: each.name):
        if register.name.startswith("&"):
            yield f"(assert (= {names.now(register.name)} {names.address(0)}))"


def _for_all(names: Names, body: str) -> str:
    return f"(assert (forall ((a (_ BitVec {names.bits}))) {body}))"


def _none(names: Names) -> str:
    """⊥ in *objsize*."""
    return f"(bvnot {names.address(0)})"


def _memory(names: Names, window: Window) -> Iterator[str]:
    """What a step does to memory, for all addresses."""
    if "heap" in names.changed:
        yield _for_all(names, _heap(names))
    if "alloc" not in names.changed:
        return
    now, then, own = names.now, names.then, names.own
    begun, ended = (f"(bvult (bvsub a {own(name)}) {own(f'{name}-bytes')})" for name in ("begun", "ended"))
    yield _for_all(names, f"(= ({then('alloc')} a) (ite {begun} true (ite {ended} false ({now('alloc')} a))))")
    sized = f"(ite (= a {own('ended')}) {_none(names)} ({now('objsize')} a))"
    given = f"(and {own('heaped')} (= a {own('begun')}))"
    yield _for_all(names, f"(= ({then('objsize')} a) (ite {given} {own('begun-bytes')} {sized}))")
    yield _for_all(names, f"(=> {begun} (not ({now('alloc')} a)))")
    top = names.address(window.high if window.high is not None else (1 << names.bits) - 1)
    end, zero = f"(bvadd {own('begun')} {own('begun-bytes')})", names.address(0)
    placed = f"(bvule {names.address(window.low)} {own('begun')}) (bvule {own('begun')} {end}) (bvult {end} {top})"
    nothing = f"(and (= {own('begun')} {zero}) (= {own('begun-bytes')} {zero}) (not {own('heaped')}))"
    yield f"(assert (or {nothing} (and {placed})))"


def _heap(names: Names) -> str:
    own, wide = names.own, 8 * WIDEST
    distance = f"(bvsub a {own('stored')})"
    stored = f"(bvult {distance} {own('stored-bytes')})"
    sized = f"((_ zero_extend {wide - names.bits}) {distance})" if names.bits < wide else distance
    byte = f"((_ extract 7 0) (bvlshr {own('value')} (bvshl {sized} (_ bv3 {wide}))))"
    new = f"(ite {own('filled')} ((_ extract 7 0) {own('value')}) {byte})"
    kept = f"({names.now('heap')} a)"
    return f"(= ({names.then('heap')} a) (ite {stored} (ite {own('anything')} ({own('fresh')} a) {new}) {kept}))"


# Steps ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a step does: nothing, unless something is said.  A register that gets None gets any value."""

    registers: dict[Register, str | None]
    stored: tuple[str, str, str, str, str] | None = None
    begun: tuple[str, str, str] | None = None
    ended: tuple[str, str] | None = None


def _tr(names: Names, vertex: Vertex) -> str:
    """The disjunction over the edges of a vertex, each as its command says.

    Rule: 004, section 4.2, "tr".
    """
    if vertex.condition is not None:
        then, other = (_goes(names, _Effect({}), each) for each in vertex.following)
        return f"(ite {_truth(names, vertex.condition)} {then} {other})"
    if vertex.step is None:
        return _stays(names, names.own("at"))
    return _step(names, vertex.step, vertex.following[0])


def _stays(names: Names, at: str) -> str:
    return f"(and (= |at@{names.time + 1}| {at}) {_frame(names, _Effect({}))})"


def _goes(names: Names, effect: _Effect, to: int) -> str:
    """STEP(t, ℓ, σ)."""
    return f"(and (= |at@{names.time + 1}| {names.vertex(to)}) {_frame(names, effect)})"


def _frame(names: Names, effect: _Effect) -> str:
    """What a step says of all that any step of its time may change."""
    zero, own = names.address(0), names.own
    kept = ["true"]
    for register in names.registers:
        given = effect.registers.get(register, names.now(register.name))
        if given is not None:
            kept.append(f"(= {names.then(register.name)} {given})")
    if "heap" in names.changed:
        where, count, value, filled, anything = effect.stored or (zero, zero, "", "", "")
        kept += [f"(= {own('stored')} {where})", f"(= {own('stored-bytes')} {count})"]
        if effect.stored is not None:
            kept += [f"(= {own('value')} {value})", f"(= {own('filled')} {filled})"]
            kept.append(f"(= {own('anything')} {anything})")
    if "alloc" in names.changed:
        begun, size, heaped = effect.begun or (zero, zero, "false")
        kept += [f"(= {own('begun')} {begun})", f"(= {own('begun-bytes')} {size})", f"(= {own('heaped')} {heaped})"]
        ended, length = effect.ended or (zero, zero)
        kept += [f"(= {own('ended')} {ended})", f"(= {own('ended-bytes')} {length})"]
    return f"(and {' '.join(kept)})"


def _step(names: Names, step: Step, to: int) -> str:
    """⟦step⟧ σ sk ek."""
    error = _stays(names, names.error)
    match step:
        case Set(targets=targets, values=values):
            shown = [_value(names, each) for each in values]
            return _guarded(names, values, _goes(names, _Effect(dict(zip(targets, shown, strict=True))), to))
        case Nondet(target=target):
            return _goes(names, _Effect({target: None}), to)
        case Assume(condition=condition):
            return f"(and {_truth(names, condition)} {_goes(names, _Effect({}), to)})"
        case Assert(condition=condition):
            return f"(ite {_truth(names, condition)} {_goes(names, _Effect({}), to)} {error})"
        case Load(target=target, address=address):
            at = _value(names, address)
            loaded = _bytes(names, at, target.size)
            fine = f"(and (= {names.own('loaded')} {at}) {_goes(names, _Effect({target: loaded}), to)})"
            return f"(ite {_allocated(names, at, target.size)} {fine} {error})"
        case Store(address=address, value=value):
            return _store(names, _value(names, address), value, to, error)
        case Fill(target=address, byte=byte, count=Number(value=count)):
            return _fill(names, _value(names, address), byte, count, to, error)
        case Allocate():
            return _allocate(names, step, to)
        case Free(address=address):
            return _free(names, _value(names, address), to, error)
        case Begin(address=target, bytes=size, alignment=alignment, zero=zero):
            return _begin(names, target, names.address(size), "false", zero, to, alignment)
        case Finish(address=address, bytes=size):
            at, null = names.now(address.name), names.address(0)
            gone = _goes(names, _Effect({address: null}, ended=(at, names.address(max(size, 1)))), to)
            return f"(ite (= {at} {null}) {_goes(names, _Effect({}), to)} {gone})"
    raise TooMuch("fills of a length that is no number")


def _guarded(names: Names, values: tuple[Expression, ...], fine: str) -> str:
    """Executions in which a division has no meaning are none."""
    needed = [each for value in values for each in _meaningful(names, value)]
    return f"(and {' '.join(needed)} {fine})" if needed else fine


def _allocated(names: Names, address: str, size: int) -> str:
    each = " ".join(f"({names.now('alloc')} (bvadd {address} {names.address(i)}))" for i in range(size))
    return f"(and (bvuge {address} {names.address(NULL_PAGE)}) {each})"


def _bytes(names: Names, address: str, size: int) -> str:
    parts = [f"({names.now('heap')} (bvadd {address} {names.address(i)}))" for i in reversed(range(size))]
    return parts[0] if size == 1 else f"(concat {' '.join(parts)})"


def _store(names: Names, at: str, value: Expression, to: int, error: str) -> str:
    """Rule: 004, section 4.2, "store"."""
    size = value.size
    if size > WIDEST:
        raise TooMuch(f"values of {size} bytes")
    wide = _value(names, value)
    wide = wide if size == WIDEST else f"((_ zero_extend {8 * (WIDEST - size)}) {wide})"
    done = _goes(names, _Effect({}, stored=(at, names.address(size), wide, "false", "false")), to)
    return f"(ite {_allocated(names, at, size)} {_guarded(names, (value,), done)} {error})"


def _fill(names: Names, at: str, byte: Expression | None, count: int, to: int, error: str) -> str:
    if count > 4 * WIDEST:
        raise TooMuch("long fills")
    if count == 0:
        return _goes(names, _Effect({}), to)
    shown = f"(_ bv0 {8 * WIDEST})" if byte is None else f"((_ zero_extend {8 * (WIDEST - 1)}) {_value(names, byte)})"
    stored = (at, names.address(count), shown, "true", "true" if byte is None else "false")
    return f"(ite {_allocated(names, at, count)} {_goes(names, _Effect({}, stored=stored), to)} {error})"


def _allocate(names: Names, step: Allocate, to: int) -> str:
    done = _begin(names, step.target, _value(names, step.size), "true", step.zero, to, 0)
    if not step.may_fail:
        return done
    null = _goes(names, _Effect({step.target: names.address(0)}), to)
    return f"(ite {names.own('fails')} {null} {done})"


def _begin(names: Names, target: Register, size: str, heaped: str, zero: bool, to: int, alignment: int) -> str:
    """The solver places the object: `begun` says where, and `_memory` that it was free there.

    Rule: 004, section 4.2, "malloc".
    """
    multiple = alignment or names.bits // 4
    begun = names.own("begun")
    low = f"(= (bvurem {begun} {names.address(multiple)}) {names.address(0)})"
    least = f"(ite (= {size} {names.address(0)}) {names.address(1)} {size})"
    stored = (begun, size, f"(_ bv0 {8 * WIDEST})", "true", "false") if zero else None
    count = least if heaped == "true" else size
    effect = _Effect({target: begun}, stored=stored, begun=(begun, count, heaped))
    there = f"(bvule {names.address(NULL_PAGE)} {begun})"
    return f"(and {low} {there} {_goes(names, effect, to)})"


def _free(names: Names, at: str, to: int, error: str) -> str:
    """Null is let pass.  Rule: 004, section 4.2, "free", at x and not at a fresh address."""
    size = f"({names.now('objsize')} {at})"
    done = _goes(names, _Effect({}, ended=(at, size)), to)
    passed = _goes(names, _Effect({}), to)
    return f"(ite (= {at} {names.address(0)}) {passed} (ite (= {size} {_none(names)}) {error} {done}))"


# Expressions ----------------------------------------------------------------------------------------------------------

_WORDS: Final = {
    Operator.ADD: "bvadd",
    Operator.SUB: "bvsub",
    Operator.MUL: "bvmul",
    Operator.SDIV: "bvsdiv",
    Operator.UDIV: "bvudiv",
    Operator.SREM: "bvsrem",
    Operator.UREM: "bvurem",
    Operator.AND: "bvand",
    Operator.OR: "bvor",
    Operator.XOR: "bvxor",
    Operator.SHL: "bvshl",
    Operator.LSHR: "bvlshr",
    Operator.ASHR: "bvashr",
    Operator.EQ: "=",
    Operator.SLT: "bvslt",
    Operator.SLE: "bvsle",
    Operator.ULT: "bvult",
    Operator.ULE: "bvule",
    Operator.NE: "distinct",
}
_TRUTHS: Final = frozenset({Operator.EQ, Operator.NE, Operator.SLT, Operator.SLE, Operator.ULT, Operator.ULE})
_DIVISIONS: Final = frozenset({Operator.SDIV, Operator.UDIV, Operator.SREM, Operator.UREM})
_SHIFTS: Final = frozenset({Operator.SHL, Operator.LSHR, Operator.ASHR})


def _value(names: Names, expression: Expression) -> str:
    match expression:
        case Number(value=value, size=size):
            return f"(_ bv{value & ((1 << (8 * size)) - 1)} {8 * size})"
        case Register():
            return names.now(expression.name)
        case Convert(conversion=Conversion.TRUNCATE, operand=operand, size=size):
            return f"((_ extract {8 * size - 1} 0) {_value(names, operand)})"
        case Convert(conversion=Conversion.SIGN_EXTEND | Conversion.ZERO_EXTEND as how, operand=operand, size=size):
            word = "sign_extend" if how is Conversion.SIGN_EXTEND else "zero_extend"
            return f"((_ {word} {8 * (size - operand.size)}) {_value(names, operand)})"
        case Binary(operator=operator) if operator in _WORDS:
            return _binary(names, expression)
    raise TooMuch("floating-point numbers")


def _binary(names: Names, expression: Binary) -> str:
    left, right = expression.left, expression.right
    shown = [_value(names, left), _value(names, right)]
    if expression.operator in _SHIFTS and right.size != left.size:
        more = 8 * (left.size - right.size)
        shown[1] = (
            f"((_ zero_extend {more}) {shown[1]})" if more > 0 else f"((_ extract {8 * left.size - 1} 0) {shown[1]})"
        )
    text = f"({_WORDS[expression.operator]} {' '.join(shown)})"
    return f"(ite {text} (_ bv1 32) (_ bv0 32))" if expression.operator in _TRUTHS else text


def _truth(names: Names, condition: Expression) -> str:
    nonzero = f"(distinct {_value(names, condition)} (_ bv0 {8 * condition.size}))"
    needed = [*_meaningful(names, condition)]
    if needed:
        raise TooMuch("divisions in conditions")
    return nonzero


def _meaningful(names: Names, expression: Expression) -> Iterator[str]:
    if isinstance(expression, Convert):
        yield from _meaningful(names, expression.operand)
    elif isinstance(expression, Binary):
        yield from _meaningful(names, expression.left)
        yield from _meaningful(names, expression.right)
        right = expression.right
        if expression.operator in _DIVISIONS:
            yield f"(distinct {_value(names, right)} (_ bv0 {8 * right.size}))"
        if expression.operator in _SHIFTS:
            yield f"(bvult {_value(names, right)} (_ bv{8 * expression.left.size} {8 * right.size}))"
