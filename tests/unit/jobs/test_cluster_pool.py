"""The units of a cluster, whatever happens to its tasks.  The cluster is one of this process that obeys a script."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")

from distributed import KilledWorker

from symheap.jobs.cluster.far import FarWork, close_run, do_units
from symheap.jobs.cluster.pool import ClusterPool
from symheap.jobs.pool import in_order
from symheap.jobs.working import Calling, Kind, Message

Fate = Callable[[], object]


def work(unit: Any, calling: Calling) -> None:
    calling.send(unit)


def nothing() -> dict[str, str]:
    return {}


class Task:
    """A task that was done at once, or that has another fate."""

    def __init__(self, key: str, result: Fate) -> None:
        self.key = key
        self.result = result

    def add_done_callback(self, callback: Callable[[Self], None]) -> None:
        callback(self)

    def cancel(self) -> None:
        pass


class Scripted:
    """A client whose first tasks have the given fates; the others are done."""

    id = "test"

    def __init__(self, folder: Path, fates: Sequence[type[BaseException] | None] = ()) -> None:
        self._worker = SimpleNamespace(local_directory=str(folder))
        self._fates = iter(fates)
        self.plugins: dict[str, Any] = {}
        self.registered = 0

    def run_on_scheduler(self, _: object) -> list[str]:
        return list(self.plugins)

    def register_plugin(self, plugin: Any, name: str) -> None:
        self.registered += 1
        self.plugins[name] = plugin
        plugin.setup(self._worker)

    def unregister_worker_plugin(self, name: str) -> None:
        self.plugins.pop(name, SimpleNamespace(teardown=lambda _: close_run(name))).teardown(self._worker)

    def wait_for_workers(self, *_: object, timeout: float) -> None:
        pass

    def run(self, function: Callable[..., None], *arguments: object, on_error: str) -> None:
        function(*arguments)

    def submit(self, function: object, *arguments: Any, key: str, **_: object) -> Task:
        assert function is do_units
        fate = next(self._fates, None)
        if fate is None:
            return Task(key, lambda: do_units(*arguments))

        def raised() -> object:
            if fate is CancelledError:
                self.plugins.clear()  # the scheduler was started again and knows nothing
                raise CancelledError(key)
            raise KilledWorker(key, SimpleNamespace(address="tls://worker"), 3)

        return Task(key, raised)


def connected(client: Scripted, jobs: int = 1) -> Any:
    """Return a connection to the cluster."""
    return SimpleNamespace(client=client, jobs=jobs, most_units=50, address="tls://test:1", close=lambda: None)


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[Message], Scripted]]:
    monkeypatch.setenv("SYMHEAP_CACHE", str(tmp_path / "cache"))

    def run(units: int, *fates: type[BaseException] | None, jobs: int = 1) -> tuple[list[Message], Scripted]:
        client = Scripted(tmp_path, fates)
        cluster = connected(client, jobs)
        with ClusterPool(cluster, FarWork(work, {}, nothing), ()) as pool:
            messages = [each for each in in_order(pool.run(range(units))) if each is not None]
        return messages, client

    return run


def ends(messages: Sequence[Message]) -> list[tuple[int, Kind]]:
    return [(each.unit, each.kind) for each in messages if each.kind not in (Kind.BEGUN, Kind.SENT)]


def sent(messages: Sequence[Message]) -> list[int]:
    return [each.content for each in messages if each.kind is Kind.SENT]


def test_all_units_are_done_in_tasks_of_several(done: Any) -> None:
    messages, _ = done(100)
    assert sent(messages) == [*range(100)]
    assert ends(messages) == [(number, Kind.DONE) for number in range(100)]


def test_the_units_of_a_task_whose_workers_end_are_tried_alone(done: Any) -> None:
    messages, _ = done(24, KilledWorker)
    assert sent(messages) == [*range(24)]
    assert ends(messages) == [(number, Kind.DONE) for number in range(24)]


def test_a_unit_whose_workers_end_again_is_lost_alone(done: Any) -> None:
    fates = [KilledWorker, *[None] * 7, KilledWorker]
    messages, _ = done(24, *fates)
    assert ends(messages) == [(number, Kind.LOST if number == 0 else Kind.DONE) for number in range(24)]
    [reason] = [each.content for each in messages if each.kind is Kind.LOST]
    assert reason == "the worker processes that began it have ended, several times"


def test_what_a_scheduler_forgets_is_sent_again(done: Any) -> None:
    messages, client = done(24, CancelledError, CancelledError)
    assert sent(messages) == [*range(24)]
    assert client.registered == 1 + 2


def test_a_scheduler_that_forgets_again_and_again_ends_the_run(done: Any) -> None:
    messages, _ = done(24, *[CancelledError] * 20)
    assert {kind for _, kind in ends(messages)} <= {Kind.DONE, Kind.LOST}
    assert [number for number, _ in ends(messages)] == [*range(24)]
    lost = {each.content for each in messages if each.kind is Kind.LOST}
    assert lost == {"the cluster is gone: the scheduler was lost 4 times"}


def test_units_that_were_added_are_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit that needs the result of the first is added when that has arrived, also once the run was stopped."""
    monkeypatch.setenv("SYMHEAP_CACHE", str(tmp_path / "cache"))
    cluster = connected(Scripted(tmp_path))
    messages: list[Message] = []
    with ClusterPool(cluster, FarWork(work, {}, nothing), ()) as pool:
        for message in pool.run([10]):
            messages += [] if message is None else [message]
            if message is None and pool.tasks == 1:
                pool.stop()
                assert pool.is_stopped
                pool.add(1, 20)
    assert sent(messages) == [10, 20]
    assert ends(messages) == [(0, Kind.DONE), (1, Kind.DONE)]
