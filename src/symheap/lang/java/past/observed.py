"""The classes initialised before the call, and whether a program can observe it.

Every class of the user's that the program may use is tried before the call: its initialiser runs in the concrete
interpreter, on a heap of its own. It is *plain* if no program can observe whether it ran before the call or during it:
it returns, writes static fields of its own class alone, and reads nothing mutable of other user classes. A plain class
counts as initialised before the call, since every input that is possible otherwise is possible then too. All others are
*contested* (`symheap.objects.past`).

Changes by an initialiser inside the JDK (caches, counters) are ignored. Initialisers that run before the call run in
the order in which the program meets the classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import permutations

from symheap.core.outcome import Returned, Threw
from symheap.core.terms import REF
from symheap.core.typeset import TypeSet
from symheap.lang.java.classes import held_class
from symheap.lang.java.past.effects import Effects
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.past.objects import forget_hashes
from symheap.lang.java.past.observability import Observability
from symheap.lang.java.past.orders import Orders
from symheap.lang.java.past.reasons import reason_of_trial
from symheap.lang.java.past.trials import Contested, Trial, has_tables, is_deferred, is_like
from symheap.lang.java.table import JavaTable
from symheap.objects import ir
from symheap.objects.past import Prior
from symheap.objects.steps.machine import End

Places = Mapping[tuple[str, str], tuple[str, ...]]
"""For static fields, by their class and name, names of classes."""

_MOST_OTHERS = 3
_MOST_PAIRED = 8
"""The number of other classes after which an initialiser is tried in every order, and in every order of two."""
_ROUNDS = 4


class JavaPast:
    """The effects of a program's initialisers before the call. `first` is the number of the user's first object.

    `contested` and `unknown` have the classes that were tried; for the latter, the reason why their effects cannot be
    determined. `settlers` maps a static field, by class and name, to the contested classes that write it or an object
    that it leads to; `readers` to those that read it.
    """

    def __init__(self, program: ir.Program, table: JavaTable, first: int) -> None:
        self._program = program
        self._table = table
        self._first = first
        self._pending: list[str] = []
        self._observability = Observability(program, table, first)
        self._firsts: dict[str, tuple[str, ...]] = {}
        self._implying: dict[str, TypeSet] = {}
        self.contested: dict[str, Contested] = {}
        self.unknown: dict[str, str] = {}
        self.disputed: dict[str, str] = {}
        self._effects = Effects(program, table, self.contested, self.disputed, self._observability)
        self._unsure: dict[str, str] = {}
        self.settlers: Places = {}
        self.readers: Places = {}

    @property
    def _initial(self) -> InitialObjects:
        return self._table.initial

    # Queries of the machines

    def settle(self, class_name: str) -> bool:
        if class_name not in self._initial.initialized:
            self._consider(class_name, late=True)
        return class_name in self._initial.initialized

    def is_contested(self, class_name: str) -> bool:
        return class_name in self.contested

    def unsure(self, class_name: str) -> str | None:
        return self._unsure.get(class_name)

    def is_told(self, class_name: str) -> bool:
        """Whether a run can tell: if the initialiser throws, or reads or writes objects that inputs may be."""
        contested = self.contested[class_name]
        needed = any(self.is_told(other) for other in contested.needs)
        return needed or class_name in self.disputed or not all(map(self._observability.is_guarded, contested.trials))

    def first(self, class_name: str) -> tuple[str, ...]:
        known = self._firsts.get(class_name)
        if known is None:
            known = self._firsts[class_name] = self._first_of(class_name)
        return known

    def _first_of(self, class_name: str) -> tuple[str, ...]:
        own = self._with_all_needs(class_name)
        trials = (trial for name in own for trial in self.contested[name].trials)
        places = dict.fromkeys(
            p for trial in trials for p in (*self._observability.read(trial), *self._observability.written(trial))
        )
        writing = (n for place in places for n in self.settlers.get(place, ()))
        return tuple(n for n in dict.fromkeys((*writing, *own)) if n != class_name)

    def relying(self, class_name: str) -> tuple[str, ...]:
        return tuple(name for name in self.contested if class_name in self.first(name))

    def prior(self, class_name: str, before: tuple[str, ...]) -> Prior:
        """Return the effects; of the classes before, only those that touch the same objects matter."""
        return self._effects.prior(class_name, before)

    def implying(self, class_name: str) -> TypeSet:
        types = self._implying.get(class_name)
        if types is None:
            with_it = {class_name, *(other for other in self.contested if class_name in self.prior(other, ()).marks)}
            table = self._table
            mask = sum(1 << i for i, name in enumerate(table.universe) if with_it & {*table.initialization_order(name)})
            types = self._implying[class_name] = TypeSet(mask, table.universe, class_name)
        return types

    def fails(self) -> dict[str, End]:
        """Return the contested classes whose initialisers always throw, and leave no object of the class behind."""
        contested = self.contested.items()
        return {
            n: each.trial.end
            for n, each in contested
            if all(self._observability.has_no_object(n, t) for t in each.trials)
        }

    def _forget(self) -> None:
        """Forget what was derived from trials that have changed."""
        self._firsts.clear()
        self._effects.forget()

    def serve(self, table: JavaTable) -> None:
        """Speak of the classes of another table for the same world and heap; what was said of the old one's is void."""
        for name, static in self._table.contested.items():
            table.contest(name, static, self._table.elsewhere[name])
        self._table = table
        self._observability.serve(table)
        self._effects.serve(table)
        self._forget()
        self._implying.clear()
        table.only.update((name, numbers) for name in table.universe if (numbers := self._only(name)) is not None)

    def _only(self, name: str) -> tuple[int, ...] | None:
        """Return the only objects of a class whose initialisation always fails; None if it may succeed."""
        order = self._table.initialization_order(name)
        failing = [self.contested[each] for each in order if each in self.contested]
        if not any(all(isinstance(t.end, Threw) for t in each.trials) for each in failing):
            return None
        made = {n: obj for each in failing for n, obj in each.trial.made.items()}
        return tuple(number for number, obj in made.items() if obj.class_name == name)

    # Trying classes

    def try_all(self, class_names: Iterable[str]) -> None:
        for name in class_names:
            self._consider(name, late=False)
        self._initial.forget_hashes()
        if not self._are_variants_found():
            self._dispute(name for name, contested in self.contested.items() if self._varies(contested))
        orders = Orders(self._program, self, self._table, self.settlers, self._first)
        for group in orders.groups(self.contested):
            if not orders.are_told_apart(group):
                self._dispute(group)

    def _are_variants_found(self) -> bool:
        """Try contested classes after each other, until nothing new is read or written. False if that takes long."""
        for _ in range(_ROUNDS):
            known = (self.settlers, self.readers)
            self.settlers = self._places(self._observability.written)
            self.readers = self._places(self._observability.read)
            self._firsts.clear()
            if known == (self.settlers, self.readers):
                return True
            self._vary()
        return False

    def _vary(self) -> None:
        """Try every contested class after those that write what it reads or writes, in every order of a few."""
        for name, contested in tuple(self.contested.items()):
            needs = self._with_all_needs(name)
            others = tuple(n for n in self.first(name) if n not in needs and name not in self._with_all_needs(n))
            is_few = len(others) <= _MOST_OTHERS
            sizes = range(1, len(others) + 1) if is_few else range(1, 3)
            orders = [order for size in sizes for order in permutations(others[:_MOST_PAIRED], size)]
            variants = tuple(self._effects.tried(name, self._with_needs(name, order)) for order in orders)
            self.contested[name] = replace(contested, variants=variants)
            self._forget()
            if not is_few and self._varies(self.contested[name]):
                self._dispute([name])

    def _dispute(self, names: Iterable[str]) -> None:
        for name in names:
            self.disputed.setdefault(name, f"the order in which {name} and other classes were initialised")
        self._forget()

    def _varies(self, contested: Contested) -> bool:
        """Whether the effects of an initialiser, beyond the numbers it writes, depend on those before it."""
        return (
            len({(type(t.end), *sorted(t.marks), *sorted(self._observability.written(t))) for t in contested.trials})
            > 1
        )

    def _with_all_needs(self, name: str) -> dict[str, None]:
        """Return a contested class with those that it needs, directly or indirectly."""
        needed = (self._with_all_needs(other) for other in self.contested[name].needs)
        return dict.fromkeys((name, *(each for names in needed for each in names)))

    def _with_needs(self, name: str, before: tuple[str, ...]) -> tuple[str, ...]:
        needs = self.contested[name].needs
        return (*before, *(other for other in needs if other not in before))

    def _consider(self, name: str, *, late: bool) -> None:
        """Try a class, after those that its initialiser uses. Plain ones are initialised from now on.

        With `late`, the run has begun: then other effects are left out, and a contested class is not one of the user's.
        """
        known = (self._initial.initialized, self.contested, self.unknown, self._pending)
        if any(name in each for each in known):
            return
        self._pending.append(name)
        trial = self._effects.tried(name)
        others = [other for other in trial.marks if other != name and self._observability.has_initializer(other)]
        cyclic = [other for other in others if other in self._pending]
        for other in others:
            self._consider(other, late=late)
        if name not in self._initial.initialized:
            needs = tuple(other for other in others if other in self.contested)
            self._classify(name, self._effects.tried(name, needs) if others else trial, needs, cyclic, late=late)
        self._pending.remove(name)

    def _classify(self, name: str, trial: Trial, needs: tuple[str, ...], cyclic: list[str], *, late: bool) -> None:
        disputed = self._is_disputed(name, trial, cyclic)
        if not isinstance(trial.end, Returned | Threw) or trial.told or is_deferred(trial.made.values()):
            self.unknown[name] = reason_of_trial(trial)
        elif late and not self._table.world.find(name).is_user and has_tables(trial):
            self.unknown[name] = "its tables are its own"
        elif self._observability.is_plain(trial) and not needs and not disputed:
            self._commit(trial, late=late)
        elif late or not self._table.world.find(name).is_user:
            self.unknown[name] = "its effects are not its own"
        else:
            self._contest(name, Contested(trial, needs))
        if name in self.unknown and self._table.world.find(name).is_user and self._observability.is_seen(trial):
            self._unsure[name] = f"initialiser of {name}, run before the call: {self.unknown[name]}"

    def _is_disputed(self, name: str, trial: Trial, cyclic: list[str]) -> bool:
        """Whether the result for classes that initialise each other depends on which of them was first."""
        for other in cyclic:
            if not is_like(trial, self._effects.tried(other), self._table):
                self.disputed[name] = self.disputed[other] = (
                    f"{name} and {other} initialise each other, and it makes a difference which of them was first"
                )
        return name in self.disputed

    # Effects

    def _commit(self, trial: Trial, *, late: bool) -> None:
        """Initialise the classes before the call."""
        heap = self._initial.heap
        self._observability.forget_users()
        self._firsts.clear()
        heap.objects.update(trial.made)
        for number, obj in trial.changed.items():
            if not late or self._observability.is_own(trial, number):
                heap.objects[number] = obj.copy()
        self._initial.initialized.update(trial.marks)
        if late:
            forget_hashes(trial.made.values())

    def _contest(self, name: str, contested: Contested) -> None:
        """Register a contested class. The objects that it creates always exist: inputs may be those if it was
        initialised.
        """
        forget_hashes(contested.trial.made.values())
        self._initial.heap.objects.update(contested.trial.made)
        self.contested[name] = contested
        holder = self._initial.holder(name).location.number
        stores = [s for s in self.prior(name, ()).stores if s.field.type.sort is REF and s.value]
        find = self._initial.heap.find
        held = ((held_class(find(s.number).class_name), s) for s in stores if s.number != holder)
        self._table.contest(
            name,
            {s.field.name: int(s.value) for s in stores if s.number == holder},
            {(owner, s.field.name): int(s.value) for owner, s in held if owner is not None},
        )

    def _places(self, of: Callable[[Trial], Iterable[tuple[str, str]]]) -> Places:
        by_place: dict[tuple[str, str], dict[str, None]] = {}
        for name, contested in self.contested.items():
            for place in (place for trial in contested.trials for place in of(trial)):
                by_place.setdefault(place, {})[name] = None
        return {place: tuple(names) for place, names in by_place.items()}
