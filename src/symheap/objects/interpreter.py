"""The concrete interpreter of the object IR: the oracle for every symbolic machine.

If an instruction has several errors, the first in this order counts:

* an operand of the wrong kind; null (`CopyRange`: the source, then the target); a missing field or method; a value that
  does not fit the field; the bound on calls;
* `Load` and `Store`: null, an index out of bounds, an element that the array does not accept; `FillRange`: null, such
  an element;
* `CopyRange`: null, two objects that are not arrays of one kind, the range of the source, that of the target.

An error ends the program, unless `Program.errors` has a class for it. Then it creates an exception object, with default
fields and no constructor run, and control goes to the first handler of the block that accepts it, else to the caller.
In a program with exceptions, a missing field ends the run as unsupported.

A decision is recorded when it is made, so before later errors and before the cut:

* "branch": the outcome of a `Branch` (a truth value) and of a `Switch` (the case, or "default"). Also, for each handler
  of certain classes that an exception is offered to, in order, whether it accepts it (at the place of the instruction
  in that frame: for a caller, the call). A handler of everything is no decision;
* "branch" also: the kind of the arrays of a `CopyRange`, before the ranges are checked;
* "call": the class whose body a `Call` runs, and the class that a `Tell` determines. An `Invoke` and an `Initialize`
  decide nothing;
* "field": the class whose field is meant, if there are several candidates;
* "error": an error that creates an exception, before it is offered to handlers. A `Throw`, a model that throws and the
  use of a class whose initialiser failed before decide nothing;
* "class": whether a contested class was initialised before the call (`symheap.objects.past`), at the `Initialize` or
  `Settle` that meets it first. The root `initialised(NAME)` gives the answer; without that root, the answer is yes if
  some input is of a class that needs it. Nothing is decided if earlier events of the run determine the answer.

Classes are initialised as described in `symheap.objects.initialization`. An initialiser counts as a call, and its
`Initialize` is met again when it returns. An exception that leaves it and is not a ``java.lang.Error`` becomes the
`cause` of the error INITIALIZER, at the place of the `Initialize`. The class, and those that wait for it, have then
failed, and their next use throws a ``NoClassDefFoundError``, also of kind INITIALIZER.

An uncaught exception ends the run at the place where its object was created, with the calls that led there: by an
error, by a model, or by a `New` of the program. An exception that came with the input, or is older than the run, ends
it where it was first thrown, and its class is not reported. An assumption that does not hold ends the run as
`Excluded`; `Refuse`, and a model that refuses, as `Unsupported`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from symheap.core.model import Plain
from symheap.core.outcome import Returned, Threw
from symheap.core.source import Position
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Decision
from symheap.objects.initialization import Mark, Progress
from symheap.objects.ir import Const, Initialize, Method, Program, Return
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine, End, Loops, Pointer, Registers
from symheap.objects.steps.values import input_value

__all__ = ["ConcreteRun", "End", "Initialized", "Pointer", "call", "initialize", "run"]

_CALLS = 1_000
_STEPS = 50_000_000


@dataclass(frozen=True, slots=True)
class ConcreteRun:
    """The result of one run: the decisions, the end, and the final heap.

    `returned_ref` says that the returned number is an object; `thrown` is the number of the uncaught exception object,
    or 0. `initialized` are the classes whose initialiser has finished, so that another run can continue from here.
    `initializing` are the ranges of `decisions`, as (from, to), that were made in initialisers: the initialisers that
    run depend on the classes used before.
    """

    decisions: tuple[Decision, ...]
    end: End
    heap: ConcreteHeap
    returned_ref: bool = False
    thrown: int = 0
    initialized: frozenset[str] = frozenset()
    initializing: tuple[tuple[int, int], ...] = ()


def run(
    program: Program, heap: ConcreteHeap, *, max_calls: int, max_loop: int | None = None, max_steps: int = 100_000
) -> ConcreteRun:
    """Run `program` from a copy of `heap`, whose roots are its inputs.

    The entry runs at depth 0. A call deeper than `max_calls` is cut, and so is a back edge that one frame takes more
    than `max_loop` times. `max_steps` limits programs that run forever within that depth: the run is cut before a
    straight line of code that would exceed it. A heap that decides its values on demand keeps doing so in its `copy`.
    """
    own = _started(program, heap)
    arguments = [input_value(program, own, i) for i in program.arguments]
    return _run(program, own, program.entry, arguments, max_calls, max_steps, max_loop)


def call(
    program: Program,
    heap: ConcreteHeap,
    method: Method,
    arguments: Iterable[Plain],
    *,
    max_calls: int = _CALLS,
    max_steps: int = _STEPS,
    overflows: bool = False,
) -> ConcreteRun:
    """Run one method from a copy of `heap`, with arguments as registers hold them: references are `Pointer`.

    Where it asks the machine that it runs on for something, it ends as unsupported.  If the stack `overflows`, a call
    that would go deeper than `max_calls` throws.
    """
    own = _started(program, heap)
    return _run(program, own, method, list(arguments), max_calls, max_steps, closed=True, overflows=overflows)


def _started(program: Program, heap: ConcreteHeap) -> ConcreteHeap:
    """Return a heap to run on: a copy, over the objects that exist before the call."""
    if heap is program.initial:
        return ConcreteHeap(heap.table, dict(heap.roots), base=heap.shared())
    own = heap.copy()
    if program.initial is not None and not own.base:
        own.base = program.initial.shared()
    return own


def _run(
    program: Program,
    heap: ConcreteHeap,
    method: Method,
    arguments: Registers,
    max_calls: int,
    max_steps: int,
    max_loop: int | None = None,
    *,
    closed: bool = False,
    overflows: bool = False,
) -> ConcreteRun:
    machine = ConcreteMachine(program, code_of(program, heap), heap, max_calls)
    machine.closed = closed
    machine.overflows = overflows
    machine.loops = None if max_loop is None else Loops(max_loop)
    end = run_method(machine, method, arguments, max_steps)
    returned_ref = isinstance(end, Returned) and type(end.value) is Pointer
    if isinstance(end, Returned) and returned_ref:
        end = Returned(int(end.value))
    done = frozenset(name for name, mark in machine.marks.items() if mark is Progress.DONE)
    initialized = frozenset(program.initialized | done)
    bounds = [*machine.initializing, len(machine.decisions)]
    parts = tuple(zip(bounds[::2], bounds[1::2], strict=False))
    return ConcreteRun(tuple(machine.decisions), end, heap, returned_ref, int(machine.thrown), initialized, parts)


# Initialisers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Initialized:
    """The classes that are now initialised, those whose initialiser threw, and the reasons.

    `done` includes the classes of `Program.initialized`. `why` maps each requested class whose initialiser did not
    return to its end. A class in `why` that has not failed left no trace, and may be tried again.
    """

    done: frozenset[str]
    failed: frozenset[str]
    why: Mapping[str, End]


def initialize(
    program: Program,
    heap: ConcreteHeap,
    class_names: Iterable[str],
    *,
    max_calls: int = _CALLS,
    max_steps: int = _STEPS,
    finish: Callable[[ConcreteMachine], None] | None = None,
) -> Initialized:
    """Initialise classes one after the other, in `heap` itself, and `finish` what each initialiser made.

    An initialiser that ends, by a return or an exception, has its effects in the heap. One that is cut or not supported
    leaves the heap unchanged, and so do the classes that it initialised on its way. `heap` numbers the new objects.
    """
    marks: dict[str, Mark] = {}
    why: dict[str, End] = {}
    for name in class_names:
        own = ConcreteHeap(heap.table, base=heap.shared(), numbers=heap.numbers)
        machine = ConcreteMachine(program, code_of(program, own), own, max_calls)
        machine.closed = True
        machine.marks = dict(marks)
        machine.decisions = deque(maxlen=0)
        end = run_method(machine, initializing(name), [], max_steps)
        if not isinstance(end, Returned):
            why[name] = end
        if isinstance(end, Returned | Threw):
            if finish is not None:
                finish(machine)
            marks = machine.marks
            heap.objects.update(own.objects)
    done, failed = (frozenset(n for n, mark in marks.items() if mark is p) for p in (Progress.DONE, Progress.FAILED))
    return Initialized(frozenset(program.initialized | done), failed, why)


def initializing(class_name: str) -> Method:
    """Return a program that only initialises a class."""
    position = Position(class_name, 0, 0)
    block = (Initialize(class_name, position), Const(0, 0, position), Return(0, position))
    return Method("", f"initialize {class_name}", (), 1, (block,), position)
