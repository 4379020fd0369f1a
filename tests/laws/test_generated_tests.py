"""Generated tests of a few programs: they follow their paths, pass in any order, and detect mistakes.

`benchmarks/generated_tests.py` checks the same for all programs and for libraries, on two JDKs.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.lang.java.project.changed import named_classes
from symheap_testing.java.corpus import compile_all, entries
from symheap_testing.java.generated import Asked, Job
from symheap_testing.java.generated_rows import ClassRow, Place, per_line, run_one
from symheap_testing.java.jacoco import AGENT, REPORTER, agent_option, compare, report
from symheap_testing.java.junit_runs import CONSOLE, compile_sources, run_suite
from symheap_testing.java.mutants.compiled import MutantClasses
from symheap_testing.java.mutants.sources import choose
from symheap_testing.java.sources import some_jdk

PROGRAMS = Path(__file__).parents[1] / "programs" / "java"
CHOSEN = ("ListMap", "LinkedStack", "Swap")
BOUNDS = Bounds(max_calls=10, max_loop=2, max_traces=25, timeout=10.0)

pytestmark = [
    pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac"),
    pytest.mark.skipif(shutil.which("mvn") is None, reason="JUnit and JaCoCo come by mvn, which is not installed"),
]


class Campaign:
    """Tests of the chosen programs, generated and compiled."""

    def __init__(self, folder: Path) -> None:
        jdk = some_jdk()
        assert jdk is not None
        self.jdk: Jdk = jdk
        self.maven = Maven(os.environ)
        self.place = Place(folder)
        self.sources = {name: PROGRAMS / f"{name}.java" for name in CHOSEN}
        self.rows: dict[str, list[ClassRow]] = {}
        classes = folder / "classes"
        classes.mkdir()
        compile_all(list(self.sources.values()), jdk, classes)
        self.class_path = [classes / name for name in CHOSEN]
        for name, own in zip(CHOSEN, self.class_path, strict=True):
            self.rows[name] = [self._row(name, own, each) for each in named_classes(own)]
        self.console = self.maven.jar(CONSOLE)
        self.built = folder / "built"
        sources = sorted(self.place.tests.rglob("*.java"))
        self.compiled = compile_sources(jdk, sources, (*self.class_path, self.console), self.built)

    def _row(self, program: str, classes: Path, class_name: str) -> ClassRow:
        special = {
            e.method.replace(" ", ""): Asked(BOUNDS, e.assume, e.acyclic) for e in entries(self.sources[program])
        }
        job = Job(classes, class_name, (), Asked(BOUNDS), special if class_name == program else {})
        run_one(program, job, self.jdk, self.place)
        return ClassRow.read(self.place.row(job))

    @property
    def all_rows(self) -> list[ClassRow]:
        return [row for rows in self.rows.values() for row in rows]


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    try:
        return Campaign(tmp_path_factory.mktemp("generated"))
    except Unavailable as error:
        pytest.skip(str(error))


def test_every_replay_follows_its_path(campaign: Campaign) -> None:
    rows = campaign.all_rows
    assert [row.failed for row in rows if row.failed] == []
    assert [each for row in rows for each in row.mismatches] == []
    assert {reason for row in rows for reason in row.reasons} <= {"cut", "duplicate"}
    assert sum(row.tests for row in rows) >= 25


def test_tests_compile_without_a_warning_and_pass_in_any_order(campaign: Campaign) -> None:
    assert campaign.compiled.lines == ()
    for seed in (1, 2):
        run = run_suite(campaign.jdk, campaign.console, campaign.class_path, campaign.built, seed=seed)
        assert (dict(run.failed), run.stopped) == ({}, "")
        assert len(run.passed) == sum(row.tests for row in campaign.all_rows)


@pytest.mark.slow
def test_tests_take_the_branches_on_feasible_paths(campaign: Campaign, tmp_path: Path) -> None:
    execution = tmp_path / "jacoco.exec"
    agent = agent_option(campaign.maven.jar(AGENT), execution)
    run = run_suite(campaign.jdk, campaign.console, campaign.class_path, campaign.built, seed=1, agent=agent)
    assert run.is_green
    reporter = campaign.maven.jar(REPORTER)
    measured = report(campaign.jdk, reporter, execution, campaign.class_path, tmp_path / "jacoco.xml")
    result = compare(per_line(campaign.all_rows, "promised"), measured)
    assert result.expected >= 15
    assert result.short == {}


@pytest.mark.slow
def test_tests_find_seeded_bugs(campaign: Campaign, tmp_path: Path) -> None:
    texts = {name: source.read_text(encoding="utf-8") for name, source in campaign.sources.items()}
    classes = MutantClasses(campaign.jdk, tmp_path, texts)
    survivors = []
    mutants = choose(texts, 4, Random(1), classes.is_good)
    for mutant in mutants:
        only = [row.test_class for row in campaign.rows[mutant.program] if row.test_class]
        path = [classes.classes(mutant)]
        if run_suite(campaign.jdk, campaign.console, path, campaign.built, only=only, seed=1).is_green:
            survivors.append(str(mutant))
    assert len(mutants) == 4
    assert len(survivors) <= 1, survivors
