"""Inputs by their declared types: code that makes every value that a parameter is assumed to have.

Assumptions are recorded in `assumptions`; those that leave out inputs only because there are too many are also in
`bounds`.  Nothing is shared: two pointers never lead to the same object.

| type | input |
|---|---|
| integer, floating point | anything |
| pointer to a node of a list | null, or a list of that shape; a ring where the node is only links |
| ``FILE *`` | an open stream; in a member, also null |
| pointer to another struct | an object whose members are inputs in turn; in a member, also null |
| ``char *`` | a string; in a member, also null |
| ``T **`` | the address of an input |
| pointer to a function | an exported function of that type |
| ``void *``, pointer to an undefined type | anything: an address that is not known to be valid |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from symheap.lang.c import modelled
from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.exports import Export, Library
from symheap.lang.c.client.groups import frees
from symheap.lang.c.client.lists import null_terminated, ring
from symheap.lang.c.client.pre import Form, Input, Precondition
from symheap.lang.c.client.shapes import Spine, is_ring, last_members, nodes_of, self_links
from symheap.lang.c.client.spot import Spot
from symheap.lang.c.client.values import Values
from symheap.lang.c.front.types import Array, CType, Field, FunctionType, Integer, Pointer, Record, Void, is_boolean
from symheap.memory.expressions import AddressOf, Expression, Number, Operator, Register
from symheap.memory.ir import Local

DEPTH: Final = 2
"""Members are inputs down to this many objects behind a parameter; pointers further down are null."""

MOST: Final = 40
"""Largest number of pointers of one call that are inputs; all others are null."""

_CHOICES: Final = 4
"""Largest number of members of one call that may be null; others are not null.  Each such choice doubles the states of
a proof."""

_SIZES: Final = (1, 4)
"""Sizes of strings in bytes.  A function that reads past the final zero leaves an object of one of these sizes."""


class Inputs:
    """The inputs of one call of a function, with the objects that they point to.

    `values` maps parameters to values, as they become known; `used` are the paths of the pointers made so far; `lasts`
    are the paths that a precondition calls the last nodes of lists.  Only if `is_last` (no call follows) may objects be
    locals of the client.
    """

    def __init__(
        self, library: Library, build: Builder, export: Export, given: Precondition | None, *, is_last: bool
    ) -> None:
        self.library = library
        self.types = library.types
        self.build = build
        self.export = export
        self.assumptions: dict[str, None] = {}
        self.bounds: dict[str, None] = {}
        self.values: dict[str, Expression] = {}
        self.held: list[Expression] = []
        self.used: set[str] = set()
        self.lasts: dict[str, Register] = {}
        self._given = given
        self._is_last = is_last
        self._choices = _CHOICES

    def assume(self, path: str, what: str) -> None:
        self.assumptions.setdefault(f"{self.export.name}: {path} {what}")

    def limit(self, path: str, what: str) -> None:
        """Record an assumption that is also a bound: more inputs exist than are tried."""
        self.assume(path, what)
        self.bounds.setdefault(f"{self.export.name}: {path} {what}")

    def parameter(self, name: str, ctype: CType) -> Expression:
        """Return the value of a parameter; for a struct, the address of a copy."""
        match ctype:
            case Record():
                where = self.build.allocate(self.types.size(ctype))
                self._members(Spot(name).within(ctype), where, ctype)
                return where
            case Pointer(target=pointed):
                target = self.build.fresh(name=name)
                self._pointer(Spot(name), pointed, target)
                return target
            case _:
                return self._number(ctype, name)

    def _number(self, ctype: CType, name: str = "") -> Register:
        value = self.build.anything(self.types.size(ctype), name)
        if is_boolean(ctype):
            self.build.assume(Operator.ULE, value, Number(1, 1))
        return value

    # Pointers ---------------------------------------------------------------------------------------------------------

    def _pointer(self, spot: Spot, pointed: CType, target: Register) -> None:
        """Set `target` to a pointer to `pointed`."""
        self.used.add(spot.path)
        given = self._given.inputs.get(spot.path) if self._given is not None else None
        if given is not None:
            self.build.choose([self._described(spot, pointed, choice, target) for choice in given])
        elif spot.path in self.lasts:
            self._null(target)()
        elif spot.depth > DEPTH or pointed in spot.inside or len(self.used) > MOST:
            self.limit(spot.path, "is null")
            self._null(target)()
        else:
            self._usual(spot, pointed, target)

    def _usual(self, spot: Spot, pointed: CType, target: Register) -> None:
        match pointed:
            case Void():
                self._bytes(spot, target)
            case FunctionType():
                self._function(spot, pointed, target)
            case Record():
                self._record(spot, pointed, target)
            case Integer(name="char"):
                self._maybe(spot, target, lambda: self._string(spot, target))
            case _:
                self._maybe(spot, target, lambda: self._object(spot, pointed, target))

    def _null(self, target: Register) -> Callable[[], None]:
        return lambda: self.build.set(target, self.build.null())

    def _maybe(self, spot: Spot, target: Register, make: Callable[[], None]) -> None:
        """Make the pointer with `make`; a member may also be null."""
        if spot.depth == 0:
            self.assume(spot.path, "is not null")
            make()
        elif self._choices == 0:
            self.limit(spot.path, "is not null")
            make()
        else:
            self._choices -= 1
            self.build.choose((self._null(target), make))

    def _bytes(self, spot: Spot, target: Register) -> None:
        """Set `target` to a pointer of unknown type: any address, or null or a heap object if the function frees it."""
        if spot.depth or not self._is_freed(spot):
            self.build.set(target, self.build.anything(self.build.pointer))
            return
        self.limit(spot.path, "is null or leads to one byte of the heap")
        self.build.choose((self._null(target), lambda: self.build.set(target, self.build.allocate(1))))

    def _record(self, spot: Spot, record: Record, target: Register) -> None:
        if record.tag in modelled.STREAM_TAGS:
            self._maybe(spot, target, lambda: self._stream(spot, target))
            return
        if not self.types.is_complete(record):
            self.build.set(target, self.build.anything(self.build.pointer))
            return
        spine = nodes_of(self.types, self.library.records, record)
        if is_ring(self.types, record) and spine is not None:
            self.assume(spot.path, f"is the head of a ring of any number of {spine.node}")
            self._ring(spot, record, spine, target)
        elif spine is not None:
            self._list(spot, spine, target)
        elif self_links(self.types, record):
            self.build.refuse(
                f"{self.export.name}: {spot.path}: which link of {record} makes a list is for --pre to say"
            )
            self.build.set(target, self.build.anything(self.build.pointer))
        else:
            self._maybe(spot, target, lambda: self._object(spot, record, target))

    def _stream(self, spot: Spot, target: Register) -> None:
        """Set `target` to an open stream, as the models of the C library make one."""
        self.assume(spot.path, "is an open stream")
        base = self.build.allocate(modelled.STREAM_OFFSET + modelled.STREAM_SIZE)
        self.build.set(target, self.build.at(base, modelled.STREAM_OFFSET))
        self.build.store(target, 0, Number(1, 1))
        self.build.store(target, modelled.MARK_OFFSET, Number(modelled.STREAM_MARK, 2))

    # What pointers lead to --------------------------------------------------------------------------------------------

    def _described(self, spot: Spot, pointed: CType, choice: Input, target: Register) -> Callable[[], None]:
        """Return the code that makes the input which a precondition describes."""
        reader = Values(self.types, self.build, self.export, self.values)
        match choice.form:
            case Form.NULL:
                return self._null(target)
            case Form.ANY:
                return lambda: self.build.set(target, self.build.anything(self.build.pointer))
            case Form.STRING:
                return lambda: self._string(spot, target)
            case Form.OBJECT:
                return lambda: self._object(spot, pointed, target)
            case Form.ARRAY:
                return lambda: self.build.set(target, self.build.allocate(reader.bytes(choice, pointed)))
            case _:
                spine = reader.spine(choice, pointed, self.library.records)
        if choice.form is Form.CYCLIC and isinstance(pointed, Record):
            return lambda: self._ring(spot, pointed, spine, target)
        last = None if choice.last is None else self.lasts[str(choice.last)]
        return lambda: self._list(spot, spine, target, last)

    def _list(self, spot: Spot, spine: Spine, target: Register, last: Register | None = None) -> None:
        what = "singly" if spine.back is None else "doubly"
        self.assume(spot.path, f"is null or an acyclic, null-terminated, {what} linked list of {spine.node}")
        null_terminated(self.build, spine, lambda: self._node(spot, spine), target, last)

    def _ring(self, spot: Spot, head: Record, spine: Spine, target: Register) -> None:
        first = self._node(spot, replace(spine, node=head, entry=0))
        ring(self.build, spine, lambda: self._node(spot, spine), first)
        self.build.set(target, first)

    def _node(self, spot: Spot, spine: Spine) -> Register:
        """Allocate a node of a list and fill its members, except for the links."""
        base = self.build.allocate(self.types.size(spine.node))
        self._members(spot.within(spine.node), base, spine.node, spine.offsets())
        return base

    def _object(self, spot: Spot, ctype: CType, target: Register) -> None:
        size = self.types.size(ctype)
        if self._is_last and spot.depth == 0 and not self._is_freed(spot):
            self.build.set(target, self.build.enter(Local(f"{self.export.name}.{spot.path}", size)))
        else:
            self.build.set(target, self.build.allocate(size))
        if isinstance(ctype, Record):
            self._members(spot.within(ctype), target, ctype)
        elif isinstance(ctype, Pointer):
            value = self.build.fresh()
            self._pointer(replace(spot, path=f"*{spot.path}", depth=spot.depth + 1), ctype.target, value)
            self.build.store(target, 0, value)

    def _is_freed(self, spot: Spot) -> bool:
        """Whether the function frees the object that a parameter points to."""
        numbers = [number for number, each in enumerate(self.export.parameters) if each.name == spot.path]
        return any(frees(self.library.program, self.export.symbol, self.export.hidden + each) for each in numbers)

    def _string(self, spot: Spot, target: Register) -> None:
        """Set `target` to a string: unknown bytes with a zero at the end.  A parameter may also be an empty string."""
        sizes = _SIZES if spot.depth == 0 else _SIZES[-1:]
        null = ", or null" if spot.depth else ""
        self.limit(spot.path, f"is a string in {' or '.join(map(str, sizes))} bytes{null}")
        self.build.choose([partial(self.build.string, target, size) for size in sizes])

    def _function(self, spot: Spot, ctype: FunctionType, target: Register) -> None:
        symbols = self.library.of_type(ctype)
        if symbols:
            self.assume(spot.path, f"is one of {', '.join(symbols)}")
            addresses = [AddressOf(symbol, self.build.pointer) for symbol in symbols]
            self.build.choose([partial(self.build.set, target, address) for address in addresses])
        elif spot.depth:
            self.limit(spot.path, "is null")
            self.build.set(target, self.build.null())
        else:
            self.build.refuse(f"{self.export.name}: {spot.path} is a function: no exported one has its type")
            self.build.set(target, self.build.null())

    # Members ----------------------------------------------------------------------------------------------------------

    def _members(
        self, spot: Spot, base: Expression, record: Record, links: frozenset[int] = frozenset(), origin: int = 0
    ) -> None:
        """Fill the members of the struct at `base` plus `origin`, except for `links`.  Numbers keep unknown values."""
        if record.union or record.tag.startswith("_"):
            return
        fields = self.types.layout(record).fields
        tails = self._tails(spot, fields)
        for field in fields:
            inner, offset = spot.member(field.name), origin + field.offset
            if offset in links and isinstance(field.type, Pointer):
                continue
            if field.name in tails:
                self._with_tail(spot, base, origin, field, tails[field.name])
            elif field not in tails.values():
                self._member(inner, base, field.type, offset, links)

    def _member(self, spot: Spot, base: Expression, ctype: CType, offset: int, links: frozenset[int]) -> None:
        match ctype:
            case Pointer(target=pointed):
                value = self.build.fresh()
                self._pointer(spot, pointed, value)
                self.build.store(base, offset, value)
            case Record():
                self._embedded(spot, base, ctype, offset, links)
            case Array(element=Pointer(), length=length) if length:
                self.limit(spot.path, "has only null in it")
                self.build.clear(self.build.at(base, offset), length * self.build.pointer)
            case _ if is_boolean(ctype):
                self.build.store(base, offset, self._number(ctype))

    def _embedded(self, spot: Spot, base: Expression, record: Record, offset: int, links: frozenset[int]) -> None:
        """Fill a struct in a struct, or build a ring around it if it holds the links of a ring other than `links`."""
        size = self.types.size(record)
        is_linked = any(offset <= link < offset + size for link in links)
        outer = next((each for each in self.library.records if each in spot.inside), None)
        spine = nodes_of(self.types, self.library.records, record, outer)
        if is_ring(self.types, record) and spine is not None and not is_linked:
            self._around(spot, self.build.at(base, offset), record, spine)
        else:
            self._members(spot, base, record, links, offset)

    def _around(self, spot: Spot, head: Expression, record: Record, spine: Spine) -> None:
        """Build a ring around the links at `head`.

        If `head` is itself inside a node of that ring, the client also keeps a pointer to another node.
        """
        if spot.depth > DEPTH:
            spine = replace(spine, node=record, entry=0)
        if spine.node not in spot.inside or spot.depth > 1:
            self.assume(spot.path, f"is the head of a ring of any number of {spine.node}")
            ring(self.build, spine, lambda: self._node(spot, spine), head)
            return
        self.assume(spot.path, f"is in a ring of any number of {spine.node}")
        other = self.build.fresh()
        self.build.set(other, head)
        ring(self.build, spine, lambda: self._node(spot, spine), head, other)
        self.held.append(other)

    def _tails(self, spot: Spot, fields: Sequence[Field]) -> dict[str | None, Field]:
        """Return the members that point to the last node of a list, by the member that points to its front.

        Empty if a precondition describes members of the input.
        """
        if self._given is not None and any(path.startswith(f"{spot.path}->") for path in self._given.inputs):
            return {}
        pairs = last_members(self.types, fields)
        return {name: field for name, field in pairs.items() if _pointed(field) not in spot.inside}

    def _with_tail(self, spot: Spot, base: Expression, origin: int, front: Field, tail: Field) -> None:
        spine = nodes_of(self.types, self.library.records, _pointed(front))
        assert spine is not None
        inner = spot.member(front.name)
        self.assume(spot.member(tail.name).path, f"is the last node of {inner.path}, or null")
        value, last = self.build.fresh(), self.build.fresh()
        self._list(inner, spine, value, last)
        self.build.store(base, origin + front.offset, value)
        self.build.store(base, origin + tail.offset, last)


def _pointed(field: Field) -> Record:
    """Return the struct that a member points to; the caller knows that it points to one."""
    assert isinstance(field.type, Pointer)
    assert isinstance(field.type.target, Record)
    return field.type.target
