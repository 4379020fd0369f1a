"""Kill workers and commands at random moments, and compare the results with those of an undisturbed run.

    python benchmarks/kills.py TARGET --kills 200                 worker processes of this machine (--jobs 2)
    python benchmarks/kills.py TARGET --kills 200 --cluster       two workers of a Dask cluster on this machine, by TLS

TARGET is anything that `symheap explore` takes and that one run explores within its bounds; every third kill is one of
the command itself, which is then resumed.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random

from symheap_testing.kills import Killing, campaign, kill_local


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--each", type=int, default=4, help="the most kills of one run")
    parser.add_argument("--seconds", type=float, default=2.0, help="the mean time between two kills")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cluster", action="store_true")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="symheap-kills-")))
        killing = _killing(wanted, folder, stack)
        for tally in campaign(killing, wanted.kills, wanted.each, Random(wanted.seed)):
            print(tally, flush=True)


def _killing(wanted: argparse.Namespace, folder: Path, stack: ExitStack) -> Killing:
    command = ("explore", str(wanted.target.resolve()), "--format", "json", "-q", "--timeout", "100000")
    if not wanted.cluster:
        return Killing(folder, (*command, "--jobs", "2"), {}, kill_local, wanted.seconds)
    from symheap_testing.dask_cluster import dask_cluster

    (folder / "cluster").mkdir()
    cluster = stack.enter_context(dask_cluster(folder / "cluster"))
    arguments = (*command, "--cluster", cluster.address)
    return Killing(folder, arguments, cluster.environment, lambda _, at: cluster.kill_worker(at), wanted.seconds)


if __name__ == "__main__":
    main()
