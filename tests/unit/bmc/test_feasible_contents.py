"""The bytes of an object on terms, against the interpreter's bytes."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from symheap.bmc.execution.contents import Contents, Word, copied, filled, parts, read, settled_in_words, written
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV32, BV64, Sort, Term, symbol, wrap
from symheap.core.theories.bitvectors import extract
from symheap.memory.bytes import MemoryObject
from symheap.memory.ir import Lifetime
from symheap.memory.values import Pointer, bits_of, origin_of

SIZE = 24
WORD = symbol(Origin.root("w"), BV64)

operations = st.lists(
    st.tuples(
        st.sampled_from(("write", "address", "fill", "forget", "copy", "read")),
        st.integers(0, 15),
        st.sampled_from((1, 2, 4, 8)),
        st.integers(0, 15),
    ),
    max_size=12,
)


class Both:
    """An object of the interpreter, and the same on terms: unset bytes get the same answers."""

    def __init__(self, zero: bool) -> None:
        self.target = MemoryObject(0, 4096, 8, Lifetime.HEAP)
        self.concrete = MemoryObject(1, 8192, SIZE, Lifetime.HEAP, zero=zero)
        self.contents = Contents((), zero)
        self.values: dict[Term, int] = {}
        self.answers = bytearray()

    def fresh(self, size: int) -> Term:
        new = symbol(Origin.root(f"byte{len(self.answers)}"), Sort.bitvector(8 * size))
        given_bytes = bytes((len(self.answers) + at) * 37 % 256 for at in range(size))
        self.answers += given_bytes
        self.values[new] = wrap(int.from_bytes(given_bytes, "little"), 8 * size)
        return new


@given(operations, st.booleans())
def test_all_operations_are_those_of_the_interpreter(steps: list[tuple[str, int, int, int]], zero: bool) -> None:
    both = Both(zero)
    for number, (kind, offset, size, other) in enumerate(steps):
        value = wrap((number + 1) * 0x0123456789ABCDEF, 8 * size)
        if kind == "write":
            both.contents = written(both.contents, offset, size, Word(value))
            both.concrete.write(offset, size, value & ((1 << 8 * size) - 1))
        elif kind == "address":
            both.contents = written(both.contents, offset, size, Word(value, 0))
            both.concrete.write(offset, size, Pointer(value & ((1 << 8 * size) - 1), both.target))
        elif kind == "fill":
            both.contents = filled(both.contents, offset, size, Word(number))
            both.concrete.fill(offset, size, number)
        elif kind == "forget":
            both.contents = filled(both.contents, offset, size, None)
            both.concrete.fill(offset, size, None)
        elif kind == "copy":
            asked: list[bytes] = []
            settled = settled_in_words(both.contents, other, size, _fresh(both, asked))
            both.contents = copied(settled, offset, settled, other, size)
            both.concrete.settle(other, size, _answers(asked))
            both.concrete.copy_from(offset, both.concrete, other, size)
        else:
            _compare(both, offset, size)
    for offset in range(0, SIZE, 4):
        _compare(both, offset, 4)


def _fresh(both: Both, asked: list[bytes]) -> Callable[[int], Term]:
    def fresh(size: int) -> Term:
        before = len(both.answers)
        new = both.fresh(size)
        asked.append(bytes(both.answers[before:]))
        return new

    return fresh


def _answers(asked: list[bytes]) -> Callable[[int], bytes]:
    left = bytearray(b"".join(asked))

    def answered(count: int) -> bytes:
        result = bytes(left[:count])
        del left[:count]
        return result

    return answered


def _compare(both: Both, offset: int, size: int) -> None:
    asked: list[bytes] = []
    both.contents, word = read(both.contents, offset, size, _fresh(both, asked))
    concrete = both.concrete.read(offset, size, _answers(asked))
    bits = Model(both.values, {}).evaluate(word.bits)
    assert bits & ((1 << 8 * size) - 1) == bits_of(concrete)
    assert (word.origin is None) == (origin_of(concrete) is None)


def test_parts_of_a_word_that_meet_again_are_the_word() -> None:
    contents = written(Contents(), 0, 8, Word(WORD, 3))
    moved = copied(copied(Contents(), 8, contents, 0, 3), 11, contents, 3, 5)
    assert read(moved, 8, 8, _no_answer)[1] == Word(WORD, 3)


def test_a_part_of_an_address_has_its_origin_and_a_mixture_has_none() -> None:
    contents = written(written(Contents(), 0, 8, Word(WORD, 3)), 8, 8, Word(7))
    assert read(contents, 4, 4, _no_answer)[1] == Word(extract(WORD, 63, 32), 3)
    assert read(contents, 4, 8, _no_answer)[1].origin is None


def test_what_was_read_once_stays_what_it_is() -> None:
    answers = [symbol(Origin.root("first"), BV32), symbol(Origin.root("second"), BV32)]
    contents, first = read(Contents(), 4, 4, lambda size: answers.pop(0))
    _, again = read(contents, 4, 4, lambda size: answers.pop(0))
    assert first == again
    assert len(answers) == 1


def test_parts_have_no_gaps() -> None:
    contents = written(written(Contents(), 2, 2, Word(1)), 6, 4, Word(2))
    result = parts(contents, 1, 8)
    assert [(part.offset, part.size) for part in result] == [(1, 1), (2, 2), (4, 2), (6, 3)]
    assert [part.word for part in result] == [None, Word(1), None, Word(2)]


def _no_answer(size: int) -> Term:
    raise AssertionError(size)
