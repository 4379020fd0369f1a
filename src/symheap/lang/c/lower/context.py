"""The state of lowering one function, or one constant expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pycparser import c_ast

from symheap.core.source import Position, SourceError
from symheap.lang.c.front.errors import Unsupported
from symheap.lang.c.front.nodes import place
from symheap.lang.c.front.scopes import Scope
from symheap.lang.c.front.types import VOID, CType, Types
from symheap.lang.c.lower.emitter import Emitter, Extent
from symheap.lang.c.lower.values import depth, registers
from symheap.lang.c.modelled import APPROXIMATE, FILE
from symheap.memory.expressions import AddressOf, Binary, Expression, Number, Operator, Register
from symheap.memory.ir import Assign, Command, Enter, Halt, Leave, Local, Nondet, Refuse

if TYPE_CHECKING:
    from symheap.lang.c.unit import Unit

_DEEPEST: Final = 12
"""Expressions nested deeper than this are split by temporaries, so readers of the IR need no deep recursion."""
_READ_FIRST: Final = "an operand that a call in the same expression changes: gcc may read it before or after that"


@dataclass(frozen=True, slots=True)
class Exit:
    """Target of ``break`` or ``continue``: a label, just inside `extent`."""

    label: str
    extent: Extent


@dataclass(eq=False)
class Cases:
    """The cases of a switch, in the order of the source: (first, last, label, scope)."""

    cases: list[tuple[int, int, str, Extent]] = field(default_factory=list)
    default: tuple[str, Extent] | None = None


@dataclass(eq=False)
class Jumps:
    """The labels of a function and the gotos to them; a goto may come before its label."""

    labels: dict[str, tuple[str, Extent]] = field(default_factory=dict)
    gotos: list[tuple[str, str, Extent, Position]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Returns:
    """Attributes that restrict how a function returns: never, or not with null."""

    never: bool = False
    nonnull: bool = False


@dataclass(eq=False)
class Context:
    unit: Unit
    scope: Scope
    position: Position
    emitter: Emitter = field(default_factory=Emitter)
    extent: Extent = field(default_factory=lambda: Extent(None))
    function: str = ""
    result: CType = VOID
    result_address: Expression | None = None
    in_memory: frozenset[int] = frozenset()
    names: dict[str, str] = field(default_factory=dict)
    places: dict[str, Position] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    breaks: list[Exit] = field(default_factory=list)
    continues: list[Exit] = field(default_factory=list)
    switches: list[Cases] = field(default_factory=list)
    jumps: Jumps = field(default_factory=Jumps)
    returns: Returns = Returns()
    has_cleanups: bool = False
    temporaries: list[Local] = field(default_factory=list)
    is_scratch: bool = False
    read_last: dict[Register, Register] = field(default_factory=dict)
    """Maps temporaries with variables that gcc reads last in an operation to their values before that operation."""

    @property
    def types(self) -> Types:
        return self.unit.types

    # Places in the source ---------------------------------------------------------------------------------------------

    def at(self, node: c_ast.Node) -> Position:
        """Make the place of `node` the current one, and return it."""
        self.position = place(node, self.position)
        return self.position

    def unsupported(self, reason: str, node: c_ast.Node | None = None) -> Unsupported:
        """Return the exception for a construct that symheap does not support."""
        return Unsupported(reason, self.position if node is None else self.at(node))

    def wrong(self, message: str, node: c_ast.Node | None = None) -> SourceError:
        """Return the exception for a program that is not valid C."""
        return SourceError(message, self.position if node is None else self.at(node))

    # Commands ---------------------------------------------------------------------------------------------------------

    def emit(self, command: Command) -> None:
        self.emitter.emit(command)

    def fresh(self, size: int) -> Register:
        return self.emitter.fresh(size)

    def keep(self, expression: Expression) -> Expression:
        """Return an expression for the current value of `expression`, unaffected by later assignments."""
        if all(register.name.startswith("%") for register in registers(expression)):
            return expression
        return self.store(expression)

    def store(self, expression: Expression) -> Register:
        """Return a new temporary with the value of `expression`."""
        target = self.fresh(expression.size)
        self.emit(Assign(target, expression, self.position))
        return target

    def check_read_last(self, used: Iterable[Register]) -> None:
        """Refuse executions in which gcc may have read one of `used`, a key of `read_last`, before it was changed."""
        for last in used:
            first = self.read_last.get(last)
            if first is not None:
                then, after = self.emitter.label("changed"), self.emitter.label("after")
                self.emitter.branch(Binary(Operator.NE, first, last), then, after, self.position)
                self.emitter.start(then)
                self.emit(Refuse(_READ_FIRST, self.position))
                self.emitter.start(after, self.position)

    def shallow(self, expression: Expression) -> Expression:
        return self.store(expression) if depth(expression) > _DEEPEST else expression

    def anything(self, size: int, stands_for: str = "") -> Register:
        target = self.fresh(size)
        self.emit(Nondet(target, self.position, stands_for or self.approximated()))
        return target

    def approximated(self) -> str:
        """Name of the C library function being modelled if its model is approximate, else empty."""
        return APPROXIMATE.get(self.function, "") if self.position.file == FILE else ""

    def count(self, value: int) -> Number:
        """Return a number of bytes as an expression."""
        return Number(value, self.types.model.pointer)

    def refuse_if(self, condition: Expression, reason: str) -> None:
        """Refuse executions in which `condition` holds."""
        if isinstance(condition, Number) and not condition.value:
            return
        refused, passed = self.emitter.label("refused"), self.emitter.label("passed")
        self.emitter.branch(condition, refused, passed, self.position)
        self.emitter.start(refused)
        self.emitter.emit(Refuse(reason, self.position))
        self.emitter.end(Halt("", self.position))
        self.emitter.start(passed)

    # Names ------------------------------------------------------------------------------------------------------------

    def unique(self, name: str) -> str:
        """Return a name that no other register or local of this function has: ``name``, ``name.2``…"""
        count = self.taken.get(name, 0) + 1
        self.taken[name] = count
        chosen = name if count == 1 else f"{name}.{count}"
        self.names[chosen] = name
        self.places[chosen] = self.position
        return chosen

    def local(self, name: str, ctype: CType, aligned: int | None = None, *, constant: bool = False) -> Expression:
        """Return the address of a new local in memory, in the current scope.

        Its declaration may ask for an alignment, which may be less than that of its type.
        """
        alignment = aligned or self.types.alignment(ctype)
        return self.place_local(Local(self.unique(name), self.types.size(ctype), alignment, constant))

    def scratch_local(self, ctype: CType, *, constant: bool = False) -> Expression:
        """Return the address of a local without a name in the source, for an aggregate value."""
        name = self.fresh(self.types.model.pointer).name
        return self.place_local(Local(name, self.types.size(ctype), self.types.alignment(ctype), constant))

    def temporary(self, ctype: CType) -> Expression:
        """Return the address of a new object that lives until the full expression has been evaluated."""
        name = self.fresh(self.types.model.pointer).name
        local = Local(name, self.types.size(ctype), self.types.alignment(ctype))
        self.temporaries.append(local)
        self.emit(Enter((local,), self.position))
        return self.place_local(local)

    def end_expression(self) -> None:
        """End the life of the temporaries of a full expression."""
        if self.temporaries and self.emitter.is_open:
            self.emit(Leave(tuple(self.temporaries), self.position))
        self.temporaries.clear()

    def place_local(self, local: Local) -> Expression:
        self.extent.locals.append(local)
        return AddressOf(local.name, self.types.model.pointer, local=True)

    # Scopes -----------------------------------------------------------------------------------------------------------

    @contextmanager
    def inner(self, node: c_ast.Node) -> Iterator[Extent]:
        """Enter a block whose names and locals end with it."""
        outer_scope, outer_extent = self.scope, self.extent
        self.scope, self.extent = Scope(outer_scope), Extent(outer_extent)
        extent = self.extent
        self.emitter.begin(extent, self.at(node))
        try:
            yield extent
        finally:
            if self.emitter.is_open:
                self.emitter.leave(extent, outer_extent, self.position)
            self.scope, self.extent = outer_scope, outer_extent

    def scratch(self) -> Context:
        """Return a context that sees the same names and whose commands are discarded."""
        return Context(
            self.unit,
            Scope(self.scope),
            self.position,
            emitter=Emitter(),
            extent=Extent(None),
            function=self.function,
            result=self.result,
            result_address=self.result_address,
            in_memory=self.in_memory,
            taken=dict(self.taken),
            is_scratch=True,
        )
