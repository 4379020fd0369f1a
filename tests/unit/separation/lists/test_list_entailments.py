"""Entailments of lists: every answer agrees with heaps that are built or enumerated from the definitions alone."""

from __future__ import annotations

from random import Random

import pytest

from symheap.lang.entailments.formula import Problem
from symheap.lang.entailments.models import refutes, satisfies
from symheap.lang.entailments.reading import read_problem
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.lists.answering import Word, answered
from symheap.separation.lists.translating import sides
from symheap.solver.chain import default_chain
from symheap_testing.entailments.heaps import all_heaps, grown_heaps
from symheap_testing.entailments.problems import KINDS, random_problem

SEEDS = 250
FEW = 30
"""Problems of a kind for which all heaps of up to two locations are enumerated."""


def problem(kind: str, seed: int) -> Problem:
    return read_problem(random_problem(kind, seed), f"{kind}-{seed}")


@pytest.mark.parametrize("kind", KINDS)
def test_answers_agree_with_heaps_that_follow_the_definitions(kind: str) -> None:
    words: list[Word] = []
    compared = 0
    for seed in range(SEEDS):
        each = problem(kind, seed)
        answer = answered(each)
        words.append(answer.word)
        for heap in grown_heaps(each, Random(seed), 30):
            if satisfies(heap, each.left, each.definitions):
                compared += 1
                assert answer.word is Word.INVALID or not refutes(heap, each), (seed, heap)
        if answer.model is not None:
            assert refutes(answer.model, each), seed
    assert Word.UNKNOWN not in words
    assert min(words.count(Word.VALID), words.count(Word.INVALID)) > SEEDS // 10
    assert compared > SEEDS


@pytest.mark.parametrize("kind", KINDS)
def test_answers_agree_with_all_small_heaps(kind: str) -> None:
    compared = 0
    for seed in range(SEEDS):
        each = problem(kind, seed)
        if len(each.variables) > 2 or compared >= FEW:
            continue
        compared += 1
        word = answered(each).word
        found = [heap for locations in range(3) for heap in all_heaps(each, locations) if refutes(heap, each)]
        assert not found or word is Word.INVALID, (seed, found[0])
    assert compared >= FEW


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_entailment_of_prove_shows_is_valid(kind: str) -> None:
    """Both decide about the same formulas, so a proof of the one is none that the other refutes."""
    logic = Logic(default_chain(timeout_ms=2_000)[0])
    shown = 0
    for seed in range(SEEDS // 2):
        each = problem(kind, seed)
        both = sides(each)
        if both.left is None or both.right is None:
            continue
        if all(entails(logic, case, both.right) for case in logic.settle(both.left)):
            shown += 1
            assert answered(each).word is Word.VALID, seed
    assert shown > SEEDS // 20
