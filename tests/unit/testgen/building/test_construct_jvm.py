"""Statements build on a real JVM what they build in the concrete interpreter."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from construct_subject import PACKAGE, class_text, classes, constructed, line, needs_jdk, text
from test_construct import METHODS

from symheap.core.model import Plain
from symheap.lang.java.classes import JavaClass, JavaField
from symheap.lang.java.inputs.stubs import is_stub
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import STRING, element_descriptor, is_array
from symheap.objects.concrete import ConcreteHeap
from symheap.testgen.building.helper import helper_source
from symheap.testgen.building.known import BOXES
from symheap.testgen.building.strings import text_of
from symheap.testgen.building.target import input_descriptors
from symheap.testgen.cases import Built
from symheap_testing.java.sources import some_jdk

pytestmark = needs_jdk

DUMP = r"""
package park;

import java.lang.reflect.*;
import java.util.*;

/** A heap as text: roots, then objects in the order in which they are met; those of the JDK by their class alone. */
class Dump {
    private final Map<Object, Integer> seen = new IdentityHashMap<>();
    private final List<Object> queue = new ArrayList<>();

    static String of(Object[] roots) throws Exception { return new Dump().text(roots); }

    private String text(Object[] roots) throws Exception {
        List<String> out = new ArrayList<>();
        for (Object root : roots) out.add(ref(root));
        for (int i = 0; i < queue.size(); i++) out.add(contents(queue.get(i)));
        return String.join("; ", out);
    }

    private String contents(Object v) throws Exception {
        Class<?> c = v.getClass();
        StringJoiner all = new StringJoiner(" ", c.getName() + "{", "}");
        if (c.isArray()) {
            for (int k = 0; k < Array.getLength(v); k++) all.add(value(c.getComponentType(), Array.get(v, k)));
            return all.toString();
        }
        boolean stub = c.getName().contains("Stub") || c.isSynthetic();
        if (c.getClassLoader() == null) return c.getName();
        if (stub) all = new StringJoiner(" ", "stub{", "}");
        for (Class<?> at = stub ? c.getSuperclass() : c; at.getClassLoader() != null; at = at.getSuperclass()) {
            Field[] fields = at.getDeclaredFields();
            Arrays.sort(fields, Comparator.comparing(Field::getName));
            for (Field f : fields) {
                f.setAccessible(true);
                if (!Modifier.isStatic(f.getModifiers())) all.add(f.getName() + "=" + value(f.getType(), f.get(v)));
            }
        }
        return all.toString();
    }

    private String value(Class<?> type, Object v) { return type.isPrimitive() ? scalar(v) : ref(v); }

    private String scalar(Object v) {
        if (v instanceof Character) return "" + (int) (Character) v;
        if (v instanceof Double) return "" + Double.doubleToLongBits((Double) v);
        return String.valueOf(v);
    }

    private String ref(Object v) {
        if (v == null) return "null";
        if (v instanceof String) return ((String) v).length() + "'" + v + "'";
        if (v instanceof Number && v.getClass().getName().startsWith("java.lang.")) return scalar(v);
        if (v instanceof Character || v instanceof Boolean) return scalar(v);
        if (!seen.containsKey(v)) {
            seen.put(v, seen.size());
            queue.add(v);
        }
        return "#" + seen.get(v);
    }
}
"""


class Dumped:
    """Formats a concrete heap in the same way."""

    def __init__(self, heap: ConcreteHeap, table: JavaTable) -> None:
        self._heap = heap
        self._table = table
        self._seen: dict[int, int] = {}

    def text(self, roots: list[tuple[str, Plain]]) -> str:
        out = [self._value(descriptor, value) for descriptor, value in roots]
        done = 0
        while done < len(self._seen):
            out.append(self._contents(list(self._seen)[done]))
            done += 1
        return "; ".join(out)

    def _value(self, descriptor: str, value: Plain) -> str:
        if descriptor[0] in "L[":
            return self._ref(int(value))
        return (
            str(bool(value)).lower() if descriptor == "Z" else str(int(value) & (0xFFFF if descriptor == "C" else -1))
        )

    def _ref(self, number: int) -> str:
        if not number:
            return "null"
        obj = self._heap.find(number)
        if obj.class_name == STRING:
            result = text_of(self._heap, number)
            assert result is not None
            return f"{len(result)}'{result}'"
        if obj.class_name in BOXES:
            return self._value(BOXES[obj.class_name], obj.fields.get("value", 0))
        return f"#{self._seen.setdefault(number, len(self._seen))}"

    def _contents(self, number: int) -> str:
        obj = self._heap.find(number)
        if is_array(obj.class_name):
            of = element_descriptor(obj.class_name)
            items = (self._value(of, obj.elements.get(i, 0)) for i in range(obj.length or 0))
            return f"{obj.class_name}{{{' '.join(items)}}}"
        name = "stub" if is_stub(obj.class_name) else obj.class_name
        if not self._table.world.find(obj.class_name).is_user:
            return "stub{}" if name == "stub" else name
        chain = [c for c in self._table.world.chain(obj.class_name) if c.is_user]
        shown = [f"{f.name}={self._value(f.descriptor, self._heap.get(number, f.field))}" for f in _fields(chain)]
        return f"{name}{{{' '.join(shown)}}}"


def _fields(chain: list[JavaClass]) -> list[JavaField]:
    return [f for c in chain for f in sorted(c.fields.values(), key=lambda f: f.name) if not f.is_static]


def _sources(tests: list[Built]) -> str:
    out = [f"package {PACKAGE};", "import java.util.*;", "import park.Zoo.*;", "class Tests {"]
    for number, built in enumerate(tests):
        values = ", ".join(f"({text(code)})" for code in built.values.values())
        body = "\n".join(map(line, built.statements))
        out += [f"static class T{number} {{", *map(class_text, built.stubs)]
        out += ['@SuppressWarnings({"unchecked", "rawtypes"})', "static String text() throws Exception {", body]
        out.append(f"return Dump.of(new Object[] {{{values}}});\n}}\n}}")
    calls = [f"System.out.println(T{number}.text());" for number in range(len(tests))]
    return "\n".join([*out, "public static void main(String[] args) throws Exception {", *calls, "}", "}"])


def test_the_jvm_builds_the_same(tmp_path: Path) -> None:
    jdk = some_jdk()
    assert jdk is not None
    tests, expected = [], []
    for method in METHODS:
        for candidate, built in constructed(method):
            if isinstance(built, Built):
                names = [declared.name for declared in candidate.java.program.inputs]
                roots = [
                    (d, built.heap.roots[n]) for n, d in zip(names, input_descriptors(candidate.java), strict=True)
                ]
                tests.append(built)
                expected.append(Dumped(built.heap, candidate.java.table).text(roots))
    files = {"Tests": _sources(tests), "Dump": DUMP, "TestObjects": helper_source(PACKAGE)}
    for name, source in files.items():
        (tmp_path / f"{name}.java").write_text(source)
    path = f"{classes()}{os.pathsep}{tmp_path}"
    javac = [str(jdk.javac()), "-nowarn", "-cp", path, "-d", str(tmp_path), *(f"{name}.java" for name in files)]
    done = subprocess.run(javac, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    run = subprocess.run([str(jdk.java()), "-cp", path, "park.Tests"], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert len(tests) > 80
    assert run.stdout.splitlines() == expected


@pytest.mark.parametrize("package", ["", "a.b"])
def test_the_helper_is_in_the_package_of_the_tests(package: str) -> None:
    assert helper_source(package).startswith(f"package {package};" if package else "import ")
