"""Lowers POSE's language to the object IR.

The language is checked dynamically. A mistake that no run could survive is an error of the source only where code is
certain to be run: in the main expression. A method body that uses an unbound variable or an undeclared member is valid,
and its path ends there with a named error, as in jPOSE's own examples.
"""

from __future__ import annotations

from collections.abc import Mapping

import immutables

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position, SourceError
from symheap.core.terms import NULL
from symheap.core.types import ClassTable, Type
from symheap.lang.pose.blocks import BlockBuilder
from symheap.lang.pose.classes import class_table, declared_type, key_of
from symheap.lang.pose.include import ReadInclude, read_source
from symheap.lang.pose.inputs import inputs_of
from symheap.lang.pose.syntax import (
    BinaryOperation,
    Expression,
    GetField,
    If,
    InstanceOf,
    Invoke,
    Let,
    Literal,
    Marker,
    MethodDeclaration,
    New,
    Not,
    PutField,
    Source,
    Symbol,
    Variable,
)
from symheap.lang.pose.trampoline import Task, run
from symheap.objects import ir
from symheap.objects.ir import Method, Program, Reg, method_key

MAIN = method_key("main", 0)


def load(text: str, file: str, read_include: ReadInclude | None = None) -> Program:
    """Return the program in `text`, which came from `file`. Raises `SourceError` if it is not a program."""
    return lower(read_source(text, file, read_include), file)


def lower(source: Source, file: str) -> Program:
    """Return the program of `source`. Its entry is the main expression, a method without a class and a receiver."""
    table = class_table(source)
    inputs = inputs_of(source, table)
    numbers = {declared.name: i for i, declared in enumerate(inputs)}
    methods = {
        (declaration.name, key_of(method)): _method(declaration.name, method, table, numbers)
        for declaration in source.classes
        for method in declaration.methods
    }
    entry = _Lowering(table, numbers, (), is_main=True).method("", MAIN, (), source.main, source.main.position)
    return Program(table, methods, entry, inputs, (), file)


def _method(owner: str, declared: MethodDeclaration, table: ClassTable, numbers: Mapping[str, int]) -> Method:
    params = tuple((p.name, declared_type(p.type)) for p in declared.parameters)
    lowering = _Lowering(table, numbers, ("this", *(name for name, _ in params)), is_main=False)
    return lowering.method(owner, key_of(declared), params, declared.body, declared.position)


_Scope = immutables.Map[str, Reg]


