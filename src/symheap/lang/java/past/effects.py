"""The effects of the initialisers of contested classes that ran before the call."""

from __future__ import annotations

from collections import ChainMap, deque
from collections.abc import Mapping
from typing import cast

from symheap.core.outcome import Returned, Threw
from symheap.core.typeset import TypeSet
from symheap.lang.java.classes import holder_name
from symheap.lang.java.natives.throwables import complete_made
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.past.objects import apply, changes, differs, left, plain, renumber
from symheap.lang.java.past.observability import Observability
from symheap.lang.java.past.reasons import reason_of
from symheap.lang.java.past.trials import Contested, Trial, Watched
from symheap.lang.java.table import JavaTable
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.initialization import Mark, Progress
from symheap.objects.interpreter import initializing
from symheap.objects.past import Prior, Stored
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine

_CALLS = 1_000
_STEPS = 1_000_000
"""The largest number of steps of a tried initialiser; a longer one runs on the path."""


class Effects:
    """Tries initialisers, and tells what they change.

    `contested` and `disputed` are those of `JavaPast`, which adds to them; `forget` is called when a class has changed.
    """

    def __init__(
        self,
        program: ir.Program,
        table: JavaTable,
        contested: Mapping[str, Contested],
        disputed: Mapping[str, str],
        observability: Observability,
    ) -> None:
        self._program = program
        self._table = table
        self._contested = contested
        self._disputed = disputed
        self._observability = observability
        self._priors: dict[tuple[str, tuple[str, ...]], Prior] = {}
        self._touches: dict[str, tuple[frozenset[int], frozenset[int]]] = {}

    @property
    def _initial(self) -> InitialObjects:
        return self._table.initial

    def serve(self, table: JavaTable) -> None:
        """Speak of the classes of another table for the same world and heap."""
        self._table = table

    def forget(self) -> None:
        """Forget what was derived from trials that have changed."""
        self._priors.clear()
        self._touches.clear()

    def prior(self, class_name: str, before: tuple[str, ...]) -> Prior:
        """Return the effects; of the classes before, only those that touch the same objects matter."""
        touched, _ = self._touched(class_name)
        relevant = tuple(name for name in before if not touched.isdisjoint(self._touched(name)[1]))
        known = self._priors.get((class_name, relevant))
        if known is None:
            known = self._priors[class_name, relevant] = self._prior(class_name, relevant)
        return known

    def tried(self, name: str, before: tuple[str, ...] = ()) -> Trial:
        """Initialise a class.  If its initialiser fails, its static fields can never be read again."""
        heap, marks = self._initial.heap, dict[str, Mark]()
        changed: dict[int, ConcreteObject] = {}
        for k, other in enumerate(before):
            prior = self.prior(other, before[:k])
            marks.update(prior.marks)
            apply(prior, changed, heap)
        shared = ChainMap(changed, cast("dict[int, ConcreteObject]", heap.shared()))
        watched = Watched(shared)
        own = ConcreteHeap(heap.table, base=watched, numbers=heap.numbers)
        machine = ConcreteMachine(self._program, code_of(self._program, own), own, _CALLS)
        machine.initialized = frozenset(self._initial.initialized)
        machine.marks = dict(marks)
        machine.decisions = deque(maxlen=0)
        end = run_method(machine, initializing(name), [], _STEPS)
        complete_made(self._table.world, machine)
        marked = {n: mark for n, mark in machine.marks.items() if n not in marks and isinstance(mark, Progress)}
        fields = {n: frozenset(seen) for n, seen in watched.fields.items()}
        after = {n: plain(obj) for n, obj in own.objects.items() if n in shared and differs(obj, shared[n])}
        lost = {holder_name(n) for n, mark in marked.items() if mark is Progress.FAILED}
        after = {n: obj for n, obj in after.items() if obj.class_name not in lost}
        made = left(self._table, own, after, shared)
        told = bool(machine.arbitrary) or machine.told_entry
        read = frozenset(watched.seen)
        over = {n: shared[n] for n in read | after.keys()}
        return Trial(end, marked, made, after, read, fields, over, told)

    def _touched(self, name: str) -> tuple[frozenset[int], frozenset[int]]:
        """Return the objects that the initialisers of a class and of those that it needs read or change, and those that
        they change.
        """
        known = self._touches.get(name)
        if known is None:
            contested = self._contested[name]
            needed = [self._touched(other) for other in contested.needs]
            changed = frozenset().union(*(t.changed for t in contested.trials), *(each[1] for each in needed))
            read = frozenset().union(*(t.read for t in contested.trials), *(each[0] for each in needed))
            known = self._touches[name] = (read | changed, changed)
        return known

    def _prior(self, name: str, before: tuple[str, ...]) -> Prior:
        """Return the effects, with the needed classes initialised first."""
        contested = self._contested[name]
        marks: dict[str, Progress] = {}
        stores: list[Stored] = []
        for other in contested.needs:
            if other not in before:
                prior = self.prior(other, before)
                before = (*before, other)
                marks |= prior.marks
                stores += prior.stores
        trial = contested.trial
        if before != contested.needs:
            again = self.tried(name, before)
            if not isinstance(again.end, Returned | Threw):
                return Prior(
                    {**marks, **again.marks}, (), f"initialiser of {name} before the call: {reason_of(again.end)}"
                )
            stores += self._again(trial, again)
            trial = again
        stores += [
            stored
            for number, obj in trial.changed.items()
            if self._observability.is_own(trial, number) or not self._observability.is_of_jdk(number, trial)
            for stored in changes(self._table, number, trial.over[number], obj)
        ]
        marks |= trial.marks
        refused = self._disputed.get(name) or self._observability.refusal(name, trial)
        return Prior(marks, tuple(stores), refused, self._lost(name, trial))

    def _lost(self, name: str, trial: Trial) -> TypeSet | None:
        """Return the classes that have no object if the initialiser of a class has failed."""
        if trial.marks.get(name) is not Progress.FAILED or not self._observability.has_no_object(name, trial):
            return None
        table = self._table
        below = (name in table.initialization_order(each) for each in table.universe)
        return TypeSet(sum(1 << i for i, is_below in enumerate(below) if is_below), table.universe, name)

    def _again(self, trial: Trial, again: Trial) -> list[Stored]:
        """Renumber the objects of a second trial like those of the first one; return their differences as stores."""
        first, second = sorted(trial.made), sorted(again.made)
        alike = [_shape(trial.made[n]) for n in first] == [_shape(again.made[n]) for n in second]
        if not alike:
            self._initial.heap.objects.update(again.made)
            return []
        numbers = dict(zip(second, first, strict=True))
        for obj in (*again.made.values(), *again.changed.values()):
            renumber(self._table, obj, numbers)
        pairs = [(trial.made[n], again.made[m], n) for n, m in zip(first, second, strict=True)]
        return [stored for old, new, number in pairs for stored in changes(self._table, number, old, new)]


def _shape(obj: ConcreteObject) -> tuple[str, int | None]:
    """Return what no store can change."""
    return obj.class_name, obj.length
