"""Answers about entailments as JSON.  The schema is ``schema/entail.schema.json``."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.entail.answer import Answer, Heap, Verdict
from symheap.store.records import Json

SCHEMA = 1


def document(targets: Sequence[str], answers: Sequence[Answer]) -> dict[str, Json]:
    counts: dict[str, Json] = {each.value: sum(one.verdict is each for one in answers) for each in Verdict}
    return {
        "schema": SCHEMA,
        "targets": list(targets),
        "problems": [_answer(each) for each in answers],
        "counts": counts,
        "seconds": round(sum(each.seconds for each in answers), 6),
    }


def _answer(each: Answer) -> dict[str, Json]:
    return {
        "file": each.file,
        "verdict": each.verdict.value,
        "reason": each.reason or None,
        "heap": None if each.heap is None else _heap(each.heap),
        "seconds": round(each.seconds, 6),
    }


def _heap(heap: Heap) -> dict[str, Json]:
    cells: list[Json] = [
        {"location": address, "constructor": constructor, "fields": dict(fields)}
        for address, (constructor, fields) in sorted(heap.cells.items())
    ]
    return {"variables": dict(heap.variables), "cells": cells}
