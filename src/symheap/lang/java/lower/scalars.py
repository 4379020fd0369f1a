"""Lowers constants, variables, the operand stack and arithmetic: instructions that access no object."""

from __future__ import annotations

from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL as NULL_TERM
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.classfile.constants import (
    ClassRef,
    DoubleConst,
    DynamicConst,
    FloatConst,
    IntConst,
    LongConst,
    MethodHandleConst,
    MethodTypeConst,
    StringConst,
)
from symheap.lang.java.classfile.opcodes import MNEMONICS
from symheap.lang.java.lower.body import BodyLowering, Lowering, primitive_class
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.frame import Entry, Literal, Truth, stored_slot
from symheap.lang.java.lower.kinds import DOUBLE, FLOAT, INT, LONG, NULL, OBJECT, WIDE, Kind
from symheap.lang.java.lower.relations import LONG_RELATIONS
from symheap.lang.java.values import operations
from symheap.objects.ir import Operation

_LETTERS = {"i": INT, "l": LONG, "f": FLOAT, "d": DOUBLE, "a": OBJECT}
_FLOATS = {"f": (0, 0x3F800000, 0x40000000), "d": (0, 0x3FF0000000000000)}


def integer(argument: object) -> int:
    assert isinstance(argument, int)
    return argument


# Constants


def _literal(value: int, kind: Kind) -> Lowering:
    literal = Literal(value)
    return lambda f, i: f.push(literal, kind)


def _constants() -> dict[str, Lowering]:
    lowerings: dict[str, Lowering] = {f"iconst_{n}": _literal(n, INT) for n in range(6)}
    lowerings["iconst_m1"] = _literal(-1, INT)
    lowerings.update({f"lconst_{n}": _literal(n, LONG) for n in range(2)})
    for letter, bits in _FLOATS.items():
        lowerings.update({f"{letter}const_{n}": _literal(each, _LETTERS[letter]) for n, each in enumerate(bits)})
    lowerings["aconst_null"] = lambda f, i: f.push(Literal(NULL_TERM), NULL)
    lowerings["bipush"] = lowerings["sipush"] = lambda f, i: f.push(Literal(integer(i.args[0])), INT)
    lowerings["ldc"] = lowerings["ldc_w"] = lowerings["ldc2_w"] = _load_constant
    return lowerings


def _load_constant(f: BodyLowering, i: Instruction) -> None:
    match i.args[0]:
        case IntConst(value):
            f.push(Literal(value), INT)
        case LongConst(value):
            f.push(Literal(value), LONG)
        case FloatConst(bits):
            f.push(Literal(bits), FLOAT)
        case DoubleConst(bits):
            f.push(Literal(bits), DOUBLE)
        case StringConst(text):
            f.push(Literal(f.link.initial.literal(text)), OBJECT)
        case ClassRef(name):
            f.link.find(name)
            f.push(Literal(f.link.initial.class_object(name)), OBJECT)
        case MethodTypeConst(descriptor):
            raise Unlinkable(f"constant of type java.lang.invoke.MethodType: {descriptor}")
        case MethodHandleConst(_, reference):
            raise Unlinkable(f"constant of type java.lang.invoke.MethodHandle: {reference.owner}.{reference.name}")
        case DynamicConst() as constant:
            _load_dynamic(f, constant)
        case _:
            raise f.fail("a constant that cannot be loaded")


def _load_dynamic(f: BodyLowering, constant: DynamicConst) -> None:
    primitive = primitive_class(f, constant)
    if primitive is None:
        raise Unlinkable(f"dynamic constant {constant.name} of {f.bootstrap_name(constant.bootstrap)}")
    f.push(Literal(f.link.initial.class_object(primitive)), OBJECT)


# Variables


def _variables() -> dict[str, Lowering]:
    lowerings: dict[str, Lowering] = {"iinc": _increment}
    for letter, kind in _LETTERS.items():
        lowerings[f"{letter}load"] = _load(None, kind)
        lowerings.update({f"{letter}load_{n}": _load(n, kind) for n in range(4)})
        store = _store(kind)
        lowerings[f"{letter}store"] = store
        lowerings.update({f"{letter}store_{n}": store for n in range(4)})
    return lowerings


def _load(slot: int | None, kind: Kind) -> Lowering:
    if slot is None:
        return lambda f, i: f.load(integer(i.args[0]), kind)
    return lambda f, i: f.load(slot, kind)


def _store(kind: Kind) -> Lowering:
    """Lower a store; `astore` also accepts return addresses."""

    def store(f: BodyLowering, i: Instruction) -> None:
        if not f.kinds or (f.kinds[-1] != kind and not (kind == OBJECT and f.kinds[-1][0] in "LN[R")):
            raise f.misfit(kind)
        f.store(stored_slot(i))

    return store


def _increment(f: BodyLowering, i: Instruction) -> None:
    slot, delta = integer(i.args[0]), integer(i.args[1])
    if f.variables[slot] != INT:
        raise f.fail(f"local variable {slot} is {f.variables[slot]} instead of {INT}")
    register = f.overwrite(slot)
    f.compute(operations.IADD, register, f.constant(delta), dst=register)


