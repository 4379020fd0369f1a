"""Dispatch commands that stay in their block to their functions."""

from __future__ import annotations

from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.lives import allocate, enter, free, leave, reallocate
from symheap.bmc.execution.registers import Results, assign, assume, check, nondet
from symheap.bmc.execution.state import SearchState
from symheap.bmc.execution.transfers import copy, fill, load, store
from symheap.memory import ir
from symheap.memory.outcome import Refusal


def execute(decider: Decider, state: SearchState, command: ir.Command) -> Results:
    """Yield all possible results of `command`.  Raises `Refusal` if it is not supported."""
    match command:
        case ir.Assign():
            return assign(decider, state, command)
        case ir.Load():
            return load(decider, state, command)
        case ir.Store():
            return store(decider, state, command)
        case ir.Nondet():
            return nondet(decider, state, command)
        case ir.Allocate():
            return allocate(decider, state, command)
        case ir.Free():
            return free(decider, state, command)
        case ir.Enter():
            return enter(decider, state, command)
        case ir.Leave():
            return leave(decider, state, command)
        case ir.Assume():
            return assume(decider, state, command)
        case ir.Assert():
            return check(decider, state, command)
        case ir.Copy():
            return copy(decider, state, command)
        case ir.Fill():
            return fill(decider, state, command)
        case ir.Reallocate():
            return reallocate(decider, state, command)
        case ir.Refuse():
            raise Refusal(command.reason)
        case ir.Call():
            raise AssertionError(command)
