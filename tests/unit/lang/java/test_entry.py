"""From a target to a program: the method, its inputs, and the synthesised entry."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind, Returned, Threw
from symheap.core.source import SourceError
from symheap.core.terms import BOOL, BV16, BV32, BV64
from symheap.core.types import Type, ref_type
from symheap.lang.java.entry import JavaOptions, JavaProgram, load
from symheap.lang.java_programs import java_methods
from symheap.lang.target import Loaded, Target, TargetError
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun, run

Load = Callable[..., JavaProgram]


@pytest.fixture(scope="session")
def environ(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return {**os.environ, "SYMHEAP_CACHE": str(tmp_path_factory.mktemp("cache"))}


@pytest.fixture(scope="session")
def loaded(java_folder: Path, environ: Mapping[str, str]) -> Load:
    def load_in_folder(names: str, **options: tuple[str, ...]) -> JavaProgram:
        return load(f"{java_folder}::{names}", JavaOptions(environ=environ, **options))  # type: ignore[arg-type]

    return load_in_folder


def run_with(
    java: JavaProgram, roots: dict[str, Plain], objects: dict[int, ConcreteObject] | None = None
) -> ConcreteRun:
    return run(java.program, ConcreteHeap(java.table, roots, objects or {}), max_calls=50)


def result(java: JavaProgram, roots: dict[str, Plain], objects: dict[int, ConcreteObject] | None = None) -> Plain:
    end = run_with(java, roots, objects).end
    assert isinstance(end, Returned), end
    return end.value


def test_inputs_have_their_names_sorts_and_classes(loaded: Load) -> None:
    program = loaded("shapes.Square::fits", non_null=("other",)).program
    this, other, strictly, unit, many = program.inputs
    assert (this.name, this.type, this.nullable) == ("this", ref_type("shapes.Square"), False)
    assert this.types.names() == ("shapes.Square",)
    assert (other.name, other.type, other.nullable) == ("other", ref_type("shapes.Shape"), False)
    assert set(other.types.names()) == {"shapes.Circle", "shapes.Square", "shapes.Ranked"}
    assert [i.type.sort for i in (strictly, unit, many)] == [BOOL, BV16, BV64]
    assert not strictly.nullable
    assert program.result == Type(BOOL)
    assert program.arguments == (0, 1, 2, 3, 4)
    assert program.errors[ErrorKind.NULL] == "java.lang.NullPointerException"


def test_a_receiver_runs_the_body_that_is_meant(loaded: Load) -> None:
    [this] = loaded("A::seen").program.inputs
    assert this.types.names() == ("p.A",)
    [this] = loaded("B::seen").program.inputs
    assert set(this.types.names()) == {"q.B", "p.C", "q.D"}
    [this] = loaded("p.A::own").program.inputs
    assert set(this.types.names()) == {"p.A", "q.B", "p.C", "q.D"}
    inherited = loaded("D::seen").program
    assert inherited.inputs[0].types.names() == ("q.D",)


def test_bounds_of_type_variables_narrow(loaded: Load) -> None:
    a, b = loaded("shapes.Util::max").program.inputs
    assert a.types.names() == b.types.names() == ("shapes.Ranked",)
    assert a.type == ref_type("shapes.Shape")


def test_inputs_are_widened_and_results_narrowed(loaded: Load) -> None:
    java = loaded("shapes.Square::fits")
    half, one = 0x3FE0000000000000, 0x3FF0000000000000
    objects = {
        1: ConcreteObject("shapes.Square", {"side": half}),
        2: ConcreteObject("shapes.Circle", {"r": one}),
    }
    roots = {"this": 1, "other": 2, "strictly": True, "unit": -1, "many": 0}
    assert result(java, roots, objects) is True
    assert result(java, {**roots, "this": 1, "other": 1}, objects) is False
    end = run_with(java, {**roots, "other": 0}, objects).end
    assert isinstance(end, Threw)
    assert end.exception == "java.lang.NullPointerException"


def test_a_constructor_makes_its_receiver(loaded: Load) -> None:
    for name in ("Main::<init>", "Main::Main"):
        java = loaded(name)
        assert [i.name for i in java.program.inputs] == ["total"]
        assert java.program.result == ref_type("Main")
        done = run_with(java, {"total": 42})
        assert isinstance(done.end, Returned)
        made = done.heap.find(int(done.end.value))
        assert (made.class_name, made.fields["total"]) == ("Main", 42)


def test_a_method_without_result(environ: Mapping[str, str], tmp_path: Path) -> None:
    (tmp_path / "Quiet.java").write_text("class Quiet { static int n; static void set(int x) { n = x; } }")
    java = load(f"{tmp_path / 'Quiet.java'}::set", JavaOptions(environ=environ))
    assert java.program.result is None
    done = run_with(java, {"x": 3})
    assert done.heap.find(java.table.holder("Quiet").location.number).fields["n"] == 3


def test_assumptions_are_checked_before_the_call(loaded: Load) -> None:
    java = loaded("Main::add(int)", assume=("positive",))
    calls = [i for block in java.program.entry.blocks for i in block if isinstance(i, ir.Invoke)]
    assert [c.method for c in calls] == ["positive(I)Z", "add(I)I"]
    assert result(java, {"this": 1, "x": 2}, {1: ConcreteObject("Main", {"total": 5})}) == 7
    asked = loaded("shapes.Square::fits", assume=("valid",)).program.entry
    assert any(isinstance(i, ir.Call) and i.method == "valid()Z" for block in asked.blocks for i in block)


def test_an_assumption_about_parameters_skips_null(loaded: Load) -> None:
    java = loaded("shapes.Util::diameter", assume=("shapes.Square.valid",))
    assert len([i for block in java.program.entry.blocks for i in block if isinstance(i, ir.Branch)]) == 1
    assert result(java, {"square": 0}) == 0
    assert result(java, {"square": 1}, {1: ConcreteObject("shapes.Square")}) == 1
    sure = loaded("shapes.Util::diameter", assume=("shapes.Square.valid",), non_null=("square",))
    assert not [i for block in sure.program.entry.blocks for i in block if isinstance(i, ir.Branch)]


def test_an_assumption_is_dropped_for_methods_whose_inputs_it_does_not_fit(
    java_folder: Path, environ: Mapping[str, str]
) -> None:
    target = Target(str(java_folder), ("Main",))
    members = [*java_methods(target, JavaOptions(environ=environ, assume=("positive",))).members]
    notes = {
        each.target.names[1]: [text for text in each.assumptions if text.startswith("--assume positive does not fit")]
        for each in members
        if isinstance(each, Loaded)
    }
    assert notes["add(int)"] == []
    assert notes["add(long,String)"] == ["--assume positive does not fit add(long,String), and is not used there"]


def test_a_wrong_assumption_is_an_error_of_each_method(java_folder: Path, environ: Mapping[str, str]) -> None:
    target = Target(str(java_folder), ("Main",))
    members = [*java_methods(target, JavaOptions(environ=environ, assume=("missing",))).members]
    assert members
    assert all(isinstance(each, TargetError) and "has no method missing" in each.message for each in members)


def test_an_assumption_that_throws_does_not_hold(loaded: Load) -> None:
    entry = loaded("shapes.Util::below", assume=("same",)).program.entry
    protected = [handlers for handlers in entry.handlers if handlers]
    assert len(protected) == 1
    [[handler]] = protected
    rejecting = entry.blocks[handler.target]
    assert handler.types is None
    assert isinstance(rejecting[1], ir.Assume)
    assert rejecting[0] == ir.Const(rejecting[1].cond, False, rejecting[0].position)


@pytest.mark.parametrize(
    ("names", "assume", "message"),
    [
        ("Main::add(int)", "nothing", "no method nothing that returns a boolean"),
        ("Main::add(int)", "No.positive", "there is no class No"),
        ("Main::length", "positive", "does not fit"),
    ],
)
def test_assumptions_that_mean_nothing(loaded: Load, names: str, assume: str, message: str) -> None:
    with pytest.raises(TargetError, match=message):
        loaded(names, assume=(assume,))


def test_symbolic_statics_are_inputs(loaded: Load) -> None:
    java = loaded("shapes.Util::below", symbolic_static=("limit", "shapes.Util.favourite"))
    x, limit, favourite = java.program.inputs
    assert (x.name, limit.name, limit.type) == ("x", "shapes.Util.limit", Type(BV32))
    assert favourite.types.names() == ("shapes.Color", "shapes.Color$1")
    below = {"x": 10, "shapes.Util.favourite": 0}
    assert result(java, {**below, "shapes.Util.limit": 11}) is True
    assert result(java, {**below, "shapes.Util.limit": 10}) is False
    with pytest.raises(TargetError, match="no static field nothing"):
        loaded("shapes.Util::below", symbolic_static=("nothing",))


def test_initialisers_have_run_for_what_inputs_may_be(loaded: Load) -> None:
    java = loaded("Color::rank")
    assert "shapes.Color" in java.program.initialized
    constants = java.table.constants("shapes.Color")
    assert constants is not None
    assert [c.location.class_name for c in constants] == ["shapes.Color", "shapes.Color$1"]
    assert java.program.initial is java.table.initial.heap
    assert java.uninitialized == {}
    assert "shapes.Color" in loaded("p.A::twice").program.initialized
    assert "shapes.Color" not in loaded("p.A::twice", first_use=True).program.initialized


def test_a_failing_initialiser_leaves_no_trace(environ: Mapping[str, str], tmp_path: Path) -> None:
    source = """
        class Good { static int n = 1; }
        class Bad { static { Good.n = 2; int x = 1 / (Good.n - 2); } int field; }
        class Uses { static int get(Bad bad, Good good) { return Good.n; } }"""
    (tmp_path / "Uses.java").write_text(source)
    past = load(f"{tmp_path / 'Uses.java'}::get", JavaOptions(environ=environ))
    assert "Bad" not in past.table.universe
    assert past.table.initial.static("Good", "n") == 1
    java = load(f"{tmp_path / 'Uses.java'}::get", JavaOptions(environ=environ, first_use=True))
    assert java.uninitialized.keys() == {"Bad"}
    assert {"Uses", "Good"} <= java.program.initialized
    assert "Bad" not in java.program.initialized
    assert java.table.initial.static("Good", "n") == 1


def test_classes_of_the_jdk(environ: Mapping[str, str]) -> None:
    java = load("jrt:java.util.ArrayList::add(Object)", JavaOptions(environ=environ))
    assert java.program.inputs[0].types.names() == ("java.util.ArrayList",)
    nested = load("jrt:/java.base/java.util.HashMap::Node::getKey", JavaOptions(environ=environ))
    assert "java.util.HashMap$TreeNode" in nested.program.inputs[0].types.names()


def test_the_main_class_of_a_source_file(environ: Mapping[str, str], java_sources: Path) -> None:
    options = JavaOptions(environ=environ, cache=Path(environ["SYMHEAP_CACHE"]))
    main = java_sources / "Main.java"
    assert load(f"{main}::length", options).subject.class_name == "Main"
    assert load(f"{main}::Helper", options).subject.method.name == "help"
    assert load(f"{main}::Helper::help", options).subject.class_name == "Helper"
    assert load(f"{main}::Node::<init>", options).subject.class_name == "Main$Node"


def test_class_files_and_jars(environ: Mapping[str, str], java_folder: Path, tmp_path: Path) -> None:
    options = JavaOptions(environ=environ)
    assert load(f"{java_folder / 'p' / 'A.class'}::twice", options).subject.class_name == "p.A"
    jar = tmp_path / "all.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        for file in java_folder.rglob("*.class"):
            archive.write(file, file.relative_to(java_folder).as_posix())
    java = load(f"{jar}::p.A::twice", options)
    assert result(java, {"x": 21}) == 42


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("Main::add", r"several methods add: name one of add\(int\), add\(long,String\)"),
        ("Main::add(short)", r"no method add\(short\)"),
        ("Main::nothing", "no method nothing; there are <init>, add, length, positive"),
        ("Nowhere::m", "there is no class Nowhere"),
        ("p.A", "several methods: name one of"),
        ("shapes.Shape::area", "has no body"),
        ("shapes.Shape::<init>", "cannot be constructed"),
        ("nothing", "there is no class or package nothing"),
    ],
)
def test_names_that_mean_nothing_or_too_much(loaded: Load, names: str, message: str) -> None:
    with pytest.raises(TargetError, match=message) as caught:
        loaded(names)
    assert "\n" not in str(caught.value)


def test_a_parameter_that_is_not_there(loaded: Load) -> None:
    with pytest.raises(TargetError, match="no input y; there are x"):
        loaded("p.A::twice", non_null=("y",))


def test_a_type_without_classes(loaded: Load) -> None:
    java = loaded("shapes.Util::none")
    assert (
        "method is null: no class that inputs may have is a java.lang.reflect.Method (--also adds)" in java.assumptions
    )
    assert java.program.inputs[0].types.mask == 0
    with pytest.raises(TargetError, match=r"no class that inputs may have is a java\.lang\.reflect\.Method"):
        loaded("shapes.Util::none", non_null=("method",))
    given = loaded("shapes.Util::none", non_null=("method",), also=("java.lang.reflect.Method",))
    assert given.program.inputs[0].types.names() == ("java.lang.reflect.Method",)


def test_an_interface_without_classes_has_a_stub(loaded: Load) -> None:
    assert loaded("shapes.Util::run").program.inputs[0].types.names() == ("java.lang.Runnable+stub",)
    given = loaded("shapes.Util::run", also=("java.util.concurrent.FutureTask",))
    assert given.program.inputs[0].types.names() == ("java.util.concurrent.FutureTask",)


def test_overloads_by_their_types(loaded: Load) -> None:
    assert loaded("Main::add(long, java.lang.String)").subject.method.descriptor == "(JLjava/lang/String;)I"
    assert loaded("Util::size(List<String>, Map)").program.inputs[0].name == "all"
    assert loaded("Util::size(Shape...)").program.inputs[0].type == ref_type("[Lshapes.Shape;")


def test_bad_files_are_one_line(environ: Mapping[str, str], tmp_path: Path) -> None:
    options = JavaOptions(environ=environ)
    (tmp_path / "Bad.java").write_text("class Bad { int m() { return x; } }")
    with pytest.raises(SourceError, match=r"Bad\.java:1:30: error: cannot find symbol: variable x"):
        load(str(tmp_path / "Bad.java"), options)
    (tmp_path / "Bad.class").write_bytes(b"\xca\xfe\xba\xbe")
    with pytest.raises(TargetError, match=r"Bad\.class: error: .*byte"):
        load(str(tmp_path / "Bad.class"), options)
    with pytest.raises(TargetError, match="no such file"):
        load(str(tmp_path / "Missing.class"), options)
    with pytest.raises(TargetError, match=r"the JDK has no class java\.Nope"):
        load("jrt:java.Nope::m", options)


def test_bodies_are_made_when_asked_for(loaded: Load) -> None:
    methods = loaded("p.A::twice").program.methods
    hidden = "hidden()Ljava/lang/String;"
    assert ("p.A", hidden) in methods
    assert ("p.A", hidden) not in list(methods)
    assert methods["p.A", f"{hidden}@p.A"] is methods["p.A", hidden]
    assert ("p.A", hidden) in list(methods)
    assert methods.get(("shapes.Circle", "<clinit>()V")) is None
    assert ("no.Such", hidden) not in methods
    with pytest.raises(KeyError):
        methods["no.Such", hidden]


def test_a_native_method_without_a_model_is_refused_by_name(loaded: Load) -> None:
    methods = loaded("p.A::twice").program.methods
    [[refusal]] = methods["java.util.TimeZone", "getSystemGMTOffsetID()Ljava/lang/String;"].blocks
    assert isinstance(refusal, ir.Refuse)
    assert refusal.what == "java.util.TimeZone.getSystemGMTOffsetID"


def test_a_bridge_is_no_candidate_beside_the_method_that_it_leads_to() -> None:
    """2026-11-15: `compareTo` of a Comparable was called ambiguous."""
    result = load("jrt:java.lang.Integer::compareTo", JavaOptions(environ=os.environ))
    assert result.subject.method.descriptor == "(Ljava/lang/Integer;)I"
