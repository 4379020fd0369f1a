"""Runs, paths and heaps in a notebook: drawn, and harmless whatever names a program has."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import symheap
from symheap.report.explore import shown

JAVALITE = Path(__file__).parents[4] / "examples" / "javalite"
HOSTILE = ('<script>alert("1")</script>', "'\"><img src=x onerror=alert(1)>", "a\u202eb\x1b[31m\x00", "&lt;", "]]>")


@pytest.fixture(scope="module")
def swap() -> symheap.Run:
    run = symheap.explore(str(JAVALITE / "swap.jl"))
    run.paths()
    return run


def well_formed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<html>{html}</html>")


def test_a_heap_is_a_picture(swap: symheap.Run) -> None:
    drawing = swap.paths()[1].input_drawing()
    assert drawing is not None
    assert ElementTree.fromstring(drawing._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"
    assert drawing.dot().startswith("digraph")
    assert "[① Sample] --data--> null" in str(drawing)
    assert repr(drawing) == "<HeapDrawing 'input of path 1': 6 nodes>"


def test_the_heap_at_the_end_is_a_picture(swap: symheap.Run) -> None:
    drawing = swap.paths()[1].final_drawing()
    assert drawing is not None
    assert {node.label for node in drawing.picture.nodes if node.shape == "root"} >= {"this", "s"}
    assert "choice" in {node.shape for node in drawing.picture.nodes}


def test_a_path_shows_both_heaps(swap: symheap.Run) -> None:
    page = well_formed(swap.paths()[1]._repr_html_())
    assert len(page.findall(".//{http://www.w3.org/2000/svg}svg")) == 2
    assert "s != null" in [each.text for each in page.iter("code")]
    assert repr(swap.paths()[1]) == "<Path 1: returns unit>"


def test_a_run_has_a_line_for_each_path(swap: symheap.Run) -> None:
    page = well_formed(swap._repr_html_())
    rows = [[cell.text for cell in row.iter("td")] for row in page.iter("tr")]
    assert rows == [[], ["0", "returns unit", "s == null"], ["1", "returns unit", "s != null"]]
    assert "complete" in (page.find(".//pre").text or "")  # type: ignore[union-attr]


def test_a_run_under_way_says_so() -> None:
    run = symheap.explore(str(JAVALITE / "swap.jl"))
    assert "under way" in run._repr_html_()
    next(iter(run))
    assert well_formed(run._repr_html_()).findall(".//tr")[1:] != []


@pytest.mark.parametrize("name", HOSTILE)
def test_text_is_no_markup(name: str) -> None:
    pieces = (
        shown.text(name),
        shown.styled(name, "bad"),
        shown.styled(name, "no style"),
        shown.listed(name, [name]),
        shown.table([name], [[name]]),
        shown.figure("", name),
    )
    for piece in pieces:
        page = well_formed(piece)
        assert {element.tag for element in page.iter()}.isdisjoint({"script", "img"})
        assert not re.search(r"[\x00-\x09\x0b-\x1f\u202a-\u202e]", piece)


def test_a_very_long_name_is_cut() -> None:
    assert len(shown.text("x" * 10_000)) < 3_000


def test_a_hostile_file_name_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "<script>alert(1)<!--\u202e'\".jl"
    shutil.copy(JAVALITE / "swap.jl", file)
    run = symheap.explore(str(file))
    html = "".join(path._repr_html_() for path in run) + run._repr_html_()
    assert "script" not in {element.tag for element in well_formed(html).iter()}
    assert "\u202e" not in html
