"""Find arguments by the solver: explore a constructor or method with symbolic numbers until its object is as wanted.

The sequence of calls becomes a program whose inputs are the numbers.  At its end it assumes that the fields have the
values of the target.  Each of its paths gives a suitable set of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.core.terms import F32, F64, NULL, Value
from symheap.core.types import Type
from symheap.core.typeset import TypeSet
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.java.values.operations import ICMP_EQ, ICMP_GE, ICMP_LE
from symheap.lang.java.values.types import STRING, class_named_by, sort_of, type_of, widening
from symheap.objects import ir
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.report.java.notation import string_of
from symheap.solver.chain import default_chain
from symheap.testgen.building.context import Context
from symheap.testgen.building.members import AT, Member, straight
from symheap.testgen.building.steps import Operand
from symheap.testgen.inputs.minimal import smallest
from symheap.testgen.inputs.telling import with_letters

_LARGEST = 1_000
"""Numbers above this, and above twice those of the target, are not used as arguments of a test."""

_BOUNDS = Bounds(max_calls=20, max_loop=4, max_traces=6, timeout=0.4)


@dataclass(frozen=True, slots=True)
class Called:
    """A constructor or method, with its arguments; None is a number to be found."""

    member: Member
    arguments: tuple[Operand | None, ...]


def called(member: Member, arguments: Sequence[Operand], *, is_open: bool) -> Called | None:
    """Return a call with all of its numbers open, or none; None if it needs objects that the test created."""
    given = list(zip(member.parameters, arguments, strict=True))
    if any(d[0] in "L[" and o.number and o.number < INITIAL for d, o in given):
        return None
    return Called(member, tuple(None if is_open and d[0] not in "L[" else o for d, o in given))


Arguments = tuple[tuple[Operand, ...], ...]
"""The arguments of several calls."""


def solved(context: Context, number: int, calls: Sequence[Called]) -> Arguments | None:
    """Return arguments for all calls, with which the numbers in the object equal those of the target."""
    entry = _Entry(context, number)
    for call in calls:
        entry.call(call)
    program = entry.program(context.workshop.program)
    if program is None:
        return None
    exploration = Exploration(program, heap_model("pose", program.table, frozenset()), *default_chain(), _BOUNDS)
    for trace in exploration:
        witness = exploration.witness(trace) if isinstance(trace.end, Returned) and trace.confirmed else None
        if witness is not None:
            return entry.arguments(context, calls, witness)
    return None


def accepted(context: Context, number: int, member: Member) -> tuple[Operand, ...] | None:
    """Return arguments with which a constructor returns: any numbers and strings, but only known objects otherwise."""
    key = ("accepted", member.method)
    if key not in context.members.solved:
        arguments = None if member.outer else _accepted(context, number, member)
        context.members.solved[key] = arguments
    return context.members.solved[key]


def _accepted(context: Context, number: int, member: Member) -> tuple[Operand, ...] | None:
    call = Called(member, tuple(None if _is_open(d) else _known(context, d) for d in member.parameters))
    entry = _Entry(context, number)
    entry.call(call)
    program = entry.closed(context.workshop.program)
    exploration = Exploration(program, heap_model("pose", program.table, frozenset()), *default_chain(), _BOUNDS)
    for trace in exploration:
        if isinstance(trace.end, Returned) and trace.confirmed and trace.path.model is not None:
            input = smallest(exploration, trace)
            heaps = () if input is None else (with_letters(input.witness()), input.witness())
            tried = (entry.arguments(context, [call], heap)[0] for heap in heaps)
            return next((each for each in tried if _returns(context, member, each)), None)
    return None


def _returns(context: Context, member: Member, arguments: Sequence[Operand]) -> bool:
    workshop = context.workshop
    return workshop.apply(workshop.start(), context.members.make(member, arguments)) is not None


def _is_open(descriptor: str) -> bool:
    return descriptor[0] not in "L[" or class_named_by(descriptor) == STRING


def _known(context: Context, descriptor: str) -> Operand:
    return next((o for o in context.defaults.get(descriptor, ()) if o.number >= INITIAL), context.null())


class _Entry:
    """The program under construction."""

    def __init__(self, context: Context, number: int) -> None:
        self._context = context
        self._number = number
        self._world = context.target.table.world
        self._inputs: list[tuple[str, str]] = []
        self._code: list[ir.Instruction] = []
        mentions = (m for m in context.target.mentions(number) if not m.is_reference)
        self._largest = max([_LARGEST, *(2 * abs(int(m.value)) for m in mentions if m.descriptor in "IJ")])
        self._largest = min(self._largest, (1 << 31) - 1)
        self._registers = 100
        self._object = -1

    def _register(self) -> int:
        self._registers += 1
        return self._registers - 1

    def call(self, call: Called) -> None:
        member = call.member
        arguments = tuple(map(self._argument, member.parameters, call.arguments))
        if self._object >= 0:
            key = self._world.call_key(member.method)
            self._code.append(ir.Call(ir.DISCARD, key, self._object, arguments, AT))
            return
        self._object = self._register()
        self._code.append(ir.Initialize(member.owner, AT))
        if member.method.is_static:
            self._code.append(ir.Invoke(self._object, member.method.owner, member.method.key, arguments, AT))
            return
        made = ir.New(self._object, member.owner, AT)
        owner, key = member.method.owner, member.method.key
        self._code += [made, ir.Invoke(ir.DISCARD, owner, key, (self._object, *arguments), AT, receiver=True)]

    def _argument(self, descriptor: str, operand: Operand | None) -> int:
        if operand is None:
            self._inputs.append((f"n{len(self._inputs)}", descriptor))
            wide = self._converted(len(self._inputs) - 1, widening(descriptor))
            if descriptor in "IJ":
                self._bound(wide, ICMP_GE, -self._largest)
                self._bound(wide, ICMP_LE, self._largest)
            return wide
        register = self._register()
        if descriptor[0] not in "L[":
            self._code.append(ir.Const(register, _wide(descriptor, operand.value), AT))
            return register
        known = self._context.target.table.initial.term(operand.number) if operand.number else NULL
        self._code.append(ir.Const(register, known, AT))
        return register

    def _bound(self, register: int, comparison: ir.Operation, value: int) -> None:
        bound, holds = self._register(), self._register()
        self._code.append(ir.Const(bound, value, AT))
        self._code += [ir.Compute(holds, comparison, (register, bound), AT), ir.Assume(holds, AT)]

    def _converted(self, source: int, operation: ir.Operation | None) -> int:
        if operation is None:
            return source
        register = self._register()
        self._code.append(ir.Compute(register, operation, (source,), AT))
        return register

    def program(self, like: ir.Program) -> ir.Program | None:
        """Return the calls followed by the assumptions; None if there is nothing to assume."""
        declared = self._context.target.declared(self._context.target.class_of(self._number))
        mentions = [m for m in self._context.target.mentions(self._number) if isinstance(m.step, str)]
        numbers = [m for m in mentions if not m.is_reference and sort_of(m.descriptor) not in (F32, F64)]
        if not numbers or not self._inputs:
            return None
        for mention in numbers:
            field = declared[str(mention.step)].field
            there, wanted, same = self._register(), self._register(), self._register()
            self._code += [
                ir.Get(there, self._object, field.name, (field,), AT),
                ir.Const(wanted, _wide(mention.descriptor, mention.value), AT),
            ]
            there = self._converted(there, widening(mention.descriptor))
            self._code += [ir.Compute(same, ICMP_EQ, (there, wanted), AT), ir.Assume(same, AT)]
        return self.closed(like)

    def closed(self, like: ir.Program) -> ir.Program:
        """Return the program with the calls and the assumptions so far."""
        entry = straight(self._registers, *self._code, ir.Return(self._object, AT))
        inputs = tuple(self._declared(name, descriptor) for name, descriptor in self._inputs)
        everything = tuple(range(len(inputs)))
        return replace(like, entry=entry, inputs=inputs, arguments=everything, result=None)

    def _declared(self, name: str, descriptor: str) -> ir.InputDecl:
        table = self._context.target.table
        if descriptor[0] in "L[":
            return ir.InputDecl(name, type_of(descriptor), table.instances(class_named_by(descriptor)))
        return ir.InputDecl(name, Type(sort_of(descriptor)), TypeSet(0, table.universe, "none"))

    def arguments(self, context: Context, calls: Sequence[Called], heap: ConcreteHeap) -> Arguments:
        values = iter([_operand(context, d, heap.roots.get(name, 0), heap) for name, d in self._inputs])
        return tuple(tuple(next(values) if o is None else o for o in call.arguments) for call in calls)


def _operand(context: Context, descriptor: str, value: Plain, heap: ConcreteHeap) -> Operand:
    if descriptor[0] not in "L[":
        return context.members.scalar(descriptor, value)
    return context.text(string_of(heap, heap.objects.get(int(value))) or "") if value else context.null()


def _wide(descriptor: str, value: Plain) -> Value:
    wider = widening(descriptor)
    return value if wider is None else wider.apply(value)
