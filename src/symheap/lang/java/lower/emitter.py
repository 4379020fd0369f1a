"""A method under construction: registers, blocks, and the constants and classes available in a block."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.core.terms import Value
from symheap.core.types import Field
from symheap.lang.java.classes import JavaField, holder_name
from symheap.lang.java.classfile.access import ABSTRACT, INTERFACE
from symheap.lang.java.classfile.constants import FieldRef
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.values import operations
from symheap.objects import ir
from symheap.objects.history import slot_of
from symheap.objects.ir import Reg

Constants = dict[tuple[type[object], Value], Reg]
"""The registers of constants; the type distinguishes the number 1 from the truth value."""

MAX_CONSTANTS = 12
"""The number of constants that a block keeps in registers at once, so that a long initialiser does not need many."""


class Emitter:
    """Appends instructions to the current block.

    Laws: a register of `constant` is not written again before `forget_constants`; a register of `fresh` belongs to its
    user until `release`.
    """

    def __init__(self, link: Linker, registers: int, at: Position) -> None:
        self.link = link
        self.registers = registers
        self.at = at
        self.blocks: list[list[ir.Instruction]] = []
        self.handlers: list[tuple[ir.Handler, ...]] = []
        self.back_edges: set[tuple[int, int]] = set()
        self.guard: tuple[ir.Handler, ...] = ()
        """The handlers of the blocks that are made from now on."""
        self.number = -1
        self.out: list[ir.Instruction] = []
        self.constants: Constants = {}
        self.initialized: set[str] = set()
        self._constant_registers: list[Reg] = []
        self._temporaries: list[Reg] = []
        self._taken = 0

    # Registers

    def register(self) -> Reg:
        """Return a register that is never released."""
        self.registers += 1
        return self.registers - 1

    def fresh(self) -> Reg:
        if self._taken == len(self._temporaries):
            self._temporaries.append(self.register())
        self._taken += 1
        return self._temporaries[self._taken - 1]

    def release(self, but: Iterable[Reg] = ()) -> None:
        """Free the registers of `fresh`, except those up to the last one in `but`."""
        kept = [self._temporaries.index(r) for r in but if r in self._temporaries]
        self._taken = 1 + max(kept, default=-1)

    @property
    def taken(self) -> int:
        """The number of registers of `fresh` in use."""
        return self._taken

    def constant(self, value: Value) -> Reg:
        key = (type(value), value)
        reg = self.constants.get(key)
        if reg is None:
            if len(self.constants) == len(self._constant_registers):
                self._constant_registers.append(self.register())
            reg = self.constants[key] = self._constant_registers[len(self.constants)]
            self.out.append(ir.Const(reg, value, self.at))
        return reg

    def forget_constants(self) -> None:
        self.constants = {}

    # Blocks

    def block(self) -> int:
        self.blocks.append([])
        self.handlers.append(self.guard)
        return len(self.blocks) - 1

    def start(self, number: int) -> None:
        self.number = number
        self.out = self.blocks[number]

    def emit(self, instruction: ir.Instruction) -> None:
        self.out.append(instruction)

    def jump(self, target: int) -> None:
        self.out.append(ir.Jump(target, self.at))

    def branch(self, condition: Reg, then: int, other: int) -> None:
        self.out.append(ir.Branch(condition, then, other, self.at))

    def decide(self, condition: Reg) -> tuple[int, int]:
        """End the block with a branch to two new blocks: one where the condition holds, one where not."""
        then, other = self.block(), self.block()
        self.out.append(ir.Branch(condition, then, other, self.at))
        return then, other

    def apart(self) -> tuple[Constants, set[str]]:
        """Return the constants and classes available before a branch, for `together` wherever only these are."""
        return dict(self.constants), set(self.initialized)

    def together(self, number: int, at_hand: tuple[Constants, set[str]]) -> None:
        """Continue in a block that is reached in several ways, or from a side."""
        self.start(number)
        self.constants, self.initialized = dict(at_hand[0]), set(at_hand[1])

    # Instructions

    def compute(self, operation: ir.Operation, *args: Reg, dst: Reg | None = None) -> Reg:
        result = self.fresh() if dst is None else dst
        self.out.append(ir.Compute(result, operation, args, self.at))
        return result

    def same_number(self, a: Reg, b: Reg) -> Reg:
        """The truth value that two integers are equal, or two longs."""
        return self.compute(operations.ICMP_EQ, a, b)

    def equal(self, a: Reg, b: Reg) -> Reg:
        """The truth value that two references are the same."""
        result = self.fresh()
        self.out.append(ir.Binary(result, ir.Operator.EQUAL, a, b, self.at))
        return result

    def is_a(self, obj: Reg, class_name: str) -> Reg:
        types = self.link.types(class_name)
        result = self.fresh()
        self.out.append(ir.IsA(result, obj, types, self.at))
        return result

    def cast(self, obj: Reg, class_name: str, dst: Reg | None = None) -> Reg:
        """Cast a reference; a cast to Object needs no code."""
        if class_name == "java.lang.Object" and dst is None:
            return obj
        types = self.link.types(class_name)
        result = self.fresh() if dst is None else dst
        self.out.append(ir.Cast(result, obj, types, self.at))
        return result

    def check(self, condition: Reg, error: ErrorKind, detail: str) -> None:
        self.out.append(ir.Check(condition, error, detail, self.at))

    def get(self, obj: Reg, field: Field, dst: Reg | None = None) -> Reg:
        result = self.fresh() if dst is None else dst
        self.out.append(ir.Get(result, obj, field.name, (field,), self.at))
        return result

    def put(self, obj: Reg, field: Field, src: Reg) -> None:
        self.out.append(ir.Put(obj, field.name, (field,), src, self.at))

    def initialize(self, class_name: str) -> None:
        """Initialise the class, unless this was done before the call or earlier in the block."""
        settled = class_name in self.link.always or class_name in self.link.initial.initialized
        if class_name not in self.initialized and not settled:
            self.initialized.add(class_name)
            self.out.append(ir.Initialize(class_name, self.at))

    def settle(self, static: JavaField, *, writes: bool) -> None:
        """Mark the use of a static field whose value, or the visibility of a write, depends on other classes' pasts."""
        initial, place = self.link.initial, (static.owner, static.field.name)
        names = dict.fromkeys((*initial.settlers.get(place, ()), *(initial.readers.get(place, ()) if writes else ())))
        for class_name in names:
            slot = slot_of(holder_name(static.owner), static.field)
            self.out.append(ir.Settle(class_name, slot, self.at, writes))

    def static(self, reference: FieldRef, *, writes: bool = False) -> tuple[Reg, Field]:
        """Return the object that holds a static field, and the field, after initialising its class."""
        declared = self.link.field(reference, static=True)
        self.initialize(declared.owner)
        self.settle(declared, writes=writes)
        return self.constant(self.link.holder(declared.owner)), declared.field

    def new(self, class_name: str, dst: Reg) -> None:
        if self.link.find(class_name).access & (ABSTRACT | INTERFACE):
            raise Unlinkable(f"java.lang.InstantiationError: {class_name}")
        self.initialize(class_name)
        self.out.append(ir.New(dst, class_name, self.at))
