"""A prediction and the behaviour of the JVM are equal, or the first difference is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from replay_subject import class_path

from symheap.lang.java.files.jdk import Jdk
from symheap.testgen.jumps import DEFAULT, PASSED, TAKEN, Event, Jumps, Site
from symheap.testgen.paths import OwnPath
from symheap.testgen.replay.compare import Mismatch, compare, reproduction
from symheap.testgen.replay.events import Seen, Status
from symheap.testgen.replay.sources import LinesOfTest, Source

LOOP, INNER = (Site("subject.Jumps", "loop(I)I", n) for n in (0, 1))
TABLE = Site("subject.Jumps", "table(I)I", 0)
ROUND = ((LOOP, 0), (INNER, 1))
ROUND_EVENTS = (Event(LOOP, PASSED), Event(INNER, TAKEN))


def seen(*raw: tuple[Site, int]) -> Seen:
    return Seen(Status.PASSED, raw=raw)


def difference(events: tuple[Event, ...], there: Seen) -> Mismatch | None:
    return compare(OwnPath(events, "returns"), there, Jumps(class_path()))


def test_equal_paths() -> None:
    assert difference((), seen()) is None
    assert difference((*ROUND_EVENTS, Event(LOOP, TAKEN)), seen(*ROUND, (LOOP, 1))) is None
    assert difference((Event(TABLE, "4"), Event(TABLE, DEFAULT)), seen((TABLE, 4), (TABLE, 3))) is None


def test_the_first_difference_is_told_with_its_line_and_what_is_around() -> None:
    result = difference((*(ROUND_EVENTS * 4), Event(LOOP, TAKEN)), seen(*(ROUND * 5), (LOOP, 1)))
    assert result is not None
    line = Jumps(class_path()).line(LOOP)
    where = f"Subject.java:{line} (loop(I)I jump 0)"
    assert result.detail == f"jump 9: predicted {where} taken, on the JVM {where} not taken"
    lines = result.text.split("\n")
    assert lines[0] == "predicted, 9 jumps:"
    assert f"  > 9: {where} taken" in lines
    assert f"  > 9: {where} not taken" in lines
    assert len(lines) == 2 + 6 + 8


def test_one_path_may_end_before_the_other() -> None:
    result = difference(ROUND_EVENTS, seen(*ROUND[:1]))
    assert result is not None
    assert result.detail.endswith("on the JVM the end")
    assert "  > 2: the end" in result.text.split("\n")
    longer = difference((), seen(*ROUND))
    assert longer is not None
    assert longer.detail.startswith("jump 1: predicted the end")


def test_of_a_run_that_is_not_whole_the_beginning_is_compared() -> None:
    part = replace(seen(*ROUND), is_whole=False)
    assert difference(ROUND_EVENTS * 9, part) is None
    assert difference((Event(LOOP, TAKEN),) * 9, part) is not None


def test_classes_without_probes_are_left_out() -> None:
    other = Event(Site("huge.Table", "of(I)I", 0), TAKEN)
    blind = replace(seen(*ROUND), unprobed=frozenset({"huge.Table"}))
    assert difference((other, *ROUND_EVENTS, other), blind) is None
    assert difference((other, *ROUND_EVENTS, other), seen(*ROUND)) is not None


def test_a_test_that_fails_is_a_mismatch_too() -> None:
    failed = Seen(Status.FAILED, "java.lang.AssertionError: expected", ("subject.Stack.pop(Subject.java:1)",))
    result = difference((), failed)
    assert result == Mismatch(
        "failed: java.lang.AssertionError: expected", "on the JVM:\n  subject.Stack.pop(Subject.java:1)"
    )


def test_a_reproduction_has_all_that_is_needed() -> None:
    source = Source(
        "p", "ATest", "class ATest {\n  void a() {\n  }\n  void b() { }\n}\n", (LinesOfTest("a", 2, 3, (2, 2)),)
    )
    predicted = OwnPath(ROUND_EVENTS, "returns")
    mismatch = Mismatch("the detail", "the text")
    jdk = Jdk(Path("home"), 17, "17.0.1")
    text = reproduction(mismatch, source, "a", [Path("lib.jar"), Path("classes")], jdk, predicted)
    for part in ("p.ATest.a", "17.0.1", "lib.jar", "classes", "the detail", "the text", "  void a() {\n  }\n"):
        assert part in text
    assert "void b()" not in text
    assert text.endswith("  subject.Jumps.loop(I)I 0 not taken\n  subject.Jumps.loop(I)I 1 taken")
