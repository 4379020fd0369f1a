"""The object IR, to which Javalite, POSE's language and Java are lowered.

A method is a graph of blocks over numbered registers. Register 0 holds the receiver, the next ones the parameters.

Nothing here depends on the representation of heaps. An instruction that may fail carries its position. Decisions about
the path are made by `Branch`, `Switch`, `Call`, `Get`/`Put` with several candidate fields, and by instructions that may
fail (see `symheap.objects.decisions`).

In a program with exceptions (`Program.errors`), an error creates an exception object, and control goes to the first
handler of the block that accepts its class, else to the caller. In other programs an error ends the program.
"""

from __future__ import annotations

from symheap.objects.ir.arrays import Contents, CopyRange, FillRange, Length, Load, NewArray, SetContents, Store
from symheap.objects.ir.calls import Call, HostCall, Initialize, Invoke, Settle
from symheap.objects.ir.control import Assume, Branch, Check, Fail, Jump, Refuse, Return, Switch, Throw
from symheap.objects.ir.members import Cast, ClassOf, Clone, Get, Holds, IsA, Lock, New, NullCheck, Put, Tell, Unlock
from symheap.objects.ir.program import Handler, InputDecl, Instruction, Method, Program, method_key
from symheap.objects.ir.registers import DISCARD, Reg
from symheap.objects.ir.scalars import (
    Arbitrary,
    Binary,
    Compute,
    Const,
    Consult,
    IdentityHash,
    Input,
    Move,
    Operation,
    Operator,
    Unary,
)

__all__ = [
    "DISCARD",
    "Arbitrary",
    "Assume",
    "Binary",
    "Branch",
    "Call",
    "Cast",
    "Check",
    "ClassOf",
    "Clone",
    "Compute",
    "Const",
    "Consult",
    "Contents",
    "CopyRange",
    "Fail",
    "FillRange",
    "Get",
    "Handler",
    "Holds",
    "HostCall",
    "IdentityHash",
    "Initialize",
    "Input",
    "InputDecl",
    "Instruction",
    "Invoke",
    "IsA",
    "Jump",
    "Length",
    "Load",
    "Lock",
    "Method",
    "Move",
    "New",
    "NewArray",
    "NullCheck",
    "Operation",
    "Operator",
    "Program",
    "Put",
    "Refuse",
    "Reg",
    "Return",
    "SetContents",
    "Settle",
    "Store",
    "Switch",
    "Tell",
    "Throw",
    "Unary",
    "Unlock",
    "method_key",
]
