"""Values of narrow types: fields and elements have fewer bits than registers."""

from __future__ import annotations

from symheap.lang.java.lower.body import BodyLowering
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.frame import Literal, Truth
from symheap.lang.java.lower.kinds import INT, REFERENCES, kind_of
from symheap.lang.java.values import operations
from symheap.objects.ir import Operation, Reg

_WIDENING: dict[str, Operation] = {
    "Z": operations.Z2I,
    "B": operations.B8I,
    "S": operations.S16I,
    "C": operations.C16I,
}
_NARROWING: dict[str, Operation] = {
    "Z": operations.I2Z_BIT,
    "B": operations.I2B8,
    "S": operations.I2S16,
    "C": operations.I2S16,
}


def tested(f: BodyLowering) -> bool:
    """Whether the next instruction tests if the int pushed now is zero."""
    return f.next is not None and f.next.mnemonic in ("ifeq", "ifne")


def place(f: BodyLowering, descriptor: str) -> Reg:
    """Return the register for reading a field or element of the type, for `push_read`."""
    return f.target() if descriptor not in _WIDENING else f.fresh()


def push_read(f: BodyLowering, register: Reg, descriptor: str) -> None:
    """Push the value read from a field or element of the type, widened to a register."""
    operation = _WIDENING.get(descriptor)
    if operation is None:
        f.push(register, kind_of(descriptor))
    elif descriptor == "Z" and tested(f):
        f.push(Truth(register), INT)
    else:
        dst = f.target()
        f.compute(operation, register, dst=dst)
        f.push(dst, INT)


def pop_narrowed(f: BodyLowering, descriptor: str) -> Reg:
    """Pop a value and narrow it to a field or element of the type."""
    operation = _NARROWING.get(descriptor)
    kind = kind_of(descriptor)
    if operation is None:
        return f.pop_reference()[0] if kind[0] in REFERENCES else f.pop(kind)
    entry = f.entries[-1] if f.entries else None
    if isinstance(entry, Literal) and f.kinds[-1] == INT:
        f.take()
        return f.constant(operation.apply(entry.value))
    return f.compute(operation, f.pop(INT))


def narrowed(e: Emitter, register: Reg, descriptor: str) -> Reg:
    """Narrow the value in a register to a field or element of the type."""
    operation = _NARROWING.get(descriptor)
    return register if operation is None else e.compute(operation, register)


def widened(e: Emitter, register: Reg, descriptor: str) -> Reg:
    operation = _WIDENING.get(descriptor)
    return register if operation is None else e.compute(operation, register)
