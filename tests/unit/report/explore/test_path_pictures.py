"""The heaps of paths as pictures: complete within their size, from the roots, in the program's own words."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

import symheap
from symheap.core.outcome import Returned
from symheap.heap.picture import REST, Edge, Node, Picture
from symheap.heap.registry import MODELS
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.report.draw.geometry import heap_drawing
from symheap.report.explore.path_pictures import MOST, cut, final_picture, input_picture
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap_testing.java.sources import some_jdk

EXAMPLES = Path(__file__).parents[4] / "examples"
JAVA = """
import java.util.HashMap;

public class Shown {
    enum Colour { RED, GREEN }
    static final HashMap<String, Integer> SEEN = new HashMap<>();

    Colour colour;
    boolean flag;
    char letter;
    double part;
    int[] numbers;
    Shown next;

    static Shown made(int x) {
        Shown shown = new Shown();
        shown.colour = Colour.GREEN;
        shown.flag = true;
        shown.letter = 'a';
        shown.part = 0.5;
        shown.numbers = new int[] {1, x, 3};
        shown.next = shown;
        return shown;
    }

    static String greeting(char c) {
        return "to " + c + "!";
    }

    void touch() {
        next.flag = true;
    }

    static HashMap<String, Integer> map() {
        HashMap<String, Integer> map = new HashMap<>();
        map.put("key", 7);
        return map;
    }

    static Shown chain() {
        Shown last = null;
        for (int i = 0; i < 100; i++) {
            Shown more = new Shown();
            more.next = last;
            last = more;
        }
        return last;
    }
}
"""


def run_of(target: str, heap: str, traces: int = 8) -> Run:
    options = JavaOptions(environ=os.environ)
    bounds = symheap.Bounds(max_calls=40, max_traces=traces)
    return start(load(target, options), heap, default_chain(timeout_ms=2000), bounds)


def check(picture: Picture) -> None:
    """Check that a picture is small enough, and that every edge is between its nodes."""
    names = [node.id for node in picture.nodes]
    assert len(names) == len(set(names)) <= MOST
    assert all(edge.source in names and edge.target in names for edge in picture.edges)
    assert len(heap_drawing(picture)["nodes"]) == len(names)  # type: ignore[arg-type]


def check_final(picture: Picture) -> None:
    """Also check that everything is reachable from a root."""
    check(picture)
    reached = {node.id for node in picture.nodes if node.shape == "root"}
    assert reached
    for _ in picture.nodes:
        reached |= {edge.target for edge in picture.edges if edge.source in reached}
    assert reached == {node.id for node in picture.nodes}


def labels(nodes: Iterable[Node]) -> list[str]:
    return [node.label for node in nodes]


@pytest.mark.parametrize("heap", MODELS)
@pytest.mark.parametrize("name", ["javalite/reverse.jl", "javalite/dispatch.jl", "pose/list_append.pose"])
def test_every_path_can_be_drawn(name: str, heap: str) -> None:
    run = run_of(str(EXAMPLES / name), heap)
    inputs = [declared.name for declared in run.loaded.program.inputs]
    for path in run:
        before, after = input_picture(path), final_picture(path)
        assert before is not None
        check(before)
        check_final(after)
        roots = labels(node for node in after.nodes if node.shape == "root")
        assert roots == [*inputs, *(["result"] if isinstance(path.trace.end, Returned) else [])]


def test_a_lazy_reference_points_to_the_object_that_was_chosen() -> None:
    for path in run_of(str(EXAMPLES / "javalite/swap.jl"), "lazy"):
        picture = final_picture(path)
        if path.condition().startswith("s == this && "):
            ends = {edge.target for edge in picture.edges if edge.source in ("ref:this", "ref:s")}
            assert ends == {"object:this"}
            return
    raise AssertionError("no path where the two are one")


def test_large_heaps_are_cut_where_one_stops_looking() -> None:
    *_, last = run_of(str(EXAMPLES / "javalite/reverse.jl"), "pose", 9)
    picture = final_picture(last)
    check_final(picture)
    (rest,) = [node for node in picture.nodes if node.id == REST]
    assert rest.label.startswith("… ")


def test_what_is_cut_is_counted() -> None:
    cells = tuple(Node(f"l{i}", "location", f"l{i}") for i in range(100))
    following = tuple(Edge(f"l{i}", f"l{i + 1}", "next") for i in range(99))
    island = Node("island", "location", "island")
    picture = Picture((*cells, Node("a", "root", "a"), island), (Edge("a", "l0"), *following))
    small = cut(picture, 10)
    assert len(small.nodes) == 10
    assert {node.id for node in small.nodes} == {"a", *(f"l{i}" for i in range(8)), REST}
    assert labels(node for node in small.nodes if node.id == REST) == ["… 93 more"]
    assert Edge("l7", REST, "…") in small.edges
    assert cut(small, 10) is small


# Java -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> str:
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    file = tmp_path_factory.mktemp("shown") / "Shown.java"
    file.write_text(JAVA)
    return str(file)


@pytest.mark.parametrize("heap", MODELS)
def test_objects_of_java_hold_values_as_java_writes_them(java: str, heap: str) -> None:
    (path,) = run_of(f"{java}::made", heap)
    picture = final_picture(path)
    check_final(picture)
    (made,) = [node for node in picture.nodes if "Shown#" in node.label]
    assert {"flag: true", "letter: 'a' (97)", "part: 0.5"} <= set(made.label.split("\n"))
    assert "Shown.Colour.GREEN" in labels(picture.nodes)
    (numbers,) = [node for node in picture.nodes if "int[]#" in node.label]
    assert {"[]: [1, x, 3]", "length: 3"} <= set(numbers.label.split("\n"))
    assert all("#1000" not in label for label in labels(picture.nodes))


@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
def test_strings_are_values(java: str, heap: str) -> None:
    for path in run_of(f"{java}::greeting", heap):
        picture = final_picture(path)
        check_final(picture)
        (text,) = [node.label for node in picture.nodes if "java.lang.String#" in node.label]
        assert text.split("\n")[1] == '"to " + c + "!"'


@pytest.mark.parametrize("heap", ["pose", "summary", "lazier"])
def test_what_was_there_before_has_its_name(java: str, heap: str) -> None:
    (path,) = run_of(f"{java}::map", heap)
    picture = final_picture(path)
    check_final(picture)
    assert {'"key"', "Integer.valueOf(7)"} <= set(labels(picture.nodes))


def test_a_method_without_a_result_has_no_root_for_it(java: str) -> None:
    for path in run_of(f"{java}::touch", "pose"):
        roots = labels(node for node in final_picture(path).nodes if node.shape == "root")
        assert "this" in roots
        assert "result" not in roots


@pytest.mark.parametrize("heap", ["pose", "summary"])
def test_a_long_list_is_shown_by_its_beginning(java: str, heap: str) -> None:
    (path,) = run_of(f"{java}::chain", heap)
    picture = final_picture(path)
    check_final(picture)
    assert len(picture.nodes) == MOST
