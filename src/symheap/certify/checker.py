"""The checker: it applies the steps of a certificate, one after the other, without any search.

Law: if `check` accepts a certificate, no execution of the program runs into a memory error or a failing assertion, and
none leaks if that is claimed.  This follows by induction over the steps of an execution: at every command it is in a
model of a state that some proof has reached there, and no step of a proof forgets a case.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from symheap.certify.certificate import Certificate, ProofTree
from symheap.certify.control import Configuration
from symheap.certify.heaps import refreshed
from symheap.certify.prover import Direct
from symheap.certify.rejection import Rejected, require
from symheap.certify.rules import Rules
from symheap.certify.start import initial_heap
from symheap.core.signatures import SortMismatch
from symheap.memory.ir import Program
from symheap.separation.heaps.points import Point, Site


@dataclass(frozen=True, slots=True)
class Checked:
    """The checker's result: accepted if there is no `reason`; `where` names the rejected part."""

    vertices: int
    steps: int
    obligations: int
    queries: int
    reason: str = ""
    where: str = ""

    @property
    def is_accepted(self) -> bool:
        return not self.reason


def check(
    program: Program, certificate: Certificate, uncounted: Collection[str] = (), deadline: float | None = None
) -> Checked:
    """Check whether a certificate proves a program.

    Memory lost in `uncounted` files is no leak.  After `deadline`, of the monotonic clock, nothing is accepted.
    """
    return Checker(program, certificate, uncounted, deadline).run()


class Checker:
    """One run over a certificate."""

    def __init__(
        self, program: Program, certificate: Certificate, uncounted: Collection[str], deadline: float | None
    ) -> None:
        self._deadline = deadline
        self._program = program
        self._certificate = certificate
        self._prover = Direct()
        self._rules = Rules(program, certificate, self._prover, uncounted)
        self._where = "the beginning"
        self._steps = 0

    def run(self) -> Checked:
        try:
            self._all()
        except (Rejected, SortMismatch) as why:
            return self._checked(str(why), self._where)
        return self._checked()

    def _checked(self, reason: str = "", where: str = "") -> Checked:
        prover = self._prover
        vertices = len(self._certificate.vertices)
        return Checked(vertices, self._steps, prover.obligations, prover.queries, reason, where)

    def _all(self) -> None:
        program, certificate, rules = self._program, self._certificate, self._rules
        for number, lemma in enumerate(certificate.lemmas):
            self._where = f"lemma {number}"
            self._follow(rules.lemma_state(lemma), lemma.proof)
            rules.learn(lemma)
        for number, vertex in certificate.vertices.items():
            self._where = f"vertex {number} at {shown(vertex.point)}"
            rules.require_form(vertex.point, vertex.heap)
            self._follow(Configuration(vertex.point, refreshed(vertex.heap)), vertex.proof, number)
        for number, contract in certificate.contracts.items():
            self._where = f"contract {number} of {contract.function}"
            point = contract_point(program, contract.function, number)
            rules.require_form(point, contract.entry)
            for leaving in contract.exits:
                rules.require_form(point, leaving)
            self._follow(Configuration(point, refreshed(contract.entry)), contract.proof)
        self._where = "the beginning"
        entry = program.functions[program.entry]
        heap = initial_heap(program, certificate.roots)
        self._follow(Configuration(Point((), entry.name, entry.entry), heap), certificate.entry)
        self._where = "the claim that nothing leaks"
        rules.require_no_leak()

    def _follow(self, state: Configuration, proof: ProofTree, source: int = -1) -> None:
        """Apply all steps of a proof."""
        waiting = [(state, proof)]
        while waiting:
            at, here = waiting.pop()
            self._steps += 1
            require(self._deadline is None or time.monotonic() < self._deadline, "the time is over")
            following = self._rules.successors(at, here.step, source)
            require(len(following) == len(here.cases), f"{len(following)} cases, and proofs of {len(here.cases)}")
            waiting += zip(following, here.cases, strict=True)


def contract_point(program: Program, function: str, number: int) -> Point:
    """Return the point where the function of a contract begins."""
    callee = program.functions.get(function)
    if callee is None:
        raise Rejected(f"{function} is not defined")
    return Point((Site(function, f"#{number}", -1),), function, callee.entry)


def shown(point: Point) -> str:
    return f"{point.function}, block {point.label}, command {point.index}"
