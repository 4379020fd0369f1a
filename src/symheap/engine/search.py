"""Search strategies: the choice of the next state. A strategy is `push`, `pop` and a length."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from symheap.engine.places import TreePlace
from symheap.engine.state import Parked, State

H = TypeVar("H")


class WaitingState(NamedTuple, Generic[H]):
    """A state to continue, or one that was parked at a bound, with its place in the tree."""

    state: State[H] | Parked[H]
    place: TreePlace | None

    @property
    def at(self) -> State[H]:
        """The state itself, parked or not."""
        return self.state.state if isinstance(self.state, Parked) else self.state


class Search(Protocol[H]):
    def push(self, states: Sequence[WaitingState[H]]) -> None:
        """Add the successors of one state, in program order."""
        ...

    def pop(self) -> WaitingState[H]: ...

    def __len__(self) -> int: ...


class DepthFirst(Generic[H]):
    def __init__(self) -> None:
        self._states: list[WaitingState[H]] = []

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        self._states.extend(reversed(states))

    def pop(self) -> WaitingState[H]:
        return self._states.pop()

    def __len__(self) -> int:
        return len(self._states)


class BreadthFirst(Generic[H]):
    def __init__(self) -> None:
        self._states: deque[WaitingState[H]] = deque()

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        self._states.extend(states)

    def pop(self) -> WaitingState[H]:
        return self._states.popleft()

    def __len__(self) -> int:
        return len(self._states)


class Alternating(Generic[H]):
    """Two searches that take turns: one depth first, one breadth first. Each goes on with the successors of its states.

    So some paths end early, however many decisions they take, and no shallow path waits for long.
    """

    def __init__(self) -> None:
        self._deep: DepthFirst[H] = DepthFirst()
        self._wide: deque[WaitingState[H]] = deque()
        self._is_deep = False

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        if self._is_deep:
            self._deep.push(states)
        else:
            self._wide.extend(states)

    def pop(self) -> WaitingState[H]:
        self._is_deep = not self._is_deep
        if not self._is_deep:
            return self._wide.popleft() if self._wide else self._deep.pop()
        return self._deep.pop() if len(self._deep) else self._wide.pop()

    def __len__(self) -> int:
        return len(self._deep) + len(self._wide)


class RandomOrder(Generic[H]):
    """Choose any state, all equally likely. The same seed gives the same order."""

    def __init__(self, seed: int) -> None:
        self._states: list[WaitingState[H]] = []
        self._random = random.Random(seed)

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        self._states.extend(states)

    def pop(self) -> WaitingState[H]:
        at = self._random.randrange(len(self._states))
        self._states[at], self._states[-1] = self._states[-1], self._states[at]
        return self._states.pop()

    def __len__(self) -> int:
        return len(self._states)


class CoverageFirst(Generic[H]):
    """Prefer states about to enter a block that no trace has entered; otherwise depth-first."""

    def __init__(self) -> None:
        self._states: list[WaitingState[H]] = []
        self._seen: set[tuple[str, str, int]] = set()

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        self._states.extend(reversed(states))

    def pop(self) -> WaitingState[H]:
        for at in range(len(self._states) - 1, -1, -1):
            if self._block(self._states[at]) not in self._seen:
                break
        else:
            at = len(self._states) - 1
        state = self._states.pop(at)
        self._seen.add(self._block(state))
        return state

    @staticmethod
    def _block(waiting: WaitingState[H]) -> tuple[str, str, int]:
        frame = waiting.at.frame
        return frame.method.owner, frame.method.key, frame.block

    def __len__(self) -> int:
        return len(self._states)


STRATEGIES: dict[str, Callable[[int], Search[object]]] = {
    "dfs": lambda seed: DepthFirst(),
    "bfs": lambda seed: BreadthFirst(),
    "random": RandomOrder,
    "coverage": lambda seed: CoverageFirst(),
}
