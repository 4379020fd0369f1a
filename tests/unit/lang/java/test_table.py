"""The class table of a Java program: a universe for inputs, the world for everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.terms import BOOL, BV8, BV16, BV32, REF
from symheap.core.types import ARRAY, ELEMENTS, LENGTH, Known
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.inputs.universe import preorder
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.world import World

STRING = "java.lang.String"
UNIVERSE = (
    *("java.lang.Object", "java.lang.Integer", STRING, "p.A", "q.B", "p.C", "faces.One", "faces.Two"),
    *("shapes.Circle", "shapes.Square", "shapes.Color", "shapes.Color$1"),
    *("[I", "[S", "[C", "[Z", "[Ljava.lang.Object;", "[Ljava.lang.String;", "[[I"),
)


@pytest.fixture
def table(java_folder: Path, jdk: Jdk) -> JavaTable:
    world = World(ClassPath((Folder(java_folder),), jdk))
    return JavaTable(world, preorder(world, UNIVERSE), InitialObjects(world))


def test_the_universe_is_in_preorder(table: JavaTable) -> None:
    assert set(table.universe) == set(UNIVERSE)
    for name in table.universe:
        if name not in ("java.lang.Object",) and not name.startswith("["):
            below = [i for i, c in enumerate(table.universe) if name in [a.name for a in table.world.chain(c)]]
            assert below == list(range(below[0], below[0] + len(below)))
    assert len(table.subtypes("shapes.Shape").intervals()) == 1


def test_subtypes_are_masks_with_the_world_behind_them(table: JavaTable) -> None:
    left = table.subtypes("faces.Left")
    assert left.names() == ("faces.One", "faces.Two")
    assert table.subtypes("faces.Left") is left
    assert table.subtypes("q.B").contains("q.D")
    assert not table.subtypes("q.B").contains("p.A")
    assert table.subtypes("java.util.List").mask == 0
    assert table.subtypes("java.util.List").contains("java.util.ArrayList")
    assert table.everything().is_everything


def test_arrays_by_kind(table: JavaTable) -> None:
    def names(owner: str) -> set[str]:
        return set(table.subtypes(owner).names())

    assert names(ARRAY) == {n for n in UNIVERSE if n.startswith("[")}
    assert names(ELEMENTS[BV16].owner) == {"[S", "[C"}
    assert names(ELEMENTS[BOOL].owner) == {"[Z"}
    assert names(ELEMENTS[REF].owner) == {"[Ljava.lang.Object;", "[Ljava.lang.String;", "[[I"}
    assert table.subtypes(ELEMENTS[BV8].owner).contains("[B")
    assert names("[Ljava.lang.Object;") == {"[Ljava.lang.Object;", "[Ljava.lang.String;", "[[I"}
    assert table.fields("[C") == (LENGTH, ELEMENTS[BV16])
    assert table.fields("[[I") == (LENGTH, ELEMENTS[REF])
    assert (table.component("[[I"), table.component("[I"), table.component("p.A")) == ("[I", None, None)
    assert table.component("[Ljava.lang.String;") == STRING


def test_fields_are_inherited_first(table: JavaTable) -> None:
    assert [str(f) for f in table.fields("p.C")] == ["p.A.value", "q.B.q.B.value"]
    assert [f.name for f in table.fields("shapes.Square")] == ["next", "side", "tilted", "tag", "grid"]
    assert table.fields("p.C")[0].type.sort is BV32
    assert set(table.declaring("value")) == {table.fields("p.A")[0], *(f for f in table.fields(STRING)[:1])} | {
        table.fields("java.lang.Integer")[0]
    }
    assert table.declaring("length") == (LENGTH,)
    assert table.declaring("nothing") == ()


def test_a_holder_is_related_to_nothing(table: JavaTable) -> None:
    holder = "p.A.<static>"
    assert [f.name for f in table.fields(holder)] == ["count", "SIZE", "NAME", "LAST", "ON", "HALF"]
    assert not table.everything().contains(holder)
    assert table.subtypes(holder).contains(holder)
    assert table.subtypes(holder).mask == 0
    assert not table.subtypes(holder).contains("p.A")
    assert table.receiver(holder, "hashCode()I") is None
    assert table.constants(holder) is None
    assert holder in table
    assert "no.such.Class" not in table


def test_deferred_strings_are_strings_without_fields(table: JavaTable) -> None:
    assert table.subtypes(STRING).contains(DEFERRED)
    assert table.subtypes("java.lang.CharSequence").contains(DEFERRED)
    assert table.everything().contains(DEFERRED)
    assert not table.subtypes("p.A").contains(DEFERRED)
    assert DEFERRED not in table.universe
    assert table.fields(DEFERRED) == ()
    value = next(f for f in table.fields(STRING) if f.name == "value")
    holders = table.holders(value)
    assert holders.contains(STRING)
    assert not holders.contains(DEFERRED)
    assert holders.mask == table.subtypes(STRING).mask
    assert table.receiver(DEFERRED, "length()I") == STRING
    assert table.class_object(DEFERRED) is table.class_object(STRING)
    assert table.ancestors(DEFERRED) == (DEFERRED, STRING, "java.lang.Object")


def test_what_is_known_of_input_strings(table: JavaTable) -> None:
    known = {f.name: table.known(f) for f in table.fields(STRING)}
    assert known["value"] == Known(not_null=True, owned=True)
    assert known["coder"] == Known(value=0)
    assert known["hash"] == Known(value=0)
    assert known["hashIsZero"] == Known(value=False)
    assert table.known(table.fields("p.A")[0]) is None


def test_providers_partition_the_universe(table: JavaTable) -> None:
    providers = dict(table.providers("seen()Ljava/lang/String;"))
    assert providers["p.A"].names() == ("p.A",)
    assert providers["q.B"].names() == ("q.B", "p.C")
    hash_code = table.providers("hashCode()I")
    assert sum(types.mask for _, types in hash_code) == table.everything().mask
    assert dict(hash_code)["java.lang.Object"].contains("java.util.ArrayDeque")
    assert not dict(hash_code)["java.lang.Object"].contains("java.util.ArrayList")


def test_a_default_method_is_a_provider(table: JavaTable) -> None:
    providers = dict(table.providers("name()Ljava/lang/String;"))
    assert providers["faces.Left"].names() == ("faces.One",)
    assert providers["faces.Lower"].names() == ("faces.Two",)


def test_bodies_of_classes_outside_come_as_they_become_known(table: JavaTable) -> None:
    before = dict(table.providers("size()I"))
    assert "java.util.ArrayDeque" not in before
    table.world.find("java.util.ArrayDeque")
    after = dict(table.providers("size()I"))
    assert after["java.util.ArrayDeque"].mask == 0
    assert after["java.util.ArrayDeque"].contains("java.util.ArrayDeque")
    assert after["faces.Two"] is before["faces.Two"]


def test_package_private_calls(table: JavaTable) -> None:
    method = table.world.find("p.A").methods["hidden()Ljava/lang/String;"]
    providers = dict(table.providers(table.world.call_key(method)))
    assert providers["p.A"].names() == ("p.A", "q.B")
    assert providers["p.C"].names() == ("p.C",)


def test_an_enum_has_constants_once_it_is_initialised(table: JavaTable) -> None:
    assert table.constants("shapes.Color") == ()
    assert table.constants("p.A") is None
    initial = table.initial
    red, green = initial.heap.new("shapes.Color"), initial.heap.new("shapes.Color$1")
    holder = initial.heap.objects[table.holder("shapes.Color").location.number]
    holder.fields.update({"RED": red, "GREEN": green})
    assert table.constants("shapes.Color") == ()
    initial.initialized.add("shapes.Color")
    assert table.constants("shapes.Color") == (initial.term(red), initial.term(green))
    assert table.constants("shapes.Color$1") == (initial.term(green),)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("p.A", ("p.A",)),
        ("q.D", ("p.A", "q.D")),
        ("faces.Two", ("faces.Lower", "faces.Two")),
        ("faces.Lower", ("faces.Lower",)),
        ("faces.Plain", ("faces.Plain",)),
        ("shapes.Color$1", ("shapes.Color", "shapes.Color$1")),
        ("[Lp.A;", ()),
        ("int", ()),
    ],
)
def test_initialization_order(table: JavaTable, name: str, order: tuple[str, ...]) -> None:
    assert table.initialization_order(name) == order


def test_objects_before_the_call(table: JavaTable) -> None:
    assert table.literal("x") is table.initial.literal("x")
    assert table.holder("p.A") is table.initial.holder("p.A")
    assert table.class_named(table.class_object("[I")) == "[I"
    assert table.initial.heap.table is table


def test_nothing_looks_at_the_whole_jdk(table: JavaTable) -> None:
    table.providers("toString()Ljava/lang/String;")
    table.subtypes("java.lang.Object")
    table.declaring("next")
    loaded = {name for key in ("toString()Ljava/lang/String;", "hashCode()I") for name in table.world.implementing(key)}
    assert len(loaded) < 60
