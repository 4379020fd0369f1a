"""Crashes in the words of the source: the expression written there, and the inputs of the method."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap
from symheap.report.explore.text import findings
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = """
public class Stack {
    Object[] items = new Object[4];
    int size;
    String name;
    Stack next;

    Object pop() {
        return items[--size];
    }
    int length() {
        return next.name.length();
    }
    char first() {
        return name.charAt(0);
    }
    int divided(int a, int b) {
        return a / (b - 1);
    }
    String text(Object o) {
        return (String) o;
    }
    int[] made(int n) {
        return new int[n];
    }
    int at(int[] a, int i) {
        return a[i];
    }
    int positive(int n) {
        assert n > 0;
        return n;
    }
    int deep(int[] a) {
        return at(a, a.length);
    }
    void put(Object[] a, Object o) {
        a[0] = o;
    }
    int unboxed(Integer i) {
        return i + 1;
    }
    Stack found() {
        return next;
    }
    int chained() {
        return found().size;
    }
    int walked(Stack s) {
        s = s.next;
        return s.size;
    }
    int each(int[] all) {
        int n = 0;
        for (int x : all) n += x;
        return n;
    }
    int looked(int n) {
        return table(n + 1).size;
    }
    Stack table(Integer key) {
        return key > 0 ? next : null;
    }
    int locked(Object o) {
        synchronized (o) {
            return 1;
        }
    }
}
"""


def said(folder: Path, method: str) -> set[str]:
    """Return the messages of a method's findings, without places and paths."""
    file = folder / "Stack.java"
    file.write_text(SOURCE)
    run = symheap.explore(f"{file}::{method}", bounds=symheap.Bounds(max_loop=2))
    run.paths()
    lines = (line for line in findings(run).splitlines() if ": error: " in line)
    return {line.partition(": error: ")[2].rpartition("; ")[0] for line in lines}


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("pop", "index -1 is out of bounds: `size` is 0 when pop() is called"),
        ("pop", "`items` is null when pop() is called"),
        ("length", "`next` is null when length() is called"),
        ("length", "`next.name` is null when length() is called"),
        ("divided", "division by zero: `b - 1` is 0; `b` is 1 when divided(a, b) is called"),
        ("text", "`o` is not a String: `o` is an Object when text(o) is called"),
        ("made", "the length -1 of a new array is negative: `n` is -1 when made(n) is called"),
        ("at", "index 0 is out of bounds for length 0: `i` is 0 when at(a, i) is called"),
        ("positive", "the assertion does not hold: `n > 0` is false; `n` is 0 when positive(n) is called"),
        ("deep", "index 0 is out of bounds for length 0: `a[i]`"),
        ("unboxed", "`i` is null when unboxed(i) is called"),
        ("chained", "`found()` is null"),
        ("walked", "`s` is null when walked(s) is called"),
        ("walked", "`s` is null"),
        ("each", "`all` is null when each(all) is called"),
        ("looked", "`table(n + 1)` is null"),
        ("locked", "`o` is null when locked(o) is called"),
        (
            "first",
            "`name.charAt(0)` throws StringIndexOutOfBoundsException: String index out of range: 0; "
            '`name` is "" when first() is called',
        ),
    ],
)
def test_a_crash_is_said_with_its_expression_and_what_was_given(tmp_path: Path, method: str, words: str) -> None:
    assert words in {_of_any_jdk(each) for each in said(tmp_path, method)}


def _of_any_jdk(text: str) -> str:
    """Remove the differences of JDKs in the message of charAt."""
    for other in ("index 0, length 0", "Index 0 out of bounds for length 0", "index out of range: 0"):
        text = text.replace(f"Exception: {other}", "Exception: String index out of range: 0")
    return text


def test_what_is_said_of_an_input_is_true_of_it(tmp_path: Path) -> None:
    """A null that arises during the call is not said to be there when the method is called."""
    assert said(tmp_path, "walked") == {"`s` is null when walked(s) is called", "`s` is null"}


def test_examples_that_are_shown_are_the_smallest(tmp_path: Path) -> None:
    file = tmp_path / "Far.java"
    file.write_text(
        """
        class Far {
            static int far(int n, int[] a) {
                if (n > 100 && a.length > n - 99) return a[n];
                return 0;
            }
        }
        """
    )
    run = symheap.explore(f"{file}::far")
    before = None
    for path in run:
        heap = run.example(path.trace)
        assert heap is not None
        if path.crashes and "out of bounds" in path.ending():
            before = run.statistics.queries
            array = heap.objects[int(heap.roots["a"])]
            assert (heap.roots["n"], array.length) == (101, 3)
            run.example(path.trace)
            assert run.statistics.queries == before
    assert before is not None
