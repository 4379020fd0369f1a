"""Proofs by exhaustion: every execution of a program was followed to its end.

Such a proof has no invariants.  It relies only on the search and on the solver, which excluded all other paths.  So
both are checked: the interpreter runs each end, and the whole search is repeated with another solver.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import NoneFound
from symheap.bmc.leaking import Leaking, leak_of, status_of
from symheap.bmc.limits import SearchLimits
from symheap.bmc.script import replayed
from symheap.memory.ir import Program
from symheap.memory.outcome import Exited, Finished
from symheap.separation.proof.verdict import Leak


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """An exhaustive search: the number of `paths` to the end of the program, of at most `blocks` blocks each.

    `confirmed` counts the ends that the interpreter reproduced.  `again` is the result of a second search with
    `solver`: None without one, empty if it found the same paths, else what it found instead.  `leaks` is whether memory
    is left at the end of some path, and `leaking` is an execution that shows it.
    """

    paths: int
    blocks: int
    confirmed: int
    solver: str = ""
    again: str | None = None
    leaks: bool = False
    leaking: Leaking | None = None

    @property
    def leak(self) -> Leak:
        """Leak status decided by the search itself: the remaining objects are the same for all inputs of a path."""
        return status_of(self.leaking) if self.leaks or not self.is_confirmed else Leak.NONE

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed == self.paths and not self.again


def exhaustion(
    program: Program, exhausted: NoneFound, is_late: Callable[[], bool], uncounted: Collection[str] = ()
) -> Exhaustion:
    """Return the proof by an exhausted search, with each of its ends run again until it is late.

    Memory lost in `uncounted` files is no leak.
    """
    confirmed, leaks, worst = 0, False, None
    for script in exhausted.ends:
        if is_late():
            break
        try:
            outcome, _ = replayed(program, script)
        except ValueError:
            continue
        if isinstance(outcome, (Finished, Exited)):
            confirmed += 1
            leaks = leaks or bool(outcome.leaks)
            if outcome.leaks and (worst is None or not worst.is_lost):
                worst = leak_of(program, script, outcome, uncounted) or worst
    return Exhaustion(len(exhausted.ends), exhausted.bound, confirmed, leaks=leaks, leaking=worst)


def checked_again(program: Program, proof: Exhaustion, limits: SearchLimits, is_late: Callable[[], bool]) -> Exhaustion:
    """Return the proof after repeating the search with the solver that `limits` name."""
    answer = feasible(program, (), None, limits)
    if not isinstance(answer, NoneFound):
        return replace(proof, solver=limits.backend, again="an execution that runs into an error")
    if not answer.is_exhaustive:
        return replace(proof, solver=limits.backend, again=f"no end ({answer.reason})")
    second = exhaustion(program, answer, is_late)
    same = (second.paths, second.confirmed) == (proof.paths, proof.paths)
    again = "" if same else f"{second.paths} paths, of which {second.confirmed} end without an error"
    return replace(proof, solver=limits.backend, again=again)
