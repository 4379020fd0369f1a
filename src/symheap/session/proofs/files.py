"""Files that a proof writes beside its report: a witness for other tools and a program that crashes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from symheap.report.draw.svg import to_svg
from symheap.report.prove.proof import ProofReport
from symheap.report.prove.refuted import telling
from symheap.report.prove.witness import Task, correctness, violation
from symheap.separation.proof.verdict import Word
from symheap.session.proofs.proving import Proving
from symheap.testgen.c.reproducer import write_reproducer

_DRAWN = 20
"""The number of steps at the end of a run that are drawn."""


def witness(work: Proving, proof: ProofReport) -> str | None:
    """Return the verification witness (SV-COMP, YAML 2.0) of a proof or of a violation.

    There is none for an unknown verdict, and none for a proof by exhaustion, which has no invariants to state.
    """
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    task = Task(tuple(map(str, work.files)), proof.program, created)
    if proof.verdict.word is Word.UNSAFE and proof.trace is not None:
        return violation(task, proof.trace)
    if proof.verdict.word is Word.SAFE and proof.exhaustion is None:
        return correctness(task, proof)
    return None


def write_crash(work: Proving, proof: ProofReport, folder: Path) -> None:
    """Write a C program that crashes as in `proof`, a script that runs it, and its last steps as text and drawings.

    Raises `NotWritten` if some input cannot be written in C.
    """
    assert proof.decision is not None
    assert proof.decision.counterexample is not None
    script, placed = proof.decision.counterexample.script, id(proof.program) in work.placed
    write_reproducer(folder, work.library, proof.program, script, as_placed=placed)
    run_telling = telling(proof)
    if run_telling is not None:
        (folder / "trace.txt").write_text("\n".join(run_telling.lines()) + "\n", encoding="utf-8")
        for number, moment in enumerate(run_telling.trace.moments[-_DRAWN:], 1):
            drawing = to_svg(run_telling.picture(moment), f"{moment.position}: {moment.function}")
            (folder / f"step-{number:02}.svg").write_text(drawing, encoding="utf-8")
