"""The expressions of a program's methods, by positions in compiled code."""

from __future__ import annotations

from symheap.core.source import CodePosition, Position
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.words.bytecode import Expressions
from symheap.lang.java.words.operands import Stack
from symheap.lang.java.world import World


class MethodExpressions:
    """Looks up methods and caches their expressions. Unreadable methods have none."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._found: dict[str, Expressions | None] = {}

    def method_at(self, position: Position) -> JavaMethod | None:
        if not isinstance(position, CodePosition):
            return None
        before, parenthesis, rest = position.member.partition("(")
        owner, _, name = before.rpartition(".")
        try:
            if not self.world.exists(owner):
                return None
            return self.world.find(owner).methods.get(f"{name}{parenthesis}{rest}")
        except (Malformed, NotFound):
            return None

    def of(self, position: Position) -> Expressions | None:
        """Return the expressions of the method at a position."""
        if not isinstance(position, CodePosition):
            return None
        if position.member not in self._found:
            self._found[position.member] = self._derive(position)
        return self._found[position.member]

    def _derive(self, position: CodePosition) -> Expressions | None:
        method = self.method_at(position)
        if method is None or method.info is None:
            return None
        file = self.world.find(method.owner).file
        try:
            code = method.code
        except Malformed:
            return None
        return None if file is None or code is None else Expressions(file, method.info, code)

    def at(self, position: Position) -> tuple[Instruction, Stack] | None:
        """Return the instruction at a position, and the stack before it."""
        expressions = self.of(position)
        if expressions is None:
            return None
        number = expressions.code.index.get(position.column)
        stack = expressions.before(position.column)
        return None if number is None or stack is None else (expressions.code.instructions[number], stack)
