"""Oracles and placements."""

from __future__ import annotations

import random

import pytest
from interpreted import main, program

from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.oracle import Oracle, RandomOracle, RecordingOracle, Script, ScriptedOracle, ZeroOracle
from symheap.memory.execution.placement import Adjacent, Mixed, NoRoom, Placement, Reused, Scattered, Spaced
from symheap.memory.execution.space import NULL_PAGE, AddressSpace
from symheap.memory.ir import DataModel, Lifetime
from symheap.memory.outcome import Finished

BUILDS_A_LIST = """
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = 0;
    int sum = 0;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        if (symheap_nondet_int()) n->value = 1;
        n->next = list;
        sum = sum * 31 + n->value + ((long)n >> 4);
        list = n;
    }
    while (list) { struct node *n = list->next; free(list); list = n; }
    return sum;
}"""


def added(space: AddressSpace, base: int, size: int) -> MemoryObject:
    thing = MemoryObject(0, base, size, Lifetime.HEAP)
    space.add(thing)
    return thing


def test_an_address_space_knows_what_is_where() -> None:
    space = AddressSpace(8)
    first, empty = added(space, 0x20000, 16), added(space, 0x20010, 0)
    assert space.find(0x1FFFF) is None
    assert space.find(0x2000F) is first
    assert space.find(0x20010) is empty
    assert space.find(0x20011) is None
    assert not space.is_free(0x1FFF8, 9)
    assert space.is_free(0x1FFF8, 8)
    assert not space.is_free(0x20010, 1)
    assert space.objects() == [first, empty]
    space.remove(first)
    assert space.is_free(0x20000, 16)
    assert not space.is_free(0x20000, 17)


def test_no_object_is_in_the_null_page_or_wraps() -> None:
    space = AddressSpace(4)
    assert not space.is_free(NULL_PAGE - 1, 1)
    assert space.is_free(NULL_PAGE, 1)
    assert not space.is_free((1 << 32) - 8, 8)
    assert space.is_free((1 << 32) - 16, 8)


PLACEMENTS: tuple[Placement, ...] = (
    *(Adjacent(), Reused(), Scattered(random.Random(1)), Mixed(random.Random(1))),
    *(Spaced(1), Spaced(64), Spaced(2, downwards=True)),
)


@pytest.mark.parametrize("placement", PLACEMENTS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("pointer", [4, 8])
def test_a_placement_is_free_and_aligned(placement: Placement, pointer: int) -> None:
    space, source = AddressSpace(pointer), random.Random(2)
    alive: list[MemoryObject] = []
    for _ in range(300):
        size, alignment = source.randrange(100), source.choice((1, 4, 16))
        address = placement.place(space, size, alignment)
        assert space.is_free(address, size)
        assert address % alignment == 0
        alive.append(added(space, address, size))
        if source.random() < 0.5:
            space.remove(alive.pop(source.randrange(len(alive))))


def test_adjacent_objects_touch() -> None:
    space = AddressSpace(8)
    for _ in range(3):
        added(space, Adjacent().place(space, 16, 16), 16)
    bases = [thing.base for thing in space.objects()]
    assert [base - bases[0] for base in bases] == [0, 16, 32]


def test_reuse_is_of_what_died_last() -> None:
    space = AddressSpace(8)
    first, second = added(space, 0x20000, 16), added(space, 0x20010, 16)
    space.remove(first)
    space.remove(second)
    assert Reused().place(space, 16, 16) == second.base
    assert Reused().place(space, 24, 16) == second.base


def test_there_may_be_no_room() -> None:
    with pytest.raises(NoRoom):
        Adjacent().place(AddressSpace(4), 1 << 32, 1)


@pytest.mark.parametrize("seed", range(10))
def test_a_recorded_run_can_be_repeated(seed: int) -> None:
    built = program(BUILDS_A_LIST, may_fail=True)
    recording = RecordingOracle(RandomOracle(seed))
    first = run(built, recording, InterpreterLimits(steps=5000))
    script = recording.script()
    assert script.values
    assert run(built, ScriptedOracle(script), InterpreterLimits(steps=5000)) == first


def test_runs_of_one_seed_are_alike_and_of_others_differ() -> None:
    built = program(BUILDS_A_LIST, may_fail=True)
    results = [str(run(built, RandomOracle(seed))) for seed in (*range(20), *range(20))]
    assert results[:20] == results[20:]
    assert len(set(results)) > 5


def test_a_script_speaks_first() -> None:
    oracle: Oracle = ScriptedOracle(Script(values=(-1, 5), contents=b"abc", failures=(True,), places=(0x5000,)))
    space = AddressSpace(8)
    assert [oracle.value(1), oracle.value(4), oracle.value(4)] == [0xFF, 5, 0]
    assert [oracle.contents(2), oracle.contents(2), oracle.contents(1)] == [b"ab", b"c\0", b"\0"]
    assert [oracle.fails(), oracle.fails()] == [True, False]
    assert oracle.place(space, 8, 16) == 0x5000
    assert oracle.place(space, 8, 16) == Adjacent().place(space, 8, 16)


def test_a_place_that_is_taken_is_refused_to_an_oracle() -> None:
    built = program(main("char *p = malloc(16), *q = malloc(16); free(p); free(q); return 0;"))
    with pytest.raises(ValueError, match="not free"):
        run(built, ScriptedOracle(Script(places=(0x5000, 0x5000))))
    with pytest.raises(ValueError, match="not aligned"):
        run(built, ScriptedOracle(Script(places=(0x5001,))))
    result = run(built, ScriptedOracle(Script(places=(0x5000, 0x5010))))
    assert isinstance(result, Finished)


def test_random_values_have_their_size() -> None:
    oracle = RandomOracle(3)
    for size in (1, 2, 4, 8):
        values = [oracle.value(size) for _ in range(200)]
        assert all(0 <= value < 1 << (8 * size) for value in values)
        assert {0, 1, (1 << (8 * size)) - 1} <= set(values)


def test_random_values_may_be_known_addresses() -> None:
    oracle, space = RandomOracle(3), AddressSpace(8)
    address = oracle.place(space, 8, 8)
    assert address in {oracle.value(8) for _ in range(500)}


def test_addresses_of_four_bytes() -> None:
    built = program(
        "int main(void) { int *p = malloc(4), *q; *p = 7; q = (int *)(unsigned)p; int r = *q; free(p); return r; }",
        model=DataModel.ILP32,
    )
    for seed in range(30):
        result = run(built, RandomOracle(seed))
        assert isinstance(result, Finished)
        assert result.result == 7


def test_zero_is_quiet() -> None:
    oracle: Oracle = ZeroOracle()
    assert (oracle.value(4), oracle.contents(3), oracle.fails()) == (0, b"\0\0\0", False)
