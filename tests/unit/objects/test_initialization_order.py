"""The initialisations due before a class may be used, as a pure function of the marks."""

from __future__ import annotations

from java_like import World

from symheap.objects.initialization import Begin, Broken, Mark, Pass, Progress, Waiting, due, failed

WORLD = World({"D": ("SS", "S", "I", "D"), "S": ("SS", "S")})


def asked(name: str, marks: dict[str, Mark], *without: str) -> Pass | Begin | Broken:
    return due(WORLD, marks.get, lambda at: at not in without, name)


def test_superclasses_wait_and_interfaces_are_not_marked() -> None:
    assert asked("D", {}) == Begin("SS", {"SS": Progress.RUNNING, "S": Waiting("SS"), "D": Waiting("SS")})


def test_what_waits_goes_on_when_its_turn_comes() -> None:
    marks: dict[str, Mark] = {"SS": Progress.DONE, "S": Waiting("SS"), "D": Waiting("SS")}
    assert asked("D", marks) == Begin("S", {"S": Progress.RUNNING, "D": Waiting("S")})
    marks |= {"S": Progress.DONE, "D": Waiting("S")}
    assert asked("D", marks) == Begin("I", {"I": Progress.RUNNING, "D": Waiting("I")})
    marks |= {"I": Progress.DONE, "D": Waiting("I")}
    assert asked("D", marks) == Begin("D", {"D": Progress.RUNNING})


def test_what_waits_for_a_running_one_passes() -> None:
    marks: dict[str, Mark] = {"SS": Progress.RUNNING, "S": Waiting("SS"), "D": Waiting("SS")}
    assert asked("D", marks) == asked("S", marks) == asked("SS", marks) == Pass({})


def test_a_class_without_an_initialiser_is_done_at_once() -> None:
    assert asked("S", {}, "SS", "S") == Pass({"SS": Progress.DONE, "S": Progress.DONE})
    assert asked("S", {}, "SS") == Begin("S", {"SS": Progress.DONE, "S": Progress.RUNNING})


def test_below_a_failed_class_everything_fails() -> None:
    assert asked("D", {"SS": Progress.FAILED}) == Broken("SS", {"S": Progress.FAILED, "D": Progress.FAILED})
    assert asked("D", {"D": Progress.FAILED}) == Broken("D", {})
    marks: dict[str, Mark] = {"S": Progress.RUNNING, "D": Waiting("S"), "C": Waiting("D")}
    assert failed(marks.items(), "S") == {"S": Progress.FAILED, "D": Progress.FAILED}
