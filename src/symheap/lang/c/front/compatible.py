"""Whether two declarations of one function or object, in two files, have the same type.

C leaves a mismatch undefined.  Here integers of one size count as the same, signed or not: they have the same bytes.
"""

from __future__ import annotations

from symheap.lang.c.front.types import (
    Array,
    CType,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Types,
    Void,
    is_boolean,
)


class Compatibility:
    """Compares types of one program; records are the same if their members are."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._assumed: set[tuple[int, int]] = set()

    def same(self, one: CType, two: CType) -> bool:
        match one, two:
            case Void(), Void():
                return True
            case Integer(), Integer():
                return one.size == two.size and is_boolean(one) == is_boolean(two)
            case Floating(), Floating():
                return one.name == two.name
            case Pointer(), Pointer():
                return isinstance(one.target, Void) or isinstance(two.target, Void) or self.same(one.target, two.target)
            case Array(), Array():
                known = one.length is None or two.length is None or one.length == two.length
                return known and self.same(one.element, two.element)
            case Record(), Record():
                return self._records(one, two)
            case FunctionType(), FunctionType():
                return self.functions(one, two)
            case _:
                return False

    def functions(self, one: FunctionType, two: FunctionType) -> bool:
        """Whether two function types are the same.

        A function type without parameters matches any type that calls without a prototype fit.
        """
        if not self.same(one.result, two.result):
            return False
        if one.prototyped and two.prototyped:
            return (
                one.variadic == two.variadic
                and len(one.parameters) == len(two.parameters)
                and all(map(self.same, one.parameters, two.parameters))
            )
        return not one.variadic and not two.variadic

    def _records(self, one: Record, two: Record) -> bool:
        if one == two or not self._types.is_complete(one) or not self._types.is_complete(two):
            return one.union == two.union
        pair = (one.key, two.key)
        if pair in self._assumed or one.key in self._types.refused or two.key in self._types.refused:
            return True
        self._assumed.add(pair)
        first, second = self._types.layout(one), self._types.layout(two)
        return (
            one.union == two.union
            and first.size == second.size
            and len(first.fields) == len(second.fields)
            and all(
                (left.name, left.offset, left.bits) == (right.name, right.offset, right.bits)
                and self.same(left.type, right.type)
                for left, right in zip(first.fields, second.fields, strict=True)
            )
        )
