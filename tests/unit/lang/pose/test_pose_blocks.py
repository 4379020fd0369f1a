"""Building blocks of the parser."""

from __future__ import annotations

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.lang.pose.blocks import BlockBuilder
from symheap.objects.ir import Branch, Const, Fail, Jump, Return

NOWHERE = Position("", 0, 0)


def test_nothing_is_appended_behind_an_end() -> None:
    code = BlockBuilder(1)
    code.emit(Return(0, NOWHERE))
    code.emit(Const(0, 1, NOWHERE))
    assert code.branch(0, NOWHERE) == (None, None)
    assert code.blocks() == ((Return(0, NOWHERE),),)


def test_arms_that_end_are_not_joined() -> None:
    code = BlockBuilder(1)
    then, other = code.branch(0, NOWHERE)
    code.continue_in(then)
    code.emit(Fail(ErrorKind.UNBOUND, "x", NOWHERE))
    end = code.open_block
    code.continue_in(other)
    code.join((end, code.open_block), NOWHERE)
    code.emit(Return(0, NOWHERE))
    assert code.blocks() == (
        (Branch(0, 1, 2, NOWHERE),),
        (Fail(ErrorKind.UNBOUND, "x", NOWHERE),),
        (Jump(3, NOWHERE),),
        (Return(0, NOWHERE),),
    )


def test_behind_two_ends_nothing_is_reached() -> None:
    code = BlockBuilder(0)
    for block in code.branch(0, NOWHERE):
        code.continue_in(block)
        code.emit(Return(0, NOWHERE))
    code.join((None, None), NOWHERE)
    assert code.open_block is None
    assert len(code.blocks()) == 3


def test_released_registers_are_handed_out_again() -> None:
    code = BlockBuilder(2)
    first, second = code.register(), code.register()
    code.release(first)
    assert (first, second, code.register(), code.register(), code.registers) == (2, 3, 2, 4, 5)
