"""Java's notation from the facts in a run file, without the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symheap.core.source import Position
from symheap.objects.concrete import INITIAL
from symheap.objects.decisions import Decision
from symheap.report.java.notation import JavaNotation
from symheap.store.records import Document


class StoredJavaNotation(JavaNotation):
    """The notation of a stored run.

    `roots` are the kinds of inputs, `names` the names of objects that exist before the call.  `own` tells which
    positions are in the program under test; it needs to know only positions of decisions.
    """

    def __init__(
        self,
        roots: Mapping[str, str],
        classes: Mapping[str, Document],
        names: Mapping[int, str],
        result: str,
        own: Mapping[Position, bool],
        words: Mapping[Decision, str | None],
    ) -> None:
        self._words = words
        self._roots = roots
        self._classes = classes
        self._fields = {}
        self._known = names
        self._names = _Names(names)  # type: ignore[assignment]
        self._result = result
        self._own = own

    def root(self, name: str) -> str:
        return self._roots.get(name, "")

    def _descriptors(self, class_name: str) -> Iterator[tuple[str, str]]:
        yield from self._classes.get(class_name, {}).get("kinds", {}).items()

    def known(self, number: int) -> str | None:
        return self._names.name(number) if number >= INITIAL else None

    def is_enum(self, class_name: str) -> bool:
        return bool(self._classes.get(class_name, {}).get("enum"))

    def decisions(self, made: Sequence[Decision]) -> list[tuple[Position, str]]:
        """Describe decisions in the words of the source; those of an unfinished run have plain descriptions."""
        descriptions = ((each, self._words.get(each, f"{each.kind} {each}")) for each in made)
        return [(each.position, words) for each, words in descriptions if words is not None]

    def is_own(self, position: Position) -> bool:
        return self._own.get(position, True)


class _Names:
    """Names of objects; an object without a stored name is named by its number."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names

    def name(self, number: int, otherwise: str | None = None) -> str:
        return self._names.get(number) or otherwise or f"#{number}"
