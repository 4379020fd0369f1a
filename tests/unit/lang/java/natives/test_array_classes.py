"""Arrays of a symbolic class: one path for each class that an input may have."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.api import JavaOptions, explore, load
from symheap.core.outcome import Threw

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
class ArrayClasses {
    static boolean copies(Object o) {
        Object[] a = (Object[]) o;
        Object[] b = a.clone();
        return b != a && b.length == a.length && b.getClass() == a.getClass() && (a.length == 0 || a[0] == b[0]);
    }
    static boolean grows(Object o) {
        Object[] a = (Object[]) o;
        if (a.length > 4) { return true; }
        Object[] b = java.util.Arrays.copyOf(a, a.length + 1);
        return b.getClass() == a.getClass() && b.length == a.length + 1 && b[a.length] == null;
    }
    static boolean component(Object o) {
        Object[] a = (Object[]) o;
        Class<?> c = a.getClass().getComponentType();
        return c == (a instanceof String[] ? String.class : Object.class);
    }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("arrays")
    (made / "ArrayClasses.java").write_text(SOURCE)
    subprocess.run([str(jdks()[0].javac()), "-d", str(made), str(made / "ArrayClasses.java")], check=True)
    return made


@pytest.mark.parametrize("method", ["copies", "grows", "component"])
def test_the_result_has_the_class_of_its_argument(folder: Path, method: str) -> None:
    options = JavaOptions(jdk=str(jdks()[0].home), environ={"SYMHEAP_CACHE": str(folder / "cache"), **os.environ})
    ends = [path.trace.end for path in explore(load(f"{folder / 'ArrayClasses.class'}::{method}", options))]
    counts = Counter(end.exception if isinstance(end, Threw) else str(getattr(end, "value", end)) for end in ends)
    assert counts.pop("java.lang.NullPointerException") == counts.pop("java.lang.ClassCastException") == 1
    assert set(counts) == {"True"}
    assert counts["True"] >= 2
