"""``symheap.prove``: prove memory safety of C programs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from symheap.api.keywords import proof_settings_from
from symheap.refinement.show import RoundsText
from symheap.report.explore import shown
from symheap.report.prove import json as prove_json
from symheap.report.prove import several as prove_several
from symheap.report.prove import text as prove_text
from symheap.report.prove.graph import graph_of, to_dot
from symheap.report.prove.names import spelled
from symheap.report.prove.proof import ProofReport as Analysed
from symheap.report.prove.svg import to_svg
from symheap.separation.proof.verdict import Finding as ProofFinding
from symheap.separation.proof.verdict import Word
from symheap.session.proofs.files import witness, write_crash
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.readable import check_readable
from symheap.store.records import Json
from symheap.testgen.c.text import NotWritten

__all__ = ["Proof", "ProofFinding", "Round", "prove"]

Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
Verdict = Literal["safe", "unsafe", "unknown"]

_WORDS: Final[Mapping[Word, Verdict]] = {Word.SAFE: "safe", Word.UNSAFE: "unsafe", Word.UNKNOWN: "unknown"}
_STYLES: Final[Mapping[Verdict, str]] = {"safe": "good", "unsafe": "bad", "unknown": "open"}


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the analysis and its result in words.  Each round has a finer abstraction than the one before."""

    number: int
    verdict: Verdict
    reason: str
    seconds: float
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """The result for a C program: safe, unsafe with an execution that shows it, or unknown.

    A program without a ``main`` has one proof for each exported function, in `clients`; it is safe if all of them are.
    ``print`` shows the output of ``symheap prove``, a notebook shows the transition system.
    """

    _work: Proving
    _parts: tuple[Analysed, ...]

    @property
    def target(self) -> str:
        """The files, followed by the function if it is one of several."""
        return self._parts[0].target if len(self._parts) == 1 else self._parts[0].wanted.target

    @property
    def verdict(self) -> Verdict:
        """The verdict.  An unknown verdict never means safe."""
        return _WORDS[prove_several.word(self._parts)]

    @property
    def reason(self) -> str:
        """The error of an unsafe program, or the reason of an unknown verdict; empty if the program is safe."""
        return prove_several.reason(self._parts)

    @property
    def leak(self) -> str:
        """``none``, ``lost`` (no pointer to it is left), ``unreleased`` (allocated at exit) or ``unknown``."""
        return prove_several.leak(self._parts).value

    @property
    def findings(self) -> tuple[ProofFinding, ...]:
        """Errors and leaks, one for each place and kind.

        An error that no replay has shown is marked as possible only.
        """
        findings = {
            (each.position, each.kind): each for part in self._parts[::-1] for each in part.verdict.findings[::-1]
        }
        return tuple(findings.values())[::-1]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of refinement, client by client."""
        return tuple(each for part in self._parts for each in _rounds(part))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions under which the verdict holds."""
        return tuple(dict.fromkeys(each for part in self._parts for each in part.assumptions()))

    @property
    def notes(self) -> tuple[str, ...]:
        """Further notes, such as why a replay does not show an error."""
        return tuple(self._work.notes)

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return sum(part.seconds for part in self._parts)

    @property
    def clients(self) -> tuple[Proof, ...]:
        """One proof for each function of a program without a ``main``; for any other program, this proof alone."""
        return (self,) if len(self._parts) == 1 else tuple(Proof(self._work, (part,)) for part in self._parts)

    def document(self, *, graph: bool = False) -> dict[str, Json]:
        """Return the document of ``symheap prove --format json``, with the transition system if `graph`."""
        if len(self._parts) == 1:
            return prove_json.document(self._parts[0], graph=graph)
        return prove_several.document(self._parts, graph=graph)

    def text(self, *, verbose: bool = False, graph: bool = False) -> str:
        """Return the output of ``symheap prove``."""

        def one(part: Analysed) -> str:
            return prove_text.report(part, verbose=verbose, graph=graph)

        return one(self._parts[0]) if len(self._parts) == 1 else prove_several.text(self._parts, one)

    def svg(self) -> str:
        """Draw the transition system as SVG.  Raises `ValueError` if there are several `clients`."""
        return to_svg(graph_of(self._only("draw")))

    def dot(self) -> str:
        """Return the transition system in the language of Graphviz.

        Raises `ValueError` if there are several `clients`.
        """
        return to_dot(graph_of(self._only("draw")))

    def witness(self) -> str | None:
        """Return a verification witness (SV-COMP, YAML 2.0); None if the verdict is unknown.

        Raises `ValueError` if there are several `clients`.
        """
        return witness(self._work, self._only("write a witness of"))

    def write_crash(self, folder: str | os.PathLike[str]) -> None:
        """Write a C program that crashes, a script that compiles and runs it, and a drawing of the last steps.

        Raises `ValueError` if the program is not unsafe, if some input cannot be written in C, or if there are several
        `clients`.
        """
        part = self._only("write a crash of")
        if part.trace is None:
            raise ValueError(f"{self.target} is {self.verdict}: there is no execution that crashes")
        try:
            write_crash(self._work, part, Path(folder))
        except NotWritten as why:
            raise ValueError(f"it cannot be written: {why}") from why

    def _only(self, what: str) -> Analysed:
        if len(self._parts) > 1:
            raise ValueError(f"{self.target} has {len(self._parts)} clients: {what} one of them")
        return self._parts[0]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        return f"<Proof {self.target!r}: {self.verdict}{why}>"

    def _repr_html_(self) -> str:
        findings = shown.listed("findings", [prove_text.finding(each) for each in self.findings])
        if len(self._parts) > 1:
            head = f"<div><b>{shown.text(self.target)}</b>: {self._said()}</div>{findings}"
            rows = [(each.target, each.verdict, each.reason) for each in self.clients]
            return f'<div class="symheap-proof">{head}{shown.table(("client", "verdict", "reason"), rows)}</div>'
        drawing = shown.figure(self.svg(), "the transition system")
        return f'<div class="symheap-proof"><div>{self._said()}</div>{findings}{drawing}</div>'

    def _said(self) -> str:
        why = f" ({shown.text(self.reason)})" if self.reason else ""
        return f"{shown.styled(self.verdict, _STYLES[self.verdict])}{why}, leak: {shown.text(self.leak)}"


def _rounds(part: Analysed) -> Iterable[Round]:
    telling = RoundsText(spelled(part.program), part.subject.members)
    for each in part.decision.rounds if part.decision is not None else ():
        seconds = sum(each.seconds.values())
        yield Round(each.number, _WORDS[each.verdict.word], each.verdict.reason, seconds, tuple(telling.round(each)))


def prove(files: Files, **options: Any) -> Proof:
    """Prove that a C program is memory safe, or find out why this fails.

    `files` is one file, or several that are linked to one program.  The keywords are the options of ``symheap prove``.
    `entry` is the function to start at with arbitrary inputs, which the file `pre` describes.  `property` is
    ``memsafety``, ``reach``, ``leak``, ``memory``, ``memtrack`` or ``memcleanup``.  With `replay`, crashes are compiled
    and run under AddressSanitizer.  No settings file is read.  Raises `TargetError` or `SourceError` if there is no
    program.
    """
    named = (files,) if isinstance(files, str | os.PathLike) else files
    work = Proving(tuple(map(Path, named)), replace(proof_settings_from(options), limit=None))
    for file in work.files:
        check_readable(file)
    return Proof(work, tuple(work.proofs(work.load())))
