"""Initialization as steps of its own, for the machine that is run rule by rule.

The models initialize within an access. Here each step is visible: a choice of [Summaries] Fig. 6, or one location of
Fig. 8. After the last one, the access itself finds nothing to initialize.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from symheap.core.terms import NULL, REF, Op, Term, Value
from symheap.core.types import Field
from symheap.heap.api import HeapModel, Ok, PathView, Ref
from symheap.heap.lazy.choosing import choose
from symheap.heap.lazy.initialization import LazyInitialization
from symheap.heap.lazy.state import ChoiceOutcome, LazyHeap
from symheap.heap.summary.model import Summary
from symheap.heap.summary.rules import UN, summarize_field
from symheap.heap.summary.state import L_NULL, SummaryHeap

Named = tuple[str, Ok[Any]]


def is_initializing(model: HeapModel[Any]) -> bool:
    """Whether a model initializes fields in steps: all but POSE, whose machine has refinement."""
    return isinstance(model, Summary | LazyInitialization)


def end_of(model: HeapModel[Any]) -> str:
    return "SUMMARIZE (END)" if isinstance(model, Summary) else "INITIALIZE (END)"


def next_initializations(
    model: HeapModel[Any], heap: Any, ref: Ref, field: Field, path: PathView, *, is_write: bool = False
) -> tuple[Named, ...]:
    """Return the next steps that initialize `field` of `ref`, each with its rule; () if nothing is left to do.

    Before a write, summaries need the value that is kept where the receiver is another object; lazy initialization
    needs the receiver only.
    """
    if isinstance(model, Summary):
        return _summarize(heap, ref, field, path)
    if isinstance(model, LazyInitialization):
        assert isinstance(ref, Term)
        return tuple(_initialize(model, heap, ref, field, is_write=is_write))
    return ()


def _summarize(heap: SummaryHeap, ref: Ref, field: Field, path: PathView) -> tuple[Named, ...]:
    """Summarize the field at the smallest location l_x of Λ, if it is not empty.

    Rule: [Summaries] Fig. 8, "Summarize"; [Uber-lazy] Fig. 5, "Lazy initialization" (Λ, l_x)
    """
    for guard, at in sorted(heap.locations(ref), key=lambda pair: pair[1]):
        if at == L_NULL or not path.may(guard):
            continue
        uninitialized = UN(heap, at, field)
        if uninitialized is False or ((at, field) in heap.R and field.type.sort is not REF):
            continue
        after, facts = summarize_field(heap, at, field, uninitialized)
        return (("SUMMARIZE", Ok(True, facts, after, ref)),)
    return ()


def _initialize(
    model: LazyInitialization, heap: LazyHeap, ref: Term, field: Field, *, is_write: bool
) -> Iterator[Named]:
    """Choose the receiver if it is a parameter not used before, else the reference in its field if that is read.

    Rule: [Summaries] Fig. 6, "Initialize (null)", "Initialize (new)", "Initialize (alias)"
    """
    receiver = heap.resolved(ref)
    if receiver is None:
        yield from _named(ref, choose(heap, ref))
        return
    if is_write or receiver is NULL or field.type.sort is not REF:
        return
    held, after = heap.slot(receiver, field), heap
    facts: tuple[Value, ...] = ()
    if held is None:
        inputs, held, about = heap.inputs.bind(receiver, field)
        facts = about + inputs.increasing(receiver, field, held)
        after = replace(heap, inputs=inputs).with_slot(receiver, field, held)
    if not isinstance(held, Term) or held.op is not Op.SYM or after.resolved(held) is not None:
        return
    cases = list(model.on_read(after, held))
    if len(cases) > 1:
        chosen = (ChoiceOutcome(case.guard, facts + case.facts, case.heap, case.ref) for case in cases)
        yield from _named(held, chosen)


def _named(ref: Term, cases: Iterator[ChoiceOutcome]) -> Iterator[Named]:
    for case in cases:
        kind = "NULL" if case.ref is NULL else "NEW" if case.ref is ref else "ALIAS"
        yield f"INITIALIZE ({kind})", Ok(case.guard, case.facts, case.heap, ref)
