"""The blocks of a method, and the abstract state at their entry."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from symheap.lang.java.classfile.classfile import Bootstrap
from symheap.lang.java.classfile.code import Handler, Instruction
from symheap.lang.java.classfile.constants import DynamicConst
from symheap.lang.java.classfile.descriptors import PRIMITIVES
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.frame import FrameEmitter
from symheap.lang.java.lower.graph import Block, Graph, Name, entered
from symheap.lang.java.lower.kinds import OBJECT, TOP, Kinds, join_all
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.lower.method import MethodHeader
from symheap.objects import ir


class StackKinds(NamedTuple):
    """The kinds of the operand stack and of the local variables."""

    stack: Kinds
    variables: Kinds


class BodyLowering(FrameEmitter):
    """Lowers blocks in reverse postorder, and again when more general kinds reach them.

    A block gets its number when it is first referred to, so all numbered blocks are reachable.
    """

    def __init__(self, link: Linker, header: MethodHeader, graph: Graph) -> None:
        super().__init__(link, header)
        self.graph = graph
        self.name: Name = (0, ())
        self._states: dict[Name, StackKinds] = {}
        self._numbers: dict[Name, int] = {}
        self._sides: dict[Name, list[int]] = {}
        self._sides_used = 0
        self._waiting: list[tuple[int, Name]] = []
        self._guards: dict[tuple[tuple[int, ...], tuple[Handler, ...]], tuple[ir.Handler, ...]] = {}

    # Blocks

    def enter(self) -> None:
        """Enter the first block, with the arguments in their variables."""
        assert self.graph.code is not None
        free = self.graph.code.max_locals - len(self.header.argument_kinds)
        if free < 0:
            raise self.fail("there are more arguments than local variables")
        self._reach((0, ()), StackKinds((), self.header.argument_kinds + (TOP,) * free))

    def next_block(self) -> Block | None:
        """Begin the next waiting block; return None when all are done."""
        if not self._waiting:
            return None
        _, self.name = heappop(self._waiting)
        state = self._states[self.name]
        block = self.graph.blocks[self.name[0]]
        self.guard = self._guard(block.handlers)
        number = self._numbers[self.name]
        self.blocks[number].clear()
        self.handlers[number] = self.guard
        self.start(number)
        self.forget_constants()
        self.release()
        self.initialized = set()
        self._sides_used = 0
        self.entries = [self.slot(i) for i in range(len(state.stack))]
        self.kinds = list(state.stack)
        self.variables = list(state.variables)
        self.changed = bool(block.handlers)
        return block

    def block(self) -> int:
        """Create a block besides those of the graph. Lowering a block again reuses the same ones."""
        sides = self._sides.setdefault(self.name, [])
        if self._sides_used == len(sides):
            sides.append(super().block())
        number = sides[self._sides_used]
        self._sides_used += 1
        self.blocks[number].clear()
        self.handlers[number] = self.guard
        return number

    def _guard(self, handlers: tuple[Handler, ...]) -> tuple[ir.Handler, ...]:
        """Return the handlers, without those of missing classes: an object of such a class cannot be thrown."""
        if not handlers:
            return ()
        key = (self.name[1], handlers)
        guards = self._guards.get(key)
        if guards is None:
            guards = self._guards[key] = tuple(h for handler in handlers if (h := self._handler(handler)) is not None)
        return guards

    def _handler(self, handler: Handler) -> ir.Handler | None:
        try:
            types = None if handler.catch is None else self.link.types(handler.catch)
        except Unlinkable:
            return None
        return ir.Handler(types, self._number((handler.target, self.name[1])), self.slot(0))

    # Edges

    def _number(self, name: Name) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = super().block()
        return number

    def _reach(self, name: Name, state: StackKinds) -> None:
        known = self._states.get(name)
        if known is None:
            self._number(name)
            merged = state
        else:
            if len(known.stack) != len(state.stack):
                raise self.fail(f"the operand stack has two depths at {name[0]}")
            merged = StackKinds(join_all(known.stack, state.stack), join_all(known.variables, state.variables))
            if merged == known:
                return
        if TOP in merged.stack:
            raise self.fail(f"the operand stack has two kinds at {name[0]}")
        self._states[name] = merged
        entry = (self.graph.order[name], name)
        if entry not in self._waiting:
            heappush(self._waiting, entry)

    def edge(self, pc: int) -> int:
        """Return the number of the block at `pc`, which control enters with the current, flushed stack."""
        return self._edge((pc, self.name[1]))

    def call_edge(self, pc: int, back: int) -> int:
        """Return the block of a subroutine that returns to `back`."""
        return self._edge((pc, entered(self.name[1], back)))

    def return_edge(self) -> int:
        """Return the block after the call of the innermost subroutine."""
        context = self.name[1]
        return self._edge((context[-1], context[:-1]))

    def _edge(self, name: Name) -> int:
        self._reach(name, StackKinds(tuple(self.kinds), tuple(self.variables)))
        number = self._numbers[name]
        if (self.name, name) in self.graph.back:
            self.back_edges.add((self.number, number))
        return number

    def tell_handlers(self, block: Block) -> None:
        """Record that the handlers of the block may be entered with the current variables."""
        self.changed = False
        state = StackKinds((OBJECT,), tuple(self.variables))
        for handler in block.handlers:
            name = (handler.target, self.name[1])
            if name in self._numbers:
                self._reach(name, state)
                if (self.name, name) in self.graph.back:
                    self.back_edges.add((self.number, self._numbers[name]))

    def following(self) -> int:
        """Return the pc after the block."""
        after = self.graph.blocks[self.name[0]].after
        if after is None:
            raise self.fail("control falls off the end of the code")
        return after

    def return_address(self) -> int | None:
        """Return the pc to which the innermost subroutine returns."""
        return self.name[1][-1] if self.name[1] else None

    # Bootstrap methods

    def bootstrap(self, index: int) -> Bootstrap:
        file = self.link.java_class.file
        if file is None or index >= len(file.bootstrap_methods):
            raise self.fail(f"there is no bootstrap method {index}")
        return file.bootstrap_methods[index]

    def bootstrap_name(self, index: int) -> str:
        reference = self.bootstrap(index).handle.reference
        return f"{reference.owner}.{reference.name}"


def primitive_class(f: BodyLowering, constant: DynamicConst) -> str | None:
    """Return the primitive type of a dynamic constant in the form that compilers generate for its class object."""
    if f.bootstrap_name(constant.bootstrap) != "java.lang.invoke.ConstantBootstraps.primitiveClass":
        return None
    return PRIMITIVES.get(constant.name)


Lowering = Callable[[BodyLowering, Instruction], None]
