"""The referent of a weak or soft reference depends on the garbage collector.

On 2026-11-19 `new WeakReference<>(new Object()).get() == null` was false on every path of a complete run, also after
`System.gc()`, where a JVM says true.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned, Unsupported

SOURCE = """
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
class Refs {
    static class Key extends WeakReference<Object> { Key(Object o) { super(o); } }
    static class Strong extends WeakReference<Object> { Strong() { super(null); } public Object get() { return "s"; } }
    static int weak() { var r = new WeakReference<>(new Object()); System.gc(); return r.get() == null ? 1 : 2; }
    static int soft() { return new SoftReference<>(new Object()).get() == null ? 1 : 2; }
    static int key(Object o) { return new Key(o).get() == null ? 1 : 2; }
    static int declared(Reference<String> r) { return r.get() == null ? 1 : 2; }
    static int own() { return new Strong().get() == null ? 1 : 2; }
    static int local() { return ThreadLocal.withInitial(() -> 4).get(); }
}
"""


@pytest.fixture(scope="module")
def refs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("refs") / "Refs.java"
    file.write_text(SOURCE)
    return file


@pytest.mark.parametrize("method", ["weak", "soft", "key", "declared"])
def test_what_a_collector_may_clear_is_refused(refs: Path, method: str) -> None:
    run = explore(f"{refs}::{method}")
    ends = [path.trace.end for path in run]
    refused = [end.what for end in ends if isinstance(end, Unsupported)]
    assert refused in (["java.lang.ref.Reference.get"], ["java.lang.ref.SoftReference.get"])
    assert not run.complete


@pytest.mark.parametrize(("method", "value"), [("own", 2), ("local", 4)])
def test_other_references_are_as_before(refs: Path, method: str, value: int) -> None:
    run = explore(f"{refs}::{method}")
    assert [end.value for path in run if isinstance(end := path.trace.end, Returned)] == [value]
    assert run.complete
