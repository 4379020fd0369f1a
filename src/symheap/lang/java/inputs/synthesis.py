"""The synthesised entry: from inputs as declared to a call as in bytecode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symheap.core.source import CodePosition
from symheap.core.terms import NULL
from symheap.core.types import Type
from symheap.lang.java.classes import INIT, JavaField, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import narrowing, widening
from symheap.objects import ir
from symheap.objects.ir import Reg

REJECT = 1
"""The block that ends the path of an input for which an assumption does not hold."""


MAIN = "([Ljava/lang/String;)V"
"""The descriptor of the usual `main`."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """A boolean method and the numbers of its arguments among the inputs, its receiver first.

    With `guarded`, a null input need not satisfy it.
    """

    method: JavaMethod
    arguments: tuple[int, ...]
    guarded: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of the entry: store `statics`, check `assumptions`, call `method`.

    `inputs` are all inputs, `arguments` the numbers of those that the call takes, and `statics` pairs each static field
    with the input for its value. With `empty`, the only argument is an empty array of strings.
    """

    class_name: str
    method: JavaMethod
    inputs: tuple[tuple[str, Type], ...]
    descriptors: tuple[str, ...]
    arguments: tuple[int, ...]
    statics: tuple[tuple[JavaField, int], ...]
    assumptions: tuple[Assumption, ...]
    position: CodePosition
    empty: bool = False


def synthesize(table: JavaTable, plan: Plan) -> ir.Method:
    """Return the entry. Its registers begin with the inputs; a narrow one is widened into a register of its own.

    An assumption that throws does not hold. The result of a constructor call is the new object.
    """
    e = _Entry(table, plan)
    e.begin()
    for assumption in plan.assumptions:
        e.assume(assumption)
    e.call()
    return e.method()


class _Entry:
    """Blocks under construction: the last one is open."""

    def __init__(self, table: JavaTable, plan: Plan) -> None:
        self._table = table
        self._plan = plan
        self._places = 0
        self._registers = len(plan.inputs)
        self._false = self._register()
        reject: list[ir.Instruction] = [ir.Const(self._false, False, self._at), ir.Assume(self._false, self._at)]
        self._blocks: list[list[ir.Instruction]] = [[], [*reject, ir.Return(self._false, self._at)]]
        self._handlers: list[tuple[ir.Handler, ...]] = [(), ()]
        self._open = 0
        self._wide: list[Reg] = []

    @property
    def _at(self) -> CodePosition:
        """A position of its own for every instruction: decisions are distinguished by their positions."""
        self._places += 1
        return replace(self._plan.position, column=self._places)

    def _register(self) -> Reg:
        self._registers += 1
        return self._registers - 1

    def _emit(self, *instructions: ir.Instruction) -> None:
        self._blocks[self._open].extend(instructions)

    def _start(self, handlers: tuple[ir.Handler, ...] = ()) -> int:
        """Open a new block, which nothing enters yet."""
        self._blocks.append([])
        self._handlers.append(handlers)
        self._open = len(self._blocks) - 1
        return self._open

    def _go_on(self, handlers: tuple[ir.Handler, ...] = ()) -> None:
        self._emit(ir.Jump(len(self._blocks), self._at))
        self._start(handlers)

    def begin(self) -> None:
        """Store static fields, then widen inputs to the registers of bytecode."""
        for java_field, source in self._plan.statics:
            holder = self._register()
            self._emit(
                ir.Initialize(java_field.owner, self._at),
                ir.Const(holder, self._table.holder(java_field.owner), self._at),
                ir.Put(holder, java_field.field.name, (java_field.field,), source, self._at),
            )
        self._wide = [self._converted(reg, widening(d)) for reg, d in enumerate(self._plan.descriptors)]

    def _converted(self, src: Reg, operation: ir.Operation | None) -> Reg:
        if operation is None:
            return src
        dst = self._register()
        self._emit(ir.Compute(dst, operation, (src,), self._at))
        return dst

    def assume(self, assumption: Assumption) -> None:
        """Check an assumption in blocks of its own, from which every exception leads to the end."""
        handlers = (ir.Handler(None, REJECT, self._register()),)
        self._go_on(handlers)
        branch = self._null_branch(assumption, handlers)
        method = assumption.method
        arguments = tuple(self._wide[i] for i in assumption.arguments)
        result = self._register()
        self._emit(ir.Initialize(method.owner, self._at), self._call(result, method, arguments))
        condition = self._converted(result, narrowing("Z"))
        self._emit(ir.Assume(condition, self._at))
        self._go_on()
        if branch is not None:
            block, is_null, then = branch
            self._blocks[block].append(ir.Branch(is_null, self._open, then, self._at))

    def _null_branch(self, assumption: Assumption, handlers: tuple[ir.Handler, ...]) -> tuple[int, Reg, int] | None:
        """Return a pending test for null: its block, its condition, and the target if not null."""
        if not assumption.guarded:
            return None
        block, null, is_null = self._open, self._register(), self._register()
        tested = self._wide[assumption.arguments[0]]
        self._emit(ir.Const(null, NULL, self._at))
        self._emit(ir.Binary(is_null, ir.Operator.EQUAL, tested, null, self._at))
        return block, is_null, self._start(handlers)

    def _call(self, dst: Reg, method: JavaMethod, arguments: tuple[Reg, ...]) -> ir.Instruction:
        if method.is_virtual:
            key = self._table.world.call_key(method)
            return ir.Call(dst, key, arguments[0], arguments[1:], self._at)
        return ir.Invoke(dst, method.owner, method.key, arguments, self._at, receiver=not method.is_static)

    def call(self) -> None:
        """Call the only possible body: the receiver is declared as not null, and of a class that runs it."""
        plan, method = self._plan, self._plan.method
        self._emit(ir.Initialize(plan.class_name, self._at))
        arguments = (self._empty_array(),) if plan.empty else tuple(self._wide[i] for i in plan.arguments)
        result = self._register()
        if method.name == INIT:
            self._emit(ir.New(result, plan.class_name, self._at))
            constructor = ir.Invoke(ir.DISCARD, method.owner, method.key, (result, *arguments), self._at)
            self._emit(constructor, ir.Return(result, self._at))
            return
        descriptor = method_type(method.descriptor).result.descriptor
        void = descriptor == "V"
        dst = ir.DISCARD if void else result
        self._emit(ir.Invoke(dst, method.owner, method.key, arguments, self._at))
        if void:
            self._emit(ir.Const(result, 0, self._at))
        self._emit(ir.Return(self._converted(result, narrowing(descriptor)), self._at))

    def _empty_array(self) -> Reg:
        length, array = self._register(), self._register()
        self._emit(ir.Const(length, 0, self._at), ir.NewArray(array, "[Ljava.lang.String;", length, self._at))
        return array

    def method(self) -> ir.Method:
        plan = self._plan
        names = {register: name for register, (name, _) in enumerate(plan.inputs)}
        protected: Sequence[tuple[ir.Handler, ...]] = self._handlers if any(self._handlers) else ()
        return ir.Method(
            plan.class_name,
            f"<entry>{plan.method.descriptor}",
            plan.inputs,
            self._registers,
            tuple(tuple(block) for block in self._blocks),
            plan.position,
            names,
            handlers=tuple(protected),
        )
