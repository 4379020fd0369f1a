"""Run sequences of public calls of a class: collect the states they produce, and the crashes they run into.

States are found breadth first: those of constructors and factories, then those after one more call, and so on.  A state
that is equal to a known one is dropped, so a call that changes nothing is not continued.  Of the others, as many are
kept as the limit allows, from each method in turn.  The concrete interpreter runs every call, so each result really
happens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest
from typing import Final

from symheap.core.deadline import current
from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw
from symheap.core.source import Position
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.counted import is_implicit
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import class_named_by
from symheap.objects import interpreter, ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.ir import Program
from symheap.report.explore.crashes import CrashKey, crash_key, own_place
from symheap.testgen.building.members import AT, Member, Members, straight
from symheap.testgen.building.search.picture import picture
from symheap.testgen.building.steps import ENDLESS, MOST_CALLS, MOST_STEPS, BuildState, Operand, Step, Workshop
from symheap.testgen.reach.arguments import Arguments, operand_of
from symheap.testgen.reach.pools import Pools

_CALLED: Final = ("java.util.Iterator", "java.util.ListIterator")
"""JDK types whose objects are called in turn, if they belong to user classes."""


_DEEPEST: Final = 200_000
"""Calls within each other that overflow a stack of a megabyte, the default of a JVM: a frame has 16 bytes at least."""
_DEEPEST_STEPS: Final = 4_000_000
_DEEP_RUNS: Final = 2
_DEEP_PLACES: Final = 3
"""How many runs are that deep: of one place, and how many places."""


@dataclass(frozen=True, slots=True)
class SequenceLimits:
    """Limits: interpreter runs, calls after the constructor, states per level, argument lists per call.

    `objects` is the number of argument lists of a constructor or factory.

    They are counts rather than seconds, so that every machine tries the same.
    """

    runs: int = 4_000
    calls: int = 3
    states: tuple[int, ...] = (10, 24, 40)
    arguments: int = 20
    objects: int = 20


@dataclass(frozen=True, slots=True)
class Shown:
    """A sequence that runs into a crash: its steps, the last of which crashes, and its end.

    `heap` is the heap before the last step.
    """

    key: CrashKey
    steps: tuple[Step, ...]
    calls: tuple[Call, ...]
    end: Threw
    place: Position
    heap: ConcreteHeap

    @property
    def length(self) -> int:
        return len(self.calls)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a sequence: the member, its arguments, and its index among the steps."""

    member: Member
    arguments: tuple[Operand, ...]
    at: int


@dataclass(frozen=True, slots=True)
class _Kept:
    """A state to continue from, and the receiver of the next call."""

    state: BuildState
    receiver: Operand
    calls: tuple[Call, ...]


