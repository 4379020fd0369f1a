"""String concatenation, as `java.lang.invoke.StringConcatFactory` links it.

Parts that are objects, floats or doubles are converted to strings by Java's own code; the rest is done by one call of a
host function. If a part is symbolic, the contents of the result are materialised when it is read or, where that is not
supported, the result is a deferred string whose contents cannot be read.
"""

from __future__ import annotations

from symheap.core.terms import REF
from symheap.lang.java.classfile.classfile import Bootstrap
from symheap.lang.java.classfile.constants import IntConst, InvokeDynamic, Loadable, LongConst, StringConst
from symheap.lang.java.lower.body import BodyLowering
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import BOXES, signature
from symheap.lang.java.values.pseudo import DEFERRED, JOINED
from symheap.objects import host as host_api
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Shown, Symbolic
from symheap.objects.ir import Reg

STRING = "Ljava/lang/String;"
_ARGUMENT, _CONSTANT = "\1", "\2"

Part = str | tuple[Reg, str]
"""A text, or a register and the descriptor of its content."""


def shown(host: Host, cell: Cell, descriptor: str) -> str:
    """Return an argument as text: a boolean, an integer, a char or a nullable string."""
    if descriptor == STRING:
        return "null" if host.is_null(cell) else host.text(cell)
    number = host.plain(cell)
    if descriptor == "Z":
        return "true" if number else "false"
    return chr(number & 0xFFFF) if descriptor == "C" else str(number)


def joined(host: Host, parts: tuple[host_api.Part, ...]) -> Cell:
    """Return a string of parts that are not all plain."""
    try:
        return host.joined(JOINED, parts)
    except Symbolic:
        return host.new(DEFERRED)


def concat_function(parts: tuple[str | None, ...], descriptors: tuple[str, ...]) -> HostFunction:
    """Return a function that joins texts and, in place of each None, the next argument."""

    def concat(host: Host, cells: tuple[Cell, ...]) -> Cell:
        arguments = iter(zip(cells, descriptors, strict=True))
        try:
            return host.string("".join(shown(host, *next(arguments)) if p is None else p for p in parts))
        except Symbolic:
            every = iter(zip(cells, descriptors, strict=True))
            return joined(host, tuple(Shown(*next(every)) if p is None else p for p in parts))

    return HostFunction("concat", concat, REF)


def emit_concat(e: Emitter, dst: Reg, parts: list[Part]) -> None:
    converted = [part if isinstance(part, str) else _convert(e, *part) for part in parts]
    arguments = [part for part in converted if not isinstance(part, str)]
    texts = tuple(part if isinstance(part, str) else None for part in converted)
    function = concat_function(texts, tuple(descriptor for _, descriptor in arguments))
    e.emit(ir.HostCall(dst, function, tuple(register for register, _ in arguments), e.at))


def _convert(e: Emitter, register: Reg, descriptor: str) -> tuple[Reg, str]:
    if descriptor in ("F", "D"):
        owner, name, parameter = BOXES[descriptor], "toString", descriptor
    elif descriptor[0] in "L[" and descriptor != STRING:
        owner, name, parameter = "java.lang.String", "valueOf", "Ljava/lang/Object;"
    else:
        return register, descriptor
    result = e.fresh()
    call_named(e, result, owner, name, f"({parameter}){STRING}", (register,), static=True)
    return result, STRING


def _constant_text(constant: Loadable) -> str:
    if isinstance(constant, StringConst):
        return constant.value
    if isinstance(constant, IntConst | LongConst):
        return str(constant.value)
    raise Unlinkable(f"string concatenation with a constant of kind {type(constant).__name__}")


def link_concat(f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]) -> None:
    emit_concat(f, dst, list(zip(args, signature(site.descriptor)[0], strict=True)))


def link_concat_with_constants(
    f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]
) -> None:
    """Join by the recipe, which has a mark for each argument and each constant, and texts in between."""
    recipe = bootstrap.arguments[0] if bootstrap.arguments else None
    if not isinstance(recipe, StringConst):
        raise f.fail("string concatenation without a recipe")
    arguments = list(zip(args, signature(site.descriptor)[0], strict=True))
    constants = list(bootstrap.arguments[1:])
    if recipe.value.count(_ARGUMENT) != len(arguments) or recipe.value.count(_CONSTANT) != len(constants):
        raise f.fail("a string concatenation whose recipe does not fit its arguments")
    parts: list[Part] = []
    for char in recipe.value:
        if char == _ARGUMENT:
            parts.append(arguments.pop(0))
            continue
        text = _constant_text(constants.pop(0)) if char == _CONSTANT else char
        last = parts[-1] if parts else None
        if isinstance(last, str):
            parts[-1] = last + text
        else:
            parts.append(text)
    emit_concat(f, dst, parts)
