"""The layout of records: the rules of the System V ABI as gcc implements them on x86."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from symheap.lang.c.front.types import BitRange, CType, Field, TypeLayout, Types

_WHOLE: Final = frozenset({8, 16, 32, 64, 128})


@dataclass(frozen=True, slots=True)
class Member:
    """A member as declared.

    `width` is that of a bit-field, `aligned` the alignment that an attribute asks for, and `natural` the alignment of
    the type, if a typedef changes it.
    """

    name: str | None
    type: CType
    width: int | None = None
    aligned: int | None = None
    packed: bool = False
    natural: int | None = None
    constant: bool = False


@dataclass(frozen=True, slots=True)
class _Rules:
    """Rules for all members of a record; `most` is the largest alignment that ``#pragma pack`` allows, if any."""

    types: Types
    packed: bool
    most: int | None

    def natural(self, member: Member) -> int:
        return self.types.alignment(member.type) if member.natural is None else member.natural

    def is_packed(self, member: Member) -> bool:
        """Whether a member is packed.  A member that needs no alignment cannot be packed, except for a bit-field."""
        return (self.packed or member.packed) and (member.width is not None or self.natural(member) > 1)

    def capped(self, alignment: int) -> int:
        return alignment if self.most is None else min(alignment, self.most)


def lay_out(
    types: Types,
    members: Sequence[Member],
    *,
    union: bool,
    packed: bool = False,
    aligned: int = 1,
    most: int | None = None,
) -> TypeLayout:
    """Return the layout of a struct or union; `most` is the largest alignment that ``#pragma pack`` allows."""
    rules = _Rules(types, packed, most)
    bit, end, alignment = 0, 0, aligned
    fields: list[Field] = []
    for member in members:
        start = 0 if union else bit
        if member.width is None:
            least = rules.capped(_alignment(rules, member))
            start = _up(start, 8 * least)
            fields.append(Field(member.name, member.type, start // 8, constant=member.constant))
            bit = start + 8 * types.size(member.type)
            alignment = max(alignment, least)
        else:
            start, needed = _place_bits(rules, member, start)
            bit = start + member.width
            if member.name is not None:
                fields.append(Field(member.name, member.type, start, BitRange(member.width, 0, 0)))
                alignment = max(alignment, needed)
        end = max(end, bit)
    size = _up(_up(end, 8) // 8, alignment)
    return TypeLayout(size, alignment, _shared_units([_unit(types, field, size) for field in fields]))


def _up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


def _alignment(rules: _Rules, member: Member) -> int:
    if rules.is_packed(member):
        return member.aligned or 1
    return max(member.aligned or 1, rules.natural(member))


def _place_bits(rules: _Rules, member: Member, bit: int) -> tuple[int, int]:
    """Return the first bit of a bit-field, and the alignment in bytes that the record needs for it.

    It crosses no more boundaries of its type than an object of that type would, unless ``#pragma pack`` is in force.
    """
    assert member.width is not None
    natural = rules.natural(member)
    if member.width == 0:
        return _up(bit, 8 * max(natural, member.aligned or 1)), 1
    packed = rules.is_packed(member)
    known = bit & -bit
    asked = 8 * member.aligned if member.aligned else 1
    is_whole = member.width in _WHOLE and (member.width == 8 or not packed) and (known == 0 or known >= member.width)
    if is_whole:
        asked = max(asked, member.width)
    if rules.most is not None:
        asked = min(asked, 8 * rules.most)
    start = _up(bit, asked)
    if not is_whole and not packed and rules.most is None:
        unit = 8 * natural
        spans = -(-(start % unit + member.width) // unit)
        start = _up(start, unit) if spans > 8 * rules.types.size(member.type) // unit else start
    own = 1 if packed and rules.most is None else rules.capped(natural)
    return start, max(own, -(-asked // 8))


def _unit(types: Types, field: Field, record: int) -> Field:
    """Return `field` with the bytes to read for a bit-field.

    These are the bytes of its type if the record contains them, else those that the bit-field touches.
    """
    if field.bits is None:
        return field
    bit, width, size = field.offset, field.bits.width, types.size(field.type)
    start = bit // 8 // size * size
    if start + size > record or bit + width > 8 * (start + size):
        start = bit // 8
        size = -(-(bit + width) // 8) - start
    return replace(field, offset=start, bits=BitRange(width, bit - 8 * start, size))


def _shared_units(fields: Sequence[Field]) -> tuple[Field, ...]:
    """Read bit-fields whose unit lies inside that of another one with the larger unit, as one value."""
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
