"""A run as something to iterate over: again, in parts, and after an exception."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import symheap
from symheap.core.outcome import Bound
from symheap.engine.explore import Exploration

JAVALITE = Path(__file__).parents[4] / "examples" / "javalite"


def run(heap: str = "lazy") -> symheap.Run:
    return symheap.explore(str(JAVALITE / "swap.jl"), heap)


def test_iterating_again_gives_the_same_paths_and_counts_none_twice() -> None:
    swap = run()
    first = list(swap)
    assert list(swap) == first == list(swap.paths())
    assert swap.tally.total == len(first) == 21
    assert swap.complete


def test_an_iteration_that_stops_is_gone_on_with() -> None:
    swap = run()
    some = list(islice(swap, 5))
    assert (swap.tally.total, swap.finished, swap.complete) == (5, False, False)
    assert "under way" in repr(swap)
    assert swap.paths()[:5] == tuple(some)
    assert [path.id for path in swap] == [str(i) for i in range(21)]
    assert swap.complete


def test_two_iterations_at_once_see_the_same_paths() -> None:
    swap = run()
    assert [one.id == other.id for one, other in zip(swap, swap, strict=True)] == [True] * 21
    assert swap.tally.total == 21


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_what_an_exception_leaves_is_never_complete(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    swap = run()
    items = list(islice(swap, 3))

    def fails(self: object, *arguments: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Exploration, "_advance", fails)
        with pytest.raises(error):
            swap.paths()
    assert swap.paths()[:3] == tuple(items)
    assert not swap.complete
    assert swap.stopped is Bound.INTERRUPTED
