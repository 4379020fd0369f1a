"""States that a few calls lead to, and paths that begin there."""

from __future__ import annotations

import pytest
from generate_subject import access_to, runs_of

from symheap.core.outcome import Returned
from symheap.objects.concrete import ConcreteHeap
from symheap.session.run import Run
from symheap.testgen.inputs.candidates import Candidates, candidates
from symheap.testgen.inputs.reachable import Reachable, Sample
from symheap.testgen.inputs.settling import settled
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

QUEUE = """
class Queue {
    private final int[] items;
    private int size;
    private Queue next;

    Queue(int capacity) { items = new int[capacity]; }

    void put(int item) { items[size++] = item; }

    void link(Queue next) { this.next = next; }

    int last() { return items[size - 1]; }

    boolean isFull() { return size == items.length; }

    static boolean both(Queue a, Queue b) { return a != b && a.size > 0 && b.size == 0; }
}
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    result = runs_of(tmp_path_factory.mktemp("queue"), QUEUE)
    return {run.loaded.method or "": run for run in result}


def reachable_of(run: Run) -> Reachable:
    assert run.loaded.java is not None
    return Reachable(run.loaded.java, access_to(run))


def state(sample: Sample) -> tuple[int, int]:
    """Return the capacity and the size of a queue."""
    queue = sample.heap.find(sample.number)
    return sample.heap.length(int(queue.fields["items"])) or 0, int(queue.fields.get("size", 0))


def test_constructors_come_first_and_then_calls(runs: dict[str, Run]) -> None:
    samples = reachable_of(runs["last"]).of("Queue")
    assert [state(sample) for sample in samples[:3]] == [(1, 0), (2, 0), (0, 0)]
    assert (2, 2) in map(state, samples)


def test_every_state_is_there_once(runs: dict[str, Run]) -> None:
    reachable = reachable_of(runs["last"])
    assert reachable.of("Queue") is reachable.of("Queue")
    assert len({(*state(s), str(s.heap.objects)) for s in reachable.of("Queue")}) == len(reachable.of("Queue"))


def test_classes_of_the_jdk_have_no_samples(runs: dict[str, Run]) -> None:
    assert reachable_of(runs["last"]).of("java.util.ArrayList") == ()


def witness_of(run: Run, value: int) -> ConcreteHeap:
    """Return the witness of the path that returns `value`, in a state that calls lead to."""
    reachable = reachable_of(run)
    for path in run:
        result = candidates(path, access_to(run), reachable)
        assert isinstance(result, Candidates)
        end = result.least.run.end
        if isinstance(end, Returned) and end.value == value:
            assert result.reached is not None
            return result.reached.witness
    raise AssertionError("no such path")


def test_a_receiver_is_as_calls_leave_it(runs: dict[str, Run]) -> None:
    heap = witness_of(runs["isFull"], 1)
    queue = heap.find(int(heap.roots["this"]))
    assert (heap.length(int(queue.fields["items"])), queue.fields["size"]) in [(0, 0), (1, 1), (2, 2)]


def test_several_inputs_are_settled_one_after_the_other(runs: dict[str, Run]) -> None:
    run = runs["both"]
    reachable = reachable_of(run)
    changed = [settled(run.exploration, path.trace, reachable) for path in run]
    assert any(trace is not None for trace in changed)
    for trace in changed:
        if trace is not None:
            assert trace.path.model is not None
            assert all(trace.path.model.satisfies(term) for term in trace.path.conjuncts())
