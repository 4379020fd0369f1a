"""Whether a program can observe when an initialiser ran."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symheap.core.outcome import Returned
from symheap.core.terms import REF
from symheap.lang.java.classes import CLINIT, held_class
from symheap.lang.java.classfile.access import FINAL, SYNTHETIC
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.past.objects import changes, reached
from symheap.lang.java.past.trials import Trial, is_deferred, is_done
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import CLASS, STRING, descriptor_of, is_array, source_name
from symheap.objects import ir


class Observability:
    """Tells what initialisers of a program read and write that other code can see.

    `first` is the number of the user's first object.
    """

    def __init__(self, program: ir.Program, table: JavaTable, first: int) -> None:
        self._program = program
        self._table = table
        self._first = first
        self._known_users: set[int] | None = None
        self._leads: tuple[object, Sequence[tuple[tuple[str, str], set[int]]]] | None = None

    @property
    def _initial(self) -> InitialObjects:
        return self._table.initial

    def serve(self, table: JavaTable) -> None:
        """Speak of the classes of another table for the same world and heap."""
        self._table = table

    def forget_users(self) -> None:
        """Forget which objects are the user's, since initialisers have written static fields."""
        self._known_users = None

    def is_seen(self, trial: Trial) -> bool:
        """Whether it may make a difference that an initialiser ran before the call, whatever it left."""
        made = {obj.class_name for obj in trial.made.values()}
        return not self.is_plain(trial) or is_deferred(trial.made.values()) or not made.isdisjoint(self._table.universe)

    def is_plain(self, trial: Trial) -> bool:
        """Whether no program can observe when the initialiser ran."""
        written = all(self.is_own(trial, n) or self.is_of_jdk(n, trial) for n in trial.changed)
        read = all(self._is_constant(trial, n) for n in trial.read)
        return is_done(trial) and written and read

    def is_own(self, trial: Trial, number: int) -> bool:
        """Whether an object has the static fields of a class that only this initialisation initialises.

        The static fields of a class without an initialiser are accessible to all code, whatever was initialised before.
        """
        held = held_class(self._class_of(trial, number))
        return held is not None and held in trial.marks and self.has_initializer(held)

    def is_of_jdk(self, number: int, trial: Trial) -> bool:
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
        if self.is_own(trial, number) or self.is_of_jdk(number, trial):
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

    def has_no_object(self, name: str, trial: Trial) -> bool:
        is_subtype = self._table.world.is_subtype
        left = any(is_subtype(obj.class_name, name) for obj in trial.made.values())
        return not isinstance(trial.end, Returned) and not left

    def refusal(self, name: str, trial: Trial) -> str | None:
        """Return the reason to refuse a change to objects that inputs may be, whose state at the call is arbitrary."""
        universe = self._table.universe
        names = (self._class_of(trial, n) for n in trial.changed if not self.is_of_jdk(n, trial))
        changed = next((each for each in names if each in universe), None)
        if changed is None:
            return None
        kind = source_name(descriptor_of(changed))
        return f"initialiser of {name}, run before the call, that changes an object of {kind}, which an input may be"

    def has_initializer(self, name: str) -> bool:
        return self._program.methods.get((name, CLINIT)) is not None

    def _class_of(self, trial: Trial, number: int) -> str:
        return trial.over[number].class_name

    # Places where a difference shows

    def is_guarded(self, trial: Trial) -> bool:
        """Whether all outside objects that an initialiser reads or changes are found through static fields alone."""
        universe = self._table.universe
        deep = (self._class_of(trial, n) for n in self._deep(trial, trial.read | trial.changed.keys()))
        return is_done(trial) and not any(name in universe for name in deep)

    def _deep(self, trial: Trial, numbers: Iterable[int]) -> set[int]:
        """Return the mutable objects of the user's among `numbers`, without static fields."""
        instances = (n for n in numbers if held_class(self._class_of(trial, n)) is None)
        return {n for n in instances if n in trial.changed or not self._is_constant(trial, n)} - {
            n for n in trial.changed if self.is_of_jdk(n, trial)
        }

    def written(self, trial: Trial) -> Iterator[tuple[str, str]]:
        """Yield the user's static fields that it writes, or that lead to objects that it reads or writes."""
        for number, obj in trial.changed.items():
            held = held_class(obj.class_name)
            if held is not None and not self.is_own(trial, number) and not self.is_of_jdk(number, trial):
                stored = changes(self._table, number, trial.over[number], obj)
                yield from ((held, each.field.name) for each in stored)
        yield from self._leading_to(self._deep(trial, trial.read | trial.changed.keys()))

    def read(self, trial: Trial) -> Iterator[tuple[str, str]]:
        """Yield the user's static fields that it reads, except those that never change."""
        for number in sorted(trial.read):
            held = held_class(self._class_of(trial, number))
            if held is None or self.is_own(trial, number) or self.is_of_jdk(number, trial):
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
