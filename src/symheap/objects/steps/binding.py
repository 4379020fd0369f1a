"""Binds the instructions of a method to the steps of the machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from symheap.core.source import Position
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.initialization import CLINIT
from symheap.objects.steps import arrays, cloning, control, environment, members, monitors, past, values
from symheap.objects.steps.machine import Body, Code, ConcreteMachine, Last, Registers, Segment, Step
from symheap.objects.steps.modelled import host_call

# Keyed by the type of instruction that the function accepts, which the type system cannot express.
_STEPS: Final[dict[type[ir.Instruction], Callable[[Code, Any], Step]]] = {
    ir.Const: values.const,
    ir.Input: values.read_input,
    ir.Arbitrary: environment.arbitrary,
    ir.Consult: environment.consult,
    ir.IdentityHash: environment.identity_hash,
    ir.Move: values.move,
    ir.Unary: values.unary,
    ir.Binary: values.binary,
    ir.Compute: values.compute,
    ir.New: members.new,
    ir.Get: members.get,
    ir.Put: members.put,
    ir.IsA: members.is_a,
    ir.Cast: members.cast,
    ir.ClassOf: members.class_of,
    ir.Tell: cloning.tell,
    ir.Clone: cloning.clone,
    ir.NullCheck: members.null_check,
    ir.Lock: monitors.lock,
    ir.Unlock: monitors.unlock,
    ir.Holds: monitors.holds,
    ir.NewArray: arrays.new_array,
    ir.Length: arrays.length,
    ir.Contents: arrays.contents,
    ir.SetContents: arrays.set_contents,
    ir.Load: arrays.load,
    ir.Store: arrays.store,
    ir.CopyRange: arrays.copy_range,
    ir.FillRange: arrays.fill_range,
    ir.Check: control.check,
    ir.Throw: control.throw,
    ir.Assume: control.assume,
    ir.Refuse: control.refuse,
    ir.Fail: control.fail,
    ir.Settle: past.settle,
}
_LASTS: Final[dict[type[ir.Instruction], Callable[[Code, Any, list[Segment], Segment | None], Last]]] = {
    ir.Jump: control.jump,
    ir.Branch: control.branch,
    ir.Switch: control.switch,
    ir.Call: control.call,
    ir.Invoke: control.invoke,
    ir.Return: control.return_,
}


def bind(code: Code, method: ir.Method) -> Body:
    body = Body(method)
    for number in range(len(method.blocks)):
        body.segments.append(_block(code, body, number))
    return body


def _block(code: Code, body: Body, number: int) -> Segment:
    """Bind the segments of a block, from the last to the first: each knows its successor."""
    method = body.method
    block = method.blocks[number]
    after: Segment | None = None
    last: Last = _no_end
    steps: list[Step] = []
    for at, i in reversed(list(enumerate(block))):
        if isinstance(i, ir.HostCall):
            steps.append(host_call(code, i, method))
        elif type(i) in _STEPS:
            steps.append(_STEPS[type(i)](code, i))
        else:
            if at + 1 < len(block):
                after = _segment(method, number, steps, last, block[at + 1].position)
            steps = []
            last = _last(code, body, number, i, after)
    return _segment(method, number, steps, last, block[0].position)


def _segment(method: ir.Method, number: int, backwards: list[Step], last: Last, position: Position) -> Segment:
    return Segment(method, number, tuple(reversed(backwards)), last, position)


def _last(code: Code, body: Body, number: int, i: ir.Instruction, after: Segment | None) -> Last:
    method = body.method
    if isinstance(i, ir.Initialize):
        assert after is not None
        again = Segment(method, number, (), _no_end, i.position)
        again.last = control.initialize(code, i, again, after)
        return again.last
    if isinstance(i, ir.Return) and method.key == CLINIT:
        return control.return_from_initializer(method.owner)
    return _LASTS[type(i)](code, i, body.segments, after)


def _no_end(machine: ConcreteMachine, registers: Registers) -> Segment:
    raise AssertionError("a block ends with an instruction that leaves it")


# The cache ------------------------------------------------------------------------------------------------------------

_KEPT: Final = 4
_recent: Final[list[Code]] = []


def code_of(program: ir.Program, heap: ConcreteHeap) -> Code:
    """Return the bound methods of a program, cached for the programs that were run last."""
    settled, has_exceptions = type(heap) is ConcreteHeap, bool(program.errors)
    for at, code in enumerate(_recent):
        if (
            code.methods is program.methods
            and code.table is program.table
            and code.settled is settled
            and code.has_exceptions is has_exceptions
        ):
            _recent.insert(0, _recent.pop(at))
            return code
    del _recent[_KEPT - 1 :]
    _recent.insert(0, Code(program.table, program.methods, has_exceptions, settled, bind))
    return _recent[0]
