"""Pasts: which classes were initialised before the call, and in which order, as real initialisers do it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from sampling import sample
from symheap import explore
from symheap.core.outcome import Returned, Threw
from symheap.engine.bounds import Bounds
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.options import JavaOptions
from symheap_testing.java.pasts import problems, source

SEEDS = range(24)
FOUND = {
    "the last one to write counts": """
        static int y;
        static class A { static { y = 3; } }
        static class B { static { y = 2; } }
        static int m() { return y > 2 ? 1 : 0; }""",
    "one that undoes another": """
        static int x, y;
        static class A { static int of = 1; static { if (y == 0) x = 1; } }
        static class B extends A { static { x += A.of; y += x; } }
        static class C { static { x = 10 * x + 4; } }
        static int m() { return y > 3 ? 1 : 0; }""",
    "initialised by another, in the middle of a sum": """
        static int x;
        static class A { static { x += C.of; } }
        static class C { static int of = 3; static { x = 4; } }
        static int m() { new A(); return x; }""",
    "values at the end that nothing reads": """
        static int x;
        static class A { static int of = 1; static { x = 10 * x + 7; } }
        static class B { static { x = 10 * x + 8; if (x > 20) throw new IllegalStateException(); } }
        static class C { static { x = 4; } }
        static int m() { new B(); return A.of; }""",
}


def written(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).mkdir()
        (folder / name / f"{name}.java").write_text(text)
    javac = str(find_jdk(None, os.environ).javac())
    subprocess.run([javac, "-g", "-nowarn", *map(str, folder.glob("*/*.java"))], check=True)


def checked(folder: Path, owner: str) -> tuple[bool, list[str]]:
    bounds = Bounds(max_loop=6, max_traces=200)
    run = explore(f"{folder / owner}::{owner}::m", bounds=bounds, java=JavaOptions(environ=os.environ))
    ended = [path.inputs() for path in run if isinstance(path.trace.end, Returned | Threw)]
    examples = [example.roots for example in ended if example is not None]
    assert len(examples) == len(ended)
    return run.complete, problems(run.loaded.program, examples, owner)


@pytest.fixture(scope="module")
def random_classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pasts")
    written(folder, {f"P{seed}": source(seed, f"P{seed}") for seed in SEEDS})
    return folder


@pytest.mark.parametrize("seed", sample(SEEDS, 4))
def test_random_initialisers_leave_what_they_leave(random_classes: Path, seed: int) -> None:
    _, compared = checked(random_classes, f"P{seed}")
    assert compared == []


def test_most_orders_are_decided(random_classes: Path) -> None:
    complete = sum(checked(random_classes, f"P{seed}")[0] for seed in SEEDS)
    assert complete >= len(SEEDS) // 2


@pytest.mark.parametrize("name", FOUND)
def test_what_was_wrong_until_2026_11_18(name: str, tmp_path: Path) -> None:
    written(tmp_path, {"P": f"class P {{{FOUND[name]}\n}}\n"})
    _, compared = checked(tmp_path, "P")
    assert compared == []
