"""Conditions on private fields: those that all code of a class keeps are found, those that some code breaks are not."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, load_all
from symheap.solver.chain import default_chain
from symheap.testgen.reach.induction import conditions_of

SOURCE = """
import java.util.Arrays;
import java.util.Set;

class Kept {
    private int[] items = new int[4];
    private int count;
    public void add(int item) {
        if (count == items.length) items = Arrays.copyOf(items, 2 * count);
        items[count] = item;
        count++;
    }
    public int removeLast() {
        if (count == 0) throw new IllegalStateException("empty");
        count--;
        return items[count];
    }
    public void clear() { while (count > 0) count--; }
}

class Ends {
    private static class Cell { Cell next; }
    private Cell head, tail;
    public void add() {
        Cell cell = new Cell();
        if (head == null) head = cell; else tail.next = cell;
        tail = cell;
    }
    public void remove() {
        head = head.next;
        if (head == null) tail = null;
    }
}

class Phases {
    enum Phase { OPEN, SHUT }
    private Phase phase = Phase.OPEN;
    private String reason;
    public void shut(String why) {
        if (why == null) return;
        reason = why;
        phase = Phase.SHUT;
    }
}

class TooEarly {
    private int[] items = new int[4];
    private int count;
    public void add(int item) { count++; items[count - 1] = item; }
}

class Negative {
    private int[] items = new int[4];
    private int count;
    public void resize(int n) { count = n; items = Arrays.copyOf(items, n); }
}

class Helpers {
    static int[] none() { return null; }
}

class Helped {
    private int[] items = Helpers.none();
}

class BadIndex {
    private int at;
    private final String text;
    BadIndex(String text) { this.text = text; }
    public char next(int n) { at = n; char c = text.charAt(at); at = 0; return c; }
}

class ByAnother {
    private int[] items = new int[4];
    public void take(ByAnother other) { items = other.items; other.items = null; }
}

class ByNested {
    private int[] items = new int[4];
    class Closer { void close() { items = null; } }
}

class ByStatic {
    private int[] items = new int[4];
    static ByStatic empty() { ByStatic made = new ByStatic(); made.items = null; return made; }
}

class ByLambda {
    private int[] items = new int[4];
    Runnable closer() { return () -> { items = null; }; }
}

class InBetween {
    private int[] items = new int[4];
    public void refill(Runnable listener) { items = null; listener.run(); items = new int[4]; }
}

class Swallowed {
    private int[] items = new int[4];
    public void refill(Object lock) {
        try {
            items = null;
            lock.hashCode();
            items = new int[4];
        } catch (RuntimeException e) {
            return;
        }
    }
}

class Escapes {
    static Escapes last;
    private int[] items;
    Escapes(int size) {
        last = this;
        if (size < 0) throw new IllegalArgumentException();
        items = new int[size];
    }
}

class CallsOut {
    private int[] items;
    CallsOut(Set<CallsOut> all) { tell(all); items = new int[4]; }
    void tell(Set<CallsOut> all) { all.add(this); }
}

class Opened {
    static Opened last;
    private int[] items;
    Opened() { begin(); items = new int[4]; }
    void begin() { }
}

class OpenedBelow extends Opened {
    @Override void begin() { last = this; last.hashCode(); }
}

class Wraps {
    private int count;
    public void add() { count++; }
}

class Skips {
    private int left = 10;
    public void drop() { while (left > 0) left -= 3; }
}

class Copied implements Cloneable {
    private int[] items = new int[4];
    public Copied copy() throws CloneNotSupportedException {
        Copied made = (Copied) super.clone();
        made.items = null;
        return made;
    }
}

class Deep {
    private int depth;
    public void go(int n) { down(n); }
    private void down(int n) { if (n > 0) { depth--; down(n - 1); } }
}

class Late {
    private int[] items;
    public void fill() { items = new int[4]; }
}

class Falls {
    private int[] items = new int[4];
    public void set(int kind) {
        switch (kind) {
            case 1: items = new int[2];
            case 2: items = null; break;
            default: items = new int[3];
        }
    }
}

class Handed {
    private int[] items;
    Handed(int[] items) { this.items = items; }
}

class Grows {
    private int size;
    private int[] items = new int[4];
    public void resize(int n) { items = new int[n]; }
    public void use() { if (size < items.length) size++; }
}
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, frozenset[str]]:
    """The conditions of each class, in words."""
    file = tmp_path_factory.mktemp("induction") / "Kept.java"
    file.write_text(SOURCE)
    loaded = next(iter(load_all(f"{file}::Kept", JavaOptions(environ=os.environ)).members))
    assert isinstance(loaded, Loaded)
    java = loaded.java
    assert java is not None
    names = [line.split()[1] for line in SOURCE.splitlines() if line.startswith("class ")]
    return {name: frozenset(each.text for each in conditions_of(java, name, default_chain()[0])) for name in names}


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Kept", {"items is never null", "count is never negative", "always count <= items.length"}),
        ("Ends", {"tail is null only if head is", "head is null only if tail is"}),
        ("Phases", {"phase is never null", "reason is not null where phase is SHUT"}),
        ("Skips", set[str]()),
        ("Grows", {"items is never null", "size is never negative"}),
    ],
)
def test_what_all_code_keeps_is_found(found: Mapping[str, frozenset[str]], name: str, texts: set[str]) -> None:
    assert texts <= found[name]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("TooEarly", "always count <= items.length"),
        *((name, "items is never null") for name in ("ByAnother", "ByNested", "ByStatic", "ByLambda", "InBetween")),
        *((name, "items is never null") for name in ("Swallowed", "Escapes", "CallsOut", "Copied", "Late", "Falls")),
        ("Opened", "items is never null"),
        ("Negative", "count is never negative"),
        ("Helped", "items is never null"),
        ("BadIndex", "at is never negative"),
        ("BadIndex", "text is never null"),
        ("Handed", "items is never null"),
        ("Wraps", "count is never negative"),
        ("Skips", "left is never negative"),
        ("Deep", "depth is never negative"),
        ("Grows", "always size <= items.length"),
    ],
)
def test_what_some_code_breaks_is_not_claimed(found: Mapping[str, frozenset[str]], name: str, text: str) -> None:
    assert text not in found[name]
