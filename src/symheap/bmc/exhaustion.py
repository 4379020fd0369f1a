"""Proofs by exhaustion: every execution of a program was followed to its end.

Such a proof has no invariants.  It rests on the search, on the solver, which said of all other paths that there are
none, and on nothing else; so what is checked again is these: each end is run on the interpreter, and the whole search
is made a second time with another solver.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import NoneFound
from symheap.bmc.leaking import Leaking, leak_of, status_of
from symheap.bmc.limits import Limits
from symheap.bmc.script import replayed
from symheap.memory.ir import Program
from symheap.memory.outcome import Exited, Finished
from symheap.separation.verdict import Leak


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """A search that left nothing out: so many `paths` to the end of the program, of at most so many `blocks`.

    `confirmed` of the ends came out on the interpreter; `again` says what a second search with `solver` came to:
    None if there was none, else an empty text if it found the same paths, or what it found instead.  `leaks` says
    whether memory is left at the end of some path, and `leaking` is an execution that shows it.
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
        """Decided by the search itself: which objects are left is the same for all inputs of a path."""
        return status_of(self.leaking) if self.leaks or not self.is_confirmed else Leak.NONE

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed == self.paths and not self.again


def exhaustion(
    program: Program, found: NoneFound, is_late: Callable[[], bool], uncounted: Collection[str] = ()
) -> Exhaustion:
    """The proof that an exhausted search is, each of its ends run again.  What is left when it is late is not.

    What is lost in files that are `uncounted` is no leak.
    """
    confirmed, leaks, worst = 0, False, None
    for script in found.ends:
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
    return Exhaustion(len(found.ends), found.bound, confirmed, leaks=leaks, leaking=worst)


def checked_again(program: Program, proof: Exhaustion, limits: Limits, is_late: Callable[[], bool]) -> Exhaustion:
    """The proof, with the search made again by the solver that `limits` name."""
    found = feasible(program, (), None, limits)
    if not isinstance(found, NoneFound):
        return replace(proof, solver=limits.backend, again="an execution that runs into an error")
    if not found.is_exhaustive:
        return replace(proof, solver=limits.backend, again=f"no end ({found.reason})")
    second = exhaustion(program, found, is_late)
    same = (second.paths, second.confirmed) == (proof.paths, proof.paths)
    again = "" if same else f"{second.paths} paths, of which {second.confirmed} end without an error"
    return replace(proof, solver=limits.backend, again=again)
