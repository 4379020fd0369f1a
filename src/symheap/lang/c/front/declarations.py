"""Turn declarators and specifiers into types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from pycparser import c_ast

from symheap.lang.c.front.attribute_table import ENUMERATIONS, TYPEDEFS, VARIABLES
from symheap.lang.c.front.attribute_values import alignment, has, understood, with_mode
from symheap.lang.c.front.errors import NotConstant, Unsupported
from symheap.lang.c.front.nodes import descendants
from symheap.lang.c.front.records import define_record, is_constant, name_coord, typedef_alignment
from symheap.lang.c.front.scopes import Constant, Refused, Typedef
from symheap.lang.c.front.types import VOID, Array, CType, Floating, FunctionType, Integer, Record
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import resize
from symheap.lang.c.lower.dispatch import constant, constant_number, type_of, value
from symheap.lang.c.lower.effects import acts
from symheap.memory.expressions import Number, Operator

_WORDS: Final = frozenset({"signed", "unsigned", "short", "long", "int", "char", "__int128"})


def resolve(context: Context, node: c_ast.Node) -> CType:
    """Return the type that a type name or the declarator of a declaration denotes."""
    resolver = _RESOLVERS.get(type(node))
    if resolver is None:
        raise context.unsupported(f"{type(node).__name__} in a type", node)
    return resolver(context, node)


def _inner(context: Context, node: c_ast.Typename | c_ast.TypeDecl | c_ast.AttributedType) -> CType:
    return resolve(context, node.type)


def _pointer(context: Context, node: c_ast.PtrDecl) -> CType:
    return context.types.pointer(resolve(context, node.type))


def _array(context: Context, node: c_ast.ArrayDecl) -> CType:
    element = resolve(context, node.type)
    if node.dim is None:
        return Array(element, None)
    try:
        length = constant(context, node.dim)
    except NotConstant:
        return _variable_array(context, element, node.dim)
    if isinstance(length.expression, Number) and isinstance(length.type, Integer):
        count = length.expression.value if length.type.signed else fold.unsigned(length.expression)
        if count < 0:
            raise context.wrong("the length of an array is negative", node)
        if isinstance(element, Array) and element.bytes is not None:
            whole = fold.binary(Operator.MUL, context.count(count), element.bytes)
            return Array(element, None, context.store(whole))
        return Array(element, count)
    return _variable_array(context, element, node.dim)


def _variable_array(context: Context, element: CType, dimension: c_ast.Node) -> CType:
    """Return the type of a variable-length array, and emit the code that computes its size."""
    if not context.function:
        raise context.wrong("the length of an array is not constant", dimension)
    length = value(context, dimension)
    if not isinstance(length.type, Integer):
        raise context.wrong("the length of an array is not an integer", dimension)
    zero = fold.number(0, length.expression.size)
    least = Operator.SLE if length.type.signed else Operator.ULE
    context.refuse_if(fold.binary(least, length.expression, zero), "an array whose length is not positive")
    size = resize(length.expression, length.type.signed, context.types.model.pointer)
    step = element.bytes if isinstance(element, Array) and element.bytes is not None else None
    whole = fold.binary(Operator.MUL, size, step or context.count(context.types.size(element)))
    return Array(element, None, context.store(whole))


def _function(context: Context, node: c_ast.FuncDecl) -> CType:
    result = resolve(context, node.type)
    if node.args is None:
        return FunctionType(result, (), prototyped=False)
    parameters = [part for part in node.args.params if not isinstance(part, c_ast.EllipsisParam)]
    if any(isinstance(part, c_ast.ID) for part in parameters):
        return FunctionType(result, tuple(context.types.int for _ in parameters), prototyped=False)
    for part in parameters:
        _independent(context, part, [str(getattr(other, "name", "")) for other in parameters])
    variadic = len(parameters) < len(node.args.params)
    types = tuple(parameter_type(context, part) for part in parameters)
    if types == (VOID,):
        types = ()
    return FunctionType(result, types, variadic)


def _independent(context: Context, parameter: c_ast.Node, names: Collection[str]) -> None:
    """Refuses a parameter whose size depends on others, or whose outermost length does something.

    The outermost length is else of no account, since an array is passed by its address.
    """
    declarator = getattr(parameter, "type", None)
    if isinstance(declarator, c_ast.ArrayDecl):
        if declarator.dim is not None and acts(declarator.dim):
            raise context.unsupported("a parameter whose length is an expression with effects", parameter)
        declarator = declarator.type
    for part in () if declarator is None else descendants(declarator):
        if isinstance(part, c_ast.ArrayDecl) and part.dim is not None:
            used = {each.name for each in descendants(part.dim) if isinstance(each, c_ast.ID)}
            if used & {*names, "*"}:
                raise context.unsupported("a parameter whose type has a length that depends on a parameter", parameter)


def parameter_type(context: Context, node: c_ast.Decl | c_ast.Typename) -> CType:
    """Return the type of a parameter: arrays and functions are passed by their address."""
    attributes = understood(context.unit.attributes.of(name_coord(node)), VARIABLES)
    declarator = node.type
    if isinstance(declarator, c_ast.ArrayDecl):
        return context.types.pointer(resolve(context, declarator.type))
    ctype = with_mode(context, resolve(context, declarator), attributes)
    if isinstance(ctype, Array):
        return context.types.pointer(ctype.element)
    return context.types.pointer(ctype) if isinstance(ctype, FunctionType) else ctype


def typedef(context: Context, node: c_ast.Typedef) -> Typedef:
    """Return the meaning of the name that a typedef declares.  As in gcc, an attribute may also lower the alignment."""
    attributes = understood(context.unit.attributes.of(name_coord(node)), TYPEDEFS)
    if isinstance(node.type, c_ast.TypeDecl) and isinstance(node.type.type, c_ast.Struct | c_ast.Union):
        context.unit.aliases[node.type.type] = str(node.name)
    ctype = with_mode(context, resolve(context, node.type), attributes)
    aligned = alignment(context, attributes)
    aligned = typedef_alignment(context, node.type) if aligned is None else aligned
    return Typedef(ctype, aligned, is_constant(context, node.type))


# Specifiers -----------------------------------------------------------------------------------------------------------


def _named(context: Context, node: c_ast.IdentifierType) -> CType:
    names: list[str] = list(node.names)
    if len(names) == 1:
        meaning = context.scope.find(names[0])
        if isinstance(meaning, Typedef):
            return meaning.type
        if isinstance(meaning, Refused):
            raise Unsupported(meaning.reason, meaning.position)
    words = Counter(name for name in names if name != "_Complex")
    if "_Complex" in names:
        base = _basic(context, words or Counter(["double"]))
        assert isinstance(base, Floating)
        return Floating(f"_Complex {base.name}", 2 * base.size, base.alignment)
    ctype = _basic(context, words)
    if ctype is None:
        raise context.wrong(f"{' '.join(names)} is not a type", node)
    return ctype


def _basic(context: Context, words: Counter[str]) -> CType | None:
    if words == {"void": 1}:
        return VOID
    if words == {"long": 1, "double": 1}:
        return context.types.floats["long double"]
    single = next(iter(words)) if len(words) == 1 else ""
    if single in context.types.floats:
        return context.types.floats[single]
    if single == "_Bool":
        return context.types.integers["_Bool"]
    if not set(words) <= _WORDS or not words:
        return None
    if words["char"]:
        sign = "unsigned " if words["unsigned"] else "signed " if words["signed"] else ""
        return context.types.integers[f"{sign}char"]
    sign = "unsigned " if words["unsigned"] else ""
    if words["__int128"]:
        return context.types.integers[f"{sign}__int128"]
    size = "short" if words["short"] else "long long" if words["long"] > 1 else "long" if words["long"] else "int"
    return context.types.integers[f"{sign}{size}"]


def _record(context: Context, node: c_ast.Struct | c_ast.Union) -> CType:
    """Return the record of a tag, the innermost of that name; a definition makes a new one in the current scope."""
    known = context.unit.records.get(node)
    if known is not None:
        return known
    union = isinstance(node, c_ast.Union)
    tag = str(node.name or "")
    if node.decls is None:
        record_of_tag = context.scope.find_tag(tag)
        if record_of_tag is None:
            record_of_tag = context.types.record(tag, union)
            context.scope.tags[tag] = record_of_tag
        return record_of_tag
    record = context.scope.tags.get(tag) if tag else None
    if not isinstance(record, Record) or context.types.is_complete(record):
        record = context.types.record(tag, union, context.unit.aliases.get(node, ""))
        if tag:
            context.scope.tags[tag] = record
    context.unit.records[node] = record
    define_record(context, record, node, resolve)
    return record


def _enumeration(context: Context, node: c_ast.Enum) -> CType:
    """Define the constants of an enumeration as gcc does: ints if they fit, else of the enumeration's type."""
    known = context.unit.records.get(node)
    if known is not None:
        return known
    if node.values is None:
        return context.scope.find_tag(str(node.name)) or context.types.integers["unsigned int"]
    attributes = understood(context.unit.attributes.of(node.coord), ENUMERATIONS)
    following = 0
    values: dict[str, int] = {}
    for enumerator in node.values.enumerators:
        if not isinstance(enumerator, c_ast.Enumerator):
            continue
        understood(context.unit.attributes.of(enumerator.coord), frozenset())
        if enumerator.value is not None:
            following = constant_number(context, enumerator.value)
        values[enumerator.name] = following
        wide = context.types.integers["long long" if following < 1 << 63 else "unsigned long long"]
        context.scope.names[enumerator.name] = Constant(following, context.types.int if _is_int(following) else wide)
        following += 1
    chosen = _enumeration_type(context, values.values(), packed=has(attributes, "packed"))
    for name, number in values.items():
        if not _is_int(number):
            context.scope.names[name] = Constant(number, chosen)
    context.unit.records[node] = chosen
    if node.name:
        context.scope.tags[str(node.name)] = chosen
    return chosen


