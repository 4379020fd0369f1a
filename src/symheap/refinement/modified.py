"""Programs that begin in the middle: the path to a point is replaced by code that generates the states there.

The pending calls are rebuilt: each is a copy of its function that begins by setting up its registers and locals, calls
the next one instead of the call that it waits for, and then continues as the function does.

Rule: [SLAyer] section 5, Algorithm 2, ``cfg_of((prefix δℓ'); goto ℓ')``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from symheap.core.source import Position
from symheap.core.terms import Term, Value
from symheap.memory.execution.code import translated
from symheap.memory.expressions import Number, Register
from symheap.memory.ir import (
    Assign,
    Block,
    Call,
    Enter,
    Function,
    Jump,
    Lifetime,
    Local,
    Program,
)
from symheap.refinement.prefix import Prefix, Scope
from symheap.refinement.spelling import spelled
from symheap.refinement.writer import Writer
from symheap.separation.heaps.formula import Atom, Object, SymbolicHeap
from symheap.separation.heaps.outline import outline
from symheap.separation.heaps.renaming import symbols_of
from symheap.separation.proof.transition import Point, Site

RESUMED = " (resumed)"
"""Suffix of the names of rebuilt functions; no function of a program has it."""


@dataclass(frozen=True, slots=True)
class Modified:
    """A `program` that generates states and continues from `label` of `function`.

    `places` are the bases of the objects created on the way there, in order: globals and functions, then those that the
    code allocates and enters.  None: an object that the heap does not mention.
    """

    program: Program
    function: str
    label: str
    places: tuple[Term | None, ...] = ()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A call to rebuild: its function, where it continues, and its depth."""

    function: Function
    label: str
    index: int
    depth: int

    def roots(self, heap: SymbolicHeap) -> dict[str, str]:
        """Return the names of the roots of its registers and locals, by their own names."""
        prefix = f"{self.depth}:"
        return {name[len(prefix) :]: name for name in heap.roots if name.startswith(prefix)}


def modified(
    program: Program,
    point: Point,
    heap: SymbolicHeap,
    simplified: bool = True,
    known: Mapping[Term, int] | None = None,
    more_items: int | None = None,
) -> Modified:
    """Return the program that generates the models of `heap` and continues at `point`.

    Symbols in `known` have the value given there, and objects must then be placed accordingly.  For `simplified` and
    `more_items`, see `Prefix`.
    """
    return _Rebuilding(program, point, heap, simplified, known or {}, more_items).done()


