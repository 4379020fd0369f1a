"""The contents of a run file as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Protocol

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Facts = Mapping[str, Json]
Document = dict[str, Any]
"""Parsed JSON, or data to be written as JSON.  Its readers know its form."""


SKIPPED: Final = "skipped"
"""Name of the fact that lists what a run left out, with the reasons."""


RANKED: Final = "ranked"
"""Name of the fact that holds the crashes of Java programs with their ranks."""


class StoreError(Exception):
    """A run cannot be stored, found or resumed.  The message is one line with the reason and what to do."""


class Busy(StoreError):
    """Another process is working on the run."""


class RunState(Enum):
    """Progress of a run.  A run in state `RUNNING` that no process works on was broken off."""

    RUNNING = "running"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    BROKEN_OFF = "broken-off"
    OUT_OF_TIME = "out-of-time"


@dataclass(frozen=True, slots=True)
class Header:
    """The request that a run answers: command, target, folder and versions.

    `arguments` are those of the command line, `folder` is where it was typed.  The results depend on `settings`,
    `versions` and `digests` (of the files that were read): a run is resumed only if these are unchanged.
    """

    id: str
    command: str
    target: str
    arguments: tuple[str, ...]
    folder: str
    started: str
    settings: Facts = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunStatus:
    """Status of a run: its state, its exit status if it has one, the seconds spent, and the process working on it."""

    state: RunState
    status: int | None = None
    seconds: float = 0.0
    process: int | None = None


@dataclass(frozen=True, slots=True)
class KeptSubject:
    """One program of a run, one proof, or one class to test.

    `document` is the result, or None before the end.  `progress` is the state of the work at its last result.
    """

    number: int
    target: str
    kind: str
    document: Document | None = None
    progress: Document = field(default_factory=dict)
    text: str = ""

    @property
    def is_done(self) -> bool:
        return self.document is not None


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision in words, which are empty if there are none.  A minor one is left out of overviews."""

    words: str
    is_minor: bool = False


class KeptPath(Protocol):
    """A path of a run.  `place` locates it in the computation tree, `key` lists its decisions.

    `end` is its end in full, `document` its JSON form in the documented contract, `text` its printed form.  `input` and
    `final` are pictures of its symbolic heaps, `heaps` is a drawing of its example before and after the run, and `test`
    is the test generated from it.  Texts and pictures may be computed on demand.
    """

    @property
    def number(self) -> int: ...
    @property
    def place(self) -> str: ...
    @property
    def key(self) -> tuple[str, ...]: ...
    @property
    def end(self) -> Document: ...
    @property
    def confirmed(self) -> bool: ...
    @property
    def document(self) -> Document: ...
    def chosen(self, names: Collection[str]) -> Document:
        """Return the named parts of `document`."""

    @property
    def formula(self) -> str:
        """The condition in SMT-LIB, to be read by people."""

    @property
    def conditions(self) -> tuple[str, ...]: ...
    @property
    def style(self) -> str: ...
    @property
    def ending(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def input(self) -> Document | None: ...
    @property
    def final(self) -> Document | None: ...
    @property
    def heaps(self) -> Document | None: ...
    @property
    def told_decisions(self) -> Sequence[ToldDecision]:
        """One for each decision, or nothing if they are not known."""

    @property
    def test(self) -> Document | None: ...


@dataclass(frozen=True, slots=True)
class TextPath:
    """A `KeptPath` with all of its texts stored."""

    number: int
    place: str
    key: tuple[str, ...]
    end: Document
    confirmed: bool
    document: Document
    conditions: tuple[str, ...] = ()
    style: str = ""
    ending: str = ""
    text: str = ""
    input: Document | None = None
    final: Document | None = None
    test: Document | None = None

    @property
    def heaps(self) -> Document | None:
        return None

    @property
    def told_decisions(self) -> Sequence[ToldDecision]:
        return ()

    @property
    def formula(self) -> str:
        return str(self.document.get("smt2", ""))

    def chosen(self, names: Collection[str]) -> Document:
        return {name: value for name, value in self.document.items() if name in names}


@dataclass(frozen=True, slots=True)
class Source:
    """A source text that was read, with the name that results use for it."""

    file: str
    text: str
