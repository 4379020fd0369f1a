"""Evaluates printed conditions on an example in its JSON form, independently of the product's evaluator.

Numbers have the width of their declaration, and are compared and computed within it. A condition on a missing part of
the example, such as a field of null, has no value; a conjunction with it is still false if another part is false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from symheap_testing.printed_numbers import (
    FLOATS,
    WIDTHS,
    Float,
    Int,
    Ref,
    Value,
    binary,
    function,
    of_width,
    rounded,
    signed,
)
from symheap_testing.printed_reader import Apply, Known, Number, Root, Step, Tree, TypeTest, Unreadable


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
            return Float(rounded(float(cell), FLOATS[kind]), FLOATS[kind])
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
            cell = None if not isinstance(index, Int) else item["elements"].get(str(signed(index.value, 32)))
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
            return function(name, values)
        result: Value = values[0]
        for value in values[1:]:
            result = binary(name, result, value)
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
                return of_width(result, 32)
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
