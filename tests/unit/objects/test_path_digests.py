"""Digests of paths: as good as their keys, and computed once for parts that paths share."""

from __future__ import annotations

import itertools

from symheap.core.outcome import Bound, Cut, Returned
from symheap.core.source import Position
from symheap.objects.decisions import NO_DECISIONS, Bundle, Decision, Decisions, path_digest, path_key

HERE, THERE = Position("t", 1, 1), Position("t", 2, 1)
CHOICES = (
    Decision("branch", True, HERE),
    Decision("branch", False, HERE),
    Decision("call", "true", HERE),
    Decision("error", "null", HERE),
    Decision("error", "null", HERE, (HERE, THERE)),
)


def listed(decisions: tuple[Decision, ...]) -> Decisions:
    decisions_ = NO_DECISIONS
    for decision in decisions:
        decisions_ = decisions_.then(decision)
    return decisions_


def test_paths_have_one_digest_exactly_if_they_have_one_key() -> None:
    ends = (Returned(0), Cut(Bound.LOOP, HERE), Cut(Bound.LOOP, THERE))
    paths = [(d, end) for n in range(4) for d in itertools.product(CHOICES, repeat=n) for end in ends]
    keys = {path_key(decisions, end) for decisions, end in paths}
    pairs = {(path_key(decisions, end), path_digest(listed(decisions), end)) for decisions, end in paths}
    assert len(pairs) == len(keys) == len({digest for _, digest in pairs})


def test_a_long_list_has_the_digest_of_its_parts() -> None:
    long = tuple(CHOICES[i % 3] for i in range(500))
    once, again = listed(long), listed(long[:300])
    assert again.digest() == listed(long[:300]).digest()
    for decision in long[300:]:
        again = again.then(decision)
    assert again.digest() == once.digest()


def test_what_is_appended_at_once_is_as_if_it_were_appended_one_by_one() -> None:
    lists = [d for n in range(3) for d in itertools.product(CHOICES, repeat=n)]
    for first, second, third in itertools.product(lists[:12], lists[::5], lists[1:7:2]):
        at_once = listed(first).then_all(Bundle(second))
        for decision in third:
            at_once = at_once.then(decision)
        one_by_one = listed((*first, *second, *third))
        assert at_once.all() == one_by_one.all()
        assert (at_once.digest(), at_once.length) == (one_by_one.digest(), one_by_one.length)


def test_it_is_the_same_in_every_process() -> None:
    assert f"{path_digest(listed(CHOICES[:2]), Returned(0)):032x}" == "c1fc960202b67f2a4d716ae77b2ba1e4"
