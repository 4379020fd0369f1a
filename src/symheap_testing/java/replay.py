"""Replays witnesses on the real JVM: builds the input heap of a path, runs the method, and compares the ends."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from symheap.core.outcome import Returned, Threw
from symheap.engine.state import Trace
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.inputs.stubs import is_stub
from symheap.lang.java.values.types import STRING, class_named_by
from symheap.laws.laws import takes
from symheap.laws.show_heap import describe
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.history import name_of
from symheap.objects.interpreter import run
from symheap_testing.java.jvm.call import Call, HeapObject, units
from symheap_testing.java.jvm.convert import value_of
from symheap_testing.java.jvm.driver import Jvm
from symheap_testing.java.sides import CallRequest, Sides

_NO_BOUND = 1_000_000


_ORDER: Final = re.compile(r"initialised\((\S+) before (\S+)\)")
"""The name of an input that says which of two classes was initialised first."""


class Replay(Sides):
    """One program on both machines, with the classes and the initial heap of its exploration."""

    def __init__(self, java: JavaProgram, jvm: Jvm) -> None:
        self.java = java
        self.table = java.table
        self.program = java.program
        self.jvm = jvm
        self._settled = False
        self._known = {}
        self._known_size = 0

    def problem(self, trace: Trace[Any], witness: ConcreteHeap) -> str | None:
        """Return the difference between the run of a witness and its path, or the JVM's result; None if there is
        none.
        """
        actual = run(self.program, witness, max_calls=600, max_steps=_NO_BOUND)
        if not takes(actual, trace):
            return f"{describe(witness)} takes another path"
        request = self.request(witness)
        outcome = self.there(request)
        if outcome.kind not in ("return", "throw"):
            return f"{describe(witness)}: {outcome.kind}: {outcome.reason}"
        difference = self.difference(request, actual, outcome)
        return None if difference is None else f"{describe(witness)}: {difference}"

    def request(self, witness: ConcreteHeap) -> CallRequest:
        method = self.java.subject.method
        kinds = [p.descriptor for p in method_type(method.descriptor).parameters]
        names = [i.name for i in self.program.inputs]
        receiver = None
        if len(names) > len(kinds):
            receiver = int(witness.roots[names.pop(0)])
        values = (
            value_of("ref" if kind[0] in "L[" else class_named_by(kind), witness.roots[name])
            for kind, name in zip(kinds, names, strict=True)
        )
        return CallRequest(self.java.subject.class_name, method, receiver, tuple(values), witness)

    def known(self) -> dict[int, HeapObject]:
        """Return the names of all objects from before the call; literals are literals on the JVM too."""
        literals = self.table.initial.interned.literals
        return super().known() | {n: HeapObject(STRING, string=units(t), interned=True) for t, n in literals.items()}

    def _before(self, request: CallRequest) -> list[str]:
        """Return the classes that, according to the witness, were initialised before the call, in that order."""
        roots = request.heap.roots
        names = {name_of(name): name for name in self.world.class_path.user_names()}
        order = [names[root] for root, value in roots.items() if root in names and value]
        pairs = [
            (m[1], m[2]) if value else (m[2], m[1]) for root, value in roots.items() if (m := _ORDER.fullmatch(root))
        ]
        for first, second in pairs * len(order):
            if first in order and second in order and order.index(first) > order.index(second):
                order.remove(first)
                order.insert(order.index(second), first)
        return order

    def call_of(self, request: CallRequest) -> Call:
        """Return a call of exactly the explored body, with the classes initialised as they were."""
        call = super().call_of(request)
        plain = sorted(name for name in self.program.initialized if self.world.find(name).is_user)
        first = (request.class_name, *plain, *self._before(request))
        done = {*self.program.initialized, *first[1:]}
        ready = dict.fromkeys(name for name in (*first, *call.initialize) if name in done)
        return replace(call, exact=request.receiver is not None, initialize=tuple(ready))


def cannot_replay(java: JavaProgram) -> str | None:
    """Return the reason why no JVM can run the witnesses of a program, if there is one."""
    stubs = [name for name in java.table.universe if is_stub(name)]
    return f"a JVM has no class {', '.join(stubs)}" if stubs else None


def is_replayed(trace: Trace[Any]) -> bool:
    """Whether the path has an end of the program."""
    return isinstance(trace.end, Returned | Threw)
