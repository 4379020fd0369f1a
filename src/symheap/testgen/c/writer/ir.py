"""Generate C for functions without a syntax tree: clients, the start of a program, library functions as pointers.

Blocks are labels, registers are unsigned variables.  Sizes are in bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from symheap.lang.c.client.exports import Library
from symheap.lang.c.front.types import CType, Floating, FunctionType, Record, Void
from symheap.memory import ir
from symheap.memory.expressions import AddressOf, Binary, Conversion, Convert, Expression, Number, Operator, Register
from symheap.testgen.c.lines import mark
from symheap.testgen.c.sites import Sites, own_place
from symheap.testgen.c.text import NotWritten

_TYPES: Final = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long"}
_SIGNED: Final = {1: "signed char", 2: "short", 4: "int", 8: "long long"}
_SIGNED_OPERATORS: Final = {
    Operator.SDIV: "/",
    Operator.SREM: "%",
    Operator.ASHR: ">>",
    Operator.SLT: "<",
    Operator.SLE: "<=",
}
_WIDTHS: Final = frozenset({Conversion.ZERO_EXTEND, Conversion.TRUNCATE, Conversion.SIGN_EXTEND})


class FunctionWriter:
    """Writes one function.  `names` maps functions of the program to their C names, where these differ."""

    def __init__(self, library: Library, function: ir.Function, sites: Sites, names: Mapping[str, str]) -> None:
        self._library = library
        self._function = function
        self._sites = sites
        self._names = names

    def prototype(self) -> str:
        return f"{self._head()};\n"

    def definition(self) -> str:
        blocks = self._function.blocks
        lines = [mark(self._function.position), self._head(), "{\n"]
        lines += [f"{_type(register.size)} {_name(register.name)} = 0;\n" for register in self._registers()]
        lines += [f"void *{_name('&' + local)} = 0;\n" for local in self._locals()]
        for label in (self._function.entry, *(each for each in blocks if each != self._function.entry)):
            lines.append(f"{_name(label)}: ;\n")
            lines += [f"{self._command(command)};\n" for command in blocks[label].commands]
            lines.append(f"{self._end(blocks[label])};\n")
        return "".join((*lines, "}\n"))

    def _head(self) -> str:
        function = self._function
        parameters = [f"{_type(each.size)} {_name(each.name)}" for each in function.parameters]
        result = "void" if function.result is None else _type(function.result)
        name = self._names.get(function.name, function.name)
        return f"static {result} {name}({', '.join(parameters) or 'void'})"

    def _registers(self) -> list[Register]:
        targets: dict[str, Register] = {}
        for block in self._function.blocks.values():
            for command in block.commands:
                target = getattr(command, "target", None)
                if isinstance(target, Register) and not isinstance(command, (ir.Copy, ir.Fill)):
                    targets.setdefault(target.name, target)
        parameters = {parameter.name for parameter in self._function.parameters}
        return [register for name, register in targets.items() if name not in parameters]

    def _locals(self) -> list[str]:
        commands = [command for block in self._function.blocks.values() for command in block.commands]
        entered = [local.name for each in commands if isinstance(each, ir.Enter) for local in each.locals]
        return list(dict.fromkeys(entered))

    # Commands ---------------------------------------------------------------------------------------------------------

    def _command(self, command: ir.Command) -> str:
        match command:
            case ir.Assign(target=target, value=value):
                return f"{_name(target.name)} = {self._value(value)}"
            case ir.Nondet(target=target):
                site = self._sites.values.number(self._function.name, command.position)
                return f"{_name(target.name)} = *({_type(target.size)} *)__symheap_value({site})"
            case ir.Load(target=target, address=address):
                return f"{_name(target.name)} = *({_type(target.size)} *){self._pointer(address)}"
            case ir.Store(address=address, value=value):
                return f"*({_type(value.size)} *){self._pointer(address)} = {self._value(value)}"
            case ir.Copy(target=to, source=source, count=count, apart=apart):
                name = "__symheap_memcpy" if apart else "__symheap_memmove"
                return f"{name}({self._pointer(to)}, {self._pointer(source)}, {self._value(count)})"
            case ir.Fill():
                return self._fill(command)
            case ir.Assume(condition=condition):
                return f"__symheap_assume(!!{self._value(condition)})"
            case ir.Assert(condition=condition):
                return f'__symheap_assert(!!{self._value(condition)}, "")'
            case ir.Call():
                return self._call(command)
            case ir.Refuse():
                return '__symheap_diverge("what is not understood")'
            case _:
                return self._lives(command)

    def _fill(self, command: ir.Fill) -> str:
        target, count = self._pointer(command.target), self._value(command.count)
        if command.byte is not None:
            return f"__symheap_memset({target}, {self._value(command.byte)}, {count})"
        return f"__symheap_havoc({self._sites.havocs.number(self._function.name, command.position)}, {target}, {count})"

    def _lives(self, command: ir.Command) -> str:
        """Write the start and end of objects.

        Locals are heap objects here, so that AddressSanitizer sees their bounds.
        """
        match command:
            case ir.Allocate(target=target, size=size, zero=zero, lifetime=lifetime):
                return f"{_name(target.name)} = (__symheap_address){self._allocated(command, size, zero, lifetime)}"
            case ir.Reallocate(target=target, address=address, size=size):
                site = self._sites.allocations.number(self._function.name, command.position)
                result = f"__symheap_realloc({site}, {self._pointer(address)}, {self._value(size)})"
                return f"{_name(target.name)} = (__symheap_address){result}"
            case ir.Free(address=address):
                return f"__symheap_free({self._pointer(address)})"
            case ir.Enter(locals=locals_):
                return "; ".join(self._entered(local) for local in locals_)
            case ir.Leave(locals=locals_):
                return "; ".join(f"__symheap_leave_local({_name('&' + local.name)})" for local in locals_)
        raise NotWritten(f"{type(command).__name__} in a function without a syntax tree")

    def _allocated(self, command: ir.Command, size: Expression, zero: bool, lifetime: ir.Lifetime) -> str:
        site = self._sites.allocations.number(self._function.name, command.position)
        if lifetime is ir.Lifetime.LOCAL:
            count = self._value(size)
            return f"__symheap_alloca({site}, __builtin_alloca({count}), {count})"
        return f"__symheap_alloc({site}, {self._value(size)}, {int(zero)})"

    def _entered(self, local: ir.Local) -> str:
        name, site = _name("&" + local.name), self._sites.locals.number(self._function.name, own_place(local.name))
        entered = f"{name} = __symheap_enter_local({name}, {local.size})"
        if site < 0:
            return entered
        return f"{entered}; __symheap_local({site}, __symheap_enter({site}), {name}, {local.size})"

    def _end(self, block: ir.Block) -> str:
        """Write the end of a block.  A block that jumps to itself waits forever, which ends the program."""
        match block.end:
            case ir.Jump(target=target):
                return "__symheap_exit()" if target == block.label else f"goto {_name(target)}"
            case ir.Branch(condition=condition, then=then, other=other):
                return f"if ({self._value(condition)}) goto {_name(then)}; else goto {_name(other)}"
            case ir.Return(value=value):
                return "return" if value is None else f"return {self._value(value)}"
            case ir.Halt():
                return "__symheap_exit()"

    # Calls ------------------------------------------------------------------------------------------------------------

    def _call(self, command: ir.Call) -> str:
        """Write a call with the C types of the callee: a record is passed by value in C, and by address in the IR."""
        if not isinstance(command.function, str) or command.function not in self._library.exports:
            raise NotWritten("a call of a function whose C type is not known")
        ctype = self._library.exports[command.function].type
        name = self._names.get(command.function, command.function)
        arguments = list(command.arguments)
        target = "" if command.target is None else f"{_name(command.target.name)} = "
        if isinstance(ctype.result, Record):
            target = f"*({_record(ctype.result)} *){self._pointer(arguments.pop(0))} = "
        given = zip(arguments, _parameters(ctype, len(arguments)), strict=False)
        text = f"{name}({', '.join(self._argument(argument, of) for argument, of in given)})"
        if target and isinstance(ctype.result, Floating):
            text = f"*({_type(ctype.result.size)} *)&({ctype.result}){{{text}}}"
        elif target and not isinstance(ctype.result, (Record, Void)) and command.target is not None:
            text = f"({_type(command.target.size)}){text}"
        return target + text

    def _argument(self, argument: Expression, ctype: CType) -> str:
        if isinstance(ctype, Record):
            return f"*({_record(ctype)} *){self._pointer(argument)}"
        if isinstance(ctype, Floating):
            return f"*({ctype} *)&({_type(ctype.size)}){{{self._value(argument)}}}"
        size = argument.size
        return self._pointer(argument) if size == self._library.types.model.pointer else self._value(argument)

    # Expressions ------------------------------------------------------------------------------------------------------

    def _pointer(self, expression: Expression) -> str:
        return f"((void *)(__symheap_address){self._value(expression)})"

    def _value(self, expression: Expression) -> str:
        match expression:
            case Number(value=value, size=size):
                return f"({_type(size)}){value & ((1 << (8 * size)) - 1)}ull"
            case Register(name=name):
                return _name(name)
            case AddressOf(symbol=symbol, local=True):
                return f"(__symheap_address){_name('&' + symbol)}"
            case AddressOf(symbol=symbol):
                if not symbol.isidentifier():
                    raise NotWritten(f"the address of {symbol} in a function without a syntax tree")
                return f"(__symheap_address)&{self._names.get(symbol, symbol)}"
            case Convert():
                return self._converted(expression)
            case Binary():
                return self._binary(expression)

    def _converted(self, expression: Convert) -> str:
        if expression.conversion not in _WIDTHS:
            raise NotWritten("floating point in a function without a syntax tree")
        operand = self._value(expression.operand)
        if expression.conversion is Conversion.SIGN_EXTEND:
            operand = f"({_SIGNED[expression.operand.size]})({operand})"
        return f"({_type(expression.size)})({operand})"

    def _binary(self, expression: Binary) -> str:
        operator, left, right = expression.operator, self._value(expression.left), self._value(expression.right)
        if operator in _SIGNED_OPERATORS:
            signed = _SIGNED[expression.left.size]
            text = f"({signed})({left}) {_SIGNED_OPERATORS[operator]} ({signed})({right})"
        elif operator.value.endswith("f"):
            raise NotWritten("floating point in a function without a syntax tree")
        else:
            text = f"({left}) {operator.value.rstrip('u')} ({right})"
        return f"(({_type(expression.size)})({text}))"


def _parameters(ctype: FunctionType, count: int) -> list[CType]:
    if len(ctype.parameters) < count:
        raise NotWritten("a call with more arguments than parameters")
    return list(ctype.parameters)


def _record(record: Record) -> str:
    if not record.is_named:
        raise NotWritten("a struct without a tag is passed by value")
    return str(record)


def _type(size: int) -> str:
    if size not in _TYPES:
        raise NotWritten(f"a value of {size} bytes in a function without a syntax tree")
    return _TYPES[size]


def _name(name: str) -> str:
    """Return a C name for a register, a label or (with ``&``) the address of a local."""
    return "__symheap_r_" + re.sub(r"\W", lambda found: f"_{ord(found[0]):x}", name)
