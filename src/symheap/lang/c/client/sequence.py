"""A client that calls the functions of a group in any order, any number of times.

It has *slots* for handles, which are null at first.  A constructor is called when its slot is null, other functions
when theirs are not; after a function that frees its handle, the slot is null again.  Arguments that are no handles are
fresh inputs; the client drops them, and results, after the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Final

from symheap.core.source import Position
from symheap.lang.c.client.arguments import Arguments
from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.call import call, keep
from symheap.lang.c.client.exports import Export, Library
from symheap.lang.c.client.groups import (
    Group,
    are_independent,
    frees,
    handle_of,
    initialised_by,
    is_finish,
    made_by,
)
from symheap.lang.c.front.types import Pointer, Record
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.emitter import Emitter
from symheap.memory.expressions import Binary, Expression, Operator, Register
from symheap.memory.ir import Free, Local

OWN: Final = "<client>"
"""The file name of the places where the client drops its values: memory lost there is not lost by a function."""

Alternative = Callable[[], None]


class Caller:
    """Writes the client of a group: its code goes to `own`, its assumptions to `assumptions` and `bounds`."""

    def __init__(self, library: Library, group: Group) -> None:
        self.assumptions: dict[str, None] = {}
        self.bounds: dict[str, None] = {}
        self._library = library
        self._group = group
        self.own = Builder(Emitter(), library.types.model.pointer, Position(OWN, 1, 1))
        self._slots = {handle: self._fresh_slots(handle) for handle in group.handles}

    def run(self) -> None:
        """Emit the whole client."""
        for handle, slots in self._slots.items():
            for slot in slots:
                self.own.set(slot, self.own.null())
            different = "" if len(slots) == 1 else ", never the same one twice in a call"
            if are_independent(self._library.program, self._group):
                self.assumptions.setdefault(f"{handle}: made by the functions themselves")
                continue
            made = f"{handle}: at most {len(slots)} at a time, made by the functions themselves{different}"
            self.assumptions.setdefault(made)
            self.bounds.setdefault(made)
        names = ", ".join(export.name for export in self._group.exports)
        self.assumptions.setdefault(f"calls of {names}: arguments that are no handles are new ones for each call")
        calls = [each for export in self._group.exports for each in self._calls(export)]
        self.own.forever(lambda: self.own.choose(calls))

    def _fresh_slots(self, handle: Record) -> list[Register]:
        """Make slots for a handle: as many as one function takes such handles, and at least one."""
        most = max(1, *(len(_places(export, handle)) for export in self._group.exports))
        return [self.own.fresh(name=handle.tag) for _ in range(most)]

    # One call ---------------------------------------------------------------------------------------------------------

    def _calls(self, export: Export) -> Iterator[Alternative]:
        """Yield the calls of a function, one for each way to take its handles from different slots."""
        made, set_up = made_by(self._library.program, export), initialised_by(export)
        for handles in self._assignments(export, 1 if set_up in self._slots else 0):
            if set_up in self._slots and set_up is not None:
                for slot in self._slots[set_up]:
                    if slot not in handles.values():
                        yield self._set_up(export, slot, set_up, handles)
            elif made in self._slots and made is not None:
                for slot in self._slots[made]:
                    if slot not in handles.values():
                        yield self._made(export, slot, handles)
            else:
                yield self._used(export, handles)

    def _assignments(self, export: Export, first: int) -> Iterator[dict[int, Register]]:
        """Yield each assignment of slots to the handle parameters from number `first` on."""
        ways: list[list[dict[int, Register]]] = []
        for handle, slots in self._slots.items():
            places = [number for number in _places(export, handle) if number >= first]
            ways.append([dict(zip(places, chosen, strict=True)) for chosen in permutations(slots, len(places))])
        for parts in product(*ways):
            yield {number: slot for part in parts for number, slot in part.items()}

    def _set_up(self, export: Export, slot: Register, handle: Record, handles: Mapping[int, Register]) -> Alternative:
        """Call a function that sets up an object of the client, and put it into `slot`."""

        def body(build: Builder) -> None:
            thing = build.fresh()
            if self._is_freed(handle):
                build.set(thing, build.allocate(self._library.types.size(handle)))
            else:
                build.set(thing, build.enter(self._local(handle, slot)))
            self._call(build, export, {**handles, 0: thing})
            build.set(slot, thing)

        return self._guarded(export, handles, body, empty=slot)

    def _made(self, export: Export, slot: Register, handles: Mapping[int, Register]) -> Alternative:
        """Call a constructor and put its result, which may be null, into `slot`."""

        def body(build: Builder) -> None:
            (result,) = self._call(build, export, handles)
            build.set(slot, result)

        return self._guarded(export, handles, body, empty=slot)

    def _used(self, export: Export, handles: Mapping[int, Register]) -> Alternative:
        """Call a function on its handles.  If it frees one, the slot gets the returned handle or null."""

        def body(build: Builder) -> None:
            results = self._call(build, export, handles)
            for number, slot in handles.items():
                self._end(build, export, number, slot, results)

        return self._guarded(export, handles, body)

    def _end(self, build: Builder, export: Export, number: int, slot: Register, results: Sequence[Expression]) -> None:
        """Update the slot of a handle after a call that may have ended its life."""
        handle = handle_of(export, number)
        is_freed = self._frees(export, number)
        if not is_freed and not (is_finish(export) and handle in map(initialised_by, self._group.exports)):
            return
        self.assumptions.setdefault(f"{export.name}: what {export.parameters[number].name} led to is not used again")
        if is_freed:
            is_same = isinstance(export.type.result, Pointer) and export.type.result.target == handle
            build.set(slot, results[0] if is_same else build.null())
        else:
            self._finish(build, handle, slot)

    def _frees(self, export: Export, number: int) -> bool:
        return frees(self._library.program, export.symbol, number + export.hidden)

    def _is_freed(self, handle: Record | None) -> bool:
        """Whether some function frees handles of this type.

        Then all of them are heap objects; else those that are set up are locals.
        """
        places = [(export, number) for export in self._group.exports for number in _places(export, handle)]
        return any(self._frees(*place) for place in places)

    def _local(self, handle: Record, slot: Register) -> Local:
        return Local(f"{handle.tag}.{slot.name}", self._library.types.size(handle))

    def _finish(self, build: Builder, handle: Record | None, slot: Register) -> None:
        """End the life of an object that the client had set up."""
        if self._is_freed(handle) or handle is None:
            build.emit(Free(slot, build.position))
        else:
            build.leave((self._local(handle, slot),))
        build.set(slot, build.null())

    def _guarded(
        self,
        export: Export,
        handles: Mapping[int, Register],
        body: Callable[[Builder], None],
        empty: Register | None = None,
    ) -> Alternative:
        """Run `body` if the slots of `handles` are not null and `empty` is null."""
        conditions = [Binary(Operator.NE, slot, self.own.null()) for slot in handles.values()]
        if empty is not None:
            conditions.append(Binary(Operator.EQ, empty, self.own.null()))
        build = Builder(self.own.emitter, self.own.pointer, export.position)

        def guarded() -> None:
            self._only_if(conditions, lambda: body(build))

        return guarded

    def _only_if(self, conditions: Sequence[Expression], body: Alternative) -> None:
        if not conditions:
            body()
            return
        first, *rest = conditions
        self.own.only_if(fold.truth(first), lambda: self._only_if(rest, body))

    def _call(self, build: Builder, export: Export, handles: Mapping[int, Expression]) -> list[Expression]:
        """Emit the call, with fresh inputs for arguments that are no handles.

        The client keeps these until the call is over.
        """
        fixed = {export.parameters[number].name: slot for number, slot in handles.items()}
        arguments = Arguments(self._library, build, export, fixed=fixed, is_last=False)
        results = call(self._library, build, export, arguments.values)
        keep(build, [*arguments.values, *arguments.held, *results])
        for assumption in arguments.assumptions:
            self.assumptions.setdefault(assumption)
        for bound in arguments.bounds:
            self.bounds.setdefault(bound)
        return results


def _places(export: Export, handle: Record | None) -> list[int]:
    """Return the numbers of the parameters that point to `handle`."""
    return [number for number in range(len(export.parameters)) if handle_of(export, number) == handle]
