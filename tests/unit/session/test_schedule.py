"""Workers take the methods of the class that they know, and a class is ranked once its methods are explored."""

from __future__ import annotations

from symheap.jobs.working import Kind, Message
from symheap.lang.target import Part, TargetError
from symheap.session.parts.schedule import ByPart, Schedule


def schedule(*counts: int) -> Schedule:
    error = TargetError("not loaded here", "Shop.java")
    return Schedule([Part(count, lambda: lambda number: error) for count in counts])


def queue(of: Schedule) -> ByPart:
    waiting = ByPart(of)
    for number in range(of.count):
        waiting.add(number)
    return waiting


def test_a_worker_stays_with_its_class() -> None:
    waiting = queue(schedule(2, 3))
    last: int | None = None
    taken = []
    while waiting:
        last = waiting.take(last)
        taken.append(last)
    assert taken == [0, 1, 2, 3, 4]


def test_an_idle_worker_takes_another_class_and_then_helps_where_most_is_left() -> None:
    waiting = queue(schedule(2, 4, 3))
    first, second = waiting.take(None), waiting.take(None)
    assert (first, second) == (0, 2)
    assert waiting.take(first) == 1
    third = waiting.take(1)
    assert third == 6, "the class that no worker has begun"
    assert [waiting.take(third), waiting.take(7)] == [7, 8]
    assert waiting.take(8) == 3, "the class with the most methods left"
    assert waiting.take(0) == 4


def test_a_method_whose_worker_ended_comes_first() -> None:
    waiting = queue(schedule(3))
    waiting.take(None)
    waiting.again(0)
    assert [waiting.take(None), waiting.take(None)] == [0, 1]


def test_the_rank_of_a_class_comes_before_new_classes() -> None:
    whole = schedule(1, 2)
    waiting = queue(whole)
    last = waiting.take(None)
    waiting.add(whole.rank(0))
    assert waiting.take(last) == whole.rank(0)
    assert whole.part(whole.rank(0)) == 0


def told(whole: Schedule, kind: Kind, *numbers: int) -> list[int]:
    for number in numbers:
        whole.note(Message(number, kind))
    return whole.over(is_stopped=False)


def test_a_class_is_over_once_all_of_its_methods_have_ended() -> None:
    whole = schedule(2, 1)
    assert not told(whole, Kind.BEGUN, 0, 1, 2)
    assert not told(whole, Kind.DONE, 1)
    assert told(whole, Kind.LOST, 0) == [0]
    assert not told(whole, Kind.BEGUN, whole.rank(0))
    assert told(whole, Kind.DONE, 2, whole.rank(0)) == [1], "each class once, and its rank is no method of it"


def test_a_stopped_run_ranks_what_no_worker_explores() -> None:
    whole = schedule(2, 2, 1)
    told(whole, Kind.BEGUN, 0, 2)
    told(whole, Kind.DONE, 0)
    assert whole.over(is_stopped=True) == [0, 2]
    whole.note(Message(2, Kind.DONE))
    assert whole.over(is_stopped=True) == [1]
    assert not whole.over(is_stopped=True)


def test_the_programs_after_a_unit_are_divided_among_the_workers() -> None:
    units = schedule(2, 3).units(2, is_kept=True)
    assert [(each.part, each.member) for each in units] == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
    assert [each.after for each in units] == [2, 2, 1, 1, 0]
