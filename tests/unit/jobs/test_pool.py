"""Whatever happens to a worker, each unit ends once, and the results come in the order of the units."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sampling import sample
from symheap.core.deadline import Deadline
from symheap.jobs.count import is_supported
from symheap.jobs.pool import Pool, in_order, resident_megabytes
from symheap.jobs.working import Calling, Kind, Message

pytestmark = pytest.mark.skipif(not is_supported(), reason="workers are forked on Linux only")


def work(unit: Any, calling: Calling) -> None:
    """A unit is a number to send, or something to do first, at each try or (with a file) at the first one alone."""
    what, number, *once = unit if isinstance(unit, tuple) else ("", unit)
    calling.send(-1)
    if once and Path(once[0]).exists():
        what = ""
    elif once:
        Path(once[0]).touch()
    if what == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "leaves":
        os._exit(7)
    if what == "raises":
        raise ValueError("as it likes")
    if what == "is refused memory":
        raise MemoryError
    if what == "eats":
        eaten: list[bytes] = []
        while True:
            eaten.append(b"x" * (10 << 20))
    if what == "loops":
        while True:
            time.sleep(0.01)
    if what == "waits to be stopped":
        while not calling.interrupt.seen:
            time.sleep(0.01)
    if what == "sleeps":
        time.sleep(0.02 * (number % 3))
    calling.send(number)


def messages(
    units: list[Any], jobs: int = 2, memory: int | None = None, until: Deadline | None = None
) -> list[Message]:
    with Pool(jobs, work, memory) as pool:
        told = in_order(pool.run(units) if until is None else pool.run(units, until))
        return [each for each in told if each is not None]


def sent(found: list[Message]) -> list[int]:
    return [each.content for each in found if each.kind is Kind.SENT and each.content >= 0]


def ends(found: list[Message]) -> list[tuple[int, Kind]]:
    kinds = (Kind.DONE, Kind.LOST, Kind.FAILED)
    return [(each.unit, each.kind) for each in found if each.kind in kinds]


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_come_in_the_order_of_the_units(jobs: int) -> None:
    received = messages([("sleeps", number) for number in range(40)], jobs)
    assert sent(received) == [*range(40)]
    assert ends(received) == [(number, Kind.DONE) for number in range(40)]


@pytest.mark.parametrize("how", ["killed", "leaves", "is refused memory"])
def test_a_unit_whose_worker_ends_is_tried_once_more(how: str, tmp_path: Path) -> None:
    received = messages([0, (how, 1, tmp_path / "tried"), 2])
    assert sent(received) == [0, 1, 2]
    assert ends(received) == [(0, Kind.DONE), (1, Kind.DONE), (2, Kind.DONE)]
    assert [each.content for each in received if each.unit == 1] == [None, -1, 1, None], (
        "the first try counts for nothing"
    )


@pytest.mark.parametrize(
    ("how", "reason"),
    [("killed", "a worker process was killed (SIGKILL)"), ("leaves", "a worker process ended with status 7")],
)
def test_a_unit_whose_worker_ends_twice_is_lost(how: str, reason: str) -> None:
    received = messages([0, (how, 1), 2])
    assert ends(received) == [(0, Kind.DONE), (1, Kind.LOST), (2, Kind.DONE)]
    assert [each.content for each in received if each.kind is Kind.LOST] == [reason]
    assert [each.content for each in received if each.unit == 1][:2] == [None, -1], "what it sent is kept"
    assert sent(received) == [0, 2]


def test_a_worker_with_too_much_memory_is_ended() -> None:
    allowed = resident_megabytes(os.getpid()) + 300  # a worker begins with the memory of the process it is forked from
    received = messages([0, ("eats", 1), 2], memory=allowed)
    assert ends(received) == [(0, Kind.DONE), (1, Kind.LOST), (2, Kind.DONE)]
    [reason] = [each.content for each in received if each.kind is Kind.LOST]
    assert reason.startswith("out of memory: ")
    assert reason.endswith(f" MB, where --memory allows {allowed}")


def test_an_error_is_told_in_its_turn_and_the_worker_lives_on() -> None:
    received = messages([0, ("raises", 1), 2], jobs=1)
    assert ends(received) == [(0, Kind.DONE), (1, Kind.FAILED), (2, Kind.DONE)]
    [error] = [each.content for each in received if each.kind is Kind.FAILED]
    assert (type(error), str(error)) == (ValueError, "as it likes")
    assert "test_pool.py" in error.__notes__[0]


def test_units_that_are_late_are_lost_and_the_rest_is_left() -> None:
    received = messages([0, ("loops", 1), ("loops", 2), 3], until=Deadline.after(1.5))
    assert ends(received)[:2] == [(0, Kind.DONE), (1, Kind.LOST)]
    assert {each.content for each in received if each.kind is Kind.LOST} == {"out of time"}
    assert not [each for each in received if each.unit == 3 and each.kind is Kind.DONE] or sent(received) == [0, 3]


def test_a_pool_that_is_stopped_starts_nothing_more() -> None:
    with Pool(2, work) as pool:
        received: list[Message] = []
        for each in pool.run([("waits to be stopped", 0), ("waits to be stopped", 1), ("waits to be stopped", 2)]):
            received += [] if each is None else [each]
            if sum(message.kind is Kind.SENT for message in received) == 2:
                pool.stop()
    assert sorted(sent(received)) == [0, 1]
    assert all(each.unit != 2 for each in received)


def test_no_worker_outlives_its_pool() -> None:
    with Pool(2, work) as pool:
        running = pool.run([("loops", 0), ("loops", 1)])
        while len(pool.processes) < 2:
            next(running)
        processes = pool.processes
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.mark.parametrize("seed", sample(range(3), 3))
def test_random_kills_change_no_result(seed: int) -> None:
    """A unit is lost if its worker is killed twice; what is not lost comes once and in order."""
    random = Random(seed)

    def killed() -> Iterator[Message | None]:
        for each in pool.run([("sleeps", number) for number in range(60)]):
            if random.random() < 0.04 and pool.processes:
                os.kill(random.choice(pool.processes), signal.SIGKILL)
            yield each

    with Pool(2, work) as pool:
        received = [each for each in in_order(killed()) if each is not None]
    lost = {unit for unit, kind in ends(received) if kind is Kind.LOST}
    assert [unit for unit, _ in ends(received)] == [*range(60)]
    done = [number for number in sent(received) if number not in lost]
    assert done == [number for number in range(60) if number not in lost]
    assert len(lost) < 20


def test_without_the_process_that_starts_workers_the_other_units_are_lost() -> None:
    """2026-11-20: when it was killed, the command ended in the middle of its document."""
    with Pool(1, work) as pool:
        received = []
        for message in pool.run([("sleeps", 1), ("killed", 1), ("sleeps", 2)]):
            if message is not None and message.kind is Kind.DONE and message.unit == 0:
                os.kill(pool._server._process, signal.SIGKILL)
            received += [message] if message is not None else []
    assert ends(received) == [(0, Kind.DONE), (1, Kind.LOST), (2, Kind.LOST)]
    assert received[-1].content == "the process that starts workers has ended"
