"""The loop of the concrete machine."""

from __future__ import annotations

from symheap.core.outcome import Bound, Cut
from symheap.objects.ir import Method
from symheap.objects.steps.machine import End, Ended, Machine, Raised, Registers, Segment, Thrown
from symheap.objects.steps.unwinding import raised, thrown


def run_method(machine: Machine, method: Method, arguments: Registers, max_steps: int) -> End:
    """Run a method, as the only one, from its entry to the end of the program."""
    body = machine.code.body(method)
    machine.registers = arguments + [0] * (body.registers - len(arguments))
    try:
        return _loop(machine, body.segments[0], max_steps)
    except Ended as ended:
        return ended.end


def _loop(machine: Machine, segment: Segment, left: int) -> Cut:
    """Runs until `Ended` is raised, or the segment at hand has more than the `left` steps."""
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
