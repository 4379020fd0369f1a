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

from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import cast

from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.core.terms import REF
from symheap.core.typeset import TypeSet
from symheap.lang.java.classes import CLINIT, held_class, holder_name
from symheap.lang.java.classfile.access import FINAL, SYNTHETIC
from symheap.lang.java.natives.throwables import complete_made
from symheap.lang.java.past.initial import Initial
from symheap.lang.java.past.objects import apply, changes, differs, forget_hashes, left, plain, reached, renumber
from symheap.lang.java.past.orders import Orders
from symheap.lang.java.past.trials import Trial, Watched, is_done, is_like
from symheap.lang.java.table import PSEUDO, JavaTable
from symheap.lang.java.values.types import CLASS, STRING, descriptor_of, is_array, source_name
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.initialization import Mark, Progress
from symheap.objects.interpreter import initializing
from symheap.objects.past import Prior, Stored
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine, End

Places = Mapping[tuple[str, str], tuple[str, ...]]
"""For static fields, by their class and name, names of classes."""

DEFERRED_TEXT = "keeps a text that only the JVM knows"
_CALLS = 1_000
_MOST_OTHERS = 3
_MOST_PAIRED = 8
"""The number of other classes after which an initialiser is tried in every order, and in every order of two."""
_ROUNDS = 4
_STEPS = 1_000_000
"""The largest number of steps of a tried initialiser; a longer one runs on the path."""


def _is_deferred(made: Iterable[ConcreteObject]) -> bool:
    """Whether some object is a text that is not written out, which no input can be compared with."""
    return any(obj.class_name in PSEUDO for obj in made)


def _has_tables(trial: Trial) -> bool:
    """Whether an initialiser creates arrays of numbers. The JDK does not share its tables, so no input is one.

    If such an array could be the contents of a text, every character of an input might be read from it.
    """
    return any(len(made.class_name) == 2 and is_array(made.class_name) for made in trial.made.values())