def _is_int(value: int) -> bool:
    return -(1 << 31) <= value < 1 << 31


def _enumeration_type(context: Context, values: Iterable[int], *, packed: bool) -> Integer:
    """Return the smallest type from int on (from char on if packed) that holds all values.

    It is unsigned if no value is negative.
    """
    largest = "long" if context.types.model.pointer == 8 else "long long"
    most, least = max(values, default=0), min(values, default=0)
    for name in (("char", "short") if packed else ()) + ("int", largest):
        signed = context.types.integers["signed char" if name == "char" else name]
        bits = 8 * signed.size
        if least < 0 and -(1 << (bits - 1)) <= least and most < 1 << (bits - 1):
            return signed
        if least >= 0 and most < 1 << bits:
            return context.types.integers[f"unsigned {name}"]
    raise context.wrong("the values of an enumeration fit no type")


def _typeof(context: Context, node: c_ast.TypeOf) -> CType:
    if isinstance(node.expr, c_ast.Typename):
        return resolve(context, node.expr)
    return type_of(context, node.expr)


_RESOLVERS: Final[dict[type[c_ast.Node], Callable[[Context, Any], CType]]] = {
    c_ast.Typename: _inner,
    c_ast.TypeDecl: _inner,
    c_ast.AttributedType: _inner,
    c_ast.PtrDecl: _pointer,
    c_ast.ArrayDecl: _array,
    c_ast.FuncDecl: _function,
    c_ast.IdentifierType: _named,
    c_ast.Struct: _record,
    c_ast.Union: _record,
    c_ast.Enum: _enumeration,
    c_ast.TypeOf: _typeof,
}
