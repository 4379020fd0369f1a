"""A whole suite in one JVM, as JUnit runs it: tests that depend on each other are detected."""

from __future__ import annotations

from pathlib import Path

from replay_subject import classes, file_of, toolchain

from symheap.testgen.replay.compile import compile_tests
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.run import replay
from symheap.testgen.replay.shuffled import ShuffledRun, run_shuffled
from symheap.testgen.replay.sources import Name

ONE = """
    @Test
    void a() {
        assertEquals(1, Jumps.table(0)); // act
    }
    @Test
    void b() {
        assertEquals(5, Jumps.table(1)); // act
    }
    @Test
    void c() {
        assertEquals(7, Jumps.table(4)); // act
    }
    @Test
    void d() {
        assertEquals(9, Jumps.table(9)); // act
    }
"""
DEPENDENT = """
    @Test
    void first() {
        assertEquals(1, Bad.once()); // act
    }
    @Test
    void second() {
        assertEquals(1, Bad.once()); // act
    }
"""
EXITS = """
    @Test
    void exits() {
        Bad.exit(); // act
    }
"""


LOCALE = """
    @Test
    void english() {
        assertEquals("I", "i".toUpperCase()); // act
    }
    @Test
    void anywhere() {
        assertEquals("A", "a".toUpperCase()); // act
    }
    @Test
    void zone() {
        assertEquals(0, java.util.TimeZone.getDefault().getRawOffset()); // act
    }
"""


def test_elsewhere_the_locale_and_the_time_zone_differ(tmp_path: Path) -> None:
    compiled = compile_tests(toolchain(), [classes()], [file_of("LocaleTest", LOCALE)], tmp_path)
    limits = ReplayLimits(seconds=20)
    places = (toolchain(), compiled.folder, [classes()], compiled.sources, limits, 1)
    assert run_shuffled(*places).failed == {}
    failed = run_shuffled(*places, is_elsewhere=True).failed
    assert {name.test for name in failed} == {"english", "zone"}


def suite(folder: Path, seed: int, **bodies: str) -> ShuffledRun:
    sources = [file_of(name, body) for name, body in bodies.items()]
    compiled = compile_tests(toolchain(), [classes()], sources, folder)
    assert not compiled.refused
    return run_shuffled(toolchain(), compiled.folder, [classes()], compiled.sources, ReplayLimits(seconds=20), seed)


def test_all_pass_in_an_order_that_follows_from_the_seed(tmp_path: Path) -> None:
    orders = []
    for number, seed in enumerate((1, 1, 2)):
        (tmp_path / str(number)).mkdir()
        result = suite(tmp_path / str(number), seed, OneTest=ONE)
        assert not result.failed
        assert sorted(name.test for name in result.passed) == ["a", "b", "c", "d"]
        orders.append(result.passed)
    assert orders[0] == orders[1] != orders[2]


def test_a_test_that_depends_on_another_fails(tmp_path: Path) -> None:
    result = suite(tmp_path, 1, DependentTest=DEPENDENT, OneTest=ONE)
    [(name, error)] = result.failed.items()
    assert name.class_name == "subject.DependentTest"
    assert error == "java.lang.IllegalStateException: again"
    assert len(result.passed) == 5


def test_what_ends_the_jvm_is_named_and_what_did_not_run_has_not_passed(tmp_path: Path) -> None:
    result = suite(tmp_path, 1, ExitsTest=EXITS)
    [(name, error)] = result.failed.items()
    assert name == Name("subject.ExitsTest", "exits")
    assert error.startswith("the JVM ended while subject.ExitsTest.exits ran: exit code 3")


def test_no_tests(tmp_path: Path) -> None:
    assert run_shuffled(toolchain(), tmp_path, [], [], ReplayLimits(), 1) == ShuffledRun()


def test_junit_4(tmp_path: Path) -> None:
    head = "package subject;\n\nimport static org.junit.Assert.*;\nimport org.junit.*;\n\npublic class {name} {{\n"
    body = DEPENDENT.replace("    void", "    public void") + ONE.replace("    void", "    public void")
    old = toolchain(4)
    source = file_of("OldTest", body, head)
    assert len(source.tests) == 6
    assert {seen.status.value for seen in replay(old, [classes()], [source], ReplayLimits()).seen.values()} == {
        "passed"
    }
    compiled = compile_tests(old, [classes()], [source], tmp_path)
    result = run_shuffled(old, compiled.folder, [classes()], compiled.sources, ReplayLimits(seconds=20), 1)
    assert len(result.passed) == 5
    assert list(result.failed.values()) == ["java.lang.IllegalStateException: again"]
