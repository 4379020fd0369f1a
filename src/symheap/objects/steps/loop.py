"""The loop of the concrete machine."""

from __future__ import annotations

from symheap.core.outcome import Bound, Cut
from symheap.objects.ir import Method
from symheap.objects.steps.machine import ConcreteMachine, End, Ended, Loops, Raised, Registers, Segment, Thrown
from symheap.objects.steps.unwinding import raised, thrown


def run_method(machine: ConcreteMachine, method: Method, arguments: Registers, max_steps: int) -> End:
    """Run a method on its own, from its entry to the end of the program."""
    body = machine.code.body(method)
    machine.registers = arguments + [0] * (body.registers - len(arguments))
    try:
        if machine.loops is not None:
            return _bounded_loop(machine, machine.loops, body.segments[0], max_steps)
        return _loop(machine, body.segments[0], max_steps)
    except Ended as ended:
        return ended.end


def _loop(machine: ConcreteMachine, segment: Segment, left: int) -> Cut:
    """Run until `Ended` is raised, or the current segment has more than the `left` steps."""
    while True:
        try:
            while True:
                left -= segment.size
                if left < 0:
                    return Cut(Bound.DEPTH, segment.position)
                registers = machine.registers
                for step in segment.steps:
                    step(machine, registers)
                segment = segment.last(machine, registers)
        except Raised as error:
            segment = raised(machine, segment, error)
        except Thrown as exception:
            segment = thrown(machine, segment, exception)


def _bounded_loop(machine: ConcreteMachine, loops: Loops, segment: Segment, left: int) -> Cut:
    """As `_loop`, but check each edge between two blocks.

    Control has taken an edge if it is at the start of a block in the same frame: a call or a return changes the frame,
    and the code after an initialisation is not the start of a block.
    """
    while True:
        try:
            while True:
                left -= segment.size
                if left < 0:
                    return Cut(Bound.DEPTH, segment.position)
                loops.enter(len(machine.frames))
                registers = machine.registers
                for step in segment.steps:
                    step(machine, registers)
                before, segment = segment, segment.last(machine, registers)
                at_start = segment is machine.code.body(segment.method).segments[segment.block]
                if at_start and machine.registers is registers:
                    edge, last = (before.block, segment.block), before.method.blocks[before.block][-1]
                    loops.go(before.method, len(machine.frames), edge, last.position)
        except Raised as error:
            segment = raised(machine, segment, error)
        except Thrown as exception:
            segment = thrown(machine, segment, exception)
