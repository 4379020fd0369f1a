"""The state of the reference machine, and its transitions on the answers of a heap model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from symheap.core.outcome import Cut, Returned, Threw
from symheap.core.source import Position
from symheap.core.terms import REF, Term, Value, not_
from symheap.heap.api import Cell, Fault, Handle, HeapModel, Ok, Ref
from symheap.lang.javalite import kontinuation as k
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.check import CheckedProgram
from symheap.lang.stepping import Feasible, View, assumed
from symheap.objects.decisions import Decision, Decisions, PathKey, path_key
from symheap.solver.path import PathCondition

H = TypeVar("H")

EndOfPath = Returned[Cell] | Threw | Cut


@dataclass(frozen=True, slots=True)
class Computed:
    """Control is a value: the kontinuation continues with it."""

    value: Cell


@dataclass(frozen=True, slots=True)
class Ended:
    """Control is an error or a cut: there is no successor."""

    end: Threw | Cut


Control = s.Expression | Computed | Ended


@dataclass(frozen=True, slots=True, eq=False)
class MachineState(Generic[H]):
    """``(L R φ_g η e k)``; L and R are the heap of the machine's model.

    `decisions` and `calls` (the number of bodies entered and not left) are ghosts: only the bound on calls reads them.
    """

    heap: H
    path: PathCondition
    environment: k.Environment
    control: Control
    kontinuation: k.Kontinuation
    decisions: Decisions
    calls: int = 0

    @property
    def end(self) -> EndOfPath | None:
        """The end of the path, or None if it continues.  Rule: [Summaries] Fig. 4, "end" """
        if isinstance(self.control, Ended):
            return self.control.end
        if isinstance(self.control, Computed) and isinstance(self.kontinuation, k.End):
            return Returned(self.control.value)
        return None

    @property
    def key(self) -> PathKey:
        """The identity of the path of an end state."""
        end = self.end
        assert end is not None
        return path_key(self.decisions.all(), end)

    def evaluate(self, rule: str, e: s.Expression, kontinuation: k.Kontinuation) -> Successors[H]:
        """Continue with an expression."""
        return ((rule, replace(self, control=e, kontinuation=kontinuation)),)

    def give(self, rule: str, value: Cell, kontinuation: k.Kontinuation) -> Successors[H]:
        """Continue with a value."""
        return ((rule, replace(self, control=Computed(value), kontinuation=kontinuation)),)

    def stop(self, rule: str, end: Threw | Cut) -> Successors[H]:
        return ((rule, replace(self, control=Ended(end))),)

    def decided(self, decision: Decision) -> MachineState[H]:
        return replace(self, decisions=self.decisions.then(decision))


Successors = tuple[tuple[str, MachineState[H]], ...]


@dataclass(frozen=True, slots=True)
class Setting(Generic[H]):
    """The constants of a run: μ, the heap model, the solver, the bound, and whether initialization is shown."""

    program: CheckedProgram
    model: HeapModel[H]
    feasible: Feasible
    max_calls: int
    shows_initialization: bool = False

    def view(self, state: MachineState[H]) -> View:
        return View(self.feasible, state.path)

    def assume(self, state: MachineState[H], guard: Value, facts: tuple[Value, ...] = ()) -> MachineState[H] | None:
        """Return the state where `guard` holds, or None if it cannot; facts are added without a query."""
        path = assumed(self.feasible, state.path, guard, facts)
        return None if path is None else replace(state, path=path)

    def follow(
        self,
        state: MachineState[H],
        rule: str,
        answer: tuple[Ok[H] | Fault[H], ...],
        place: tuple[Position, str],
        go_on: Callable[[MachineState[H], Cell | str], Successors[H]],
    ) -> Successors[H]:
        """Return the successors for every feasible branch of a heap model's answer: `go_on` for an `Ok`, an end for a
        `Fault`.

        `place` is the position of the request, and the name that an error message is about.
        """
        successors: list[tuple[str, MachineState[H]]] = []
        for branch in answer:
            taken = self.assume(state, branch.guard, branch.facts)
            if taken is None:
                continue
            taken = replace(taken, heap=branch.heap)
            if isinstance(branch, Fault):
                threw = Threw(branch.error, place[1], place[0])
                successors.extend(taken.stop(f"{rule} ({branch.error.value.upper()})", threw))
            else:
                successors.extend(go_on(taken, branch.value))
        return tuple(successors)

    def branch(
        self,
        state: MachineState[H],
        condition: Cell,
        position: Position,
        go_on: Callable[[MachineState[H], bool], Successors[H]],
    ) -> Successors[H]:
        """Decide: return the true successor, then the false one, as far as they are feasible."""
        assert not isinstance(condition, Handle)
        successors: list[tuple[str, MachineState[H]]] = []
        for choice, guard in ((True, condition), (False, not_(condition))):
            taken = self.assume(state, guard)
            if taken is not None:
                successors.extend(go_on(taken.decided(Decision("branch", choice, position)), choice))
        return tuple(successors)


def reference(cell: Cell) -> Ref | None:
    """Return the cell as a reference; None for other values."""
    if isinstance(cell, Handle) or (isinstance(cell, Term) and cell.sort is REF):
        return cell
    return None


def scalar(cell: Cell | str) -> Value:
    """Return the cell as a boolean or an integer, which checking has ensured."""
    assert not isinstance(cell, Handle | str)
    return cell


def cell_of(value: Cell | str) -> Cell:
    assert not isinstance(value, str)
    return value


def ref_of(cell: Cell) -> Ref:
    ref = reference(cell)
    assert ref is not None
    return ref
