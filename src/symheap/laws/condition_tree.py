"""Evaluate many path conditions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symheap.core.model import Model
from symheap.core.terms import Term
from symheap.engine.state import Trace


class ConditionTree:
    """The path conditions of many traces, as the tree of their shared prefixes."""

    def __init__(self, traces: Sequence[Trace[Any]]) -> None:
        self._root = _ConditionNode()
        for trace in traces:
            at = self._root
            for term in trace.path.conjuncts():
                at = at.children.setdefault(term, _ConditionNode())
            at.traces.append(trace)

    def true_under(self, model: Model) -> list[Trace[Any]]:
        """Return the traces whose condition holds.  Conditions below a false conjunct are not evaluated."""
        traces: list[Trace[Any]] = []
        pending = [self._root]
        while pending:
            node = pending.pop()
            traces += node.traces
            pending += [child for term, child in node.children.items() if model.satisfies(term)]
        return traces


class _ConditionNode:
    __slots__ = ("children", "traces")

    def __init__(self) -> None:
        self.children: dict[Term, _ConditionNode] = {}
        self.traces: list[Trace[Any]] = []
