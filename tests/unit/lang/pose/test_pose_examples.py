"""The example programs, on heaps that show their effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.model import Plain
from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw
from symheap.lang.pose.lower import load
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun, run
from symheap.objects.ir import Program

EXAMPLES = Path(__file__).parents[4] / "examples" / "pose"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.pose"))

Objects = dict[int, tuple[str, dict[str, Plain]]]


def example(name: str) -> Program:
    path = EXAMPLES / f"{name}.pose"
    return load(path.read_text(encoding="utf-8"), str(path))


def ran(name: str, objects: Objects, *inputs: Plain, max_calls: int = 20) -> ConcreteRun:
    """Run an example on `inputs`, in the order in which the program has them."""
    program = example(name)
    roots = {declared.name: value for declared, value in zip(program.inputs, inputs, strict=True)}
    heap = ConcreteHeap(program.table, roots, {n: ConcreteObject(c, dict(f)) for n, (c, f) in objects.items()})
    return run(program, heap, max_calls=max_calls)


def chain(class_name: str, *links: int) -> Objects:
    """Return objects 1, 2, … whose `next` are the links."""
    return {number: (class_name, {"next": link}) for number, link in enumerate(links, 1)}


def test_there_are_examples() -> None:
    assert {"swap", "sum", "hasnull", "hasnull10", "p1", "p2"} <= set(NAMES)
    assert len(NAMES) >= 14


@pytest.mark.parametrize("name", NAMES)
def test_an_example_says_what_it_does_and_meets_null(name: str) -> None:
    assert (EXAMPLES / f"{name}.pose").read_text(encoding="utf-8").startswith("// ")
    program = example(name)
    end = ran(name, {}, *(False if str(i.type) == "bool" else 0 for i in program.inputs)).end
    if name == "list_reverse":
        assert end == Returned(0)
    else:
        assert isinstance(end, Threw)
        assert end.error is ErrorKind.NULL


VALUES: list[tuple[str, Objects, tuple[Plain, ...], Plain]] = [
    ("swap", {1: ("Sample", {"data": 1})}, (1, 0), False),
    ("swap", {1: ("Sample", {"data": 1}), 2: ("Sample", {})}, (1, 2), True),
    ("sum", {1: ("Sample", {"val": 3, "s0": 1, "s1": 2, "s2": 2}), 2: ("Sample", {"val": 5})}, (1,), 16),
    ("hasnull", chain("Sample", 1), (1,), False),
    ("hasnull", chain("Sample", 2, 3, 4, 5, 0), (1,), True),
    ("hasnull", chain("Sample", 2, 3, 4, 5, 6, 0), (1,), False),
    ("hasnull10", chain("Sample", 2, 3, 4, 5, 6, 0), (1,), True),
    ("p1", {1: ("A", {"f": 4}), 2: ("A", {"f": 5})}, (1, 2, 1), -1),
    ("p1", {1: ("A", {"f": 4}), 2: ("A", {"f": 5})}, (1, 1, 2), 4),
    ("p2", {1: ("B", {})}, (1, 1, 1), True),
    ("p2", {1: ("B", {}), 2: ("B", {})}, (1, 2, 1), False),
    ("bst_find", {1: ("Tree", {"root": 2}), 2: ("Node", {"key": 5, "left": 3}), 3: ("Node", {"key": 2})}, (1, 2), 2),
    ("bst_find", {1: ("Tree", {"root": 2}), 2: ("Node", {"key": 5, "left": 3}), 3: ("Node", {"key": 2})}, (1, 9), -1),
    ("bst_insert", {1: ("Node", {"key": 5})}, (1, 5), False),
    ("bst_insert", {1: ("Node", {"key": 5})}, (1, 6), True),
    ("list_append", chain("Node", 2, 0), (1, 1), 2),
    ("list_reverse", chain("Node", 2, 3, 4, 0), (1,), 3),
    ("dll_remove", {1: ("Node", {"next": 1, "previous": 1})}, (1,), True),
    ("dispatch", {1: ("Account", {"balance": 9})}, (1, 1, 4), True),
    ("dispatch", {1: ("Account", {"balance": 9}), 2: ("Account", {})}, (1, 2, 4), False),
    ("dispatch", {1: ("Savings", {"balance": 9, "fee": 1})}, (1, 1, 9), False),
    ("dispatch", {1: ("Savings", {"balance": 9, "fee": 1})}, (1, 1, 8), True),
    ("dispatch", {1: ("Frozen", {"balance": 9})}, (1, 1, 1), False),
    ("read_back", {1: ("Box", {})}, (1, 1), True),
    ("read_back", {1: ("Box", {}), 2: ("Box", {"content": 1, "mark": 7})}, (1, 2), False),
    ("ite_receivers", {1: ("Node", {"next": 2}), 2: ("Node", {"next": 1})}, (1, 1, 2), 1),
    ("ite_receivers", {1: ("Node", {}), 2: ("Node", {"next": 3}), 3: ("Node", {"next": 1})}, (1, 2, 2), 0),
    ("ite_receivers", {1: ("Node", {"next": 1}), 2: ("Node", {})}, (1, 1, 1), 2),
    ("kinds", {1: ("Lamp", {})}, (1, False), True),
    ("kinds", {1: ("Door", {"locked": True})}, (1, False), False),
    ("kinds", {1: ("Door", {"locked": True})}, (1, True), True),
]


@pytest.mark.parametrize(("name", "objects", "inputs", "value"), VALUES)
def test_values(name: str, objects: Objects, inputs: tuple[Plain, ...], value: Plain) -> None:
    assert ran(name, objects, *inputs).end == Returned(value)


def test_every_example_is_shown_to_do_something() -> None:
    assert {name for name, *_ in VALUES} == set(NAMES)


def test_swap_exchanges() -> None:
    done = ran("swap", {1: ("Sample", {"data": 1}), 2: ("Sample", {"data": 0})}, 1, 2)
    assert [done.heap.objects[n].fields["data"] for n in (1, 2)] == [0, 1]


def test_insert_makes_one_new_leaf() -> None:
    heap = ran("bst_insert", {1: ("Node", {"key": 5, "right": 2}), 2: ("Node", {"key": 7})}, 1, 6).heap
    leaf = heap.objects[2].fields["left"]
    assert leaf < 0
    assert heap.objects[int(leaf)].fields["key"] == 6


def test_appending_to_a_circle_is_cut() -> None:
    assert isinstance(cut := ran("list_append", chain("Node", 1), 1, 0, max_calls=7).end, Cut)
    assert cut.bound is Bound.CALLS


def test_unlinking_closes_the_gap() -> None:
    links: Objects = {
        1: ("Node", {"next": 2}),
        2: ("Node", {"previous": 1, "next": 3}),
        3: ("Node", {"previous": 2}),
    }
    heap = ran("dll_remove", links, 2).heap
    assert (heap.objects[1].fields["next"], heap.objects[3].fields["previous"]) == (3, 1)


def test_what_is_neither_lamp_nor_door_has_no_switch() -> None:
    end = ran("kinds", {1: ("Object", {})}, 1, True).end
    assert isinstance(end, Threw)
    assert end.error is ErrorKind.NO_FIELD
