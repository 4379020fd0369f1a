"""Run `symheap prove`, and read what it has stored."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from cli_runner import ROOT, Result, symheap

from symheap.refinement.algorithm import Deciding
from symheap.store.file import RunFile
from symheap.store.folder import find

EXAMPLES = ROOT / "examples" / "c"


TIMES = re.compile(r'"(seconds|analysis|feasibility|diagnosis|refinement|replay)": [\d.e-]+|\b[\d.]+ s\b|\d+ blocks')


def prove(*arguments: str | Path, folder: Path = EXAMPLES) -> Result:
    return symheap("prove", *arguments, folder=folder)


def the_run() -> RunFile:
    return RunFile.read(find(Path(os.environ["SYMHEAP_RUNS"]), "last"))


def lasting(document: dict[str, Any]) -> dict[str, Any]:
    """Return what must be the same however often the run was started."""
    names = ("target", "verdict", "reason", "leak", "assumptions", "findings", "gaps", "invariants", "patterns")
    rounds = [(each["number"], each["patterns"], each["verdict"], each["reason"]) for each in document["rounds"]]
    return {**{name: document[name] for name in names}, "rounds": rounds}


def timeless(text: str) -> str:
    return TIMES.sub("", text)


def interrupted_in_round(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send Ctrl-C as soon as this many rounds are complete."""
    tell = Deciding._analysed

    def analysed(self: Any, at: int, *rest: Any) -> Any:
        if at == number:
            raise KeyboardInterrupt
        return tell(self, at, *rest)

    monkeypatch.setattr(Deciding, "_analysed", analysed)
