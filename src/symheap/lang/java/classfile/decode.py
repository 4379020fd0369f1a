"""Decodes the bytes of a method's code into instructions, in one pass."""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import pairwise

from symheap.lang.java.classfile.code import Argument, Instruction
from symheap.lang.java.classfile.constants import (
    ClassRef,
    DoubleConst,
    DynamicConst,
    FieldRef,
    InvokeDynamic,
    LongConst,
    MethodRef,
)
from symheap.lang.java.classfile.descriptors import dimensions, method_type
from symheap.lang.java.classfile.opcodes import (
    IMPLIED_LOCALS,
    LAYOUTS,
    LOCAL_SLOTS,
    MNEMONICS,
    OPCODES,
    PRIMITIVE_ARRAYS,
    SIZES,
    OperandLayout,
)
from symheap.lang.java.classfile.pool import ConstantPool
from symheap.lang.java.errors import Malformed

_INVOKESPECIAL = OPCODES["invokespecial"]
_WIDE = OPCODES["wide"]
_BODY_SIZES = tuple(SIZES.get(layout, 1) for layout in LAYOUTS)
_S4 = struct.Struct(">i")


class _Body:
    """Code being decoded. `targets` maps each branch target to the pc of a branch."""

    __slots__ = ("code", "max_locals", "offset", "pool", "targets")

    def __init__(self, code: bytes, offset: int, pool: ConstantPool, max_locals: int) -> None:
        self.code = code
        self.offset = offset
        self.pool = pool
        self.max_locals = max_locals
        self.targets: dict[int, int] = {}

    def fail(self, message: str, pc: int) -> Malformed:
        return self.pool.fail(message, self.offset + pc)

    def u2(self, pc: int) -> int:
        return self.code[pc] << 8 | self.code[pc + 1]

    def s2(self, pc: int) -> int:
        value = self.code[pc] << 8 | self.code[pc + 1]
        return value - 0x10000 if value & 0x8000 else value

    def local(self, index: int, slots: int, pc: int) -> int:
        if index + slots > self.max_locals:
            raise self.fail(f"local variable {index} of {self.max_locals}", pc)
        return index


Decoded = tuple[tuple[Argument, ...], int]
_Decoder = Callable[[_Body, int, int], Decoded]


def instructions_of(
    code: bytes, offset: int, pool: ConstantPool, max_locals: int
) -> tuple[list[Instruction], set[int]]:
    """Return the instructions of `code`, which starts at `offset` of its file, and the set of their pcs.

    Every instruction lies inside the code and every branch leads to an instruction.
    """
    body = _Body(code, offset, pool, max_locals)
    instructions: list[Instruction] = []
    pc, length = 0, len(code)
    while pc < length:
        opcode = code[pc]
        if pc + _BODY_SIZES[opcode] > length:
            raise body.fail("the code ends inside an instruction", pc)
        decoder = _DECODERS[opcode]
        args: tuple[Argument, ...] = ()
        following = pc + 1
        if decoder is not None:
            args, following = decoder(body, pc, opcode)
        elif opcode == _WIDE:
            opcode, args, following = _wide(body, pc)
        elif opcode >= len(MNEMONICS):
            raise body.fail(f"unknown opcode {opcode}", pc)
        elif IMPLIED_LOCALS[opcode] > max_locals:
            raise body.fail(f"{MNEMONICS[opcode]} with {max_locals} local variables", pc)
        instructions.append(Instruction(pc, opcode, MNEMONICS[opcode], args))
        pc = following
    starts = {instruction.pc for instruction in instructions}
    for target, origin in body.targets.items():
        if target not in starts:
            raise body.fail(f"branch to {target}, where no instruction starts", origin)
    return instructions, starts


def _byte(body: _Body, pc: int, opcode: int) -> Decoded:
    value = body.code[pc + 1]
    return (value - 0x100 if value & 0x80 else value,), pc + 2


def _short(body: _Body, pc: int, opcode: int) -> Decoded:
    return (body.s2(pc + 1),), pc + 3


