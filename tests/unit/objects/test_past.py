"""Knowledge of a run about classes that may have been initialised before the call."""

from __future__ import annotations

from symheap.core.terms import BV32
from symheap.core.types import Field, Type
from symheap.objects.history import Note, before_the_call, noted, slot_of, text_of
from symheap.objects.initialization import Progress
from symheap.objects.past import Prior, Stored, is_impossible, unwritten

COUNT = Field("Main.<static>", "count", Type(BV32))
PRIOR = Prior({"P": Progress.DONE, "Q": Progress.DONE}, (Stored(7, COUNT, None, 1),))


def test_only_what_was_decided_so_was_before_the_call() -> None:
    assert before_the_call((("P", True), ("Q", False), ("R", Note.WRITTEN))) == ("P",)


def test_a_class_is_not_in_the_past_if_one_that_comes_with_it_is_not() -> None:
    assert not is_impossible(PRIOR, ())
    assert is_impossible(PRIOR, (("Q", False),))
    assert not is_impossible(PRIOR, (("Q", True),))
    assert not is_impossible(PRIOR, (("Q", Note.WRITTEN),))


def test_a_static_field_that_was_written_keeps_what_was_written() -> None:
    slot = slot_of("Main.<static>", COUNT)
    history = noted((), "P", slot)
    assert noted(history, "P", slot) == history
    assert unwritten(PRIOR, (), lambda number: "Main.<static>") == PRIOR.stores
    assert unwritten(PRIOR, history, lambda number: "Main.<static>") == ()


def test_a_past_is_said_in_words() -> None:
    assert text_of("P", True) == "P was initialised before the call"
    assert text_of("P", False) == "P was not initialised before the call"