class _Rebuilding:
    def __init__(
        self,
        program: Program,
        point: Point,
        heap: SymbolicHeap,
        simplified: bool,
        known: Mapping[Term, int],
        more_items: int | None,
    ) -> None:
        self._program = program
        self._heap = heap
        self._simplified = simplified
        self._known = known
        self._more_items = more_items
        self._frames = _frames(program, point)
        self._target = point
        self._locals = {id(thing): depth for depth, thing in self._owned()}
        self._functions: dict[str, Function] = {}
        self._order: list[Term | None] = []
        self._label = ""

    def _owned(self) -> list[tuple[int, Object]]:
        """Return the objects of calls, each with the number of its call among the rebuilt ones."""
        bases: dict[Value, Object] = {atom.base: atom for atom in self._heap.atoms if isinstance(atom, Object)}
        objects: list[tuple[int, Object]] = []
        for number, frame in enumerate(self._frames):
            for name, root in frame.roots(self._heap).items():
                thing = bases.get(self._heap.roots[root]) if name.startswith("&") else None
                if thing is not None and thing.lifetime.is_local:
                    objects.append((number, thing))
        return objects

    def done(self) -> Modified:
        program = self._program
        by_base = {atom.name: atom.base for atom in self._heap.atoms if isinstance(atom, Object) and _is_static(atom)}
        self._order += [by_base.get(name) for name in (*program.globals, *translated(program).pointed)]
        made = {atom.base for atom in self._heap.atoms if isinstance(atom, Object) and self._comes_to_be(atom)}
        free = self._known.keys() - made
        scope: Scope = {symbol: Number(self._known[symbol], symbol.sort.width // 8) for symbol in free}
        for number, frame in enumerate(self._frames):
            scope = self._rebuilt(number, frame, scope)
        functions = {**program.functions, **self._functions}
        entry = _name(self._frames[0].function, 0)
        last = _name(self._frames[-1].function, len(self._frames) - 1)
        return Modified(replace(program, functions=functions, entry=entry), last, self._label, tuple(self._order))

    def _comes_to_be(self, thing: Object) -> bool:
        """Whether an object gets its base at its creation: all but absent and freed ones and those of inner calls."""
        is_there = not thing.optional and thing.lifetime is not Lifetime.ENDED
        return is_there and not self._locals.get(id(thing), 0)

    def _rebuilt(self, number: int, frame: _Frame, given: Scope) -> Scope:
        """Build the function of a call, which begins with its part of the code.  Symbols reach it as parameters.

        The outermost one creates everything except the locals of the others.
        """
        writer = Writer(self._program.model.pointer, _position(frame))
        prefix = Prefix(writer, self._simplified, self._more_items)
        scope = dict(given)
        mine = [atom for atom in self._heap.atoms if self._locals.get(id(atom)) == number]
        self._entered(writer, frame, mine)
        if number == 0:
            inner = [atom for atom in self._heap.atoms if self._locals.get(id(atom), 0)]
            bases = {atom.base for atom in inner if isinstance(atom, Object)}
            scope = prefix.exists(bases - scope.keys(), scope)
            rest = tuple(atom for atom in self._heap.atoms if not any(atom is other for other in inner))
            needed = symbols_of(self._heap) - symbols_of(replace(self._heap, atoms=rest))
            scope = prefix.exists(needed - scope.keys(), scope)
            scope = prefix.formula(replace(self._heap, atoms=rest), scope)
        else:
            prefix.star(mine, scope)
        self._order += prefix.order
        self._registers(writer, frame, scope)
        self._leave(writer, number, frame, scope)
        name = _name(frame.function, number)
        passed = tuple(value for value in given.values() if isinstance(value, Register))
        self._functions[name] = replace(
            frame.function,
            name=name,
            parameters=passed,
            entry=writer.entry,
            blocks={**frame.function.blocks, **writer.blocks},
        )
        return scope

    def _entered(self, writer: Writer, frame: _Frame, mine: Sequence[Atom]) -> None:
        """Begin the lives of locals."""
        known = known_locals(frame.function)
        for atom in mine:
            if isinstance(atom, Object) and atom.name in known:
                self._order.append(atom.base)
                writer.emit(Enter((known[atom.name],), writer.position))

    def _registers(self, writer: Writer, frame: _Frame, scope: Scope) -> None:
        sizes = outline(frame.function).sizes
        for name, root in sorted(frame.roots(self._heap).items()):
            if not name.startswith("&") and name in sizes:
                value = spelled(self._heap.roots[root], scope, sizes[name])
                writer.emit(Assign(Register(name, sizes[name]), value, writer.position))

    def _leave(self, writer: Writer, number: int, frame: _Frame, scope: Scope) -> None:
        """Continue with the call that the function waits for, or at the point itself."""
        block = frame.function.blocks[frame.label]
        if number == len(self._frames) - 1:
            self._label = frame.label if frame.index == 0 else writer.label()
            if frame.index:
                writer.blocks[self._label] = Block(self._label, block.commands[frame.index :], block.end)
            writer.end(Jump(self._label, writer.position))
            return
        call = block.commands[frame.index]
        assert isinstance(call, Call)
        arguments = tuple(value for value in scope.values() if isinstance(value, Register))
        callee = _name(self._frames[number + 1].function, number + 1)
        writer.emit(replace(call, function=callee, arguments=arguments))
        rest = writer.label()
        writer.blocks[rest] = Block(rest, block.commands[frame.index + 1 :], block.end)
        writer.end(Jump(rest, writer.position))


def _frames(program: Program, point: Point) -> list[_Frame]:
    """Return the calls that a heap at `point` describes: from the last summarised one on, or all."""
    cut = max((number for number, site in enumerate(point.stack) if site.index < 0), default=-1)
    sites = (*point.stack[cut + 1 :], Site(point.function, point.label, point.index))
    return [
        _Frame(program.functions[site.function], site.label, site.index, depth)
        for depth, site in enumerate(sites, start=cut + 1)
    ]


def _name(function: Function, number: int) -> str:
    return f"{function.name}{RESUMED}{number or ''}"


def _position(frame: _Frame) -> Position:
    block = frame.function.blocks[frame.label]
    return (*block.commands[frame.index :], block.end)[0].position


def _is_static(thing: Object) -> bool:
    return thing.lifetime in (Lifetime.GLOBAL, Lifetime.STRING, Lifetime.CONSTANT, Lifetime.FUNCTION)


def known_locals(function: Function) -> dict[str, Local]:
    """Return the locals of a function that live in memory, by name."""
    return {
        local.name: local
        for block in function.blocks.values()
        for command in block.commands
        if isinstance(command, Enter)
        for local in command.locals
    }
