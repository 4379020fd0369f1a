"""Exceptions: errors as exception objects, and the search for a handler."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.types import Field
from symheap.engine.state import Birth, Parked, State
from symheap.heap.api import Ok, Ref
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.host import STRING, UNVERIFIED
from symheap.objects.initialization import CLINIT, failed

if TYPE_CHECKING:
    from symheap.engine.machine import Following, Machine, Next

H = TypeVar("H")

THROWABLE = "java.lang.Throwable"
NO_CLASS = "java.lang.NoClassDefFoundError"
DEFERRED_CONTENTS = "contents of a string that was put together from symbolic parts"
FROM_THE_INPUT = "an exception of the input"


def raise_error(
    machine: Machine[H], state: State[H], error: ErrorKind, detail: str, instruction: ir.Instruction
) -> Following[H]:
    """Create and throw the exception of an error. Meeting the error is a decision."""
    position = instruction.position
    exception = machine.program.errors.get(error)
    if exception is not None:
        met = state.decided(Decision("error", error.value, position, state.frame.stack()))
        return raise_new(machine, met, exception, error, detail)
    if error is ErrorKind.NO_FIELD:
        return machine.unsupported(state, _without_field(instruction), position)
    return machine.end(state, Threw(error, detail, position))


def _without_field(instruction: ir.Instruction) -> str:
    """Return the reason for a missing field. In verified code it can only be a string with deferred contents."""
    of_string = isinstance(instruction, ir.Get | ir.Put) and instruction.fields[0].owner == STRING
    return DEFERRED_CONTENTS if of_string else UNVERIFIED


def raise_new(machine: Machine[H], state: State[H], exception: str, error: ErrorKind, detail: str) -> Following[H]:
    """Create an exception object and throw it. Its fields are default; no constructor is run."""
    state, ref = made(machine, state, exception, error, detail)
    return unwind(machine, state, ref)


def made(machine: Machine[H], state: State[H], exception: str, error: ErrorKind, detail: str) -> tuple[State[H], Ref]:
    """Create an exception object."""
    heap, ref = machine.model.alloc(state.heap, exception)
    state = state.with_heap(heap)
    return state.with_birth(identity(machine, state, ref), Birth(error, detail, state.frame.stack(), ref)), ref


def identity(machine: Machine[H], state: State[H], ref: Ref) -> Ref:
    """Return the key of an exception: its location, if known."""
    return machine.model.object_of(state.heap, ref) or ref


def throw(machine: Machine[H], state: State[H], exception: Ref) -> Following[H]:
    """Throw an exception that is not null."""
    if machine.model.object_of(state.heap, exception) is not None:
        return _thrown(machine, state, exception)
    made_here = [birth.ref for birth in state.births.values() if birth.ref is not None]
    return _which(machine, state, exception, sorted(made_here, key=str))


def _which(machine: Machine[H], state: State[H], exception: Ref, candidates: list[Ref]) -> Following[H]:
    """Throw an exception that may have been stored and read back as the one that the trace created."""
    if not candidates:
        return _thrown(machine, state, exception)
    candidate, rest = candidates[0], candidates[1:]
    answer = machine.model.same(state.heap, exception, candidate, machine.view(state))
    return machine.answers(
        state,
        answer,
        state.frame.instruction(),
        "",
        lambda at, ok: machine.decide(
            at,
            ok.value,
            lambda s: _thrown(machine, s, candidate),
            lambda s: _which(machine, s, exception, rest),
        ),
    )


def _thrown(machine: Machine[H], state: State[H], exception: Ref) -> Following[H]:
    """Throw an exception; for one from the input, record the first throw."""
    key = identity(machine, state, exception)
    if key not in state.births:
        birth = Birth(ErrorKind.EXCEPTION, FROM_THE_INPUT, state.frame.stack(), foreign=True)
        state = state.with_birth(key, birth)
    return unwind(machine, state, exception)


def with_field(machine: Machine[H], state: State[H], ref: Ref, name: str, value: Ref) -> State[H]:
    """Set a field of Throwable in an exception just created."""
    field = next(f for f in machine.program.table.fields(THROWABLE) if f.name == name)
    return _stored(machine, state, ref, field, value)


def _stored(machine: Machine[H], state: State[H], ref: Ref, field: Field, value: Ref) -> State[H]:
    [answer] = machine.model.store(state.heap, ref, field, value, machine.view(state))
    assert isinstance(answer, Ok)
    return state.with_heap(answer.heap)


def unwind(machine: Machine[H], state: State[H], exception: Ref) -> Following[H]:
    """Pass an exception to the first handler that accepts it, in the current method, else in its callers."""
    handlers = state.frame.method.handlers
    while not handlers or not handlers[state.frame.block]:
        caller = state.frame.caller
        if caller is None or state.frame.method.key == CLINIT:
            return _leave(machine, state, exception)
        state = state.with_frame(caller)
        handlers = caller.method.handlers
    return _offer(machine, state, exception, handlers[state.frame.block])


def _offer(machine: Machine[H], state: State[H], exception: Ref, handlers: tuple[ir.Handler, ...]) -> Following[H]:
    """Try the handlers of a block in order. Whether one accepts the exception is a decision."""
    if not handlers:
        return _leave(machine, state, exception)
    handler, rest = handlers[0], handlers[1:]
    position = state.frame.instruction().position

    def caught(at: State[H]) -> Following[H]:
        following = machine.go_to(at, handler.target, position)
        if isinstance(following, list):
            return [entered(each, at) for each in following]
        return handled(following)

    def handled(at: State[H]) -> State[H]:
        return at.with_frame(at.frame.handling(handler.target, handler.reg, exception))

    def entered(each: Next[H], at: State[H]) -> Next[H]:
        if isinstance(each, Parked):
            return each._replace(again=partial(caught, at))
        return handled(each) if isinstance(each, State) else each

    def taken(at: State[H]) -> Following[H]:
        return caught(at.decided(Decision("branch", True, position)))

    def passed(at: State[H]) -> Following[H]:
        return _offer(machine, at.decided(Decision("branch", False, position)), exception, rest)

    if handler.types is None:
        return caught(state)
    answer = machine.model.is_a(state.heap, exception, handler.types, machine.view(state))
    return machine.answers(
        state, answer, state.frame.instruction(), "", lambda at, ok: machine.decide(at, ok.value, taken, passed)
    )


def _leave(machine: Machine[H], state: State[H], exception: Ref) -> Following[H]:
    """Leave a method in which no handler accepts the exception."""
    caller = state.frame.caller
    if caller is None:
        return _uncaught(machine, state, exception)
    if state.frame.method.key == CLINIT:
        return _failed_initializer(machine, state, exception)
    return unwind(machine, state.with_frame(caller), exception)


def _failed_initializer(machine: Machine[H], state: State[H], exception: Ref) -> Following[H]:
    """Mark the class as unusable. An exception that is not an Error is wrapped in one."""
    owner = state.frame.method.owner
    state = state.marking(failed(state.classes.items(), owner)).initialized()

    def wrapped(at: State[H]) -> Following[H]:
        error = ErrorKind.INITIALIZER
        at = at.decided(Decision("error", error.value, at.frame.instruction().position, at.frame.stack()))
        at, ref = made(machine, at, machine.program.errors[error], error, f"initialiser of {owner}")
        return unwind(machine, with_field(machine, at, ref, "cause", exception), ref)

    errors = machine.program.table.subtypes("java.lang.Error")
    answer = machine.model.is_a(state.heap, exception, errors, machine.view(state))
    return machine.answers(
        state,
        answer,
        state.frame.instruction(),
        "",
        lambda at, ok: machine.decide(at, ok.value, lambda s: unwind(machine, s, exception), wrapped),
    )


def _uncaught(machine: Machine[H], state: State[H], exception: Ref) -> list[Next[H]]:
    """End the trace at the place where the exception was created or, if it came with the input, thrown."""
    known = machine.model.object_of(state.heap, exception)
    birth = state.births[known or exception]
    if birth.foreign or known is None:
        return machine.end(state, Threw(birth.error, birth.detail, birth.stack[0], stack=birth.stack))
    name = known.location.class_name
    return machine.end(state, Threw(birth.error, birth.detail, birth.stack[0], name, birth.stack))
