"""The numbered places at which a program reads the script, and the answers there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from symheap.core.source import Position
from symheap.memory.execution.journal import Fresh, Journal, Made, Word
from symheap.memory.ir import Enter, Program

Key = tuple[str, Position]
"""A function, and a place in it."""

_T = TypeVar("_T")


class Table(Generic[_T]):
    """Answers by site.  Law: those of a site are in the order in which a run reaches it."""

    def __init__(self, answers: Iterable[tuple[Key, _T]]) -> None:
        self._rows: dict[Key, list[_T]] = {}
        for key, answer in answers:
            self._rows.setdefault(key, []).append(answer)
        self._numbers = {key: number for number, key in enumerate(self._rows)}

    def number(self, function: str, place: Position) -> int:
        """Return the number of a site; -1 if the run does not ask there."""
        return self._numbers.get((function, place), -1)

    @property
    def rows(self) -> Sequence[Sequence[_T]]:
        """The answers of each site, in the order of the numbers."""
        return list(self._rows.values())


class Sites:
    """The contents of a journal, by the places at which the program asks for them."""

    def __init__(self, program: Program, journal: Journal) -> None:
        self.objects = journal.objects
        self.values = Table(((each.function, each.command.position), each) for each in journal.answers)
        self.allocations = Table(((each.function, each.command.position), each) for each in journal.allocations)
        self.havocs = Table(((each.function, each.command.position), each) for each in journal.havocs)
        self.pointed = {made.name for made in journal.objects if made.command is None and not made.size}
        """The functions whose address is taken."""
        self._wanted = _wanted(journal)
        self.globals = [made for made in journal.objects if made.command is None and made.number in self._wanted]
        self.locals = Table(self._local_objects(program))

    def _local_objects(self, program: Program) -> Iterable[tuple[Key, Made]]:
        """Yield the locals that the script mentions, each with all of its lifetimes."""
        lives_by_place: dict[Key, list[Made]] = {}
        for made in self.objects:
            if isinstance(made.command, Enter):
                places = program.functions[made.function].places
                place = places.get(made.name) if places else own_place(made.name)
                if place is not None:
                    lives_by_place.setdefault((made.function, place), []).append(made)
        for key, lives in lives_by_place.items():
            if any(made.number in self._wanted for made in lives):
                yield from ((key, made) for made in lives)


def own_place(local: str) -> Position:
    """Return the place that identifies a local which the source does not declare."""
    return Position(f"&{local}", 1, 1)


def _wanted(journal: Journal) -> set[int]:
    """Return the objects that the script mentions: by their bytes, or because an answer was their address."""
    fresh: list[Fresh] = [*(made.fresh for made in journal.objects), *(each.fresh for each in journal.havocs)]
    words: list[Word] = [answer.word for answer in journal.answers]
    words += [word for each in fresh for word in each.words.values()]
    numbers = {made.number for made in journal.objects if made.fresh}
    return numbers | {word.thing for word in words if word.thing is not None}
