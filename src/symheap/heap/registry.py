"""The heap models by name. A new model is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symheap.core.types import ClassTable
from symheap.heap.api import HeapModel
from symheap.heap.lazy.lazier import Lazier
from symheap.heap.lazy.lazier_sharp import LazierSharp
from symheap.heap.lazy.lazy import Lazy
from symheap.heap.pose.model import Pose
from symheap.heap.summary.model import Summary

MODELS: dict[str, Callable[[ClassTable, frozenset[str]], HeapModel[Any]]] = {
    "pose": Pose,
    "summary": Summary,
    "lazy": Lazy,
    "lazier": Lazier,
    "lazier#": LazierSharp,
}


def heap_model(name: str, table: ClassTable, acyclic: frozenset[str] = frozenset()) -> HeapModel[Any]:
    return MODELS[name](table, acyclic)
