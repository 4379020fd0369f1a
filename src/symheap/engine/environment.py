"""Answers of the machine that runs the program, as inputs: `docs/adr/026-the-environment-is-an-input.md`."""

from __future__ import annotations

from typing import TypeVar

from symheap.core.origin import Origin
from symheap.core.source import Position
from symheap.core.terms import BV32, REF, Term, Value, eq, not_, or_, symbol
from symheap.core.types import Type
from symheap.engine.host import SymbolicHost, Unread
from symheap.engine.instructions.texts import write_out
from symheap.engine.instructions.values import reference, scalar
from symheap.engine.machine import Following, Machine
from symheap.engine.state import Frame, State
from symheap.heap.api import Cell, Ref
from symheap.objects import ir
from symheap.objects.host import Symbolic

H = TypeVar("H")


def arbitrary(machine: Machine[H], state: State[H], i: ir.Arbitrary) -> State[H]:
    """Create an input: a reference is null or to any object of its type in the initial heap."""
    name = i.numbered(_before(machine, state), _caller(state.frame))
    state, value = _input(machine, state, name, i.type, nullable=True)
    return state.set(i.dst, value)


def consult(machine: Machine[H], state: State[H], i: ir.Consult) -> Following[H]:
    """Return the input of that name, created when it is first asked for."""
    try:
        text = SymbolicHost(machine, state).text(state.frame.registers[i.key])
    except Unread as unread:
        return write_out(machine, state, unread.texts, i, lambda at: consult(machine, at, i))
    except Symbolic:
        return machine.unsupported(state, f"{i.name} of a symbolic value", i.position)
    name = i.named(text)
    known = state.asked.once.get(name)
    if known is not None:
        return state.set(i.dst, known)
    if i.type.sort is REF and not machine.program.table.instances(i.type.class_name):
        return machine.unsupported(state, name, i.position)
    state, value = _input(machine, state, name, i.type, nullable=text not in i.present)
    return state.asking(state.asked._replace(once=state.asked.once.set(name, value))).set(i.dst, value)


def identity_hash(machine: Machine[H], state: State[H], i: ir.IdentityHash) -> Following[H]:
    """Create a symbol that equals the one of every identical object: the hash code is a function of the object."""
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None
    if _of_table(state.frame.caller, i):
        return state.asking(state.asked._replace(pinned=True)).set(i.dst, i.constant)
    value = symbol(Origin.root(i.numbered(_before(machine, state), _caller(state.frame))), BV32)
    return _related(machine, state, i, (ref, value), state.asked.hashes, ())


def _related(
    machine: Machine[H],
    state: State[H],
    i: ir.IdentityHash,
    new: tuple[Ref, Term],
    others: tuple[tuple[Ref, Term], ...],
    facts: tuple[Value, ...],
) -> Following[H]:
    """Relate a hash code to those of the objects asked for before, then continue."""
    ref, value = new
    if not others:
        after = machine.assume(state, True, tuple(fact for fact in facts if isinstance(fact, Term)))
        assert after is not None
        asked = after.asked._replace(hashes=(*after.asked.hashes, new))
        return after.with_input(value).asking(asked).set(i.dst, value)
    other, known = others[0]
    answer = machine.model.same(state.heap, ref, other, machine.view(state))
    return machine.answers(
        state,
        answer,
        i,
        "",
        lambda at, ok: _related(
            machine, at, i, new, others[1:], (*facts, or_(not_(scalar(ok.value)), eq(value, known)))
        ),
    )


def _of_table(caller: Frame | None, i: ir.IdentityHash) -> bool:
    """Whether a hash table asks for the hash code, directly or through methods that only pass the request on."""
    while caller is not None and caller.method.owner in i.through:
        caller = caller.caller
    return caller is not None and caller.method.owner in i.tables


def _input(machine: Machine[H], state: State[H], name: str, of: Type, *, nullable: bool) -> tuple[State[H], Cell]:
    origin = Origin.root(name)
    if of.sort is not REF:
        value: Cell = symbol(origin, of.sort)
        return state.with_input(value), value
    types = machine.program.table.instances(of.class_name)
    heap, value, facts = machine.model.symbolic(state.heap, origin, types, nullable=nullable)
    after = machine.assume(state.with_heap(heap), True, facts)
    assert after is not None
    return after.with_input(value), value


def _before(machine: Machine[H], state: State[H]) -> int:
    """Return the number of numbered inputs that the trace has met."""
    return len(state.inputs) - len(machine.program.inputs) - len(state.asked.once)


def _caller(frame: Frame) -> Position:
    at = frame.caller or frame
    return at.instruction().position
