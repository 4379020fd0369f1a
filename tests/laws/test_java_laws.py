"""The six laws over the Java programs of the tests, with small bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sampling import sample
from symheap.laws.laws import LAWS, Enumeration, partition
from symheap.laws.subject import LawSubject, LawViolation
from symheap.solver.api import Solver, Statistics
from symheap_testing.java.corpus import Entry, corpus_of, entries, programs

SOURCES = programs(Path(__file__).parents[1] / "programs")
ROUNDS = 1
MAX_TRACES = 600
MAX_HEAPS = 60

TOO_LARGE = {
    "AvlTree.rebalance(Node)": "homomorphism",
    "Boxing.identical(int)": "a table of 256 boxes: guards",
    "Boxing.mixed(Boolean, Character)": "a table of 128 boxes: guards",
    "ClassObjects.related(Class, Class)": "all pairs of classes: lazy",
    "HashTable.put(int, Object)": "a remainder of two unknowns: homomorphism",
    "Records.same(Point, Point)": "products of unknowns: homomorphism",
    "RedBlackTree.insert(int)": "homomorphism",
    "Shapes.larger(Shape, Shape)": "homomorphism",
    "SkipList.contains(int)": "homomorphism",
    "SymbolTable.collide(String, String)": "the hashes of two texts: homomorphism",
    "SymbolTable.order(String, String)": "the order of two texts: homomorphism",
    "UnionFind.union(UnionFind)": "homomorphism",
    "Varargs.overloads(int)": "a table of 256 boxes: guards",
}
"""Entries with the laws that take too long on them."""

CASES = [entry for source in SOURCES for entry in entries(source) if str(entry) not in TOO_LARGE]


def test_every_program_is_there() -> None:
    assert {entry.source for entry in CASES} == set(SOURCES)
    assert {str(entry) for source in SOURCES for entry in entries(source)} >= set(TOO_LARGE)


@pytest.mark.parametrize("entry", sample(CASES, 5), ids=str)
def test_the_six_laws_hold(entry: Entry, solver: tuple[Solver, Statistics]) -> None:
    corpus = corpus_of(entry.source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    rounds = min(ROUNDS, entry.bounds.max_loop)
    bounds = replace(entry.bounds, max_loop=rounds, max_traces=MAX_TRACES)
    subject = LawSubject(corpus.load(entry).program, bounds, solver=solver)
    assert all(explored.exploration.progress.stopped is None for explored in subject.explored.values())
    assert all(not explored.unconfirmed for explored in subject.explored.values())
    enumeration = Enumeration()
    violations: list[LawViolation] = list(partition(subject, max_int=1, limit=MAX_HEAPS, enumeration=enumeration))
    violations += [violation for name, law in LAWS.items() if name != "partition" for violation in law(subject)]
    assert [str(violation) for violation in violations] == []
    assert enumeration.heaps
