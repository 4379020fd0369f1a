"""A path that is read from its file is the same as when it was found."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Final

import pytest

from symheap.engine.bounds import Bounds
from symheap.engine.places import Finished
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, Target, load_all
from symheap.report.explore.derived import kept_paths
from symheap.report.explore.fresh import FreshPath
from symheap.session.kept.paths import KeptPaths
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap.store.file import RunFile
from symheap.store.records import Header, KeptPath
from symheap_testing.java.sources import some_jdk

ROOT: Final = Path(__file__).parents[4]
HEADER: Final = Header("id", "explore", "a", ("explore", "a"), "folder", "2026-11-18T00:00:00+00:00")
NAMES: Final = (
    "number",
    "place",
    "key",
    "end",
    "confirmed",
    "conditions",
    "style",
    "ending",
    "text",
    "input",
    "final",
    "heaps",
)
_COUNTED: Final = re.compile(r"#\d+\|")
"""Names with a number that the process counts: those of auxiliary symbols of a script."""

JAVA: Final = """
public class Kept {
    enum Colour { RED, GREEN }

    Kept next;
    char mark;
    double[] weights;
    Colour colour;
    Object any;

    String told(int n) {
        if (next == null) {
            throw new IllegalStateException("nothing: " + n);
        }
        next.mark = (char) (mark + 1);
        return colour == Colour.GREEN ? "green" + mark : n > 3 ? "many " + n : null;
    }

    double heaviest(Integer start) {
        double most = start;
        for (double each : weights) {
            most = Math.max(most, each);
        }
        return most;
    }

    boolean same(Kept other) {
        any = new Kept();
        return any instanceof Kept && other.next == this.next && Boolean.TRUE.equals(other.any);
    }
}
"""


def kept(loaded: Loaded, heap: str, file: Path) -> tuple[list[FreshPath], list[KeptPath]]:
    def begun(finished: Finished | None) -> Run:
        bounds = Bounds(max_calls=20, max_loop=3, max_traces=20, timeout=60)
        return start(loaded, heap, default_chain(), bounds, finished=finished)

    with RunFile.create(file, HEADER) as run_file:
        paths = KeptPaths(run_file, str(loaded.target))
        run = paths.begin(begun)
        found: list[FreshPath] = []
        for trace in run.exploration:
            found.append(FreshPath(run.path(trace)))
            paths.add(found[-1], run)
            run.count(found[-1].path)
        paths.flush(run)
        paths.finish(run, None)
    with RunFile.read(file) as run_file:
        return found, list(kept_paths(run_file, 1))


def check_same(loaded: Loaded, heap: str, folder: Path) -> None:
    fresh, read = kept(loaded, heap, folder / f"{abs(hash((str(loaded.target), heap)))}.run")
    assert fresh
    assert len(fresh) == len(read)
    for mine, derived in zip(fresh, read, strict=True):
        for name in NAMES:
            assert plain(getattr(derived, name)) == plain(getattr(mine, name)), (loaded.target, mine.number, name)
        assert derived.told_decisions == mine.told_decisions
        assert uncounted(derived.document) == uncounted(mine.document)


def plain(value: object) -> object:
    return json.loads(json.dumps(value))


def uncounted(document: object) -> object:
    return json.loads(_COUNTED.sub("#|", json.dumps(document)))


@pytest.mark.parametrize("heap", ["pose", "summary", "lazy", "lazier", "lazier#"])
@pytest.mark.parametrize("program", ["linkedlist", "tree", "visitor", "sum"])
def test_javalite(program: str, heap: str, tmp_path: Path) -> None:
    for loaded in load_all(str(ROOT / "examples" / "javalite" / f"{program}.jl")).members:
        assert isinstance(loaded, Loaded)
        check_same(loaded, heap, tmp_path)


@pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
def test_java(heap: str, tmp_path: Path) -> None:
    """Strings that are not written out, enum constants, boxes of the JDK, arrays, objects that the path made."""
    (tmp_path / "Kept.java").write_text(JAVA, encoding="utf-8")
    target = Target(str(tmp_path / "Kept.java"))
    for loaded in load_all(target, JavaOptions(environ=os.environ)).members:
        if isinstance(loaded, Loaded):
            check_same(loaded, heap, tmp_path)


def test_no_text_is_made_before_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> str:
        raise AssertionError("nobody has asked for a text")

    for name in (
        "symheap.core.printing.infix",
        "symheap.report.explore.text.block",
        "symheap.report.explore.explored.condition_smt2",
    ):
        monkeypatch.setattr(name, refuse)
    [loaded] = load_all(str(ROOT / "examples" / "javalite" / "linkedlist.jl")).members
    assert isinstance(loaded, Loaded)
    fresh, read = kept(loaded, "pose", tmp_path / "a.run")
    assert [each.key for each in read] == [each.key for each in fresh]
