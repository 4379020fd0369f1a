"""Instructions that compilers seldom write, and code that no JVM accepts."""

from __future__ import annotations

import struct

import pytest

from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.classfile.code import Code, Handler
from symheap.lang.java.classfile.constants import ClassRef, DoubleConst, MethodRef, StringConst
from symheap.lang.java.classfile.opcodes import LAYOUTS, MNEMONICS, OPCODES, OperandLayout
from symheap.lang.java.errors import Malformed
from symheap_testing.java.classfiles import ClassBuilder, u2

RETURN = bytes((OPCODES["return"],))


def op(name: str, *operands: int) -> bytes:
    return bytes((OPCODES[name], *operands))


def decoded(code: bytes, builder: ClassBuilder | None = None, *, max_locals: int = 4) -> Code:
    builder = builder or ClassBuilder()
    builder.method(code, max_locals=max_locals)
    found = parse(builder.build(), "A").methods[0].code
    assert found is not None
    return found


def refused(code: bytes, builder: ClassBuilder | None = None) -> str:
    with pytest.raises(Malformed) as caught:
        decoded(code, builder)
    return caught.value.message


def test_the_table_is_that_of_the_jvm() -> None:
    assert len(MNEMONICS) == 202
    known = {"aconst_null": 1, "iload_0": 26, "iaload": 46, "istore_0": 59, "pop": 87, "iinc": 132, "ifeq": 153}
    known |= {"goto": 167, "ireturn": 172, "getstatic": 178, "new": 187, "wide": 196, "jsr_w": 201}
    assert {name: OPCODES[name] for name in known} == known
    assert LAYOUTS[202:] == (OperandLayout.UNUSED,) * 54


def test_wide_is_folded_in() -> None:
    code = decoded(op("wide", OPCODES["iinc"], 1, 0, 0xFF, 0x38) + op("wide", 21, 1, 1) + RETURN, max_locals=300)
    assert [(i.pc, i.mnemonic, i.args) for i in code.instructions] == [
        (0, "iinc", (256, -200)),
        (6, "iload", (257,)),
        (10, "return", ()),
    ]


def test_switches_and_far_branches() -> None:
    table = op("tableswitch", 0, 0, 0) + struct.pack(">iiiii", 24, -1, 0, 24, 25)
    code = decoded(table + op("nop") + RETURN)
    assert code.instructions[0].args == (24, -1, 0, (24, 25))
    lookup = op("nop") + op("lookupswitch", 0, 0) + struct.pack(">iiiiii", 27, 2, -5, 27, 7, -1)
    code = decoded(lookup + op("nop") * 4 + RETURN)
    assert code.instructions[1].args == (28, ((-5, 28), (7, 0)))
    far = decoded(op("goto_w", 0, 0, 0, 5) + op("jsr_w", 0xFF, 0xFF, 0xFF, 0xFB) + RETURN)
    assert [i.args for i in far.instructions] == [(5,), (0,), ()]


