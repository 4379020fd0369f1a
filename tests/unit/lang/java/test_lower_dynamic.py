"""Call sites that bootstrap methods link: the classes of lambdas, and concatenation on a host."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import cast

import pytest

from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.lower import lower, restore_lambdas
from symheap.lang.java.lower.concat import concat_function
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import DEFERRED, JOINED
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, Part, Shown, Symbolic

SOURCE = Path(__file__).with_name("test_lower_sources") / "Cases.java"
STRING = "Ljava/lang/String;"


class Texts:
    """A host whose references are texts, None for null; everything that is not plain is symbolic."""

    def plain(self, cell: Cell) -> int:
        if not isinstance(cell, int):
            raise Symbolic
        return cell

    def is_null(self, cell: Cell) -> bool:
        return cell is None

    def text(self, cell: Cell) -> str:
        if not isinstance(cell, str):
            raise Symbolic
        return cell

    def string(self, text: str) -> Cell:
        return f"new {text}"

    def joined(self, class_name: str, parts: tuple[Part, ...], *, room: bool = False) -> Cell:
        if any(isinstance(part, str) and not part.isascii() for part in parts):
            raise Symbolic
        return class_name, parts, room

    def new(self, class_name: str) -> Cell:
        return f"object of {class_name}"


HOST = cast(Host, Texts())


def concatenated(parts: tuple[str | None, ...], *arguments: tuple[str, Cell]) -> Cell | None:
    function = concat_function(parts, tuple(descriptor for descriptor, _ in arguments))
    return function.apply(HOST, tuple(cell for _, cell in arguments))


@pytest.mark.parametrize(
    ("descriptor", "cell", "shown"),
    [("I", -5, "-5"), ("J", 1 << 40, "1099511627776"), ("C", 0xE9, "é"), ("C", 0xD83D, "\ud83d"), ("Z", 1, "true"),
     ("Z", 0, "false"), ("B", -1, "-1"), ("S", 7, "7"), (STRING, "text", "text"), (STRING, None, "null")],
)  # fmt: skip
def test_each_kind_is_shown_as_java_shows_it(descriptor: str, cell: Cell, shown: str) -> None:
    assert concatenated(("<", None, ">"), (descriptor, cell)) == f"new <{shown}>"


def test_arguments_are_taken_in_order() -> None:
    assert concatenated((None, "-", None), ("I", 1), ("I", 2)) == "new 1-2"


@pytest.mark.parametrize("arguments", [(("I", "symbolic"), ("I", 2)), (("I", 1), (STRING, 3))])
def test_a_symbolic_part_puts_the_string_off(arguments: tuple[tuple[str, Cell], ...]) -> None:
    (first, a), (second, b) = arguments
    assert concatenated((None, "-", None), *arguments) == (JOINED, (Shown(a, first), "-", Shown(b, second)), False)


def test_parts_that_cannot_be_written_out_defer_the_string() -> None:
    assert concatenated((None, "\u20ac"), ("I", "symbolic")) == f"object of {DEFERRED}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:

    classes = tmp_path_factory.mktemp("dynamic")
    jdk = find_jdk(None, os.environ)
    subprocess.run([str(jdk.javac()), "-encoding", "UTF-8", "-d", str(classes), str(SOURCE)], check=True)
    return classes


def table_of(folder: Path) -> JavaTable:
    world = World(ClassPath((Folder(folder),), find_jdk(None, os.environ)))
    return JavaTable(world, (), InitialObjects(world))


def lowered(table: JavaTable, name: str) -> ir.Method:
    method = next(m for m in table.world.find("Cases").methods.values() if m.name == name)
    return lower(table.world, table.initial, table, method)


def lambdas(method: ir.Method) -> list[str]:
    """Return the classes of the lambdas that a method makes; those that capture nothing exist beforehand."""
    instructions = [i for block in method.blocks for i in block]
    made = [i.class_name for i in instructions if isinstance(i, ir.New)]
    known = [
        i.value.location.class_name for i in instructions if isinstance(i, ir.Const) and not isinstance(i.value, int)
    ]
    return [name for name in (*made, *known) if "$$Lambda$" in name]


def test_a_lambda_class_implements_its_interface(folder: Path) -> None:
    table = table_of(folder)
    names = lambdas(lowered(table, "captured"))
    assert len(names) == 4
    above = [set(table.world.find(name).interfaces) for name in names]
    assert {"java.util.function.Supplier"} in above
    assert all(table.world.find(name).methods for name in names)


def test_lowering_again_uses_the_same_classes(folder: Path) -> None:
    table = table_of(folder)
    assert lambdas(lowered(table, "captured")) == lambdas(lowered(table, "captured"))


def test_lambda_classes_of_another_world_are_restored(folder: Path) -> None:
    first, second = table_of(folder), table_of(folder)
    names = lambdas(lowered(first, "boxing"))
    assert names
    assert not any(second.world.exists(name) for name in names)
    for name in names:
        second.initial.heap.new(name)
    second.initial.heap.new("gone.Away$$Lambda$0_1")
    restore_lambdas(second.world, second.initial, second)
    assert all(second.world.exists(name) for name in names)
