"""Java programs to be tested, tests written by hand, and the code that runs them."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

from symheap.core.cache import cache_folder
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.replay.sources import LinesOfTest, Source
from symheap.testgen.replay.toolchain import Toolchain

SUBJECT = r"""
package subject;

import java.util.function.IntPredicate;

class Stack {
    static int made;
    private Node head;
    static final class Node { Object value; Node next; }
    void push(Object value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
        made++;
    }
    Object pop() {
        if (head == null) {
            throw new IllegalStateException("empty");
        }
        Object value = head.value;
        head = head.next;
        return value;
    }
}

enum Light { RED, GREEN, BLUE }

record Pair(int a, int b) { int max() { return a > b ? a : b; } }

class Jumps {
    boolean flag;
    static int table(int x) {
        switch (x) { case 0: return 1; case 1: case 2: return 5; case 3: default: return 9; case 4: return 7; }
    }
    static int lookup(int x) { switch (x) { case -100: return 1; case 7: return 2; case 4000: return 3; } return 0; }
    static int onlyDefault(int x) { switch (x) { default: return x; } }
    static int text(int x) {
        String s = x == 0 ? "Aa" : x == 1 ? "BB" : "other";
        switch (s) { case "Aa": return 1; case "BB": return 2; default: return 0; }
    }
    static int light(int x) {
        switch (Light.values()[x]) { case RED: return 1; case BLUE: return 2; default: return 3; }
    }
    static int longs(long a) { if (a < 5L) return -1; if (a == 5L) return 0; return a > 100L ? 2 : 1; }
    static int floats(float a, double b) { if (a < b) return -1; if (a >= 2.5f) return 1; return b != b ? 4 : 0; }
    static int flags(boolean on) {
        Jumps jumps = new Jumps();
        jumps.flag = on;
        boolean[] all = {on, !on};
        byte[] bytes = {0, 1};
        Object any = on ? "text" : null;
        if (jumps.flag) { x(1); }
        if (!jumps.flag) { x(2); }
        if (all[0] && bytes[0] == 0) { x(3); }
        if (any instanceof String) { x(4); }
        if (!(any instanceof Integer)) { x(5); }
        return any == null ? x(6) : any != jumps ? x(7) : x(8);
    }
    static int x(int x) { return x; }
    static int nothing(int x) { if (x > 3) { } if (x == 0) { } return x; }
    static int finallyFlow(int x) {
        int r = 0;
        try {
            if (x == 0) throw new IllegalStateException();
            r = 10 / (x - 1);
        } catch (ArithmeticException e) {
            r = -1;
        } finally {
            if (x > 5) r += 2;
        }
        return r;
    }
    static int recursive(int n) { if (n <= 0) return 0; return 1 + recursive(n > 2 ? 2 : n - 1); }
    static int lambda(int x) { IntPredicate p = y -> y > x && y < 10; return p.test(5) ? 1 : p.test(x) ? 2 : 3; }
    static int loop(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 1) continue; s += i; } return s; }
    static int lazily(int x) { int y = x > 1 ? Lazy.of(x) : 0; return y > 0 ? y : -1; }
    static int failing(int x) {
        try {
            return x > 0 ? Broken.of(x) : 1;
        } catch (ExceptionInInitializerError e) {
            return x > 1 ? 2 : 3;
        }
    }
    static int nested(boolean on) { return new Pair(on ? 1 : 3, 2).max(); }
    static int asserted(int x) { assert x > 0; return x; }
    static int stacked(int n) {
        Stack stack = new Stack();
        for (int i = 0; i < n; i++) stack.push(i);
        stack.pop();
        return n;
    }
}

class Lazy {
    static final int BASE;
    static { int s = 0; for (int i = 0; i < 3; i++) { if (i > 1) s += helper(i); } BASE = s; }
    static int helper(int i) { return i > 1 ? 7 : 8; }
    static int of(int x) { return x > BASE ? helper(x) : -1; }
}

class Broken {
    static int base = broken(3);
    static int broken(int n) {
        for (int i = 0; i < n; i++) { if (i == 2) throw new IllegalStateException(); }
        return n;
    }
    static int of(int x) { return x > 0 ? base : 0; }
}

class Bad {
    static int count;
    static boolean seen;
    static int forever() { while (true) { count++; } }
    static int deep(int n) { return 1 + deep(n + 1); }
    static int greedy() { long[][] all = new long[1000][]; int n = 0; while (true) all[n++] = new long[1 << 20]; }
    static void exit() { System.exit(3); }
    static void halt() { Runtime.getRuntime().halt(3); }
    static void hiddenExit() throws Exception {
        Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 7);
    }
    static void thread() { new Thread(() -> { while (true) { } }, "left behind").start(); }
    static int flood() throws Exception {
        for (int i = 0; i < 20000; i++) System.out.print("0123456789");
        new java.io.FileOutputStream(java.io.FileDescriptor.out).write("half a line".getBytes());
        System.setOut(null);
        return System.in.read();
    }
    static void deadlock() throws Exception {
        Object lock = new Object();
        Thread other = new Thread(() -> { synchronized (lock) { sleep(); } });
        other.start();
        while (other.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        synchronized (lock) { count++; }
    }
    static void sleep() { try { Thread.sleep(60_000); } catch (InterruptedException e) { } }
    static void spawn() throws Exception { new ProcessBuilder("sleep", "1000").start(); }
    static int once() { if (seen) throw new IllegalStateException("again"); seen = true; return 1; }
    static class Rude extends RuntimeException { @Override public String getMessage() { throw new Rude(); } }
    static void rude() { throw new Rude(); }
    static class Broken { static int x = 1 / Integer.parseInt("0"); }
    static int broken() { return Broken.x; }
    static int properties() {
        int before = System.getProperty("left") == null ? 1 : 2;
        System.setProperty("left", "");
        return before;
    }
}
"""

HEAD = """package subject;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;

class {name} {{
"""


@cache
def toolchain(junit: Literal[4, 5] = 5) -> Toolchain:
    environ = os.environ
    try:
        return find_toolchain(find_jdk(None, environ), Maven(environ), cache_folder(environ), junit=junit)
    except Unavailable as missing:
        pytest.skip(str(missing))


@cache
def classes() -> Path:
    """Return the folder of the compiled subject."""
    folder = Path(tempfile.mkdtemp(prefix="symheap-subject-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = folder / "Subject.java"
    source.write_text(SUBJECT, encoding="utf-8")
    made = folder / "classes"
    javac = str(find_jdk(None, os.environ).javac())
    done = subprocess.run(
        [javac, "-g", "-d", str(made), str(source)], capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.stderr
    return made


def class_path() -> ClassPath:
    return ClassPath((Folder(classes()),), find_jdk(None, os.environ))


def file_of(name: str, body: str, head: str = HEAD) -> Source:
    """Return a file of tests; lines of acts end in a comment that marks them."""
    text = head.format(name=name) + body.strip("\n") + "\n}\n"
    lines = text.split("\n")
    heads = [
        n for n, line in enumerate(lines) if re.match(r"    (public )?void \w+\(\)", line) and "@Test" in lines[n - 1]
    ]
    return Source("subject", name, text, tuple(_place(lines, at) for at in heads))


def _place(lines: list[str], at: int) -> LinesOfTest:
    end = lines.index("    }", at)
    acts = [n + 1 for n in range(at, end) if lines[n].endswith("// act")] or [at + 2]
    name = lines[at].partition("void ")[2].partition("(")[0]
    return LinesOfTest(name, at, end + 1, (acts[0], acts[-1]))
