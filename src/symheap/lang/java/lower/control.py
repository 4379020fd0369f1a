"""Lowers branches, switches, returns, subroutines and locks."""

from __future__ import annotations

from symheap.core.terms import NULL as NULL_TERM
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.lower.body import BodyLowering, Lowering
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.frame import Literal, Truth
from symheap.lang.java.lower.graph import switch_cases
from symheap.lang.java.lower.kinds import ADDRESS, DOUBLE, FLOAT, INT, LONG, OBJECT, fits, kind_of, signature
from symheap.lang.java.lower.relations import INT_RELATIONS, ZERO_RELATIONS
from symheap.lang.java.lower.scalars import integer
from symheap.objects import ir
from symheap.objects.ir import Reg

RELATIONS = ("eq", "ne", "lt", "ge", "gt", "le")


def _branch(f: BodyLowering, i: Instruction, condition: Reg, *, taken: bool) -> None:
    """Go to the instruction's target where the condition is `taken`, else to the next instruction."""
    condition = f.flush(condition)
    target, after = f.edge(integer(i.args[0])), f.edge(f.following())
    then, other = (target, after) if taken else (after, target)
    f.emit(ir.Branch(condition, then, other, f.at))


def _if(relation: str) -> Lowering:
    operation = ZERO_RELATIONS[relation]

    def branch(f: BodyLowering, i: Instruction) -> None:
        if f.entries and isinstance(f.entries[-1], Truth):
            truth, _ = f.take()
            assert isinstance(truth, Truth)
            _branch(f, i, truth.register, taken=truth.decided or relation == "ne")
        else:
            _branch(f, i, f.compute(operation, f.pop(INT)), taken=True)

    return branch


def _if_compare(relation: str) -> Lowering:
    operation = INT_RELATIONS[relation]

    def branch(f: BodyLowering, i: Instruction) -> None:
        b = f.pop(INT)
        a = f.pop(INT)
        _branch(f, i, f.compute(operation, a, b), taken=True)

    return branch


def _if_reference(*, equal: bool) -> Lowering:
    def branch(f: BodyLowering, i: Instruction) -> None:
        b, _ = f.pop_reference()
        a, _ = f.pop_reference()
        _branch(f, i, f.equal(a, b), taken=equal)

    return branch


def _if_null(*, null: bool) -> Lowering:
    def branch(f: BodyLowering, i: Instruction) -> None:
        a, _ = f.pop_reference()
        _branch(f, i, f.equal(a, f.constant(NULL_TERM)), taken=null)

    return branch


def _goto(f: BodyLowering, i: Instruction) -> None:
    f.flush()
    f.emit(ir.Jump(f.edge(integer(i.args[0])), f.at))


def _switch(f: BodyLowering, i: Instruction) -> None:
    key = f.flush(f.pop(INT))
    default, cases = switch_cases(i)
    targets = {target: f.edge(target) for target in dict.fromkeys((default, *(target for _, target in cases)))}
    if cases:
        f.emit(ir.Switch(key, tuple((k, targets[t]) for k, t in cases), targets[default], f.at))
    else:
        f.emit(ir.Jump(targets[default], f.at))


def _jsr(f: BodyLowering, i: Instruction) -> None:
    back = f.following()
    f.push(Literal(0), f"{ADDRESS}{back}")
    f.flush()
    f.emit(ir.Jump(f.call_edge(integer(i.args[0]), back), f.at))


def _ret(f: BodyLowering, i: Instruction) -> None:
    """Return from a subroutine. Returns past the innermost call are refused: no compiler generates them."""
    slot = integer(i.args[0])
    back = f.return_address()
    if not f.variables[slot].startswith(ADDRESS):
        raise f.fail(f"local variable {slot} is {f.variables[slot]} and no return address")
    if back is None or f.variables[slot] != f"{ADDRESS}{back}":
        raise Unlinkable("jsr/ret")
    f.flush()
    f.emit(ir.Jump(f.return_edge(), f.at))


def _return(kind: str | None) -> Lowering:
    def give(f: BodyLowering, i: Instruction) -> None:
        result = signature(f.header.method.descriptor)[1]
        if (kind is None) != (result == "V") or (kind is not None and not fits(kind, kind_of(result))):
            raise f.fail(f"{i.mnemonic} in a method that returns {result}")
        if kind is None:
            register = 0
        else:
            register = f.pop_reference()[0] if kind == OBJECT else f.pop(kind)
        f.emit(ir.Return(register, f.at))

    return give


def _throw(f: BodyLowering, i: Instruction) -> None:
    f.emit(ir.Throw(f.pop_reference()[0], f.at))


def _enter_monitor(f: BodyLowering, i: Instruction) -> None:
    f.emit(ir.Lock(f.pop_reference()[0], f.at))


def _exit_monitor(f: BodyLowering, i: Instruction) -> None:
    f.emit(ir.Unlock(f.pop_reference()[0], f.at))


CONTROL: dict[str, Lowering] = {
    **{f"if{relation}": _if(relation) for relation in RELATIONS},
    **{f"if_icmp{relation}": _if_compare(relation) for relation in RELATIONS},
    "if_acmpeq": _if_reference(equal=True),
    "if_acmpne": _if_reference(equal=False),
    "ifnull": _if_null(null=True),
    "ifnonnull": _if_null(null=False),
    "goto": _goto,
    "goto_w": _goto,
    "jsr": _jsr,
    "jsr_w": _jsr,
    "ret": _ret,
    "tableswitch": _switch,
    "lookupswitch": _switch,
    "ireturn": _return(INT),
    "lreturn": _return(LONG),
    "freturn": _return(FLOAT),
    "dreturn": _return(DOUBLE),
    "areturn": _return(OBJECT),
    "return": _return(None),
    "athrow": _throw,
    "monitorenter": _enter_monitor,
    "monitorexit": _exit_monitor,
}
