"""Settings of a kept run, under options that have changed since."""

from __future__ import annotations

from symheap.store.records import Facts
from symheap.store.settings import Declared, Refusal, resumable_settings

DECLARED = {"heap": Declared("pose"), "max_loop": Declared(150), "rounds": Declared("deepening", before="none")}


def test_a_stored_value_stays_whatever_the_default_is_today() -> None:
    stored: Facts = {"heap": "lazy", "max_loop": 3, "rounds": "deepening"}
    assert resumable_settings(stored, DECLARED) == stored


def test_an_option_that_the_run_does_not_know_has_the_value_that_was_in_force() -> None:
    result = resumable_settings({"heap": "lazy"}, DECLARED)
    assert result == {"heap": "lazy", "max_loop": 150, "rounds": "none"}


def test_a_stored_null_is_a_value() -> None:
    assert resumable_settings({"max_loop": None}, DECLARED) == {"heap": "pose", "max_loop": None, "rounds": "none"}


def test_an_option_that_is_gone_is_ignored_at_its_default() -> None:
    result = resumable_settings({"heap": "pose", "flat_maps": False}, DECLARED, {"flat_maps": False})
    assert result == {"heap": "pose", "max_loop": 150, "rounds": "none"}


def test_an_option_that_is_gone_is_refused_by_name() -> None:
    result = resumable_settings({"flat_maps": True, "fast": 2, "old": 1}, DECLARED, {"flat_maps": False, "old": 1})
    assert isinstance(result, Refusal)
    assert str(result) == "this version of symheap has no option flat_maps (was True), fast (was 2)"
