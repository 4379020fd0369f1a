"""Damaged class files from a seed: one part of a valid class file is replaced by a plausible one.

Random bytes rarely pass the first check of a reader. These mutants mostly do: they damage a count, an index, a name, a
branch target or a supertype.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from symheap.lang.java.classfile.names import encode_modified_utf8
from symheap.lang.java.classfile.opcodes import LAYOUTS, OperandLayout
from symheap_testing.java.mutants.class_anatomy import SIZES, WIDE_TAGS, Anatomy, CodePart, anatomy

_NUMBERS = (0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF)
_OTHER_CLASSES = (
    "java/lang/Object", "java/lang/String", "java/lang/Integer", "java/lang/Enum", "java/lang/Record",
    "java/lang/Comparable", "java/lang/Iterable", "java/lang/Throwable", "java/lang/Class", "java/util/ArrayList",
    "java/util/HashMap", "java/util/function/Function", "java/lang/Cloneable", "java/lang/Math", "java/lang/Thread",
    "no/such/Class", "[I", "[Ljava/lang/Object;", "[[J", "", "a.b", "../../x", "/etc/passwd", "module-info", "I",
)  # fmt: skip
_OTHER_DESCRIPTORS = (
    "I", "J", "Z", "D", "F", "B", "S", "C", "V", "[I", "[[J", "[Z", "Ljava/lang/Object;", "Ljava/lang/String;",
    "[Ljava/lang/String;", "Lno/such/Class;", "()V", "()I", "(I)V", "(I)I", "(J)J", "(DD)D", "()Ljava/lang/Object;",
    "(Ljava/lang/Object;)V", "(Ljava/lang/Object;)Z", "(IJ[[Ljava/lang/Integer;)Ljava/lang/String;", "(V)V", "(", ")",
    "L;", "[", "[" * 255 + "I", "[" * 256 + "I", "(" + "J" * 127 + ")V", "(" + "J" * 128 + ")V", "()[I", "(Z)Z",
)  # fmt: skip
_OTHER_NAMES = (
    "<init>", "<clinit>", "m", "get", "next", "value", "values", "this", "hashCode", "equals", "clone", "length", "",
    "a/b", "a;b", "a[b", "\0", "\ud800", "\x1b[31m", "x" * 3000, "Code", "BootstrapMethods",
    "makeConcatWithConstants", "<x>",
)  # fmt: skip
_ATTRIBUTES = (
    "Code", "ConstantValue", "StackMapTable", "Exceptions", "InnerClasses", "Signature", "LineNumberTable", "Record",
    "BootstrapMethods", "LocalVariableTable", "LocalVariableTypeTable", "NestHost", "NestMembers",
    "PermittedSubclasses", "EnclosingMethod", "SourceFile", "MethodParameters", "Module", "Unknown",
)  # fmt: skip


# Edits ----------------------------------------------------------------------------------------------------------------

Edit = Callable[[Random, bytearray, Anatomy], None]


def _put(data: bytearray, at: int, value: int, size: int = 2) -> None:
    data[at : at + size] = (value & ((1 << 8 * size) - 1)).to_bytes(size, "big")


def _index(random: Random, parts: Anatomy) -> int:
    return random.choice((random.randint(0, len(parts.pool) + 2), random.choice(_NUMBERS)))


def _pool_tag(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Change a constant's kind, mostly to one of the same length, which leaves everything else in place."""
    at, tag, length = random.choice(parts.pool)
    alike = [each for each, size in SIZES.items() if size == length - 1 and each != tag]
    data[at] = random.choice(alike) if alike and random.random() < 0.7 else random.randrange(24)


