"""Texts of symbolic parts: they are written out when they are read, by all heap models alike, and only then."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from native_calls import jdks

from symheap.api import JavaOptions, load
from symheap.core.outcome import Returned, Unsupported
from symheap.core.walk import symbols
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.instructions.values import scalar
from symheap.engine.state import Trace
from symheap.heap.registry import MODELS, heap_model
from symheap.solver.chain import default_chain

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

CONTENTS = "unsupported: contents of a string that was put together from symbolic parts"
SOURCE = """
class Parts {
    Object held;
    static final String[] NAMES = {"nop", "a\\u00e9", "iconst", "a\\u00e9"};
    static String unread(String a, int i, boolean b) { return a + i + b; }
    static boolean unreadTwice(String a) { String s = a + "x"; return (s + s) == s; }
    static boolean isString(String a) { Object o = a + "x";
        return o instanceof String && o.getClass() == String.class; }
    static int length(String a, String b) { return (a + "." + b).length(); }
    static int ofNull(String a) { return a == null ? (a + "").length() : 0; }
    static int real(double d) { return ("" + d).length(); }
    static int wide(char c) { return ("" + c).length(); }
    static int narrow(String s) { return s.isEmpty() ? 0 : ("" + s.charAt(0)).length(); }
    static int euro(String s) { return (s + "\\u20ac").length(); }
    static int text(int i) { return Integer.toString(i).length(); }
    static int hex(int i) { return Integer.toHexString(i).length(); }
    static int capacity(String s) { if (s.length() > 9) return -1;
        StringBuilder b = new StringBuilder(1); return b.append(s).append('c').capacity(); }
    static int onward(String s) { StringBuilder b = new StringBuilder(s); b.append(1);
        int n = b.length(); b.append(s); return b.length() - n; }
    static int reads(Parts p, Parts q, String s) { p.held = s + "!"; return ((String) q.held).length(); }
    static int named(int i) { StringBuilder b = new StringBuilder("<");
        b.append(NAMES[i]).append('[').append(i).append(NAMES[2]).append(true);
        int n = b.toString().length(); return n + b.append(NAMES[i]).append((String) null).length(); }
    static int numberAndReal(int i, double d) { return new StringBuilder().append(i).append(d).length(); }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("parts")
    (made / "Parts.java").write_text(SOURCE)
    subprocess.run([str(jdks()[0].javac()), "-proc:none", "-d", str(made), str(made / "Parts.java")], check=True)
    return made


def traces(folder: Path, method: str, heap: str) -> list[Trace[Any]]:
    environ = {"SYMHEAP_CACHE": str(folder / "cache"), **os.environ}
    java = load(f"{folder / 'Parts.class'}::{method}", JavaOptions(jdk=str(jdks()[0].home), environ=environ))
    return list(Exploration(java.program, heap_model(heap, java.program.table), *default_chain(), Bounds()))


def ended(trace: Trace[Any]) -> str:
    match trace.end:
        case Returned():
            return "return"
        case Unsupported(what):
            return f"unsupported: {what}"
        case other:
            return str(getattr(other, "exception", other)).rpartition(".")[2]


@pytest.mark.parametrize("heap", sorted(MODELS))
@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("unread", ["return"]),
        ("unreadTwice", ["return"]),
        ("isString", ["return"]),
        ("length", ["return"]),
        ("ofNull", ["return", "return"]),
        ("narrow", ["NullPointerException", "return", "return"]),
        ("text", ["return"]),
        ("capacity", ["NullPointerException", "return", "return"]),
        ("real", [CONTENTS]),
        ("wide", ["return", CONTENTS]),
        ("euro", [CONTENTS]),
        ("hex", [CONTENTS]),
        ("numberAndReal", [CONTENTS]),
    ],
)
def test_one_path_for_each_decision(folder: Path, method: str, expected: list[str], heap: str) -> None:
    by_path = {trace.key: ended(trace) for trace in traces(folder, method, heap)}
    assert sorted(by_path.values()) == expected


@pytest.mark.parametrize("method", ["unread", "unreadTwice", "isString"])
def test_nothing_is_known_of_the_parts_of_a_text_that_nobody_reads(folder: Path, method: str) -> None:
    [trace] = traces(folder, method, "pose")
    named = {symbol.name for term in trace.path.conjuncts() for symbol in symbols(term)}
    assert not any("value" in name for name in named)


def test_a_text_is_written_only_where_it_may_be_read(folder: Path) -> None:
    """The path through an object without the new text does not depend on the length of its parts."""
    returning = [trace for trace in traces(folder, "reads", "pose") if ended(trace) == "return"]
    assert len(returning) == 1


@pytest.mark.parametrize("heap", ["pose", "summary"])
def test_traces_are_paths(folder: Path, heap: str) -> None:
    for method in ("length", "capacity", "onward", "reads"):
        result = traces(folder, method, heap)
        assert len({trace.key for trace in result}) == len(result)


def test_appending_goes_on_after_a_builder_was_read(folder: Path) -> None:
    returned = [trace for trace in traces(folder, "onward", "pose") if ended(trace) == "return"]
    for trace in returned:
        assert isinstance(trace.end, Returned)
        model = trace.path.model
        assert model is not None
        added = scalar(trace.end.value)
        lengths = {int(model[s]) for s in symbols(added) if s.name.endswith("length")}
        assert {int(model.evaluate(added))} == lengths


@pytest.mark.parametrize("heap", ["pose", "lazy", "summary"])
def test_what_is_appended_to_a_text_is_behind_it(folder: Path, heap: str) -> None:
    """Names from a table, followed by characters, numbers, booleans and null."""
    names = ("nop", "aé", "iconst", "aé")
    returned = [trace for trace in traces(folder, "named", heap) if ended(trace) == "return"]
    assert returned
    for trace in returned:
        model = trace.path.model
        assert model is not None
        assert isinstance(trace.end, Returned)
        at = int(model.evaluate(scalar(trace.inputs[0])))
        first = f"<{names[at]}[{at}iconsttrue"
        assert model.evaluate(scalar(trace.end.value)) == len(first) + len(f"{first}{names[at]}null")
