"""Pattern switches, as `java.lang.runtime.SwitchBootstraps` links them.

A call site takes the value and the number of the label to start from. It returns the number of the first matching
label, the number of labels if none matches, or -1 for null.
"""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import NULL
from symheap.lang.java.classfile.classfile import Bootstrap
from symheap.lang.java.classfile.constants import (
    ClassRef,
    DynamicConst,
    FieldRef,
    IntConst,
    InvokeDynamic,
    Loadable,
    MethodHandleConst,
    StringConst,
)
from symheap.lang.java.lower.body import BodyLowering, primitive_class
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.convert import unbox
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import BOXES, signature
from symheap.lang.java.lower.relations import INT_RELATIONS, ZERO_RELATIONS
from symheap.lang.java.values.types import class_named_by, descriptor_of
from symheap.objects import ir
from symheap.objects.ir import Reg

_ENUM_DESC = "java.lang.Enum$EnumDesc"

Test = Callable[[BodyLowering, Reg, int, int], None]
"""Ends the block with a test of a value: to the first block if it matches, else to the second."""


def link_type_switch(
    f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]
) -> None:
    selector = (signature(site.descriptor)[0] or ("",))[0]
    if selector in BOXES:
        tests = [_primitive_test(f, selector, label) for label in bootstrap.arguments]
    else:
        tests = [_type_test(f, label) for label in bootstrap.arguments]
    _emit_switch(f, dst, args, tests, nullable=selector not in BOXES)


def link_enum_switch(
    f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]
) -> None:
    parameters = signature(site.descriptor)[0]
    if len(parameters) != 2 or parameters[0][0] != "L":
        raise f.fail("a switch whose type does not fit")
    enum = class_named_by(parameters[0])
    _emit_switch(f, dst, args, [_enum_test(f, enum, label) for label in bootstrap.arguments], nullable=True)


def _emit_switch(f: BodyLowering, dst: Reg, args: tuple[Reg, ...], tests: list[Test], *, nullable: bool) -> None:
    if len(args) != 2:
        raise f.fail("a switch whose type does not fit")
    value, start = args
    null = f.equal(value, f.constant(NULL)) if nullable else None
    numbers = [f.constant(i) for i in range(len(tests))]
    at_hand = f.apart()
    after = f.block()
    if null is None:
        following = f.block()
        f.jump(following)
    else:
        absent, following = f.decide(null)
        _give(f, absent, dst, -1, after)
    for number, test in enumerate(tests):
        f.together(following, at_hand)
        fits, asked, following = f.block(), f.block(), f.block()
        f.branch(f.compute(INT_RELATIONS["le"], start, numbers[number]), asked, following)
        f.start(asked)
        test(f, value, fits, following)
        _give(f, fits, dst, number, after)
    _give(f, following, dst, len(tests), after)
    f.together(after, at_hand)


def _give(f: BodyLowering, block: int, dst: Reg, number: int, after: int) -> None:
    f.start(block)
    f.emit(ir.Const(dst, number, f.at))
    f.jump(after)


def _primitive_test(f: BodyLowering, selector: str, label: Loadable) -> Test:
    """Test a primitive value against its own type; the language has no other tests of primitives yet."""
    if isinstance(label, DynamicConst) and primitive_class(f, label) == class_named_by(selector):
        return lambda f, value, yes, no: f.jump(yes)
    raise Unlinkable("a switch over a primitive type with a label of another one")


def _type_test(f: BodyLowering, label: Loadable) -> Test:
    match label:
        case ClassRef(name):
            return _is_a(name)
        case StringConst(text):
            return _is_string(text)
        case IntConst(number):
            return _is_number(number)
        case DynamicConst():
            return _is_constant(*_enum_constant(f, label))
        case _:
            raise Unlinkable(f"a switch with a label of kind {type(label).__name__}")


def _enum_test(f: BodyLowering, enum: str, label: Loadable) -> Test:
    match label:
        case ClassRef(name):
            return _is_a(name)
        case StringConst(text):
            return _is_constant(enum, text)
        case _:
            raise Unlinkable(f"a switch with a label of kind {type(label).__name__}")


def _is_a(name: str) -> Test:
    return lambda f, value, yes, no: f.branch(f.is_a(value, name), yes, no)


def _is_string(text: str) -> Test:
    def test(f: BodyLowering, value: Reg, yes: int, no: int) -> None:
        result, literal = f.fresh(), f.constant(f.link.initial.literal(text))
        call_named(f, result, "java.lang.String", "equals", "(Ljava/lang/Object;)Z", (literal, value), static=False)
        f.branch(f.compute(ZERO_RELATIONS["ne"], result), yes, no)

    return test


def _is_number(number: int) -> Test:
    """Test for an Integer or a Character of that value."""

    def test(f: BodyLowering, value: Reg, yes: int, no: int) -> None:
        label_value = f.constant(number)
        for owner, kind in (("java.lang.Integer", "I"), ("java.lang.Character", "C")):
            boxed, other = f.decide(f.is_a(value, owner))
            f.start(boxed)
            f.branch(f.compute(INT_RELATIONS["eq"], unbox(f, value, owner, kind), label_value), yes, no)
            f.start(other)
        f.jump(no)

    return test


def _is_constant(enum: str, name: str) -> Test:
    """Test for a constant of an enum; a label whose constant no longer exists matches nothing."""

    def test(f: BodyLowering, value: Reg, yes: int, no: int) -> None:
        try:
            reference = FieldRef(enum, name, descriptor_of(enum))
            f.link.field(reference, static=True)
        except Unlinkable:
            f.jump(no)
            return
        some, other = f.decide(f.is_a(value, enum))
        f.start(some)
        holder, field = f.static(reference)
        f.branch(f.equal(value, f.get(holder, field)), yes, no)
        f.start(other)
        f.jump(no)

    return test


def _enum_constant(f: BodyLowering, label: DynamicConst) -> tuple[str, str]:
    """Return the enum and the name in a label ``EnumDesc.of(ClassDesc.of(enum), name)``."""
    match f.bootstrap(label.bootstrap).arguments:
        case MethodHandleConst(_, of), DynamicConst(described, _, _), StringConst(name) if of.owner == _ENUM_DESC:
            match f.bootstrap(described).arguments:
                case MethodHandleConst(), StringConst(enum):
                    return enum, name
    raise Unlinkable(f"a switch with a label of dynamic constant {label.name}")