@dataclass(slots=True)
class Sequences:
    """The states and crashes of one class.  `grow` runs one more level, until `is_done`.

    With `last_call`, the key of a method, only that method is called last.  With `nulls`, null is an argument as well.
    `members` may be shared with other sequences.
    """

    java: JavaProgram
    class_name: str
    members: Members
    is_own: Callable[[Position], bool]
    pools: Pools
    limits: SequenceLimits = field(default_factory=SequenceLimits)
    last_call: str | None = None
    nulls: bool = False
    shown: dict[CrashKey, Shown] = field(default_factory=dict)
    level: int = 0
    is_done: bool = False
    _kept: list[_Kept] = field(default_factory=list)
    _seen: set[object] = field(default_factory=set)
    _deep: dict[str, int] = field(default_factory=dict)
    _workshop: Workshop = field(init=False)
    _arguments: Arguments = field(init=False)

    def __post_init__(self) -> None:
        self._workshop = Workshop(self.java.program, self.limits.runs)
        self._arguments = Arguments(self.java.table, self.members, self._workshop, self.pools, self.nulls)

    @property
    def runs(self) -> int:
        """The number of interpreter runs so far."""
        return self.limits.runs - self._workshop.runs

    def grow(self) -> None:
        """Run one more call after every kept state."""
        if self.is_done:
            return
        grown: dict[object, list[_Kept]] = {}
        most = self.limits.states[min(self.level, len(self.limits.states) - 1)]
        is_last = self.level == self.limits.calls
        for after in self._followed():
            if self._is_out():
                break
            if not is_last and self._is_new(after):
                last = after.calls[-1].member.method if after.calls else None
                grown.setdefault((after.receiver.type, last), []).append(after)
        self.level += 1
        in_turn = chain.from_iterable(zip_longest(*grown.values()))
        self._kept = [kept for kept in in_turn if kept is not None][:most]
        self.is_done = is_last or not grown or self._is_out()

    def _is_out(self) -> bool:
        return self._workshop.runs <= 0 or current().has_passed

    def _followed(self) -> Iterator[_Kept]:
        if self.level == 0:
            for member in self._makers():
                yield from self._made(member)
            yield from self._constants()
            yield from self._static()
            return
        for kept in self._kept:
            methods = self._methods(kept.receiver.type)
            if self.level == self.limits.calls and self.last_call is not None:
                methods = [m for m in methods if m.method.key == self.last_call] or methods
            for member in methods:
                yield from self._called(kept, member)

    # Members

    def _makers(self) -> list[Member]:
        return self._public([m for m in self.members.makers(self.class_name) if not m.outer])

    def _methods(self, class_name: str) -> list[Member]:
        return self._public(list(self.members.methods(class_name)))

    def _public(self, members: list[Member]) -> list[Member]:
        """Return the public members; if there are none, the package-private ones."""
        public = [m for m in members if m.method.access & PUBLIC]
        return public or members

    def _constants(self) -> Iterator[_Kept]:
        """The constants of an enum, which call no constructor."""
        start = self._workshop.start()
        for constant in self._arguments.constants(self.class_name):
            yield _Kept(start, constant, ())

    def _static(self) -> Iterator[_Kept]:
        """Run the static methods on their own; their results are ignored."""
        java_class = self.java.table.world.find(self.class_name)
        known = {m.method for m in self.members.makers(self.class_name)}
        own = [m for m in java_class.methods.values() if m.is_static and m not in known and not m.name.startswith("<")]
        reachable = [
            self.members.member(java_class, m) for m in own if self.members.access.can_call(self.class_name, m)
        ]
        for member in self._public(reachable):
            if member.method.name == "main" or is_implicit(java_class, member.method):
                continue
            for state, arguments in self._arguments.lists(self._workshop.start(), member, self.limits.arguments):
                step = replace(self.members.make(member, arguments), makes=None)
                self._run(state, step, (Call(member, arguments, len(state.steps)),))
        yield from ()

    # Calls

    def _made(self, member: Member) -> Iterator[_Kept]:
        for state, arguments in self._arguments.lists(self._workshop.start(), member, self.limits.objects):
            calls = (Call(member, arguments, len(state.steps)),)
            after = self._run(state, self.members.make(member, arguments), calls)
            if after is not None:
                yield _Kept(after, operand_of(after.steps[-1]), calls)

    def _called(self, kept: _Kept, member: Member) -> Iterator[_Kept]:
        for state, arguments in self._arguments.lists(kept.state, member, self.limits.arguments, kept.receiver):
            calls = (*kept.calls, Call(member, arguments, len(state.steps)))
            step = self.members.call(member, kept.receiver, arguments)
            gives = self._is_called_in_turn(member)
            after = self._run(state, giving(self.java, member, step) if gives else step, calls)
            if after is None:
                continue
            yield _Kept(after, kept.receiver, calls)
            made = after.steps[-1].made if gives else 0
            if made and made != kept.receiver.number and self.is_user(after.heap.class_of(made)):
                yield _Kept(after, operand_of(after.steps[-1]), calls)

    def _is_called_in_turn(self, member: Member) -> bool:
        """Whether the result of a method is called in turn: an iterator, or an object of a user class."""
        if member.result[0] != "L":
            return False
        name = class_named_by(member.result)
        return name in _CALLED or (self.is_user(name) and self.members.access.can_name(name))

    def is_user(self, class_name: str) -> bool:
        return self.java.table.world.class_path.is_user(class_name)

    def _run(self, state: BuildState, step: Step, calls: tuple[Call, ...]) -> BuildState | None:
        """Return the state after a step; record a crash."""
        if self._is_out():
            return None
        self._workshop.runs -= 1
        run = run_step(self.java.program, state, step)
        if isinstance(run.end, Cut) and self._may_overflow(run.end):
            run = run_until_overflow(self.java.program, state, step, run)
        if isinstance(run.end, Returned):
            made = int(run.end.value) if step.makes is not None else 0
            if step.makes is not None and not made and step.changes is None:
                return None
            return BuildState(run.heap, run.initialized, (*state.steps, replace(step, made=made)))
        self._workshop.runs -= ENDLESS if isinstance(run.end, Cut) else 0
        key = crash_key(run.end, self.is_own)
        if key is not None and key not in self.shown and isinstance(run.end, Threw):
            place = own_place(run.end, self.is_own)
            assert place is not None
            self.shown[key] = Shown(key, (*state.steps, step), calls, run.end, place, state.heap)
        return None

    def _may_overflow(self, cut: Cut) -> bool:
        """Whether a run that was cut is worth running on until its stack overflows: a few are, of each place."""
        if cut.bound is not Bound.CALLS:
            return False
        tried = self._deep.get(cut.position.place, 0)
        self._deep[cut.position.place] = tried + 1
        return tried < _DEEP_RUNS and len(self._deep) <= _DEEP_PLACES

    def _is_new(self, kept: _Kept) -> bool:
        key = kept.receiver.type, picture(kept.state.heap, kept.receiver.number, ())
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new

    def run_with(self, shown: Shown, call: Call, changed: Mapping[int, int]) -> interpreter.ConcreteRun:
        """Run the sequence again, with other numbers for some parameters of one call."""
        steps = list(shown.steps)
        given = list(steps[call.at].arguments)
        for parameter, value in changed.items():
            given[parameter + (steps[call.at].changes is not None)] = value
        steps[call.at] = replace(steps[call.at], arguments=tuple(given))
        state, numbers = self._workshop.start(), dict[int, int]()
        for step in steps[:-1]:
            self._workshop.runs -= 1
            run = run_step(self.java.program, state, step.moved(numbers))
            if not isinstance(run.end, Returned):
                return run
            made = int(run.end.value) if step.makes is not None else 0
            numbers[step.made] = made
            state = BuildState(run.heap, run.initialized, state.steps)
        self._workshop.runs -= 1
        return run_step(self.java.program, state, steps[-1].moved(numbers))


