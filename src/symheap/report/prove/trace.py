"""Describe a run to an error for readers: line by line, with the changes, and the heap as a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from symheap.heap.picture import Edge, Node, Picture
from symheap.memory.execution.space import NULL_PAGE
from symheap.memory.execution.trace import Input, Known, Moment, Thing, Trace
from symheap.memory.outcome import Failed
from symheap.report.draw.labels import printable

Members = Callable[[int, Collection[tuple[int, int]]], Mapping[tuple[int, int], str]]
"""Returns the members of a struct by offset and size; empty if the struct is not known.

The arguments are the size of an object and some of its words.
"""

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_OBJECT = re.compile(r"heap object #(\d+)")
_WORD = 4
_MOST_INPUTS = 40
_LONGEST = 32


@dataclass(frozen=True, slots=True)
class RunText:
    """Describes a run.  Heap objects have marks, in the order of their allocation."""

    trace: Trace
    members: Members
    ascii_only: bool = False

    def lines(self) -> list[str]:
        """Return the inputs, and one line for each line that was run; of a long run, only the last ones."""
        lines = [*self._inputs()]
        left = self.trace.count - len(self.trace.moments)
        if left > 0:
            lines.append(f"… {left} lines before")
        before: dict[tuple[str, str], str] = {}
        for moment in self.trace.moments:
            changed: list[str] = []
            for owner, name, text in self.state(moment):
                if before.get((owner, name)) != text:
                    before[owner, name] = text
                    changed.append(f"{name} = {text}")
            lines.append(printable(f"{moment.position}: {moment.function}: {'; '.join(changed)}".rstrip(": ")))
        outcome = self.trace.outcome
        if isinstance(outcome, Failed):
            lines.append(printable(f"{outcome.position}: error: {outcome.kind.value}: {self._why(outcome)}"))
        return lines

    def _why(self, outcome: Failed) -> str:
        return _OBJECT.sub(lambda match: f"object {self._mark(int(match[1]))}", outcome.why)

    def _inputs(self) -> Iterator[str]:
        given = [each for each in self.trace.inputs if each.kind != "contents" or any(bytes(_bytes(each)))]
        for each in given[:_MOST_INPUTS]:
            yield printable(f"{each.position or 'at the start'}: given: {_given(each)}")
        if len(given) > _MOST_INPUTS:
            yield f"… {len(given) - _MOST_INPUTS} more values"

    def state(self, moment: Moment) -> Iterator[tuple[str, str, str]]:
        """Yield variables with their function, and objects with their contents or the note that they are freed."""
        for name, value in moment.variables.items():
            yield moment.function, name, self._value(value)
        for thing in moment.things:
            yield "", self._mark(thing.number), self._contents(thing)

    def _contents(self, thing: Thing) -> str:
        if not thing.alive:
            return "freed"
        shown = [f"{name}: {self._value(value)}" for name, value in self._words(thing)]
        return "{" + ", ".join(shown) + "}"

    def _words(self, thing: Thing) -> Iterator[tuple[str, Known]]:
        """Yield the members that have a value; for an unknown struct, its pointers and words that have one."""
        members = self.members(thing.size, [(at, value.size) for at, value in thing.pointers.items()])
        if members:
            for (offset, size), name in members.items():
                value = thing.word(offset, size)
                if value is not None:
                    yield name, value
            return
        offset = 0
        while offset < min(thing.size, _LONGEST):
            value = thing.pointers.get(offset) or thing.word(offset, min(_WORD, thing.size - offset))
            if value is not None:
                yield f"+{offset}", value
            offset += value.size if value is not None else _WORD

    def _value(self, value: Known) -> str:
        if value.thing is not None and value.bits >= NULL_PAGE:
            mark = self._mark(value.thing)
            return f"{mark}{value.offset:+d}" if value.offset else mark
        return str(_signed(value.bits, value.size))

    def _mark(self, number: int) -> str:
        """Return the mark of an object.

        Objects outside of the heap have names elsewhere, so only their number is shown.
        """
        at = self._order.get(number)
        if at is None:
            return f"&object{number}"
        return _CIRCLED[at] if at < len(_CIRCLED) and not self.ascii_only else f"#{at + 1}"

    @property
    def _order(self) -> Mapping[int, int]:
        """The order of the heap objects.  The last moment contains all heap objects of the moments that are shown."""
        last = self.trace.moments[-1].things if self.trace.moments else ()
        return {thing.number: at for at, thing in enumerate(last)}

    def picture(self, moment: Moment) -> Picture:
        """Return variables that point to objects, and the objects; freed objects are marked."""
        nodes: list[Node] = []
        edges: list[Edge] = []
        shown = {thing.number for thing in moment.things}
        for name, value in moment.variables.items():
            target = value.thing if value.thing in shown else None
            if target is not None:
                nodes.append(Node(f"root {name}", "root", name))
                edges.append(Edge(f"root {name}", f"object {target}", f"{value.offset:+d}" if value.offset else ""))
        for thing in moment.things:
            plain: list[str] = []
            for name, value in self._words(thing) if thing.alive else ():
                if value.thing in shown and value.bits >= NULL_PAGE:
                    edges.append(Edge(f"object {thing.number}", f"object {value.thing}", name))
                else:
                    plain.append(f"{name}: {self._value(value)}")
            label = "\n".join([self._mark(thing.number), *(plain if thing.alive else ("freed",))])
            nodes.append(Node(f"object {thing.number}", "location", label))
        return Picture(tuple(nodes), tuple(edges))


def _bytes(given: Input) -> bytes:
    return given.value if isinstance(given.value, bytes) else b""


def _signed(bits: int, size: int) -> int:
    width = 8 * size
    return bits - (1 << width) if size and bits >> (width - 1) else bits


def _given(given: Input) -> str:
    if given.kind == "failure":
        return "the allocation fails"
    if isinstance(given.value, bytes):
        shown = given.value[:_LONGEST].hex(" ")
        more = "…" if len(given.value) > _LONGEST else ""
        return f"uninitialised memory holds {shown}{more}"
    return str(_signed(given.value, given.size))
