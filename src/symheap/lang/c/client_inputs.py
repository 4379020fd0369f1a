"""Inputs by their declared types: code that makes every value that a parameter is assumed to have.

What is assumed is noted in `assumptions`.  Nothing is shared: two pointers never lead to the same object.

| type | input |
|---|---|
| integer, floating point | anything |
| pointer to a node of a list | null, or a list of that shape; a ring where the node is only links |
| pointer to another struct | an object whose members are inputs in turn; in a member, also null |
| ``char *`` | a string; in a member, also null |
| ``T **`` | the address of an input |
| pointer to a function | an exported function of that type |
| ``void *``, pointer to what is not defined | anything: an address that is not known to be valid |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symheap.core.source import SourceError
from symheap.lang.c.client_build import Builder
from symheap.lang.c.client_exports import Export, Library
from symheap.lang.c.client_lists import null_terminated, ring
from symheap.lang.c.client_pre import Form, Input, Precondition
from symheap.lang.c.client_shapes import Spine, container, is_bare, is_ring, self_links, spine_of
from symheap.lang.c.client_values import Values
from symheap.lang.c.types import Array, CType, Field, FunctionType, Integer, Pointer, Record, Void, is_boolean
from symheap.memory.expressions import AddressOf, Expression, Number, Operator, Register
from symheap.memory.ir import Store

DEPTH: Final = 2
"""How many objects deep the members of inputs are inputs."""

_SHORTEST, _LONGEST = 1, 1 << 16
_HEAD: Final = re.compile(r"head|first|front|begin|top", re.IGNORECASE)
_TAIL: Final = re.compile(r"tail|last|rear|end|bottom", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an input goes: a parameter (`depth` 0) or a member, `depth` objects behind it, of structs `inside`."""

    path: str
    depth: int = 0
    inside: frozenset[Record] = frozenset()

    def member(self, name: str | None) -> Spot:
        return replace(self, path=f"{self.path}->{name or '?'}")

    def within(self, record: Record) -> Spot:
        return replace(self, depth=self.depth + 1, inside=self.inside | {record})


