"""Kill a run and its workers at random moments, resume it, and compare its results with those of an undisturbed one."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

KillWorker = Callable[[int, int], bool]
"""Kills a worker, by the process of the command and a random number; returns whether there was one."""

_TIMES: Final = ("seconds", "spent")
_EFFORT: Final = ("solver", "seconds_to_end")
_CRASH: Final = ("class", "file", "line", "exception", "paths", "method")
_LONGEST_SECONDS: Final = 1_800


class DifferentError(Exception):
    """The results of a run that was killed differ."""


@dataclass(slots=True)
class KillTally:
    """What happened: `runs` that ended, kills of workers and of commands, and resumptions."""

    runs: int = 0
    workers: int = 0
    commands: int = 0
    resumed: int = 0

    @property
    def kills(self) -> int:
        return self.workers + self.commands

    def __str__(self) -> str:
        return (
            f"{self.runs} runs, {self.kills} kills: {self.workers} of workers, {self.commands} of commands; "
            f"{self.resumed} times resumed; all results as without kills"
        )


def results(document: str) -> Any:
    """Return what a document says of a program, without times, queries and the inputs that were chosen.

    Of crashes that are no errors the evidence is left out: a run file does not have it, so that of methods explored
    before a run was killed is missing when it is resumed.
    """
    read = _without(json.loads(document), (*_TIMES, *_EFFORT, "inputs"))
    ranked = [each for each in read.get("findings", ()) if "rank" in each]
    proven = [each for each in ranked if each["rank"] == "error"]
    others = [{name: each.get(name) for name in _CRASH} for each in ranked if each["rank"] != "error"]
    return {**read, "findings": [proven, sorted(others, key=str)]}


def _without(value: Any, names: Sequence[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without(each, names) for key, each in value.items() if key not in names}
    return [_without(each, names) for each in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Killing:
    """Runs of one command in a folder.  `seconds` is the mean time between two kills, of which every `client`-th is one
    of the command.
    """

    folder: Path
    arguments: Sequence[str]
    environment: dict[str, str]
    kill_worker: KillWorker
    seconds: float
    client: int = 3

    def undisturbed(self) -> Any:
        """Return the results of a run without kills."""
        process = self._start(self.arguments)
        out, err = process.communicate(timeout=_LONGEST_SECONDS)
        assert process.returncode in (0, 1, 3), err
        return results(out)

    def killed(self, expected: Any, kills: int, random: Random, tally: KillTally) -> None:
        """Kill a run up to `kills` times and resume it.  Raises `DifferentError` if it does not end with `expected`."""
        command, left = self.arguments, kills
        while True:
            process = self._start(command)
            left = self._kill(process, left, random, tally)
            out, err = process.communicate(timeout=_LONGEST_SECONDS)
            if process.returncode != -signal.SIGKILL:
                break
            command = ("resume", "-q") if [*(self.folder / "runs").glob("*.run")] else self.arguments
            tally.resumed += command is not self.arguments
        if process.returncode not in (0, 1, 3):
            raise DifferentError(f"the run ended with status {process.returncode}: {err}")
        try:
            is_same = results(out) == expected
        except ValueError:
            is_same = False
        if not is_same:
            raise DifferentError(f"the results differ: {command} printed\n{err}{out}")
        tally.runs += 1
        self.forget()

    def forget(self) -> None:
        """Remove the files of runs."""
        for file in (self.folder / "runs").glob("*"):
            file.unlink()

    def _kill(self, process: subprocess.Popen[str], left: int, random: Random, tally: KillTally) -> int:
        """Kill at random moments until the command ends or is killed; return how many kills are left."""
        while left:
            try:
                process.wait(random.expovariate(1 / self.seconds))
                return left
            except subprocess.TimeoutExpired:
                pass
            if random.randrange(self.client):
                done = self.kill_worker(process.pid, random.randrange(1 << 16))
                tally.workers += done
                left -= done
            else:
                process.kill()
                tally.commands += 1
                return left - 1
        return left

    def _start(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        environment = {**os.environ, **self.environment, "SYMHEAP_RUNS": str(self.folder / "runs")}
        return subprocess.Popen(
            [sys.executable, "-m", "symheap", *arguments],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def campaign(killing: Killing, kills: int, each: int, random: Random) -> Iterator[KillTally]:
    """Kill runs, each up to `each` times, until there were so many kills; yield the tally after each run."""
    tally, expected = KillTally(), killing.undisturbed()
    killing.forget()
    while tally.kills < kills:
        killing.killed(expected, min(each, kills - tally.kills), random, tally)
        yield tally


def kill_local(command: int, number: int) -> bool:
    """Kill one of the worker processes that a command has forked on this machine.

    A command is a supervisor and the process that does the work, which has a server that forks workers.
    """
    workers = [process for work in children(command) for server in children(work) for process in children(server)]
    if not workers:
        time.sleep(0.01)
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(workers[number % len(workers)], signal.SIGKILL)
        return True
    return False


def children(process: int) -> list[int]:
    """Return the child processes of a process, whichever of its threads has started them."""
    try:
        threads = [*Path(f"/proc/{process}/task").iterdir()]
        return [int(each) for thread in threads for each in (thread / "children").read_text().split()]
    except OSError:
        return []
