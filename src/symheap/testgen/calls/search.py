"""Search for public calls that reach goals: branches and outcomes that no test covers yet.

Constructors, factories and static methods come first, then methods of the objects that these return, then further
calls on the objects in their new states.  The concrete interpreter runs every call, so each result really happens.
Methods take turns; one whose calls reached nothing new for long has its turn later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from symheap.core.deadline import Deadline
from symheap.core.outcome import Cut, Returned, Threw
from symheap.lang.java.classfile.access import BRIDGE, PUBLIC, SYNTHETIC
from symheap.lang.java.counted import is_implicit
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import class_named_by
from symheap.objects.interpreter import ConcreteRun
from symheap.testgen.access import Access
from symheap.testgen.building.members import Member, Members
from symheap.testgen.building.search.picture import picture
from symheap.testgen.building.steps import ENDLESS, BuildState, Operand, Step, Workshop
from symheap.testgen.goals import is_part_of
from symheap.testgen.reach.arguments import Arguments, operand_of
from symheap.testgen.reach.pools import Pools
from symheap.testgen.reach.sequences import giving, run_step

_CALLED: Final = ("java.util.Iterator", "java.util.ListIterator", "java.util.Map$Entry")
"""JDK types whose objects are called in turn, if they belong to user classes."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Limits: interpreter runs, runs without a new goal, calls in a sequence, states, argument lists per call.

    `idle` is the limit of runs without a new goal once every branch is covered.  A method has its turn for `turn` runs.
    They are counts, so that every machine finds the same.
    """

    runs: int = 30_000
    fruitless: int = 4_000
    idle: int = 200
    calls: int = 6
    states: int = 300
    arguments: int = 24
    turn: int = 6


@dataclass(frozen=True, slots=True)
class Called:
    """A call that was run: the state before it, which has its arguments, the call, and its run.

    `receiver` is None for constructors and static methods.
    """

    state: BuildState
    step: Step
    member: Member
    receiver: Operand | None
    arguments: tuple[Operand, ...]
    run: ConcreteRun


Gains = Callable[[Called], bool]
"""Receives a call that was run; returns whether it reached a new goal."""


@dataclass(slots=True)
class _Task:
    """The calls of a member in one state.  `depth` is the number of calls before it."""

    state: BuildState
    receiver: Operand | None
    depth: int
    lists: Iterator[tuple[BuildState, tuple[Operand, ...]]] | None = None


@dataclass(slots=True)
class _Turn:
    """A member with its tasks.  `spent` counts the runs since the last one that reached a new goal."""

    member: Member
    tasks: deque[_Task] = field(default_factory=deque)
    spent: int = 0


@dataclass(slots=True)
class CallSearch:
    """The calls of one class and its nested classes.  `search` runs them until a limit or the deadline.

    `has_goals` tells whether branches are left to cover.
    """

    java: JavaProgram
    class_name: str
    access: Access
    pools: Pools
    gains: Gains
    has_goals: Callable[[], bool]
    limits: CallLimits = field(default_factory=CallLimits)
    _fruitless: int = 0
    _states: int = 0
    _seen: set[object] = field(default_factory=set)
    _turns: dict[tuple[str, str], _Turn] = field(default_factory=dict)
    _members: Members = field(init=False)
    _workshop: Workshop = field(init=False)
    _arguments: Arguments = field(init=False)

    def __post_init__(self) -> None:
        self._members = Members(self.java.table, self.access)
        self._workshop = Workshop(self.java.program, self.limits.runs)
        self._arguments = Arguments(
            self.java.table, self._members, self._workshop, self.pools, nulls=True, objects=_OBJECTS
        )

    def search(self, deadline: Deadline) -> None:
        """Run calls until nothing is left, a limit is reached, or the deadline has passed."""
        self._begin()
        while self._is_worthwhile() and self._workshop.runs > 0 and not deadline.has_passed:
            waiting = [turn for turn in self._turns.values() if turn.tasks]
            if not waiting:
                return
            self._take(min(waiting, key=lambda turn: turn.spent), deadline)

    def _is_worthwhile(self) -> bool:
        return self._fruitless < (self.limits.fruitless if self.has_goals() else self.limits.idle)

    def _begin(self) -> None:
        names = [self.class_name, *self._nested()]
        for name in names:
            start = self._workshop.start()
            for member in (*self._makers(name), *self._static(name)):
                self._turn(name, member).tasks.append(_Task(start, None, 0))
            for constant in self._arguments.constants(name):
                self._keep(start, constant, 0, gained=False)

    def _nested(self) -> list[str]:
        names = (n for n in self.java.table.world.class_path.user_names() if n.startswith(f"{self.class_name}$"))
        return [name for name in names if self.access.can_name(name)]

    def _turn(self, name: str, member: Member) -> _Turn:
        """Return the turn of a member.  Members that the class inherits, or that are not public, begin later."""
        is_first = is_part_of(member.method.owner, self.class_name) and member.method.access & PUBLIC
        return self._turns.setdefault((name, str(member.method)), _Turn(member, spent=0 if is_first else _LATER))

    # Members

    def _makers(self, name: str) -> list[Member]:
        return [m for m in self._members.makers(name) if not m.outer]

    def _static(self, name: str) -> list[Member]:
        """Return the static methods that create no object of the class."""
        java_class = self.java.table.world.find(name)
        known = {m.method for m in self._members.makers(name)}
        own = [m for m in java_class.methods.values() if m.is_static and m not in known and not m.name.startswith("<")]
        reachable = [self._members.member(java_class, m) for m in own if self.access.can_call(name, m)]
        usual = [m for m in reachable if m.method.name != "main" and not is_implicit(java_class, m.method)]
        return [m for m in usual if not m.method.is_native and not m.method.access & (SYNTHETIC | BRIDGE)]

    # Calls

    def _take(self, turn: _Turn, deadline: Deadline) -> None:
        """Run the next calls of a member."""
        task = turn.tasks[0]
        if task.lists is None:
            task.lists = self._arguments.lists(task.state, turn.member, self.limits.arguments, task.receiver)
        some = list(islice(task.lists, self.limits.turn))
        if len(some) < self.limits.turn:
            turn.tasks.popleft()
        else:
            turn.tasks.rotate(-1)
        turn.spent += 1
        for state, arguments in some:
            if deadline.has_passed:
                return
            gained = self._called(turn.member, task, state, arguments)
            turn.spent = 0 if gained else turn.spent + 1
            self._fruitless = 0 if gained else self._fruitless + 1

    def _called(self, member: Member, task: _Task, state: BuildState, arguments: tuple[Operand, ...]) -> bool:
        """Run one call; return whether it reached a new goal."""
        step, gives = self._step(member, task.receiver, arguments)
        self._workshop.runs -= 1
        run = run_step(self.java.program, state, step)
        self._workshop.runs -= ENDLESS if isinstance(run.end, Cut) else 0
        if not isinstance(run.end, Returned | Threw):
            return False
        gained = self.gains(Called(state, step, member, task.receiver, arguments, run))
        if isinstance(run.end, Returned) and task.depth < self.limits.calls:
            self._continue(task, state, step, run, gained=gained, gives=gives)
        return gained

    def _step(self, member: Member, receiver: Operand | None, arguments: tuple[Operand, ...]) -> tuple[Step, bool]:
        """Return the call as a step, and whether its result is an object that is called in turn."""
        gives = self._is_called_in_turn(member)
        if receiver is not None:
            step = self._members.call(member, receiver, arguments)
            return (giving(self.java, member, step), True) if gives else (step, False)
        step = self._members.make(member, arguments)
        return (step, True) if gives else (replace(step, makes=None), False)

    def _is_called_in_turn(self, member: Member) -> bool:
        if member.method.name.startswith("<"):
            return True
        if member.result[0] != "L":
            return False
        name = class_named_by(member.result)
        return name in _CALLED or (is_part_of(name, self.class_name) and self.access.can_name(name))

    def _continue(
        self, task: _Task, state: BuildState, step: Step, run: ConcreteRun, *, gained: bool, gives: bool
    ) -> None:
        """Keep the state after a call, if it is new, for further calls on the receiver and on the result."""
        assert isinstance(run.end, Returned)
        made = int(run.end.value) if gives else 0
        done = replace(step, made=made) if made else replace(step, makes=None)
        after = BuildState(run.heap, run.initialized, (*state.steps, done))
        if task.receiver is not None:
            self._keep(after, task.receiver, task.depth + 1, gained=gained)
        if made and (task.receiver is None or made != task.receiver.number):
            own = after.heap.class_of(made)
            if self.java.table.world.class_path.is_user(own):
                self._keep(after, operand_of(after.steps[-1]), task.depth + 1, gained=gained)

    def _keep(self, state: BuildState, receiver: Operand, depth: int, *, gained: bool) -> None:
        """Add a state, if it is new.  States that a gaining call produced come first, and have no limit."""
        key = receiver.type, picture(state.heap, receiver.number, ())
        if key in self._seen or (self._states >= self.limits.states and not gained):
            return
        self._seen.add(key)
        self._states += 1
        for member in self._members.methods(receiver.type):
            tasks = self._turn(receiver.type, member).tasks
            task = _Task(state, receiver, depth)
            if gained:
                tasks.appendleft(task)
            else:
                tasks.append(task)


_OBJECTS: Final = 3
"""Objects of one class among the arguments of a call."""
_LATER: Final = 60
"""The runs that a member waits whose turn comes later."""
