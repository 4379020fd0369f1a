"""Emit the code of a client: unknown values, choices, loops, memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symheap.core.source import Position
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.emitter import Emitter
from symheap.memory.expressions import AddressOf, Binary, Expression, Number, Operator, Register
from symheap.memory.ir import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Command,
    Enter,
    Fill,
    Jump,
    Leave,
    Load,
    Local,
    Nondet,
    Refuse,
    Store,
)


class Builder:
    """Emits commands at one place of the source, that of the function which is called."""

    def __init__(self, emitter: Emitter, pointer: int, position: Position) -> None:
        self.emitter = emitter
        self.pointer = pointer
        self.position = position
        self.names: dict[str, str] = {}

    def emit(self, command: Command) -> None:
        self.emitter.emit(command)

    def null(self) -> Number:
        return Number(0, self.pointer)

    def fresh(self, size: int | None = None, name: str = "") -> Register:
        """Return a new register, of the size of an address unless `size` is given; `name` is shown to the user."""
        target = self.emitter.fresh(self.pointer if size is None else size)
        if name:
            self.names[target.name] = name
        return target

    def anything(self, size: int, name: str = "") -> Register:
        target = self.fresh(size, name)
        self.emit(Nondet(target, self.position))
        return target

    def set(self, target: Register, value: Expression) -> None:
        self.emit(Assign(target, value, self.position))

    def at(self, address: Expression, offset: int) -> Expression:
        return fold.binary(Operator.ADD, address, Number(offset, self.pointer)) if offset else address

    def load(self, address: Expression, size: int | None = None) -> Register:
        target = self.fresh(size)
        self.emit(Load(target, address, self.position))
        return target

    def store(self, address: Expression, offset: int, value: Expression) -> None:
        self.emit(Store(self.at(address, offset), value, self.position))

    def clear(self, address: Expression, count: int) -> None:
        """Set `count` bytes to zero."""
        self.emit(Fill(address, Number(0, 1), Number(count, self.pointer), self.position))

    def allocate(self, size: int | Expression) -> Register:
        """Allocate a heap object with unknown contents.  The allocation of a client never fails."""
        target = self.fresh()
        count = Number(size, self.pointer) if isinstance(size, int) else size
        self.emit(Allocate(target, count, self.position))
        return target

    def string(self, target: Register, size: int) -> None:
        """Set `target` to the address of a new object of `size` bytes, the last of which is zero."""
        self.set(target, self.allocate(size))
        self.store(target, size - 1, Number(0, 1))

    def enter(self, local: Local) -> Expression:
        """Begin the life of a local object of the client, with unknown contents, and return its address.

        Entering the same local again makes a new object.
        """
        self.emit(Enter((local,), self.position))
        return AddressOf(local.name, self.pointer, local=True)

    def leave(self, locals_: Iterable[Local]) -> None:
        """End the life of local objects of the client."""
        objects = tuple(locals_)
        if objects:
            self.emit(Leave(objects, self.position))

    def assume(self, operator: Operator, left: Expression, right: Expression) -> None:
        self.emit(Assume(Binary(operator, left, right), self.position))

    def refuse(self, reason: str) -> None:
        self.emit(Refuse(reason, self.position))

    # Control ----------------------------------------------------------------------------------------------------------

    def choose(self, alternatives: Iterable[Callable[[], None]]) -> None:
        """Run one of `alternatives`, chosen nondeterministically."""
        *others, last = alternatives
        end = self.emitter.label("chosen")
        for alternative in others:
            then, following = self.emitter.label("choice"), self.emitter.label("other")
            self._coin(then, following)
            self.emitter.start(then)
            alternative()
            self.emitter.end(Jump(end, self.position))
            self.emitter.start(following)
        last()
        self.emitter.start(end, self.position)

    def repeat(self, body: Callable[[], None]) -> None:
        """Run `body` any number of times."""
        head, inside, end = (self.emitter.label(hint) for hint in ("grow", "more", "grown"))
        self.emitter.start(head, self.position)
        self._coin(inside, end)
        self.emitter.start(inside)
        body()
        self.emitter.end(Jump(head, self.position))
        self.emitter.start(end)

    def forever(self, body: Callable[[], None]) -> None:
        """Run `body` again and again, without end."""
        head = self.emitter.label("hold")
        self.emitter.start(head, self.position)
        body()
        self.emitter.end(Jump(head, self.position))

    def only_if(self, condition: Expression, body: Callable[[], None]) -> None:
        """Run `body` if `condition` is not zero."""
        inside, end = self.emitter.label("then"), self.emitter.label("fi")
        self.emitter.end(Branch(condition, inside, end, self.position))
        self.emitter.start(inside)
        body()
        self.emitter.start(end, self.position)

    def _coin(self, then: str, other: str) -> None:
        flag = self.anything(4)
        self.emitter.end(Branch(Binary(Operator.NE, flag, Number(0, 4)), then, other, self.position))