# The operand stack. `dup2` and the like move one long or double, or two other values.


def _take_words(f: BodyLowering, words: int) -> list[tuple[Entry, Kind]]:
    """Return the topmost entries that take `words` words, in order."""
    taken: list[tuple[Entry, Kind]] = []
    while words > 0:
        entry, kind = f.take()
        words -= 2 if kind in WIDE else 1
        taken.append((entry, kind))
    if words:
        raise f.fail("half of a long or double is moved")
    taken.reverse()
    return taken


def _pop(words: int) -> Lowering:
    def pop(f: BodyLowering, i: Instruction) -> None:
        _take_words(f, words)

    return pop


def _dup(words: int, below: int) -> Lowering:
    """Copy the topmost words and insert them under `below` more words."""

    def dup(f: BodyLowering, i: Instruction) -> None:
        top = _take_words(f, words)
        for entry, kind in (*top, *_take_words(f, below), *top):
            f.push(entry, kind)

    return dup


def _swap(f: BodyLowering, i: Instruction) -> None:
    b, a = _take_words(f, 1), _take_words(f, 1)
    for entry, kind in (*b, *a):
        f.push(entry, kind)


_STACK: dict[str, Lowering] = {
    "nop": lambda f, i: None,
    "pop": _pop(1),
    "pop2": _pop(2),
    "dup": _dup(1, 0),
    "dup_x1": _dup(1, 1),
    "dup_x2": _dup(1, 2),
    "dup2": _dup(2, 0),
    "dup2_x1": _dup(2, 1),
    "dup2_x2": _dup(2, 2),
    "swap": _swap,
}


# Arithmetic


def _operation(mnemonic: str) -> Operation:
    operation: Operation = getattr(operations, mnemonic.upper())
    return operation


def _binary(mnemonic: str, a: Kind, b: Kind, result: Kind) -> Lowering:
    operation = _operation(mnemonic)

    def binary(f: BodyLowering, i: Instruction) -> None:
        right = f.pop(b)
        left = f.pop(a)
        dst = f.target()
        f.compute(operation, left, right, dst=dst)
        f.push(dst, result)

    return binary


def _division(mnemonic: str, kind: Kind) -> Lowering:
    divide = _binary(mnemonic, kind, kind, kind)
    nonzero = operations.NONZERO_I if kind == INT else operations.NONZERO_L

    def division(f: BodyLowering, i: Instruction) -> None:
        divisor = f.entries[-1] if f.entries else None
        if not isinstance(divisor, Literal) or divisor.value == 0:
            condition = f.compute(nonzero, f.pop(kind))
            f.check(condition, ErrorKind.ARITHMETIC, "/ by zero")
            assert divisor is not None
            f.push(divisor, kind)
        divide(f, i)

    return division


def _compare_longs() -> Lowering:
    """Combine a comparison with the test that follows it into one comparison."""
    compare = _binary("lcmp", LONG, LONG, INT)

    def compare_longs(f: BodyLowering, i: Instruction) -> None:
        relation = None if f.next is None else LONG_RELATIONS.get(f.next.mnemonic.removeprefix("if"))
        if relation is None:
            compare(f, i)
        else:
            b = f.pop(LONG)
            a = f.pop(LONG)
            f.push(Truth(f.compute(relation, a, b), decided=True), INT)

    return compare_longs


def _unary(mnemonic: str, a: Kind, result: Kind) -> Lowering:
    operation = _operation(mnemonic)

    def unary(f: BodyLowering, i: Instruction) -> None:
        operand = f.pop(a)
        dst = f.target()
        f.compute(operation, operand, dst=dst)
        f.push(dst, result)

    return unary


def _arithmetic() -> dict[str, Lowering]:
    lowerings: dict[str, Lowering] = {}
    for letter, kind in (("i", INT), ("l", LONG), ("f", FLOAT), ("d", DOUBLE)):
        whole = letter in "il"
        for name in ("add", "sub", "mul", *(("and", "or", "xor") if whole else ("div", "rem"))):
            lowerings[letter + name] = _binary(letter + name, kind, kind, kind)
        for name in ("div", "rem") if whole else ():
            lowerings[letter + name] = _division(letter + name, kind)
        for name in ("shl", "shr", "ushr") if whole else ():
            lowerings[letter + name] = _binary(letter + name, kind, INT, kind)
        lowerings[f"{letter}neg"] = _unary(f"{letter}neg", kind, kind)
    for mnemonic in ("fcmpl", "fcmpg", "dcmpl", "dcmpg"):
        kind = _LETTERS[mnemonic[0]]
        lowerings[mnemonic] = _binary(mnemonic, kind, kind, INT)
    lowerings["lcmp"] = _compare_longs()
    for mnemonic in MNEMONICS:
        if len(mnemonic) == 3 and mnemonic[1] == "2":
            lowerings[mnemonic] = _unary(mnemonic, _LETTERS[mnemonic[0]], _LETTERS.get(mnemonic[2], INT))
    return lowerings


SCALARS: dict[str, Lowering] = {**_constants(), **_variables(), **_STACK, **_arithmetic()}
