"""Replays of counterexamples and leaks, which the program under proof itself must confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from symheap.bmc.counterexample import Counterexample
from symheap.lang.c.client.exports import Library
from symheap.memory.execution.replays import LSAN
from symheap.memory.ir import Program
from symheap.refinement.algorithm import Replay
from symheap.refinement.decision import Decision
from symheap.separation.proof.verdict import Leak
from symheap.session.proofs.settings import ProveSettings
from symheap.testgen.c.own.replay import OwnEnd
from symheap.testgen.c.replay import PLACED, ReplaySettings, replay_leak
from symheap.testgen.c.replay import replay as replay_c


class Replayed(Protocol):
    """The files whose programs are replayed.  `notes` gets the reasons for which a replay shows no error.

    `placed` gets the ids of programs whose error shows only if objects are placed in memory as in the counterexample.
    """

    files: tuple[Path, ...]
    settings: ProveSettings
    notes: list[str]
    placed: set[int]

    @property
    def library(self) -> Library: ...


@dataclass(frozen=True, slots=True)
class Replays:
    """Replays the programs of `work`."""

    work: Replayed

    def of_leak(self, program: Program, decision: Decision) -> Decision:
        """Replay the leak of a decision under LeakSanitizer.  A leak that it refutes is withdrawn."""
        leaking = decision.leaking
        if leaking is None or not leaking.is_lost:
            return decision
        own = replay_leak(self.work.library, program, leaking.script, self._settings())
        if own.end is OwnEnd.SHOWN:
            return replace(decision, leaking=replace(leaking, replayed=(*leaking.replayed, LSAN)))
        self.work.notes.append(f"{LSAN} does not show the leak: {own.why}")
        return replace(decision, leaking=None, leak=Leak.UNKNOWN) if own.refutes else decision

    def of_errors(self, program: Program) -> Replay:
        """Return a replay of counterexamples, on the interpreter and compiled under AddressSanitizer."""

        def replayed(counterexample: Counterexample) -> Sequence[str]:
            done = replay_c(self.work.library, program, counterexample.script, counterexample.failure, self._settings())
            self.work.notes.extend(f"{name} does not show it: {why}" for name, why in done.reasons.items())
            if done.is_refuted:
                self.work.notes.append("nothing is claimed: the user's own files run without an error on that input")
            if PLACED in done.notes:
                self.work.placed.add(id(program))
            return done.confirmed

        return replayed

    def _settings(self) -> ReplaySettings:
        return ReplaySettings(sources=self.work.files, options=self.work.settings.reading())
