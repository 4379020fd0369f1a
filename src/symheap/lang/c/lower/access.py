"""Reading and writing places, and arithmetic on addresses."""

from __future__ import annotations

from symheap.lang.c.front.types import (
    VOID,
    Array,
    CType,
    Field,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Void,
)
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import convert, is_signed, of_width, resize
from symheap.lang.c.lower.values import InBits, InMemory, InRegister, Place, Value
from symheap.memory.expressions import Expression, Number, Operator, Register
from symheap.memory.ir import Assign, Copy, Load, Store


def read(context: Context, place: Place) -> Value:
    """Return the value at `place`: for an array, the address of its first element; for a function, its address."""
    match place:
        case InRegister(register=register, type=ctype):
            return Value(register, ctype)
        case InBits():
            return _read_bits(context, place)
        case InMemory(address=address, type=Array(element=element)):
            return Value(address, context.types.pointer(element))
        case InMemory(address=address, type=FunctionType() as ctype):
            return Value(address, context.types.pointer(ctype))
        case InMemory(address=address, type=Record() as ctype):
            return Value(address, ctype)
        case InMemory(type=Void()):
            return Value(Number(0, 4), VOID)
        case InMemory(address=address, type=ctype):
            target = context.fresh(context.types.size(ctype))
            context.emit(Load(target, address, context.position))
            return Value(target, ctype)


def write(context: Context, place: Place, value: Value, *, initial: bool = False) -> Value:
    """Convert `value` and write it to `place`, perhaps as its initial value; return the value of the assignment."""
    match place:
        case InBits():
            return _write_bits(context, place, value, initial)
        case InMemory(address=address, type=Record() as ctype):
            convert(context, value, ctype)
            copy(context, address, value.expression, ctype, initial=initial, apart=not initial)
            return Value(address, ctype)
        case InMemory(type=Array() | FunctionType() | Void()):
            raise context.wrong(f"an assignment to an object of type {place.type}")
        case InMemory(address=address, type=ctype):
            converted = convert(context, value, ctype)
            context.emit(Store(address, converted.expression, context.position, initial))
            return converted
        case InRegister(register=register, type=ctype):
            converted = convert(context, value, ctype)
            _assign(context, register, converted.expression)
            return Value(register, ctype)


def _assign(context: Context, register: Register, expression: Expression) -> None:
    """Set `register`; if the last command set a temporary that is the value, it sets `register` directly."""
    if expression == register:
        return
    temporary = isinstance(expression, Register) and expression.name.startswith("%")
    if temporary and isinstance(expression, Register) and context.emitter.redirect(expression, register):
        return
    context.emit(Assign(register, expression, context.position))


def copy(
    context: Context,
    target: Expression,
    source: Expression,
    ctype: CType,
    *,
    initial: bool = False,
    apart: bool = False,
) -> None:
    """A record from one place to another.  Those of an assignment are `apart`: the same, or without overlap."""
    size = context.types.size(ctype)
    if size and target != source:
        context.emit(Copy(target, source, context.count(size), context.position, initial=initial, apart=apart))


def address(context: Context, place: Place) -> Value:
    """Return ``&place``."""
    match place:
        case InMemory(address=where, type=ctype):
            return Value(where, context.types.pointer(ctype))
        case InBits():
            raise context.wrong("the address of a bit-field")
        case InRegister():
            raise context.unsupported("the address of a register")


def member(base: Expression, field: Field) -> Place:
    where = fold.plus(base, field.offset)
    return InMemory(where, field.type) if field.bits is None else InBits(where, field.type, field.bits)


# Bit-fields -----------------------------------------------------------------------------------------------------------


def _read_bits(context: Context, place: InBits) -> Value:
    unit = context.fresh(place.bits.size)
    context.emit(Load(unit, place.address, context.position))
    return _extract(context, place, unit)


def _extract(context: Context, place: InBits, unit: Expression) -> Value:
    """Return the bit-field in `unit`: as an int if that can hold it, else with as many bits as the field."""
    width, shift, size = place.bits.width, place.bits.shift, place.bits.size
    signed = is_signed(place.type)
    if signed:
        left = fold.binary(Operator.SHL, unit, Number(8 * size - width - shift, size))
        value = fold.binary(Operator.ASHR, left, Number(8 * size - width, size))
    else:
        right = fold.binary(Operator.LSHR, unit, Number(shift, size))
        value = right if width == 8 * size else fold.binary(Operator.AND, right, fold.number((1 << width) - 1, size))
    fits = width < 32 or (width == 32 and signed)
    ctype = context.types.int if fits else of_width(context.types, place.type, width)
    return Value(resize(value, signed, context.types.size(ctype)), ctype)


def _write_bits(context: Context, place: InBits, value: Value, initial: bool) -> Value:
    width, shift, size = place.bits.width, place.bits.shift, place.bits.size
    converted = convert(context, value, place.type)
    bits = resize(converted.expression, False, size)
    mask = (1 << width) - 1
    low = bits if width == 8 * size else fold.binary(Operator.AND, bits, fold.number(mask, size))
    if width == 8 * size:
        whole = low
    else:
        old = context.fresh(size)
        context.emit(Load(old, place.address, context.position))
        others = fold.binary(Operator.AND, old, fold.number(~(mask << shift), size))
        whole = fold.binary(Operator.OR, others, fold.binary(Operator.SHL, low, Number(shift, size)))
    context.emit(Store(place.address, whole, context.position, initial))
    return _extract(context, place, fold.binary(Operator.SHL, low, Number(shift, size)))


# Pointer arithmetic ---------------------------------------------------------------------------------------------------


def scale(context: Context, target: CType) -> Expression:
    """Return how many bytes a pointer to `target` moves in one step."""
    if isinstance(target, Array) and target.bytes is not None:
        return target.bytes
    if isinstance(target, (Record, Array)) and not context.types.is_complete(target):
        raise context.wrong(f"arithmetic on a pointer to {target}, whose size is not known")
    return context.count(context.types.size(target))


def offset(context: Context, pointer: Value, index: Value, operator: Operator = Operator.ADD) -> Value:
    """Return ``pointer + index`` or ``pointer - index``, in elements."""
    assert isinstance(pointer.type, Pointer)
    if not isinstance(index.type, Integer):
        raise context.wrong(f"a pointer and a {index.type} are added")
    size = context.types.model.pointer
    distance = resize(index.expression, index.type.signed, size)
    scaled = fold.binary(Operator.MUL, distance, scale(context, pointer.type.target))
    if operator is Operator.SUB and isinstance(scaled, Number):
        return Value(fold.plus(pointer.expression, -scaled.value), pointer.type)
    return Value(fold.binary(operator, pointer.expression, scaled), pointer.type)


def distance(context: Context, left: Value, right: Value) -> Value:
    """Return ``left - right``, in elements."""
    assert isinstance(left.type, Pointer)
    difference = fold.binary(Operator.SUB, left.expression, right.expression)
    step = scale(context, left.type.target)
    return Value(fold.binary(Operator.SDIV, difference, step), context.types.ptrdiff_t)