def _pool_index(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Mostly use another constant of the same kind: the file stays valid and means something else."""
    at, tag, length = random.choice([entry for entry in parts.pool if entry[1] not in (1, 3, 4, 5, 6)])
    if random.random() < 0.6:
        other = random.choice([entry for entry in parts.pool if entry[1] == tag])[0]
        data[at : at + length] = data[other : other + length]
    else:
        _put(data, at + random.choice((1, length - 2)), _index(random, parts))


def _pool_number(random: Random, data: bytearray, parts: Anatomy) -> None:
    numbers = [entry for entry in parts.pool if entry[1] in (3, 4, 5, 6)]
    if numbers:
        at, _, length = random.choice(numbers)
        data[at + 1 : at + length] = random.randbytes(length - 1)


def _text(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Replace a name or a descriptor by another text."""
    at, _, length = random.choice([entry for entry in parts.pool if entry[1] == 1])
    raw = data[at + 3 : at + length]
    choice: tuple[str, ...] = _OTHER_NAMES
    if raw[:1] in b"([IJZDFBSCV" or raw[-1:] == b";":
        choice = _OTHER_DESCRIPTORS
    elif b"/" in raw or random.random() < 0.3:
        choice = _OTHER_CLASSES
    new = encode_modified_utf8(random.choice(choice))
    data[at : at + length] = b"\1" + len(new).to_bytes(2, "big") + new


def _text_length(random: Random, data: bytearray, parts: Anatomy) -> None:
    at, _, length = random.choice([entry for entry in parts.pool if entry[1] == 1])
    _put(data, at + 1, random.choice((length - 2, length - 4, *_NUMBERS)))


def _text_bytes(random: Random, data: bytearray, parts: Anatomy) -> None:
    at, _, length = random.choice([entry for entry in parts.pool if entry[1] == 1])
    if length > 3:
        data[at + random.randrange(3, length)] = random.choice((0, 0x80, 0xC0, 0xED, 0xFF, *b"/;[()<>.L$", 65))


def _counts(random: Random, data: bytearray, parts: Anatomy) -> None:
    places = (8, parts.header + 6, parts.header + 8 + 2 * parts.interfaces)
    at = random.choice(places)
    _put(data, at, int.from_bytes(data[at : at + 2], "big") + random.choice((-1, 1, 2, 255, 0x7FFF)))


def _version(random: Random, data: bytearray, parts: Anatomy) -> None:
    _put(data, random.choice((4, 6)), random.choice((0, 44, 45, 48, 49, 50, 51, 52, 55, 65, 69, 70, 99, 0xFFFF)))


def _flags(random: Random, data: bytearray, parts: Anatomy) -> None:
    at = random.choice((parts.header, *parts.members))
    flags = int.from_bytes(data[at : at + 2], "big")
    _put(data, at, flags ^ (1 << random.randrange(16)) if random.random() < 0.8 else random.choice(_NUMBERS))


def _supertypes(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Use the class itself, another class of the file, or none, as superclass or as one of the interfaces."""
    this = int.from_bytes(data[parts.header + 2 : parts.header + 4], "big")
    classes = _numbers_of(parts, 7)
    new = random.choice((this, random.choice(classes), random.choice(classes), 0))
    where = random.choice((2, 4, 4, 4, 8))
    if where == 8 and not parts.interfaces:
        _put(data, parts.header + 6, 1)
        data[parts.header + 8 : parts.header + 8] = new.to_bytes(2, "big")
    else:
        _put(data, parts.header + where, new)


def _numbers_of(parts: Anatomy, *tags: int) -> list[int]:
    numbers, number = [], 1
    for _, tag, _ in parts.pool:
        if tag in tags:
            numbers.append(number)
        number += 2 if tag in WIDE_TAGS else 1
    return numbers


def _member(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Replace the name or the descriptor of a field or method by another text of the file."""
    if parts.members:
        texts = _numbers_of(parts, 1)
        _put(data, random.choice(parts.members) + random.choice((2, 4)), random.choice(texts))


def _attribute(random: Random, data: bytearray, parts: Anatomy) -> None:
    if not parts.attributes:
        return
    chosen = random.choice(parts.attributes)
    match random.randrange(4):
        case 0:
            _put(data, chosen.at + 2, random.choice((0, 1, chosen.length - 1, chosen.length + 1, 0xFFFFFFFF)), 4)
        case 1:
            _put(data, chosen.at, random.choice(_numbers_of(parts, 1)))
        case 2:
            named = encode_modified_utf8(random.choice(_ATTRIBUTES))
            texts = [entry for entry in parts.pool if entry[1] == 1]
            at, _, length = random.choice(texts)
            data[at : at + length] = b"\1" + len(named).to_bytes(2, "big") + named
        case _:
            if chosen.length:
                at = chosen.at + 6 + random.randrange(chosen.length)
                data[at : at + 1] = bytes((random.choice((0, 1, 0xFF, 0x7F)),))


def _bootstrap(random: Random, data: bytearray, parts: Anatomy) -> None:
    tables = [each for each in parts.attributes if each.name == "BootstrapMethods" and each.length > 3]
    if tables:
        at = tables[0].at + 6 + 2 * random.randrange(tables[0].length // 2)
        _put(data, at, random.choice((_index(random, parts), *_numbers_of(parts, 15, 16, 8, 7, 3))))


# Code -----------------------------------------------------------------------------------------------------------------

_BRANCHES = (OperandLayout.BRANCH, OperandLayout.BRANCH_WIDE)
_CONSTANTS = (
    OperandLayout.LOAD, OperandLayout.LOAD_WIDE, OperandLayout.LOAD_DOUBLE, OperandLayout.FIELD, OperandLayout.VIRTUAL,
    OperandLayout.METHOD, OperandLayout.INTERFACE, OperandLayout.DYNAMIC, OperandLayout.CLASS, OperandLayout.NEW,
    OperandLayout.DIMENSIONS,
)  # fmt: skip


def _some(
    random: Random, parts: Anatomy, data: bytearray, layouts: tuple[OperandLayout, ...]
) -> tuple[CodePart, int] | None:
    """Return one of the instructions of these layouts: its code and its number."""
    code = random.choice(parts.codes)
    fitting = [n for n, pc in enumerate(code.pcs) if LAYOUTS[data[code.place(pc)]] in layouts]
    return (code, random.choice(fitting)) if fitting else None


def _opcode(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Use another instruction of the same layout: the following code decodes as before, with other kinds of values."""
    code = random.choice(parts.codes)
    at = code.place(random.choice(code.pcs))
    alike = [n for n, layout in enumerate(LAYOUTS) if layout == LAYOUTS[data[at]]]
    data[at] = random.choice(alike) if random.random() < 0.85 else random.randrange(256)


def _operand(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Use another constant of the file as the operand, mostly one that fits."""
    place = _some(random, parts, data, _CONSTANTS)
    if place is None:
        return
    code, number = place
    at = code.place(code.pcs[number])
    narrow = LAYOUTS[data[at]] is OperandLayout.LOAD
    old = data[at + 1] if narrow else int.from_bytes(data[at + 1 : at + 3], "big")
    tags = dict(zip(_numbers(parts), (tag for _, tag, _ in parts.pool), strict=True))
    alike = _numbers_of(parts, tags[old]) if old in tags else []
    new = random.choice(alike) if alike and random.random() < 0.8 else _index(random, parts)
    _put(data, at + 1, new, 1 if narrow else 2)


def _numbers(parts: Anatomy) -> list[int]:
    return _numbers_of(parts, *range(21))


def _local(random: Random, data: bytearray, parts: Anatomy) -> None:
    place = _some(
        random, parts, data, (OperandLayout.LOCAL, OperandLayout.INCREMENT, OperandLayout.BYTE, OperandLayout.PRIMITIVE)
    )
    if place is not None:
        data[place[0].place(place[0].pcs[place[1]]) + 1] = random.choice((0, 1, 2, 3, 4, 5, 8, 11, 127, 128, 255))


def _target(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Branch to another instruction, or into the middle of one."""
    place = _some(random, parts, data, _BRANCHES)
    if place is None:
        return
    code, number = place
    pc = code.pcs[number]
    to = random.choice((random.choice(code.pcs), random.choice(code.pcs), random.randint(-2, code.length + 2)))
    _put(data, code.place(pc) + 1, to - pc, 4 if LAYOUTS[data[code.place(pc)]] is OperandLayout.BRANCH_WIDE else 2)


def _switch(random: Random, data: bytearray, parts: Anatomy) -> None:
    place = _some(random, parts, data, (OperandLayout.TABLE, OperandLayout.LOOKUP))
    if place is not None:
        code, number = place
        at = code.place(code.pcs[number]) + random.randrange(1, code.size(number))
        data[at] = random.choice((0, 1, 0x7F, 0xFF, random.randrange(256)))


def _blank(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Remove an instruction: the stack is less deep, or a variable is not written."""
    code = random.choice(parts.codes)
    number = random.randrange(len(code.pcs))
    at, size = code.place(code.pcs[number]), code.size(number)
    data[at : at + size] = bytes(size)


def _swap(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Swap two neighbouring instructions."""
    code = random.choice(parts.codes)
    if len(code.pcs) > 1:
        number = random.randrange(len(code.pcs) - 1)
        at, first, second = code.place(code.pcs[number]), code.size(number), code.size(number + 1)
        data[at : at + first + second] = data[at + first : at + first + second] + data[at : at + first]


def _limits(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Change max_stack, max_locals or the length of the code."""
    _put(data, random.choice(parts.codes).at + random.choice((0, 2, 2, 6)), random.choice(_NUMBERS))


def _handlers(random: Random, data: bytearray, parts: Anatomy) -> None:
    """Change a part of an exception table; where there is none, claim one entry."""
    code = random.choice([each for each in parts.codes if each.handlers] or parts.codes)
    at = code.place(code.length)
    if code.handlers:
        column = random.randrange(4)
        classes = (0, _index(random, parts), *_numbers_of(parts, 7))
        pcs = (*code.pcs, code.length, random.randint(0, 0xFFFF))
        _put(
            data,
            at + 2 + 8 * random.randrange(code.handlers) + 2 * column,
            random.choice(classes if column == 3 else pcs),
        )
    else:
        _put(data, at, random.choice(_NUMBERS))


_EDITS: tuple[Edit, ...] = (
    _pool_tag, _pool_index, _pool_index, _pool_number, _text, _text, _text_length, _text_bytes, _counts, _version,
    _flags, _flags, _supertypes, _member, _attribute, _attribute, _bootstrap, _opcode, _opcode, _opcode, _operand,
    _operand,
    _operand, _local, _target, _target, _switch, _blank, _blank, _swap, _limits, _handlers, _handlers,
)  # fmt: skip
_NEEDS_CODE = frozenset(_EDITS[_EDITS.index(_opcode) :])


def class_mutant(data: bytes, random: Random, edits: int = 1) -> tuple[bytes, str]:
    """Return a damaged copy of a valid class file, and the names of the edits.

    Edits that change lengths come last, since the parts are located by their positions in the valid file.
    """
    parts = anatomy(data)
    copy = bytearray(data)
    fitting = [edit for edit in _EDITS if parts.codes or edit not in _NEEDS_CODE]
    chosen = sorted(random.choices(fitting, k=edits), key=lambda edit: edit in (_text, _attribute, _supertypes))
    for edit in chosen:
        edit(random, copy, parts)
    return bytes(copy), " ".join(edit.__name__.strip("_") for edit in chosen)
