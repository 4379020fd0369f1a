"""Bounded model checking in one quantified formula.

    init() ∧ (∀t. t < bound → tr(t)) ∧ at(bound) = error

Memory is flat: `heap`, `alloc` and `objsize` are functions of the time and an address.  The effect of a step on them is
given by values of its time (the address of a store, of a life that begins or ends), and formulas for all addresses
define what these mean; so the encoding of a command has no quantifier of its own.  The quantifier over time is
expanded: then each function except those of time 0 is defined by the one before, and a solver can unfold it.

The solver chooses the path through the graph, so each loop is unrolled as often as it likes, within one bound.

Rule: [SLAyer] section 4.2, with its errata: `free` is at x, an allocation does not wrap, and the error must be reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from symheap.bmc.quantified.expressions import meaning_of, truth_of, value_of
from symheap.bmc.quantified.flat import Begin, Finish, Flat, Set, Step, TooMuch, Vertex
from symheap.bmc.quantified.names import Names, Window, times_of
from symheap.memory.execution.space import NULL_PAGE
from symheap.memory.expressions import Expression, Number, Register
from symheap.memory.ir import Allocate, Assert, Assume, Fill, Free, Load, Nondet, Store

WIDEST: Final = 8
"""Largest number of bytes that one step stores."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A formula, and the names of its symbols by time.

    The values of a step are constants: ``at@t``, ``begun@t``, ``begun-bytes@t``, ``fails@t``, ``stored@t``,
    ``stored-bytes@t``, ``loaded@t``.
    """

    text: str
    times: tuple[Names, ...]


def encoded(flat: Flat, bound: int, window: Window) -> Encoded:
    """Return the declarations and assertions for executions of at most `bound` steps that end in an error."""
    times = tuple(times_of(flat, bound))
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


def _declarations(names: Names) -> Iterator[str]:
    """Yield the declarations of symbols before the first step."""
    address = f"(_ BitVec {names.bits})"
    yield f"(declare-const {names.own('at')} (_ BitVec {names.width}))"
    for register in sorted(names.flat.registers, key=lambda each: each.name):
        yield f"(declare-const {names.now(register.name)} (_ BitVec {8 * register.size}))"
    yield f"(declare-fun {names.now('heap')} ({address}) (_ BitVec 8))"
    yield f"(declare-fun {names.now('alloc')} ({address}) Bool)"
    yield f"(declare-fun {names.now('objsize')} ({address}) {address})"


def _step_declarations(names: Names) -> Iterator[str]:
    """Yield the declarations of symbols after a step, and of the values of the step."""
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
    """Yield the assertions of the initial state: nothing is allocated, and no object has an address yet."""
    yield f"(assert (= {names.own('at')} {names.vertex(0)}))"
    yield _for_all(names, f"(not ({names.now('alloc')} a))")
    yield _for_all(names, f"(= ({names.now('objsize')} a) {_none(names)})")
    for register in sorted(names.flat.registers, key=lambda each: each.name):
        if register.name.startswith("&"):
            yield f"(assert (= {names.now(register.name)} {names.address(0)}))"


def _for_all(names: Names, body: str) -> str:
    return f"(assert (forall ((a (_ BitVec {names.bits}))) {body}))"


def _none(names: Names) -> str:
    """Return ⊥ in *objsize*."""
    return f"(bvnot {names.address(0)})"


def _memory(names: Names, window: Window) -> Iterator[str]:
    """Yield the effect of a step on memory, for all addresses."""
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
    """The effect of a step: nothing unless given.  A register mapped to None gets an unknown value."""

    registers: dict[Register, str | None]
    stored: tuple[str, str, str, str, str] | None = None
    begun: tuple[str, str, str] | None = None
    ended: tuple[str, str] | None = None


def _tr(names: Names, vertex: Vertex) -> str:
    """Return the disjunction over the edges of a vertex, each by the meaning of its command.

    Rule: [SLAyer] section 4.2, "tr".
    """
    if vertex.condition is not None:
        then, other = (_goes(names, _Effect({}), each) for each in vertex.following)
        return f"(ite {truth_of(names, vertex.condition)} {then} {other})"
    if vertex.step is None:
        return _stays(names, names.own("at"))
    return _step(names, vertex.step, vertex.following[0])


def _stays(names: Names, at: str) -> str:
    return f"(and (= |at@{names.time + 1}| {at}) {_frame(names, _Effect({}))})"


def _goes(names: Names, effect: _Effect, to: int) -> str:
    """STEP(t, ℓ, σ)."""
    return f"(and (= |at@{names.time + 1}| {names.vertex(to)}) {_frame(names, effect)})"


def _frame(names: Names, effect: _Effect) -> str:
    """Return the frame condition of a step: the new values of everything that some step of its time may change."""
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
            shown = [value_of(names, each) for each in values]
            return _guarded(names, values, _goes(names, _Effect(dict(zip(targets, shown, strict=True))), to))
        case Nondet(target=target):
            return _goes(names, _Effect({target: None}), to)
        case Assume(condition=condition):
            return f"(and {truth_of(names, condition)} {_goes(names, _Effect({}), to)})"
        case Assert(condition=condition):
            return f"(ite {truth_of(names, condition)} {_goes(names, _Effect({}), to)} {error})"
        case Load(target=target, address=address):
            at = value_of(names, address)
            loaded = _bytes(names, at, target.size)
            fine = f"(and (= {names.own('loaded')} {at}) {_goes(names, _Effect({target: loaded}), to)})"
            return f"(ite {_allocated(names, at, target.size)} {fine} {error})"
        case Store(address=address, value=value):
            return _store(names, value_of(names, address), value, to, error)
        case Fill(target=address, byte=byte, count=Number(value=count)):
            return _fill(names, value_of(names, address), byte, count, to, error)
        case Allocate():
            return _allocate(names, step, to)
        case Free(address=address):
            return _free(names, value_of(names, address), to, error)
        case Begin(address=target, bytes=size, alignment=alignment, zero=zero):
            return _begin(names, target, names.address(size), "false", zero, to, alignment)
        case Finish(address=address, bytes=size):
            at, null = names.now(address.name), names.address(0)
            gone = _goes(names, _Effect({address: null}, ended=(at, names.address(max(size, 1)))), to)
            return f"(ite (= {at} {null}) {_goes(names, _Effect({}), to)} {gone})"
    raise TooMuch("fills of a length that is no number")


def _guarded(names: Names, values: tuple[Expression, ...], fine: str) -> str:
    """Exclude executions in which a division has no meaning."""
    needed = [each for value in values for each in meaning_of(names, value)]
    return f"(and {' '.join(needed)} {fine})" if needed else fine


def _allocated(names: Names, address: str, size: int) -> str:
    each = " ".join(f"({names.now('alloc')} (bvadd {address} {names.address(i)}))" for i in range(size))
    return f"(and (bvuge {address} {names.address(NULL_PAGE)}) {each})"


def _bytes(names: Names, address: str, size: int) -> str:
    parts = [f"({names.now('heap')} (bvadd {address} {names.address(i)}))" for i in reversed(range(size))]
    return parts[0] if size == 1 else f"(concat {' '.join(parts)})"


def _store(names: Names, at: str, value: Expression, to: int, error: str) -> str:
    """Rule: [SLAyer] section 4.2, "store"."""
    size = value.size
    if size > WIDEST:
        raise TooMuch(f"values of {size} bytes")
    wide = value_of(names, value)
    wide = wide if size == WIDEST else f"((_ zero_extend {8 * (WIDEST - size)}) {wide})"
    done = _goes(names, _Effect({}, stored=(at, names.address(size), wide, "false", "false")), to)
    return f"(ite {_allocated(names, at, size)} {_guarded(names, (value,), done)} {error})"


def _fill(names: Names, at: str, byte: Expression | None, count: int, to: int, error: str) -> str:
    if count > 4 * WIDEST:
        raise TooMuch("long fills")
    if count == 0:
        return _goes(names, _Effect({}), to)
    shown = f"(_ bv0 {8 * WIDEST})" if byte is None else f"((_ zero_extend {8 * (WIDEST - 1)}) {value_of(names, byte)})"
    stored = (at, names.address(count), shown, "true", "true" if byte is None else "false")
    return f"(ite {_allocated(names, at, count)} {_goes(names, _Effect({}, stored=stored), to)} {error})"


def _allocate(names: Names, step: Allocate, to: int) -> str:
    done = _begin(names, step.target, value_of(names, step.size), "true", step.zero, to, 0)
    if not step.may_fail:
        return done
    null = _goes(names, _Effect({step.target: names.address(0)}), to)
    return f"(ite {names.own('fails')} {null} {done})"


def _begin(names: Names, target: Register, size: str, heaped: str, zero: bool, to: int, alignment: int) -> str:
    """Begin the life of an object; the solver chooses its address `begun`, and `_memory` demands that it was free.

    Rule: [SLAyer] section 4.2, "malloc".
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
    """Free an object; null is allowed.

    Rule: [SLAyer] section 4.2, "free", at x and not at a fresh address.
    """
    size = f"({names.now('objsize')} {at})"
    done = _goes(names, _Effect({}, ended=(at, size)), to)
    passed = _goes(names, _Effect({}), to)
    return f"(ite (= {at} {names.address(0)}) {passed} (ite (= {size} {_none(names)}) {error} {done}))"
