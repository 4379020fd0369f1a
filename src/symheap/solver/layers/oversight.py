"""Oversight of a chain's answers: logging every query, and cross-checking every answer with a second solver.

Both are outermost layers, so they see the answers of all others, including those given without a back end.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter

from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import Value
from symheap.solver.api import Query, Solver, Statistics
from symheap.solver.backends.opaque import outermost
from symheap.solver.backends.smtlib import to_smtlib
from symheap.solver.features import features

INDEX = "queries.csv"
_COLUMNS = ("number", "file", "answer", "back_ends", "milliseconds")


@dataclass(frozen=True, slots=True)
class Oversight:
    """The oversight to apply: `log` is the folder for queries, `cross_check` asks a second solver about each answer.

    `tally` counts the second solver's verdicts over all chains that are overseen together.
    """

    log: Path | None = None
    cross_check: bool = False
    tally: Statistics = field(default_factory=Statistics, compare=False)

    def over(self, solver: Solver, statistics: Statistics, timeout_ms: int) -> Solver:
        """Return the chain `solver` with oversight."""
        if self.log is not None:
            solver = Logged(solver, statistics, self.log)
        return CrossChecked(solver, (statistics, self.tally), timeout_ms) if self.cross_check else solver


NO_OVERSIGHT = Oversight()


def script_of(query: Query) -> str | None:
    """Return a query as an SMT-LIB script; None if SMT-LIB cannot express it."""
    try:
        return to_smtlib(_conjuncts(query))
    except (KeyError, NotImplementedError, StopIteration):
        return None


def _conjuncts(query: Query) -> tuple[Value, ...]:
    return (*query.path.conjuncts(), query.goal)


# Logging
# ----------------------------------------------------------------------------------------------------------------


class Logged:
    """Writes each query to its own file, with answer and time, and a line to the index of the folder.

    Existing files are kept; numbering continues after them.
    """

    def __init__(self, next_layer: Solver, statistics: Statistics, folder: Path) -> None:
        self._next = next_layer
        self._statistics = statistics
        self._folder = folder
        self._number = 0

    def check(self, query: Query) -> Answer:
        before, start = self._statistics.queries, perf_counter()
        answer = self._next.check(query)
        milliseconds = 1000 * (perf_counter() - start)
        self._write(query, answer, self._statistics.queries - before, milliseconds)
        return answer

    def _write(self, query: Query, answer: Answer, asked: int, milliseconds: float) -> None:
        script = script_of(query)
        text = _name(answer)
        header = f"; answer: {text}\n; back ends asked: {asked}\n; milliseconds: {milliseconds:.3f}\n"
        file = self._new_file()
        file.write_text(header + (script or "; this query cannot be said in SMT-LIB\n"), encoding="utf-8")
        index = self._folder / INDEX
        is_new = not index.exists()
        with index.open("a", encoding="utf-8", newline="") as stream:
            rows = csv.writer(stream)
            if is_new:
                rows.writerow(_COLUMNS)
            rows.writerow((self._number, file.name, text, asked, f"{milliseconds:.3f}"))

    def _new_file(self) -> Path:
        self._folder.mkdir(parents=True, exist_ok=True)
        while True:
            self._number += 1
            file = self._folder / f"{self._number:06}.smt2"
            try:
                file.touch(exist_ok=False)
            except FileExistsError:
                continue
            return file


def _name(answer: Answer) -> str:
    return f"unknown ({answer.reason})" if isinstance(answer, Unknown) else type(answer).__name__.lower()


# Cross-checking
# ---------------------------------------------------------------------------------------------------------

Script = Callable[[str, int], str]
"""Answers a script within the given milliseconds: ``sat``, ``unsat``, or anything else."""


class CrossChecked:
    """Asks a second solver, which reads the query as SMT-LIB, about every answer.

    Law: an answer that the second solver contradicts becomes `Unknown`. An answer that it cannot decide, or a query
    that it cannot be given, is kept and counted as not confirmed.
    """

    def __init__(
        self, next_layer: Solver, counts: Sequence[Statistics], timeout_ms: int, second: Script | None = None
    ) -> None:
        self._next = next_layer
        self._counts = counts
        self._timeout_ms = timeout_ms
        self._second = second or second_solver()[1]

    def check(self, query: Query) -> Answer:
        answer = self._next.check(query)
        if isinstance(answer, Unknown):
            return answer
        script = script_of(query)
        second_answer = self._second(script, self._timeout_ms) if script is not None else ""
        expected = "sat" if isinstance(answer, Sat) else "unsat"
        is_decided = second_answer in ("sat", "unsat") and not (isinstance(answer, Unsat) and _is_open(query))
        for counts in self._counts:
            counts.confirmed += is_decided and second_answer == expected
            counts.contradicted += is_decided and second_answer != expected
            counts.unconfirmed += not is_decided
        if is_decided and second_answer != expected:
            return Unknown(f"cross-check: {second_answer} by the second solver, {expected} by the chain")
        return answer


def _is_open(query: Query) -> bool:
    """Whether the script leaves open something that the chain knows, so that it may have too many models."""
    terms = tuple(each for each in _conjuncts(query) if not isinstance(each, (bool, int)))
    return bool(outermost(terms)) or any(features(each).remainders for each in terms)


@cache
def second_solver() -> tuple[str, Script]:
    """Return the name of the second solver and a function that asks it: cvc5 if installed, else z3 on SMT-LIB."""
    try:
        import cvc5
    except ImportError:
        return "z3, from SMT-LIB", _by_z3
    del cvc5
    return "cvc5", _by_cvc5


def _by_cvc5(script: str, milliseconds: int) -> str:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(milliseconds))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
    manager = parser.getSymbolManager()
    answer = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            answer = str(command.invoke(solver, manager)).strip() or answer
    except RuntimeError:
        return ""
    return answer


def _by_z3(script: str, milliseconds: int) -> str:
    import z3

    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("timeout", milliseconds)
    try:
        solver.from_string(script)
    except z3.Z3Exception:
        return ""
    return str(solver.check())