def giving(java: JavaProgram, member: Member, step: Step) -> Step:
    """Return a call of a method whose result is used."""
    dst = len(member.parameters) + 1
    call = ir.Call(dst, java.table.world.call_key(member.method), 0, tuple(range(1, dst)), AT)
    return replace(step, body=straight(dst + 1, call, ir.Return(dst, AT)), makes=class_named_by(member.result))


def run_step(program: Program, state: BuildState, step: Step) -> interpreter.ConcreteRun:
    """Run one step in a state, in the concrete interpreter."""
    here = replace(program, initialized=state.initialized)
    return interpreter.call(here, state.heap, step.body, step.arguments, max_calls=MOST_CALLS, max_steps=MOST_STEPS)


def run_until_overflow(
    program: Program, state: BuildState, step: Step, cut: interpreter.ConcreteRun
) -> interpreter.ConcreteRun:
    """Run a step whose calls were cut again, so deep that no JVM with a stack of usual size goes further.

    If its stack overflows, that is how it ends, with the innermost calls alone; else it stays cut.
    """
    here = replace(program, initialized=state.initialized)
    run = interpreter.call(
        here, state.heap, step.body, step.arguments, max_calls=_DEEPEST, max_steps=_DEEPEST_STEPS, overflows=True
    )
    if not isinstance(run.end, Threw) or run.end.error is not ErrorKind.STACK_OVERFLOW:
        return cut
    return replace(run, end=replace(run.end, stack=run.end.stack[:MOST_CALLS]))


def reach(sequences: Sequences, wanted: Collection[CrashKey] | None = None) -> None:
    """Grow until all `wanted` crashes are shown, or nothing is left; without `wanted`, until nothing is left."""
    while not sequences.is_done and (wanted is None or not all(key in sequences.shown for key in wanted)):
        sequences.grow()
