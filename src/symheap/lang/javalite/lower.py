"""Lowers Javalite to the object IR.

Exactly the decisions of the papers' machine are decisions here: ``=`` on references (EQUALS (REFERENCES-TRUE) and
(REFERENCES-FALSE) fork), ``if``, ``instanceof`` and calls. ``=`` on booleans and integers is a value. Each instruction
that may fail or decide carries the position of its expression, so a path has the same key here and in
`symheap.lang.javalite.machine`.
"""

from __future__ import annotations

from symheap.core.source import Position
from symheap.core.terms import NULL, REF, Value
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.check import CheckedProgram, check_text
from symheap.lang.javalite.classes import Signature
from symheap.lang.javalite.entry import entry
from symheap.lang.javalite.read import room_for_nesting
from symheap.objects import ir

_OPERATORS = {
    s.BinaryOperator.ADD: ir.Operator.ADD,
    s.BinaryOperator.SUB: ir.Operator.SUB,
    s.BinaryOperator.LESS: ir.Operator.LESS,
    s.BinaryOperator.AND: ir.Operator.AND,
    s.BinaryOperator.OR: ir.Operator.OR,
}


def load(text: str, file: str, class_name: str | None = None, method: str | None = None) -> ir.Program:
    """Return the program in `text`, explored from its main pair or from the named class and method."""
    checked = check_text(text, file)
    return lower(checked, class_name, method)


def lower(checked: CheckedProgram, class_name: str | None = None, method: str | None = None) -> ir.Program:
    begin = entry(checked, class_name, method)
    with room_for_nesting():
        methods = {key: _MethodLowering(checked, m).method() for key, m in checked.classes.methods.items()}
    return ir.Program(
        checked.classes.table,
        methods,
        methods[begin.signature.owner, begin.signature.key],
        begin.inputs,
        tuple(range(len(begin.inputs))),
        begin.target,
    )


