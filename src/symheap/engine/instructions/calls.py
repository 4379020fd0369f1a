"""Calls: virtual and direct ones, returns, class initialisation, and methods modelled in Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from symheap.core.outcome import Bound, ErrorKind, Returned
from symheap.core.terms import BOOL, NULL, Term, Value
from symheap.engine.classes import ask_each, class_choices
from symheap.engine.host import SymbolicHost, Unread
from symheap.engine.instructions import exceptions
from symheap.engine.instructions.texts import write_out
from symheap.engine.instructions.values import reference, scalar
from symheap.engine.machine import Following, Machine
from symheap.engine.past import assume_past, settle_claims, unsure_past
from symheap.engine.state import NO_LOOPS, Frame, State
from symheap.heap.api import Cell, Ok, Ref, Slot
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.host import Refused, Symbolic, Throws
from symheap.objects.initialization import CLINIT, Begin, Broken, Mark, Progress, due
from symheap.objects.past import is_open

H = TypeVar("H")


def call(machine: Machine[H], state: State[H], i: ir.Call) -> Following[H]:
    """Run a body: one branch for each distinct body that the receiver may have."""
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, f"call of {i.method} on a value that is not a reference", i)
    known = machine.model.object_of(state.heap, ref)
    if known is not None:
        provider = machine.program.table.receiver(known.location.class_name, i.method)
        if provider is None:
            return machine.threw(state, ErrorKind.NO_METHOD, i.method, i)
        return _run_body(machine, state, i, provider)

    def enter(at: State[H], ok: Ok[H]) -> Following[H]:
        assert isinstance(ok.value, str)
        return _run_body(machine, at, i, ok.value)

    answer = machine.model.targets(state.heap, ref, i.method, machine.view(state))
    return machine.answers(state, answer, i, i.method, enter)


def _run_body(machine: Machine[H], state: State[H], i: ir.Call, provider: str) -> Following[H]:
    state = state.decided(Decision("call", provider, i.position))
    return push(machine, state, machine.program.methods[provider, i.method], (i.obj, *i.args), i.dst, i)


def invoke(machine: Machine[H], state: State[H], i: ir.Invoke) -> Following[H]:
    """Run the only possible body."""
    if i.receiver:
        ref = reference(state.frame.registers[i.args[0]])
        if ref is not None and machine.model.object_of(state.heap, ref) is None:
            return unless_null(machine, state, ref, i, lambda at: _enter(machine, at, i))
    return _enter(machine, state, i)


def _enter(machine: Machine[H], state: State[H], i: ir.Invoke) -> Following[H]:
    return push(machine, state, machine.program.methods[i.owner, i.method], i.args, i.dst, i)


def push(
    machine: Machine[H],
    state: State[H],
    method: ir.Method,
    arguments: tuple[ir.Reg, ...],
    dst: ir.Reg,
    i: ir.Instruction,
) -> Following[H]:
    caller = state.frame
    if caller.depth + 1 > machine.bounds.max_calls:
        again = partial(push, machine, state, method, arguments, dst, i)
        return machine.cut(state, Bound.CALLS, i.position, again)
    registers = caller.registers
    return state.with_frame(
        enter_method(method, tuple([registers[r] for r in arguments]), caller, dst, caller.depth + 1)
    )


def enter_method(
    method: ir.Method, arguments: tuple[Cell, ...], caller: Frame | None, dst: ir.Reg, depth: int
) -> Frame:
    unused: tuple[Cell, ...] = (0,) * (method.registers - len(arguments))
    return Frame(method, 0, 0, arguments + unused, caller, dst, depth, NO_LOOPS)


def return_(machine: Machine[H], state: State[H], i: ir.Return) -> Following[H]:
    frame = state.frame
    value = frame.registers[i.src]
    if frame.caller is None:
        return machine.end(state, Returned(value))
    if frame.method.key == CLINIT:
        return state.marking({frame.method.owner: Progress.DONE}).initialized()
    return state.with_frame(frame.caller.set(frame.dst, value))


def unless_null(
    machine: Machine[H], state: State[H], ref: Ref, i: ir.Instruction, go_on: Callable[[State[H]], Following[H]]
) -> Following[H]:
    """Continue where a reference is not null; elsewhere it is an error."""
    answer = machine.model.same(state.heap, ref, NULL, machine.view(state))
    return machine.answers(
        state,
        answer,
        i,
        "",
        lambda at, ok: machine.decide(at, ok.value, lambda s: machine.threw(s, ErrorKind.NULL, "", i), go_on),
    )


def null_check(machine: Machine[H], state: State[H], i: ir.NullCheck) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None
    return unless_null(machine, state, ref, i, lambda at: at.next())


def check(machine: Machine[H], state: State[H], i: ir.Check) -> Following[H]:
    condition = scalar(state.frame.registers[i.cond])
    return machine.decide(state, condition, lambda at: at.next(), lambda at: machine.threw(at, i.error, i.detail, i))


def assume(machine: Machine[H], state: State[H], i: ir.Assume) -> Following[H]:
    """Continue where the assumption holds; other inputs have no path."""
    taken = machine.assume(state, scalar(state.frame.registers[i.cond]))
    return [] if taken is None else taken.next()


# Classes --------------------------------------------------------------------------------------------------------------


def initialize(machine: Machine[H], state: State[H], i: ir.Initialize) -> Following[H]:
    """Run the initialisers that are due, one at a time: each returns to this instruction."""
    program = machine.program

    def mark(name: str) -> Mark | None:
        return Progress.DONE if name in program.initialized else state.classes.get(name)

    if mark(i.class_name) is Progress.DONE:
        claims = settle_claims(machine, state, i, mark)
        return state.next() if claims is None else claims

    def has_initializer(name: str) -> bool:
        return program.methods.get((name, CLINIT)) is not None

    if program.past is not None:
        if i.class_name not in state.classes and program.past.settle(i.class_name):
            return state.next()
        if is_open(program.past, state.history, mark, i.class_name):
            return assume_past(machine, state, program.past, i.class_name, i, mark)
    todo = due(program.table, mark, has_initializer, i.class_name)
    if program.past is not None:
        if isinstance(todo, Begin) and is_open(program.past, state.history, mark, todo.class_name):
            return assume_past(machine, state, program.past, todo.class_name, i, mark)
        claims = settle_claims(machine, state, i, mark)
        if claims is not None:
            return claims
    if isinstance(todo, Begin):
        taken_over = initialized(machine, state, i.class_name)
        if taken_over is not None:
            return taken_over.next()
        undecided = unsure_past(machine, state, todo.class_name, i)
        if undecided is not None:
            return undecided
    marked = state.marking(todo.changes)
    if isinstance(todo, Begin):
        return _begin(machine, marked, program.methods[todo.class_name, CLINIT], i)
    if isinstance(todo, Broken):
        detail = f"Could not initialize class {todo.class_name}"
        return exceptions.raise_new(machine, marked, exceptions.NO_CLASS, ErrorKind.INITIALIZER, detail)
    return marked.next()


def _begin(machine: Machine[H], state: State[H], initializer: ir.Method, i: ir.Instruction) -> Following[H]:
    """Enter an initialiser."""
    if state.frame.depth + 1 > machine.bounds.max_calls:
        return machine.cut(state, Bound.CALLS, i.position, partial(_begin, machine, state, initializer, i))
    entered = push(machine, state, initializer, (), ir.DISCARD, i)
    assert isinstance(entered, State)
    return entered.initializing()


def initialized(machine: Machine[H], state: State[H], class_name: str) -> State[H] | None:
    """Return the state after the initialisation of a class if its effects are shared by all paths, else None.

    See `symheap.engine.initializers`.
    """
    shared = machine.initializers.of(class_name)
    bounds, decisions = machine.last, state.decisions
    if shared is None or state.frame.depth + shared.calls > bounds.max_calls:
        return None
    if bounds.max_depth is not None and decisions.length + shared.decisions.length > bounds.max_depth:
        return None
    if any(name in state.classes for name in shared.done):
        return None
    heap = machine.model.adopt(state.heap, shared.effect)
    after = None if heap is None else _stored(machine, state.with_heap(heap), shared.stores)
    if after is None:
        return None
    machine.array_classes |= shared.arrays
    return after.marking(shared.done)._replace(decisions=decisions.then_all(shared.decisions))


def _stored(machine: Machine[H], state: State[H], stores: tuple[tuple[Term, Slot, Value], ...]) -> State[H] | None:
    """Return the state after writes that cannot fail; None if the heap model distinguishes cases."""
    for ref, slot, value in stores:
        answer = machine.model.store(state.heap, ref, slot, value, machine.view(state))
        only = answer[0]
        if len(answer) != 1 or not isinstance(only, Ok) or only.guard is not True:
            return None
        after = machine.assume(state, True, only.facts, only.heap)
        if after is None:
            return None
        state = after
    return state


def class_of(machine: Machine[H], state: State[H], i: ir.ClassOf) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None
    answer = machine.model.class_of(state.heap, ref, machine.view(state))
    return machine.answers(state, answer, i, "getClass", lambda s, ok: s.set(i.dst, _cell(ok)))


def _cell(ok: Ok[H]) -> Cell:
    assert not isinstance(ok.value, str)
    return ok.value


# Models in Python -----------------------------------------------------------------------------------------------------


def host_call(machine: Machine[H], state: State[H], i: ir.HostCall) -> Following[H]:
    """Run a model on plain values. If it meets a symbolic one, the path ends as unsupported, by name."""
    arguments = tuple(state.frame.registers[r] for r in i.args)
    if i.function.of_classes:
        choices = class_choices(machine, state, i.args)
        if any(len(each) > 1 for each in choices):
            return ask_each(machine, state, i, choices)
        arguments = tuple(only for ((_, only),) in choices)
    host = SymbolicHost(machine, state)
    try:
        result = i.function.apply(host, arguments)
    except Unread as unread:
        return write_out(machine, state, unread.texts, i, lambda at: host_call(machine, at, i))
    except Symbolic:
        return machine.unsupported(state, f"{i.function.name} of a symbolic value", i.position)
    except Refused as refused:
        return machine.unsupported(state, refused.what, i.position)
    except Throws as thrown:
        return _modelled_throw(machine, host, thrown)
    if isinstance(result, bool) and i.function.result is not BOOL:
        result = int(result)
    return host.state.set(i.dst, 0 if result is None else result)  # type: ignore[arg-type]


def _modelled_throw(machine: Machine[H], host: SymbolicHost[H], thrown: Throws) -> Following[H]:
    """Throw a new exception for a model; its message is a new string."""
    message = None if thrown.message is None else host.string(thrown.message)
    state, ref = exceptions.made(machine, host.state, thrown.class_name, ErrorKind.EXCEPTION, thrown.message or "")
    if message is not None:
        text = reference(message)
        assert text is not None
        state = exceptions.with_field(machine, state, ref, "detailMessage", text)
    return exceptions.unwind(machine, state, ref)


def throw(machine: Machine[H], state: State[H], i: ir.Throw) -> Following[H]:
    ref = reference(state.frame.registers[i.src])
    assert ref is not None
    if machine.model.object_of(state.heap, ref) is not None:
        return exceptions.throw(machine, state, ref)
    return unless_null(machine, state, ref, i, lambda at: exceptions.throw(machine, at, ref))


def refuse(machine: Machine[H], state: State[H], i: ir.Refuse) -> Following[H]:
    return machine.unsupported(state, i.what, i.position)
