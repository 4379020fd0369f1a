"""Drawings of heaps before and after a run: geometry, and what is marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from heap_cases import CASES, chain, of, scene

from symheap.report.draw.heaps.drawn import Group, HeapsDrawing, draw_scene
from symheap.report.draw.heaps.place import Placed, place
from symheap.report.draw.heaps.route import Side, arrows
from symheap.report.draw.heaps.scene import MOST, Scene
from symheap.report.draw.heaps.structure import folded, structure_of
from symheap.report.draw.heaps.svg import to_svg

SIDES: tuple[Side, Side] = ("before", "after")
PLAIN = [
    *("list", "list with items", "appended list", "reversed list", "doubly linked list", "list entered in the middle"),
    *("deque", "long list", "long doubly linked list", "tree", "tree with parents", "tree with an inserted key"),
    *(
        "lean tree",
        "deep tree with variables",
        "matrix",
        "pair of lists",
        "map",
        "array list",
        "circular list",
        "lasso",
    ),
]
"""Lists, trees and arrays: their arrows need not cross."""

Line = tuple[tuple[float, float], ...]


def placed(name: str) -> Placed:
    return place(folded(structure_of(CASES[name]())))


def points(path: str) -> Iterator[tuple[float, float]]:
    """Yield points on an SVG path of absolute commands."""
    last = (0.0, 0.0)
    for command, numbers in re.findall(r"([MLC])([^MLC]*)", path):
        found = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
        knots = list(zip(found[::2], found[1::2], strict=True))
        if command == "C":
            a, b, c = knots
            for step in range(1, 13):
                t = step / 12
                yield tuple(  # type: ignore[misc]
                    (1 - t) ** 3 * last[i] + 3 * (1 - t) ** 2 * t * a[i] + 3 * (1 - t) * t * t * b[i] + t**3 * c[i]
                    for i in (0, 1)
                )
        else:
            yield from knots
        last = knots[-1]


def lines(drawing: HeapsDrawing, side: int) -> list[tuple[Group, Line]]:
    return [
        (group, tuple(points(str(group.marks[0][1]))))
        for group in drawing.groups
        if group.on & side and group.kind.startswith("arrow")
    ]


def cross(one: Line, other: Line) -> bool:
    return any(_meet(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(other))


def _meet(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6


@pytest.mark.parametrize("name", CASES)
def test_no_boxes_overlap(name: str) -> None:
    result = placed(name)
    areas = {n: (*result.at[n], result.boxes[n].width, result.boxes[n].height) for n in result.structure.scene.things}
    for (one, (ax, ay, aw, ah)), (other, (bx, by, bw, bh)) in combinations(areas.items(), 2):
        apart = ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
        assert apart, (one, other)


@pytest.mark.parametrize("name", CASES)
def test_everything_is_inside(name: str) -> None:
    drawing = draw_scene(CASES[name]())
    for each in (drawing, drawing.whole):
        for group in each.groups if each is not None else ():
            for kind, *rest in group.marks:
                assert each is not None
                if kind == "r":
                    x, y, wide, tall = (float(str(number)) for number in rest[:4])
                    corners = [(x, y), (x + wide, y + tall)]
                elif kind == "p":
                    corners = list(points(str(rest[0])))
                else:
                    corners = [(float(str(rest[0])), float(str(rest[1])))]
                assert all(-1 <= x <= each.width + 1 and -1 <= y <= each.height + 1 for x, y in corners), group.tip


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("side", [1, 2])
def test_no_arrows_of_lists_and_trees_cross(name: str, side: int) -> None:
    drawn = lines(draw_scene(CASES[name]()), side)
    assert drawn
    for (one, path), (other, way) in combinations(drawn, 2):
        assert not cross(path, way), (one.tip, other.tip)


@pytest.mark.parametrize("name", CASES)
def test_arrows_run_through_no_box_of_their_line(name: str) -> None:
    """An arrow ends at the outline of its target."""
    result = placed(name)
    for side in SIDES:
        for arrow in arrows(result, side):
            x, y = result.at[arrow.target]
            box = result.boxes[arrow.target]
            (tx, ty) = arrow.tip
            at_side = tx in (x, x + box.width) or abs(tx - x - box.width) < 0.01
            at_end = ty in (y, y + box.height) or abs(ty - y - box.height) < 0.01
            assert (at_side and y <= ty <= y + box.height) or (at_end and x <= tx <= x + box.width), arrow


@pytest.mark.parametrize("name", CASES)
def test_an_object_is_at_the_same_place_before_and_after(name: str) -> None:
    drawing = draw_scene(CASES[name]())
    at: dict[str, set[tuple[object, ...]]] = {}
    for group in drawing.groups:
        if group.kind.split()[0] in ("object", "cells", "fold"):
            at.setdefault(group.tip.split(" ")[0] + group.kind.split()[0], set()).add(tuple(group.marks[0][1:5]))
    assert all(len(places) == 1 for places in at.values())


# Shapes ---------------------------------------------------------------------------------------------------------------


def tops(result: Placed) -> list[float]:
    return [result.at[n][1] for n in result.structure.lines[0]]


@pytest.mark.parametrize("name", ["list", "reversed list", "doubly linked list", "deque", "circular list", "lasso"])
def test_a_list_is_one_line_from_left_to_right(name: str) -> None:
    result = placed(name)
    [line] = result.structure.lines
    assert len(set(tops(result))) == 1
    lefts = [result.at[n][0] for n in line]
    assert lefts == sorted(lefts)


def test_a_list_begins_at_its_head_wherever_it_is_entered() -> None:
    assert placed("list entered in the middle").structure.lines == [[1, 2, 3, 4]]


@pytest.mark.parametrize("name", ["tree", "tree with parents"])
def test_trees_hang_down_with_the_left_child_on_the_left(name: str) -> None:
    result = placed(name)

    def middle(n: int) -> float:
        return result.at[n][0] + result.boxes[n].width / 2

    for parent in (1, 2, 3):
        left, right = 2 * parent, 2 * parent + 1
        assert middle(left) < middle(parent) < middle(right)
        assert result.at[left][1] == result.at[right][1] > result.at[parent][1] + result.boxes[parent].height


def test_an_only_child_hangs_on_its_side() -> None:
    result = placed("lean tree")
    lefts = [result.at[n][0] for n in (1, 2, 3, 4)]
    assert lefts == sorted(set(lefts))


def test_long_lists_are_folded_and_can_be_unfolded() -> None:
    drawing = draw_scene(CASES["long list"]())
    titles = [group.tip.partition(" {")[0] for group in drawing.groups if group.kind.split()[0] in ("object", "fold")]
    assert titles == ["① List", "② Node", "③ Node", "… 25 more", "#29 Node", "#30 Node", "#31 Node"]
    assert drawing.whole is not None
    assert sum(group.kind == "object" for group in drawing.whole.groups) == 31


def test_what_changes_is_not_folded() -> None:
    drawing = draw_scene(scene({"this": 1}, chain(20), {10: of("Node", next=11, value=99)}))
    assert any(group.tip.startswith("⑩ Node") for group in drawing.groups)
    assert sum("more" in group.tip.partition(" {")[0] for group in drawing.groups if group.kind == "fold") == 2


def test_a_heap_of_many_objects_is_cut() -> None:
    many: dict[str, int] = {f"x{n}": n for n in range(1, MOST + 50)}
    drawing = draw_scene(scene(many, {n: of("Pair", a=0) for n in range(1, MOST + 50)}))
    assert sum(group.kind == "object" for group in drawing.groups) == MOST


# What is marked -------------------------------------------------------------------------------------------------------


def kinds(drawing: HeapsDrawing, side: int) -> dict[str, str]:
    """Return the kind of each drawn thing of a side by the beginning of its description."""
    return {group.tip.partition(" {")[0]: group.kind for group in drawing.groups if group.on & side}


def test_new_objects_written_fields_and_moved_arrows() -> None:
    drawing = draw_scene(CASES["appended list"]())
    before, after = kinds(drawing, 1), kinds(drawing, 2)
    assert "❶ Node" not in before
    assert after["❶ Node"] == "object new"
    assert after["③.next is ❶"] == "arrow moved"
    [third] = [group for group in drawing.groups if group.on == 2 and group.tip.startswith("③ Node")]
    assert [mark[-1] for mark in third.marks if mark[0] == "r"] == ["box", "written"]
    assert after["① Node"] == "object"


def test_garbage() -> None:
    after = kinds(draw_scene(CASES["garbage"]()), 2)
    assert after["② Node"] == "object garbage"
    assert after["②.next is ③"] == "arrow garbage"
    assert after["③ Node"] == "object"


def test_the_null_of_a_crash() -> None:
    drawing = draw_scene(CASES["crash"]())
    wrong = [group for group in drawing.groups if any(mark[-1] == "wrong" for mark in group.marks)]
    assert [group.tip for group in wrong] == ["① List {first: null, last: ②}"]
    assert wrong[0].on == 2
    assert ["t", "null at line 36", "note"] in [[m[0], m[-2], m[-1]] for m in wrong[0].marks]


def test_a_run_that_changes_nothing() -> None:
    assert not draw_scene(CASES["list"]()).is_changed
    assert draw_scene(CASES["reversed list"]()).is_changed


# Values and collections -----------------------------------------------------------------------------------------------


def told(made: Scene) -> list[str]:
    return [group.tip for group in draw_scene(made).groups if group.kind.split()[0] in ("object", "cells", "variable")]


def test_strings_boxes_and_enums_are_values() -> None:
    found = told(CASES["strings, boxes and enums"]())
    assert "① Pair {a: 5, b: ③}" in found
    assert '③ Named {name: "s4", next: Colour.RED}' in found
    assert 's = "s4"' in found


def test_collections_are_drawn_by_their_meaning() -> None:
    assert '① HashMap of 2 {"s5": ⑦, 42: ⑧}' in told(CASES["map"]())
    assert '① LinkedList of 3 {[0]: "s12", [1]: "s13", [2]: "s14"}' in told(CASES["linked list of the JDK"]())
    assert told(CASES["tree map"]())[0] == "① TreeMap of 3 {6: ⑧, 5: ⑧, 7: null}"
    assert told(CASES["array list"]())[0] == "① ArrayList of 1 {[0]: ③}"
    assert "① ArrayList of 2 {[0]: ③, [1]: ❶}" in told(CASES["array list"]())


def test_collections_can_be_opened() -> None:
    assert any(tip.startswith("③ HashMap$Node {") for tip in told(CASES["opened map"]()))


def test_arrays_are_rows_of_cells() -> None:
    result = placed("array")
    cells = result.boxes[1].cells
    assert [cell.name for cell in cells] == ["[0]", "[1]", "[2]"]
    assert len({cell.y for cell in cells}) == 1
    assert [a.x + a.width for a in cells[:-1]] == pytest.approx([b.x for b in cells[1:]])


# SVG ------------------------------------------------------------------------------------------------------------------


def test_an_svg_has_both_heaps_or_one_if_they_are_equal() -> None:
    both, one = to_svg(draw_scene(CASES["garbage"]())), to_svg(draw_scene(CASES["list"]()))
    assert both.count('class="caption"') == 2
    assert one.count('class="caption"') == 1
    assert "before and after" in one


def test_names_cannot_break_out_of_an_svg() -> None:
    name = "<script>\u202e"
    hostile = to_svg(draw_scene(scene({name: 0}, {})))
    assert "<script>" not in hostile
    assert "\u202e" not in hostile
