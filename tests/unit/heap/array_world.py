"""A small world with arrays, an enum, static fields and objects that exist before the run."""

from __future__ import annotations

from symheap.core.origin import Origin
from symheap.core.terms import BV32, NULL, REF, Sort, Term, location, symbol
from symheap.core.types import ARRAY, ELEMENTS, LENGTH, ROOT, ClassInfo, ClassTable, Field, Known, Type, ref_type
from symheap.core.typeset import TypeSet
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject

NEXT = Field("A", "next", ref_type("A"))
VAL = Field("A", "val", Type(BV32))
DATA = Field("A", "data", ref_type("[I"))
ITEMS = Field("A", "items", ref_type("[LA;"))
ANY = Field("A", "any", ref_type(ROOT))
COLOR = Field("A", "color", ref_type("Color"))
MORE = Field("B", "more", Type(BV32))
TINT = Field("Color", "tint", Type(BV32))
SIZE = Field("Box", "size", Type(BV32))
FIXED = Field("Box", "fixed", Type(BV32))
HELD = Field("Box", "held", ref_type("A"))
CACHE = Field("A.<static>", "cache", ref_type("A"))
COUNT = Field("A.<static>", "count", Type(BV32))

ARRAYS: dict[str, Sort] = {"[I": BV32, "[LA;": REF, "[LB;": REF}
COMPONENTS = {"[LA;": "A", "[LB;": "B"}
HOLDER = "A.<static>"


class ArrayTable(ClassTable):
    """A has a subclass B; every array of B is one of A; Color has two objects; static fields are in no input."""

    def __init__(self) -> None:
        super().__init__(
            [
                ClassInfo("A", ROOT, (NEXT, VAL, DATA, ITEMS, ANY, COLOR)),
                ClassInfo("B", "A", (MORE,)),
                ClassInfo("Color", ROOT, (TINT,)),
                ClassInfo("Box", ROOT, (SIZE, FIXED, HELD)),
                ClassInfo("Class", ROOT),
                ClassInfo("[I", ROOT),
                ClassInfo("[LA;", ROOT),
                ClassInfo("[LB;", "[LA;"),
            ]
        )

    def fields(self, name: str) -> tuple[Field, ...]:
        if name == HOLDER:
            return CACHE, COUNT
        return (LENGTH, ELEMENTS[ARRAYS[name]]) if name in ARRAYS else super().fields(name)

    def holders(self, field: Field) -> TypeSet:
        if field.owner == HOLDER:
            return TypeSet(0, self.universe, HOLDER, lambda name: name == HOLDER)
        if field is not LENGTH and field.type.sort.element is None:
            return super().holders(field)
        names = [n for n, kind in ARRAYS.items() if field is LENGTH or kind is field.type.sort.element]
        return TypeSet(sum(1 << self.universe.index(n) for n in names), self.universe, field.owner)

    def subtypes(self, name: str) -> TypeSet:
        return self.holders(LENGTH) if name == ARRAY else super().subtypes(name)

    def known(self, field: Field) -> Known | None:
        if field is FIXED:
            return Known(value=7)
        return Known(low=0, high=3) if field is SIZE else Known(not_null=True) if field is HELD else None

    def constants(self, name: str) -> tuple[Term, ...] | None:
        return (RED, BLUE) if name == "Color" else None

    def class_object(self, name: str) -> Term:
        return CLASSES[name]

    def component(self, name: str) -> str | None:
        return COMPONENTS.get(name)


def _initial(number: int, class_name: str) -> Term:
    return location(INITIAL + number, class_name, initial=True)


RED, BLUE = _initial(1, "Color"), _initial(2, "Color")
STATICS = _initial(3, HOLDER)
FIRST, SECOND = _initial(4, "A"), _initial(5, "B")
NUMBERS, LIST = _initial(6, "[I"), _initial(7, "[LA;")
TABLE = ArrayTable()
CLASSES = {name: _initial(20 + i, "Class") for i, name in enumerate((*TABLE.universe, HOLDER))}
AT, TO = (symbol(Origin.root(name), BV32) for name in "ij")


def initial_heap() -> ConcreteHeap:
    """FIRST -> SECOND, which has NUMBERS = [5, 0, 9] and LIST = [FIRST, null]; the static cache is SECOND."""

    def number(ref: Term) -> int:
        return 0 if ref is NULL else ref.location.number

    objects = {
        RED: ConcreteObject("Color", {"tint": 1}),
        BLUE: ConcreteObject("Color", {"tint": 2}),
        STATICS: ConcreteObject(HOLDER, {"cache": number(SECOND), "count": 3}),
        FIRST: ConcreteObject("A", {"next": number(SECOND), "val": 11, "color": number(RED)}),
        SECOND: ConcreteObject("B", {"val": 12, "data": number(NUMBERS), "items": number(LIST)}),
        NUMBERS: ConcreteObject("[I", length=3, elements={0: 5, 2: 9}),
        LIST: ConcreteObject("[LA;", length=2, elements={0: number(FIRST), 1: 0}),
        **{ref: ConcreteObject("Class") for ref in CLASSES.values()},
    }
    return ConcreteHeap(TABLE, objects={number(ref): obj for ref, obj in objects.items()})