class Inputs:
    """The inputs of one call of a function."""

    def __init__(self, library: Library, build: Builder, export: Export, given: Precondition | None = None) -> None:
        self.library = library
        self.types = library.types
        self.build = build
        self.export = export
        self.assumptions: dict[str, None] = {}
        self._given = given
        self._used: set[str] = set()
        self._lasts: dict[str, Register] = {}
        self.values: dict[str, Expression] = {}

    def assume(self, path: str, what: str) -> None:
        self.assumptions.setdefault(f"{self.export.name}: {path} {what}")

    # Arguments --------------------------------------------------------------------------------------------------------

    def arguments(self, fixed: dict[str, Expression] | None = None) -> list[Expression]:
        """The arguments of the call, in order; `fixed` are there already.  Numbers come before what they count."""
        self.values = dict(fixed or {})
        reader = Values(self.types, self.build, self.export, self.values)
        if self._given is not None:
            reader.check(self._given)
            for path in [choice.last for found in self._given.inputs.values() for choice in found if choice.last]:
                self._lasts[str(path)] = self.build.fresh()
                self.build.set(self._lasts[str(path)], self.build.null())
            self.assumptions.setdefault(f"{self.export.name}: its precondition ({self._given.position}) holds")
        same = reader.aliases(self._given)
        for parameter in sorted(self.export.parameters, key=lambda each: isinstance(each.type, (Pointer, Record))):
            if parameter.name not in self.values and parameter.name not in same:
                self.values[parameter.name] = self._argument(parameter.name, parameter.type)
        for name, other in same.items():
            self.values[name] = self.values[other]
        self._finish(reader)
        return [self.values[parameter.name] for parameter in self.export.parameters]

    def _argument(self, name: str, ctype: CType) -> Expression:
        spot = Spot(name)
        match ctype:
            case Record():
                where = self.build.allocate(self.types.size(ctype))
                self._members(spot.within(ctype), where, ctype)
                return where
            case Pointer(target=pointed):
                target = self.build.fresh()
                self._pointer(spot, pointed, target)
                return target
            case _:
                return self._number(ctype)

    def _finish(self, reader: Values) -> None:
        """What can be said only when all inputs are there."""
        for name, register in self._lasts.items():
            if name in self.values:
                self.build.set(_register(self.values[name]), register)
            else:
                address = reader.address(name)
                self.build.emit(Store(address, register, self.build.position))
        if self._given is None:
            return
        for path, choices in self._given.inputs.items():
            if path not in self._used:
                raise SourceError(f"{path} is no input: what it is in is described otherwise", choices[0].path.position)
        for relation in self._given.relations:
            reader.relate(relation)

    def _number(self, ctype: CType) -> Register:
        value = self.build.anything(self.types.size(ctype))
        if is_boolean(ctype):
            self.build.assume(Operator.ULE, value, Number(1, 1))
        return value

    # Pointers ---------------------------------------------------------------------------------------------------------

    def _pointer(self, spot: Spot, pointed: CType, target: Register) -> None:
        """`target` becomes a pointer to `pointed`."""
        self._used.add(spot.path)
        if spot.path in self._lasts:
            self.build.set(target, self.build.null())
            return
        given = self._given.inputs.get(spot.path) if self._given is not None else None
        if given is not None:
            self.build.choose([self._described(spot, pointed, choice, target) for choice in given])
            return
        if spot.depth > DEPTH or pointed in spot.inside:
            self.assume(spot.path, "is null")
            self.build.set(target, self.build.null())
            return
        match pointed:
            case Void():
                self.build.set(target, self.build.anything(self.build.pointer))
            case FunctionType():
                self._function(spot, pointed, target)
            case Record():
                self._record(spot, pointed, target)
            case Integer(name="char"):
                self._maybe(spot, target, lambda: self._string(spot, target))
            case _:
                self._maybe(spot, target, lambda: self._object(spot, pointed, target))

    def _maybe(self, spot: Spot, target: Register, make: Callable[[], None]) -> None:
        """What `make` sets; in a member, or null."""
        if spot.depth == 0:
            self.assume(spot.path, "is not null")
            make()
        else:
            self.build.choose((lambda: self.build.set(target, self.build.null()), make))

    def _record(self, spot: Spot, record: Record, target: Register) -> None:
        if not self.types.is_complete(record):
            self.build.set(target, self.build.anything(self.build.pointer))
            return
        spine = self._spine(record)
        if is_ring(self.types, record) and spine is not None:
            self.assume(spot.path, f"is the head of a ring of any number of {spine.node}")
            self._ring(spot, record, spine, target)
        elif spine is not None:
            self._list(spot, spine, target)
        elif self_links(self.types, record):
            self.build.refuse(f"{spot.path} of {self.export.name}: which link of {record} makes a list is not known")
            self.build.set(target, self.build.anything(self.build.pointer))
        else:
            self._maybe(spot, target, lambda: self._object(spot, record, target))

    def _spine(self, record: Record, without: Record | None = None) -> Spine | None:
        """The list of a struct; of a struct of links only, the list of what it is embedded in, if that is known."""
        if is_bare(self.types, record):
            return container(self.types, self.library.records, record, without) or spine_of(self.types, record)
        return spine_of(self.types, record)

    # What pointers lead to --------------------------------------------------------------------------------------------

    def _described(self, spot: Spot, pointed: CType, choice: Input, target: Register) -> Callable[[], None]:
        """The code of an input of a precondition."""
        reader = Values(self.types, self.build, self.export, self.values)
        match choice.form:
            case Form.NULL:
                return lambda: self.build.set(target, self.build.null())
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
        last = None if choice.last is None else self._lasts[str(choice.last)]
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
        """A node of a list, without its links."""
        base = self.build.allocate(self.types.size(spine.node))
        self._members(spot.within(spine.node), base, spine.node, spine.offsets())
        return base

    def _object(self, spot: Spot, ctype: CType, target: Register) -> None:
        self.build.set(target, self.build.allocate(self.types.size(ctype)))
        if isinstance(ctype, Record):
            self._members(spot.within(ctype), target, ctype)
        elif isinstance(ctype, Pointer):
            value = self.build.fresh()
            self._pointer(replace(spot, path=f"*{spot.path}", depth=spot.depth + 1), ctype.target, value)
            self.build.store(target, 0, value)

    def _string(self, spot: Spot, target: Register) -> None:
        """Bytes that are anything, and a zero at the end."""
        self.assume(spot.path, f"is a string of less than {_LONGEST} bytes" + (", or null" if spot.depth else ""))
        size = self.build.anything(self.build.pointer)
        self.build.assume(Operator.ULE, Number(_SHORTEST, self.build.pointer), size)
        self.build.assume(Operator.ULE, size, Number(_LONGEST, self.build.pointer))
        self.build.set(target, self.build.allocate(size))
        end = self.build.fresh()
        self.build.set(end, self.build.plus(self.build.plus(target, size), Number(-1, self.build.pointer)))
        self.build.store(end, 0, Number(0, 1))

    def _function(self, spot: Spot, ctype: FunctionType, target: Register) -> None:
        symbols = [symbol for symbol, export in self.library.exports.items() if _agrees(export.type, ctype)]
        if symbols:
            self.assume(spot.path, f"is one of {', '.join(symbols)}")
            self.build.choose([self._address(symbol, target) for symbol in symbols])
        elif spot.depth:
            self.assume(spot.path, "is null")
            self.build.set(target, self.build.null())
        else:
            self.build.refuse(f"{spot.path} of {self.export.name} is a function: no exported one has its type")
            self.build.set(target, self.build.null())

    def _address(self, symbol: str, target: Register) -> Callable[[], None]:
        return lambda: self.build.set(target, AddressOf(symbol, self.build.pointer))

    # Members ----------------------------------------------------------------------------------------------------------

    def _members(
        self, spot: Spot, base: Expression, record: Record, links: frozenset[int] = frozenset(), origin: int = 0
    ) -> None:
        """The members of the struct at `base` plus `origin`, without `links`.  Numbers are anything as they are."""
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
                self.assume(spot.path, "has only null in it")
                for index in range(length):
                    self.build.store(base, offset + index * self.build.pointer, self.build.null())
            case _ if is_boolean(ctype):
                self.build.store(base, offset, self._number(ctype))

    def _embedded(self, spot: Spot, base: Expression, record: Record, offset: int, links: frozenset[int]) -> None:
        """A struct in a struct.  Where it is the links of a ring, and not those that are being built, it is in one."""
        size = self.types.size(record)
        is_linked = any(offset <= link < offset + size for link in links)
        outer = next((each for each in self.library.records if each in spot.inside), None)
        spine = self._spine(record, outer)
        if is_ring(self.types, record) and spine is not None and not is_linked:
            if spot.depth > DEPTH:
                spine = replace(spine, node=record, entry=0)
            self.assume(spot.path, f"is the head of a ring of any number of {spine.node}")
            found = spine
            ring(self.build, spine, lambda: self._node(spot, found), self.build.at(base, offset))
        else:
            self._members(spot, base, record, links, offset)

    def _tails(self, spot: Spot, fields: Sequence[Field]) -> dict[str | None, Field]:
        """Members that are the last node of a list, by the name of the member that is its front; their names tell."""
        if self._given is not None and any(path.startswith(f"{spot.path}->") for path in self._given.inputs):
            return {}
        found: dict[str | None, Field] = {}
        for front in fields:
            ctype = front.type
            if not (isinstance(ctype, Pointer) and isinstance(ctype.target, Record) and _HEAD.search(front.name or "")):
                continue
            ends = [field for field in fields if field.type == ctype and _TAIL.search(field.name or "")]
            is_list = self._spine(ctype.target) is not None and not is_ring(self.types, ctype.target)
            if is_list and len(ends) == 1 and ends[0] != front and ctype.target not in spot.inside:
                found[front.name] = ends[0]
        return found

    def _with_tail(self, spot: Spot, base: Expression, origin: int, front: Field, tail: Field) -> None:
        ctype = front.type
        assert isinstance(ctype, Pointer)
        assert isinstance(ctype.target, Record)
        spine = self._spine(ctype.target)
        assert spine is not None
        inner = spot.member(front.name)
        self.assume(spot.member(tail.name).path, f"is the last node of {inner.path}, or null")
        value, last = self.build.fresh(), self.build.fresh()
        self._list(inner, spine, value, last)
        self.build.store(base, origin + front.offset, value)
        self.build.store(base, origin + tail.offset, last)


def _agrees(one: FunctionType, other: FunctionType) -> bool:
    return (one.result, one.parameters, one.variadic) == (other.result, other.parameters, other.variadic)


def _register(expression: Expression) -> Register:
    assert isinstance(expression, Register)
    return expression
