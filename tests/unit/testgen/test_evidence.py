"""The evidence of a class is that of its methods, joined in their order."""

from __future__ import annotations

import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symheap.core.outcome import Threw
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, load_all
from symheap.report.explore.explored import notation_of
from symheap.session.rounds import InRounds
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.reach.evidence import Crash, Evidence
from symheap_testing.java.corpus import jdk_for

SHELF = """public class Shelf {
    private final int[] slots;
    private int used;
    public Shelf(int size) { slots = new int[size]; }
    public void put(int value) { store(value); }
    public void putTwice(int value) { store(value); store(value); }
    public int at(int index) { return fetch(index); }
    public int last() { return fetch(used - 1); }
    private void store(int value) { slots[used++] = value; }
    private int fetch(int index) { return slots[index]; }
}
"""


def explored(evidence: Evidence, loaded: Loaded) -> None:
    run = start(loaded, "pose", default_chain(), Bounds(max_loop=32), in_rounds=InRounds(while_new=True, methods=4))
    assert loaded.java is not None
    for path in run:
        if path.trace.confirmed and isinstance(path.trace.end, Threw):
            crash = evidence.count(path.trace.end, loaded.java)
            if crash is not None:
                evidence.examine(crash, run.exploration, path.trace, loaded.java)


def loaded_methods(folder: Path) -> list[Loaded]:
    jdk = jdk_for(17)
    if jdk is None:
        pytest.skip("no JDK of that version with javac")
    file = folder / "Shelf.java"
    file.write_text(SHELF)
    members = load_all(str(file), JavaOptions(jdk=str(jdk.home), environ=os.environ)).members
    return [each for each in members if isinstance(each, Loaded)]


def facts(crash: Crash) -> dict[str, Any]:
    """Return all that ranking reads of a crash."""
    plain = replace(crash, words=str)
    names = [name for name in Crash.__slots__ if name != "words"]
    return {**{name: getattr(plain, name) for name in names}, "said": crash.words()}


def test_the_evidence_of_methods_together_is_that_of_the_class(tmp_path: Path) -> None:
    whole: Evidence | None = None
    joined: Evidence | None = None
    for loaded in loaded_methods(tmp_path):
        assert loaded.java is not None
        is_own = notation_of(loaded).is_own
        whole = whole or Evidence(loaded.java, is_own)
        joined = joined or Evidence(loaded.java, is_own)
        explored(whole, loaded)
        alone = Evidence(loaded.java, is_own)
        explored(alone, loaded)
        joined.join(pickle.loads(pickle.dumps(alone.plain())))
    assert whole is not None
    assert joined is not None
    assert [*joined.crashes] == [*whole.crashes]
    assert any(each.hints for each in whole.crashes.values())
    methods = {each.method for each in whole.crashes.values()}
    assert max(each.traces for each in whole.crashes.values()) > 1, "some crash is met by several methods"
    assert len(methods) > 1
    for key, crash in whole.crashes.items():
        assert facts(joined.crashes[key]) == facts(crash)
