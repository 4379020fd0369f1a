"""What reviews found on 2026-11-15: inputs that were silently null, facts about objects that are not there, texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.api import Run, explore, load
from symheap.core.outcome import Returned
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.testing.laws import Subject, homomorphism, partition

SOURCE = """
public class Reviewed {
    interface Only { int o(); }
    static class Holder { Only[] all; }
    static int first(Only[] all) { return all != null && all.length > 0 && all[0] != null ? 1 : 0; }
    static int held(Holder h) { return h != null && h.all != null && h.all.length > 0 && h.all[0] != null ? 1 : 0; }
    static int joined(String a, Object o, int i) { String s = a + i; return s.length() > 3 ? 1 : 0; }
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("reviewed") / "Reviewed.java"
    file.write_text(SOURCE)
    return file


def explored(source: Path, method: str) -> Run:
    return explore(f"{source}::{method}", java=JavaOptions(environ=os.environ))


@pytest.mark.parametrize("method", ["first", "held"])
def test_elements_of_an_interface_that_nobody_implements_are_stubs(source: Path, method: str) -> None:
    ends = [path.trace.end for path in explored(source, method)]
    assert {end.value for end in ends if isinstance(end, Returned)} == {0, 1}


def test_contents_of_a_string_that_is_not_there_are_no_object(source: Path) -> None:
    """The condition said that another input differs from the contents, which are null where the string is."""
    program = load(f"{source}::joined", JavaOptions(environ=os.environ)).program
    subject = Subject(program, Bounds(max_calls=3), ("pose", "summary", "lazy"))
    assert [str(each) for each in (*partition(subject, max_int=1, limit=60), *homomorphism(subject))] == []
