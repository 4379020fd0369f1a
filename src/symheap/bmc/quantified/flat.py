"""Flatten a program into one graph of single commands: calls are inlined, globals are allocated by commands.

This is the form in which [SLAyer] has programs: vertices are locations, and edges carry commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Union

from symheap.core.deadline import tick
from symheap.core.source import Position
from symheap.memory.expressions import AddressOf, Binary, Convert, Expression, Number, Operator, Register
from symheap.memory.ir import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Block,
    Branch,
    Call,
    Enter,
    Fill,
    Free,
    Function,
    Global,
    Halt,
    Jump,
    Leave,
    Lifetime,
    Load,
    Local,
    Nondet,
    Program,
    Return,
    Store,
)


class TooMuch(Exception):
    """The program has a construct that this form does not support, described in one phrase."""


@dataclass(frozen=True, slots=True)
class Set:
    """Read all `values`, then set `targets`."""

    targets: tuple[Register, ...]
    values: tuple[Expression, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the life of an object outside of the heap, and set `address` to its address."""

    address: Register
    bytes: int
    alignment: int
    zero: bool
    position: Position


@dataclass(frozen=True, slots=True)
class Finish:
    """End the life of the object at `address`, and set `address` to null; null is allowed."""

    address: Register
    bytes: int
    position: Position


Step = Union[Set, Nondet, Load, Store, Fill, Allocate, Free, Begin, Finish, Assume, Assert]
"""The command on an edge."""


@dataclass(frozen=True, slots=True)
class Vertex:
    """A step with its successors.

    A branch has no step and two successors: for a condition that is not zero, and for zero.  `block` is the function
    and the label that the vertex belongs to, if any.
    """

    step: Step | None
    condition: Expression | None = None
    following: tuple[int, ...] = ()
    block: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Flat:
    """A flat program; `vertices` are by number, 0 is the first.  A vertex without successors is an end."""

    vertices: tuple[Vertex, ...]
    registers: frozenset[Register]
    pointer: int

    def longest(self) -> int | None:
        """Return the largest number of steps of an execution; None if there is a cycle."""
        lengths: dict[int, int] = {}
        waiting = [(0, False)]
        on_way: set[int] = set()
        while waiting:
            tick()
            at, is_done = waiting.pop()
            if is_done:
                on_way.discard(at)
                lengths[at] = 1 + max((lengths[each] for each in self.vertices[at].following), default=-1)
            elif at in on_way:
                return None
            elif at not in lengths:
                on_way.add(at)
                waiting.append((at, True))
                waiting += [(each, False) for each in self.vertices[at].following if each not in lengths]
        return lengths[0]


def flat(program: Program) -> Flat:
    """Return the flat form of a program.  Raises `TooMuch`."""
    return _Flattening(program).run()


