"""Paths in compact form: added paths can be read again, and shared parts are in the file once."""

from __future__ import annotations

import sqlite3
from pathlib import Path as File
from typing import Any

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.target import Target, load
from symheap.report.explore.forms import end_form
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.store.compact import CompactPaths
from symheap.store.compact_path import CompactPath, Conjunct
from symheap.store.counts import crash_count
from symheap.store.file import RunFile
from symheap.store.records import Header, StoreError

EXAMPLES = File(__file__).parents[3] / "examples" / "javalite"
HEADER = Header("id", "explore", "a.jl", ("explore",), "here", "2026-11-18T00:00:00+00:00")


def compact_paths(target: str, heap: str, most: int) -> list[CompactPath]:
    run = start(load(Target.parse(target)), heap, default_chain(), Bounds(max_calls=5, max_loop=4, max_traces=most))
    found = []
    for number, trace in enumerate(run.exploration):
        at: Any = trace.path
        conjuncts = []
        while at is not None and at.term is not None:
            conjuncts.append(Conjunct(at.term, at.is_fact))
            at = at.parent
        result = getattr(trace.end, "value", None)
        found.append(
            CompactPath(
                number,
                str(run.exploration.place or ""),
                trace.key,
                end_form(trace.end),
                trace.confirmed,
                tuple(reversed(conjuncts)),
                trace.path.model,
                result,
            )
        )
    return found


def plain(path: CompactPath) -> tuple[object, ...]:
    model = path.model
    about = None if model is None else (dict(model.values), dict(model.classes), dict(model.ranks))
    rest = (path.number, path.place, path.key, path.end, path.confirmed, path.condition, path.style)
    return (*rest, path.result, about)


@pytest.fixture
def file(tmp_path: File) -> File:
    return tmp_path / "a.run"


@pytest.mark.parametrize("heap", ["pose", "summary", "lazy", "lazier", "lazier#"])
@pytest.mark.parametrize("program", ["linkedlist", "stack", "tree", "visitor"])
def test_paths_of_the_examples_are_read_again(file: File, heap: str, program: str) -> None:
    paths = compact_paths(str(EXAMPLES / f"{program}.jl"), heap, 10)
    half = (len(paths) + 1) // 2
    with RunFile.create(file, HEADER) as run:
        number = run.subject("a.jl", "exploration").number
        keeping = CompactPaths(run)
        for path in paths[:half]:
            keeping.add(number, path, {"seconds": 1})
    with RunFile.open(file) as run:
        keeping = CompactPaths(run)
        for path in paths[half:]:
            keeping.add(number, path)
    with RunFile.read(file) as run:
        assert [plain(each) for each in CompactPaths(run).read(number)] == [plain(each) for each in paths]
        assert [each.number for each in CompactPaths(run).read(number, half)] == [*range(half, len(paths))]
        assert run.subjects()[0].progress == {"seconds": 1}
    rows = sqlite3.connect(file).execute("SELECT operator, sort, operands, payload FROM term").fetchall()
    assert len(set(rows)) == len(rows)


def test_a_long_path_costs_its_own_steps(file: File) -> None:
    """Paths through a list of any length: each has one round more than the one before."""
    paths = compact_paths(str(EXAMPLES / "sum.jl"), "lazy", 15)
    with RunFile.create(file, HEADER) as run:
        number = run.subject("a.jl", "exploration").number
        for path in paths:
            CompactPaths(run).add(number, path)
        [[conjuncts]] = run.select("SELECT count(*) FROM conjunct")
        assert conjuncts < sum(len(path.condition) for path in paths)


def test_a_path_that_did_not_fit_is_not_remembered(file: File) -> None:
    path = compact_paths(str(EXAMPLES / "stack.jl"), "pose", 1)[0]
    with RunFile.create(file, HEADER) as run:
        number = run.subject("a.jl", "exploration").number
        keeping = CompactPaths(run)
        run._connection.execute("CREATE TEMP TRIGGER no BEFORE INSERT ON path BEGIN SELECT RAISE(ABORT, 'full'); END")
        with pytest.raises(StoreError, match="full"):
            keeping.add(number, path)
        run._connection.execute("DROP TRIGGER no")
        keeping.add(number, path)
        assert [plain(each) for each in CompactPaths(run).read(number)] == [plain(path)]


def test_paths_without_texts_are_counted(file: File) -> None:
    with RunFile.create(file, HEADER) as run:
        number = run.subject("a.jl", "exploration").number
        for at in range(2):
            end = {"kind": "error", "error": "null", "position": ["a.jl", 1, 2]}
            CompactPaths(run).add(number, CompactPath(at, "", ("null",), end, True, (), style="bad"))
        assert (run.path_count(number), crash_count(run, number)) == (2, 1)
        assert [*run.text_paths(number)] == []


def test_a_reader_sees_paths_as_they_are_added(file: File) -> None:
    paths = compact_paths(str(EXAMPLES / "linkedlist.jl"), "lazy", 10)
    with RunFile.create(file, HEADER) as run, RunFile.read(file) as other:
        number = run.subject("a.jl", "exploration").number
        keeping, reading = CompactPaths(run), CompactPaths(other)
        for path in paths:
            keeping.add(number, path)
            assert [plain(each) for each in reading.read(number, path.number)] == [plain(path)]


def test_a_chain_that_goes_round_is_damage(file: File) -> None:
    with RunFile.create(file, HEADER) as run:
        number = run.subject("a.jl", "exploration").number
        CompactPaths(run).add(number, CompactPath(0, "0/2.1/2", ("a", "b"), {"kind": "return"}, True, ()))
        run.write(lambda connection: connection.execute("UPDATE link SET before = number"))
        with pytest.raises(StoreError, match="the file is damaged"):
            [*CompactPaths(run).read(number)]
