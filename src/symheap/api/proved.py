"""``symheap.prove``: memory safety of C, as a call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from symheap.api.keywords import proof_settings_from
from symheap.refinement.show import Telling
from symheap.report.explore import shown
from symheap.report.prove import json as prove_json
from symheap.report.prove import several as prove_several
from symheap.report.prove import text as prove_text
from symheap.report.prove.graph import graph_of, to_dot
from symheap.report.prove.names import spelled
from symheap.report.prove.proof import Proof as Analysed
from symheap.report.prove.svg import to_svg
from symheap.separation.verdict import Finding as ProofFinding
from symheap.separation.verdict import Word
from symheap.session.prove_files import witness, write_crash
from symheap.session.proving import Proving, check_readable
from symheap.store.records import Json
from symheap.testgen.c.text import NotWritten

__all__ = ["Proof", "ProofFinding", "Round", "prove"]

Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
Verdict = Literal["safe", "unsafe", "unknown"]

_WORDS: Final[Mapping[Word, Verdict]] = {Word.SAFE: "safe", Word.UNSAFE: "unsafe", Word.UNKNOWN: "unknown"}
_STYLES: Final[Mapping[Verdict, str]] = {"safe": "good", "unsafe": "bad", "unknown": "open"}


@dataclass(frozen=True, slots=True)
class Round:
    """One run of the analysis, each with a finer abstraction than the one before, and what came of it in words."""

    number: int
    verdict: Verdict
    reason: str
    seconds: float
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """What became of a C program: safe, unsafe with an execution that shows it, or unknown.

    A program without a ``main`` has one proof for each function that it exports, in `clients`; it is safe if each of
    them is.  ``print`` shows what ``symheap prove`` prints, a notebook the transition system.
    """

    _work: Proving
    _parts: tuple[Analysed, ...]

    @property
    def target(self) -> str:
        """The files, and the function if it is one of several."""
        return self._parts[0].target if len(self._parts) == 1 else self._parts[0].wanted.target

    @property
    def verdict(self) -> Verdict:
        """Unknown is an answer, and never means safe."""
        return _WORDS[prove_several.word(self._parts)]

    @property
    def reason(self) -> str:
        """What is wrong with an unsafe program, or why the verdict is unknown; empty if it is safe."""
        return prove_several.reason(self._parts)

    @property
    def leak(self) -> str:
        """``none``, ``lost`` (nothing points to it any more), ``unreleased`` (allocated at exit) or ``unknown``."""
        return prove_several.leak(self._parts).value

    @property
    def findings(self) -> tuple[ProofFinding, ...]:
        """Errors and leaks, each place and kind once.  What no replay has shown is a possible error only."""
        found = {(each.position, each.kind): each for part in self._parts[::-1] for each in part.verdict.findings[::-1]}
        return tuple(found.values())[::-1]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of refinement, of all clients one after the other."""
        return tuple(each for part in self._parts for each in _rounds(part))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the verdict rests on."""
        return tuple(dict.fromkeys(each for part in self._parts for each in part.assumptions()))

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to know besides, such as why a replay does not show an error."""
        return tuple(self._work.notes)

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(part.seconds for part in self._parts)

    @property
    def clients(self) -> tuple[Proof, ...]:
        """One proof for each function of a program without a ``main``; of any other program just this one."""
        return (self,) if len(self._parts) == 1 else tuple(Proof(self._work, (part,)) for part in self._parts)

    def document(self, *, graph: bool = False) -> dict[str, Json]:
        """The contract of ``symheap prove --format json``; with the transition system if `graph`."""
        if len(self._parts) == 1:
            return prove_json.document(self._parts[0], graph=graph)
        return prove_several.document(self._parts, graph=graph)

    def text(self, *, verbose: bool = False, graph: bool = False) -> str:
        """What ``symheap prove`` prints."""

        def one(part: Analysed) -> str:
            return prove_text.report(part, verbose=verbose, graph=graph)

        return one(self._parts[0]) if len(self._parts) == 1 else prove_several.text(self._parts, one)

    def svg(self) -> str:
        """The transition system, drawn.  Raises `ValueError` if there are several `clients`."""
        return to_svg(graph_of(self._only("draw")))

    def dot(self) -> str:
        """The transition system in the language of Graphviz.  Raises `ValueError` if there are several `clients`."""
        return to_dot(graph_of(self._only("draw")))

    def witness(self) -> str | None:
        """A verification witness (SV-COMP, YAML 2.0); None if the verdict is unknown.

        Raises `ValueError` if there are several `clients`.
        """
        return witness(self._work, self._only("write a witness of"))

    def write_crash(self, folder: str | os.PathLike[str]) -> None:
        """Write a C program that crashes, with a script that compiles and runs it and the last steps drawn.

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
        found = shown.listed("findings", [prove_text.finding(each) for each in self.findings])
        if len(self._parts) > 1:
            head = f"<div><b>{shown.text(self.target)}</b>: {self._said()}</div>{found}"
            rows = [(each.target, each.verdict, each.reason) for each in self.clients]
            return f'<div class="symheap-proof">{head}{shown.table(("client", "verdict", "reason"), rows)}</div>'
        drawing = shown.figure(self.svg(), "the transition system")
        return f'<div class="symheap-proof"><div>{self._said()}</div>{found}{drawing}</div>'

    def _said(self) -> str:
        why = f" ({shown.text(self.reason)})" if self.reason else ""
        return f"{shown.styled(self.verdict, _STYLES[self.verdict])}{why}, leak: {shown.text(self.leak)}"


def _rounds(part: Analysed) -> Iterable[Round]:
    told = Telling(spelled(part.program), part.subject.members)
    for each in part.decision.rounds if part.decision is not None else ():
        seconds = sum(each.seconds.values())
        yield Round(each.number, _WORDS[each.verdict.word], each.verdict.reason, seconds, tuple(told.round(each)))


def prove(files: Files, **options: Any) -> Proof:
    """Prove that a C program is memory safe, or find out why that cannot be done.

    `files` is one file or several that are linked to one program.  The keywords are the options of ``symheap prove``:
    begin at `entry` with any inputs, which the file `pre` describes; prove the `property` ``memsafety``, ``reach``,
    ``leak``, ``memory``, ``memtrack`` or ``memcleanup``; with `replay`, compile and run what crashes under
    AddressSanitizer.  No settings file is read.  Raises `TargetError` or `SourceError` if there is no program.
    """
    named = (files,) if isinstance(files, str | os.PathLike) else files
    work = Proving(tuple(map(Path, named)), replace(proof_settings_from(options), limit=None))
    for file in work.files:
        check_readable(file)
    return Proof(work, tuple(work.proofs(work.load())))
