"""Where the units of a command are done: in this process, in processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from symheap.jobs.count import jobs_for
from symheap.session.status import WrongUse
from symheap.store.versions import versions

if TYPE_CHECKING:
    from symheap.jobs.cluster.pool import Cluster
    from symheap.jobs.pool import Units
    from symheap.jobs.working import Work


class Force(Protocol):
    """So many `jobs` at a time."""

    @property
    def jobs(self) -> int: ...

    def units(self, work: Work, files: Iterable[str]) -> Units:
        """Return the workers for this work, which read the given files and folders besides what the work names."""


class Asked(Protocol):
    """The settings of any command that say where its units are done."""

    @property
    def jobs(self) -> int | None: ...

    @property
    def memory(self) -> int | None: ...

    @property
    def cluster(self) -> str | None: ...

    @property
    def log_queries(self) -> str | None: ...


def force_for(units: int, asked: Asked, *, only_here: bool = False) -> Force | None:
    """Return where to do so many units; None for this process.  Connects to a cluster if one is named.

    A run that writes every query to a log is done by this process, and so is what can be done `only_here`.
    """
    if only_here or asked.log_queries is not None or units < 2:
        return None
    if asked.cluster is not None:
        return _connected(asked.cluster)
    jobs = jobs_for(units, asked.jobs)
    return None if jobs < 2 else _Here(jobs, asked.memory)


def check_cluster(asked: Asked) -> None:
    """Raise `WrongUse` for an address that is not accepted, and for settings that have no meaning on a cluster."""
    if asked.cluster is None:
        return
    from symheap.jobs.cluster.address import ClusterError, check_address

    try:
        check_address(asked.cluster)
    except ClusterError as error:
        raise WrongUse(f"--cluster: {error}") from error
    for name in ("jobs", "memory", "log_queries"):
        if getattr(asked, name) is not None:
            option = name.replace("_", "-")
            raise WrongUse(f"--{option} is for this machine, and the workers of a cluster have their own: leave it out")


@dataclass(frozen=True, slots=True)
class _Here:
    """Processes of this machine."""

    jobs: int
    megabytes: int | None

    def units(self, work: Work, files: Iterable[str]) -> Units:
        from symheap.jobs.pool import Pool

        return Pool(self.jobs, work, self.megabytes)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """The workers of a cluster."""

    cluster: Cluster

    @property
    def jobs(self) -> int:
        """The number of threads of all workers when the run began."""
        return self.cluster.jobs

    def units(self, work: Work, files: Iterable[str]) -> Units:
        from symheap.jobs.cluster.address import ClusterError
        from symheap.jobs.cluster.far import FarWork

        try:
            return self.cluster.pool(
                FarWork(work, versions(), versions), (each for each in files if Path(each).exists())
            )
        except ClusterError as error:
            self.cluster.close()
            raise WrongUse(f"--cluster: {error}") from error


def _connected(address: str) -> Force:
    try:
        from symheap.jobs.cluster.address import ClusterError
        from symheap.jobs.cluster.pool import Cluster
    except ImportError:
        raise WrongUse("--cluster needs Dask: pip install 'symheap[cluster]'") from None
    try:
        return _Elsewhere(Cluster(address))
    except ClusterError as error:
        raise WrongUse(f"--cluster: {error}") from error
