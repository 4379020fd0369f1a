"""Reading the headers of Java programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap_testing.java.corpus import entries

HEADER = """// What it is.
// entry: get(int, String)   bounds: --max-calls 6 --max-loop 3   paths: 12
// entry: run()  assume: repOk  bounds: --max-calls 4 --max-loop 2 --acyclic next   paths: ?

class A {}
"""


def test_what_a_header_says(tmp_path: Path) -> None:
    source = tmp_path / "A.java"
    source.write_text(HEADER)
    get, run = entries(source)
    assert (str(get), get.bounds, get.paths) == ("A.get(int, String)", Bounds(max_calls=6, max_loop=3), 12)
    assert (run.method, run.assume, run.acyclic, run.paths) == ("run()", ("repOk",), frozenset({"next"}), None)


@pytest.mark.parametrize(
    "line",
    [
        "// entry: run() paths: 3",
        "// entry: run() bounds: --max-calls 4 --max-loop 2 --what 5 paths: 3",
        "// entry: run() bounds: --max-calls 4 --max-loop 2 paths: many",
    ],
)
def test_a_header_that_cannot_be_read(tmp_path: Path, line: str) -> None:
    source = tmp_path / "A.java"
    source.write_text(line)
    with pytest.raises(ValueError, match=r"A\.java"):
        entries(source)
