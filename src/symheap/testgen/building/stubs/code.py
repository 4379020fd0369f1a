"""Stubs as Java: a nested class for each behaviour, whose methods give the answers that the path needs.

An answer is any value of its type.  The answers of a run are numbered in the order in which all stubs are asked.  A
test has no such global order: there each object has its own answers, in the order in which it is asked.  An interpreter
run shows which stub is asked when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symheap.core.model import Plain
from symheap.lang.java.classes import INIT, JavaClass, JavaMethod
from symheap.lang.java.classfile.access import PRIVATE
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.stubs import SUFFIX, is_stub, without_body
from symheap.lang.java.values.types import array_of, class_named_by, descriptor_of
from symheap.lang.java.world import World
from symheap.objects import interpreter, ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.host import Cell, Host, HostFunction
from symheap.testgen.access import Access
from symheap.testgen.building.literals import NULL, literal
from symheap.testgen.code import CONSTRUCTOR, Code, Declare, Do, Statement, StubClass, StubMethod, TypeName
from symheap.testgen.writing.naming import simple_name

THIS: Code = ("this",)
_OF_OBJECT = ("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;")
_MISSING: tuple[Statement, ...] = (Do(("throw new AbstractMethodError()",)),)
_CALLS = 600
_STEPS = 2_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A query to a stub: the object, and the key of the method."""

    number: int
    method: str


# Queries to stubs -----------------------------------------------------------------------------------------------------


def asked(program: ir.Program, heap: ConcreteHeap) -> tuple[Asked, ...]:
    """Return the queries of a run of the program, in order."""
    log: list[Asked] = []
    logging = replace(program, methods=_Logging(program.methods, log))
    interpreter.run(logging, heap, max_calls=_CALLS, max_steps=_STEPS)
    return tuple(log)


class _Logging(Mapping[tuple[str, str], ir.Method]):
    """Methods of a program, where those of stubs record that they are called."""

    def __init__(self, methods: Mapping[tuple[str, str], ir.Method], log: list[Asked]) -> None:
        self._methods = methods
        self._log = log

    def __getitem__(self, at: tuple[str, str]) -> ir.Method:
        method = self._methods[at]
        return self._noting(method) if is_stub(method.owner) else method

    def __contains__(self, at: object) -> bool:
        return at in self._methods

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._methods)

    def __len__(self) -> int:
        return len(self._methods)

    def _noting(self, method: ir.Method) -> ir.Method:
        def note(host: Host, args: tuple[Cell, ...]) -> None:
            assert isinstance(args[0], int)
            self._log.append(Asked(int(args[0]), method.key))

        [block] = method.blocks
        if not any(isinstance(i, ir.Arbitrary) for i in block):
            return method
        call = ir.HostCall(ir.DISCARD, HostFunction("note", note), (0,), method.position)
        return replace(method, blocks=((call, *block),))


# Behaviour as Java ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a stub: a literal, or an object that the test must store in a field of the stub."""

    value: Plain
    code: Code | None


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The answers of one stub, by the keys of its methods.  `constructor` is that of its superclass, if any.

    `types` are the declared types of the parameters and the result of each method.  `missing` are the methods without a
    body that a bare stub lacks: calls of them throw.
    """

    stub: JavaClass
    answers: Mapping[str, tuple[Answer, ...]]
    constructor: JavaMethod | None
    types: Mapping[str, tuple[tuple[str, ...], str]]
    missing: tuple[JavaMethod, ...] = ()

    def methods(self) -> list[JavaMethod]:
        """Return the methods to declare; in the stub of an interface, methods of Object only if they are queried."""
        is_class = self.constructor is not None
        return [m for m in self.stub.methods.values() if is_class or m.key in self.answers or m.key not in _OF_OBJECT]

    def as_lambda(self) -> Code | None:
        """Return a lambda for the stub of an interface with one method and a constant answer; None for others."""
        methods = self.methods()
        if self.constructor is not None or len(methods) != 1 or next(self.fields(), None) is not None:
            return None
        [method] = methods
        types = method_type(method.descriptor)
        names = ", ".join(f"p{i}" for i in range(len(types.parameters)))
        head = names if len(types.parameters) == 1 else f"({names})"
        given = dict.fromkeys(self.answers.get(method.key, ()))
        if types.result.descriptor == "V":
            return (f"{head} -> {{ }}",)
        if len(given) > 1 or any(answer.code == THIS for answer in given):
            return None
        code = next((answer.code for answer in given if answer.code is not None), _default(types.result.descriptor))
        return (f"{head} -> ", *code)

    def fields(self) -> Iterator[tuple[str, JavaMethod, tuple[Answer, ...]]]:
        """Yield the fields that the test has to set, with their answers."""
        for key, given in self.answers.items():
            if any(answer.code is None for answer in given):
                method = self.stub.methods[key]
                yield method.name + _number(self.stub, method), method, given


def above_of(stub_name: str) -> str:
    return stub_name.removesuffix(SUFFIX)


def constructor_of(access: Access, above: JavaClass) -> JavaMethod | None:
    """Return the constructor that a subclass in the test can call: the one with the fewest parameters."""
    accessible = [
        m
        for m in above.methods.values()
        if m.name == INIT and not m.access & PRIVATE and _is_inherited(access, above, m)
    ]
    return min(accessible, key=lambda m: len(method_type(m.descriptor).parameters), default=None)


def _is_inherited(access: Access, above: JavaClass, method: JavaMethod) -> bool:
    return not method.is_package_private or above.name.rpartition(".")[0] == access.package


def is_functional(world: World, above: JavaClass) -> bool:
    """Whether a lambda may implement an interface: its only abstract method has no type parameters."""
    infos = [m.info for at in (above, *world.superinterfaces(above)) for m in at.methods.values() if m.is_abstract]
    return above.is_interface and not any(i is not None and (i.signature or "").startswith("<") for i in infos)


def missing_methods(world: World, stub: JavaClass) -> tuple[JavaMethod, ...]:
    """Return the methods that a bare stub lacks: in Java a class must declare them, so that they throw themselves."""
    above = world.find(above_of(stub.name))
    without = (m for m in without_body(world, above) if m.key not in stub.methods)
    return tuple(m for m in without if not above.is_interface or m.key not in _OF_OBJECT)


def can_write(access: Access, stub: JavaClass, missing: Sequence[JavaMethod] = ()) -> bool:
    """Whether a test can declare a class with the stub's behaviour: all of its methods must be declarable."""
    above = above_of(stub.name)
    if not access.can_name(above):
        return False
    types = (method_type(m.descriptor) for m in (*stub.methods.values(), *missing))
    named = (t.descriptor for each in types for t in (*each.parameters, each.result))
    return all(d[0] not in "L[" or access.can_name(class_named_by(d)) for d in named)


