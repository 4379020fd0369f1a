"""Arguments for public methods: numbers and texts from the pools, and small objects that a few calls create."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final

from symheap.core.terms import Term
from symheap.lang.java.classfile.signatures import ArrayOf, Parameterized, TypeSignature, Variable, method_signature
from symheap.lang.java.inputs.universe import REPRESENTATIVES
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import OBJECT, STRING, class_named_by, descriptor_of, element_class, is_array
from symheap.objects.interpreter import Pointer
from symheap.testgen.building.literals import NULL, text_literal, units
from symheap.testgen.building.members import Member, Members
from symheap.testgen.building.steps import BuildState, Operand, Slot, Step, Workshop
from symheap.testgen.code import TypeName
from symheap.testgen.reach.pools import Pools

_SAMPLE = 600
_BESIDE_NULL = 2
_MAKINGS = 6
_BOXES: Final = {
    "java.lang.Integer": "I",
    "java.lang.Long": "J",
    "java.lang.Short": "S",
    "java.lang.Byte": "B",
    "java.lang.Character": "C",
    "java.lang.Boolean": "Z",
    "java.lang.Float": "F",
    "java.lang.Double": "D",
    "java.lang.Number": "I",
}
_COLLECTIONS: Final = {
    **{name: name for name in REPRESENTATIVES.values()},
    **{f"java.util.{name}": f"java.util.{name}" for name in ("LinkedList", "LinkedHashMap", "LinkedHashSet", "Stack")},
    **REPRESENTATIVES,
}
"""Types whose objects are created empty and then filled."""

_ADD: Final = "add(Ljava/lang/Object;)Z"
_PUT: Final = "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"

Choices = tuple[BuildState, list[Operand]]
Given = tuple[BuildState, tuple[Operand, ...]]
"""A state in which the arguments of a call exist, and the arguments."""


@dataclass(slots=True)
class Arguments:
    """Generates lists of arguments for members, the plainest first.

    All type variables stand for texts: a receiver then has one type argument, and none is mistyped.  With `nulls`, null
    is the last choice for every reference.  `objects` is the number of different objects of a user class.
    """

    table: JavaTable
    members: Members
    workshop: Workshop
    pools: Pools
    nulls: bool = False
    objects: int = 1
    _open: set[str] = field(default_factory=set)
    _texts: dict[str, Operand] = field(default_factory=dict)

    def lists(self, state: BuildState, member: Member, most: int, receiver: Operand | None = None) -> Iterator[Given]:
        """Yield the state after creating the arguments, with the arguments.

        The receiver of the call is itself the last choice for parameters of its class.
        """
        made: list[list[Operand]] = []
        declared = self._declared(member)
        for descriptor, signature in zip(member.parameters, declared, strict=True):
            state, choices = self._choices(state, member, descriptor, signature)
            if receiver is not None and descriptor == descriptor_of(receiver.type):
                choices = [*choices, receiver]
            if self.nulls and descriptor[0] in "L[":
                choices = [*choices[:_BESIDE_NULL], Operand(Pointer(0), NULL)]
            if not choices:
                return
            made.append(choices)
        ranked = sorted(islice(product(*map(enumerate, made)), _SAMPLE), key=lambda each: sum(r for r, _ in each))
        for each in ranked[:most]:
            yield state, tuple(operand for _, operand in each)

    @staticmethod
    def _declared(member: Member) -> Sequence[TypeSignature | None]:
        """Return the generic types of the parameters, if the class file has them."""
        info = member.method.info
        signature = None if info is None or info.signature is None else method_signature(info.signature)
        if signature is None or len(signature.parameters) != len(member.parameters):
            return [None] * len(member.parameters)
        return signature.parameters

    def _choices(self, state: BuildState, member: Member, descriptor: str, signature: TypeSignature | None) -> Choices:
        if descriptor[0] not in "L[":
            return state, [self.members.scalar(descriptor, value) for value in self.pools.scalars(descriptor)]
        name = class_named_by(descriptor)
        if _takes_text(name):
            texts = [self.text(text) for text in self.pools.strings()]
            if member.method.name == "equals" and name == OBJECT:
                return self._others(state, member.owner, texts[:1])
            return state, texts if name in (STRING, "java.lang.CharSequence") else texts[:3]
        return self._objects(state, name, signature)

    def _objects(self, state: BuildState, name: str, signature: TypeSignature | None) -> Choices:
        if is_array(name):
            return self._arrays(state, name, signature.element if isinstance(signature, ArrayOf) else None)
        constants = self.constants(name)
        if constants:
            return state, constants
        if name in _BOXES:
            return self._boxes(state, name, 3)
        collection = _COLLECTIONS.get(name)
        if collection is None and isinstance(signature, Parameterized) and not _holds_texts(signature):
            return state, []
        state, made = self._made(state, name)
        if made and collection is not None and isinstance(signature, Parameterized):
            return self._filled(state, made[0], collection, signature)
        return state, made

    def _others(self, state: BuildState, owner: str, texts: list[Operand]) -> Choices:
        """Return arguments for `equals`: another object of the same class, null, and a text."""
        after, own = self._made(state, owner)
        return after, [*own, Operand(Pointer(0), NULL), *texts]

    def text(self, text: str) -> Operand:
        operand = self._texts.get(text)
        if operand is None:
            literal = self.table.literal(units(text))
            operand = self._texts[text] = Operand(Pointer(literal.location.number), text_literal(text), STRING)
        return operand

    def constants(self, name: str) -> list[Operand]:
        """The first constants of an enum; none of any other class."""
        return [o for o in map(self._known, self.table.constants(name) or ()) if o is not None][:4]

    def _known(self, constant: Term) -> Operand | None:
        """Return an enum constant, by its field."""
        number, name = constant.location.number, constant.location.class_name
        for declared in self.table.world.find(name).fields.values():
            if declared.is_enum_constant and self.table.initial.static(name, declared.field.name) == number:
                return Operand(Pointer(number), (TypeName(descriptor_of(name)), f".{declared.name}"), name)
        return None

    def _do(self, state: BuildState, step: Step) -> BuildState:
        return self.workshop.apply(state, step) or state

    def _made(self, state: BuildState, name: str) -> Choices:
        """Create an object by the first maker that succeeds with plain arguments; of a user class several."""
        class_name = REPRESENTATIVES.get(name, name)
        if class_name in self._open:
            return state, []
        self._open.add(class_name)
        most = self.objects if self.table.world.class_path.is_user(class_name) else 1
        made: list[Operand] = []
        try:
            for maker in self.members.makers(class_name):
                if maker.outer or len(maker.parameters) > 4 or len(made) >= most:
                    continue
                for given, arguments in self.lists(state, maker, _MAKINGS if most > 1 else 3):
                    after = self.workshop.apply(given, self.members.make(maker, arguments))
                    if after is not None and after.heap.class_of(after.steps[-1].made) == class_name:
                        state = after
                        made.append(operand_of(after.steps[-1]))
                        if len(made) >= most:
                            break
        finally:
            self._open.discard(class_name)
        return state, made

    def _boxes(self, state: BuildState, name: str, most: int) -> Choices:
        """Create boxed numbers by `valueOf`."""
        boxes: list[Operand] = []
        boxed = "java.lang.Integer" if name == "java.lang.Number" else name
        key = f"valueOf({_BOXES[name]})L{boxed.replace('.', '/')};"
        maker = next((m for m in self.members.makers(boxed) if m.method.key == key), None)
        for value in self.pools.scalars(_BOXES[name])[:most] if maker is not None else ():
            assert maker is not None
            operand = self.members.scalar(_BOXES[name], value)
            after = self.workshop.apply(state, self.members.make(maker, (operand,)))
            if after is not None:
                state = after
                boxes.append(operand_of(after.steps[-1]))
        return state, boxes

    def _elements(self, state: BuildState, signature: TypeSignature | None) -> Choices:
        """Create two objects of the element type of a collection."""
        if isinstance(signature, Variable):
            return state, [self.text("a"), self.text("b")]
        if not isinstance(signature, Parameterized):
            return state, []
        if _takes_text(signature.name):
            return state, [self.text("a"), self.text("b")]
        if signature.name in _BOXES:
            return self._boxes(state, signature.name, 2)
        return self._objects(state, signature.name, signature)

    def _filled(self, state: BuildState, empty: Operand, class_name: str, signature: Parameterized) -> Choices:
        """Create a collection with one element, an empty one, and one with two; likewise for maps."""
        parts: list[list[Operand]] = []
        for argument in signature.arguments:
            state, operands = self._elements(state, argument.type)
            parts.append(operands)
        if not parts or not all(parts):
            return state, [empty]
        key = _PUT if len(parts) == 2 else _ADD
        adding = next((m for m in self.members.methods(class_name) if m.method.key == key), None)
        collections: list[Operand] = []
        for count in (1, 2) if adding is not None and len(parts) in (1, 2) else ():
            state, made = self._made(state, class_name)
            for at in range(count if made else 0):
                assert adding is not None
                given = tuple(each[min(at, len(each) - 1)] for each in parts)
                state = self._do(state, self.members.call(adding, made[0], given))
            collections += made
        return state, [*collections[:1], empty, *collections[1:]]

    def _arrays(self, state: BuildState, name: str, signature: TypeSignature | None) -> Choices:
        """Create an array with two elements, one with one, and an empty one."""
        element = name[1:]
        values: Sequence[Operand] = ()
        if element[0] not in "L[":
            values = [self.members.scalar(element, v) for v in self.pools.scalars(element)[:2]]
        elif _takes_text(element_class(name)):
            values = [self.text("a"), self.text("b")]
        else:
            state, values = self._objects(state, element_class(name), signature)
            values = values[:2]
        arrays: list[Operand] = []
        contents = [tuple(values[:count]) for count in range(len(values) + 1)][::-1]
        if self.objects > 1 and values:
            contents += [(values[-1],), (values[-1], values[0]), (values[0],) * 2, (values[-1],) * 2]
        for each in dict.fromkeys(contents):
            after = self.workshop.apply(state, self.members.array(name, len(each), each))
            if after is not None:
                state = after
                arrays.append(operand_of(after.steps[-1]))
        return state, arrays


def _holds_texts(signature: Parameterized) -> bool:
    """Whether a text fits every type argument, since created objects use texts for their type variables."""
    types = [argument.type for argument in signature.arguments]
    return all(
        each is None or isinstance(each, Variable) or (isinstance(each, Parameterized) and _takes_text(each.name))
        for each in types
    )


def _takes_text(name: str) -> bool:
    return name in (STRING, OBJECT, "java.lang.CharSequence", "java.lang.Comparable")


def operand_of(step: Step) -> Operand:
    """Return an expression for the object that a step created."""
    assert step.makes is not None
    return Operand(Pointer(step.made), (Slot(step.made),), step.makes)
