"""Calls through reflection: `Method.invoke` and `Constructor.newInstance`.

As in the JDK, the object for a method has an accessor, whose class is created for that one method. It checks the
receiver and the arguments, unboxes them, calls, boxes the result, and wraps exceptions. A method that was found in an
unknown class has no accessor and cannot be called.
"""

from __future__ import annotations

from symheap.core.source import CodePosition
from symheap.core.terms import BOOL, NULL, REF
from symheap.lang.java.classes import INIT, JavaClass, JavaMethod
from symheap.lang.java.classfile.access import ABSTRACT, FINAL, PUBLIC, STATIC, SYNTHETIC
from symheap.lang.java.classfile.constants import MethodRef
from symheap.lang.java.lower.calls import call_special, call_static, call_virtual
from symheap.lang.java.lower.convert import box, convert, unbox
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import BOXES, signature
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.natives.bounds import new_exception
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.reflection.access import caller_of, may_access
from symheap.lang.java.natives.services.opaque import new
from symheap.lang.java.values.operations import EITHER
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.values.types import OBJECT, class_named_by, type_of
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction
from symheap.objects.ir import Reg

MODELS = Models()
METHOD, CONSTRUCTOR = "java.lang.reflect.Method", "java.lang.reflect.Constructor"
MARK = "$$Accessor$"
"""Separates the class of a method from its number there in the name of the accessor's class."""

ACCESSORS = {METHOD: "methodAccessor", CONSTRUCTOR: "constructorAccessor"}
_KEYS = {METHOD: "invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"}
_KEYS[CONSTRUCTOR] = "newInstance([Ljava/lang/Object;)Ljava/lang/Object;"
_MISMATCH = "argument type mismatch"
_WIDER = {"B": "SIJFD", "S": "IJFD", "C": "IJFD", "I": "JFD", "J": "FD", "F": "D"}
"""The types to which a primitive type is widened, JLS 5.1.2."""
_ACCESS, _INSTANTIATION = "java.lang.IllegalAccessException", "java.lang.InstantiationException"
_TARGET = "java.lang.reflect.InvocationTargetException"
_WRAPPED = "<init>(Ljava/lang/Throwable;)V"


# The objects of the program -------------------------------------------------------------------------------------------


def _called(kind: str) -> None:
    @MODELS.built(f"{kind}.{_KEYS[kind]}")
    def call(e: Emitter, args: Args) -> Reg:
        world, allowed, result = e.link.world, e.register(), e.register()

        def is_allowed(host: Host, cells: tuple[Cell, ...]) -> bool:
            if host.plain(host.get(cells[0], "java.lang.reflect.AccessibleObject", "override")):
                return True
            owner = world.find(host.class_named(host.get(cells[0], kind, "clazz")))
            flags = host.plain(host.get(cells[0], kind, "modifiers"))

            def target() -> str | None:
                if kind == CONSTRUCTOR:
                    return owner.name
                return None if flags & STATIC else host.class_of(cells[1])

            return may_access(world, caller_of(host), owner, flags, target)

        e.emit(ir.HostCall(allowed, HostFunction(_name(kind), is_allowed, BOOL), args[:2], e.at))
        then, other = e.decide(allowed)
        e.start(other)
        e.emit(ir.Throw(new_exception(e, _ACCESS, new(e, DEFERRED)), e.at))
        e.start(then)
        e.forget_constants()
        field = next(f for f in e.link.find(kind).instance_fields if f.name == ACCESSORS[kind])
        e.emit(ir.Call(result, _KEYS[kind], e.get(args[0], field, e.register()), args[1:], e.at))
        return result


for _kind in ACCESSORS:
    _called(_kind)


def _name(kind: str) -> str:
    return f"{kind}.{_KEYS[kind].partition('(')[0]}"


# The accessor of one method -------------------------------------------------------------------------------------------


def accessor_class(link: Linker, method: JavaMethod) -> str:
    """Return the class of the accessor of a method or constructor, named after it, so that it is created once."""
    world = link.world
    number = list(world.find(method.owner).methods).index(method.key)
    name = f"{method.owner}{MARK}{number}"
    if not world.exists(name):
        key = _KEYS[CONSTRUCTOR if method.name == INIT else METHOD]
        called, descriptor = key.partition("(")[0], key[key.index("(") :]
        made = JavaMethod(name, called, descriptor, PUBLIC | SYNTHETIC, body=_body(link, method, name, key))
        above = world.find(OBJECT).supertypes
        world.define(
            JavaClass(name, OBJECT, (), FINAL | SYNTHETIC, frozenset((name, *above)), methods={made.key: made})
        )
    return name


def _body(link: Linker, method: JavaMethod, name: str, key: str) -> ir.Method:
    parameters = signature(key[key.index("(") :])[0]
    kind = CONSTRUCTOR if method.name == INIT else METHOD
    at = CodePosition(f"{kind.rpartition('.')[2]}.java", 0, 0, f"{kind}.{key}")
    e = Emitter(link, 1 + len(parameters), at)
    e.start(e.block())
    try:
        _call(e, method)
    except Unlinkable as refused:
        e.emit(ir.Refuse(refused.what, at))
    params = tuple((f"arg{i}", type_of(each)) for i, each in enumerate(parameters))
    blocks = tuple(tuple(block) for block in e.blocks)
    return ir.Method(name, key, params, e.registers, blocks, at, handlers=tuple(e.handlers))


