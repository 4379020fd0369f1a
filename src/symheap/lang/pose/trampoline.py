"""Recursive descent whose depth is bounded by memory, not by Python's stack.

A recursive function is written as a generator that yields the calls it makes and is sent their results:

    def tree(self, node: Node) -> Task[int]:
        left = yield self.tree(node.left)
        right = yield self.tree(node.right)
        return left + right
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Task = Generator["Task[T]", T, T]


def run(task: Task[T]) -> T:
    """Return the result of `task`; the calls that wait for a result are kept in a list."""
    waiting: list[Task[T]] = [task]
    answer: list[T] = []
    while waiting:
        top = waiting[-1]
        try:
            waiting.append(top.send(answer.pop()) if answer else next(top))
        except StopIteration as end:
            waiting.pop()
            answer.append(end.value)
    return answer.pop()
