"""The constants of a run of POSE's machine, and forks on the answers of the heap model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from symheap.core.terms import Value, not_
from symheap.heap.api import Cell, Fault, Handle, Ok
from symheap.heap.pose.model import Pose
from symheap.heap.pose.state import PoseHeap
from symheap.lang.pose import syntax as s
from symheap.lang.pose.machine.state import Configuration, Successors
from symheap.lang.stepping import Feasible, View, assumed

Methods = Mapping[tuple[str, str], s.MethodDeclaration]
"""The declarations of methods, by class and key."""

GoOn = Callable[[Configuration, Value | str], Successors]


@dataclass(frozen=True, slots=True)
class Setting:
    """The methods of a program, the heap model, the solver and the bound on nested calls."""

    methods: Methods
    model: Pose
    feasible: Feasible
    max_calls: int

    def view(self, at: Configuration) -> View:
        return View(self.feasible, at.path)

    def assume(self, at: Configuration, guard: Value, facts: tuple[Value, ...] = ()) -> Configuration | None:
        """Return the configuration where `guard` holds, or None if it cannot."""
        path = assumed(self.feasible, at.path, guard, facts)
        return None if path is None else replace(at, path=path)

    def follow(
        self,
        at: Configuration,
        rule: str,
        answer: tuple[Ok[PoseHeap] | Fault[PoseHeap], ...],
        about: tuple[s.Expression, str],
        go_on: GoOn,
    ) -> Successors:
        """Return the successors for every feasible branch of the model's answer.

        A fault is an end of its own, where the printed machine has no successor. `about` is the expression, and the
        name that an error message is about.
        """
        successors: list[tuple[str, Configuration]] = []
        for branch in answer:
            taken = self.assume(at, branch.guard, branch.facts)
            if taken is None:
                continue
            taken = replace(taken, heap=branch.heap)
            if isinstance(branch, Fault):
                fault = taken.threw(branch.error, about[1], about[0])
                successors.append((f"{rule}, no rule ({branch.error.value})", fault))
            else:
                successors.extend(go_on(taken, value_of(branch.value)))
        return tuple(successors)

    def split(self, at: Configuration, guard: Value, then: GoOn, other: GoOn) -> Successors:
        """Return the successors under a condition, then those under its negation, as far as they are feasible."""
        successors: Successors = ()
        for choice, condition, go_on in ((True, guard, then), (False, not_(guard), other)):
            taken = self.assume(at, condition)
            if taken is not None:
                successors += go_on(taken, choice)
        return successors


def value_of(cell: Cell | str) -> Value | str:
    assert not isinstance(cell, Handle)
    return cell