def _call(e: Emitter, method: JavaMethod) -> None:
    """Generate the call; the class is initialised before anything else."""
    if method.is_static or method.name == INIT:
        e.initialize(method.owner)
    if method.name == INIT and e.link.find(method.owner).access & ABSTRACT:
        e.emit(ir.Throw(new_exception(e, _INSTANTIATION, e.constant(NULL)), e.at))
        return
    parameters, result = signature(method.descriptor)
    receiver, array = _receiver(e, method)
    taken = _arguments(e, array, parameters)
    _enter_guarded(e)
    given = _target(e, method, receiver, taken)
    e.guard = ()
    after = e.block()
    e.jump(after)
    e.start(after)
    e.forget_constants()
    if result == "V" and method.name != INIT:
        given = e.constant(NULL)
    e.emit(ir.Return(box(e, given, result) if result in BOXES else given, e.at))


def _receiver(e: Emitter, method: JavaMethod) -> tuple[Reg, Reg]:
    """Return the registers of the receiver, new for a constructor, and of the arguments; the first is the accessor."""
    if method.name == INIT:
        return e.register(), 1
    if not method.is_static:
        e.emit(ir.NullCheck(1, e.at))
        _require(e, e.is_a(1, method.owner), "object is not an instance of declaring class")
    return 1, 2


def _target(e: Emitter, method: JavaMethod, receiver: Reg, taken: Args) -> Reg:
    reference = MethodRef(method.owner, method.name, method.descriptor, e.link.find(method.owner).is_interface)
    if method.name == INIT:
        e.new(method.owner, receiver)
        call_special(e, ir.DISCARD, reference, (receiver, *taken))
        return receiver
    dst = e.register()
    if method.is_static:
        call_static(e, dst, reference, taken)
    else:
        call_virtual(e, dst, reference, (receiver, *taken))
    return dst


def _enter_guarded(e: Emitter) -> None:
    """Wrap exceptions thrown from here on."""
    thrown = e.register()
    wrapping = e.block()
    e.guard = (ir.Handler(None, wrapping, thrown),)
    inside = e.block()
    e.jump(inside)
    e.start(wrapping)
    e.forget_constants()
    wrapped = e.register()
    e.emit(ir.New(wrapped, _TARGET, e.at))
    e.emit(ir.Invoke(ir.DISCARD, _TARGET, _WRAPPED, (wrapped, thrown), e.at, receiver=True))
    e.emit(ir.Throw(wrapped, e.at))
    e.start(inside)
    e.forget_constants()


def _arguments(e: Emitter, array: Reg, parameters: tuple[str, ...]) -> Args:
    """Return the arguments; null stands for an empty array."""
    no_array, some = e.decide(e.equal(array, e.constant(NULL)))
    ready = e.block()
    length = e.register()
    for block in (no_array, some):
        e.start(block)
        e.emit(ir.Const(length, 0, e.at) if block == no_array else ir.Length(length, array, e.at))
        e.jump(ready)
    e.start(ready)
    e.forget_constants()
    _require(e, e.same_number(length, e.constant(len(parameters))), "wrong number of arguments")
    return tuple(_argument(e, array, at, kind) for at, kind in enumerate(parameters))


def _argument(e: Emitter, array: Reg, index: int, kind: str) -> Reg:
    """Return an object of the class or null; or the value of a box, widened if necessary."""
    value = e.register()
    e.emit(ir.Load(value, array, e.constant(index), REF, e.at))
    if kind not in BOXES:
        null, fits = e.equal(value, e.constant(NULL)), e.is_a(value, class_named_by(kind))
        _require(e, e.compute(EITHER, null, fits, dst=e.register()), _MISMATCH)
        return value
    result, ready = e.register(), e.block()
    for source in (kind, *(each for each in BOXES if kind in _WIDER.get(each, ""))):
        boxed, other = e.decide(e.is_a(value, BOXES[source]))
        e.start(boxed)
        e.emit(ir.Move(result, convert(e, unbox(e, value, BOXES[source], source), source, kind), e.at))
        e.jump(ready)
        e.start(other)
        e.forget_constants()
    e.emit(ir.Throw(_mismatch(e, _MISMATCH), e.at))
    e.start(ready)
    e.forget_constants()
    return result


def _require(e: Emitter, condition: Reg, message: str) -> None:
    then, other = e.decide(condition)
    e.start(other)
    e.emit(ir.Throw(_mismatch(e, message), e.at))
    e.start(then)
    e.forget_constants()


def _mismatch(e: Emitter, message: str) -> Reg:
    return new_exception(e, "java.lang.IllegalArgumentException", e.constant(e.link.initial.literal(message)))
