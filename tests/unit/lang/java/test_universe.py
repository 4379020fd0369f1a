"""The classes that an input may have."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.inputs import universe as module
from symheap.lang.java.inputs.mentions import inputs, mentioned, pool_classes
from symheap.lang.java.inputs.universe import ALWAYS, ALWAYS_ARRAYS, LARGEST_LIBRARY, universe_of
from symheap.lang.java.world import World
from symheap_testing.java.classfiles import ClassBuilder


@pytest.fixture(scope="module")
def names(java_world: World) -> tuple[str, ...]:
    return universe_of(java_world, "shapes.Square").names


def test_all_classes_of_a_small_path_that_can_have_objects(names: tuple[str, ...]) -> None:
    for name in ("p.A", "q.D", "faces.Two", "shapes.Square", "shapes.Color", "shapes.Color$1", "Main", "Main$Node"):
        assert name in names
    for name in ("faces.Left", "faces.Both", "shapes.Shape", "shapes.Util", "java.lang.Math", "java.lang.Enum"):
        assert name not in names
    assert len(set(names)) == len(names)
    assert names[0] == "java.lang.Object"


def test_what_every_program_has(names: tuple[str, ...]) -> None:
    assert {*ALWAYS, *ALWAYS_ARRAYS} <= set(names)


def test_arrays_that_are_mentioned_and_their_rows(names: tuple[str, ...]) -> None:
    assert {"[[I", "[I", "[Lshapes.Shape;", "[Lshapes.Color;"} <= set(names)


def test_a_declared_interface_of_the_jdk_gets_a_class(java_world: World, names: tuple[str, ...]) -> None:
    assert {"java.util.ArrayList", "java.util.HashMap", "java.util.HashMap$Node", "[Ljava.util.HashMap$Node;"} <= set(
        names
    )
    said = universe_of(java_world, "shapes.Square").assumptions
    assert "java.util.List is taken to be java.util.ArrayList" in said


def test_exceptions_only_where_inputs_are_declared_so(names: tuple[str, ...], java_world: World) -> None:
    assert "shapes.BadShape" not in names
    assert "shapes.BadShape" in universe_of(java_world, "shapes.BadShape").names


def test_classes_can_be_added(java_world: World) -> None:
    assert "java.util.BitSet" not in universe_of(java_world, "p.A").names
    found = universe_of(java_world, "p.A", ("java.util.BitSet", "[F")).names
    assert {"java.util.BitSet", "[J", "[F"} <= set(found)
    with pytest.raises(NotFound):
        universe_of(java_world, "p.A", ("no.Such",))


def test_runs_repeat(java_folder: Path, jdk: Jdk, names: tuple[str, ...]) -> None:
    assert universe_of(World(ClassPath((Folder(java_folder),), jdk)), "shapes.Square").names == names


def test_of_a_large_path_what_the_entry_leads_to(java_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SMALL", 5)
    result = universe_of(java_world, "shapes.Square")
    assert "shapes.Square" in result.names
    assert "p.A" not in result.names
    assert "Main$Node" in universe_of(java_world, "Main").names
    assert any("that shapes.Square leads to" in text for text in result.assumptions)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("java.util.ArrayList", {"java.util.ArrayList", "java.util.ArrayList$SubList", "java.util.ArrayList$Itr"}),
        ("java.util.TreeMap", {"java.util.TreeMap", "java.util.TreeMap$Entry", "java.util.TreeMap$KeySet"}),
        ("java.util.LinkedList", {"java.util.LinkedList", "java.util.LinkedList$Node"}),
        ("java.util.HashMap", {"java.util.HashMap$Node", "java.util.HashMap$TreeNode", "[Ljava.util.HashMap$Node;"}),
        ("java.util.PriorityQueue", {"java.util.PriorityQueue", "[Ljava.lang.Object;"}),
    ],
)
def test_a_class_of_the_jdk_as_subject(java_world: World, name: str, expected: set[str]) -> None:
    found = universe_of(java_world, name).names
    assert expected <= set(found)
    assert not any(each.startswith(("p.", "shapes.", "java.io.Object", "java.lang.invoke.")) for each in found)
    assert len([each for each in found if not each.startswith("[")]) <= LARGEST_LIBRARY + 60


def test_the_library_is_bounded(java_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_LIBRARY", 2)
    result = universe_of(java_world, "java.util.HashMap")
    assert any("at most 2 classes of the JDK" in text for text in result.assumptions)


def test_what_stands_for_a_type_is_there_beyond_the_bound(java_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_LIBRARY", 0)
    assert {"java.util.ArrayList", "java.util.HashMap"} <= set(universe_of(java_world, "shapes.Util").names)


def test_a_class_that_cannot_be_linked_is_left_out_by_name(tmp_path: Path, jdk: Jdk) -> None:
    (tmp_path / "Good.class").write_bytes(_constructible("Good", "java/lang/Object"))
    (tmp_path / "Bad.class").write_bytes(_constructible("Bad", "gone/Away"))
    result = universe_of(World(ClassPath((Folder(tmp_path),), jdk)), "Good")
    assert "Good" in result.names
    assert "Bad" not in result.names
    assert any("Bad" in text and "gone.Away" in text for text in result.assumptions)


def _constructible(name: str, super_name: str) -> bytes:
    made = ClassBuilder(name, super_name)
    made.method(b"\xb1", name="<init>", access=1)
    return made.build()


def test_mentions(java_world: World) -> None:
    file = java_world.find("shapes.Square").file
    assert file is not None
    assert {"shapes.Shape", "shapes.Square"} <= set(pool_classes(file))
    assert set(inputs(file)) == {"[[I", "shapes.Shape"}
    assert {"[[I", "shapes.Shape", "shapes.Square"} <= set(mentioned(file))
