"""The places of a program that ask the script, by number, and what they are answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from symheap.core.source import Position
from symheap.memory.ir import Enter, Program
from symheap.memory.journal import Fresh, Journal, Made, Word

Key = tuple[str, Position]
"""A function, and a place in it."""

_T = TypeVar("_T")


class Table(Generic[_T]):
    """Answers by site.  Law: those of a site are in the order in which a run comes by."""

    def __init__(self, answers: Iterable[tuple[Key, _T]]) -> None:
        self._rows: dict[Key, list[_T]] = {}
        for key, answer in answers:
            self._rows.setdefault(key, []).append(answer)
        self._numbers = {key: number for number, key in enumerate(self._rows)}

    def number(self, function: str, place: Position) -> int:
        """That of a site; -1 if the run does not ask there."""
        return self._numbers.get((function, place), -1)

    @property
    def rows(self) -> Sequence[Sequence[_T]]:
        """The answers of each site, in the order of the numbers."""
        return list(self._rows.values())


class Sites:
    """What a journal says, by the places at which the text of the program asks."""

    def __init__(self, program: Program, journal: Journal) -> None:
        self.objects = journal.objects
        self.values = Table(((each.function, each.command.position), each) for each in journal.answers)
        self.allocations = Table(((each.function, each.command.position), each) for each in journal.allocations)
        self.havocs = Table(((each.function, each.command.position), each) for each in journal.havocs)
        self.pointed = {made.name for made in journal.objects if made.command is None and not made.size}
        """The functions that have an address."""
        self._wanted = _wanted(journal)
        self.globals = [made for made in journal.objects if made.command is None and made.number in self._wanted]
        self.locals = Table(self._local_objects(program))

    def _local_objects(self, program: Program) -> Iterable[tuple[Key, Made]]:
        """The locals of which the script says something, each with all of its lives."""
        found: dict[Key, list[Made]] = {}
        for made in self.objects:
            if isinstance(made.command, Enter):
                places = program.functions[made.function].places
                place = places.get(made.name) if places else own_place(made.name)
                if place is not None:
                    found.setdefault((made.function, place), []).append(made)
        for key, lives in found.items():
            if any(made.number in self._wanted for made in lives):
                yield from ((key, made) for made in lives)


def own_place(local: str) -> Position:
    """Where a local is known by that the source does not declare."""
    return Position(f"&{local}", 1, 1)


def _wanted(journal: Journal) -> set[int]:
    """The objects that the script speaks of: what their bytes were, or that an answer was their address."""
    fresh: list[Fresh] = [*(made.fresh for made in journal.objects), *(each.fresh for each in journal.havocs)]
    words: list[Word] = [answer.word for answer in journal.answers]
    words += [word for each in fresh for word in each.words.values()]
    found = {made.number for made in journal.objects if made.fresh}
    return found | {word.thing for word in words if word.thing is not None}
