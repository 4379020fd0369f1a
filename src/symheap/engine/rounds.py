"""Deepening rounds: explore within small bounds first, then resume the states that were parked at them.

The bounds grow from round to round. A state that meets a bound is parked and resumed in the next round, so no
instruction of a path is run twice. After the last round, or after a round without new results, the states that are
still parked are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from symheap.engine.bounds import Bounds
from symheap.objects.ir import Method

Measure = Callable[[], object]
"""Returns a value for the results so far: equal values after two rounds mean that the second found nothing new."""


def always() -> object:
    """Return a value that differs every time, so that all rounds are run."""
    return object()


@dataclass(frozen=True, slots=True)
class Rounds:
    """The bounds of the rounds, small ones first; each bound of a round is at least that of the round before.

    A run stops after `patience` rounds in a row that leave `measure` unchanged although paths forked in them. So a loop
    with a constant number of iterations is followed to its end. Only the paths decide this, so a slower computer runs
    the same rounds until its time is over.
    """

    schedule: tuple[Bounds, ...]
    measure: Measure = always
    patience: int = 1

    def __post_init__(self) -> None:
        if not self.schedule:
            raise ValueError("a schedule needs at least one round")
        for before, after in zip(self.schedule, self.schedule[1:], strict=False):
            if not _is_within(before, after):
                raise ValueError(f"the bounds of a round are smaller than those before: {before}, {after}")

    @property
    def last(self) -> Bounds:
        return self.schedule[-1]

    def with_measure(self, measure: Measure) -> Rounds:
        return replace(self, measure=measure)


def deepening(last: Bounds, loops: Iterable[int] = (2, 4, 8, 16, 32), calls: int = 16) -> Rounds:
    """Return rounds with these loop bounds, then `last`; the bound on nested calls doubles from round to round."""
    schedule: list[Bounds] = []
    for loop in loops:
        small = replace(last, max_loop=min(loop, last.max_loop), max_calls=min(calls, last.max_calls))
        if small != last and small not in schedule:
            schedule.append(small)
        calls *= 2
    return Rounds((*schedule, last))


def _is_within(small: Bounds, large: Bounds) -> bool:
    """Whether `large` admits everything that `small` does. Loops are counted per call in all rounds or in none."""
    if small.max_loop > large.max_loop or small.max_calls > large.max_calls:
        return False
    if (small.max_call_iterations is None) != (large.max_call_iterations is None):
        return False
    pairs = (
        (small.max_depth, large.max_depth),
        (small.max_iterations, large.max_iterations),
        (small.max_call_iterations, large.max_call_iterations),
        (small.max_input_objects, large.max_input_objects),
        (small.max_chain, large.max_chain),
    )
    return all(b is None or (a is not None and a <= b) for a, b in pairs)


def instructions_run(
    entered: Callable[[], Iterable[Method]],
    covered: Callable[[Method], tuple[int, ...]],
    is_own: Callable[[str], bool],
) -> int:
    """Return how many instructions of the user's methods some trace has run. It grows with every new branch."""
    return sum(sum(covered(method)) for method in entered() if is_own(method.owner))