class _Flattening:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._vertices: list[Vertex] = []
        self._registers: set[Register] = set()
        self._calls = 0

    def run(self) -> Flat:
        pointer = self._program.model.pointer
        if any(each.lifetime is not Lifetime.GLOBAL for each in self._program.globals.values()):
            raise TooMuch("string constants")
        entry = self._program.functions[self._program.entry]
        start = self._reserve()
        begin = self._globals(start)
        at = begin
        for parameter in entry.parameters:
            at = self._put(at, Nondet(self._named(entry, "", parameter), entry.position))
        self._function(entry, "", at, lambda value, here: self._reserve_at(here), ())
        return Flat(_without_jumps(self._vertices), frozenset(self._registers), pointer)

    # Vertices ---------------------------------------------------------------------------------------------------------

    def _reserve(self) -> int:
        self._vertices.append(Vertex(None))
        return len(self._vertices) - 1

    def _reserve_at(self, here: int) -> None:
        """Make `here` an end."""
        self._vertices[here] = Vertex(None)

    def _put(self, here: int, step: Step, block: tuple[str, str] | None = None) -> int:
        """Put `step` at `here`, and return the vertex behind it."""
        after = self._reserve()
        self._vertices[here] = Vertex(step, None, (after,), block)
        return after

    # Names ------------------------------------------------------------------------------------------------------------

    def _register(self, name: str, size: int) -> Register:
        register = Register(name, size)
        self._registers.add(register)
        return register

    def _named(self, function: Function, call: str, register: Register) -> Register:
        return self._register(f"{call}{function.name}:{register.name}", register.size)

    def _address(self, name: str) -> Register:
        return self._register(f"&{name}", self._program.model.pointer)

    def _renamed(self, function: Function, call: str, expression: Expression) -> Expression:
        match expression:
            case Number():
                return expression
            case Register():
                return self._named(function, call, expression)
            case AddressOf(symbol=symbol, local=True):
                return self._address(f"{call}{function.name}:{symbol}")
            case AddressOf(symbol=symbol):
                if symbol not in self._program.globals:
                    raise TooMuch("addresses of functions")
                return self._address(symbol)
            case Binary():
                left, right = (self._renamed(function, call, each) for each in (expression.left, expression.right))
                return Binary(expression.operator, left, right)
            case Convert():
                return replace(expression, operand=self._renamed(function, call, expression.operand))

    # Code -------------------------------------------------------------------------------------------------------------

    def _globals(self, at: int) -> int:
        """Create all globals, then initialise them."""
        known = self._program.globals.values()
        for each in known:
            at = self._put(
                at, Begin(self._address(each.name), each.size, each.alignment, not each.extern, each.position)
            )
        for each in known:
            at = self._pieces(each, at)
        return at

    def _pieces(self, known: Global, at: int) -> int:
        nowhere = Function("", (), None, "", {}, known.position)
        base = self._address(known.name)
        for piece in known.pieces:
            address = Binary(Operator.ADD, base, Number(piece.offset, base.size))
            at = self._put(at, Store(address, self._renamed(nowhere, "", piece.value), known.position))
        return at

    def _function(
        self,
        function: Function,
        call: str,
        start: int,
        returned: Callable[[Expression | None, int], None],
        stack: tuple[str, ...],
    ) -> None:
        """Add the body of a call from `start` on.  `returned` adds the code behind a return, given its value."""
        if function.name in stack:
            raise TooMuch(f"recursion of {function.name}")
        heads = {label: self._reserve() for label in function.blocks}
        self._vertices[start] = Vertex(None, None, (heads[function.entry],))
        for label, block in function.blocks.items():
            at = self._block(function, call, block, heads[label], (*stack, function.name))
            self._end(function, call, block, at, heads, returned)

    def _block(self, function: Function, call: str, block: Block, at: int, stack: tuple[str, ...]) -> int:
        here = (function.name, block.label)

        def named(expression: Expression) -> Expression:
            return self._renamed(function, call, expression)

        for command in block.commands:
            match command:
                case Assign(target=target, value=value):
                    step: Step = Set((self._named(function, call, target),), (named(value),), command.position)
                case Nondet(target=target):
                    step = replace(command, target=self._named(function, call, target))
                case Load(target=target, address=address):
                    step = replace(command, target=self._named(function, call, target), address=named(address))
                case Store(address=address, value=value):
                    step = replace(command, address=named(address), value=named(value))
                case Fill(target=address, byte=byte, count=count):
                    filled = None if byte is None else named(byte)
                    step = replace(command, target=named(address), byte=filled, count=named(count))
                case Allocate(target=target, size=size, lifetime=Lifetime.HEAP):
                    step = replace(command, target=self._named(function, call, target), size=named(size))
                case Free(address=address):
                    step = replace(command, address=named(address))
                case Assume(condition=condition) | Assert(condition=condition):
                    step = replace(command, condition=named(condition))
                case Enter() | Leave():
                    at = self._scope(function, call, command, at)
                    continue
                case Call():
                    at = self._call(function, call, command, at, stack)
                    continue
                case _:
                    raise TooMuch(type(command).__name__.lower())
            at = self._put(at, step, here)
        return at

    def _scope(self, function: Function, call: str, command: Enter | Leave, at: int) -> int:
        if isinstance(command, Leave) and command.arrays:
            raise TooMuch("arrays of variable length")
        for local in command.locals:
            if local.constant:
                raise TooMuch("locals that are defined const")
            address = self._address(f"{call}{function.name}:{local.name}")
            at = self._put(at, Finish(address, local.size, command.position))
            if isinstance(command, Enter):
                at = self._put(at, Begin(address, local.size, local.alignment, False, command.position))
        return at

    def _call(self, caller: Function, call: str, command: Call, at: int, stack: tuple[str, ...]) -> int:
        if not isinstance(command.function, str) or command.function not in self._program.functions:
            raise TooMuch("calls through pointers, or of what is not defined")
        callee = self._program.functions[command.function]
        if len(command.arguments) != len(callee.parameters):
            raise TooMuch("calls with too many or too few arguments")
        self._calls += 1
        inner = f"{self._calls}/"
        values = tuple(self._renamed(caller, call, each) for each in command.arguments)
        targets = tuple(self._named(callee, inner, each) for each in callee.parameters)
        start = self._put(at, Set(targets, values, command.position)) if targets else at
        locals_ = {(local.name, local.size) for local in _locals(callee)}
        for name, _ in sorted(locals_):
            null = Number(0, self._program.model.pointer)
            start = self._put(start, Set((self._address(f"{inner}{callee.name}:{name}"),), (null,), command.position))
        after = self._reserve()

        def returned(value: Expression | None, here: int) -> None:
            for name, size in sorted(locals_):
                address = self._address(f"{inner}{callee.name}:{name}")
                here = self._put(here, Finish(address, size, command.position))
            if command.target is not None:
                target = self._named(caller, call, command.target)
                step: Step = Nondet(target, command.position)
                if value is not None:
                    step = Set((target,), (value,), command.position)
                here = self._put(here, step)
            self._vertices[here] = Vertex(None, None, (after,))

        self._function(callee, inner, start, returned, stack)
        return after

    def _end(
        self,
        function: Function,
        call: str,
        block: Block,
        at: int,
        heads: dict[str, int],
        returned: Callable[[Expression | None, int], None],
    ) -> None:
        match block.end:
            case Jump(target=target):
                self._vertices[at] = Vertex(None, None, (heads[target],))
            case Branch(condition=condition, then=then, other=other):
                shown = self._renamed(function, call, condition)
                self._vertices[at] = Vertex(None, shown, (heads[then], heads[other]))
            case Return(value=value):
                returned(None if value is None else self._renamed(function, call, value), at)
            case Halt():
                self._reserve_at(at)


def _without_jumps(vertices: list[Vertex]) -> tuple[Vertex, ...]:
    """Return the vertices with jumps skipped; unreachable vertices are dropped."""

    def real(at: int) -> int:
        seen: set[int] = set()
        while _is_jump(vertices[at]) and at not in seen:
            seen.add(at)
            at = vertices[at].following[0]
        return at

    order = [real(0)]
    for at in order:
        order += [each for each in dict.fromkeys(map(real, vertices[at].following)) if each not in order]
    number = {at: new for new, at in enumerate(order)}
    return tuple(
        replace(vertices[at], following=tuple(number[real(each)] for each in vertices[at].following)) for at in order
    )


def _is_jump(vertex: Vertex) -> bool:
    return vertex.step is None and vertex.condition is None and len(vertex.following) == 1


def _locals(function: Function) -> Iterator[Local]:
    for block in function.blocks.values():
        for command in block.commands:
            if isinstance(command, Enter):
                yield from command.locals
