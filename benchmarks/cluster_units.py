"""Do many tiny units on a Dask cluster of this machine, and say which process spends how much CPU time on them.

    python benchmarks/cluster_units.py 100000          tasks of up to 50 units, as commands use them
    python benchmarks/cluster_units.py 2000 --alone    a task for each unit

A unit sends one number.  The figures are CPU times, without those of the start.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import dask

from symheap.jobs.cluster import pool
from symheap.jobs.cluster.far import FarWork
from symheap.jobs.working import Calling, Kind
from symheap.store.versions import versions
from symheap_testing.dask_cluster import DaskCluster, dask_cluster


def work(unit: Any, calling: Calling) -> None:
    calling.send(unit)


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(cluster: DaskCluster, units: int, most_units: int) -> str:
    connected = pool.Cluster(cluster.address, most_units)
    with connected.pool(FarWork(work, versions(), versions), ()) as workers:
        processes = {"client": [os.getpid()], "scheduler": [cluster.scheduler.pid], "workers": cluster.workers()}
        before = {name: sum(map(cpu_seconds, each)) for name, each in processes.items()}
        began, done = time.monotonic(), 0
        for message in workers.run(range(units)):
            done += message is not None and message.kind is Kind.DONE
        seconds = time.monotonic() - began
        assert done == units, f"{done} of {units} units"
        spent = {name: sum(map(cpu_seconds, each)) - before[name] for name, each in processes.items()}
    cpu = ", ".join(f"{name} {each:.1f}" for name, each in spent.items())
    return f"{units} units in {workers.tasks} tasks: CPU seconds {cpu}; {seconds:.0f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("units", type=int)
    parser.add_argument("--alone", action="store_true")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="symheap-units-")))
        root = str(Path(__file__).parent)  # workers import this file
        os.environ["PYTHONPATH"] = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
        cluster = stack.enter_context(dask_cluster(folder))
        os.environ.update(cluster.environment)
        dask.config.refresh()
        print(measured(cluster, wanted.units, 1 if wanted.alone else pool.MOST_UNITS))


if __name__ == "__main__":
    import cluster_units

    cluster_units.main()  # units are pickled by the name of this module
