"""2026-11-18: the exception of `Objects.requireNonNull(null)` had a message, which it has on no JVM.

The random methods of `benchmarks/fuzz_java.py` hit it at `p.new Inner()`, where javac inserts the call.  Exceptions
thrown by native methods had one too; an exception of the JVM lost its message when its stack trace was filled in again.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path as FilePath

import pytest

from sampling import sample
from symheap.core.outcome import Returned
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.session.run import start
from symheap.solver.chain import default_chain

CALLS = {
    "required": "java.util.Objects.requireNonNull(p);",
    "inner": "((Nulls) p).new Inner();",
    "reference": "Runnable r = p::notify;",
    "optional": "java.util.Optional.of(p);",
    "copyFrom": "System.arraycopy(p, 0, new int[1], 0, 1);",
    "copyTo": "System.arraycopy(new int[1], 0, p, 0, 1);",
    "newArray": "java.lang.reflect.Array.newInstance((Class<?>) p, 1);",
    "length": "java.lang.reflect.Array.getLength(p);",
    "assignable": "String.class.isAssignableFrom((Class<?>) p);",
    "named": "Class.forName((String) p);",
    "holds": "Thread.holdsLock(p);",
    "made": "throw new NullPointerException();",
    "called": "p.hashCode();",
    "locked": "synchronized (p) { }",
    "thrown": "throw (RuntimeException) p;",
    "refilled": """
        RuntimeException q = null;
        try { p.hashCode(); } catch (RuntimeException e) { q = e; }
        q.fillInStackTrace();
        throw q;""",
}
METHODS = [
    f"static int {name}() throws Exception {{ Object p = null;"
    f" try {{ if (p == null) {{ {call} }} }} catch (RuntimeException e) {{ return e.getMessage() == null ? 1 : 2; }}"
    " return 3; }"
    for name, call in CALLS.items()
]
PRINTED = [f'System.out.println("{name} " + {name}());' for name in CALLS]
SOURCE = "\n".join(
    (
        "class Nulls {",
        "class Inner {}",
        *METHODS,
        "public static void main(String[] args) throws Exception {",
        *PRINTED,
        "}}",
    )
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> FilePath:
    file = tmp_path_factory.mktemp("nulls") / "Nulls.java"
    file.write_text(SOURCE)
    return file


@pytest.fixture(scope="module")
def on_jvm(source: FilePath) -> dict[str, int]:
    subprocess.run(["javac", "-nowarn", "-d", source.parent / "classes", source], check=True, capture_output=True)
    done = subprocess.run(
        ["java", "-cp", source.parent / "classes", "Nulls"], capture_output=True, text=True, check=True
    )
    return {name: int(value) for name, value in (line.split() for line in done.stdout.splitlines())}


@pytest.mark.parametrize("method", sample(CALLS, 4))
def test_a_null_pointer_exception_has_a_message_where_a_jvm_gives_it_one(
    source: FilePath, on_jvm: dict[str, int], method: str
) -> None:
    run = start(
        load(f"{source}::Nulls::{method}", JavaOptions(environ=os.environ)), "pose", default_chain(), Bounds(timeout=60)
    )
    (path,) = run.paths()
    assert run.complete
    assert isinstance(path.trace.end, Returned)
    assert path.trace.end.value == on_jvm[method]
