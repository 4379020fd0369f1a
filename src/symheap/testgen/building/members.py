"""Constructors, methods and fields that a test may use, as steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from symheap.core.model import Plain
from symheap.core.source import CodePosition
from symheap.core.terms import REF
from symheap.lang.java.classes import INIT, JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile.access import BRIDGE, FINAL, STATIC, SYNTHETIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.declared import parameter_names
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import (
    OBJECT,
    array_of,
    class_named_by,
    descriptor_of,
    element_class,
    element_sort,
    is_array,
    widening,
)
from symheap.objects import ir
from symheap.objects.interpreter import Pointer
from symheap.testgen.access import Access
from symheap.testgen.asserting.observe import declares_checked
from symheap.testgen.building.helper import HELPER
from symheap.testgen.building.literals import literal, text_literal
from symheap.testgen.building.steps import Operand, Parts, Step
from symheap.testgen.code import TypeName

_WIDER: Final = {"B": "SIJFD", "S": "IJFD", "C": "IJFD", "I": "JFD", "J": "FD", "F": "D", "D": "", "Z": ""}
AT: Final = CodePosition("test", 0, 0, "test")


@dataclass(frozen=True, slots=True)
class Member:
    """A constructor or method, with the data that its callers need.

    `rivals` are the parameters of other methods that the same call might refer to.  `outer`: the first parameter is the
    enclosing object of an inner class, which is written before the constructor.
    """

    method: JavaMethod
    owner: str
    parameters: tuple[str, ...]
    names: tuple[str, ...]
    result: str
    rivals: tuple[tuple[str, ...], ...] = ()
    outer: bool = False


@dataclass(slots=True)
class Members:
    """The accessible members of classes, and the code to use them.  A cache: its answers for a class never change."""

    table: JavaTable
    access: Access
    _makers: dict[str, tuple[Member, ...]] = field(default_factory=dict)
    _methods: dict[str, tuple[Member, ...]] = field(default_factory=dict)
    solved: dict[object, tuple[Operand, ...] | None] = field(default_factory=dict)
    _bodies: dict[object, ir.Method] = field(default_factory=dict)

    # Members

    def makers(self, class_name: str) -> tuple[Member, ...]:
        """Return the accessible constructors, shortest first, then static methods that return such an object."""
        makers = self._makers.get(class_name)
        if makers is None:
            makers = self._makers[class_name] = tuple(self._all_makers(class_name))
        return makers

    def _all_makers(self, class_name: str) -> list[Member]:
        java_class = self.table.world.find(class_name)
        if not self.access.can_name(class_name) or java_class.is_enum:
            return []
        own = [m for m in java_class.methods.values() if self.access.can_call(class_name, m)]
        made = [m for m in own if m.name == INIT and not java_class.is_abstract and self._nameable(m)]
        static = [
            m for m in own if m.is_static and method_type(m.descriptor).result.descriptor == descriptor_of(class_name)
        ]
        members = [self.member(java_class, m) for m in (*made, *filter(self._nameable, static))]
        return sorted(members, key=lambda m: (m.method.name != INIT, len(m.parameters)))

    def methods(self, class_name: str) -> tuple[Member, ...]:
        """Return the methods of objects of a class, except for those of Object."""
        methods = self._methods.get(class_name)
        if methods is None:
            seen: dict[str, Member] = {}
            for at in self.table.world.chain(class_name):
                for method in at.methods.values() if at.name != OBJECT else ():
                    if method.is_virtual and self.access.can_call(class_name, method) and self._nameable(method):
                        seen.setdefault(method.key, self.member(self.table.world.find(class_name), method))
            methods = self._methods[class_name] = tuple(seen.values())
        return methods

    def _nameable(self, method: JavaMethod) -> bool:
        """Whether a method is not compiler-generated and has parameters of types that a test can name."""
        types = method_type(method.descriptor).parameters
        plain = self._is_plain(method)
        return plain and all(
            d[0] not in "L[" or self.access.can_name(class_named_by(d)) for d in (t.descriptor for t in types)
        )

    def _is_plain(self, method: JavaMethod) -> bool:
        return not method.access & (SYNTHETIC | BRIDGE)

    def member(self, java_class: JavaClass, method: JavaMethod) -> Member:
        types = method_type(method.descriptor)
        parameters = tuple(p.descriptor for p in types.parameters)
        outer = method.name == INIT and is_inner(java_class)
        rivals = self._rivals(java_class, method, len(parameters))
        names = parameter_names(method)
        return Member(method, java_class.name, parameters, names, types.result.descriptor, rivals, outer)

    def _rivals(self, java_class: JavaClass, method: JavaMethod, count: int) -> tuple[tuple[str, ...], ...]:
        """Return the parameters of other methods with the same name and number of parameters."""
        chain = (java_class,) if method.name == INIT else self.table.world.chain(java_class.name)
        named = [m for at in chain for m in at.methods.values() if m.name == method.name]
        candidates = [
            tuple(p.descriptor for p in method_type(m.descriptor).parameters) for m in named if self._is_plain(m)
        ]
        own = tuple(p.descriptor for p in method_type(method.descriptor).parameters)
        return tuple(dict.fromkeys(each for each in candidates if len(each) == count and each != own))

    def field_in_reach(self, static_type: str, declared: JavaField) -> bool:
        """Whether a test may assign to a field of an expression; another field must not hide it."""
        if declared.access & FINAL or not self.access.can_get(static_type, declared):
            return False
        chain = self.table.world.chain(static_type)
        nearest = next((f for at in chain for f in at.fields.values() if f.name == declared.name), None)
        return nearest is declared

    # Steps

    def fits(self, operand: Operand, descriptor: str) -> bool:
        """Whether the compiler accepts an expression for a type."""
        if descriptor[0] not in "L[" or not operand.type:
            return True
        return self.table.world.is_subtype(operand.type, class_named_by(descriptor))

    def make(self, member: Member, arguments: Sequence[Operand]) -> Step:
        """Return a call of a constructor, or of a static method that returns an object."""
        code = self._arguments(member, arguments)
        values = tuple(self._register(d, a) for d, a in zip(member.parameters, arguments, strict=True))
        if member.method.name == INIT:
            if member.outer:
                name = member.owner.rpartition("$")[2]
                text: Parts = (*arguments[0].code, f".new {name}(", *self._arguments(member, arguments, 1), ")")
            else:
                text = ("new ", TypeName(descriptor_of(member.owner)), "(", *code, ")")
            return Step(text, self._body(member), values, makes=member.owner, checked=self._checked(member))
        text = (TypeName(descriptor_of(member.method.owner)), f".{member.method.name}(", *code, ")")
        made = class_named_by(member.result)
        return Step(text, self._body(member), values, makes=made, checked=self._checked(member))

    def call(self, member: Member, receiver: Operand, arguments: Sequence[Operand]) -> Step:
        """Return a call of a method for its effect."""
        text = (*receiver.code, f".{member.method.name}(", *self._arguments(member, arguments), ")")
        values = tuple(self._register(d, a) for d, a in zip(member.parameters, arguments, strict=True))
        given = (Pointer(receiver.number), *values)
        return Step(text, self._body(member), given, changes=receiver.number, checked=self._checked(member))

    def _checked(self, member: Member) -> bool:
        return declares_checked(self.table.world, member.method)

    def assign(self, receiver: Operand, declared: JavaField, value: Operand) -> Step:
        text = (*receiver.code, f".{declared.name} = ", *value.code)
        step = self._put(text, receiver, declared, value)
        is_reference = declared.field.type.sort is REF
        return replace(step, field_type=class_named_by(declared.descriptor)) if is_reference else step

    def set(self, receiver: Operand, declared: JavaField, value: Operand) -> Step:
        """Return an assignment through the helper class, whatever the modifiers of the field."""
        chain = self.table.world.chain(receiver.type if not is_array(receiver.type) else OBJECT)
        names = [f.owner for at in chain for f in at.fields.values() if f.name == declared.name]
        owner: Parts = ()
        if names and names[0] != declared.owner:
            owner = (*self.class_literal(declared.owner), ", ")
        name = text_literal(declared.name)
        text = (f"{HELPER}.set(", *receiver.code, ", ", *owner, *name, ", ", *value.code, ")")
        return replace(self._put(text, receiver, declared, value), is_helper=True)

    def class_literal(self, class_name: str) -> Parts:
        if self.access.can_name(class_name):
            return TypeName(descriptor_of(class_name)), ".class"
        return f"{HELPER}.type(", *text_literal(class_name), ")"

    def _put(self, text: Parts, receiver: Operand, declared: JavaField, value: Operand) -> Step:
        key = ("put", declared)
        body = self._bodies.get(key)
        if body is None:
            put = ir.Put(0, declared.field.name, (declared.field,), 1, AT)
            body = self._bodies[key] = straight(2, put, ir.Return(1, AT))
        given = Pointer(value.number) if declared.field.type.sort is REF else value.value
        return Step(text, body, (Pointer(receiver.number), given), changes=receiver.number)

    def create(self, class_name: str) -> Step:
        """Return the creation of an object without a constructor call, through the helper class."""
        static = self.access.nearest(class_name)
        code = self.class_literal(class_name) if static == class_name else text_literal(class_name)
        body = self._bodies.get(("create", class_name))
        if body is None:
            made = (ir.Initialize(class_name, AT), ir.New(0, class_name, AT), ir.Return(0, AT))
            body = self._bodies["create", class_name] = straight(1, *made)
        return Step((f"{HELPER}.create(", *code, ")"), body, (), makes=static, is_helper=True)

    def record(self, class_name: str) -> Member | None:
        """Return the canonical constructor of a record."""
        java_class = self.table.world.find(class_name)
        fields = "".join(f.descriptor for f in java_class.fields.values() if not f.is_static)
        method = java_class.methods.get(f"{INIT}({fields})V") if java_class.is_record else None
        return None if method is None else self.member(java_class, method)

    def create_record(self, member: Member, arguments: Sequence[Operand]) -> Step:
        """Return the creation of a record through the helper class, for when a test cannot name the constructor."""
        code = _listed([operand.code for operand in arguments])
        if len(arguments) == 1:
            code = ("(", TypeName(descriptor_of(OBJECT)), ") ", *code)
        name = text_literal(member.owner)
        text = (f"{HELPER}.createRecord(", *name, *((", ", *code) if arguments else ()), ")")
        made = replace(self.make(replace(member, outer=False, rivals=()), arguments), code=text, is_helper=True)
        return replace(made, makes=self.access.nearest(member.owner))

    def element(self, array: Operand, class_name: str, index: int, value: Operand) -> Step:
        """Return an assignment to an element."""
        kind = element_sort(class_name)
        body = self._bodies.get(("element", kind))
        if body is None:
            store = ir.Store(0, 1, 2, kind, AT)
            body = self._bodies["element", kind] = straight(3, store, ir.Return(2, AT))
        given = Pointer(value.number) if kind is REF else value.value
        text = (*array.code, f"[{index}] = ", *value.code)
        return Step(text, body, (Pointer(array.number), index, given), changes=array.number)

    def array(self, class_name: str, length: int, elements: Sequence[Operand] | None) -> Step:
        """Return the creation of an array, with its elements written out, or without elements."""
        kind, count = element_sort(class_name), len(elements or ())
        body = self._bodies.get(("array", class_name, count))
        if body is None:
            made: list[ir.Instruction] = [ir.NewArray(count + 1, class_name, 0, AT)]
            for i in range(count):
                made += [ir.Const(count + 2, i, AT), ir.Store(count + 1, count + 2, i + 1, kind, AT)]
            made.append(ir.Return(count + 1, AT))
            body = self._bodies["array", class_name, count] = straight(count + 3, *made)
        values = [Pointer(e.number) if kind is REF else e.value for e in elements or ()]
        named = self.access.can_name(class_name)
        if not named:
            text: Parts = (f"{HELPER}.array(", *text_literal(element_class(class_name)), f", {length})")
        elif elements is not None:
            text = ("new ", TypeName(descriptor_of(class_name)), " {", *_listed([e.code for e in elements]), "}")
        else:
            text = ("new ", *_sized(class_name, length))
        return Step(text, body, (length, *values), makes=self.array_type(class_name), is_helper=not named)

    def static_type(self, class_name: str) -> str:
        """Return the nearest type that a test can name."""
        return self.array_type(class_name) if is_array(class_name) else self.access.nearest(class_name)

    def array_type(self, class_name: str) -> str:
        """Return the nearest array class that can be named; arrays are covariant."""
        if self.access.can_name(class_name):
            return class_name
        element = element_class(class_name)
        return array_of(self.array_type(element) if is_array(element) else self.access.nearest(element))

    # Operands

    def scalar(self, descriptor: str, value: Plain, *, assigned: bool = False) -> Operand:
        return Operand(value, literal(descriptor, value, assigned=assigned))

    def _arguments(self, member: Member, arguments: Sequence[Operand], first: int = 0) -> Parts:
        """Return the arguments; if another method would accept them too, references are cast to the declared types."""
        is_open = any(self._takes(member, rival, arguments) for rival in member.rivals)
        parts: list[Parts] = []
        for descriptor, operand in list(zip(member.parameters, arguments, strict=True))[first:]:
            cast = is_open and descriptor[0] in "L[" and operand.type != class_named_by(descriptor)
            parts.append(("(", TypeName(descriptor), ") ", *operand.code) if cast else operand.code)
        return _listed(parts)

    def _takes(self, member: Member, rival: tuple[str, ...], arguments: Sequence[Operand]) -> bool:
        """Whether another method would accept the arguments.

        Rule: JLS 15.12.2.2 (by subtyping alone; primitives are of just the declared type)
        """
        for own, other, operand in zip(member.parameters, rival, arguments, strict=True):
            if (own[0] in "L[") != (other[0] in "L["):
                return False
            if own[0] not in "L[" and own != other and other not in _WIDER[own]:
                return False
            if own[0] in "L[" and not self.fits(operand, other):
                return False
        return True

    def _register(self, descriptor: str, operand: Operand) -> Plain:
        """Return a value as bytecode represents it in a register."""
        if descriptor[0] in "L[":
            return Pointer(operand.number)
        wider = widening(descriptor)
        return operand.value if wider is None else wider.apply(operand.value)  # type: ignore[return-value]

    def _body(self, member: Member) -> ir.Method:
        body = self._bodies.get(member.method)
        if body is None:
            body = self._bodies[member.method] = self._calling(member)
        return body

    def _calling(self, member: Member) -> ir.Method:
        method, count = member.method, len(member.parameters)
        arguments = tuple(range(count))
        if method.name == INIT:
            made = ir.New(count, member.owner, AT)
            call: ir.Instruction = ir.Invoke(
                ir.DISCARD, method.owner, method.key, (count, *arguments), AT, receiver=True
            )
            steps: tuple[ir.Instruction, ...] = (ir.Initialize(member.owner, AT), made, call)
        elif method.access & STATIC:
            call = ir.Invoke(count, method.owner, method.key, arguments, AT)
            steps = (ir.Initialize(method.owner, AT), call)
        else:
            dst = count + 1
            call = ir.Call(ir.DISCARD, self.table.world.call_key(method), 0, tuple(range(1, dst)), AT)
            steps = (call, ir.Const(dst, 0, AT))
            return straight(dst + 1, *steps, ir.Return(dst, AT))
        return straight(count + 1, *steps, ir.Return(count, AT))


def is_inner(java_class: JavaClass) -> bool:
    """Whether objects of a class have an enclosing object: it is neither static nor top-level."""
    inner = java_class.file.inner_classes if java_class.file is not None else ()
    own = next((i for i in inner if i.name == java_class.name), None)
    return own is not None and own.outer is not None and not own.access & STATIC and not java_class.is_interface


def _listed(items: Sequence[Parts]) -> Parts:
    separated: list[Parts] = [(*item, ", ") for item in items[:-1]]
    return tuple(part for item in (*separated, *items[-1:]) for part in item)


def _sized(class_name: str, length: int) -> Parts:
    """Return the size expression of a new array: ``int[3][]``."""
    innermost = class_name.lstrip("[")
    rest = len(class_name) - len(innermost) - 1
    return TypeName(innermost.replace(".", "/")), f"[{length}]" + "[]" * rest


def straight(registers: int, *block: ir.Instruction) -> ir.Method:
    """Return a method of one block."""
    return ir.Method("", "test", (), registers, (block,), AT)