def test_constants_are_resolved() -> None:
    builder = ClassBuilder()
    text, double = builder.string("hello"), builder.constant(6, struct.pack(">d", -0.0))
    call = builder.member(11, "I", "f", "(J)V")
    array = builder.class_ref("[[I")
    code = decoded(
        op("ldc", text)
        + op("ldc2_w", *u2(double))
        + op("invokeinterface", *u2(call), 3, 0)
        + op("multianewarray", *u2(array), 2)
        + op("newarray", 10)
        + RETURN,
        builder,
    )
    assert [i.args for i in code.instructions] == [
        (StringConst("hello"),),
        (DoubleConst(-(1 << 63)),),
        (MethodRef("I", "f", "(J)V", True),),
        (ClassRef("[[I"), 2),
        ("I",),
        (),
    ]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (b"", "code of 0 bytes"),
        (b"\xca", "unknown opcode 202"),
        (op("sipush", 1), "ends inside an instruction"),
        (op("wide", 21, 0), "ends inside an instruction"),
        (op("wide"), "ends inside an instruction"),
        (op("wide", 0, 0, 0), "wide before opcode 0"),
        (op("goto", 0, 1) + RETURN, "branch to 1, where no instruction starts"),
        (op("goto", 0xFF, 0xFF) + RETURN, "branch to -1"),
        (op("goto", 0, 4) + RETURN, "branch to 4"),
        (op("iload", 4) + RETURN, "local variable 4 of 4"),
        (op("lload_3") + RETURN, "lload_3 with 4 local variables"),
        (op("newarray", 3) + RETURN, "newarray of type 3"),
        (op("ldc", 0) + RETURN, "constant 0 is missing"),
        (op("ldc", 200) + RETURN, "constant 200 is missing"),
        (op("tableswitch", 0, 0, 0), "ends inside a switch"),
        (op("tableswitch", 0, 0, 0) + struct.pack(">iii", 0, 1, 0), "tableswitch from 1 to 0"),
        (op("tableswitch", 0, 0, 0) + struct.pack(">iii", 0, -(1 << 31), (1 << 31) - 1), "ends inside a switch"),
        (op("lookupswitch", 0, 0, 0) + struct.pack(">ii", 0, -1), "lookupswitch of -1 pairs"),
        (op("lookupswitch", 0, 0, 0) + struct.pack(">iiiiii", 0, 2, 1, 0, 1, 0), "keys out of order"),
    ],
)
def test_code_that_is_refused(code: bytes, message: str) -> None:
    assert message in refused(code)


def test_operands_of_the_wrong_kind_are_refused() -> None:
    builder = ClassBuilder()
    text, array = builder.string("hello"), builder.class_ref("[I")
    method, of_interface = builder.member(10, "B", "f", "()V"), builder.member(11, "B", "f", "()V")
    constructor = builder.member(10, "B", "<init>", "()V")
    cases = {
        op("ldc2_w", *u2(text)): "wrong size",
        op("getfield", *u2(method)): "is not a FieldRef",
        op("invokevirtual", *u2(of_interface)): "invokevirtual of an interface's method",
        op("invokestatic", *u2(constructor)): "invokestatic of a constructor",
        op("invokeinterface", *u2(method), 1, 0): "invokeinterface of a class's method",
        op("invokeinterface", *u2(of_interface), 2, 0): "wrong count",
        op("new", *u2(array)): "new of an array class",
        op("multianewarray", *u2(array), 2): "multianewarray of 2 dimensions",
        op("invokedynamic", *u2(method), 0, 0): "is not a InvokeDynamic",
        op("ldc", method): "which cannot be loaded",
    }
    for code, message in cases.items():
        builder.methods.clear()
        assert message in refused(code + RETURN, builder)


@pytest.mark.parametrize(
    "handler", [(0, 0, 0, 0), (0, 9, 0, 0), (1, 3, 0, 0), (0, 2, 0, 0), (0, 3, 1, 0), (0, 3, 9, 0)]
)
def test_handlers_cover_whole_instructions(handler: tuple[int, int, int, int]) -> None:
    builder = ClassBuilder()
    builder.method(op("sipush", 0, 0) + RETURN, handlers=(handler,))
    method = parse(builder.build(), "A").methods[0]
    for _ in range(2):
        with pytest.raises(Malformed, match="exception handler"):
            method.code  # noqa: B018


def test_a_handler_may_end_at_the_end_of_the_code() -> None:
    builder = ClassBuilder()
    caught = builder.class_ref("java/lang/Error")
    builder.method(op("sipush", 0, 0) + RETURN, handlers=((0, 4, 3, caught), (0, 3, 0, 0)))
    code = parse(builder.build(), "A").methods[0].code
    assert code is not None
    assert code.handlers == (Handler(0, 4, 3, "java.lang.Error"), Handler(0, 3, 0, None))
