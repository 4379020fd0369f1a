"""Mistakes that are easy to make when merging. Each replaces one function; the law must notice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple
from unittest.mock import patch

import immutables

from symheap.core.terms import Term, Value, conjunction, not_
from symheap.engine.merging import paths, states
from symheap.engine.merging.layout import Layout
from symheap.engine.merging.paths import Fork
from symheap.heap import united
from symheap.heap.pose import merging


class Mutant(NamedTuple):
    """One mistake: `where` is the module or class, `name` the function that `mistake` replaces.

    `program` breaks the law under it: one of `PROGRAMS`, or a language and the seed of a random program.
    """

    id: str
    where: Any
    name: str
    mistake: Any
    program: str = "javalite 0"

    def applied(self) -> AbstractContextManager[Any]:
        return patch.object(self.where, self.name, self.mistake)


def _swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with its last two arguments exchanged."""
    return lambda *args: function(*args[:-2], args[-1], args[-2])


_guard = paths._guard


def _opposite(*args: Any) -> Value | None:
    guard = _guard(*args)
    return None if guard is None else not_(guard)


def _first_decision(left: tuple[Term, ...], right: tuple[Term, ...], ours: Any, theirs: Any) -> Value | None:
    return left[0] if left and right else None


def _one_side_reads(left: Any, right: Any) -> Any:
    """Only the left side reads what the other one has; the right side's missing slots are copied."""
    after, facts = merging._reading_as(left, right)
    return (after, facts), (right, ())


ORDERS = """((
 (class C extends Object ([C next] [int val]) (
   (int main ([C x] [C y] [bool b])
     (var C z := null in
     (var int s := (if b ((x $ val) + ((y $ val) + (y $ val))) else ((y $ val) + ((x $ val) + (x $ val)))) in
     (if (x = y)
       (if (s = 3) (if b ((z $ next) $ val) else (z $ val)) else 0)
      else 0))))))
) (C main))
"""
"""Each side reads the two names of one slot in its own order."""

FRESH = """((
 (class A extends Object ([A next]) (
   (A main ([A x] [bool b])
     (var A v := (if b (new A) else (new B)) in
     (begin (v $ next := x)
     v)))))
 (class B extends A () ())
) (A main))
"""
"""Each side allocates an object of another class."""

WRITTEN = """((
 (class C extends Object ([int val]) (
   (int main ([C y] [bool b])
     (begin (if b (begin (y $ val := 7) true) else true)
     (y $ val)))))
) (C main))
"""
"""One side writes a slot that the other side has not read."""

PROGRAMS = {"orders": ORDERS, "fresh": FRESH, "written": WRITTEN}
"""Small programs in Javalite, by the name that mutants use."""

MUTANTS = (
    Mutant("dropped-guard", Fork, "condition", property(lambda fork: True)),
    Mutant("one-guard", Fork, "condition", property(lambda fork: conjunction(fork.left))),
    Mutant("swapped-registers", merging, "merged_cell", _swapped(merging.merged_cell)),
    Mutant("swapped-slots", merging, "_merged_slot", _swapped(merging._merged_slot)),
    Mutant("left-slots", merging, "_merged_slot", lambda field, guard, held, value: held),
    Mutant("left-registers", merging, "merged_cell", lambda guard, a, b: a),
    Mutant("copied-slots", merging, "_aligned", lambda left, right: ((left, ()), (right, ())), "written"),
    Mutant("copied-to-the-right", merging, "_aligned", _one_side_reads, "written"),
    Mutant("opposite-guard", paths, "_guard", _opposite),
    Mutant("any-decision-as-guard", paths, "_guard", _first_decision, "javalite 1"),
    Mutant("names-in-any-order", merging, "order_facts", lambda left, right, whole: (), "orders"),
    Mutant("bounds-of-the-left", united, "_either", lambda a, b: a, "pose 24"),
    Mutant("no-renumbering", merging, "_clashes", lambda left, right: {}, "fresh"),
    Mutant("aliases-of-the-left", merging, "_united_aliases", lambda left, right: left.initialized, "javalite 25"),
    Mutant("no-live-registers", Layout, "live", lambda layout, block, offset: frozenset()),
    Mutant("objects-of-the-left", merging, "_merged_objects", lambda left, right, guard, renaming: left.objects),
    Mutant("rounds-do-not-matter", states, "counts_that_matter", lambda frame: immutables.Map(), "VisitorSum"),
    Mutant("unguarded-counter", states.Merger, "_iterations", lambda merger, guard, left, right: left, "Trim"),
    Mutant("counter-of-the-right", states.Merger, "_iterations", lambda merger, guard, left, right: right, "Trim"),
    Mutant("no-facts", Fork, "facts", lambda fork, known, left, right: (), "orders"),
)
