"""Where the members of a record lie: the rules of the System V ABI as gcc implements them on x86."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symheap.lang.c.types import BitRange, CType, Field, Layout, Types


@dataclass(frozen=True, slots=True)
class Member:
    """A member as declared.  `width` is that of a bit-field; `aligned` the alignment that an attribute asks for."""

    name: str | None
    type: CType
    width: int | None = None
    aligned: int = 1
    packed: bool = False


def lay_out(
    types: Types, members: Sequence[Member], *, union: bool, packed: bool = False, aligned: int = 1, most: int = 64
) -> Layout:
    """The layout of a struct or union; `most` is what ``#pragma pack`` allows as an alignment."""
    bit, end, alignment = 0, 0, aligned
    fields: list[Field] = []
    for member in members:
        least = 1 if packed or member.packed else min(types.alignment(member.type), most)
        least = max(least, member.aligned)
        start = 0 if union else bit
        if member.width is None:
            start = _up(start, 8 * least)
            fields.append(Field(member.name, member.type, start // 8))
            bit = start + 8 * types.size(member.type)
            alignment = max(alignment, least)
        else:
            start = _bit_start(types, member, start, least, packed or member.packed)
            bit = start + member.width
            if member.name is not None:
                fields.append(Field(member.name, member.type, start, BitRange(member.width, 0, 0)))
                alignment = max(alignment, least)
        end = max(end, bit)
    size = _up(_up(end, 8) // 8, alignment)
    return Layout(size, alignment, _shared_units([_unit(types, field, size) for field in fields]))


def _up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


def _bit_start(types: Types, member: Member, bit: int, least: int, packed: bool) -> int:
    """The first bit of a bit-field: it crosses no more boundaries of its type than an object of that type would."""
    assert member.width is not None
    unit = 8 * least
    if member.width == 0:
        return _up(bit, 8 * types.alignment(member.type))
    if packed:
        return _up(bit, unit) if member.aligned > 1 else bit
    spans = -(-(bit % unit + member.width) // unit)
    return _up(bit, unit) if spans > max(1, 8 * types.size(member.type) // unit) else bit


def _unit(types: Types, field: Field, record: int) -> Field:
    """The bytes that are read for a bit-field: its type's, if they lie in the record, else those it touches."""
    if field.bits is None:
        return field
    bit, width, size = field.offset, field.bits.width, types.size(field.type)
    start = bit // 8 // size * size
    if start + size > record or bit + width > 8 * (start + size):
        start = bit // 8
        size = -(-(bit + width) // 8) - start
    return replace(field, offset=start, bits=BitRange(width, bit - 8 * start, size))


def _shared_units(fields: Sequence[Field]) -> tuple[Field, ...]:
    """Bit-fields whose unit lies inside that of another one are read with the larger unit, as one value."""
    units = {(field.offset, field.bits.size) for field in fields if field.bits is not None}

    def widened(field: Field) -> Field:
        if field.bits is None:
            return field
        start, end = field.offset, field.offset + field.bits.size
        around = [(size, first) for first, size in units if first <= start and end <= first + size]
        size, first = max(around)
        shift = field.bits.shift + 8 * (start - first)
        return replace(field, offset=first, bits=BitRange(field.bits.width, shift, size))

    return tuple(widened(field) for field in fields)
