"""``symheap.resume``: continue a stored run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symheap.report.explore.explored import Explored, Path
from symheap.report.prove.proof import Subject
from symheap.session.explore import ExploreRequest, ExploreResult, explore
from symheap.session.kept.proofs import Proved
from symheap.session.kept.resuming import KeptRequest, reopened, request_of
from symheap.session.proofs.prove import ProveResult, Wording, prove
from symheap.session.proofs.proving import Proving
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.session.test import JUnitRequest, test
from symheap.session.watching import Alone
from symheap.store.records import Document, KeptPath

__all__ = ["Resumed", "resume"]


@dataclass(frozen=True, slots=True)
class Resumed:
    """A continued run: its `id`, the exit status of its command, and one document for each subject."""

    id: str
    status: int
    documents: tuple[Document, ...]


def resume(name: str) -> Resumed:
    """Continue the run `name` in the folder of runs, to its end or its limits.  An empty name means the last run.

    Raises `OSError` or `ValueError`, with the reason, if the run cannot be resumed.
    """
    with reopened(name) as file:
        status = _run(request_of(file))
        documents = tuple(each.document for each in file.subjects() if each.document is not None)
        return Resumed(file.header.id, int(status), documents)


def _run(request: KeptRequest) -> Status:
    if isinstance(request, ExploreRequest):
        return explore(request, _Silent(), Alone()).status
    if isinstance(request, JUnitRequest):
        return test(request, lambda result: None, Alone()).status
    return prove(request, _SilentProofs(), Alone()).status


class _Silent:
    """Listener of an exploration that prints nothing."""

    def listener(self, subjects: Subjects) -> _Silent:
        return self

    def begin(self, run: Explored) -> None:
        pass

    def add(self, record: KeptPath, path: Path | None) -> None:
        pass

    def pause(self) -> None:
        pass

    def end(self, run: Explored) -> None:
        pass

    def close(self, result: ExploreResult) -> None:
        pass


class _SilentProofs:
    """Listener of proofs that prints nothing."""

    wording = Wording()

    def begin(self, work: Proving, subjects: Sequence[Subject]) -> None:
        pass

    def add(self, proved: Proved, so_far: Status) -> None:
        pass

    def close(self, result: ProveResult) -> None:
        pass
