"""Errors that become exceptions, and the propagation of exceptions to a handler or to the end."""

from __future__ import annotations

from typing import NoReturn

from symheap.core.outcome import ErrorKind, Threw, Unsupported
from symheap.core.source import Position
from symheap.objects.decisions import Decision
from symheap.objects.host import Throws
from symheap.objects.initialization import CLINIT, failed
from symheap.objects.steps.host import MESSAGE, ConcreteHost
from symheap.objects.steps.machine import Birth, ConcreteMachine, Ended, Pointer, Raised, Segment, Thrown

ERROR = "java.lang.Error"
NO_CLASS = "java.lang.NoClassDefFoundError"
CAUSE = "cause"
DEFERRED_CONTENTS = "contents of a string that was put together from symbolic parts"
FROM_THE_INPUT = "an exception of the input"


def make_exception(
    machine: ConcreteMachine, class_name: str, error: ErrorKind, detail: str, position: Position
) -> Pointer:
    """Create an exception object without a `New` of the program: default fields, no constructor run."""
    made = Pointer(machine.heap.new(class_name))
    machine.births[made] = Birth(error, detail, machine.stack(position))
    return made


def exception_of(machine: ConcreteMachine, raised: Raised) -> Pointer:
    """Return the exception object for an error; end the program if it has no class for the error."""
    errors, error, detail, position = machine.program.errors, raised.error, raised.detail, raised.position
    class_name = errors.get(error)
    if class_name is None:
        if errors and error is ErrorKind.NO_FIELD:
            raise Ended(Unsupported(DEFERRED_CONTENTS, position))
        raise Ended(Threw(error, detail, position))
    machine.decisions.append(Decision("error", error.value, position, machine.stack(position)))
    return make_exception(machine, class_name, error, detail, position)


def raise_unusable(machine: ConcreteMachine, class_name: str, position: Position) -> NoReturn:
    """Throw the error for the use of a class whose initialiser failed before."""
    detail = f"Could not initialize class {class_name}"
    raise Thrown(make_exception(machine, NO_CLASS, ErrorKind.INITIALIZER, detail, position), position)


def raise_modelled(machine: ConcreteMachine, throws: Throws, position: Position) -> NoReturn:
    """Throw the exception of a method that is modelled in Python."""
    detail = throws.message or ""
    made = make_exception(machine, throws.class_name, ErrorKind.EXCEPTION, detail, position)
    if throws.message is not None:
        machine.heap.own(made).fields[MESSAGE] = ConcreteHost(machine).string(throws.message)
    raise Thrown(made, position)


# Handlers -------------------------------------------------------------------------------------------------------------


def raised(machine: ConcreteMachine, segment: Segment, error: Raised) -> Segment:
    """Return the segment where control continues after an error in `segment`."""
    return _unwind(machine, segment, exception_of(machine, error), error.position)


def thrown(machine: ConcreteMachine, segment: Segment, exception: Thrown) -> Segment:
    """Return the segment where control continues after an exception in `segment`."""
    at, position = exception.exception, exception.position
    if at not in machine.births:
        machine.births[at] = Birth(ErrorKind.EXCEPTION, FROM_THE_INPUT, machine.stack(position), foreign=True)
    return _unwind(machine, segment, at, position)


def _unwind(machine: ConcreteMachine, segment: Segment, exception: Pointer, position: Position) -> Segment:
    """Find the first handler that accepts the exception: of the current block, then of each caller's."""
    while True:
        handler = _offer(machine, segment, exception, position)
        if handler is not None:
            return handler
        if not machine.frames:
            raise Ended(_uncaught(machine, exception))
        left = segment.method
        segment, machine.registers, _, position = machine.frames.pop()
        if left.key == CLINIT:
            machine.leave_initializer()
            exception = _failed_initializer(machine, left.owner, exception, position)


def _offer(machine: ConcreteMachine, segment: Segment, exception: Pointer, position: Position) -> Segment | None:
    """Try the handlers of a block in order. Whether one of some classes accepts the exception is a decision."""
    handlers = segment.method.handlers
    for handler in handlers[segment.block] if handlers else ():
        if handler.types is not None:
            takes = machine.heap.is_instance(exception, handler.types)
            machine.decisions.append(Decision("branch", takes, position))
            if not takes:
                continue
        if machine.loops is not None:
            depth = len(machine.frames)
            machine.loops.enter(depth)
            machine.loops.go(segment.method, depth, (segment.block, handler.target), position)
        machine.registers[handler.reg] = exception
        return machine.code.body(segment.method).segments[handler.target]
    return None


def _failed_initializer(machine: ConcreteMachine, class_name: str, exception: Pointer, position: Position) -> Pointer:
    """Mark the class as unusable. An exception that is not an Error becomes the cause of one."""
    machine.marks.update(failed(machine.marks.items(), class_name))
    if machine.heap.is_instance(exception, machine.program.table.subtypes(ERROR)):
        return exception
    detail = f"initialiser of {class_name}"
    wrapper = exception_of(machine, Raised(ErrorKind.INITIALIZER, detail, position))
    machine.heap.own(wrapper).fields[CAUSE] = exception
    return wrapper


def _uncaught(machine: ConcreteMachine, exception: Pointer) -> Threw:
    """Return the end of the run, at the place where the exception was created, or for an input's, was thrown."""
    machine.thrown = exception
    birth = machine.births[exception]
    if birth.foreign:
        return Threw(birth.error, birth.detail, birth.stack[0], stack=birth.stack)
    detail = birth.detail or ConcreteHost(machine).message(exception)
    return Threw(birth.error, detail, birth.stack[0], machine.heap.class_of(exception), birth.stack)