class _Lowering:
    """Lowers one method body. Operands are evaluated from left to right.

    Rule: [POSE] Fig. 8, "Evaluation contexts"
    """

    def __init__(self, table: ClassTable, inputs: Mapping[str, int], bound: tuple[str, ...], *, is_main: bool) -> None:
        self._table = table
        self._inputs = inputs
        self._is_main = is_main
        self._names: dict[Reg, str] = dict(enumerate(bound))
        self._scope: _Scope = immutables.Map({name: reg for reg, name in enumerate(bound)})
        self._code = BlockBuilder(len(bound))

    def method(
        self, owner: str, key: str, params: tuple[tuple[str, Type], ...], body: Expression, position: Position
    ) -> Method:
        run(self._tail(body, self._scope))
        code = self._code
        return Method(owner, key, params, code.registers, code.blocks(), position, self._names)

    def _tail(self, at: Expression, scope: _Scope) -> Task[Reg]:
        """Generate code that returns the value of `at`: both arms of an ``if`` return by themselves."""
        if isinstance(at, Let):
            value = yield self._value(at.value, scope)
            return (yield self._tail(at.body, self._bind(at.name, value, scope)))
        if isinstance(at, If):
            condition = yield self._value(at.condition, scope)
            self._release(condition)
            then, other = self._code.branch(condition, at.position)
            self._code.continue_in(then)
            yield self._tail(at.then, scope)
            self._code.continue_in(other)
            return (yield self._tail(at.other, scope))
        value = yield self._value(at, scope)
        self._code.emit(ir.Return(value, at.position))
        return value

    def _value(self, at: Expression, scope: _Scope) -> Task[Reg]:
        """Return the register that holds the value of `at`; its evaluation context is evaluated first.

        Rule: [POSE] Fig. 11, "Ctx (c)"; [POSE] Fig. 12, "Ctx (r)"
        """
        match at:
            case Literal():
                return self._literal(at)
            case Symbol():
                return self._symbol(at)
            case Variable():
                return self._variable(at, scope)
            case Marker():
                return self._marker(at, scope)
            case New():
                return self._new(at)
            case Let():
                value = yield self._value(at.value, scope)
                return (yield self._value(at.body, self._bind(at.name, value, scope)))
            case If():
                return (yield self._if(at, scope))
            case GetField():
                return (yield self._get(at, scope))
            case PutField():
                return (yield self._put(at, scope))
            case Invoke():
                return (yield self._invoke(at, scope))
            case BinaryOperation():
                return (yield self._binary(at, scope))
            case Not():
                return (yield self._not(at, scope))
            case InstanceOf():
                return (yield self._instanceof(at, scope))

    # Leaves -----------------------------------------------------------------------------------------------------------

    def _literal(self, at: Literal) -> Reg:
        dst = self._code.register()
        self._code.emit(ir.Const(dst, NULL if at.value is None else at.value, at.position))
        return dst

    def _symbol(self, at: Symbol) -> Reg:
        dst = self._code.register()
        self._code.emit(ir.Input(dst, self._inputs[at.name], at.position))
        return dst

    def _variable(self, at: Variable, scope: _Scope) -> Reg:
        reg = scope.get(at.name)
        return reg if reg is not None else self._fail(ErrorKind.UNBOUND, f"unbound variable '{at.name}'", at)

    def _marker(self, at: Marker, scope: _Scope) -> Reg:
        reg = scope.get(at.name)
        return reg if reg is not None else self._literal(Literal(False, at.position))

    def _new(self, at: New) -> Reg:
        self._check_class(at.class_name, at.position)
        dst = self._code.register()
        self._code.emit(ir.New(dst, at.class_name, at.position))
        return dst

    # Compound expressions ---------------------------------------------------------------------------------------------

    def _if(self, at: If, scope: _Scope) -> Task[Reg]:
        code = self._code
        condition = yield self._value(at.condition, scope)
        dst = self._result(condition)
        then, other = code.branch(condition, at.position)
        code.continue_in(then)
        value = yield self._value(at.then, scope)
        code.emit(ir.Move(dst, value, at.then.position))
        self._release(value)
        end_of_then = code.open_block
        code.continue_in(other)
        value = yield self._value(at.other, scope)
        code.emit(ir.Move(dst, value, at.other.position))
        self._release(value)
        code.join((end_of_then, code.open_block), at.position)
        return dst

    def _get(self, at: GetField, scope: _Scope) -> Task[Reg]:
        receiver = yield self._value(at.receiver, scope)
        fields = self._table.declaring(at.field)
        if not fields:
            return self._fail(ErrorKind.NO_FIELD, f"no class has a field '{at.field}'", at)
        dst = self._result(receiver)
        self._code.emit(ir.Get(dst, receiver, at.field, fields, at.position))
        return dst

    def _put(self, at: PutField, scope: _Scope) -> Task[Reg]:
        """Lower an assignment, whose value is the assigned one."""
        receiver = yield self._value(at.receiver, scope)
        value = yield self._value(at.value, scope)
        fields = self._table.declaring(at.field)
        if not fields:
            return self._fail(ErrorKind.NO_FIELD, f"no class has a field '{at.field}'", at)
        self._code.emit(ir.Put(receiver, at.field, fields, value, at.position))
        self._release(receiver)
        return value

    def _invoke(self, at: Invoke, scope: _Scope) -> Task[Reg]:
        receiver = yield self._value(at.receiver, scope)
        arguments: list[Reg] = []
        for argument in at.arguments:
            arguments.append((yield self._value(argument, scope)))
        key = method_key(at.method, len(arguments))
        if not self._table.providers(key):
            return self._fail(ErrorKind.NO_METHOD, f"no class has a method '{key}'", at)
        dst = self._result(receiver, *arguments)
        self._code.emit(ir.Call(dst, key, receiver, tuple(arguments), at.position))
        return dst

    def _binary(self, at: BinaryOperation, scope: _Scope) -> Task[Reg]:
        left = yield self._value(at.left, scope)
        right = yield self._value(at.right, scope)
        dst = self._result(left, right)
        self._code.emit(ir.Binary(dst, at.operator, left, right, at.position))
        return dst

    def _not(self, at: Not, scope: _Scope) -> Task[Reg]:
        operand = yield self._value(at.operand, scope)
        dst = self._result(operand)
        self._code.emit(ir.Unary(dst, ir.Operator.NOT, operand, at.position))
        return dst

    def _instanceof(self, at: InstanceOf, scope: _Scope) -> Task[Reg]:
        operand = yield self._value(at.operand, scope)
        self._check_class(at.class_name, at.position)
        dst = self._result(operand)
        self._code.emit(ir.IsA(dst, operand, self._table.subtypes(at.class_name), at.position))
        return dst

    def _result(self, *operands: Reg) -> Reg:
        """Return a register for the result of an instruction on `operands`, which it reads before it writes."""
        self._release(*operands)
        return self._code.register()

    def _release(self, *operands: Reg) -> None:
        """Free registers after their only use, except named ones, which keep their value."""
        for reg in operands:
            if reg not in self._names:
                self._code.release(reg)

    # Names ------------------------------------------------------------------------------------------------------------

    def _bind(self, name: str, value: Reg, scope: _Scope) -> _Scope:
        """Rule: [POSE] Fig. 10, "Let" """
        self._names.setdefault(value, name)
        return scope.set(name, value)

    def _check_class(self, name: str, position: Position) -> None:
        if name not in self._table:
            raise SourceError(f"unknown class '{name}'", position)

    def _fail(self, error: ErrorKind, detail: str, at: Expression) -> Reg:
        """End the program or, in the main expression, report a source error. No register has a value afterwards."""
        if self._is_main:
            raise SourceError(detail, at.position)
        self._code.emit(ir.Fail(error, detail, at.position))
        return self._code.register()
