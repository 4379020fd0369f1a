"""Preconditions over the inputs of a call: evaluate paths, and turn conditions into assumptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from symheap.core.source import SourceError
from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.exports import Export
from symheap.lang.c.client.pre import Form, Input, Operand, Path, Precondition, Relation
from symheap.lang.c.client.shapes import Spine, nodes_of, self_links, spine_of
from symheap.lang.c.front.types import CType, Field, Floating, Integer, Pointer, Record, Types, Void
from symheap.lang.c.lower import fold
from symheap.memory.expressions import Conversion, Expression, Number, Operator

_OPERATORS: Final = {
    "==": (Operator.EQ, Operator.EQ, False),
    "!=": (Operator.NE, Operator.NE, False),
    "<": (Operator.SLT, Operator.ULT, False),
    "<=": (Operator.SLE, Operator.ULE, False),
    ">": (Operator.SLT, Operator.ULT, True),
    ">=": (Operator.SLE, Operator.ULE, True),
}
"""For each comparison: the signed operator, the unsigned one, and whether the operands are swapped."""


class Values:
    """Evaluates paths and conditions; `values` are the values of the parameters."""

    def __init__(self, types: Types, build: Builder, export: Export, values: Mapping[str, Expression]) -> None:
        self._types = types
        self._build = build
        self._export = export
        self._values = values

    # Types ------------------------------------------------------------------------------------------------------------

    def check(self, given: Precondition) -> None:
        """Check that each path exists in the function and that each form fits its type; raise `SourceError` if not."""
        for choices in given.inputs.values():
            for choice in choices:
                ctype = self.type(choice.path)
                if not isinstance(ctype, Pointer):
                    raise SourceError(f"{choice.path} has type {ctype}, which is no pointer", choice.path.position)
                if choice.form in {Form.OBJECT, Form.ARRAY} and not self._has_size(ctype.target):
                    raise SourceError(
                        f"{choice.path} points to {ctype.target}, which is not defined", choice.path.position
                    )
                for path in (choice.last, choice.count):
                    if isinstance(path, Path):
                        self.type(path)
        for relation in given.relations:
            self.type(relation.left)
            if isinstance(relation.right, Path):
                self.type(relation.right)

    def _has_size(self, ctype: CType) -> bool:
        return isinstance(ctype, Void) or self._types.is_complete(ctype)

    def type(self, path: Path) -> CType:
        parameter = next((each for each in self._export.parameters if each.name == path.root), None)
        if parameter is None:
            raise SourceError(f"{self._export.name} has no parameter {path.root}", path.position)
        ctype = parameter.type
        for name in path.members:
            ctype = self._member(ctype, name, path).type
        return ctype

    def _member(self, ctype: CType, name: str, path: Path) -> Field:
        record = ctype.target if isinstance(ctype, Pointer) else ctype
        field = None
        if isinstance(record, Record) and self._types.is_complete(record):
            field = self._types.member(record, name)
        if field is None:
            raise SourceError(f"{path}: {record} has no member {name}", path.position)
        return field

    def aliases(self, given: Precondition | None) -> dict[str, str]:
        """Return the parameters that equal an earlier pointer parameter (``y == x``), with that parameter."""
        same: dict[str, str] = {}
        names = [parameter.name for parameter in self._export.parameters]
        for relation in given.relations if given is not None else ():
            left, right = relation.left, relation.right
            if relation.compare != "==" or not isinstance(right, Path) or left.members or right.members:
                continue
            if isinstance(self.type(left), Pointer):
                first, second = sorted((left.root, right.root), key=names.index)
                same[second] = same.get(first, first)
        return same

    # Values -----------------------------------------------------------------------------------------------------------

    def value(self, path: Path) -> Expression:
        if not path.members:
            return self._values[path.root]
        address, ctype = self._walk(path)
        return self._build.load(address, self._types.size(ctype))

    def address(self, text: str) -> Expression:
        """Return the address of the member that a path leads to."""
        root, *members = text.split("->")
        return self._walk(Path(root, tuple(members), self._build.position))[0]

    def _walk(self, path: Path) -> tuple[Expression, CType]:
        """Return the address and the type of a member."""
        address = self._values[path.root]
        ctype = self.type(Path(path.root, (), path.position))
        for number, name in enumerate(path.members):
            if number and isinstance(ctype, Pointer):
                address = self._build.load(address)
            field = self._member(ctype, name, path)
            address, ctype = self._build.at(address, field.offset), field.type
        return address, ctype

    # What is said -----------------------------------------------------------------------------------------------------

    def relate(self, relation: Relation) -> None:
        """Assume that `relation` holds."""
        ctype = self.type(relation.left)
        left, right = self.value(relation.left), self._operand(relation.right, ctype)
        if isinstance(ctype, Floating):
            raise SourceError(f"{relation.left} is a floating-point number", relation.position)
        signed, unsigned, swapped = _OPERATORS[relation.compare]
        if isinstance(relation.right, Path):
            size = max(left.size, right.size)
            left, right = _extended(left, ctype, size), _extended(right, self.type(relation.right), size)
        operator = signed if isinstance(ctype, Integer) and ctype.signed else unsigned
        self._build.assume(operator, *((right, left) if swapped else (left, right)))

    def _operand(self, operand: Operand, beside: CType) -> Expression:
        return self.value(operand) if isinstance(operand, Path) else fold.number(operand, self._types.size(beside))

    def bytes(self, choice: Input, element: CType) -> Expression:
        """Return the size of an array in bytes, and assume that its length is not negative and its size below 2 GB."""
        size = 1 if isinstance(element, Void) else self._types.size(element)
        pointer = self._build.pointer
        count = choice.count
        if not isinstance(count, Path):
            return Number((count or 0) * size, pointer)
        ctype = self.type(count)
        if not isinstance(ctype, Integer):
            raise SourceError(f"{count} is no integer", count.position)
        length = _extended(self.value(count), ctype, pointer)
        most = ((1 << 31) - 1) // size
        self._build.assume(Operator.ULE, length, Number(most, pointer))
        return fold.binary(Operator.MUL, length, Number(size, pointer))

    def spine(self, choice: Input, pointed: CType, records: Sequence[Record]) -> Spine:
        """Return the list that an input describes."""
        position = choice.path.position
        if not isinstance(pointed, Record) or not self_links(self._types, pointed):
            raise SourceError(f"{choice.path} points to {pointed}, which has no link to its own type", position)
        natural = spine_of(self._types, pointed)
        link = self._named(choice.link, pointed, choice) if choice.link else natural.link if natural else None
        back = self._named(choice.back, pointed, choice) if choice.back else natural.back if natural else None
        if link is None:
            raise SourceError(f"{choice.path}: several links of {pointed}: say link=…", position)
        if choice.form is Form.DLIST and back is None:
            raise SourceError(f"{choice.path}: {pointed} has no back link: say back=…", position)
        if choice.form is Form.LIST:
            back = None
        node, entry = self._around(choice, pointed, records)
        return Spine(node, link, back, entry)

    def _named(self, name: str, record: Record, choice: Input) -> int:
        field = self._types.member(record, name)
        if field is None or not isinstance(field.type, Pointer) or field.type.target != record:
            raise SourceError(f"{name} is no link of {record}", choice.path.position)
        return field.offset

    def _around(self, choice: Input, pointed: Record, records: Sequence[Record]) -> tuple[Record, int]:
        """Return the struct of the nodes, and the offset of the links in it."""
        if choice.of is None:
            spine = nodes_of(self._types, records, pointed)
            return (pointed, 0) if spine is None else (spine.node, spine.entry)
        tag, member = choice.of
        record = next((each for each in records if each.tag == tag), None)
        field = None if record is None else self._types.member(record, member)
        if record is None or field is None or field.type != pointed:
            raise SourceError(f"there is no struct {tag} with a {pointed} {member}", choice.path.position)
        return record, field.offset


def _extended(value: Expression, ctype: CType, size: int) -> Expression:
    if value.size == size:
        return value
    signed = isinstance(ctype, Integer) and ctype.signed
    return fold.convert(Conversion.SIGN_EXTEND if signed else Conversion.ZERO_EXTEND, value, size)
