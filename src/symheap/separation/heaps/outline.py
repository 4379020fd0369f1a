"""The information that the analysis needs about a function."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.memory import ir
from symheap.separation.execution.liveness import (
    Liveness,
    liveness,
    loops,
    register_sizes,
    rounds_known,
    successors,
)


@dataclass(frozen=True, slots=True)
class Outline:
    """The loops, block order and register sizes of a function.

    `heads` are the heads of loops, with the rounds that their tests, or those of loops around them, allow (0: unknown).
    `order` gives the best order to follow blocks: inner loops first, else as in the source.
    """

    liveness: Liveness
    heads: dict[str, int]
    order: dict[str, tuple[int, int]]
    sizes: dict[str, int]

    def live(self, label: str, index: int) -> frozenset[str]:
        """Return the registers that may be read from a point on."""
        return self.liveness.after[label, index - 1] if index else self.liveness.entry[label]


def outline(function: ir.Function) -> Outline:
    around = loops(function)
    depths = {label: sum(label in loop for loop in around.values()) for label in function.blocks}
    order = {label: (-depths[label], number) for number, label in enumerate(_reverse_postorder(function))}
    rounds = {head: rounds_known(function, head) for head in around}
    heads = {head: max(rounds[outer] for outer, loop in around.items() if head in loop) for head in around}
    return Outline(liveness(function), heads, order, register_sizes(function))


def _reverse_postorder(function: ir.Function) -> list[str]:
    seen: set[str] = set()
    post: list[str] = []
    stack: list[tuple[str, bool]] = [(function.entry, False)]
    while stack:
        label, leaving = stack.pop()
        if leaving:
            post.append(label)
        elif label not in seen:
            seen.add(label)
            stack.append((label, True))
            stack += ((target, False) for target in successors(function.blocks[label].end))
    return post[::-1]
