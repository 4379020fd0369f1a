"""Whether an error occurs whatever the approximated library functions return.

A model of a library function may return anything where the function itself returns one certain value.  An error that
some of these answers avoid may be one that the program does not have.  So the inputs of a failing run are held fixed,
and all paths that the approximated answers allow are followed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from symheap.bmc.execution.contents import Word, written
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.machine import PathMachine
from symheap.bmc.execution.memory import Fault
from symheap.bmc.execution.registers import Next
from symheap.bmc.execution.start import entry_state
from symheap.bmc.execution.state import SearchState
from symheap.bmc.guidance import Guide
from symheap.bmc.limits import SearchLimits
from symheap.bmc.search import Search
from symheap.core.theories.bits import wrap
from symheap.memory import ir
from symheap.memory.execution.approximations import doubtful_answers
from symheap.memory.execution.interpreter import InterpreterLimits
from symheap.memory.execution.journal import Fresh, Journal, journal
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.outcome import Failed
from symheap.solver.chain import default_chain

_LIMITS: Final = InterpreterLimits(steps=50_000)
_WORD: Final = 8


def uncertain(program: ir.Program, script: Script, failure: Failed, limits: SearchLimits) -> tuple[str, ...]:
    """Return the approximated functions whose results an error may depend on, each once; none if it is certain.

    Law: if none is returned although a run reads such results, then every execution with the inputs of `script` ends in
    `failure`, or in an assumption that does not hold, for all results that the models allow.
    """
    book = journal(program, ScriptedOracle(script), _LIMITS)
    names = doubtful_answers(program, book)
    if not names or _is_certain(program, book, script, failure, limits):
        return ()
    return names


def _is_certain(program: ir.Program, book: Journal, script: Script, failure: Failed, limits: SearchLimits) -> bool:
    solver, _ = default_chain(timeout_ms=limits.query_ms, backend=limits.backend, oversight=limits.oversight)
    machine = _GivenInputs(program, Decider(solver, limits), book, script)
    search = Search(machine, Guide(program, set()), time.monotonic() + limits.seconds)
    is_seen = False
    for fault in search.faults((machine.begun(),)):
        stack = machine.stack(fault.state)
        if not Failed(fault.kind, stack[-1].position, fault.why, stack).is_same_error(failure):
            return False
        is_seen = True
    is_whole = not (search.is_late or machine.cuts or machine.refused or machine.ends or machine.decider.unknown)
    return is_seen and is_whole


class _GivenInputs(PathMachine):
    """Executes steps with the inputs of a run; only answers of approximated functions are open.

    Inputs are told by their order: the n-th one of a path is that of the run.  A path that asks for more inputs than
    the run did may get any, and so may one that gets the address of an object.
    """

    def __init__(self, program: ir.Program, decider: Decider, book: Journal, script: Script) -> None:
        super().__init__(program, decider)
        self._values = tuple(each.word for each in book.answers if not each.command.stands_for)
        self._ranges = tuple(each.fresh for each in book.havocs if not each.command.stands_for)
        self._objects = tuple(each.fresh for each in book.objects)
        self._failures = script.failures

    def begun(self) -> SearchState:
        """Return the state at the entry, with the contents of the objects that exist there."""
        return self._with_contents(entry_state(self.program), 0)

    def _simple(self, state: SearchState, command: ir.Command) -> Iterator[Next]:
        if isinstance(command, ir.Nondet) and not command.stands_for and state.inputs.values < len(self._values):
            given = self._values[state.inputs.values]
            state = replace(state, inputs=replace(state.inputs, values=state.inputs.values + 1))
            if given.thing is None:
                yield state.with_register(command.target.name, Word(wrap(given.bits, 8 * command.target.size)))
                return
        for result in super()._simple(state, command):
            if isinstance(result, Fault):
                yield result
            elif self._is_given(state, result):
                yield self._with_bytes(state, command, self._with_contents(result, len(state.objects)))

    def _is_given(self, before: SearchState, after: SearchState) -> bool:
        """Whether allocations failed as in the run."""
        failures = after.asked.failures
        return len(failures) == len(before.asked.failures) or failures == self._failures[: len(failures)]

    def _with_contents(self, state: SearchState, first: int) -> SearchState:
        """Set the unknown bytes of objects, from the number `first` on, that the run read."""
        for number in range(first, min(len(state.objects), len(self._objects))):
            thing = state.objects[number]
            if not thing.contents.zero and not thing.contents.pieces:
                state = _written(state, number, 0, self._objects[number])
        return state

    def _with_bytes(self, before: SearchState, command: ir.Command, after: SearchState) -> SearchState:
        """Set the bytes of a range that became unknown as input."""
        is_input = isinstance(command, ir.Fill) and command.byte is None and not command.stands_for
        at = after.inputs.ranges
        if not is_input or at >= len(self._ranges) or after.frame.index == before.frame.index:
            return after
        for number, thing in before.objects.items():
            known = set(thing.contents.pieces)
            new = [piece for piece in after.objects[number].contents.pieces if piece not in known and not piece.word]
            for piece in new[:1]:
                after = _written(after, number, piece.offset, self._ranges[at])
        return replace(after, inputs=replace(after.inputs, ranges=at + 1))


def _written(state: SearchState, number: int, start: int, fresh: Fresh) -> SearchState:
    thing = state.objects[number]
    contents = thing.contents
    for offset, size, value in _words(fresh):
        contents = written(contents, start + offset, size, Word(value))
    return state if contents is thing.contents else state.with_object(replace(thing, contents=contents))


def _words(fresh: Fresh) -> Iterator[tuple[int, int, int]]:
    """Yield the offset, size and value of the words of unknown bytes; addresses among them stay unknown."""
    for offset in range(0, len(fresh.data), _WORD):
        data = fresh.data[offset : offset + _WORD]
        if not any(offset - _WORD < at < offset + _WORD for at in fresh.words):
            yield offset, len(data), wrap(int.from_bytes(data, "little"), 8 * len(data))
