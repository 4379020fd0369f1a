"""Heaps to be drawn, before and after a run: lists, trees, cycles, maps, arrays and aliasing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from symheap.core.model import Plain
from symheap.core.types import INT_TYPE, ClassInfo, ClassTable, Field, Type, ref_type
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.report.draw.heaps.scene import Result, Scene, scene_of
from symheap.report.formats.notation import Notation


def _class(name: str, references: str, values: str = "") -> ClassInfo:
    fields = [Field(name, each, INT_TYPE) for each in values.split()]
    return ClassInfo(name, "Object", (*fields, *(Field(name, each, ref_type("Object")) for each in references.split())))


TABLE: Final = ClassTable(
    [
        ClassInfo("Object", None),
        _class("Node", "next item", "value"),
        _class("Link", "previous next", "value"),
        _class("Tree", "left right", "key"),
        _class("Child", "left right parent", "key"),
        _class("List", "first last", "size"),
        _class("Pair", "a b"),
        _class("Named", "name next"),
        _class("java.util.HashMap", "table", "size"),
        _class("java.util.HashMap$Node", "key value next", "hash"),
        _class("java.util.HashSet", "map"),
        _class("java.util.ArrayList", "elementData", "size"),
        _class("java.util.LinkedList", "first last", "size"),
        _class("java.util.LinkedList$Node", "item next prev"),
        _class("java.util.TreeMap", "root", "size"),
        _class("java.util.TreeMap$Entry", "key value left right parent"),
        _class("java.lang.Integer", "", "value"),
        _class("java.lang.String", ""),
    ]
)


class _Words(Notation):
    """Strings by the number of their object, and one enum constant."""

    def string(self, heap: ConcreteHeap, number: int) -> str | None:
        return f"s{number}" if heap.objects[number].class_name == "java.lang.String" else None

    def known(self, number: int) -> str | None:
        return "Colour.RED" if number == 1_000_000 else None

    def holds_references(self, class_name: str) -> bool:
        return class_name.endswith("Object[]") or class_name.startswith("[L")


Objects = Mapping[int, ConcreteObject]


def of(name: str, /, **fields: Plain) -> ConcreteObject:
    return ConcreteObject(name, fields)


def array(*elements: Plain, name: str = "[I") -> ConcreteObject:
    return ConcreteObject(name, {}, len(elements), dict(enumerate(elements)))


def scene(
    roots: Mapping[str, Plain],
    before: Objects,
    after: Objects | None = None,
    result: Plain | None = None,
    opened: bool = False,
) -> Scene:
    """Return the scene of a run that changes the objects of `after`; without it, the run changes nothing."""
    types: dict[str, Type] = {name: ref_type("Object") for name in roots if name[0] not in "ijk"}
    first = ConcreteHeap(TABLE, dict(roots), dict(before))
    last = ConcreteHeap(TABLE, dict(roots), {**before, **(after or {})})
    end = None if result is None else Result("result", result, is_reference=True)
    return scene_of(first, last, types=types, notation=_Words(), result=end, opened=opened)


def chain(count: int, name: str = "Node", first: int = 1, **more: Plain) -> dict[int, ConcreteObject]:
    """Return a list of some objects, which ends in null."""
    numbers = range(first, first + count)
    ends = {n: n + 1 if n + 1 in numbers else 0 for n in numbers}
    return {n: of(name, next=ends[n], value=n, **more) for n in numbers}


def doubly(count: int, first: int = 1) -> dict[int, ConcreteObject]:
    numbers = range(first, first + count)
    return {
        n: of("Link", previous=n - 1 if n - 1 in numbers else 0, next=n + 1 if n + 1 in numbers else 0, value=n)
        for n in numbers
    }


def tree(name: str = "Tree", depth: int = 3) -> dict[int, ConcreteObject]:
    """Return a full binary tree, with links to parents in a class that has them."""
    last = 2**depth - 1
    up = {"parent": 0} if name == "Child" else {}
    return {
        n: of(
            name,
            left=2 * n if 2 * n <= last else 0,
            right=2 * n + 1 if 2 * n <= last else 0,
            key=n,
            **dict.fromkeys(up, n // 2),
        )
        for n in range(1, last + 1)
    }


def _appended() -> Scene:
    return scene({"this": 1, "i": 7}, chain(3), {3: of("Node", next=-1, value=3), -1: of("Node", next=0, value=7)})


def _reversed() -> Scene:
    turned = {n: of("Node", next=n - 1, value=n) for n in range(1, 5)}
    return scene({"list": 1}, chain(4), turned, result=4)


def _deque() -> Scene:
    links = doubly(4, 2)
    return scene({"this": 1}, {1: of("List", first=2, last=5, size=4), **links})


def _removed() -> Scene:
    links = doubly(3, 2)
    after = {2: of("Link", previous=0, next=4, value=2), 4: of("Link", previous=2, next=0, value=4)}
    return scene({"this": 1}, {1: of("List", first=2, last=4, size=3), **links}, after)


def _garbage() -> Scene:
    return scene({"this": 1}, {1: of("List", first=2, last=3), **chain(2, first=2)}, {1: of("List", first=3, last=3)})


def _inserted() -> Scene:
    after = {3: of("Tree", left=0, right=-1, key=3), -1: of("Tree", left=0, right=0, key=9)}
    return scene({"root": 1, "i": 9}, tree(depth=2), after)


def _lean() -> Scene:
    return scene({"root": 1}, {n: of("Tree", left=0, right=n + 1 if n < 4 else 0, key=n) for n in range(1, 5)})


def _map(opened: bool = False) -> Scene:
    objects = {
        1: of("java.util.HashMap", table=2, size=2),
        2: array(0, 3, 4, name="[Ljava.lang.Object;"),
        3: of("java.util.HashMap$Node", key=5, value=7, next=0, hash=1),
        4: of("java.util.HashMap$Node", key=6, value=8, next=0, hash=2),
        5: of("java.lang.String"),
        6: of("java.lang.Integer", value=42),
        7: of("Node", value=1),
        8: of("Node", value=2),
    }
    return scene({"map": 1, "x": 7}, objects, opened=opened)


def _array_list() -> Scene:
    before = {
        1: of("java.util.ArrayList", elementData=2, size=1),
        2: array(3, 0, name="[Ljava.lang.Object;"),
        **chain(1, first=3),
    }
    after = {
        1: of("java.util.ArrayList", elementData=2, size=2),
        2: array(3, -1, name="[Ljava.lang.Object;"),
        -1: of("Node", value=5),
    }
    return scene({"list": 1}, before, after)


def _linked_list() -> Scene:
    nodes = {
        n: of("java.util.LinkedList$Node", item=n + 10, next=n + 1 if n < 4 else 0, prev=n - 1 if n > 2 else 0)
        for n in (2, 3, 4)
    }
    items = {n: of("java.lang.String") for n in (12, 13, 14)}
    return scene({"words": 1}, {1: of("java.util.LinkedList", first=2, last=4, size=3), **nodes, **items})


def _tree_map() -> Scene:
    entries = {
        2: of("java.util.TreeMap$Entry", key=5, value=8, left=3, right=4),
        3: of("java.util.TreeMap$Entry", key=6, value=8, left=0, right=0, parent=2),
        4: of("java.util.TreeMap$Entry", key=7, value=0, left=0, right=0, parent=2),
    }
    keys = {n: of("java.lang.Integer", value=n) for n in (5, 6, 7)}
    return scene({"map": 1}, {1: of("java.util.TreeMap", root=2, size=3), **entries, **keys, 8: of("Pair")})


def _sorted() -> Scene:
    return scene({"a": 1, "i": 0}, {1: array(3, 1, 2)}, {1: array(1, 2, 3)})


def _matrix() -> Scene:
    rows = {n: array(n, n + 1) for n in (2, 3, 4)}
    return scene({"m": 1}, {1: array(2, 3, 4, name="[Ljava.lang.Object;"), **rows})


def _crash() -> Scene:
    made = scene({"this": 1}, {1: of("List", first=2, last=2), **doubly(1, 2)}, {1: of("List", first=0, last=2)})
    made.things[1].note = "first", "null at line 36"
    return made


CASES: Final[Mapping[str, Callable[[], Scene]]] = {
    "list": lambda: scene({"this": 1}, chain(4)),
    "list with items": lambda: scene(
        {"this": 1},
        {
            **{n: of("Node", next=n + 1 if n < 3 else 0, item=n + 10) for n in (1, 2, 3)},
            **{n: of("Pair", a=0) for n in (11, 12, 13)},
        },
    ),
    "appended list": _appended,
    "reversed list": _reversed,
    "doubly linked list": lambda: scene({"this": 1}, doubly(4)),
    "list entered in the middle": lambda: scene({"cursor": 2}, doubly(4)),
    "deque": _deque,
    "removed from a deque": _removed,
    "long list": lambda: scene({"this": 1}, {1: of("List", first=2, last=31, size=30), **chain(30, first=2)}),
    "long doubly linked list": lambda: scene({"this": 1}, doubly(20)),
    "garbage": _garbage,
    "tree": lambda: scene({"root": 1}, tree()),
    "tree with parents": lambda: scene({"root": 1}, tree("Child")),
    "tree with an inserted key": _inserted,
    "lean tree": _lean,
    "deep tree with variables": lambda: scene({"root": 1, "x": 5, "y": 5, "z": 12}, tree(depth=4)),
    "circular list": lambda: scene({"this": 1}, {**chain(3), 3: of("Node", next=1, value=3)}),
    "circular doubly linked list": lambda: scene(
        {"this": 1}, {n: of("Link", previous=(n - 2) % 3 + 1, next=n % 3 + 1) for n in (1, 2, 3)}
    ),
    "lasso": lambda: scene({"this": 1}, {**chain(4), 4: of("Node", next=2, value=4)}),
    "loop to itself": lambda: scene({"this": 1}, {1: of("Node", next=1, value=3)}),
    "map": _map,
    "opened map": lambda: _map(opened=True),
    "array list": _array_list,
    "linked list of the JDK": _linked_list,
    "tree map": _tree_map,
    "array": _sorted,
    "matrix": _matrix,
    "array with an alias": lambda: scene(
        {"a": 1, "x": 2}, {1: array(2, 2, 0, name="[Ljava.lang.Object;"), 2: of("Pair", a=0, b=0)}
    ),
    "two names for one object": lambda: scene({"x": 1, "y": 1, "z": 0}, {1: of("Node", next=0)}),
    "shared tail": lambda: scene({"a": 1, "b": 4}, {**chain(3), 4: of("Node", next=2, value=4)}),
    "pair of one object": lambda: scene({"p": 1}, {1: of("Pair", a=2, b=2), 2: of("Node", value=1)}),
    "pair of lists": lambda: scene({"p": 1}, {1: of("Pair", a=2, b=5), **chain(3, first=2), **chain(3, first=5)}),
    "strings, boxes and enums": lambda: scene(
        {"this": 1, "s": 4, "n": 0},
        {
            1: of("Pair", a=2, b=3),
            2: of("java.lang.Integer", value=5),
            3: of("Named", name=4, next=1_000_000),
            4: of("java.lang.String"),
        },
    ),
    "crash": _crash,
    "nothing": lambda: scene({"i": 3, "x": 0}, {}),
}