def stub_class(name: str, behaviour: Behaviour, is_interface: bool) -> StubClass:
    stub = behaviour.stub
    methods: list[StubMethod] = []
    fields: list[Declare] = []
    constructor = behaviour.constructor
    if constructor is not None and (parameters := method_type(constructor.descriptor).parameters):
        values = [_default(p.descriptor, cast=True) for p in parameters]
        code = tuple(part for value in values for part in (*value, ", "))[:-1]
        methods.append(StubMethod(CONSTRUCTOR, (Do(("super(", *code, ")")),)))
    for method in behaviour.methods():
        given_answers = behaviour.answers.get(method.key, ())
        field = method.name + _number(stub, method)
        declared, result = behaviour.types[method.key]
        body, more = _body(result, field, given_answers)
        fields += more
        methods.append(StubMethod(_declaration(method.name, declared, result), body))
    for method in behaviour.missing:
        methods.append(StubMethod(_declaration(method.name, *behaviour.types[method.key]), _MISSING))
    return StubClass(name, TypeName(descriptor_of(above_of(stub.name))), is_interface, tuple(methods), tuple(fields))


def stub_name(stub_class_name: str, number: int) -> str:
    plain = simple_name(above_of(stub_class_name))
    return f"{plain}Stub" if number == 0 else f"{plain}Stub{number + 1}"


def _number(stub: JavaClass, method: JavaMethod) -> str:
    """Return a suffix that distinguishes overloads."""
    same = [m.key for m in stub.methods.values() if m.name == method.name]
    at = same.index(method.key)
    return "" if at == 0 else str(at + 1)


def _declaration(name: str, parameters: Sequence[str], result: str) -> Code:
    code: list[str | TypeName] = [_type(result), f" {name}("]
    for i, each in enumerate(parameters):
        code += [*([", "] if i else []), _type(each), f" p{i}"]
    return (*code, ")")


def _type(descriptor: str) -> str | TypeName:
    return "void" if descriptor == "V" else TypeName(descriptor)


def _body(result: str, field: str, answers: Sequence[Answer]) -> tuple[tuple[Statement, ...], tuple[Declare, ...]]:
    if result == "V":
        return (), ()
    if not answers:
        return (Do(("return ", *_default(result))),), ()
    distinct = list(dict.fromkeys(answers))
    if len(distinct) == 1:
        [only] = distinct
        if only.code is not None:
            return (Do(("return ", *only.code)),), ()
        return (Do((f"return {field}",)),), (Declare(TypeName(result), field, NULL),)
    several = TypeName(descriptor_of(array_of(class_named_by(result))))
    written = [answer.code for answer in answers if answer.code is not None]
    is_written = len(written) == len(answers)
    value = listed(several, written) if is_written else NULL
    counter = f"{field}Calls"
    fields = (Declare(several, field, value), Declare(TypeName("I"), counter, ("0",)))
    return (Do((f"return {field}[{counter}++]",)),), fields


def listed(array: TypeName, items: Sequence[Code]) -> Code:
    code = tuple(part for item in items for part in (*item, ", "))[:-1]
    return ("new ", array, " {", *code, "}")


def _default(descriptor: str, *, cast: bool = False) -> Code:
    if descriptor[0] in "L[":
        return ("(", TypeName(descriptor), ") null") if cast else NULL
    return literal(descriptor, 0)
