"""Changes of a run file that a worker asks for, and that the process that owns the file makes.

A worker reads nothing from the run file; it sees what it has written itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from symheap.store.file import RunFile
from symheap.store.records import Document, Json, KeptSubject, Source


class ProofStore(Protocol):
    """The parts of a `RunFile` that proofs use."""

    def add_source(self, source: Source) -> None: ...

    def subject(self, target: str, kind: str) -> KeptSubject: ...

    def items(self, subject: int, kind: str) -> dict[str, Document]: ...

    def add_item(self, subject: int, kind: str, key: str, document: Mapping[str, Json]) -> None: ...

    def end_subject(
        self, number: int, document: Mapping[str, Json], text: str = "", progress: Mapping[str, Json] | None = None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One change of a run file.  Subjects are numbered from 1 in each worker's unit."""

    name: str
    arguments: tuple[Any, ...]


class Recorder:
    """Sends the changes of a run file."""

    def __init__(self, send: Callable[[RecordedCall], None]) -> None:
        self._send = send
        self._subjects: dict[tuple[str, str], KeptSubject] = {}
        self._items: dict[tuple[int, str], dict[str, Document]] = {}

    def add_source(self, source: Source) -> None:
        self._send(RecordedCall("add_source", (source,)))

    def subject(self, target: str, kind: str) -> KeptSubject:
        if (target, kind) not in self._subjects:
            self._subjects[target, kind] = KeptSubject(len(self._subjects) + 1, target, kind)
            self._send(RecordedCall("subject", (target, kind)))
        return self._subjects[target, kind]

    def items(self, subject: int, kind: str) -> dict[str, Document]:
        return dict(sorted(self._items.get((subject, kind), {}).items()))

    def add_item(self, subject: int, kind: str, key: str, document: Mapping[str, Json]) -> None:
        self._items.setdefault((subject, kind), {})[key] = dict(document)
        self._send(RecordedCall("add_item", (subject, kind, key, document)))

    def end_subject(
        self, number: int, document: Mapping[str, Json], text: str = "", progress: Mapping[str, Json] | None = None
    ) -> None:
        for name, each in self._subjects.items():
            if each.number == number:
                self._subjects[name] = replace(each, document=dict(document), text=text)
                break
        self._send(RecordedCall("end_subject", (number, document, text, progress)))


class Writer:
    """Makes the changes that a `Recorder` has sent, for units whose subjects have numbers from `first` on."""

    def __init__(self, file: RunFile, first: int) -> None:
        self._file = file
        self._first = first
        self._numbers: list[int] = []

    def make(self, call: RecordedCall) -> None:
        """Raises `StoreError` if the file cannot be written."""
        if call.name == "add_source":
            self._file.add_source(*call.arguments)
        elif call.name == "subject":
            target, kind = call.arguments
            number = self._first + len(self._numbers)
            self._numbers.append(self._file.subject(target, kind, number).number)
        else:
            subject, *rest = call.arguments
            change = self._file.add_item if call.name == "add_item" else self._file.end_subject
            change(self._numbers[subject - 1], *rest)

    def undo(self) -> None:
        """Take back what was written, since the unit is tried again."""
        for number in self._numbers:
            self._file.clear_subject(number)
        self._numbers.clear()