class _MethodLowering:
    """Lowers one body.

    `into(e, dst)` generates code that leaves the value of `e` in register `dst`. Registers from `free` on hold no live
    value; they are allocated and freed like a stack, so a body needs as many as its nesting depth.
    """

    def __init__(self, checked: CheckedProgram, signature: Signature) -> None:
        self.checked = checked
        self.signature = signature
        names = ("this", *(name for name, _ in signature.parameters))
        self.register = {name: i for i, name in enumerate(names)}
        self.names = dict(enumerate(names))
        self.free = self.used = len(names)
        self.blocks: list[list[ir.Instruction]] = [[]]
        self.current = 0

    def method(self) -> ir.Method:
        body = self.signature.syntax.body
        result = self.operand(body)
        self.emit(ir.Return(result, body.position))
        return ir.Method(
            self.signature.owner,
            self.signature.key,
            self.signature.parameters,
            self.used,
            tuple(tuple(block) for block in self.blocks),
            self.signature.syntax.position,
            self.names,
        )

    # Registers and blocks

    def take(self) -> ir.Reg:
        register = self.free
        self.free += 1
        self.used = max(self.used, self.free)
        return register

    def emit(self, instruction: ir.Instruction) -> None:
        self.blocks[self.current].append(instruction)

    def block(self) -> int:
        self.blocks.append([])
        return len(self.blocks) - 1

    def operand(self, e: s.Expression, *later: s.Expression) -> ir.Reg:
        """Return a register with the value of `e` that stays valid while the `later` operands are evaluated.

        A variable is used in place, unless one of the later operands might assign to it.
        """
        if isinstance(e, s.Variable) and all(isinstance(x, s.Variable | s.Null | s.Constant) for x in later):
            return self.register[e.name]
        register = self.take()
        self.into(e, register)
        return register

    def choose(self, condition: ir.Reg, position: Position) -> tuple[int, int, int]:
        """End the block with a branch; return the blocks of its two sides and of the code after it."""
        then, other, after = self.block(), self.block(), self.block()
        self.emit(ir.Branch(condition, then, other, position))
        return then, other, after

    def decide(self, dst: ir.Reg, condition: ir.Reg, position: Position) -> None:
        """Turn a truth value into a decision of the path: true and false continue in separate blocks."""
        then, other, after = self.choose(condition, position)
        for block, value in ((then, True), (other, False)):
            self.current = block
            self.emit(ir.Const(dst, value, position))
            self.emit(ir.Jump(after, position))
        self.current = after

    # Expressions

    def into(self, e: s.Expression, dst: ir.Reg) -> None:
        free = self.free
        self._into(e, dst)
        self.free = free

    def _into(self, e: s.Expression, dst: ir.Reg) -> None:
        match e:
            case s.Variable():
                self.emit(ir.Move(dst, self.register[e.name], e.position))
            case s.Null() | s.Unit() | s.Constant():
                self.emit(ir.Const(dst, _constant(e), e.position))
            case s.New():
                self.emit(ir.New(dst, e.class_name.text, e.position))
            case s.FieldAccess():
                field = self.checked.fields[e]
                self.emit(ir.Get(dst, self.operand(e.object), field.name, (field,), e.position))
            case s.FieldWrite():
                self._field_write(e, dst)
            case s.Equals():
                self._equals(e, dst)
            case s.If():
                self._if(e, dst)
            case s.VariableDeclaration():
                self._variable_declaration(e, dst)
            case s.MethodInvocation():
                self._method_invocation(e, dst)
            case s.VariableAssignment():
                self.into(e.value, dst)
                self.emit(ir.Move(self.register[e.name.text], dst, e.position))
            case s.Begin():
                self._begin(e, dst)
            case s.Typecast():
                types = self.checked.classes.table.subtypes(e.class_name.text)
                self.emit(ir.Cast(dst, self.operand(e.object), types, e.position))
            case s.InstanceOf():
                types = self.checked.classes.table.subtypes(e.class_name.text)
                self.emit(ir.IsA(dst, self.operand(e.object), types, e.position))
                self.decide(dst, dst, e.position)
            case s.Binary():
                left, right = self.operand(e.left, e.right), self.operand(e.right)
                self.emit(ir.Binary(dst, _OPERATORS[e.operator], left, right, e.position))
            case s.Not():
                self.emit(ir.Unary(dst, ir.Operator.NOT, self.operand(e.operand), e.position))

    def _field_write(self, e: s.FieldWrite, dst: ir.Reg) -> None:
        """Read the variable after the value is computed; the value is also the result.

        Rule: [Summaries] Fig. 9, "FIELD WRITE"
        """
        field = self.checked.fields[e]
        self.into(e.value, dst)
        self.emit(ir.Put(self.register[e.variable.text], field.name, (field,), dst, e.position))

    def _equals(self, e: s.Equals, dst: ir.Reg) -> None:
        left, right = self.operand(e.left, e.right), self.operand(e.right)
        self.emit(ir.Binary(dst, ir.Operator.EQUAL, left, right, e.position))
        if self.checked.types[e.left].sort is REF:
            self.decide(dst, dst, e.position)

    def _if(self, e: s.If, dst: ir.Reg) -> None:
        then, other, after = self.choose(self.operand(e.condition), e.position)
        for block, branch in ((then, e.then), (other, e.other)):
            self.current = block
            self.into(branch, dst)
            self.emit(ir.Jump(after, e.position))
        self.current = after

    def _variable_declaration(self, e: s.VariableDeclaration, dst: ir.Reg) -> None:
        variable = self.take()
        self.into(e.value, variable)
        self.names.setdefault(variable, e.name.text)
        self.register[e.name.text] = variable
        self.into(e.body, dst)
        del self.register[e.name.text]

    def _method_invocation(self, e: s.MethodInvocation, dst: ir.Reg) -> None:
        operands = (e.object, *e.arguments)
        receiver, *arguments = [self.operand(x, *operands[i + 1 :]) for i, x in enumerate(operands)]
        key = ir.method_key(e.method.text, len(e.arguments))
        self.emit(ir.Call(dst, key, receiver, tuple(arguments), e.position))

    def _begin(self, e: s.Begin, dst: ir.Reg) -> None:
        if not e.body:
            self.emit(ir.Const(dst, 0, e.position))
        for part in e.body:
            self.into(part, dst)


def _constant(e: s.Null | s.Unit | s.Constant) -> Value:
    if isinstance(e, s.Null):
        return NULL
    return e.value if isinstance(e, s.Constant) else 0
