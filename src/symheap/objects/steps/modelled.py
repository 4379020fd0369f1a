"""Methods that are modelled in Python."""

from __future__ import annotations

from symheap.core.outcome import Unsupported
from symheap.core.terms import BOOL
from symheap.objects.host import Refused, Symbolic, Throws
from symheap.objects.ir import HostCall, Method
from symheap.objects.steps.host import ConcreteHost
from symheap.objects.steps.machine import Code, ConcreteMachine, Ended, Registers, Step
from symheap.objects.steps.unwinding import raise_modelled


def host_call(code: Code, i: HostCall, method: Method) -> Step:
    dst, args, apply, position = i.dst, i.args, i.function.apply, i.position
    is_truth = i.function.result is BOOL

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        machine.method = method
        try:
            result = apply(ConcreteHost(machine), tuple([registers[arg] for arg in args]))
        except Throws as throws:
            raise_modelled(machine, throws, position)
        except Refused as refused:
            raise Ended(Unsupported(refused.what, position)) from None
        except Symbolic:
            raise Ended(Unsupported(f"{i.function.name} of a symbolic value", position)) from None
        assert result is None or isinstance(result, int)
        registers[dst] = 0 if result is None else int(result) if type(result) is bool and not is_truth else result

    return step
