"""Stubs: receivers of classes that do not exist."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.core.outcome import ErrorKind, Returned, Threw
from symheap.engine.explore import Exploration
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.java.entry import JavaProgram, load
from symheap.lang.java.inputs.stubs import answers, can_have_stub, is_stub, stub_of
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import TargetError
from symheap.objects.interpreter import run
from symheap.solver.chain import default_chain

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
abstract class Shape {
    int sides;
    abstract int area();
    abstract boolean round();
    abstract double scaled(double by, byte more);
    abstract Shape inner();
    abstract void draw();
    int worth() { draw(); return round() ? sides : area() - area(); }
    boolean big() { return scaled(2, (byte) 1) > 10; }
    int depth() { Shape s = inner(); return s == null ? 0 : s == this ? 1 : s.sides; }
}
interface Ranked extends Comparable<Ranked> {
    char rank();
    default boolean first() { return rank() == 'a' && compareTo(this) == 0; }
}
abstract class Filled { abstract int full(); int half() { return full() / 2; } }
class Glass extends Filled { int full() { return 4; } }
abstract class Overridden { abstract int all(); int some() { return all() / 2; } }
class Always extends Overridden { int all() { return 4; } int some() { return 1; } }
interface Source { Token next(); Light light(); Hidden hidden(); }
interface Token { int kind(); }
final class Hidden { private Hidden() {} }
class Reader {
    Source source;
    static int kind(Source s) { Token t = s.next(); return t == null ? -1 : t.kind(); }
    static boolean red(Source s) { return s.light() == Light.RED; }
    int own() { return source == null ? 0 : source.next() == null ? 1 : 2; }
}
enum Light { RED { int pause() { return 1; } }; abstract int pause(); }
sealed interface Closed permits One {}
record One() implements Closed {}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("stubs")
    (made / "Shape.java").write_text(SOURCE)
    subprocess.run([str(jdks()[0].javac()), "-proc:none", "-d", str(made), str(made / "Shape.java")], check=True)
    return made


def loaded(folder: Path, target: str, *, bare: bool = False) -> JavaProgram:
    return load(f"{folder}::{target}", JavaOptions(jdk=str(jdks()[0].home), environ=os.environ, bare_stubs=bare))


def stubs(java: JavaProgram) -> list[str]:
    return [name for name in java.table.universe if is_stub(name)]


def explored(java: JavaProgram, heap: str) -> Exploration[object]:
    return Exploration(java.program, heap_model(heap, java.table), *default_chain())


def test_a_receiver_that_no_class_can_be_is_a_stub(folder: Path) -> None:
    java = loaded(folder, "Shape::worth")
    assert stubs(java) == ["Shape+stub"]
    assert java.program.inputs[0].types.names() == ("Shape+stub",)
    assert any(each.startswith("methods without a body of Shape return any value") for each in java.assumptions)


def test_where_a_class_runs_the_method_there_is_none(folder: Path) -> None:
    assert stubs(loaded(folder, "Filled::half")) == []
    assert stubs(loaded(folder, "Overridden::some")) == ["Overridden+stub"]


@pytest.mark.parametrize(
    ("target", "paths"), [("Shape::worth", 2), ("Shape::big", 2), ("Shape::depth", 3), ("Ranked::first", 3)]
)
@pytest.mark.parametrize("heap", MODELS)
def test_every_model_sees_the_paths_and_witnesses_take_them(folder: Path, heap: str, target: str, paths: int) -> None:
    java = loaded(folder, target)
    exploration = explored(java, heap)
    keys = set()
    for trace in exploration:
        witness = exploration.witness(trace)
        assert witness is not None
        done = run(java.program, witness, max_calls=20)
        assert isinstance(done.end, Returned)
        assert done.decisions == trace.decisions
        keys.add(trace.key)
    assert len(keys) == paths


@pytest.mark.parametrize(("target", "paths"), [("Shape::worth", 1), ("Ranked::first", 1), ("Reader::kind", 2)])
@pytest.mark.parametrize("heap", MODELS)
def test_a_bare_stub_lacks_what_is_abstract_in_every_model_and_on_the_machine(
    folder: Path, heap: str, target: str, paths: int
) -> None:
    java = loaded(folder, target, bare=True)
    exploration = explored(java, heap)
    errors = {}
    for trace in exploration:
        witness = exploration.witness(trace)
        assert witness is not None
        done = run(java.program, witness, max_calls=20)
        assert isinstance(done.end, Threw)
        assert done.decisions == trace.decisions
        errors[trace.key] = done.end.error
    assert len(errors) == paths
    assert ErrorKind.NO_METHOD in errors.values()


@pytest.mark.parametrize(
    ("target", "paths"),
    [
        ("Reader::kind", ["NULL", "return", "return"]),
        ("Reader::red", ["NULL", "return", "return"]),
        ("Reader::own", ["return"] * 3),
    ],
)
def test_parameters_fields_and_results_without_a_class_are_stubs(folder: Path, target: str, paths: list[str]) -> None:
    java = loaded(folder, target)
    assert stubs(java) == ["Source+stub", "Token+stub"]
    ends = [trace.end for trace in explored(java, "pose")]
    assert sorted(end.error.name if isinstance(end, Threw) else end.kind for end in ends) == paths


def test_a_witness_says_what_each_call_returned(folder: Path) -> None:
    java = loaded(folder, "Shape::worth")
    exploration = explored(java, "pose")
    roots = [set(witness.roots) for trace in exploration if (witness := exploration.witness(trace)) is not None]
    assert {"this", "Shape.round()#1"} in roots
    assert {"this", "Shape.round()#1", "Shape.area()#2", "Shape.area()#3"} in roots


def test_the_kinds_of_what_is_returned(folder: Path) -> None:
    java = loaded(folder, "Shape::worth")
    assert answers(java.table.world, java.table.universe) == {
        "Shape.area()": "I",
        "Shape.round()": "Z",
        "Shape.scaled(double,byte)": "D",
        "Shape.inner()": "LShape;",
        "Shape.draw()": "V",
    }


def test_a_stub_is_made_once_and_has_no_abstract_method(folder: Path) -> None:
    world = loaded(folder, "Filled::half").table.world
    made = stub_of(world, "Ranked")
    assert stub_of(world, "Ranked") is made
    assert set(made.methods) == {"rank()C", "compareTo(Ljava/lang/Object;)I"}
    assert not any(method.is_abstract for method in made.methods.values())
    assert world.select(made.name, "rank()C") == made.name
    assert world.select(made.name, "first()Z") == "Ranked"


def test_a_bare_stub_has_no_method_of_its_own(folder: Path) -> None:
    java = loaded(folder, "Ranked::first", bare=True)
    made = java.table.world.find("Ranked+stub")
    assert made.methods == {}
    assert java.table.world.select(made.name, "rank()C") is None
    assert java.table.world.select(made.name, "first()Z") == "Ranked"
    assert "throw AbstractMethodError" in " ".join(java.assumptions)


def test_enums_sealed_types_and_classes_with_objects_have_no_stub(folder: Path) -> None:
    world = loaded(folder, "Filled::half").table.world
    assert [can_have_stub(world.find(name)) for name in ("Shape", "Ranked", "Light", "Closed", "Glass", "[I")] == [
        *(True, True),
        *(False, False, False, False),
    ]


def test_a_constructor_of_an_abstract_class_is_refused_as_before(folder: Path) -> None:
    with pytest.raises(TargetError, match="an abstract class cannot be constructed"):
        loaded(folder, "Shape::<init>")
