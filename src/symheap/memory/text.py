"""The IR as text, for reading and for comparing."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Expression, Number
from symheap.memory.ir import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Block,
    Branch,
    Call,
    Command,
    Copy,
    End,
    Enter,
    Fill,
    Free,
    Function,
    Global,
    Halt,
    Jump,
    Leave,
    Lifetime,
    Load,
    Local,
    Nondet,
    Program,
    Reallocate,
    Refuse,
    Return,
    Store,
)


def program_text(program: Program) -> str:
    """Return globals, then functions, in the program's order; assumptions last."""
    parts = [f"{global_text(each)}\n" for each in program.globals.values()]
    parts += [function_text(function) for function in program.functions.values()]
    parts += [f"assuming {assumption}\n" for assumption in program.assumptions]
    return "\n".join(parts)


def function_text(function: Function) -> str:
    lines = [head_text(function)]
    for block in function.blocks.values():
        lines += _block(block)
    return "\n".join(lines) + "\n"


def head_text(function: Function) -> str:
    """Return the name of a function, its parameters and its result, with their sizes."""
    parameters = ", ".join(f"{parameter.name}:{parameter.size}" for parameter in function.parameters)
    result = "" if function.result is None else f" -> {function.result}"
    return f"{'static ' if function.is_static else ''}function {function.name}({parameters}){result}"


def _block(block: Block) -> Iterator[str]:
    yield f"{block.label}:"
    for command in block.commands:
        yield f"    {command_text(command)}"
    yield f"    {end_text(block.end)}"


def command_text(command: Command) -> str:
    match command:
        case Assign(target=target, value=value):
            return f"{target} = {value}"
        case Nondet(target=target):
            return f"{target} = anything"
        case Load(target=target, address=address):
            return f"{target} = load{target.size} {address}"
        case Store(address=address, value=value):
            return f"store{value.size} {address} <- {value}"
        case Copy(target=to, source=source, count=count, apart=apart):
            return f"copy {count} bytes {to} <- {source}{' apart' if apart else ''}"
        case Fill(target=to, byte=byte, count=count):
            return f"fill {count} bytes {to} <- {'anything' if byte is None else byte}"
        case Allocate():
            return _allocate(command)
        case Reallocate(target=target, address=address, size=size, may_fail=may_fail):
            return f"{target} = reallocate {address} to {size}{' or null' if may_fail else ''}"
        case Free(address=address):
            return f"free {address}"
        case Enter(locals=locals_):
            return f"enter {_locals(locals_)}"
        case Leave(locals=locals_, arrays=arrays):
            return f"leave {', '.join([*(local.name for local in locals_), *(f'*{array}' for array in arrays)])}"
        case Assume(condition=condition):
            return f"assume {condition}"
        case Assert(condition=condition, text=text, kind=kind):
            return f"assert {condition} {text!r}{'' if kind is MemoryErrorKind.ASSERTION else f' or {kind.value}'}"
        case Call(target=result, function=function, arguments=arguments):
            called = function if isinstance(function, str) else f"*{function}"
            given = ", ".join(map(_sized, arguments))
            return f"{'' if result is None else f'{result} = '}call {called}({given})"
        case Refuse(reason=reason):
            return f"refuse {reason!r}"


def end_text(end: End) -> str:
    match end:
        case Jump(target=target):
            return f"goto {target}"
        case Branch(condition=condition, then=then, other=other):
            return f"if {condition} goto {then} else {other}"
        case Return(value=value):
            return "return" if value is None else f"return {value}"
        case Halt(how=how):
            return f"halt {how}".rstrip()


def _allocate(command: Allocate) -> str:
    zero = " zero" if command.zero else ""
    fails = " or null" if command.may_fail else ""
    local = " local" if command.lifetime is Lifetime.LOCAL else ""
    return f"{command.target} = allocate{local} {command.size}{zero}{fails}"


def _locals(locals_: tuple[Local, ...]) -> str:
    return ", ".join(f"{local.name}:{local.size}" for local in locals_)


def _sized(expression: Expression) -> str:
    """Return an expression as text; a number with its size, which its context does not show."""
    return f"{expression}:{expression.size}" if isinstance(expression, Number) else str(expression)


def global_text(known: Global) -> str:
    """Return an object that lives as long as the program as text, with its initial value."""
    values = ", ".join(f"{piece.offset}: {_sized(piece.value)}" for piece in known.pieces)
    initial = " = anything" if known.extern else f" = {{{values}}}" if values else ""
    return f"{known.lifetime.value} {known.name}:{known.size}{initial}"
