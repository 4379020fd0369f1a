"""The expressions of single operands of instructions: constants, texts, arguments."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symheap.lang.java.classfile.classfile import Bootstrap, ClassFile
from symheap.lang.java.classfile.code import Code, Instruction
from symheap.lang.java.classfile.constants import (
    ClassRef,
    DoubleConst,
    FloatConst,
    IntConst,
    InvokeDynamic,
    LongConst,
    StringConst,
)
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.classfile.members import MethodInfo
from symheap.lang.java.values.types import descriptor_of, source_name
from symheap.lang.java.words.expression import (
    BOOLEAN,
    DOUBLE,
    FLOAT,
    INT,
    LITERAL,
    LONG,
    THIS,
    UNKNOWN,
    Expression,
    literal,
    name,
)
from symheap.lang.java.words.matching import value_of

Stack = tuple[Expression, ...]


WIDE: Final = (LONG, DOUBLE)


LETTERS: Final = {"i": INT, "l": LONG, "f": FLOAT, "d": DOUBLE, "b": "B", "c": "C", "s": "S"}


CONCAT: Final = ("makeConcatWithConstants", "makeConcat")


def simple_name(class_name: str) -> str:
    """Return a class without its package and enclosing classes: ``Entry``, ``int[]``."""
    simple = source_name(descriptor_of(class_name), simple=True)
    return simple if not simple[:1].isdigit() else f"anonymous class {simple}"


def merged(a: Stack, b: Stack) -> Stack:
    """Join two stacks where control flow joins: a value that differs is unknown."""
    if len(a) != len(b):
        return tuple(UNKNOWN for _ in range(max(len(a), len(b))))
    return tuple(x if x == y else replace(UNKNOWN, type=_common(x, y)) for x, y in zip(a, b, strict=True))


def _common(x: Expression, y: Expression) -> str:
    """Return the type of a value from two sides. The numbers 0 and 1 from both sides are a truth value."""
    if x.op == y.op == LITERAL and {x.text, y.text} == {"0", "1"}:
        return BOOLEAN
    return x.type if x.type == y.type else BOOLEAN if BOOLEAN in (x.type, y.type) else ""


def argument_names(method: MethodInfo) -> dict[int, Expression]:
    """Return the receiver and the parameters by their slots, for code without names."""
    by_slot: dict[int, Expression] = {} if method.is_static else {0: THIS}
    slot = len(by_slot)
    for number, parameter in enumerate(method_type(method.descriptor).parameters):
        by_slot[slot] = name(f"arg{number}", parameter.descriptor)
        slot += 2 if parameter.descriptor in WIDE else 1
    return by_slot


def slot(i: Instruction, digit: str) -> int:
    slot = int(digit) if digit else i.args[0]
    assert isinstance(slot, int)
    return slot


def constant(letter: str, digit: str, i: Instruction) -> Expression:
    if i.mnemonic in ("bipush", "sipush"):
        return literal(str(i.args[0]), INT)
    number = "-1" if digit == "m1" else digit
    if letter in "fd":
        return literal(f"{number}.0{'f' if letter == 'f' else ''}", LETTERS[letter])
    return literal(f"{number}{'L' if letter == 'l' else ''}", LETTERS[letter])


def loaded(constant: object) -> Expression:
    match constant:
        case IntConst(value):
            return literal(str(value), INT)
        case LongConst(value):
            return literal(f"{value}L", LONG)
        case FloatConst(bits):
            return literal(f"{struct.unpack('>f', struct.pack('>i', bits))[0]:.7g}f", FLOAT)
        case DoubleConst(bits):
            return literal(repr(struct.unpack(">d", struct.pack(">q", bits))[0]), DOUBLE)
        case StringConst(text):
            return literal(_quoted(text), "Ljava/lang/String;")
        case ClassRef(class_name):
            return literal(f"{simple_name(class_name)}.class", "Ljava/lang/Class;")
    return UNKNOWN


def _quoted(text: str) -> str:
    escapes = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    return '"' + "".join(escapes.get(c) or (c if c.isprintable() else f"\\u{ord(c):04x}") for c in text) + '"'


def is_one(value: Expression) -> bool:
    return value.op == LITERAL and value.text.rstrip("LfF.0") == "1"


def targets(instruction: Instruction) -> Sequence[int]:
    if instruction.mnemonic == "tableswitch":
        default, _, _, targets = instruction.args
        pcs = [default, *(targets if isinstance(targets, tuple) else ())]
    else:
        default, rows = instruction.args
        pcs = [default, *(row[1] for row in rows if isinstance(row, tuple))] if isinstance(rows, tuple) else [default]
    return [target for target in pcs if isinstance(target, int)]


def concatenated(called: InvokeDynamic, bootstrap: Bootstrap, arguments: Stack) -> Expression:
    """``"a" + b``.  Rule: java.lang.invoke.StringConcatFactory (\\1 is an argument, \\2 a constant)"""
    recipe = "\1" * len(arguments)
    constants = list(bootstrap.arguments)
    match constants:
        case [StringConst(text), *rest] if called.name == "makeConcatWithConstants":
            recipe, constants = text, rest
    left, parts, text = list(arguments), list[Expression](), ""
    for unit in recipe:
        if unit not in "\1\2":
            text += unit
            continue
        parts += [literal(_quoted(text))] if text else []
        text = ""
        parts.append(left.pop(0) if unit == "\1" else loaded(constants.pop(0)))
    parts += [literal(_quoted(text))] if text else []
    whole = parts[0] if parts else literal('""')
    for part in parts[1:]:
        whole = Expression("+", (whole, part), type="Ljava/lang/String;")
    return whole


def is_folded(file: ClassFile, code: Code, source: Expression, folded: Expression) -> bool:
    """Whether a name of the source may be a constant that the compiler has replaced by the literal `folded`.

    Variables are not. For a field of the class it is known, and for any other name it is assumed.
    """
    if any(entry.name == source.text for entry in code.locals.entries):
        return False
    field = next((f for f in file.fields if f.name == source.text), None)
    if field is None:
        return True
    value = None if field.constant is None else loaded(field.constant)
    return value is not None and (value.text == folded.text or value_of(value.text) == value_of(folded.text))


BINARY: Final = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "rem": "%",
    "shl": "<<",
    "shr": ">>",
    "ushr": ">>>",
    "and": "&",
    "or": "|",
    "xor": "^",
}


PRIMITIVE: Final = {INT: "int", LONG: "long", FLOAT: "float", DOUBLE: "double", "B": "byte", "C": "char", "S": "short"}
