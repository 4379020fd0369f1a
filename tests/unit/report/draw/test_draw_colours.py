"""One palette for pages, drawings and plots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import symheap
from symheap.report.draw.colours import COLOURS, themed, variables


def test_a_style_sheet_follows_the_theme() -> None:
    sheet = themed("\n.a { fill: none; stroke: $text; } .b { x: 1; }\n.c { fill: $bad-shade }\n")
    light, _, dark = sheet.partition("@media (prefers-color-scheme: dark) {")
    assert light == "\n.a { fill: none; stroke: #1f2328; } .b { x: 1; }\n.c { fill: #ffebe9 }\n"
    assert dark.split("\n")[1:] == [".a { stroke: #e6edf3; }", ".c { fill: #3c0f14; }", "}", ""]


def test_a_name_that_is_no_colour_is_an_error() -> None:
    with pytest.raises(KeyError):
        themed(".a { fill: $nothing; }")


def test_every_colour_is_a_variable_of_pages() -> None:
    assert len(variables().splitlines()) == len(COLOURS)
    assert "  --text: light-dark(#1f2328, #e6edf3);" in variables().splitlines()


def test_colours_stand_in_one_file() -> None:
    root = Path(symheap.__file__).parent
    files = [path for ending in ("py", "css", "js", "html") for path in root.rglob(f"*.{ending}")]
    coloured = {
        path.relative_to(root).as_posix() for path in files if re.search(r"#[0-9a-fA-F]{6}\b", path.read_text())
    }
    assert coloured == {"report/draw/colours.py"}
