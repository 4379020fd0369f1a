"""Evaluates printed conditions on an example in its JSON form, independently of the product's evaluator.

Numbers have the width of their declaration, and are compared and computed within it. A condition on a missing part of
the example, such as a field of null, has no value; a conjunction with it is still false if another part is false.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from symheap_testing.printed_reader import Apply, Known, Number, Root, Step, Tree, TypeTest, Unreadable

WIDTHS: Final = {"Z": 0, "B": 8, "S": 16, "C": 16, "I": 32, "J": 64}
FLOATS: Final = {"F": 32, "D": 64}
INTEGERS: Final = {"(byte)": 8, "(short)": 16, "(int)": 32, "(long)": 64}


@dataclass(frozen=True, slots=True)
class Int:
    """An integer of a width; None if only the other operand determines it."""

    value: int
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Float:
    value: float
    width: int


@dataclass(frozen=True, slots=True)
class Ref:
    """An object by its key, or by the name that it has before the call; null has neither."""

    key: str = ""


Value = bool | Int | Float | Ref | None
"""None means that there is no value."""


@dataclass(frozen=True, slots=True)
class Declarations:
    """The declarations of the program.

    Kinds are descriptors of primitive types, ``R`` for references, empty for integers, and `ABSENT` for a field that a
    class does not have. `subtype` says whether a class is another one or a subclass of it. `before` describes an object
    that exists before the call, by its key, in the form of an example's objects.
    """

    root: Callable[[str], str]
    field: Callable[[str, str], str]
    element: Callable[[str], str]
    subtype: Callable[[str, str], bool]
    before: Callable[[str], Mapping[str, Any] | None] = lambda key: None


class Example:
    """The inputs of a path in JSON form."""

    def __init__(self, inputs: Mapping[str, Any], declared: Declarations) -> None:
        self.roots: Mapping[str, Any] = inputs["roots"]
        self.objects: Mapping[str, Any] = inputs["objects"]
        self.declared = declared
        self._keys = {f"known {item['known']}": key for key, item in self.objects.items() if "known" in item}

    @property
    def known(self) -> list[str]:
        return [item["known"] for item in self.objects.values() if "known" in item]

    def _item(self, ref: Ref) -> Mapping[str, Any] | None:
        """Return the description of an object; for one from before the call, in its original state."""
        key = self._keys.get(ref.key, ref.key)
        item = self.objects.get(key)
        return item if item is not None and "known" not in item else self.declared.before(key)

    def holds(self, tree: Tree) -> bool | None:
        value = self._value(tree)
        if value is not None and not isinstance(value, bool):
            raise Unreadable("a condition that is no truth value")
        return value

    # Leaves and access

    def _value(self, tree: Tree) -> Value:
        match tree:
            case Number(text):
                return _literal(text)
            case Root(name):
                return self._cell(self.roots[name], self.declared.root(name))
            case Known(name):
                return Ref(f"known {name}")
            case Step():
                return self._step(tree)
            case TypeTest():
                return self._type_test(tree)
            case Apply(name, args):
                return self._apply(name, args)

    def _cell(self, cell: Any, kind: str) -> Value:
        if cell is None:
            return Ref()
        if isinstance(cell, dict):
            key = cell["ref"]
            item = self.objects.get(key) or self.declared.before(key) or {}
            if "known" in item:
                self._keys.setdefault(f"known {item['known']}", key)
            return Ref(f"known {item['known']}" if "known" in item else key)
        if isinstance(cell, bool):
            return cell
        if kind in FLOATS:
            return Float(_rounded(float(cell), FLOATS[kind]), FLOATS[kind])
        return Int(int(cell), WIDTHS.get(kind))

    def _step(self, tree: Step) -> Value:
        of = self._value(tree.of)
        if not isinstance(of, Ref) or not of.key:
            return None
        item = self._item(of)
        if item is None:
            raise Unreadable("what is in an object from before the call")
        if tree.index is not None:
            index = self._value(tree.index)
            kind = self.declared.element(item["class"])
            cell = None if not isinstance(index, Int) else item["elements"].get(str(_signed(index.value, 32)))
            return None if index is None else self._cell(cell, kind) if cell is not None else _default(kind)
        if tree.field == "length" and "length" in item:
            return Int(item["length"] or 0, 32)
        name = tree.field.rpartition("/")[2]
        kind = self.declared.field(item["class"], name)
        return self._cell(item["fields"][name], kind) if name in item["fields"] else _default(kind)

    def _type_test(self, tree: TypeTest) -> Value:
        of = self._value(tree.of)
        if of is None:
            return None
        assert isinstance(of, Ref)
        if not of.key:
            return False
        item = self._item(of)
        if item is None:
            raise Unreadable("the class of an object from before the call")
        name = item["class"]
        return any(name == each or (tree.below and self.declared.subtype(name, each)) for each in tree.classes)

    # Operators

    def _apply(self, name: str, args: tuple[Tree, ...]) -> Value:
        if name in ("&&", "||"):
            return self._joined(name == "&&", args)
        if name == "hash":
            return self._text_hash(args)
        if name == "ite":
            condition = self._value(args[0])
            if condition is not None:
                return self._value(args[1] if condition else args[2])
            then, other = self._value(args[1]), self._value(args[2])
            return then if then == other else None
        values = [self._value(arg) for arg in args]
        if any(value is None for value in values):
            return None
        if len(values) == 1:
            return _function(name, values)
        result: Value = values[0]
        for value in values[1:]:
            result = _binary(name, result, value)
        return result

    def _text_hash(self, args: tuple[Tree, ...]) -> Value:
        """Compute `String.hashCode` of the contents of a Latin-1 string."""
        match args:
            case (Apply("[]", (array,)),):
                of = self._value(array)
                item = self._item(of) if isinstance(of, Ref) and of.key else None
                if item is None:
                    return None
                units = [item["elements"].get(str(at), 0) & 0xFF for at in range(item["length"] or 0)]
                result = 0
                for unit in units:
                    result = result * 31 + unit
                return _of_width(result, 32)
        raise Unreadable("the function hash")

    def _joined(self, every: bool, args: tuple[Tree, ...]) -> Value:
        values = [self._value(arg) for arg in args]
        if (not every) in values:
            return not every
        return None if None in values else every


def _literal(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    if text == "null":
        return Ref()
    if text.startswith("0x"):
        return Int(int(text.rstrip("L"), 16), 64 if text.endswith("L") else 32)
    if text.lstrip("-").isdigit():
        return Int(int(text))
    return Float(float(text.replace("Infinity", "inf")), 64)


ABSENT: Final = "absent"
"""The kind of a field that a class does not have."""


def _default(kind: str) -> Value:
    if kind == ABSENT:
        return None
    if kind == "Z":
        return False
    if kind == "R":
        return Ref()
    return Float(0.0, FLOATS[kind]) if kind in FLOATS else Int(0, WIDTHS.get(kind))


# Numbers --------------------------------------------------------------------------------------------------------------


def _signed(value: int, width: int) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _unsigned(value: Int) -> int:
    return value.value & ((1 << (value.width or 64)) - 1)


def _of_width(value: int, width: int | None) -> Int:
    return Int(value if width is None else _signed(value, width), width)


def _rounded(value: float, width: int) -> float:
    if width == 64 or not math.isfinite(value):
        return value
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _bits(value: Float) -> int:
    form, whole = ("<f", "<i") if value.width == 32 else ("<d", "<q")
    number = math.nan if value.value != value.value else value.value
    return int(struct.unpack(whole, struct.pack(form, number))[0])


def _function(name: str, values: list[Value]) -> Value:
    first = values[0]
    rest = [value.value for value in values[1:] if isinstance(value, Int)]
    if name == "!" and isinstance(first, bool):
        return not first
    if isinstance(first, Int):
        return _of_integer(name, first, rest)
    if isinstance(first, Float):
        return _of_float(name, first)
    raise Unreadable(f"{name} of {type(first).__name__}")


def _of_integer(name: str, value: Int, rest: list[int]) -> Value:
    width = value.width or 32
    match name, rest:
        case "-", []:
            return _of_width(-value.value, value.width)
        case "(byte)" | "(short)" | "(int)" | "(long)", []:
            return _of_width(_signed(value.value, width), INTEGERS[name])
        case "(float)" | "(double)", []:
            to = 32 if name == "(float)" else 64
            return Float(_nearest(_signed(value.value, width), to), to)
        case "float", []:
            form, whole = ("<f", "<i") if width == 32 else ("<d", "<q")
            return Float(float(struct.unpack(form, struct.pack(whole, _signed(value.value, width)))[0]), width)
    raise Unreadable(f"{name} of an integer")


def _nearest(value: int, width: int) -> float:
    """Return the nearest number of a width: through a double, a large integer would be rounded twice."""
    if width == 64 or abs(value) < 1 << 53:
        return _rounded(float(value), width)
    shift = abs(value).bit_length() - 24
    kept, lost = divmod(abs(value), 1 << shift)
    half = 1 << (shift - 1)
    kept += lost > half or (lost == half and kept % 2 == 1)
    return math.copysign(float(kept << shift), value)


def _of_float(name: str, value: Float) -> Value:
    number, width = value.value, value.width
    match name:
        case "-":
            return Float(-number, width)
        case "abs":
            return Float(abs(number), width)
        case "sqrt":
            return Float(
                _rounded(math.sqrt(number), width) if number >= 0 else number if number == 0 else math.nan, width
            )
        case "isNaN":
            return number != number
        case "bits":
            return Int(_bits(value), width)
        case "floor" | "ceil" | "rint":
            if not math.isfinite(number):
                return value
            whole = math.floor(number) if name == "floor" else math.ceil(number) if name == "ceil" else round(number)
            return Float(math.copysign(float(whole), number), width)
        case "(float)" | "(double)":
            to = 32 if name == "(float)" else 64
            return Float(_rounded(number, to), to)
        case "(int)" | "(long)":
            to = 32 if name == "(int)" else 64
            low, high = -(1 << (to - 1)), (1 << (to - 1)) - 1
            return Int(0 if number != number else low if number <= low else high if number >= high else int(number), to)
    raise Unreadable(f"{name} of a floating-point number")


def _binary(name: str, a: Value, b: Value) -> Value:
    if isinstance(a, Float) or isinstance(b, Float):
        return _floats(name, a, b)
    if isinstance(a, Int) and isinstance(b, Int):
        return _integers(name, a, b)
    if type(a) is type(b) and name in ("==", "!="):
        return (a == b) is (name == "==")
    raise Unreadable(f"{name} between values of different kinds")


def _integers(name: str, left: Int, right: Int) -> Value:
    width = max(left.width or 0, right.width or 0) or None
    a, b = (each.value if width is None else _signed(each.value, each.width or width) for each in (left, right))
    compared = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b}
    if name in compared:
        return compared[name]
    if name in ("<u", "compareUnsigned"):
        one, two = _unsigned(Int(a, width)), _unsigned(Int(b, width))
        return one < two if name == "<u" else Int((one > two) - (one < two), 32)
    if name in ("/", "%"):
        if b == 0:
            return None
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return _of_width(quotient if name == "/" else a - quotient * b, width)
    if name in ("<<", ">>", ">>>"):
        return _shifted(name, a, _unsigned(Int(b, width)), width or 64)
    computed = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}
    return _of_width(computed[name], width)


def _shifted(name: str, a: int, by: int, width: int) -> Int:
    by = min(by, width)
    if name == "<<":
        return _of_width(a << by, width)
    return _of_width(a >> by if name == ">>" else (a & ((1 << width) - 1)) >> by, width)


def _floats(name: str, left: Value, right: Value) -> Value:
    width = min(each.width for each in (left, right) if isinstance(each, Float))
    if not all(isinstance(each, Int | Float) for each in (left, right)):
        raise Unreadable(f"{name} between values of different kinds")
    a, b = (_rounded(float(each.value), width) for each in (left, right))  # type: ignore[union-attr]
    if name in ("===", "!=="):
        return (_bits(Float(a, width)) == _bits(Float(b, width))) is (name == "===")
    compared = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b}
    if name in compared:
        return compared[name]
    if name == "/":
        return Float(_rounded(_quotient(a, b), width), width)
    if name == "%":
        return Float(math.nan if b == 0 or math.isinf(a) or a != a or b != b else math.fmod(a, b), width)
    if name not in ("+", "-", "*"):
        raise Unreadable(f"{name} of floating-point numbers")
    return Float(_rounded({"+": a + b, "-": a - b, "*": a * b}[name], width), width)


def _quotient(a: float, b: float) -> float:
    if b != 0 or a != a or b != b:
        return a / b
    return math.nan if a == 0 else math.copysign(math.inf, a) * math.copysign(1.0, b)
