"""Static checking: every expression gets a type, every name a meaning.

A checked program cannot lack a field, method or variable when it runs; the errors left are null dereferences and casts.
Scopes are Java's: a method sees its parameters and ``this``; a ``var`` is visible in its body only and may not hide a
variable of the same method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symheap.core.source import Position, SourceError
from symheap.core.terms import REF
from symheap.core.types import BOOL_TYPE, INT_TYPE, Field, Type, ref_type
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.classes import NULL_TYPE, UNIT_TYPE, Classes, Signature, declare, type_name
from symheap.lang.javalite.parse import parse
from symheap.lang.javalite.read import room_for_nesting
from symheap.objects.ir import method_key


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    """A program with the results of checking: the type of every expression and the field of every access."""

    syntax: s.Program
    classes: Classes
    types: Mapping[s.Expression, Type]
    fields: Mapping[s.FieldAccess | s.FieldWrite, Field]


def check(program: s.Program) -> CheckedProgram:
    """Return the program with its types, or raise `SourceError` at the first mistake."""
    classes = declare(program)
    types: dict[s.Expression, Type] = {}
    fields: dict[s.FieldAccess | s.FieldWrite, Field] = {}
    with room_for_nesting():
        for signature in classes.methods.values():
            _MethodChecker(classes, signature, types, fields).check()
    return CheckedProgram(program, classes, types, fields)


def check_text(text: str, file: str) -> CheckedProgram:
    return check(parse(text, file))


class _MethodChecker:
    """Checks one body. `scope` holds the variables visible at the current expression."""

    def __init__(
        self,
        classes: Classes,
        signature: Signature,
        types: dict[s.Expression, Type],
        fields: dict[s.FieldAccess | s.FieldWrite, Field],
    ) -> None:
        self.classes = classes
        self.signature = signature
        self.types = types
        self.fields = fields
        self.scope: dict[str, Type] = {"this": ref_type(signature.owner), **dict(signature.parameters)}

    def check(self) -> None:
        self.fitting(self.signature.syntax.body, self.signature.result, "the body")

    def expression(self, e: s.Expression) -> Type:
        kind = self._type_of(e)
        self.types[e] = kind
        return kind

    def fitting(self, e: s.Expression, wanted: Type, what: str) -> None:
        actual = self.expression(e)
        if not self.classes.fits(actual, wanted):
            raise SourceError(f"{what} has type {type_name(actual)}, not {type_name(wanted)}", e.position)

    def statement(self, e: s.Expression) -> None:
        """Check an expression whose value is not used: the branches of an ``if`` may have different types."""
        match e:
            case s.If():
                self.fitting(e.condition, BOOL_TYPE, "the condition")
                self.statement(e.then)
                self.statement(e.other)
            case s.Begin():
                for part in e.body:
                    self.statement(part)
            case s.VariableDeclaration():
                self.open_scope(e)
                self.statement(e.body)
                del self.scope[e.name.text]
            case _:
                self.expression(e)
                return
        self.types[e] = UNIT_TYPE

    def open_scope(self, e: s.VariableDeclaration) -> None:
        name = e.name
        declared = self.classes.resolve(e.type)
        if name.text in self.scope:
            raise SourceError(f"variable {name} is already declared", name.position)
        self.fitting(e.value, declared, "the value")
        self.scope[name.text] = declared

    def reference(self, e: s.Expression, what: str) -> Type:
        kind = self.expression(e)
        if kind.sort is not REF:
            raise SourceError(f"{what} has type {type_name(kind)}, not a class", e.position)
        return kind

    def variable(self, name: str, position: Position) -> Type:
        declared = self.scope.get(name)
        if declared is None:
            raise SourceError(f"unknown variable {name}", position)
        return declared

    def field(self, e: s.FieldAccess | s.FieldWrite, owner: Type) -> Type:
        name = e.field
        declared = self.classes.field(owner.class_name, name.text) if owner != NULL_TYPE else None
        if declared is None:
            raise SourceError(f"{_class(owner)} has no field {name}", name.position)
        self.fields[e] = declared
        return declared.type

    def _type_of(self, e: s.Expression) -> Type:
        match e:
            case s.Variable():
                return self.variable(e.name, e.position)
            case s.Null():
                return NULL_TYPE
            case s.Unit():
                return UNIT_TYPE
            case s.Constant():
                return BOOL_TYPE if isinstance(e.value, bool) else INT_TYPE
            case s.New():
                return ref_type(self.classes.known(e.class_name))
            case s.FieldAccess():
                return self.field(e, self.reference(e.object, "the object"))
            case s.FieldWrite():
                return self._field_write(e)
            case s.Equals():
                return self._equals(e)
            case s.If():
                return self._if(e)
            case s.VariableDeclaration():
                return self._variable_declaration(e)
            case s.MethodInvocation():
                return self._method_invocation(e)
            case s.VariableAssignment():
                return self._variable_assignment(e)
            case s.Begin():
                return self._begin(e)
            case s.Typecast():
                return self._typecast(e)
            case s.InstanceOf():
                self.reference(e.object, "the object")
                self.classes.known(e.class_name)
                return BOOL_TYPE
            case s.Binary():
                return self._binary(e)
            case s.Not():
                self.fitting(e.operand, BOOL_TYPE, "the operand")
                return BOOL_TYPE

    def _field_write(self, e: s.FieldWrite) -> Type:
        owner = self.variable(e.variable.text, e.variable.position)
        if owner.sort is not REF:
            raise SourceError(f"variable {e.variable} has type {type_name(owner)}, not a class", e.variable.position)
        declared = self.field(e, owner)
        self.fitting(e.value, declared, "the value")
        return declared

    def _variable_assignment(self, e: s.VariableAssignment) -> Type:
        declared = self.variable(e.name.text, e.name.position)
        self.fitting(e.value, declared, "the value")
        return declared

    def _typecast(self, e: s.Typecast) -> Type:
        known = ref_type(self.classes.known(e.class_name))
        self.reference(e.object, "the object")
        return known

    def _equals(self, e: s.Equals) -> Type:
        left, right = self.expression(e.left), self.expression(e.right)
        if left == UNIT_TYPE or right == UNIT_TYPE:
            raise SourceError("unit has one value and is not compared", e.position)
        if left != right and (left.sort is not REF or right.sort is not REF):
            raise SourceError(f"{type_name(left)} and {type_name(right)} are never equal", e.position)
        return BOOL_TYPE

    def _if(self, e: s.If) -> Type:
        self.fitting(e.condition, BOOL_TYPE, "the condition")
        then, other = self.expression(e.then), self.expression(e.other)
        common = self.classes.common(then, other)
        if common is None:
            message = f"the branches have types {type_name(then)} and {type_name(other)}, which have none in common"
            raise SourceError(message, e.position)
        return common

    def _variable_declaration(self, e: s.VariableDeclaration) -> Type:
        self.open_scope(e)
        result = self.expression(e.body)
        del self.scope[e.name.text]
        return result

    def _method_invocation(self, e: s.MethodInvocation) -> Type:
        owner = self.reference(e.object, "the object")
        method = None
        if owner != NULL_TYPE:
            method = self.classes.method(owner.class_name, method_key(e.method.text, len(e.arguments)))
        if method is None:
            raise SourceError(self._no_method(owner, e), e.method.position)
        for argument, (name, declared) in zip(e.arguments, method.parameters, strict=True):
            self.fitting(argument, declared, f"argument {name}")
        return method.result

    def _no_method(self, owner: Type, e: s.MethodInvocation) -> str:
        named = self.classes.named(owner.class_name, e.method.text) if owner != NULL_TYPE else ()
        if not named:
            return f"{_class(owner)} has no method {e.method}"
        counts = " or ".join(str(len(signature.parameters)) for signature in named)
        return f"method {e.method} of class {owner.class_name} takes {counts} arguments, not {len(e.arguments)}"

    def _begin(self, e: s.Begin) -> Type:
        for part in e.body[:-1]:
            self.statement(part)
        return self.expression(e.body[-1]) if e.body else UNIT_TYPE

    def _binary(self, e: s.Binary) -> Type:
        connective = e.operator in (s.BinaryOperator.AND, s.BinaryOperator.OR)
        operand = BOOL_TYPE if connective else INT_TYPE
        self.fitting(e.left, operand, "the left operand")
        self.fitting(e.right, operand, "the right operand")
        return BOOL_TYPE if connective or e.operator is s.BinaryOperator.LESS else INT_TYPE


def _class(t: Type) -> str:
    return "null" if t == NULL_TYPE else f"class {t.class_name}"
