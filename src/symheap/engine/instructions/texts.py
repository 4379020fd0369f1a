"""Strings joined from symbolic parts, whose contents are materialised when they are read.

Nearly all such strings are messages that are never read, so a trace only stores the parts (`State.texts`). To
materialise a string, an array is allocated whose length is a term, and the characters of the parts are copied into it.
This decides nothing: a string that may be null is its characters or ``null``, each copied with length zero where it is
the other; a number is its digits, copied from its first digit on. So traces and paths stay in bijection, and heap
models may distinguish cases as for any access.

A text that is too long for an array is ignored, as running out of memory is everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from symheap.core.outcome import ErrorKind
from symheap.core.terms import BV8, NULL, Op, Term, Value, and_, conjunction, disjunction, eq, implies, not_, or_
from symheap.core.theories.arrays import replaced
from symheap.core.theories.bitvectors import bitvector, extract
from symheap.core.types import ELEMENTS, LENGTH, Field
from symheap.engine.instructions.digits import digits
from symheap.engine.instructions.exceptions import DEFERRED_CONTENTS
from symheap.engine.instructions.text_parts import Measured, Range, capacity, either, given, nullable, of_array
from symheap.engine.instructions.values import cell_of, reference, scalar
from symheap.engine.machine import Following, Machine, Next, View, listed
from symheap.engine.state import State, Text
from symheap.heap.api import Answer, Cell, Fault, Index, Ok, Ref
from symheap.objects import ir
from symheap.objects.host import STRING, Held, Part, Replaced, Shown

H = TypeVar("H")
BYTES = "[B"
CHARACTERS = 1 << 8
"""The number of characters in Latin-1."""

_LONGEST = (1 << 31) - 1
_INTEGERS = {"I": 32, "S": 32, "B": 32, "J": 64}


Unwritten = list[tuple[Ref, Value]]
"""Strings by their locations, with the conditions under which they are read."""


def is_contents(field: object) -> bool:
    """Whether this is a field of strings for their contents or for the coding of the contents."""
    return isinstance(field, Field) and field.owner == STRING and field.name in ("value", "coder")


def unwritten(machine: Machine[H], state: State[H], ref: Ref) -> Unwritten:
    """Return the deferred strings that a reference may be."""
    known = machine.model.object_of(state.heap, ref)
    if known is not None:
        return [(known, True)] if known in state.texts else []
    if isinstance(ref, Term) and ref.op is Op.SYM:
        return []
    texts = ((at, text, _same(machine, state, ref, text.ref)) for at, text in state.texts.items())
    return sorted(((at, when) for at, text, when in texts if when is not False and not text.is_written(when)), key=str)


def _same(machine: Machine[H], state: State[H], ref: Ref, other: Ref) -> Value:
    answer = machine.model.same(state.heap, ref, other, machine.view(state))
    return disjunction(and_(branch.guard, scalar(branch.value)) for branch in answer if isinstance(branch, Ok))


def write_out(
    machine: Machine[H],
    state: State[H],
    texts: Unwritten,
    i: ir.Instruction,
    go_on: Callable[[State[H]], Following[H]],
) -> Following[H]:
    """Continue with the contents of some strings materialised."""
    if not texts:
        return go_on(state)
    writer = _Writer(machine, i)
    written = writer.all_of(state, texts)
    if len(written) == 1 and not writer.ends:
        return go_on(written[0])
    return [*writer.ends, *(each for at in written for each in listed(go_on(at)))]


_NO_PARTS: tuple[Measured, ...] = ()


class _Writer(Generic[H]):
    """Materialises texts for one instruction. `ends` are the traces that ended on the way."""

    def __init__(self, machine: Machine[H], instruction: ir.Instruction) -> None:
        self.machine = machine
        self.instruction = instruction
        self.ends: list[Next[H]] = []
        fields = {field.name: field for field in machine.program.table.fields(STRING)}
        self._value, self._coder = fields["value"], fields["coder"]

    def all_of(self, state: State[H], texts: Unwritten, outer: Value = True) -> list[State[H]]:
        """Materialise texts that are read where `outer` holds."""
        states = [state]
        for at, when in texts:
            states = [after for before in states for after in self._text(before, at, and_(outer, when))]
        return states

    def _text(self, state: State[H], at: Ref, when: Value) -> list[State[H]]:
        text = state.texts.get(at)
        if text is None:
            return [state]
        measured_so_far = [(narrow, _NO_PARTS) for narrow in self._narrow_characters(state, text.parts, when)]
        for part in text.parts:
            measured_so_far = [
                (after, (*parts, measured))
                for before, parts in measured_so_far
                for after, measured in self._part(before, part, when)
            ]
        done = [after for before, parts in measured_so_far for after in self._joined(before, at, when, parts)]
        if when is True:
            return [after._replace(texts=after.texts.delete(at)) for after in done]
        written = text._replace(written=or_(text.written, when))
        return [after._replace(texts=after.texts.set(at, written)) for after in done]

    # Parts ------------------------------------------------------------------------------------------------------------

    def _part(self, state: State[H], part: Part, when: Value) -> list[tuple[State[H], Measured]]:
        if isinstance(part, str):
            return [(state, given(part))]
        if isinstance(part, Held):
            return [(state, of_array(_reference(part.array), scalar(_cell(part.length))))]
        if isinstance(part, Replaced):
            strings = self._string(state, _reference(part.cell), when)
            return [each for before, text in strings for each in self._replaced(before, text, part)]
        cell = _cell(part.cell)
        width = _INTEGERS.get(part.kind)
        if width is not None:
            shown, length = digits(scalar(cell), width)
            start = bitvector(Op.BVSUB, 32, len(shown), length)
            return [(state, Measured((Range(shown, start, length),), length, 1, len(shown)))]
        if part.kind == "Z":
            return [(state, either(not_(eq(scalar(cell), 0)), "true", "false"))]
        if part.kind == "C":
            return [(state, Measured((Range((extract(scalar(cell), 7, 0),), 0, 1),), 1, 1, 1))]
        return self._string(state, _reference(cell), when)

    def _narrow_characters(self, state: State[H], parts: Iterable[Part], when: Value) -> list[State[H]]:
        """End the trace, as unsupported, where a character needs two bytes; continue where none does."""
        chars = [scalar(_cell(part.cell)) for part in parts if isinstance(part, Shown) and part.kind == "C"]
        all_narrow = conjunction(bitvector(Op.BVULT, 32, char, CHARACTERS) for char in chars)
        return self._unless(state, and_(when, not_(all_narrow)))

    def _replaced(self, state: State[H], text: Measured, part: Replaced) -> list[tuple[State[H], Measured]]:
        """Return the characters of a string with one character replaced by another."""
        source = text.ranges[-1].source
        assert not isinstance(source, tuple)
        old, new = (extract(scalar(_cell(char)), 7, 0) for char in (part.old, part.new))
        done = []
        for loaded, held in self._load(state, source, ELEMENTS[BV8]):
            after, array = self._array(loaded, text.length)
            assert isinstance(held, Term)
            after = self._stored(after, array, ELEMENTS[BV8], replaced(held, old, new))
            done.append((after, of_array(array, text.length)))
        return done

    def _string(self, state: State[H], ref: Ref, when: Value) -> list[tuple[State[H], Measured]]:
        measured_strings: list[tuple[State[H], Measured]] = []
        answer = self.machine.model.same(state.heap, ref, NULL, self._view(state))
        for compared, ok in self._succeeding(state, answer):
            is_null = scalar(ok.value)
            known = compared.path.says(is_null)
            is_null = is_null if known is None else known
            if is_null is True:
                measured_strings.append((compared, given("null")))
                continue
            for written in self.all_of(compared, unwritten(self.machine, compared, ref), when):
                for readable in self._with_contents(written, ref, when):
                    measured_strings += self._not_null(readable, ref, is_null, when)
        return measured_strings

    def _not_null(self, state: State[H], ref: Ref, is_null: Value, when: Value) -> list[tuple[State[H], Measured]]:
        """Return the characters of a string that may be null; where it is null, they do not matter."""
        return [
            (measured, nullable(is_null, _reference(array), scalar(length)))
            for narrow in self._narrow(state, ref, when)
            for loaded, array in self._load(narrow, ref, self._value)
            for measured, length in self._load(loaded, _reference(array), LENGTH)
        ]

    def _narrow(self, state: State[H], ref: Ref, when: Value) -> list[State[H]]:
        """Continue where the characters of a string are bytes."""
        narrow = []
        for loaded, coder in self._load(state, ref, self._coder):
            is_narrow = loaded.path.says(eq(scalar(coder), 0)) is True
            narrow += [loaded] if is_narrow else self._unless(loaded, when)
        return narrow

    # Joining
    # ----------------------------------------------------------------------------------------------------------------

    def _joined(self, state: State[H], at: Ref, when: Value, parts: Sequence[Measured]) -> list[State[H]]:
        text = state.texts[at]
        total: Value = 0
        most = 0
        facts: list[Value] = []
        places: list[tuple[Range, Value]] = []
        for part in parts:
            places += [(each, total) for each in part.ranges]
            total = bitvector(Op.BVADD, 32, total, part.length)
            most += part.most
            if most > _LONGEST:
                facts.append(implies(when, not_(bitvector(Op.BVSLT, 32, total, 0))))
        known = self.machine.assume(state, True, tuple(facts)) if facts else state
        if known is None:
            return []
        sized = [(known, total)]
        if text.room:
            assert isinstance(text.parts[0], Held)
            sized = [
                (after, capacity(scalar(_cell(size)), parts))
                for after, size in self._load(known, _reference(text.parts[0].array), LENGTH)
            ]
        return [after for before, size in sized for after in self._filled(before, at, text, size, total, places)]

    def _filled(
        self, state: State[H], at: Ref, text: Text, size: Value, count: Value, places: list[tuple[Range, Value]]
    ) -> list[State[H]]:
        state, array = self._array(state, size)
        states = [state]
        for each, place in places:
            states = [after for before in states for after in self._copied(before, each, array, place)]
        fields = self.machine.program.table.fields(_class_of(at))
        done = [self._stored(after, text.ref, self._value, array) for after in states]
        return [self._stored(after, text.ref, fields[-1], count) for after in done]

    def _copied(self, state: State[H], each: Range, target: Ref, place: Value) -> list[State[H]]:
        source, start, length = each
        if isinstance(source, tuple):
            if not isinstance(place, Term) and length == len(source):
                return [self._elements(state, target, place, source)]
            state, made = self._array(state, len(source))
            state, source = self._elements(state, made, 0, source), made
        answer = self.machine.model.copy_range(state.heap, BV8, source, start, target, place, length, self._view(state))
        return [after for after, _ in self._succeeding(state, answer)]

    def _array(self, state: State[H], length: Value) -> tuple[State[H], Ref]:
        self.machine.array_classes.add(BYTES)
        heap, ref = self.machine.model.alloc_array(state.heap, BYTES, length)
        return state.with_heap(heap), ref

    def _elements(self, state: State[H], array: Ref, place: Value, values: Sequence[Value]) -> State[H]:
        for k, value in enumerate(values):
            state = self._stored(state, array, Index(BV8, bitvector(Op.BVADD, 32, place, k)), value)
        return state

    def _stored(self, state: State[H], ref: Ref, slot: Field | Index, value: Cell) -> State[H]:
        """Write to an object that the run allocated."""
        answer = self.machine.model.store(state.heap, ref, slot, value, self._view(state))
        [(after, _)] = self._succeeding(state, answer)
        return after

    # Requests ---------------------------------------------------------------------------------------------------------

    def _load(self, state: State[H], ref: Ref, field: Field) -> list[tuple[State[H], Cell]]:
        """Load a field of an object that has it; where the reference is null, the value does not matter."""
        answer = self.machine.model.load(state.heap, ref, field, self._view(state))
        return [(after, cell_of(ok.value)) for after, ok in self._succeeding(state, answer)]

    def _succeeding(self, state: State[H], answer: Answer[H]) -> list[tuple[State[H], Ok[H]]]:
        """Return the successful cases of an answer, which cannot fail where it matters.

        The guard of a single case is not assumed: the names in an answer exist in the initial heap in any case.
        """
        cases = [branch for branch in answer if isinstance(branch, Ok) and state.path.says(branch.guard) is not False]
        if len(cases) == 1 and not cases[0].facts:
            return [(state.with_heap(cases[0].heap), cases[0])]
        cases_taken = []
        for branch in cases:
            guard = branch.guard if len(cases) > 1 else True
            after = self.machine.assume(state, guard, branch.facts, branch.heap)
            if after is not None:
                cases_taken.append((after, branch))
        return cases_taken

    def _with_contents(self, state: State[H], ref: Ref, when: Value) -> list[State[H]]:
        """Continue where a string, which may be null, has contents."""
        answer = self.machine.model.load(state.heap, ref, self._value, self._view(state))
        without = [fault.guard for fault in answer if isinstance(fault, Fault) and fault.error is ErrorKind.NO_FIELD]
        deferred = disjunction(guard for guard in without if state.path.says(guard) is not False)
        return self._unless(state, and_(when, deferred))

    def _unless(self, state: State[H], refused: Value) -> list[State[H]]:
        """End the trace where `refused` holds, and continue elsewhere."""
        if refused is False:
            return [state]
        ended, other = (self.machine.assume(state, guard) for guard in (refused, not_(refused)))
        if ended is not None:
            self.ends += self.machine.unsupported(ended, DEFERRED_CONTENTS, self.instruction.position)
        return [] if other is None else [other]

    def _view(self, state: State[H]) -> View:
        return self.machine.view(state)


def _class_of(at: Ref) -> str:
    assert isinstance(at, Term)
    return at.location.class_name


def _cell(cell: object) -> Cell:
    return cell  # type: ignore[return-value]


def _reference(cell: object) -> Ref:
    ref = reference(_cell(cell))
    assert ref is not None
    return ref
