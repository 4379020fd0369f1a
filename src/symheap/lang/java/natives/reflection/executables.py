"""Methods and constructors as objects: lookup by name and parameters, and their properties.

The result depends on the class alone, so it is a question about classes: one path where the method exists, one where it
does not. An object for a method that comes from the program's input is unknown: its properties are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symheap.core.terms import BV32, NULL, REF, Sort
from symheap.lang.java.classes import INIT, JavaMethod
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.natives.bounds import new_exception
from symheap.lang.java.natives.model import Args, Guarded, Models, emit_question
from symheap.lang.java.natives.reflection.accessors import ACCESSORS, CONSTRUCTOR, METHOD, accessor_class
from symheap.lang.java.values.types import class_named_by, descriptor_of
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Symbolic
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
Search = Callable[[World, str, str, str], JavaMethod | None]
"""Finds a method by a class, a name and the descriptor of its parameters, in parentheses."""

_CLASS = "java.lang.Class"
_NAME, _CLASSES = "Ljava/lang/String;", "[Ljava/lang/Class;"
_MODIFIERS = 0xFFFF
_VOID = "V"


# Which one ------------------------------------------------------------------------------------------------------------


def declared_method(world: World, class_name: str, name: str, parameters: str) -> JavaMethod | None:
    """Return the class's own method with the most specific result: bridges have a more general one."""
    return None if name.startswith("<") else _most_specific(world, _declared(world, class_name, name, parameters))


def public_method(world: World, class_name: str, name: str, parameters: str) -> JavaMethod | None:
    """Return the method that `Class.getMethod` finds: in the class, above it, else non-static in their interfaces.

    An interface has no methods of Object.
    """
    if name.startswith("<"):
        return None
    first = world.find(class_name)
    above = (first,) if first.is_interface else tuple(world.chain(class_name))
    for at in above:
        candidates = [method for method in _declared(world, at.name, name, parameters) if method.access & PUBLIC]
        if candidates:
            return _most_specific(world, candidates)
    candidates = [
        method
        for owner in dict.fromkeys(each.name for at in above for each in world.superinterfaces(at))
        for method in _declared(world, owner, name, parameters)
        if method.access & PUBLIC and not method.is_static
    ]
    return _most_specific(world, [method for method in candidates if not _is_overridden(world, method, candidates)])


def _is_overridden(world: World, method: JavaMethod, among: Iterable[JavaMethod]) -> bool:
    return any(
        other.owner != method.owner and other.key == method.key and world.is_subtype(other.owner, method.owner)
        for other in among
    )


def declared_constructor(world: World, class_name: str, name: str, parameters: str) -> JavaMethod | None:
    return world.find(class_name).methods.get(f"{INIT}{parameters}{_VOID}")


def public_constructor(world: World, class_name: str, name: str, parameters: str) -> JavaMethod | None:
    constructor = declared_constructor(world, class_name, name, parameters)
    return constructor if constructor is not None and constructor.access & PUBLIC else None


def _declared(world: World, class_name: str, name: str, parameters: str) -> list[JavaMethod]:
    start = name + parameters
    return [method for key, method in world.find(class_name).methods.items() if key.startswith(start)]


def _most_specific(world: World, methods: list[JavaMethod]) -> JavaMethod | None:
    best = None
    for method in methods:
        if best is None or (_result(method) != _result(best) and world.is_subtype(_result(method), _result(best))):
            best = method
    return best


def _result(method: JavaMethod) -> str:
    descriptor = method_type(method.descriptor).result.descriptor
    return "void" if descriptor == _VOID else class_named_by(descriptor)


# Finding it -----------------------------------------------------------------------------------------------------------


