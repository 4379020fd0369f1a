"""Random programs: their features, and that they mean the same in every language."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from symheap.core.outcome import Cut, Returned, Threw
from symheap.core.terms import BOOL, REF
from symheap.core.types import ClassTable
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.pose.lower import load as load_pose
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun, run
from symheap_testing.programs import FEATURES, Sketch, features, input_names, random_program, to_javalite, to_pose
from symheap_testing.sketch import Statement, When

SEEDS = range(200)


def random_objects(rng: random.Random, table: ClassTable, size: int) -> dict[int, ConcreteObject]:
    objects: dict[int, ConcreteObject] = {}
    for number in range(1, size + 1):
        made = objects[number] = ConcreteObject(rng.choice("ABC"))
        for field in table.fields(made.class_name):
            sort = field.type.sort
            made.fields[field.name] = (
                rng.randint(0, size) if sort is REF else rng.random() < 0.5 if sort is BOOL else rng.randint(-2, 2)
            )
    return objects


def outcome(done: ConcreteRun) -> tuple[object, ...]:
    """Return what both languages must agree on.

    Places differ, and Javalite decides more than POSE's language does.
    """
    end = done.end
    detail: object = None
    if isinstance(end, Returned):
        detail = (end.value, done.returned_ref)
    elif isinstance(end, Threw):
        detail = end.error
    elif isinstance(end, Cut):
        detail = end.bound
    calls = [d.choice for d in done.decisions if d.kind == "call"]
    return end.kind, detail, calls, done.heap.objects


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_program_in_both_languages(seed: int) -> None:
    sketch = random_program(seed)
    javalite, pose = load_javalite(to_javalite(sketch), "j"), load_pose(to_pose(sketch), "p")
    rng = random.Random(seed)
    for _ in range(10):
        size = rng.randint(1, 3)
        objects = random_objects(rng, pose.table, size)
        first, second = ConcreteHeap(javalite.table, {}, objects), ConcreteHeap(pose.table, {}, objects)
        for name, symbol, type_name in input_names(sketch):
            value = rng.randint(-2, 2) if type_name == "int" else rng.randint(int(name == "this"), size)
            first.roots[name] = second.roots[symbol] = value
        assert outcome(run(javalite, first, max_calls=5)) == outcome(run(pose, second, max_calls=5))


def test_inputs_are_those_of_the_program() -> None:
    for seed in SEEDS:
        sketch = random_program(seed)
        names = [(symbol, "int" if t == "int" else "Object") for _, symbol, t in input_names(sketch)]
        assert [(i.name, str(i.type)) for i in load_pose(to_pose(sketch), "p").inputs] == names


def statements(block: tuple[Statement, ...]) -> int:
    return sum(1 + statements(s.then) + statements(s.other) if isinstance(s, When) else 1 for s in block)


def sizes(sketches: list[Sketch]) -> list[int]:
    return sorted(statements(s.main.body.statements) for s in sketches)


def test_programs_repeat_and_are_small() -> None:
    sketches = [random_program(seed) for seed in SEEDS]
    assert sketches == [random_program(seed) for seed in SEEDS]
    assert len(set(map(to_pose, sketches))) > 0.95 * len(SEEDS)
    small = sizes(sketches)
    assert 3 <= small[len(small) // 2] <= 12
    assert small[-1] <= 30


def test_size_bounds_the_steps() -> None:
    tiny = sizes([random_program(seed, 2) for seed in SEEDS])
    large = sizes([random_program(seed, 12) for seed in SEEDS])
    assert tiny[len(tiny) // 2] < large[len(large) // 2]


def test_every_feature_is_common() -> None:
    counts = Counter(feature for seed in SEEDS for feature in features(random_program(seed)))
    assert set(counts) == set(FEATURES)
    assert all(counts[feature] >= 0.08 * len(SEEDS) for feature in FEATURES), counts
    assert counts["write-through-alias"] >= 0.6 * len(SEEDS)
    assert counts["ite-receiver-write"] >= 0.3 * len(SEEDS)