def _local(body: _Body, pc: int, opcode: int) -> Decoded:
    return (body.local(body.code[pc + 1], LOCAL_SLOTS[opcode], pc),), pc + 2


def _increment(body: _Body, pc: int, opcode: int) -> Decoded:
    delta = body.code[pc + 2]
    return (body.local(body.code[pc + 1], 1, pc), delta - 0x100 if delta & 0x80 else delta), pc + 3


def _wide(body: _Body, pc: int) -> tuple[int, tuple[Argument, ...], int]:
    opcode = body.code[pc + 1]
    layout = LAYOUTS[opcode]
    end = pc + (6 if layout is OperandLayout.INCREMENT else 4)
    if layout not in (OperandLayout.LOCAL, OperandLayout.INCREMENT):
        raise body.fail(f"wide before opcode {opcode}", pc)
    if end > len(body.code):
        raise body.fail("the code ends inside an instruction", pc)
    if layout is OperandLayout.INCREMENT:
        return opcode, (body.local(body.u2(pc + 2), 1, pc), body.s2(pc + 4)), end
    return opcode, (body.local(body.u2(pc + 2), LOCAL_SLOTS[opcode], pc),), end


def _load_at(body: _Body, index: int, pc: int, *, double: bool) -> Argument:
    constant = body.pool.loadable(index, body.offset + pc)
    if isinstance(constant, DynamicConst):
        takes_two = constant.descriptor in ("J", "D")
    else:
        takes_two = isinstance(constant, LongConst | DoubleConst)
    if takes_two != double:
        raise body.fail(f"constant {index} of the wrong size is loaded", pc)
    return constant


def _load(body: _Body, pc: int, opcode: int) -> Decoded:
    return (_load_at(body, body.code[pc + 1], pc, double=False),), pc + 2


def _load_wide(body: _Body, pc: int, opcode: int) -> Decoded:
    return (_load_at(body, body.u2(pc + 1), pc, double=False),), pc + 3


def _load_double(body: _Body, pc: int, opcode: int) -> Decoded:
    return (_load_at(body, body.u2(pc + 1), pc, double=True),), pc + 3


def _field(body: _Body, pc: int, opcode: int) -> Decoded:
    return (body.pool.get(body.u2(pc + 1), FieldRef, body.offset + pc),), pc + 3


def _method_at(body: _Body, pc: int, opcode: int) -> MethodRef:
    method = body.pool.get(body.u2(pc + 1), MethodRef, body.offset + pc)
    if method.name == "<init>" and opcode != _INVOKESPECIAL:
        raise body.fail(f"{MNEMONICS[opcode]} of a constructor", pc)
    return method


def _method(body: _Body, pc: int, opcode: int) -> Decoded:
    return (_method_at(body, pc, opcode),), pc + 3


def _virtual(body: _Body, pc: int, opcode: int) -> Decoded:
    method = _method_at(body, pc, opcode)
    if method.is_interface:
        raise body.fail("invokevirtual of an interface's method", pc)
    return (method,), pc + 3


def _interface(body: _Body, pc: int, opcode: int) -> Decoded:
    method = _method_at(body, pc, opcode)
    if not method.is_interface:
        raise body.fail("invokeinterface of a class's method", pc)
    if body.code[pc + 3] != method_type(method.descriptor).slots + 1 or body.code[pc + 4]:
        raise body.fail("invokeinterface with a wrong count of arguments", pc)
    return (method,), pc + 5


def _dynamic(body: _Body, pc: int, opcode: int) -> Decoded:
    if body.u2(pc + 3):
        raise body.fail("invokedynamic without two zero bytes", pc)
    return (body.pool.get(body.u2(pc + 1), InvokeDynamic, body.offset + pc),), pc + 5


def _class(body: _Body, pc: int, opcode: int) -> Decoded:
    return (body.pool.get(body.u2(pc + 1), ClassRef, body.offset + pc),), pc + 3


