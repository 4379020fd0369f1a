"""Whatever a job does to its process, it gets a row, and so do the other jobs."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from mini_study import job

from symheap.bench import workers
from symheap.bench.explore import MethodJob, Report
from symheap.bench.row import Row, RowOutcome
from symheap.bench.workers import JobLimits
from symheap.jobs.pool import resident_megabytes

LIMITS = JobLimits(seconds=0.5, megabytes=300, grace=2.5)
PATIENT = JobLimits(seconds=60, megabytes=300)


def misbehave(job: MethodJob, report: Report) -> Row:
    """A job whose method says what it does."""
    done = Row(job.method, job.heap, RowOutcome.COMPLETE, traces=1)
    if job.method.startswith("reports"):
        report(Row(job.method, job.heap, RowOutcome.TIME, traces=41))
        report(Row(job.method, job.heap, RowOutcome.TIME, traces=42, reasons={"odd @ x": 2}))
    if job.method.endswith("loops"):
        while True:
            time.sleep(0.01)
    if job.method.endswith("eats"):
        eaten: list[bytes] = []
        while True:
            eaten.append(b"x" * (10 << 20))
    if job.method.endswith("is refused memory"):
        raise MemoryError
    if job.method.endswith("raises"):
        raise ValueError("as it likes")
    if job.method.endswith("crashes"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if job.method.endswith("is killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    if job.method.endswith("leaves"):
        os._exit(7)
    if job.method.endswith("tells its process"):
        Path(job.place).write_text(str(os.getpid()), encoding="ascii")
        time.sleep(60)
    return done


def rows_of(*names: str, limits: JobLimits = PATIENT, at_a_time: int = 1) -> dict[str, Row]:
    rows = {row.method: row for row in workers.run(map(job, names), misbehave, at_a_time, limits)}
    assert set(rows) == set(names)
    return rows


def test_a_job_that_never_ends_is_ended() -> None:
    rows = rows_of("loops", "reports and loops", limits=LIMITS, at_a_time=2)
    assert [row.outcome for row in rows.values()] == [RowOutcome.TIME] * 2
    assert rows["loops"].traces == 0
    assert rows["reports and loops"].traces == 42
    assert rows["reports and loops"].reasons == {"odd @ x": 2, "ended 2.5 s after its time": 1}
    assert rows["loops"].seconds >= 3


def test_a_job_that_eats_memory_is_ended() -> None:
    pytest.importorskip("resource")
    by_name = rows_of("reports and eats", "is refused memory")
    assert {row.outcome for row in by_name.values()} == {RowOutcome.MEMORY}
    assert by_name["reports and eats"].traces == 42


def test_a_job_that_crashes_says_how() -> None:
    """2026-11-15: a killed process was always reported as out of memory."""
    by_name = rows_of("crashes", "reports and raises", "is killed", "leaves")
    assert {name: row.outcome for name, row in by_name.items()} == {
        "crashes": RowOutcome.FAILED,
        "reports and raises": RowOutcome.FAILED,
        "is killed": RowOutcome.FAILED,
        "leaves": RowOutcome.FAILED,
    }
    assert by_name["crashes"].reasons == {"the process was ended by SIGSEGV": 1}
    assert by_name["is killed"].reasons == {"killed from outside (SIGKILL)": 1}
    assert by_name["leaves"].reasons == {"the process ended with status 7": 1}
    [reason] = by_name["reports and raises"].reasons
    assert reason.startswith("ValueError: as it likes @ test_bench_workers.py:")
    assert by_name["reports and raises"].traces == 42


def test_nobody_takes_another_one_along() -> None:
    names = ["works 1", "crashes", "works 2", "loops", "works 3", "raises", "works 4"]
    by_name = rows_of(*names, limits=LIMITS, at_a_time=3)
    fine = [name for name in names if name.startswith("works")]
    assert [by_name[name].outcome for name in fine] == [RowOutcome.COMPLETE] * 4


def test_jobs_are_taken_as_they_can_be_run() -> None:
    taken: list[str] = []

    def jobs() -> Iterator[MethodJob]:
        for name in ("a", "b", "c"):
            taken.append(name)
            yield job(name)

    rows = workers.run(jobs(), misbehave, 1, PATIENT)
    assert next(rows).method == "a"
    assert taken == ["a"]
    rows.close()


def test_closing_ends_what_is_under_way(tmp_path: Path) -> None:
    told = tmp_path / "process"
    slow = replace(job("tells its process"), place=str(told))
    rows = workers.run([job("works"), slow], misbehave, 2, PATIENT)
    assert next(rows).method == "works"
    deadline = time.monotonic() + 30
    while not (told.exists() and told.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    process = int(told.read_text())
    rows.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_memory_in_use_is_seen() -> None:
    assert resident_megabytes(None) == 0
    if Path("/proc/self/statm").exists():
        assert resident_megabytes(os.getpid()) > 5


def test_an_interrupt_while_a_process_starts_leaves_none_without_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """2026-11-16: a process that was started but given no job left a traceback on the terminal."""
    forkserver = pytest.importorskip("multiprocessing.forkserver")
    connect, read = forkserver.connect_to_new_process, forkserver.read_signed
    said: list[int] = []

    def interrupted(files: list[int]) -> tuple[int, int]:
        made: tuple[int, int] = connect(files)
        signal.raise_signal(signal.SIGINT)
        return made

    def noted(file: int) -> int:
        said.append(read(file))
        return said[-1]

    monkeypatch.setattr(forkserver, "connect_to_new_process", interrupted)
    monkeypatch.setattr(forkserver, "read_signed", noted)
    with pytest.raises(KeyboardInterrupt):
        next(workers.run([job("loops")], misbehave, 1, PATIENT))
    process, status = said
    assert status == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
