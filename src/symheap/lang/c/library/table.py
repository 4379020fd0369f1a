"""Models of library functions, and how they enter a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from symheap.lang.c.front.types import VOID, CType, Integer, Pointer, Void
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import convert
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Expression, Number


@dataclass(frozen=True, slots=True)
class Invocation:
    """A call of a library function; `declared` is the result type that the program declares, if any."""

    name: str
    arguments: tuple[Value, ...]
    declared: CType | None

    def address(self, context: Context, index: int) -> Expression:
        return self._as(context, index, context.types.pointer(VOID))

    def size(self, context: Context, index: int) -> Expression:
        return self._as(context, index, context.types.size_t)

    def integer(self, context: Context, index: int) -> Expression:
        return self._as(context, index, context.types.int)

    def _as(self, context: Context, index: int, ctype: CType) -> Expression:
        if index >= len(self.arguments):
            raise context.wrong(f"{self.name} has too few arguments")
        return convert(context, self.arguments[index], ctype).expression

    def result(self, otherwise: CType) -> CType:
        """Return the declared type, or else the one in the library's header."""
        scalar = isinstance(self.declared, (Integer, Pointer))
        return self.declared if scalar and self.declared is not None else otherwise


Emit = Callable[[Context, Invocation], Value]
NOTHING = Value(Number(0, 4), VOID)


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    """A model of a library function: `emit` emits the commands of a call, `documentation` describes it in one line."""

    name: str
    header: str
    documentation: str
    emit: Emit
    intrinsic: bool = False
    assumptions: tuple[str, ...] = ()


@dataclass(eq=False)
class Table:
    """The models of one family."""

    functions: dict[str, LibraryFunction] = field(default_factory=dict)

    def model(
        self,
        names: str,
        header: str,
        documentation: str,
        *,
        intrinsic: bool = False,
        assumptions: tuple[str, ...] = (),
    ) -> Callable[[Emit], Emit]:
        """Register a model under each of `names`, which are separated by spaces."""

        def enter(emit: Emit) -> Emit:
            for name in names.split():
                self.functions[name] = LibraryFunction(name, header, documentation, emit, intrinsic, assumptions)
            return emit

        return enter


def anything(context: Context, ctype: CType, stands_for: str = "") -> Value:
    """Return an unknown value of a type.

    `stands_for` names a function whose value is fixed but not computed by its model.
    """
    if isinstance(ctype, Void):
        return NOTHING
    return Value(context.anything(context.types.size(ctype), stands_for), ctype)
