"""The table of all opcodes: number, mnemonic and layout of the operands, JVMS 6.5."""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType


class OperandLayout(IntEnum):
    """The operands after an opcode, and their form in `Instruction.args`."""

    UNUSED = 0
    NONE = 1
    BYTE = 2  # (signed byte,)
    SHORT = 3  # (signed short,)
    LOCAL = 4  # (local,)
    INCREMENT = 5  # (local, signed delta)
    LOAD = 6  # (constant,) by a one-byte index
    LOAD_WIDE = 7  # (constant,) by a two-byte index
    LOAD_DOUBLE = 8  # (constant of two slots,)
    FIELD = 9  # (FieldRef,)
    VIRTUAL = 10  # (MethodRef of a class,)
    METHOD = 11  # (MethodRef,)
    INTERFACE = 12  # (MethodRef of an interface,)
    DYNAMIC = 13  # (InvokeDynamic,)
    CLASS = 14  # (ClassRef,)
    NEW = 15  # (ClassRef that is not an array,)
    PRIMITIVE = 16  # (descriptor of the element,)
    DIMENSIONS = 17  # (ClassRef, dimensions)
    BRANCH = 18  # (target,)
    BRANCH_WIDE = 19  # (target,)
    TABLE = 20  # (default, low, high, (target, ...))
    LOOKUP = 21  # (default, ((key, target), ...))
    WIDE = 22  # never an instruction of its own: folded into the next one


SIZES: MappingProxyType[OperandLayout, int] = MappingProxyType(
    {
        OperandLayout.NONE: 1,
        OperandLayout.BYTE: 2,
        OperandLayout.SHORT: 3,
        OperandLayout.LOCAL: 2,
        OperandLayout.INCREMENT: 3,
        OperandLayout.LOAD: 2,
        OperandLayout.LOAD_WIDE: 3,
        OperandLayout.LOAD_DOUBLE: 3,
        OperandLayout.FIELD: 3,
        OperandLayout.VIRTUAL: 3,
        OperandLayout.METHOD: 3,
        OperandLayout.INTERFACE: 5,
        OperandLayout.DYNAMIC: 5,
        OperandLayout.CLASS: 3,
        OperandLayout.NEW: 3,
        OperandLayout.PRIMITIVE: 2,
        OperandLayout.DIMENSIONS: 4,
        OperandLayout.BRANCH: 3,
        OperandLayout.BRANCH_WIDE: 5,
        OperandLayout.WIDE: 2,
        OperandLayout.TABLE: 1,
        OperandLayout.LOOKUP: 1,
    }
)
"""The size of an instruction in bytes; of `wide` including the next opcode; of a switch only the opcode."""

_NAMES = """
nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 lconst_1 fconst_0 fconst_1
fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w iload lload fload dload aload
iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 fload_2 fload_3
dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3
iaload laload faload daload aaload baload caload saload istore lstore fstore dstore astore
istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3 fstore_0 fstore_1 fstore_2 fstore_3
dstore_0 dstore_1 dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3
iastore lastore fastore dastore aastore bastore castore sastore
pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap
iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem
ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc
i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg
ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne
goto jsr ret tableswitch lookupswitch ireturn lreturn freturn dreturn areturn return
getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic invokeinterface invokedynamic
new newarray anewarray arraylength athrow checkcast instanceof monitorenter monitorexit
wide multianewarray ifnull ifnonnull goto_w jsr_w
"""

MNEMONICS: tuple[str, ...] = tuple(_NAMES.split())
OPCODES: MappingProxyType[str, int] = MappingProxyType({name: opcode for opcode, name in enumerate(MNEMONICS)})

_LAYOUTS = {
    OperandLayout.BYTE: "bipush",
    OperandLayout.SHORT: "sipush",
    OperandLayout.LOCAL: "iload lload fload dload aload istore lstore fstore dstore astore ret",
    OperandLayout.INCREMENT: "iinc",
    OperandLayout.LOAD: "ldc",
    OperandLayout.LOAD_WIDE: "ldc_w",
    OperandLayout.LOAD_DOUBLE: "ldc2_w",
    OperandLayout.FIELD: "getstatic putstatic getfield putfield",
    OperandLayout.VIRTUAL: "invokevirtual",
    OperandLayout.METHOD: "invokespecial invokestatic",
    OperandLayout.INTERFACE: "invokeinterface",
    OperandLayout.DYNAMIC: "invokedynamic",
    OperandLayout.CLASS: "anewarray checkcast instanceof",
    OperandLayout.NEW: "new",
    OperandLayout.PRIMITIVE: "newarray",
    OperandLayout.DIMENSIONS: "multianewarray",
    OperandLayout.BRANCH: "ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple "
    "if_acmpeq if_acmpne goto jsr ifnull ifnonnull",
    OperandLayout.BRANCH_WIDE: "goto_w jsr_w",
    OperandLayout.TABLE: "tableswitch",
    OperandLayout.LOOKUP: "lookupswitch",
    OperandLayout.WIDE: "wide",
}
_BY_NAME = {name: layout for layout, names in _LAYOUTS.items() for name in names.split()}

LAYOUTS: tuple[OperandLayout, ...] = tuple(
    _BY_NAME.get(MNEMONICS[opcode], OperandLayout.NONE) if opcode < len(MNEMONICS) else OperandLayout.UNUSED
    for opcode in range(256)
)


def _locals_needed(name: str) -> int:
    """Return the slots of a local variable: 2 for longs and doubles, 1 for others."""
    return 2 if name[0] in "ld" else 1


def _implied(name: str) -> int:
    head, _, digit = name.partition("_")
    return int(digit) + _locals_needed(name) if head.endswith(("load", "store")) and digit else 0


IMPLIED_LOCALS: tuple[int, ...] = tuple(_implied(name) for name in MNEMONICS)
"""The least number of local variables for `aload_2` and the like; 0 for instructions without such a number."""

LOCAL_SLOTS: tuple[int, ...] = tuple(_locals_needed(name) for name in MNEMONICS)
"""The number of slots of the local, for instructions with layout LOCAL."""

PRIMITIVE_ARRAYS: MappingProxyType[int, str] = MappingProxyType(dict(enumerate("ZCFDBSIJ", start=4)))
"""The element descriptor for each operand of `newarray`."""
