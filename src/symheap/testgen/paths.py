"""The path of a run as a probe in a JVM sees it: the decisions of the user's code, outside initialisers, and the end.

Of the decisions of a run, only those at conditional jumps and switches in the user's class files are kept.  Dynamic
dispatch, exception handlers, and decisions that lowering adds to one instruction are ignored; their effect shows in
later jumps and in the end.

A branch of the IR does not say whether a true condition means that the jump is taken, because lowering may negate a
condition.  This follows from its target block: the first instruction of that is either in the bytecode block at the
target of the jump, or in the one after the jump.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from symheap.core.outcome import Returned, Threw
from symheap.core.source import CodePosition, Position
from symheap.engine.state import Trace
from symheap.lang.java.classfile.code import Code
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.errors import Malformed
from symheap.lang.java.lower.graph import Graph
from symheap.objects import ir
from symheap.objects.decisions import Decision, PathEnd
from symheap.objects.interpreter import ConcreteRun
from symheap.testgen.jumps import EITHER, PASSED, TAKEN, Event, Jump, Site, block_start, jumps_of


@dataclass(frozen=True, slots=True)
class OwnPath:
    """Two runs with equal paths are the same to the user's code.

    `end` is ``returns``, or the class of the exception and the innermost place in the user's code that it passed
    through. `is_visible`: the method is in a class that can be probed; of a JDK method only the end can be compared.
    """

    events: tuple[Event, ...]
    end: str
    is_visible: bool = True


@dataclass(frozen=True, slots=True)
class Caught:
    """A handler of a method catches what the instruction at `pc` throws; `turn` handlers do not take it before."""

    owner: str
    method: str
    pc: int
    turn: int


def own_path(run: ConcreteRun, java: JavaProgram) -> OwnPath:
    return OwnPaths(java).of(run)


class OwnPaths:
    """Computes the paths of runs of one program, and caches the meaning of its jumps."""

    def __init__(self, java: JavaProgram) -> None:
        self._java = java
        self._world = java.table.world
        self._jumps: dict[tuple[str, str], dict[int, tuple[int, Jump]]] = {}
        self._starts: dict[tuple[str, str], list[int]] = {}
        self._means_taken: dict[tuple[str, str, int], bool] = {}

    def events(self, decisions: Iterable[Decision]) -> tuple[Event, ...]:
        """Return the events of decisions in the user's class files."""
        return tuple(event for decision in decisions if (event := self._event(decision)) is not None)

    def caught(self, decisions: Iterable[Decision]) -> Iterator[Caught]:
        """Yield the exceptions that handlers of the user's class files catch."""
        before, turn = None, 0
        for decision in decisions:
            at = self._place(decision.position) if decision.kind == "branch" else None
            if at is None or not self._is_guarded(*at):
                before = None
                continue
            turn = turn + 1 if at == before else 0
            before = at
            if decision.choice is True:
                yield Caught(*at, turn)
                before = None

    def _is_guarded(self, owner: str, key: str, pc: int) -> bool:
        """Whether an instruction that is no jump is in the range of a handler that catches exceptions of some class."""
        code = self._code(owner, key)
        if code is None or pc in self._jumps_of(owner, key):
            return False
        return any(each.catch is not None and each.start <= pc < each.end for each in code.handlers)

    def of(self, run: ConcreteRun) -> OwnPath:
        return self._path(self.events(outside_initialisers(run)), run.end)

    def of_trace(self, trace: Trace[Any]) -> OwnPath:
        """Return the path of a trace.  Events of initialisers are among its own."""
        return self._path(self.events(trace.decisions), trace.end)

    def _path(self, events: tuple[Event, ...], end: PathEnd) -> OwnPath:
        return OwnPath(events, self._end(end), self._world.class_path.is_user(self._java.subject.method.owner))

    def _event(self, decision: Decision) -> Event | None:
        if decision.kind != "branch" or (at := self._place(decision.position)) is None:
            return None
        owner, key, pc = at
        numbered_jump = self._jumps_of(owner, key).get(pc)
        if numbered_jump is None:
            return None
        ordinal, jump = numbered_jump
        return Event(Site(owner, key, ordinal), self._outcome(owner, key, jump, decision.choice))

    def _outcome(self, owner: str, key: str, jump: Jump, choice: bool | str) -> str:
        if jump.is_switch or not isinstance(choice, bool):
            return str(choice)
        if jump.target == jump.following:
            return EITHER
        return TAKEN if choice is self._truth_means_taken(owner, key, jump) else PASSED

    def _place(self, position: Position) -> tuple[str, str, int] | None:
        """Return class, method and pc of a position in a class file of the user."""
        if not isinstance(position, CodePosition) or "(" not in position.member:
            return None
        before, parameters = position.member.rsplit("(", 1)
        owner, _, name = before.rpartition(".")
        if not self._world.class_path.is_user(owner):
            return None
        return owner, f"{name}({parameters}", position.column

    def _code(self, owner: str, key: str) -> Code | None:
        try:
            method = self._world.find(owner).methods.get(key)
            return None if method is None else method.code
        except Malformed:
            return None

    def _jumps_of(self, owner: str, key: str) -> dict[int, tuple[int, Jump]]:
        """Return the jumps of a method with their numbers, by pc."""
        numbered = self._jumps.get((owner, key))
        if numbered is None:
            code = self._code(owner, key)
            all_of_it = () if code is None else jumps_of(code)
            numbered = self._jumps[owner, key] = {jump.pc: (number, jump) for number, jump in enumerate(all_of_it)}
        return numbered

    def _truth_means_taken(self, owner: str, key: str, jump: Jump) -> bool:
        at = owner, key, jump.pc
        if at not in self._means_taken:
            method = self._java.program.methods[owner, key]
            branches = (i for block in method.blocks for i in block if isinstance(i, ir.Branch))
            branch = next(i for i in branches if i.position.column == jump.pc)
            first = method.blocks[branch.then][0].position.column
            self._means_taken[at] = block_start(self._block_starts(owner, key), first) == jump.target
        return self._means_taken[at]

    def _block_starts(self, owner: str, key: str) -> list[int]:
        starts = self._starts.get((owner, key))
        if starts is None:
            code = self._code(owner, key)
            assert code is not None
            starts = self._starts[owner, key] = sorted(Graph(code).blocks)
        return starts

    def _end(self, end: PathEnd) -> str:
        if not isinstance(end, Threw):
            return "returns" if isinstance(end, Returned) else end.kind
        stack = end.stack or (end.position,)
        own = next((at.place for at in stack if self._place(at) is not None), "")
        return f"{end.exception or end.error.value}@{own}"


def outside_initialisers(run: ConcreteRun) -> Iterator[Decision]:
    """Yield the decisions outside of initialisers."""
    start = 0
    for begin, end in (*run.initializing, (len(run.decisions), 0)):
        yield from run.decisions[start:begin]
        start = end
