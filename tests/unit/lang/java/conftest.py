"""Small Java programs, compiled once for all tests of this folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.world import World
from symheap_testing.java.sources import some_jdk

SOURCES = {
    "p/A.java": """
        package p;
        public class A {
            int value; static int count = 7; static final int SIZE = 3; static final String NAME = "a\\u00e9\\u20ac";
            static final char LAST = '\\uffff'; static final boolean ON = true; static final double HALF = 0.5;
            String hidden() { return "A"; }
            public String seen() { return "A"; }
            private String own() { return "A"; }
            public String call() { return own(); }
            static int twice(int x) { return x + x; }
        }""",
    "q/B.java": """
        package q;
        public class B extends p.A {
            long value;
            String hidden() { return "B"; }
            public String seen() { return "B"; }
            private String own() { return "B"; }
        }""",
    "p/C.java": """
        package p;
        public class C extends q.B { public String hidden() { return "C"; } }""",
    "q/D.java": """
        package q;
        public class D extends p.C { public String hidden() { return "D"; } }""",
    "faces/Left.java": """
        package faces;
        public interface Left { default String name() { return "left"; } int LEFT = 1; }""",
    "faces/Right.java": "package faces; public interface Right { default String name() { return \"right\"; } }",
    "faces/Lower.java": """
        package faces;
        public interface Lower extends Left {
            Object MADE = new Object();
            default String name() { return "lower"; }
            private int secret() { return 1; }
            static int helper() { return 2; }
        }""",
    "faces/Plain.java": "package faces; public interface Plain { Object MADE = new Object(); int size(); }",
    "faces/One.java": "package faces; public class One implements Left {}",
    "faces/Two.java": """
        package faces;
        public class Two extends One implements Lower, Plain { public int size() { return 0; } }""",
    "faces/Both.java": """
        package faces;
        public abstract class Both implements Left, Right { public abstract String name(); }""",
    "shapes/Shape.java": "package shapes; public abstract class Shape { Shape next; public abstract double area(); }",
    "shapes/Circle.java": """
        package shapes;
        public class Circle extends Shape { double r; public double area() { return r * r; } }""",
    "shapes/Square.java": """
        package shapes;
        public class Square extends Shape {
            double side; boolean tilted; byte tag; int[][] grid;
            public double area() { return side * side; }
            public boolean fits(Shape other, boolean strictly, char unit, long many) { return area() < other.area(); }
            boolean valid() { return side >= 0; }
        }""",
    "shapes/Color.java": """
        package shapes;
        public enum Color {
            RED, GREEN { int rank() { return 2; } };
            int rank() { return 1; }
        }""",
    "shapes/Util.java": """
        package shapes;
        import java.util.List;
        import java.util.Map;
        public final class Util {
            private Util() {}
            static int limit = 10;
            static Color favourite = Color.RED;
            static int size(List<String> all, Map<String, Integer> counts) { return all.size() + counts.size(); }
            static int size(Shape[] all) { return all.length; }
            static <T extends Shape & Comparable<T>> T max(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
            static boolean below(int x) { return x < limit; }
            static int run(Runnable task) { task.run(); return 1; }
            static boolean none(java.lang.reflect.Method method) { return method == null; }
            static int diameter(Square square) { return square == null ? 0 : 1; }
            static boolean ok(Shape[] all) { return all != null; }
            static boolean same(int x) { if (x < 0) throw new BadShape("negative"); return below(x); }
        }""",
    "shapes/BadShape.java": """
        package shapes;
        public class BadShape extends RuntimeException { BadShape(String message) { super(message); } }""",
    "shapes/Ranked.java": """
        package shapes;
        public class Ranked extends Circle implements Comparable<Ranked> {
            public int compareTo(Ranked other) { return 0; }
        }""",
    "Main.java": """
        public class Main {
            int total;
            static class Node { Node next; int data; Node(int d) { data = d; } }
            Main(int total) { this.total = total; }
            int add(int x) { return total += x; }
            int add(long x, String s) { return total; }
            static boolean positive(int x) { return x > 0; }
            static int length(Node n) { int k = 0; for (; n != null; n = n.next) k++; return k; }
        }
        class Helper { static int help(Main m) { return m.total; } }""",
}  # fmt: skip


@pytest.fixture(scope="session")
def jdk() -> Jdk:
    found = some_jdk()
    if found is None:
        pytest.skip("no JDK with javac")
    return found


@pytest.fixture(scope="session")
def java_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sources")
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def java_folder(tmp_path_factory: pytest.TempPathFactory, java_sources: Path, jdk: Jdk) -> Path:
    """The class folder of all of `SOURCES`."""
    classes = tmp_path_factory.mktemp("classes")
    files = [str(java_sources / path) for path in SOURCES]
    command = [str(jdk.javac()), "-g", "-encoding", "UTF-8", "-d", str(classes), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return classes


@pytest.fixture(scope="session")
def java_world(java_folder: Path, jdk: Jdk) -> World:
    return World(ClassPath((Folder(java_folder),), jdk))