def _new(body: _Body, pc: int, opcode: int) -> Decoded:
    made = body.pool.get(body.u2(pc + 1), ClassRef, body.offset + pc)
    if made.name.startswith("["):
        raise body.fail("new of an array class", pc)
    return (made,), pc + 3


def _primitive(body: _Body, pc: int, opcode: int) -> Decoded:
    element = PRIMITIVE_ARRAYS.get(body.code[pc + 1])
    if element is None:
        raise body.fail(f"newarray of type {body.code[pc + 1]}", pc)
    return (element,), pc + 2


def _dimensions(body: _Body, pc: int, opcode: int) -> Decoded:
    made = body.pool.get(body.u2(pc + 1), ClassRef, body.offset + pc)
    count = body.code[pc + 3]
    if not 1 <= count <= dimensions(made.name):
        raise body.fail(f"multianewarray of {count} dimensions of {made.name}", pc)
    return (made, count), pc + 4


def _branch(body: _Body, pc: int, opcode: int) -> Decoded:
    target = pc + body.s2(pc + 1)
    body.targets[target] = pc
    return (target,), pc + 3


def _branch_wide(body: _Body, pc: int, opcode: int) -> Decoded:
    target = pc + int(_S4.unpack_from(body.code, pc + 1)[0])
    body.targets[target] = pc
    return (target,), pc + 5


def _numbers(body: _Body, pc: int, at: int, count: int) -> tuple[int, ...]:
    if at + 4 * count > len(body.code):
        raise body.fail("the code ends inside a switch", pc)
    return struct.unpack_from(f">{count}i", body.code, at)


def _table(body: _Body, pc: int, opcode: int) -> Decoded:
    at = (pc | 3) + 1
    default, low, high = _numbers(body, pc, at, 3)
    if low > high:
        raise body.fail(f"tableswitch from {low} to {high}", pc)
    count = high - low + 1
    targets = tuple(pc + each for each in _numbers(body, pc, at + 12, count))
    body.targets.update(dict.fromkeys((pc + default, *targets), pc))
    return (pc + default, low, high, targets), at + 12 + 4 * count


def _lookup(body: _Body, pc: int, opcode: int) -> Decoded:
    at = (pc | 3) + 1
    default, count = _numbers(body, pc, at, 2)
    if count < 0:
        raise body.fail(f"lookupswitch of {count} pairs", pc)
    numbers = _numbers(body, pc, at + 8, 2 * count)
    keys, targets = numbers[::2], tuple(pc + each for each in numbers[1::2])
    if any(left >= right for left, right in pairwise(keys)):
        raise body.fail("lookupswitch with keys out of order", pc)
    body.targets.update(dict.fromkeys((pc + default, *targets), pc))
    return (pc + default, tuple(zip(keys, targets, strict=True))), at + 8 + 8 * count


_BY_LAYOUT: dict[OperandLayout, _Decoder] = {
    OperandLayout.BYTE: _byte,
    OperandLayout.SHORT: _short,
    OperandLayout.LOCAL: _local,
    OperandLayout.INCREMENT: _increment,
    OperandLayout.LOAD: _load,
    OperandLayout.LOAD_WIDE: _load_wide,
    OperandLayout.LOAD_DOUBLE: _load_double,
    OperandLayout.FIELD: _field,
    OperandLayout.VIRTUAL: _virtual,
    OperandLayout.METHOD: _method,
    OperandLayout.INTERFACE: _interface,
    OperandLayout.DYNAMIC: _dynamic,
    OperandLayout.CLASS: _class,
    OperandLayout.NEW: _new,
    OperandLayout.PRIMITIVE: _primitive,
    OperandLayout.DIMENSIONS: _dimensions,
    OperandLayout.BRANCH: _branch,
    OperandLayout.BRANCH_WIDE: _branch_wide,
    OperandLayout.TABLE: _table,
    OperandLayout.LOOKUP: _lookup,
}
_DECODERS: tuple[_Decoder | None, ...] = tuple(_BY_LAYOUT.get(layout) for layout in LAYOUTS)
