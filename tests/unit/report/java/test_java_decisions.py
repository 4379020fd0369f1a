"""Decisions in the words of the source: each is a condition written there, with the truth that a JVM sees.

Conditions are marked in the sources below.  The plain source is explored; in the other one every condition is logged,
and a JVM runs it with the example of each path.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

import symheap
from symheap.core.source import CodePosition
from symheap.report.explore.text import block
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

METHODS = {
    "ifs(int x, int y)": """
        if (⟦x < y⟧) return 1;
        if (!⟦x == 5⟧) return 2;
        if (⟦x > 3⟧ && ⟦y != 0⟧ || ⟦y >= x - 4⟧) return 3;
        if (!(⟦x != 1⟧ || ⟦y <= 2⟧)) return 4; else return 5;
    """,
    "loops(int n)": """
        int s = 0;
        for (int i = 0; ⟦i < n⟧ && ⟦i < MOST⟧; i++) s += i;
        int k = 3;
        while (⟦k > n⟧) k--;
        do { s++; } while (⟦s < n⟧);
        return s;
    """,
    "broken(int n)": """
        for (int i = 0; ; ) {
            if (⟦i++ >= n⟧) break;
            if (⟦i == 2⟧) continue;
            if (⟦--n < 0⟧) return i;
        }
        return n;
    """,
    "ternary(int a)": "return (⟦a >= 0⟧) ? (⟦a == 7⟧) ? 1 : 2 : 3;",
    "values(int a, boolean b)": """
        boolean c = ⟦a > 0⟧ || ⟦b⟧;
        boolean d = !⟦c⟧;
        return (⟦d⟧) ? 1 : 0;
    """,
    "longs(long a, long b)": """
        if (⟦a > b⟧) return 1;
        if (⟦a == 3L⟧) return 2;
        if (⟦b != a⟧) return 3;
        return (⟦a <= 9⟧) ? 4 : 5;
    """,
    "doubles(double a, double b)": """
        if (⟦a < b⟧) return 1;
        if (⟦a >= 2.0⟧) return 2;
        if (!⟦a > 1⟧) return 3;
        return (⟦a <= b⟧) ? 4 : 5;
    """,
    "floats(float a)": """
        if (!⟦a >= 1⟧) return 1;
        if (⟦a == 2f⟧) return 2;
        return (⟦a != 3⟧) ? 3 : 4;
    """,
    "chars(char c)": """
        if (⟦c == 'x'⟧ || ⟦c >= '0'⟧ && ⟦c <= '9'⟧) return 1;
        return (⟦c == '\\n'⟧) ? 2 : 3;
    """,
    "fields(int n, boolean b)": """
        Decisions d = new Decisions();
        d.flag = b;
        d.size = n;
        if (⟦d.flag⟧ && ⟦d.size > 0⟧) return 1;
        if (!⟦d.flag⟧) return 2;
        return d.own();
    """,
    "elements(int n)": """
        boolean[] a = {false, ⟦n == 1⟧};
        int[] b = {n, 2};
        if (⟦a[1]⟧) return 1;
        if (⟦b[0] == b[1]⟧) return 2;
        return 3;
    """,
    "objects(int n)": """
        Object o = pick(n);
        if (⟦o == null⟧) return 1;
        if (⟦o instanceof String⟧) return 2;
        Object p = o;
        if (⟦p != o⟧) return 3;
        return (⟦null != p⟧) ? 4 : 5;
    """,
    "switches(int n)": """
        switch (n) {
            case 1: ⟪switch (n)  case 1⟫ return 1;
            case -7: ⟪switch (n)  case -7⟫ return 2;
            case 1000: ⟪switch (n)  case 1000⟫ return 3;
            default: ⟪switch (n)  default⟫ return (⟦n < 0⟧) ? 4 : 5;
        }
    """,
    "enums(int n)": """
        Colour colour = (⟦n == 0⟧) ? Colour.RED : (⟦n == 1⟧) ? Colour.GREEN : Colour.BLUE;
        switch (colour) {
            case BLUE: ⟪switch (colour)  case BLUE⟫ return 1;
            case RED: ⟪switch (colour)  case RED⟫ return 2;
            default: ⟪switch (colour)  default⟫ return 3;
        }
    """,
    "texts(int n)": """
        String s = (⟦n == 0⟧) ? "a" : (⟦n == 1⟧) ? "bb" : "c";
        switch (s) {
            case "bb": ⟪switch (s)  case "bb"⟫ return 1;
            case "a": ⟪switch (s)  case "a"⟫ return 2;
            default: ⟪switch (s)  default⟫ return 3;
        }
    """,
    "calls(int n)": """
        if (⟦isSmall(n)⟧) return 1;
        while (⟦(n = half(n)) > 3⟧) { if (⟦n % 2 == 1⟧) return 2; }
        return 3;
    """,
    "lines(int a, int b)": """
        if (⟦a == 1⟧
                && ⟦b == 2⟧
                || ⟦b > a + 3⟧) {
            return 1;
        }
        return 2;
    """,
}

SOURCE = """
public class Decisions {
    enum Colour { RED, GREEN, BLUE }
    static final int MOST = 2;
    boolean flag;
    int size;
    int own() { if (⟦size == -1⟧) return 3; return (⟦flag⟧) ? 4 : 5; }
    static Object pick(int n) { if (⟦n == 0⟧) return null; return (⟦n > 0⟧) ? "text" : new int[0]; }
    static boolean isSmall(int n) { return ⟦n < 10⟧ && ⟦n > -10⟧; }
    static int half(int n) { return n / 2; }
    static boolean log(String text, boolean truth) {
        System.out.println(text + "  " + (truth ? "yes" : "no"));
        return truth;
    }
    static void log(String text) { System.out.println(text); }
@METHODS@
@MAIN@
}
"""


def source(*, logged: bool, main: str = "") -> str:
    declared = "\n".join(f"    static int {head} {{{body}}}" for head, body in METHODS.items())
    text = SOURCE.replace("@METHODS@", declared).replace("@MAIN@", main)
    if logged:
        text = re.sub("⟦(.*?)⟧", lambda found: f"log({_quoted(found[1])}, {found[1]})", text)
        return re.sub("⟪(.*?)⟫", lambda found: f"log({_quoted(found[1])});", text)
    return (
        re.sub("!⟦([^⟧]* [^⟧]*)⟧", r"!(\1)", text)
        .translate({ord("⟦"): "", ord("⟧"): ""})
        .replace("⟪", "/*")
        .replace("⟫", "*/")
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


Predicted = dict[str, tuple[str, list[str]]]
"""For each path a call in Java, and the words of its decisions."""


@cache
def predicted(folder: Path) -> Predicted:
    file = folder / "plain" / "Decisions.java"
    file.parent.mkdir()
    file.write_text(source(logged=False))
    found: Predicted = {}
    for head in METHODS:
        name, parameters = head.rstrip(")").split("(")
        kinds = [parameter.split()[0] for parameter in parameters.split(", ")]
        names = [parameter.split()[1] for parameter in parameters.split(", ")]
        run = symheap.explore(f"{file}::{name}", bounds=symheap.Bounds(max_loop=4))
        for path in run:
            heap = path.inputs()
            if heap is None or not path.confirmed or path.ending().startswith("cut"):
                continue
            values = ", ".join(_java(kind, int(heap.roots[each])) for kind, each in zip(kinds, names, strict=True))
            found[f"{name} {path.id}"] = f"{name}({values})", said(path)
    return found


def said(path: symheap.Path) -> list[str]:
    notation = path.run.notation
    own = [d for d in path.trace.decisions if notation.is_own(d.position)]
    return [words for at, words in notation.decisions(own) if isinstance(at, CodePosition)]


def _java(kind: str, value: int) -> str:
    if kind == "double":
        return f"Double.longBitsToDouble({value}L)"
    if kind == "float":
        return f"Float.intBitsToFloat({value})"
    return {"boolean": str(bool(value)).lower(), "long": f"{value}L"}.get(kind, f"({kind}) ({value})")


@cache
def seen(folder: Path) -> dict[str, list[str]]:
    """Return what a JVM logs for each path."""
    calls = "\n".join(f'log("# {path}"); {call};' for path, (call, _) in predicted(folder).items())
    jdk = some_jdk()
    assert jdk is not None
    file = folder / "logged" / "Decisions.java"
    file.parent.mkdir()
    file.write_text(source(logged=True, main=f"public static void main(String[] a) {{ {calls} }}"))
    subprocess.run([jdk.javac(), "-encoding", "UTF-8", "-d", file.parent, file], check=True, timeout=120)
    java = jdk.home / "bin" / "java"
    out = subprocess.run([java, "-cp", file.parent, "Decisions"], check=True, timeout=60, capture_output=True).stdout
    found: dict[str, list[str]] = {}
    for line in out.decode().splitlines():
        if line.startswith("# "):
            found[line[2:]] = lines = []
        else:
            lines.append(line)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("decisions")


@needs_jdk
@pytest.mark.parametrize("name", [head.partition("(")[0] for head in METHODS])
def test_decisions_are_conditions_of_the_source_and_their_truth(folder: Path, name: str) -> None:
    paths = {path: words for path, (_, words) in predicted(folder).items() if path.split()[0] == name}
    assert len(paths) > 1
    for path, words in paths.items():
        assert words == seen(folder)[path], path


@needs_jdk
def test_without_a_source_the_words_are_those_of_the_class_file(folder: Path, tmp_path: Path) -> None:
    """The conditions are the same except for notation, and never negated."""
    jdk = some_jdk()
    assert jdk is not None
    file = tmp_path / "Decisions.java"
    file.write_text(source(logged=False))
    subprocess.run([jdk.javac(), "-g", "-encoding", "UTF-8", "-d", tmp_path, file], check=True, timeout=120)
    file.unlink()
    for path in symheap.explore(f"{tmp_path / 'Decisions.class'}::ifs", search="dfs"):
        expected = predicted(folder)[f"ifs {path.id}"][1]
        assert [_normal(words) for words in said(path)] == [_normal(words) for words in expected]


def _normal(words: str) -> str:
    """Return a comparison with ``yes``, negating one with ``no``."""
    text, _, truth = words.rpartition("  ")
    opposite = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
    return text if truth == "yes" else re.sub("[<>=!]=?", lambda found: opposite[found[0]], text)


@needs_jdk
def test_the_library_is_folded_and_dispatch_names_the_method(tmp_path: Path) -> None:
    file = tmp_path / "Shapes.java"
    file.write_text(
        """
        interface Shape { int area(); }
        class Circle implements Shape { public int area() { return 3; } }
        class Square implements Shape { public int area() { return 1; } }
        class Shapes {
            static int area(Shape shape) { return shape.area(); }
            static int sum(int[] all) { int n = 0; for (int each : all) n += each; return n; }
            static int parsed(String s) { return s.isEmpty() ? 0 : 1; }
            static int tried(int[] a, int i) {
                try { return a[i]; } catch (ArrayIndexOutOfBoundsException e) { return -1; }
            }
        }
        """
    )
    area = {tuple(said(path)) for path in symheap.explore(f"{file}::Shapes::area")}
    assert ("shape.area()  is Circle.area",) in area
    assert ("shape.area()  is Square.area",) in area
    assert ("`shape` is null",) in area
    summed = {tuple(said(path)) for path in symheap.explore(f"{file}::Shapes::sum", bounds=symheap.Bounds(max_loop=1))}
    assert ("another element in all  yes", "another element in all  no") in summed
    tried = {tuple(said(path)) for path in symheap.explore(f"{file}::Shapes::tried")}
    assert (
        "index `i` is out of bounds of `a`",
        "catch (ArrayIndexOutOfBoundsException) takes the exception  yes",
    ) in tried
    texts = "".join(block(path) for path in symheap.explore(f"{file}::Shapes::parsed"))
    assert "String.java" in texts
    assert "branch" not in texts
