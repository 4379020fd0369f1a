"""The sorts of terms."""

from __future__ import annotations

from typing import ClassVar, Final


class Sort:
    """BOOL, INT (mathematical), REF, a bit-vector of a width, an IEEE 754 number, or the contents of an array.

    `width` is that of a bit-vector, `float_width` that of a floating-point number, and `element` the sort of an array's
    elements; for other sorts they are 0 or None. A concrete floating-point number is given by its bits, as a plain
    integer.
    """

    __slots__ = ("element", "float_width", "name", "width")
    _known: ClassVar[dict[str, Sort]] = {}

    def __init__(self, name: str, width: int = 0, float_width: int = 0, element: Sort | None = None) -> None:
        self.name = name
        self.width = width
        self.float_width = float_width
        self.element = element

    def __repr__(self) -> str:
        return self.name

    @staticmethod
    def bitvector(width: int) -> Sort:
        return Sort._the(f"bv{width}") or Sort._keep(Sort(f"bv{width}", width))

    @staticmethod
    def floating(width: int) -> Sort:
        return Sort._the(f"f{width}") or Sort._keep(Sort(f"f{width}", float_width=width))

    @staticmethod
    def array(element: Sort) -> Sort:
        name = f"{element.name}[]"
        return Sort._the(name) or Sort._keep(Sort(name, element=element))

    @staticmethod
    def _the(name: str) -> Sort | None:
        return Sort._known.get(name)

    @staticmethod
    def _keep(sort: Sort) -> Sort:
        Sort._known[sort.name] = sort
        return sort


BOOL: Final = Sort("bool")
INT: Final = Sort("int")
REF: Final = Sort("ref")
BV8: Final = Sort.bitvector(8)
BV16: Final = Sort.bitvector(16)
BV32: Final = Sort.bitvector(32)
BV64: Final = Sort.bitvector(64)
F32: Final = Sort.floating(32)
F64: Final = Sort.floating(64)
