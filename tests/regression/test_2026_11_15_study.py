"""Bugs found by reviews on 2026-11-15: inputs that were silently null, facts about absent objects, texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.api import Run, explore, load
from symheap.core.outcome import Returned
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.laws.laws import homomorphism, partition
from symheap.laws.subject import LawSubject

SOURCE = """
public class Reviewed {
    interface Only { int o(); }
    static class Holder { Only[] all; }
    static int first(Only[] all) { return all != null && all.length > 0 && all[0] != null ? 1 : 0; }
    static int held(Holder h) { return h != null && h.all != null && h.all.length > 0 && h.all[0] != null ? 1 : 0; }
    interface Source { Holder get(Holder h); }
    static int answers(Source s, Holder h) {
        Holder a = s.get(h), b = s.get(h);
        return a.all == null ? 1 : a == b ? 2 : b.all == a.all ? 3 : 4;
    }
    static int overlong(String s, String t, int i) {
        String[] a = {"abc", s + t};
        if (a[i].length() == 3 && i == 0) { if (a[1].length() < 0) return 1; return 2; }
        return 0;
    }
    static int wide(int i, char c) {
        if (c < 256) return -1;
        String[] a = {"abc", "x" + c};
        if (a[i].length() == 3) return 1;
        return 0;
    }
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


@pytest.mark.parametrize(("method", "paths"), [("overlong", 4), ("wide", 4)])
@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
def test_a_text_that_one_of_several_strings_is_does_not_matter_to_the_others(
    source: Path, method: str, paths: int, heap: str
) -> None:
    """That its length is a number was forgotten after reading another one, and its characters were refused."""
    run = explore(f"{source}::{method}", heap, java=JavaOptions(environ=os.environ))
    values = {path.trace.end.value for path in run if isinstance(path.trace.end, Returned)}
    assert run.tally.paths == paths
    assert values == ({0, 2} if method == "overlong" else {-1, 1})


def test_laws_know_what_stubs_returned(source: Path) -> None:
    program = load(f"{source}::answers", JavaOptions(environ=os.environ)).program
    subject = LawSubject(program, Bounds(max_calls=3), ("pose", "summary", "lazy"))
    assert [str(each) for each in homomorphism(subject)] == []


def test_contents_of_a_string_that_is_not_there_are_no_object(source: Path) -> None:
    """The condition said that another input differs from the contents, which are null where the string is."""
    program = load(f"{source}::joined", JavaOptions(environ=os.environ)).program
    subject = LawSubject(program, Bounds(max_calls=3), ("pose", "summary", "lazy"))
    assert [str(each) for each in (*partition(subject, max_int=1, limit=60), *homomorphism(subject))] == []
