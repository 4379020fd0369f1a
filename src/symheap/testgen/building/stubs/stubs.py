"""The stubs of a construction: each stub object has a class that answers as the path needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from symheap.core.model import Plain
from symheap.core.terms import NULL as _NULL
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.stubs import is_stub
from symheap.lang.java.values.types import STRING, array_of, class_named_by, descriptor_of
from symheap.objects import ir
from symheap.objects.interpreter import Pointer
from symheap.testgen.access import Access
from symheap.testgen.building.known import KnownNames
from symheap.testgen.building.literals import NULL, literal, text_literal, units
from symheap.testgen.building.members import AT, straight
from symheap.testgen.building.steps import Operand, Parts, Step
from symheap.testgen.building.stubs.code import (
    THIS,
    Answer,
    Asked,
    Behaviour,
    above_of,
    asked,
    can_write,
    constructor_of,
    is_functional,
    missing_methods,
    stub_class,
    stub_name,
)
from symheap.testgen.building.stubs.types import declared_types
from symheap.testgen.building.target import Target, is_input
from symheap.testgen.cases import Candidate
from symheap.testgen.code import Code, StubClass, TypeName

_NOTHING = straight(3, ir.Return(0, AT))


@dataclass(slots=True)
class Stubs:
    """The stubs of a target.  `classes` are those written so far, by behaviour; each behaviour has one class."""

    target: Target
    access: Access
    known: KnownNames
    program: ir.Program
    calls: tuple[Asked, ...]
    classes: dict[StubClass, str] = field(default_factory=dict)
    _made: dict[int, tuple[str, Behaviour]] = field(default_factory=dict)

    def maker(self, number: int) -> Step | None:
        """Return the step that creates a stub; None if a test cannot have such a class."""
        class_name = self.target.class_of(number)
        world = self.target.table.world
        stub, above = world.find(class_name), world.find(above_of(class_name))
        constructor = None if above.is_interface else constructor_of(self.access, above)
        missing = missing_methods(world, stub)
        if not can_write(self.access, stub, missing) or (constructor is None and not above.is_interface):
            return None
        types = {m.key: declared_types(world, above, m) for m in (*stub.methods.values(), *missing)}
        behaviour = Behaviour(stub, self._answers(number), constructor, types, missing)
        if not self._fits(behaviour):
            return None
        short = behaviour.as_lambda() if is_functional(world, above) else None
        if short is not None:
            return Step(short, _making(class_name, behaviour), (), makes=above.name)
        name = self._name(behaviour, above.is_interface)
        self._made[number] = name, behaviour
        return Step((f"new {name}()",), _making(class_name, behaviour), (), makes=above.name)

    def _fits(self, behaviour: Behaviour) -> bool:
        """Whether the compiler accepts each answer for the declared type of its method."""
        world = self.target.table.world
        for key, given in behaviour.answers.items():
            result = behaviour.types[key][1]
            objects = [int(a.value) for a in given if result[0] in "L[" and a.value]
            if not all(world.is_subtype(self._static(number), class_named_by(result)) for number in objects):
                return False
        return True

    def _static(self, number: int) -> str:
        class_name = self.target.class_of(number)
        return above_of(class_name) if is_stub(class_name) else class_name

    def _name(self, behaviour: Behaviour, is_interface: bool) -> str:
        anonymous = stub_class("", behaviour, is_interface)
        name = self.classes.get(anonymous)
        if name is None:
            same = sum(each.above == anonymous.above for each in self.classes)
            name = self.classes[anonymous] = stub_name(behaviour.stub.name, same)
        return name

    def written(self) -> tuple[StubClass, ...]:
        return tuple(
            stub_class(name, behaviour, self.target.table.world.find(above_of(behaviour.stub.name)).is_interface)
            for name, behaviour in dict(self._made.values()).items()
        )

    # Answers

    def _answers(self, number: int) -> Mapping[str, tuple[Answer, ...]]:
        by_method: dict[str, tuple[Answer, ...]] = {}
        for count, each in enumerate(self.calls):
            if each.number == number:
                by_method[each.method] = (*by_method.get(each.method, ()), self._answer(count, each))
        return by_method

    def _answer(self, count: int, each: Asked) -> Answer:
        owner = self.target.class_of(each.number)
        [block] = self.program.methods[owner, each.method].blocks
        arbitrary = next(i for i in block if isinstance(i, ir.Arbitrary))
        value = self.target.heap.roots.get(arbitrary.numbered(count), 0)
        descriptor = method_type(self.target.table.world.find(owner).methods[each.method].descriptor).result.descriptor
        return Answer(value, self._code(descriptor, value, each.number))

    def _code(self, descriptor: str, value: Plain, receiver: int) -> Code | None:
        """Return an expression for an answer in a method body; None for objects that the test creates."""
        if descriptor[0] not in "L[":
            return literal(descriptor, value, assigned=True)
        number = int(value)
        if not number:
            return NULL
        if not is_input(number):
            return self.known.code(number)
        if number == receiver:
            return THIS
        return text_literal(units(self.target.text(number))) if self.target.class_of(number) == STRING else None

    def assignments(self, operands: Mapping[int, Operand]) -> Iterator[Step | None]:
        """Yield the steps that store answers in stubs; None for an answer that has no expression."""
        for number, (name, behaviour) in self._made.items():
            stub = operands.get(number)
            for variable, method, given in behaviour.fields() if stub is not None else ():
                assert stub is not None
                operands_or_none = [_operand(answer, operands, stub) for answer in given]
                values = [operand for operand in operands_or_none if operand is not None]
                if len(values) < len(operands_or_none):
                    yield None
                    continue
                _, result = behaviour.types[method.key]
                code = values[0].code if len(set(given)) == 1 else _array(result, values)
                text = (f"(({name}) ", *stub.code, f").{variable} = ", *code)
                yield Step(text, _NOTHING, (Pointer(stub.number),), changes=stub.number)

    def answers_alike(self, calls: tuple[Asked, ...], pairs: Mapping[int, int]) -> bool:
        """Whether another run asks the same objects for the same answers, in the same order."""
        return [(pairs.get(each.number), each.method) for each in self.calls] == [(c.number, c.method) for c in calls]


def stubs_of(candidate: Candidate, target: Target, access: Access, known: KnownNames) -> Stubs:
    program = candidate.java.program
    has_stubs = any(is_stub(target.class_of(number)) for number in target.paths)
    return Stubs(target, access, known, program, asked(program, candidate.witness) if has_stubs else ())


def _operand(answer: Answer, operands: Mapping[int, Operand], stub: Operand) -> Operand | None:
    if answer.code == THIS:
        return stub
    return operands.get(int(answer.value)) if answer.code is None else Operand(answer.value, answer.code)


def _array(element: str, values: Sequence[Operand]) -> Parts:
    code = [part for operand in values for part in (*operand.code, ", ")][:-1]
    return "new ", TypeName(descriptor_of(array_of(class_named_by(element)))), " {", *code, "}"


def _making(class_name: str, behaviour: Behaviour) -> ir.Method:
    """Return the code that creates an object and calls the superclass constructor with default arguments."""
    steps: list[ir.Instruction] = [ir.Initialize(class_name, AT), ir.New(0, class_name, AT)]
    above = behaviour.constructor
    if above is not None:
        types = [p.descriptor for p in method_type(above.descriptor).parameters]
        steps += [ir.Const(i + 1, _NULL if d[0] in "L[" else 0, AT) for i, d in enumerate(types)]
        arguments = tuple(range(len(types) + 1))
        steps.append(ir.Invoke(ir.DISCARD, above.owner, above.key, arguments, AT, receiver=True))
    return straight(8 + len(steps), *steps, ir.Return(0, AT))
