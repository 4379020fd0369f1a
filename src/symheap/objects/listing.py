"""The object IR as text: methods, blocks and instructions, each with its source position."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.source import Position
from symheap.objects import ir

_WIDTH = 48
"""The column at which source positions begin."""


def listing(program: ir.Program) -> str:
    """Return the inputs of a program, its entry, and its other methods in the order of their names.

    If methods are lowered on their first call, the listing has those that the entry calls by name and those lowered so
    far.
    """
    for each in (each for block in program.entry.blocks for each in block if isinstance(each, ir.Invoke)):
        program.methods.get((each.owner, each.method))
    others = {(m.owner, m.key): m for m in program.methods.values() if m is not program.entry}
    parts = [
        "".join(f"input {each.name}: {each.type}{'' if each.nullable else ', not null'}\n" for each in program.inputs),
        method_listing(program.entry),
        *(method_listing(others[name]) for name in sorted(others)),
    ]
    return "\n".join(part for part in parts if part)


def method_listing(method: ir.Method) -> str:
    """Return one method: its head, then its blocks with their handlers."""
    parameters = ", ".join(f"{name}: {kind}" for name, kind in method.params)
    lines = [_placed(f"method {method.owner}.{method.key}({parameters})", method.position)]
    for number, block in enumerate(method.blocks):
        lines += _block(method, number, block)
    return "\n".join(lines) + "\n"


def _block(method: ir.Method, number: int, block: tuple[ir.Instruction, ...]) -> Iterator[str]:
    yield f"b{number}:"
    for handler in method.handlers[number] if method.handlers else ():
        types = "anything" if handler.types is None else handler.types.text
        yield f"    catch {types} -> b{handler.target} with r{handler.reg}"
    for each in block:
        yield _placed(f"    {instruction_text(each)}", each.position)


def _placed(text: str, position: Position) -> str:
    return f"{text:<{_WIDTH}}  ; {position}"


def instruction_text(each: ir.Instruction) -> str:
    """Return one instruction; registers are ``r0``, ``r1``, …, blocks ``b0``, ``b1``, …."""
    text = _value(each) or _object(each) or _array(each) or _control(each)
    assert text is not None, each
    dst = getattr(each, "dst", None)
    if dst is None or dst == ir.DISCARD or isinstance(each, ir.CopyRange):
        return text
    return f"r{dst} = {text}"


def _registers(registers: tuple[ir.Reg, ...]) -> str:
    return ", ".join(f"r{each}" for each in registers)


def _value(each: ir.Instruction) -> str | None:
    match each:
        case ir.Const(value=value):
            return str(value)
        case ir.Input(index=index):
            return f"input {index}"
        case ir.Arbitrary(name=name, type=kind):
            return f"any {kind} called {name}"
        case ir.Consult(name=name, key=key, type=kind):
            return f"{name}(r{key}): {kind}"
        case ir.IdentityHash(obj=obj):
            return f"identity hash of r{obj}"
        case ir.Move(src=src):
            return f"r{src}"
        case ir.Unary(op=op, a=a):
            return f"{op.value} r{a}"
        case ir.Binary(op=op, a=a, b=b):
            return f"r{a} {'==' if op is ir.Operator.EQUAL else op.value} r{b}"
        case ir.Compute(operation=operation, args=args):
            return f"{operation.name}({_registers(args)})"
    return None


def _object(each: ir.Instruction) -> str | None:
    match each:
        case ir.New(class_name=name):
            return f"new {name}"
        case ir.Get(obj=obj, name=name, fields=fields):
            return f"r{obj}.{name}{_candidates(len(fields))}"
        case ir.Put(obj=obj, name=name, fields=fields, src=src):
            return f"r{obj}.{name}{_candidates(len(fields))} <- r{src}"
        case ir.IsA(obj=obj, types=types):
            return f"r{obj} is a {types.text}"
        case ir.Cast(obj=obj, types=types):
            return f"r{obj} as {types.text}"
        case ir.Initialize(class_name=name):
            return f"initialize {name}"
        case ir.Settle(class_name=name, slot=slot, writes=writes):
            return f"settle {name} before {slot} is {'written' if writes else 'read'}"
        case ir.ClassOf(obj=obj):
            return f"class of r{obj}"
        case ir.Tell(obj=obj):
            return f"tell class object r{obj}"
        case ir.Clone(obj=obj, class_object=class_object):
            return f"clone r{obj} of class r{class_object}"
        case ir.Lock(obj=obj, for_method=for_method):
            return f"lock r{obj}{' for the method' if for_method else ''}"
        case ir.Unlock(obj=obj):
            return f"unlock r{obj}"
        case ir.Holds(obj=obj):
            return f"holds the lock of r{obj}"
    return None


def _candidates(fields: int) -> str:
    return "" if fields == 1 else f" (of {fields} classes)"


def _array(each: ir.Instruction) -> str | None:
    match each:
        case ir.NewArray(class_name=name, length=length):
            return f"new {name} of length r{length}"
        case ir.Length(obj=obj):
            return f"length of r{obj}"
        case ir.Contents(obj=obj, kind=kind):
            return f"contents {kind} of r{obj}"
        case ir.SetContents(obj=obj, src=src, kind=kind):
            return f"contents {kind} of r{obj} <- r{src}"
        case ir.Load(obj=obj, index=index, kind=kind):
            return f"r{obj}[r{index}] {kind}"
        case ir.Store(obj=obj, index=index, src=src, kind=kind):
            return f"r{obj}[r{index}] {kind} <- r{src}"
        case ir.CopyRange(src=src, start=start, dst=dst, at=at, length=length, copied=copied):
            return f"r{copied} = copy r{length} elements r{dst}[r{at}] <- r{src}[r{start}]"
        case ir.FillRange(obj=obj, at=at, length=length, src=src, kind=kind):
            return f"fill r{length} elements r{obj}[r{at}] {kind} <- r{src}"
    return None


def _control(each: ir.Instruction) -> str | None:
    match each:
        case ir.Call(method=method, obj=obj, args=args):
            return f"call r{obj}.{method}({_registers(args)})"
        case ir.Invoke(owner=owner, method=method, args=args):
            return f"invoke {owner}.{method}({_registers(args)})"
        case ir.HostCall(function=function, args=args):
            return f"host {function.name}({_registers(args)})"
        case ir.NullCheck(obj=obj):
            return f"check r{obj} is not null"
        case ir.Check(cond=cond, error=error, detail=detail):
            return f"check r{cond} else {error.value}{f' ({detail})' if detail else ''}"
        case ir.Throw(src=src):
            return f"throw r{src}"
        case ir.Switch(key=key, cases=cases, default=default):
            targets = ", ".join(f"{value} -> b{target}" for value, target in cases)
            return f"switch r{key} {{{targets}}} else b{default}"
        case ir.Assume(cond=cond):
            return f"assume r{cond}"
        case ir.Refuse(what=what):
            return f"refuse {what!r}"
        case ir.Jump(target=target):
            return f"goto b{target}"
        case ir.Branch(cond=cond, then=then, other=other):
            return f"if r{cond} goto b{then} else b{other}"
        case ir.Return(src=src):
            return f"return r{src}"
        case ir.Fail(error=error, detail=detail):
            return f"fail {error.value}{f' ({detail})' if detail else ''}"
    return None
