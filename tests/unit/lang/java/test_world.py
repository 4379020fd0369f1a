"""Loading, linking, resolution and selection, as on the JVM."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.terms import BV32, BV64, REF
from symheap.lang.java.classfile.access import ABSTRACT, INTERFACE, PUBLIC
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.values.types import array_of, class_named_by, descriptor_of, register_sort, source_name, type_of
from symheap.lang.java.world import JavaClass, JavaMethod, World
from symheap_testing.java.classfiles import ClassBuilder

HIDDEN = "hidden()Ljava/lang/String;"
SEEN = "seen()Ljava/lang/String;"
NAME = "name()Ljava/lang/String;"


def world_of(folder: Path, jdk: Jdk, *classes: ClassBuilder) -> World:
    for each in classes:
        (folder / f"{each.name}.class").write_bytes(each.build())
    return World(ClassPath((Folder(folder),), jdk))


def test_a_class_knows_what_is_above_it(java_world: World) -> None:
    two = java_world.find("faces.Two")
    assert (two.parent, two.interfaces, two.is_user) == ("faces.One", ("faces.Lower", "faces.Plain"), True)
    assert two.supertypes == {"faces.Two", "faces.One", "faces.Lower", "faces.Left", "faces.Plain", "java.lang.Object"}
    assert java_world.find("faces.Two") is two
    assert [c.name for c in java_world.chain("faces.Two")] == ["faces.Two", "faces.One", "java.lang.Object"]


@pytest.mark.parametrize(
    ("name", "of", "expected"),
    [
        ("[I", "[I", True),
        ("[I", "[J", False),
        ("[I", "[Ljava.lang.Object;", False),
        ("[[I", "[Ljava.lang.Object;", True),
        ("[[I", "[Ljava.io.Serializable;", True),
        ("[Ljava.lang.String;", "[Ljava.lang.CharSequence;", True),
        ("[Ljava.lang.Object;", "[Ljava.lang.String;", False),
        ("[" * 255 + "I", "[" * 254 + "Ljava.lang.Object;", True),
        ("[" * 254 + "Ljava.lang.Object;", "[" * 255 + "I", False),
        ("[I", "java.lang.Cloneable", True),
        ("[I", "java.io.Serializable", True),
        ("[I", "java.lang.Comparable", False),
        ("int", "java.lang.Object", False),
        ("int", "int", True),
        ("java.util.ArrayList", "java.lang.Iterable", True),
        ("java.util.List", "java.lang.Object", True),
        ("java.lang.Object", "java.util.List", False),
    ],
)
def test_subtypes(java_world: World, name: str, of: str, expected: bool) -> None:
    assert java_world.is_subtype(name, of) is expected


def test_a_field_that_hides_another_has_its_class_in_its_name(java_world: World) -> None:
    upper = java_world.resolve_field("p.A", "value", "I")
    lower = java_world.resolve_field("q.B", "value", "J")
    assert (upper.field.name, lower.field.name) == ("value", "q.B.value")
    assert (upper.field.type.sort, lower.field.type.sort) == (BV32, BV64)
    assert java_world.resolve_field("q.D", "value", "I") is upper
    assert java_world.find("q.B").instance_fields == (lower.field,)


def test_static_fields_belong_to_a_holder(java_world: World) -> None:
    count = java_world.resolve_field("q.B", "count", "I")
    assert (count.owner, count.is_static, count.field.owner) == ("p.A", True, "p.A.<static>")
    assert java_world.find("p.A").static_fields["count"] is count.field
    assert java_world.resolve_field("faces.Two", "LEFT", "I").owner == "faces.Left"
    with pytest.raises(NotFound, match="no field count of type J"):
        java_world.resolve_field("q.B", "count", "J")


def test_resolution(java_world: World) -> None:
    def owner(class_name: str, name: str, descriptor: str) -> str | None:
        result = java_world.resolve_method(class_name, name, descriptor)
        return None if result is None else result.owner

    assert owner("q.D", "seen", "()Ljava/lang/String;") == "q.B"
    assert owner("faces.Two", "name", "()Ljava/lang/String;") == "faces.Lower"
    assert owner("faces.Plain", "hashCode", "()I") == "java.lang.Object"
    assert owner("faces.Plain", "clone", "()Ljava/lang/Object;") is None
    assert owner("[I", "clone", "()Ljava/lang/Object;") == "java.lang.Object"
    assert owner("java.util.ArrayDeque", "containsAll", "(Ljava/util/Collection;)Z") == "java.util.AbstractCollection"
    assert owner("q.D", "missing", "()V") is None


def test_signature_polymorphic_methods_take_every_descriptor(java_world: World) -> None:
    invoke = java_world.resolve_method("java.lang.invoke.MethodHandle", "invokeExact", "(I)J")
    compare = java_world.resolve_method("java.lang.invoke.VarHandle", "compareAndSet", "(Ljava/lang/Object;II)Z")
    assert invoke is not None
    assert invoke.is_signature_polymorphic
    assert compare is not None
    assert compare.is_signature_polymorphic
    assert java_world.resolve_method("java.lang.invoke.MethodHandle", "bindTo", "(I)J") is None


@pytest.mark.parametrize(
    ("class_name", "key", "expected"),
    [
        ("q.D", SEEN, "q.B"),
        ("p.A", "own()Ljava/lang/String;", None),
        ("faces.One", NAME, "faces.Left"),
        ("faces.Two", NAME, "faces.Lower"),
        ("faces.Both", NAME, None),
        ("faces.Two", "size()I", "faces.Two"),
        ("faces.Plain", "size()I", None),
        ("faces.Two", "helper()I", None),
        ("faces.Two", "secret()I", None),
        ("[I", "hashCode()I", "java.lang.Object"),
        ("java.util.ArrayList", "stream()Ljava/util/stream/Stream;", "java.util.Collection"),
        ("java.util.LinkedHashMap", "size()I", "java.util.HashMap"),
        ("p.A", "twice(I)I", None),
        ("q.D", HIDDEN, "q.D"),
    ],
)
def test_selection(java_world: World, class_name: str, key: str, expected: str | None) -> None:
    assert java_world.select(class_name, key) == expected


@pytest.mark.parametrize(
    ("called", "on", "expected"),
    [
        ("p.A", "p.A", "p.A"),
        ("p.A", "q.B", "p.A"),
        ("p.A", "p.C", "p.C"),
        ("p.A", "q.D", "q.D"),
        ("q.B", "q.B", "q.B"),
        ("q.B", "p.C", "q.B"),
        ("q.B", "q.D", "q.D"),
    ],
)
def test_package_private_methods_are_overridden_in_their_package(
    java_world: World, called: str, on: str, expected: str
) -> None:
    method = java_world.find(called).methods[HIDDEN]
    key = java_world.call_key(method)
    assert key == f"{HIDDEN}@{called}"
    assert java_world.select(on, key) == expected


def test_other_methods_are_called_by_their_own_key(java_world: World) -> None:
    a = java_world.find("p.A")
    assert java_world.call_key(a.methods[SEEN]) == SEEN
    rank = java_world.find("shapes.Color").methods["rank()I"]
    assert rank.is_package_private
    assert java_world.call_key(rank) == "rank()I"


def test_a_missing_superclass_is_named(tmp_path: Path, jdk: Jdk) -> None:
    world = world_of(tmp_path, jdk, ClassBuilder("A", "gone/Away"))
    with pytest.raises(NotFound, match=r"gone\.Away"):
        world.find("A")
    assert not world.exists("A")


def test_a_cycle_is_refused(tmp_path: Path, jdk: Jdk) -> None:
    world = world_of(tmp_path, jdk, ClassBuilder("A", "B"), ClassBuilder("B", "C"), ClassBuilder("C", "A"))
    with pytest.raises(Malformed, match="among its own supertypes"):
        world.find("B")


def test_a_cycle_of_interfaces_is_refused(tmp_path: Path, jdk: Jdk) -> None:
    one, two = (ClassBuilder(name, access=PUBLIC | INTERFACE | ABSTRACT) for name in "IJ")
    one.interfaces.append(one.class_ref("J"))
    two.interfaces.append(two.class_ref("I"))
    with pytest.raises(Malformed, match="among its own supertypes"):
        world_of(tmp_path, jdk, one, two).find("I")


@pytest.mark.parametrize("super_name", ["java/lang/Runnable"])
def test_an_interface_is_no_superclass(tmp_path: Path, jdk: Jdk, super_name: str) -> None:
    with pytest.raises(Malformed, match="which is an interface"):
        world_of(tmp_path, jdk, ClassBuilder("A", super_name)).find("A")


def test_a_class_is_no_superinterface(tmp_path: Path, jdk: Jdk) -> None:
    wrong = ClassBuilder("A")
    wrong.interfaces.append(wrong.class_ref("java/lang/String"))
    with pytest.raises(Malformed, match="which is no interface"):
        world_of(tmp_path, jdk, wrong).find("A")


def test_a_long_chain_is_no_deep_recursion(tmp_path: Path, jdk: Jdk) -> None:
    chain = [ClassBuilder(f"C{i}", f"C{i + 1}" if i < 1100 else "java/lang/Object") for i in range(1101)]
    assert len(list(world_of(tmp_path, jdk, *chain).chain("C0"))) == 1102


def test_two_fields_of_one_name(tmp_path: Path, jdk: Jdk) -> None:
    odd = ClassBuilder("A")
    odd.field("x", "I")
    odd.field("x", "J")
    names = [f.name for f in world_of(tmp_path, jdk, odd).find("A").instance_fields]
    assert names == ["x", "A.x:J"]


def test_a_class_can_be_defined_once(java_folder: Path, jdk: Jdk) -> None:
    world = World(ClassPath((Folder(java_folder),), jdk))
    above = world.find("faces.Left").supertypes
    body = JavaMethod("Lambda$1", "name", "()Ljava/lang/String;", PUBLIC)
    made = JavaClass(
        "Lambda$1", "java.lang.Object", ("faces.Left",), PUBLIC, above | {"Lambda$1"}, methods={NAME: body}
    )
    world.define(made)
    assert world.select("Lambda$1", NAME) == "Lambda$1"
    assert "Lambda$1" in world.implementing(NAME)
    with pytest.raises(Malformed, match="is there twice"):
        world.define(made)


def test_descriptors_and_classes() -> None:
    assert type_of("[Ljava/lang/String;").class_name == "[Ljava.lang.String;"
    assert (type_of("J").sort, type_of("Lp/A;").sort, register_sort("C")) == (BV64, REF, BV32)
    for descriptor in ("I", "Z", "Lp/A$B;", "[[J", "[Lp/A;"):
        assert descriptor_of(class_named_by(descriptor)) == descriptor
    assert [array_of(name) for name in ("int", "p.A", "[I")] == ["[I", "[Lp.A;", "[[I"]
    assert source_name("[[Ljava/util/Map$Entry;") == "java.util.Map.Entry[][]"
    assert source_name("[[Ljava/util/Map$Entry;", simple=True) == "Entry[][]"
