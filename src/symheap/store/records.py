"""What a run file holds, as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Protocol

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Facts = Mapping[str, Json]
Document = dict[str, Any]
"""What was JSON, or will be: who reads it knows its form."""


SKIPPED: Final = "skipped"
"""The name of the fact that says what a run has left out, and why."""


RANKED: Final = "ranked"
"""The name of the fact that holds the crashes of Java programs with their ranks."""


class StoreError(Exception):
    """A run cannot be kept, found or gone on with: one line that says why, and what to do."""


class Busy(StoreError):
    """Another process is at a run."""


class State(Enum):
    """How far a run is.  One that says `RUNNING` and that nobody works on was broken off."""

    RUNNING = "running"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    BROKEN_OFF = "broken-off"
    OUT_OF_TIME = "out-of-time"


@dataclass(frozen=True, slots=True)
class Header:
    """What a run is: what was asked, where, of which program, by which versions.

    `arguments` are those of the command line, `folder` is where it was typed.  The results depend on `settings`,
    `versions` and `digests`, those of the files that were read: a run is gone on with only where these are the same.
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
class Standing:
    """How a run stands: its exit status if it has one, the seconds that were spent on it, and who is at it."""

    state: State
    status: int | None = None
    seconds: float = 0.0
    process: int | None = None


@dataclass(frozen=True, slots=True)
class KeptSubject:
    """One program of a run, or one proof, or one class to test.

    `document` is what it came to, None before its end.  `progress` is how far it was when its last result came.
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


class KeptPath(Protocol):
    """A path that was found: `place` says where in the tree of computations, `key` by which decisions.

    `end` is its end in full, `document` its form in the contract, `text` what was printed; `input` and `final` are
    pictures of its heaps, and `test` is the test that was made of it.  Texts and pictures may be made when they are
    asked for.
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
        """Parts of `document`."""

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
    def test(self) -> Document | None: ...


@dataclass(frozen=True, slots=True)
class TextPath:
    """A `KeptPath` with all of its texts."""

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
    def formula(self) -> str:
        return str(self.document.get("smt2", ""))

    def chosen(self, names: Collection[str]) -> Document:
        return {name: value for name, value in self.document.items() if name in names}


@dataclass(frozen=True, slots=True)
class Source:
    """A text that was read, by the name under which results speak of it."""

    file: str
    text: str