@dataclass(frozen=True, slots=True)
class _Contested:
    """A contested class: its initialisation after that of the contested classes that it `needs`.

    `variants` are its initialisations after other contested classes that write what it reads.
    """

    trial: Trial
    needs: tuple[str, ...]
    variants: tuple[Trial, ...] = ()

    @property
    def trials(self) -> tuple[Trial, ...]:
        return (self.trial, *self.variants)


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
        self._known_users: set[int] | None = None
        self._leads: tuple[object, Sequence[tuple[tuple[str, str], set[int]]]] | None = None
        self._priors: dict[tuple[str, tuple[str, ...]], Prior] = {}
        self._firsts: dict[str, tuple[str, ...]] = {}
        self._touches: dict[str, tuple[frozenset[int], frozenset[int]]] = {}
        self._implying: dict[str, TypeSet] = {}
        self.contested: dict[str, _Contested] = {}
        self.unknown: dict[str, str] = {}
        self.disputed: dict[str, str] = {}
        self._unsure: dict[str, str] = {}
        self.settlers: Places = {}
        self.readers: Places = {}

    @property
    def _initial(self) -> Initial:
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
        return needed or class_name in self.disputed or not all(map(self._is_guarded, contested.trials))

    def first(self, class_name: str) -> tuple[str, ...]:
        known = self._firsts.get(class_name)
        if known is None:
            known = self._firsts[class_name] = self._first_of(class_name)
        return known

    def _first_of(self, class_name: str) -> tuple[str, ...]:
        own = self._with_all_needs(class_name)
        trials = (trial for name in own for trial in self.contested[name].trials)
        places = dict.fromkeys(p for trial in trials for p in (*self._read(trial), *self._written(trial)))
        writing = (n for place in places for n in self.settlers.get(place, ()))
        return tuple(n for n in dict.fromkeys((*writing, *own)) if n != class_name)

    def relying(self, class_name: str) -> tuple[str, ...]:
        return tuple(name for name in self.contested if class_name in self.first(name))

    def prior(self, class_name: str, before: tuple[str, ...]) -> Prior:
        """Return the effects; of the classes before, only those that touch the same objects matter."""
        touched, _ = self._touched(class_name)
        relevant = tuple(name for name in before if not touched.isdisjoint(self._touched(name)[1]))
        known = self._priors.get((class_name, relevant))
        if known is None:
            known = self._priors[class_name, relevant] = self._prior(class_name, relevant)
        return known

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
        return {n: each.trial.end for n, each in contested if all(self._has_no_object(n, t) for t in each.trials)}

    def _has_no_object(self, name: str, trial: Trial) -> bool:
        is_subtype = self._table.world.is_subtype
        left = any(is_subtype(obj.class_name, name) for obj in trial.made.values())
        return not isinstance(trial.end, Returned) and not left

    def _forget(self) -> None:
        """Forget what was derived from trials that have changed."""
        self._priors.clear()
        self._firsts.clear()
        self._touches.clear()

    def serve(self, table: JavaTable) -> None:
        """Speak of the classes of another table for the same world and heap; what was said of the old one's is void."""
        for name, static in self._table.contested.items():
            table.contest(name, static, self._table.elsewhere[name])
        self._table = table
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
            self.settlers = self._places(self._written)
            self.readers = self._places(self._read)
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
            variants = tuple(self._tried(name, self._with_needs(name, order)) for order in orders)
            self.contested[name] = replace(contested, variants=variants)
            self._forget()
            if not is_few and self._varies(self.contested[name]):
                self._dispute([name])

    def _dispute(self, names: Iterable[str]) -> None:
        for name in names:
            self.disputed.setdefault(name, f"the order in which {name} and other classes were initialised")
        self._forget()

    def _varies(self, found: _Contested) -> bool:
        """Whether the effects of an initialiser, beyond the numbers it writes, depend on those before it."""
        return len({(type(t.end), *sorted(t.marks), *sorted(self._written(t))) for t in found.trials}) > 1

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
        trial = self._tried(name)
        others = [other for other in trial.marks if other != name and self._has_initializer(other)]
        cyclic = [other for other in others if other in self._pending]
        for other in others:
            self._consider(other, late=late)
        if name not in self._initial.initialized:
            needs = tuple(other for other in others if other in self.contested)
            self._classify(name, self._tried(name, needs) if others else trial, needs, cyclic, late=late)
        self._pending.remove(name)

    def _classify(self, name: str, trial: Trial, needs: tuple[str, ...], cyclic: list[str], *, late: bool) -> None:
        disputed = self._is_disputed(name, trial, cyclic)
        if not isinstance(trial.end, Returned | Threw) or trial.told or _is_deferred(trial.made.values()):
            self.unknown[name] = _reason_of_trial(trial)
        elif late and not self._table.world.find(name).is_user and _has_tables(trial):
            self.unknown[name] = "its tables are its own"
        elif self._is_plain(trial) and not needs and not disputed:
            self._commit(trial, late=late)
        elif late or not self._table.world.find(name).is_user:
            self.unknown[name] = "its effects are not its own"
        else:
            self._contest(name, _Contested(trial, needs))
        if name in self.unknown and self._table.world.find(name).is_user and self._is_seen(trial):
            self._unsure[name] = f"initialiser of {name}, run before the call: {self.unknown[name]}"

    def _is_seen(self, trial: Trial) -> bool:
        """Whether it may make a difference that an initialiser ran before the call, whatever it left."""
        made = {obj.class_name for obj in trial.made.values()}
        return (
            not self._is_plain(trial) or _is_deferred(trial.made.values()) or not made.isdisjoint(self._table.universe)
        )

    def _tried(self, name: str, before: tuple[str, ...] = ()) -> Trial:
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
        found = {n: mark for n, mark in machine.marks.items() if n not in marks and isinstance(mark, Progress)}
        fields = {n: frozenset(seen) for n, seen in watched.fields.items()}
        after = {n: plain(obj) for n, obj in own.objects.items() if n in shared and differs(obj, shared[n])}
        lost = {holder_name(n) for n, mark in found.items() if mark is Progress.FAILED}
        after = {n: obj for n, obj in after.items() if obj.class_name not in lost}
        made = left(self._table, own, after, shared)
        told = bool(machine.arbitrary) or machine.told_entry
        read = frozenset(watched.seen)
        over = {n: shared[n] for n in read | after.keys()}
        return Trial(end, found, made, after, read, fields, over, told)

    # Observability

    def _is_plain(self, trial: Trial) -> bool:
        """Whether no program can observe when the initialiser ran."""
        written = all(self._is_own(trial, n) or self._is_of_jdk(n, trial) for n in trial.changed)
        read = all(self._is_constant(trial, n) for n in trial.read)
        return is_done(trial) and written and read

    def _is_own(self, trial: Trial, number: int) -> bool:
        """Whether an object has the static fields of a class that only this initialisation initialises.

        The static fields of a class without an initialiser are accessible to all code, whatever was initialised before.
        """
        held = held_class(self._class_of(trial, number))
        return held is not None and held in trial.marks and self._has_initializer(held)

    def _is_of_jdk(self, number: int, trial: Trial) -> bool:
        """Whether an object is part of the JDK, or an immutable text or class object.

        An object of a JDK class is part of the JDK unless a static field of the user's leads to it, such as a logger.
        """
        name = self._class_of(trial, number)
        held = held_class(name)
        if held is not None:
            return not self._table.world.find(held).is_user
        if number < self._first or name in (STRING, CLASS) or self._initial.is_contents(number):
            return True
        return not is_array(name) and not self._table.world.find(name).is_user and number not in self._users()

    def _users(self) -> set[int]:
        """Return the objects that static fields of the user's lead to before the call."""
        if self._known_users is None:
            heap, world = self._initial.heap, self._table.world
            holders = [n for name, n in self._initial.interned.holders.items() if world.find(name).is_user]
            self._known_users = set().union(*(reached(self._table, heap, n, self._first) for n in holders))
        return self._known_users

    def _is_constant(self, trial: Trial, number: int) -> bool:
        """Whether the parts of an object that an initialiser read are the same at any time."""
        if self._is_own(trial, number) or self._is_of_jdk(number, trial):
            return True
        name = self._class_of(trial, number)
        held = held_class(name)
        if held is not None:
            declared = {f.field.name: f for f in self._table.world.find(held).fields.values()}
            return all(declared[f].access & FINAL for f in trial.fields.get(number, ()))
        if is_array(name):
            return number in self._constant_arrays()
        declared_in = (f for c in self._table.world.chain(name) for f in c.fields.values() if not f.is_static)
        return all(f.access & FINAL for f in declared_in)

    def _constant_arrays(self) -> set[int]:
        """Return the arrays behind the `values` of enums, which return copies."""
        world, initial = self._table.world, self._initial
        enums = (c for c in map(world.find, initial.interned.holders) if c.is_enum)
        hidden = ((c.name, f) for c in enums for f in c.fields.values() if f.is_static and f.access & SYNTHETIC)
        return {int(initial.static(name, f.field.name) or 0) for name, f in hidden}

    def _is_disputed(self, name: str, trial: Trial, cyclic: list[str]) -> bool:
        """Whether the result for classes that initialise each other depends on which of them was first."""
        for other in cyclic:
            if not is_like(trial, self._tried(other), self._table):
                self.disputed[name] = self.disputed[other] = (
                    f"{name} and {other} initialise each other, and it makes a difference which of them was first"
                )
        return name in self.disputed

    def _class_of(self, trial: Trial, number: int) -> str:
        return trial.over[number].class_name

    # Effects

    def _commit(self, trial: Trial, *, late: bool) -> None:
        """Initialise the classes before the call."""
        heap = self._initial.heap
        self._known_users = None
        self._firsts.clear()
        heap.objects.update(trial.made)
        for number, obj in trial.changed.items():
            if not late or self._is_own(trial, number):
                heap.objects[number] = obj.copy()
        self._initial.initialized.update(trial.marks)
        if late:
            forget_hashes(trial.made.values())

    def _contest(self, name: str, contested: _Contested) -> None:
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

    def _touched(self, name: str) -> tuple[frozenset[int], frozenset[int]]:
        """Return the objects that the initialisers of a class and of those that it needs read or change, and those that
        they change.
        """
        known = self._touches.get(name)
        if known is None:
            contested = self.contested[name]
            needed = [self._touched(other) for other in contested.needs]
            changed = frozenset().union(*(t.changed for t in contested.trials), *(each[1] for each in needed))
            read = frozenset().union(*(t.read for t in contested.trials), *(each[0] for each in needed))
            known = self._touches[name] = (read | changed, changed)
        return known

    def _prior(self, name: str, before: tuple[str, ...]) -> Prior:
        """Return the effects, with the needed classes initialised first."""
        contested = self.contested[name]
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
            again = self._tried(name, before)
            if not isinstance(again.end, Returned | Threw):
                return Prior(
                    {**marks, **again.marks}, (), f"initialiser of {name} before the call: {reason_of(again.end)}"
                )
            stores += self._again(trial, again)
            trial = again
        stores += [
            stored
            for number, obj in trial.changed.items()
            if self._is_own(trial, number) or not self._is_of_jdk(number, trial)
            for stored in changes(self._table, number, trial.over[number], obj)
        ]
        marks |= trial.marks
        refused = self.disputed.get(name) or self._refusal(name, trial)
        return Prior(marks, tuple(stores), refused, self._lost(name, trial))

    def _lost(self, name: str, trial: Trial) -> TypeSet | None:
        """Return the classes that have no object if the initialiser of a class has failed."""
        if trial.marks.get(name) is not Progress.FAILED or not self._has_no_object(name, trial):
            return None
        table = self._table
        below = (name in table.initialization_order(each) for each in table.universe)
        return TypeSet(sum(1 << i for i, found in enumerate(below) if found), table.universe, name)

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

    def _refusal(self, name: str, trial: Trial) -> str | None:
        """Return the reason to refuse a change to objects that inputs may be, whose state at the call is arbitrary."""
        universe = self._table.universe
        names = (self._class_of(trial, n) for n in trial.changed if not self._is_of_jdk(n, trial))
        changed = next((each for each in names if each in universe), None)
        if changed is None:
            return None
        kind = source_name(descriptor_of(changed))
        return f"initialiser of {name}, run before the call, that changes an object of {kind}, which an input may be"

    def _has_initializer(self, name: str) -> bool:
        return self._program.methods.get((name, CLINIT)) is not None

    # Places where a difference shows

    def _is_guarded(self, trial: Trial) -> bool:
        """Whether all outside objects that an initialiser reads or changes are found through static fields alone."""
        universe = self._table.universe
        deep = (self._class_of(trial, n) for n in self._deep(trial, trial.read | trial.changed.keys()))
        return is_done(trial) and not any(name in universe for name in deep)

    def _deep(self, trial: Trial, numbers: Iterable[int]) -> set[int]:
        """Return the mutable objects of the user's among `numbers`, without static fields."""
        instances = (n for n in numbers if held_class(self._class_of(trial, n)) is None)
        return {n for n in instances if n in trial.changed or not self._is_constant(trial, n)} - {
            n for n in trial.changed if self._is_of_jdk(n, trial)
        }

    def _places(self, of: Callable[[Trial], Iterable[tuple[str, str]]]) -> Places:
        by_place: dict[tuple[str, str], dict[str, None]] = {}
        for name, contested in self.contested.items():
            for place in (place for trial in contested.trials for place in of(trial)):
                by_place.setdefault(place, {})[name] = None
        return {place: tuple(names) for place, names in by_place.items()}

    def _written(self, trial: Trial) -> Iterator[tuple[str, str]]:
        """Yield the user's static fields that it writes, or that lead to objects that it reads or writes."""
        for number, obj in trial.changed.items():
            held = held_class(obj.class_name)
            if held is not None and not self._is_own(trial, number) and not self._is_of_jdk(number, trial):
                stored = changes(self._table, number, trial.over[number], obj)
                yield from ((held, each.field.name) for each in stored)
        yield from self._leading_to(self._deep(trial, trial.read | trial.changed.keys()))

    def _read(self, trial: Trial) -> Iterator[tuple[str, str]]:
        """Yield the user's static fields that it reads, except those that never change."""
        for number in sorted(trial.read):
            held = held_class(self._class_of(trial, number))
            if held is None or self._is_own(trial, number) or self._is_of_jdk(number, trial):
                continue
            fields = [f for f in self._table.world.find(held).fields.values() if f.is_static and not f.access & FINAL]
            seen = trial.fields.get(number, frozenset())
            yield from ((held, f.field.name) for f in fields if f.field.name in seen)

    def _leading_to(self, numbers: set[int]) -> Iterator[tuple[str, str]]:
        yield from (place for place, led_to in self._led_to(numbers) if not numbers.isdisjoint(led_to))

    def _led_to(self, numbers: set[int]) -> Sequence[tuple[tuple[str, str], set[int]]]:
        """The static fields of the user's that hold an object, with all objects that each leads to.

        They are collected again when classes or objects have been added meanwhile.
        """
        if not numbers:
            return ()
        initial = self._initial
        key = (id(initial), len(initial.interned.holders), len(initial.heap.objects), len(initial.initialized))
        if self._leads is None or self._leads[0] != key:
            self._leads = key, tuple(self._all_leads())
        return self._leads[1]

    def _all_leads(self) -> Iterator[tuple[tuple[str, str], set[int]]]:
        heap = self._initial.heap
        for class_name, holder in self._initial.interned.holders.items():
            if not self._table.world.find(class_name).is_user:
                continue
            for field in self._table.fields(heap.class_of(holder)):
                value = int(heap.get(holder, field)) if field.type.sort is REF else 0
                if value:
                    yield (class_name, field.name), reached(self._table, heap, value, self._first)


def _shape(obj: ConcreteObject) -> tuple[str, int | None]:
    """Return what no store can change."""
    return obj.class_name, obj.length


def _reason_of_trial(trial: Trial) -> str:
    if _is_deferred(trial.made.values()):
        return DEFERRED_TEXT
    return "asks what is different in every run" if isinstance(trial.end, Returned) else reason_of(trial.end)


def reason_of(end: End) -> str:
    if isinstance(end, Threw):
        return f"throws {end.exception or end.error.value}"
    return f"unsupported: {end.what}" if isinstance(end, Unsupported) else "does not end within the bounds"