def _finding(model: str, search: Search, made: str) -> None:
    """Register a method of Class that finds a member, by the types of its parameters and perhaps a name."""
    parameters = _NAME + _CLASSES if made == METHOD else _CLASSES

    @MODELS.built(f"{_CLASS}.{model}({parameters})L{made.replace('.', '/')};")
    def build(e: Emitter, args: Args) -> Reg:
        world = e.link.world

        def question(what: Callable[[Host, JavaMethod], Cell], result: Sort = REF) -> Reg:
            """Ask about the method; for a class without it the answer is null or zero."""

            def ask(host: Host, cells: Cells) -> Cell:
                name, types = _wanted(host, cells)
                member = None if None in types else search(world, host.class_named(cells[0]), name, _joined(types))
                if member is None:
                    return host.null() if result is REF else 0
                return what(host, member)

            return emit_question(e, f"{_CLASS}.{model}", ask, args, result)

        if made == METHOD:
            e.emit(ir.NullCheck(args[1], e.at))
        owner = question(lambda host, method: host.class_object(method.owner))
        none, some = e.decide(e.equal(owner, e.constant(NULL)))
        e.start(none)
        message = emit_question(e, f"{_CLASS}.{model}", _missing, args, REF)
        e.emit(ir.Throw(new_exception(e, "java.lang.NoSuchMethodException", message), e.at))
        e.start(some)
        result = question(lambda host, method: host.class_object(_result(method)))
        modifiers = question(lambda host, method: method.access & _MODIFIERS, BV32)
        dst = e.register()
        function = HostFunction(f"{_CLASS}.{model}", lambda host, cells: _made(e.link, host, made, cells))
        e.emit(ir.HostCall(dst, function, (owner, result, modifiers, *args), e.at))
        return dst


def _wanted(host: Host, cells: Cells) -> tuple[str, list[str | None]]:
    """Return the name and the parameter classes: null stands for an empty array, and a null class matches no method."""
    name = host.text(cells[1]) if len(cells) > 2 else INIT
    elements = [] if host.is_null(cells[-1]) else host.elements(cells[-1])
    return name, [None if host.is_null(each) else host.class_named(each) for each in elements]


def _joined(types: Iterable[str | None]) -> str:
    return f"({''.join(descriptor_of(each) for each in types if each is not None)})"


def _missing(host: Host, cells: Cells) -> Cell:
    name, types = _wanted(host, cells)
    return host.literal(f"{host.class_named(cells[0])}.{name}({','.join(each or 'null' for each in types)})")


def _made(link: Linker, host: Host, class_name: str, cells: Cells) -> Cell:
    owner, result, modifiers, *lookup = cells
    name, wanted_types = _wanted(host, tuple(lookup))
    types = [] if host.is_null(lookup[-1]) else host.elements(lookup[-1])
    made = host.new(class_name)
    host.put(made, class_name, "clazz", owner)
    host.put(made, class_name, "modifiers", modifiers)
    host.put(made, class_name, "parameterTypes", host.new_array("[Ljava.lang.Class;", types))
    if class_name == METHOD:
        host.put(made, class_name, "name", host.literal(name))
        host.put(made, class_name, "returnType", result)
    try:
        returned = _VOID if class_name == CONSTRUCTOR else descriptor_of(host.class_named(result))
        method = link.world.find(host.class_named(owner)).methods[f"{name}{_joined(wanted_types)}{returned}"]
    except Symbolic:
        return made
    host.put(made, class_name, ACCESSORS[class_name], host.new(accessor_class(link, method)))
    return made


_finding("getMethod", public_method, METHOD)
_finding("getDeclaredMethod", declared_method, METHOD)
_finding("getConstructor", public_constructor, CONSTRUCTOR)
_finding("getDeclaredConstructor", declared_constructor, CONSTRUCTOR)


# Properties -----------------------------------------------------------------------------------------------------------


def _told(class_name: str) -> Guarded:
    """Run the bytecode for an object found here: the parameters of one from the input have no known number."""

    def check(world: World, host: Host, args: Cells) -> None:
        host.length(host.get(args[0], class_name, "parameterTypes"))

    return Guarded(check)


for _owner in (METHOD, CONSTRUCTOR):
    MODELS.add(
        _told(_owner),
        f"{_owner}.getName()Ljava/lang/String;",
        f"{_owner}.getDeclaringClass()Ljava/lang/Class;",
        f"{_owner}.getModifiers()I",
        f"{_owner}.getParameterCount()I",
        f"{_owner}.getParameterTypes()[Ljava/lang/Class;",
        f"{_owner}.getSharedParameterTypes()[Ljava/lang/Class;",
        f"{_owner}.isVarArgs()Z",
        f"{_owner}.isSynthetic()Z",
    )
MODELS.add(
    _told(METHOD),
    f"{METHOD}.getReturnType()Ljava/lang/Class;",
    f"{METHOD}.isBridge()Z",
    f"{METHOD}.isDefault()Z",
)
