"""Small random programs of the memory IR without loops, from a seed.

They allocate, free, copy, compare addresses, leave scopes and read unset bytes; everything that a program leaves open
is assumed to be small or one of its addresses, so that all executions can be listed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from symheap.core.source import Position
from symheap.memory import ir
from symheap.memory.expressions import AddressOf, Binary, Conversion, Convert, Expression, Number, Operator, Register

_INTEGERS: Final = tuple(Register(name, 4) for name in "ab")
_POINTERS: Final = tuple(Register(name, 4) for name in "pqr")
_BYTE: Final = Register("c", 1)
_LOCAL: Final = ir.Local("m", 8, 4)
_GLOBAL: Final = AddressOf("g", 4)
_NUMBERS: Final = (0, 1, 2, 4, 8, -4)
_COMPARISONS: Final = (Operator.EQ, Operator.NE, Operator.SLT, Operator.ULT, Operator.ULE)
_ARITHMETIC: Final = (
    Operator.ADD,
    Operator.SUB,
    Operator.AND,
    Operator.OR,
    Operator.XOR,
    Operator.UDIV,
    Operator.SREM,
    Operator.SHL,
)


def random_program(seed: int) -> ir.Program:
    """Return the program of a seed: at most eight commands, some of them under conditions."""
    return _Writer(Random(seed)).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._line = 0
        self._blocks: dict[str, ir.Block] = {}
        self._commands: list[ir.Command] = []
        self._label = "entry"
        self._sizes: dict[Register, int] = {}

    def program(self) -> ir.Program:
        self._begin()
        for _ in range(self._random.randint(3, 7)):
            self._branch() if self._random.random() < 0.15 else self._command()
        if self._random.random() < 0.7:
            self._assert()
        self._close(ir.Return(Number(0, 4), self._position()))
        main = ir.Function("main", (), 4, "entry", self._blocks, Position("small", 1, 1))
        functions = {"main": main, "touch": _touch()}
        kind = self._random.choice((ir.Lifetime.GLOBAL, ir.Lifetime.GLOBAL, ir.Lifetime.STRING))
        pieces = (ir.Piece(0, Number(7, 4)),)
        known = ir.Global("g", 8, kind, pieces, Position("small", 1, 1), extern=self._random.random() < 0.3)
        return ir.Program(ir.DataModel.ILP32, functions, {"g": known}, "main")

    def _position(self) -> Position:
        self._line += 1
        return Position("small", self._line, 1)

    def _emit(self, command: ir.Command) -> None:
        self._commands.append(command)

    def _close(self, end: ir.End) -> None:
        self._blocks[self._label] = ir.Block(self._label, tuple(self._commands), end)
        self._commands = []

    def _begin(self) -> None:
        """Set every register: to numbers, and to addresses of the local, of the global, and of a new object."""
        self._emit(ir.Enter((_LOCAL,), self._position()))
        for register in _INTEGERS:
            self._emit(ir.Assign(register, Number(self._random.randrange(3), 4), self._position()))
        self._emit(ir.Assign(_BYTE, Number(1, 1), self._position()))
        for register in _POINTERS:
            how = self._random.random()
            if how < 0.3:
                self._allocated(register)
            elif how < 0.4:
                self._emit(ir.Assign(register, Number(0, 4), self._position()))
            else:
                place = AddressOf("m", 4, local=True) if how < 0.7 else _GLOBAL
                self._emit(ir.Assign(register, place, self._position()))
                self._sizes[register] = 8

    def _branch(self) -> None:
        number = len(self._blocks)
        then, other, after = f"then{number}", f"other{number}", f"after{number}"
        self._close(ir.Branch(self._condition(), then, other, self._position()))
        for label in (then, other):
            self._label = label
            if label == then or self._random.random() < 0.5:
                self._command()
            self._close(ir.Jump(after, self._position()))
        self._label = after

    # Expressions ------------------------------------------------------------------------------------------------------

    def _value(self) -> Expression:
        number: Expression = Number(self._random.choice(_NUMBERS), 4)
        return self._random.choice((*_INTEGERS, *_POINTERS, number))

    def _pointer(self) -> Register:
        """Return a pointer, usually one that probably holds the address of a live object."""
        believed = [register for register in _POINTERS if register in self._sizes]
        return self._random.choice(believed if believed and self._random.random() < 0.9 else _POINTERS)

    def _address(self) -> Expression:
        """Return an address, usually one inside an object."""
        pointer = self._pointer()
        how = self._random.random()
        if how < 0.9:
            offset = 4 if how < 0.4 and self._sizes.get(pointer) == 8 else 0
            return Binary(Operator.ADD, pointer, Number(offset, 4)) if offset else pointer
        if how < 0.95:
            return Binary(Operator.ADD, pointer, Number(self._random.choice(_NUMBERS), 4))
        return Binary(Operator.ADD, pointer, self._random.choice(_INTEGERS))

    def _condition(self) -> Expression:
        """Return a comparison of two values, sometimes of an address with one that may be behind another object."""
        if self._random.random() < 0.2:
            first, second = self._random.sample(_POINTERS, 2)
            behind = Binary(Operator.ADD, first, Number(self._random.choice((4, 8)), 4))
            return Binary(self._random.choice(_COMPARISONS), behind, second)
        return Binary(self._random.choice(_COMPARISONS), self._value(), self._value())

    def _count(self) -> Expression:
        return Number(self._random.choice((0, 1, 4, 8)), 4) if self._random.random() < 0.7 else _INTEGERS[0]

    # Commands ---------------------------------------------------------------------------------------------------------

    def _command(self) -> None:
        choices: tuple[tuple[int, Callable[[], None]], ...] = (
            (6, self._load),
            (6, self._store),
            (4, self._allocate),
            (3, self._free),
            (3, self._assign),
            (2, self._any_integer),
            (2, self._any_pointer),
            (3, self._copy),
            (2, self._fill),
            (3, self._reallocate),
            (1, self._scope),
            (1, self._assert),
            (1, self._call),
        )
        weights, makers = zip(*choices, strict=True)
        self._random.choices(makers, weights)[0]()

    def _assume_small(self, register: Register) -> None:
        """Assume that a register is below three, or equals one of the pointers."""
        condition: Expression = Binary(Operator.ULT, register, Number(3, 4))
        for pointer in _POINTERS:
            if pointer != register:
                condition = Binary(Operator.OR, condition, Binary(Operator.EQ, register, pointer))
        self._emit(ir.Assume(condition, self._position()))

    def _load(self) -> None:
        if self._random.random() < 0.2:
            self._emit(ir.Load(_BYTE, self._address(), self._position()))
            small = Binary(Operator.ULT, _BYTE, Number(3, 1))
            self._emit(ir.Assume(small, self._position()))
            wide = Convert(self._random.choice((Conversion.ZERO_EXTEND, Conversion.SIGN_EXTEND)), _BYTE, 4)
            self._emit(ir.Assign(_INTEGERS[0], wide, self._position()))
            return
        target = self._random.choice((*_INTEGERS, *_POINTERS))
        self._emit(ir.Load(target, self._address(), self._position()))
        self._sizes.pop(target, None)
        self._assume_small(target)

    def _store(self) -> None:
        value = self._value()
        if self._random.random() < 0.2:
            value = Convert(Conversion.TRUNCATE, value, 1)
        self._emit(ir.Store(self._address(), value, self._position()))

    def _allocate(self) -> None:
        self._allocated(self._random.choice(_POINTERS))

    def _allocated(self, target: Register) -> None:
        number = self._random.choice((0, 4, 4, 8, 8, 8))
        size = Number(number, 4) if self._random.random() < 0.9 else _INTEGERS[0]
        lifetime = ir.Lifetime.LOCAL if self._random.random() < 0.1 else ir.Lifetime.HEAP
        zero, may_fail = self._random.random() < 0.3, self._random.random() < 0.2
        self._emit(ir.Allocate(target, size, self._position(), zero, may_fail, lifetime))
        self._sizes[target] = number

    def _reallocate(self) -> None:
        address, target = self._pointer(), self._random.choice(_POINTERS)
        number, may_fail = self._random.choice((4, 8)), self._random.random() < 0.2
        self._emit(ir.Reallocate(target, address, Number(number, 4), self._position(), may_fail))
        self._sizes.pop(address, None)
        self._sizes[target] = number

    def _free(self) -> None:
        address = self._pointer()
        self._emit(ir.Free(address, self._position()))
        self._sizes.pop(address, None)

    def _assign(self) -> None:
        target = self._random.choice((*_INTEGERS, *_POINTERS))
        if self._random.random() < 0.5:
            value: Expression = Binary(self._random.choice(_ARITHMETIC), self._value(), self._value())
        else:
            value = self._value() if self._random.random() < 0.5 else self._condition()
        self._emit(ir.Assign(target, value, self._position()))
        self._sizes.pop(target, None)
        if isinstance(value, Register) and value in self._sizes:
            self._sizes[target] = self._sizes[value]

    def _any_integer(self) -> None:
        register = self._random.choice(_INTEGERS)
        self._emit(ir.Nondet(register, self._position()))
        self._emit(ir.Assume(Binary(Operator.ULT, register, Number(3, 4)), self._position()))

    def _any_pointer(self) -> None:
        """Set a pointer to an unknown value, usually a small one or another pointer."""
        register = self._random.choice(_POINTERS)
        self._emit(ir.Nondet(register, self._position()))
        self._sizes[register] = 4
        if self._random.random() < 0.7:
            self._assume_small(register)
        self._emit(ir.Assume(Binary(Operator.ULT, Number(3, 4), register), self._position()))

    def _copy(self) -> None:
        self._emit(ir.Copy(self._address(), self._address(), self._count(), self._position()))

    def _fill(self) -> None:
        byte = self._random.choice((None, Number(0, 1), Number(1, 1), _BYTE))
        self._emit(ir.Fill(self._address(), byte, self._count(), self._position()))

    def _scope(self) -> None:
        """End the life of the local, and sometimes begin it again."""
        self._emit(ir.Leave((_LOCAL,), self._position()))
        if self._random.random() < 0.5:
            self._emit(ir.Enter((_LOCAL,), self._position()))

    def _assert(self) -> None:
        self._emit(ir.Assert(self._condition(), "asserted", self._position()))

    def _call(self) -> None:
        """Call by name or by address, and sometimes by an address that is no function."""
        function: str | Expression = self._random.choice(("touch", AddressOf("touch", 4), _POINTERS[0]))
        target, argument = self._random.choice(_POINTERS), self._pointer()
        self._emit(ir.Call(target, function, (argument,), self._position()))
        self._sizes.pop(target, None)


def _touch() -> ir.Function:
    """Return a function that stores through its argument and returns the dangling address of its own local."""
    position = Position("small", 1000, 1)
    at, local = Register("at", 4), ir.Local("inner", 4, 4)
    commands = (
        ir.Enter((local,), position),
        ir.Store(at, Number(1, 4), Position("small", 1001, 1)),
    )
    end = ir.Return(AddressOf("inner", 4, local=True), position)
    return ir.Function("touch", (at,), 4, "entry", {"entry": ir.Block("entry", commands, end)}, position)
